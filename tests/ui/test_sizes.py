"""Every screen is whole: at every size and scale nothing is cut, overlaps or is too small.

The whole matrix, every state of the gallery in 6 sizes, 3 scales and 3 themes, is
`python3 packaging/dev.py test --slow tests/ui/test_sizes.py` (about 40 minutes on two processors); its parts
are `-k light-80` ... `-k contrast-200`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QFrame,
    QLabel,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSlider,
    QWidget,
)

from app.games.reef.scene import ACTION_NAMES, SHORT_NAMES
from tests.gallery import SOME, THEMES, give_size, put_up, states, take_down
from tests.gallery_states.shell import CHEATED, STATES, told
from tests.support.seen import complaints, name_of, shortcomings
from tests.support.written import written
from ui.art.stylesheet import stylesheet
from ui.art.theme import ThemeName, themed
from ui.docks.rules import RulesPanel
from ui.kit.game_table import Preferences
from ui.kit.surface import Surface
from ui.look import NAMES
from ui.parts import ScrolledLabel
from ui.tables.plump.table import PlumpTable
from ui.tables.reef.plate_looks import paint_action
from ui.window import Window

Make = Callable[[Preferences], QWidget]
SIZES = ((800, 600), (1280, 800), (2560, 1440), (3840, 2160), (900, 1600), (2560, 1080))
SCALES = (80, 100, 200)
ENDS = (80, pytest.param(100, marks=pytest.mark.slow), 200)
"""The ends of the scales, where those between tell nothing more."""
pytestmark = pytest.mark.usefixtures("undressed", "unpainted")
EVERY = dict(states())
SHELL = dict(STATES)
TIGHT = (
    *("table-asked-kings", "table-asked-reef", "table-cheated", "watching-asked"),
    *("watching-large-kings", "watching-large-reef", "replay", "hands-opened", "host-form"),
    *("table-rules-small", "table-end", "waiting", "table-tip", "kings-discards", "kings-waiting"),
    *("waiting-small", "waiting-seated", "reef-four", "matriculation-four", "table"),
)
"""States that once did not fit the smallest window with the largest letters."""


def faults(make: Make, scale: int, sizes: tuple[tuple[int, int], ...], *, theme: str = "light") -> list[str]:
    """The faults of a state at these sizes."""
    found = []
    shown = put_up(make, theme=theme, scale=scale)
    for size in sizes:
        give_size(shown, size)
        found += [f"{size[0]} x {size[1]}: {what}" for what in (*complaints(shown), *shortcomings(shown))]
    take_down(shown)
    return found


@pytest.mark.parametrize("name", TIGHT)
def test_screens_that_were_once_cut_off_are_complete(qapp: QApplication, name: str) -> None:
    """They are tried in high contrast, whose edges are twice as wide."""
    assert faults(EVERY[name], 200, ((800, 600), (1280, 800)), theme="contrast") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_a_screen_of_each_kind_is_complete_with_small_letters(qapp: QApplication, name: str) -> None:
    """`test_every_control` tries letters of the usual size."""
    assert faults(EVERY[name], 80, ((1280, 800),)) == []


@pytest.mark.parametrize("name", [each for each in SOME if each not in TIGHT])
def test_a_screen_of_each_kind_is_complete_with_large_letters(qapp: QApplication, name: str) -> None:
    assert faults(EVERY[name], 200, ((800, 600),)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ("plump-ten", "cahoots-six", "kings-attack-aimed", "matriculation-four", "reef-two", "table-tip")
)
def test_an_upright_and_a_very_wide_table_are_complete_at_usual_letters(
    qapp: QApplication, name: str
) -> None:
    """`test_layout` tries tables in their windows, in every run."""
    assert faults(EVERY[name], 100, ((900, 1600), (2560, 1080))) == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", list(EVERY))
def test_every_screen_is_complete(qapp: QApplication, name: str, theme: str, scale: int) -> None:
    assert faults(EVERY[name], scale, SIZES, theme=theme) == []


@pytest.mark.parametrize(
    "game",
    [
        "plump",
        "reef",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("matriculation", "cahoots", "kings")),
    ],
)
def test_the_end_covers_only_the_table(qapp: QApplication, game: str) -> None:
    """The banner that says what stopped the game stays free, in the smallest window and largest words."""
    shown = put_up(lambda preferences: told(preferences, CHEATED, game=game), scale=200)
    assert isinstance(shown, Window) and shown.at_table is not None
    give_size(shown, (800, 600))
    screen = shown.at_table
    end, table = screen.end, screen.table.geometry()
    banner = QRect(screen.banner.mapTo(screen, QPoint(0, 0)), screen.banner.size())
    seen = end.isVisible(), table.contains(end.geometry()), banner.bottom() > table.top()
    take_down(shown)

    assert seen == (True, True, False)


@pytest.mark.parametrize("scale", ENDS)
def test_no_dock_changes_the_size_of_the_window(qapp: QApplication, scale: int) -> None:
    """The window keeps what its player gave it, whatever is opened in it."""
    shown = put_up(SHELL["table"], scale=scale)
    assert isinstance(shown, QMainWindow)
    docks = [each for each in shown.findChildren(QWidget) if each.objectName().startswith("dock-")]
    sizes = {}
    for size in ((800, 600), (1280, 800)):
        for dock in docks:
            dock.hide()
        give_size(shown, size)
        sizes[size] = set()
        for dock in docks:
            dock.show()
            qapp.processEvents()
            qapp.processEvents()
            sizes[size].add((shown.width(), shown.height()))
    take_down(shown)

    assert len(docks) >= 4 and all(found == {size} for size, found in sizes.items())


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow), "contrast"])
@pytest.mark.parametrize("scale", ENDS)
def test_the_title_of_a_dock_is_complete(qapp: QApplication, scale: int, theme: str) -> None:
    """ "Log" has a letter with a tail."""
    shown = put_up(SHELL["table"], theme=theme, scale=scale)
    give_size(shown, (1280, 800))
    dock = shown.findChild(QDockWidget, "dock-log")
    assert isinstance(dock, QDockWidget)
    dock.show()
    give_size(shown, (1280, 800))
    inside = dock.widget()
    assert inside is not None and inside.y() > 0
    title = dock.grab(QRect(0, 0, dock.width() // 3, inside.y() - 1)).toImage()
    free, font = QImage(title.size(), QImage.Format.Format_RGB32), QFont(dock.font())
    font.setBold(True)
    free.fill(title.pixelColor(2, 2))
    painter = QPainter(free)
    painter.setFont(font)
    painter.setPen(themed(NAMES[theme]).text)
    painter.drawText(12, QFontMetrics(font).ascent() + 2, "Log")
    painter.end()
    take_down(shown)

    assert inked_rows(title) == inked_rows(free) > 0


def inked_rows(picture: QImage) -> int:
    """The number of pixel rows that are not blank."""
    ground = picture.pixelColor(2, 2).lightness()
    return sum(
        any(abs(picture.pixelColor(x, y).lightness() - ground) > 40 for x in range(picture.width()))
        for y in range(picture.height())
    )


@pytest.mark.parametrize("scale", ENDS)
def test_the_host_form_scrolls_only_vertically(qapp: QApplication, scale: int) -> None:
    shown = put_up(SHELL["host-form"], scale=scale)
    give_size(shown, (800, 600))
    bars = [
        area.horizontalScrollBar().maximum() for area in shown.findChildren(QScrollArea) if area.isVisible()
    ]
    take_down(shown)

    assert bars and max(bars) == 0


def test_a_form_stands_in_the_middle_of_a_wide_window(qapp: QApplication) -> None:
    shown = put_up(SHELL["host-form"])
    give_size(shown, (2560, 1440))
    assert isinstance(shown, Window)
    form = shown.opening.form
    boxes = [each.mapTo(shown, each.rect().center()).x() for each in (form.open, form.seats)]
    [card] = [each for each in form.findChildren(QFrame) if each.property("role") == "card"]
    left = card.mapTo(shown, card.rect().topLeft()).x()
    right = shown.width() - card.mapTo(shown, card.rect().topRight()).x()
    take_down(shown)

    assert abs(left - right) < 40
    assert all(left < x < 2560 - right for x in boxes)


def test_a_guest_who_waits_alone_has_the_whole_width(qapp: QApplication) -> None:
    """A guest who waits alone has no invitation to give and nobody to talk to."""
    shown = put_up(SHELL["waiting-as-guest"])
    give_size(shown, (800, 600))
    assert isinstance(shown, Window)
    wide = shown.waiting.table.width()
    take_down(shown)

    assert wide > 700


@pytest.mark.parametrize("scale", ENDS)
def test_a_long_hint_is_cut_between_two_lines(qapp: QApplication, scale: int) -> None:
    shown = put_up(SHELL["table-hint"], scale=scale)
    assert isinstance(shown, Window) and shown.at_table is not None
    give_size(shown, (800, 600))
    [area] = shown.at_table.advice.findChildren(ScrolledLabel)
    words = shown.at_table.advice_text
    high, line, needed = area.height(), words.fontMetrics().lineSpacing(), words.height()
    take_down(shown)

    assert needed <= high or high % line == 0


def test_the_dark_theme_has_the_sizes_of_the_light_one(qapp: QApplication) -> None:
    """A widget that is whole in one of them is so in the other: they differ only in colours."""
    plain = [
        re.sub(r"#[0-9A-Fa-f]{3,8}", "#", stylesheet(themed(name), scale=1.0))
        for name in (ThemeName.LIGHT, ThemeName.DARK)
    ]

    assert plain[0] == plain[1] and "px" in plain[0]


@pytest.mark.parametrize("scale", [80, 100])
def test_earlier_games_are_in_sight_in_the_smallest_window(qapp: QApplication, scale: int) -> None:
    """The buttons of the first game are also whole."""
    shown = put_up(SHELL["home-with-games"], scale=scale)
    give_size(shown, (800, 600))
    ways = [each for each in shown.findChildren(QPushButton) if name_of(each).startswith("Continue: Reef")]
    seen = [each.visibleRegion().boundingRect() == each.rect() for each in ways]
    take_down(shown)

    assert seen == [True]


def test_a_dialog_fits_the_screen_at_every_scale_and_back(qapp: QApplication) -> None:
    """Settings to 80 %, to 200 % and back: the dialog is on the screen and its button in it."""
    shown = put_up(SHELL["dialog-settings"], scale=200)
    assert isinstance(shown, QDialog)
    slider = next(each for each in shown.findChildren(QWidget) if each.objectName() == "scale")
    room = shown.screen().availableGeometry()
    for tenths in (8, 20, 10):
        slider.setProperty("value", tenths)
        for _ in range(4):
            qapp.processEvents()
        assert room.contains(shown.geometry()), (tenths, shown.geometry())
        assert complaints(shown) == []
        assert shortcomings(shown) == []
    take_down(shown)


def test_the_heading_of_earlier_games_is_one_line(qapp: QApplication) -> None:
    shown = put_up(SHELL["home-with-games"])
    give_size(shown, (800, 600))
    [heading] = [each for each in shown.findChildren(QLabel) if each.text() == "Your games"]
    high, line = heading.heightForWidth(heading.width()), heading.fontMetrics().height()
    take_down(shown)

    assert high < 2 * line


@pytest.mark.parametrize("scale", ENDS)
def test_to_play_again_nobody_has_to_scroll(qapp: QApplication, scale: int) -> None:
    """In the smallest window, the other buttons are within reach as well."""
    shown = put_up(EVERY["table-end"], scale=scale)
    assert isinstance(shown, Window) and shown.at_table is not None
    give_size(shown, (800, 600))
    end = shown.at_table.end
    pressed: list[str] = []
    for each in (end.rematch, end.leave):
        each.clicked.disconnect()
        each.pressed.connect(partial(pressed.append, each.text()))
        at = each.mapTo(shown, each.rect().center())
        QTest.mouseClick(shown.childAt(at), Qt.MouseButton.LeftButton)
    whole = [each.visibleRegion().boundingRect() == each.rect() for each in (end.rematch, end.leave)]
    is_there = end.change.isVisibleTo(end)
    take_down(shown)

    assert pressed == ["Play again", "Back to the lobby"]
    assert whole == [True, True] and is_there


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (900, 1600)])
@pytest.mark.parametrize("scale", SCALES)
def test_nothing_on_the_table_moves_for_a_tip_or_a_longer_sentence(
    qapp: QApplication, scale: int, size: tuple[int, int]
) -> None:
    """A tip moved a space of the reef by 19 pixels between two presses. It lies in room kept for it: over
    nothing of the table, whole or with a bar, and the button that puts it away is whole."""
    shown = put_up(SHELL["table"], scale=scale)
    assert isinstance(shown, Window) and shown.at_table is not None
    give_size(shown, size)
    screen = shown.at_table
    before, seen = screen.table.geometry(), []
    for tip in (
        "Lead the ace.",
        "Attack before you lay anything: choose a pile of yours, then one of theirs. " * 2,
    ):
        screen.show_tip(tip)
        place = screen.advice.mapTo(screen, screen.advice.rect().topLeft())
        low = place.y() + screen.advice.height()
        [close] = [each for each in screen.advice.findChildren(QPushButton) if each.text() == "Close"]
        is_whole = close.visibleRegion().boundingRect() == close.rect()
        words = [each for each in (screen.status, screen.bar.clock) if each.isVisible()]
        over = [each for each in words if each.mapTo(screen, each.rect().bottomLeft()).y() > place.y()]
        seen.append(
            (screen.table.geometry(), low <= before.top(), is_whole, over, screen.happened.isVisible())
        )
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
        assert screen.advice.isHidden() and screen.happened.isVisible()
        seen.append((screen.table.geometry(), True, True, [], False))
    screen.model.hint("You have to follow suit.")
    screen._refresh()
    after = screen.table.geometry()
    take_down(shown)

    assert seen == [(before, True, True, [], False)] * 4
    assert after == before


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_a_question_that_was_opened_is_whole_above_the_table(
    qapp: QApplication, size: tuple[int, int]
) -> None:
    """With the largest letters its first answer is whole, as are the controls below it; in the smallest
    window the table is then too small to be read until the question is closed."""
    shown = put_up(EVERY["table-asked-reef"], scale=200)
    assert isinstance(shown, Window) and shown.at_table is not None
    screen = shown.at_table
    give_size(shown, size)
    QTest.keyClick(shown, Qt.Key.Key_Q)
    give_size(shown, size)
    panel = screen.question
    first = panel.findChild(QPushButton, "way-wait")
    assert isinstance(first, QPushButton)
    is_whole = first.visibleRegion().boundingRect() == first.rect()
    below = screen.table.geometry().top() - panel.geometry().bottom()
    found = complaints(shown)
    take_down(shown)

    assert is_whole and below > 0
    assert found == []


def test_the_last_words_of_an_introduction_fill_the_room_beside_their_buttons(qapp: QApplication) -> None:
    """They once scrolled, cut in half, above empty room: in the smallest window with the largest letters."""
    shown = put_up(EVERY["lesson-plump-end"], scale=200, theme="contrast")
    give_size(shown, (800, 600))
    [words] = [each for each in shown.findChildren(QLabel) if each.accessibleName() == "The introduction"]
    seen, needed = words.visibleRegion().boundingRect().height(), words.heightForWidth(words.width())
    take_down(shown)

    assert seen >= needed


def test_the_lobby_does_not_scroll_for_the_sake_of_its_pictures(qapp: QApplication) -> None:
    shown = put_up(SHELL["home-alone"], scale=80)
    give_size(shown, (1280, 800))
    bars = [
        area.verticalScrollBar().maximum() for area in shown.findChildren(QScrollArea) if area.isVisible()
    ]
    take_down(shown)

    assert bars and max(bars) == 0


@pytest.mark.parametrize("scale", SCALES)
def test_all_bids_can_be_hit_in_a_small_window_beside_a_dock(qapp: QApplication, scale: int) -> None:
    """The button that sorts the hand once lay over two of them, and they were 16 px small."""
    shown = put_up(EVERY["watching-asked"], scale=scale)
    give_size(shown, (800, 600))
    table = shown.findChild(PlumpTable)
    assert isinstance(table, PlumpTable)
    sort, discs = table.tools.sort, [each.sceneBoundingRect() for each in table.bid_row.discs]
    small = [each.size() for each in discs if each.width() < 24]
    covered = [each for each in discs if sort.isVisible() and each.intersects(sort.sceneBoundingRect())]
    take_down(shown)

    assert len(discs) == 11 and small == [] and covered == []


@pytest.mark.parametrize(
    ("name", "scale", "docks"), [("reef-fish", 200, ()), ("table-asked-reef", 100, ("log",))]
)
def test_every_action_of_the_reef_has_words_of_its_own(
    qapp: QApplication, name: str, scale: int, docks: tuple[str, ...]
) -> None:
    """In full or in short: beside the log two were once "Cube" and three "Tile", and one "Second"."""
    shown = put_up(EVERY[name], scale=scale)
    for dock in docks:
        assert isinstance(shown, Window)
        shown.table_docks.docks[dock].show()
    [view] = shown.findChildren(Surface)
    said = []
    for size in ((1280, 800), (2560, 1440), (800, 600)):
        give_size(shown, size)
        texts = [each for each in written(shown) if each.by == "paint_action" and not each.text.isdigit()]
        texts.sort(key=lambda each: each.rect.top())
        buttons = [
            each.sceneBoundingRect().translated(QPointF(view.mapTo(shown, QPoint(0, 0))))
            for each in view.pieces()
            if each.look is not None and each.look.paint is paint_action
        ]
        said.append(
            [" ".join(text.text for text in texts if at.contains(text.rect.center())) for at in buttons]
        )
    take_down(shown)

    for words in said:
        assert len(words) == len(ACTION_NAMES) + 1, "and Undo"
        assert len({*words}) == len(words)
        assert {*words} <= {*ACTION_NAMES, *SHORT_NAMES, "Undo"}


def test_a_paragraph_that_was_opened_stays_in_sight_in_a_smaller_window(qapp: QApplication) -> None:
    """It stays until its reader scrolls on."""
    shown = put_up(EVERY["table-rules-refused"], scale=200)
    rules = shown.findChild(RulesPanel)
    assert isinstance(rules, RulesPanel)
    seen = []
    for size in ((2560, 1440), (800, 600)):
        give_size(shown, size)
        mark, *_ = rules.text.extraSelections()
        start = QTextCursor(rules.text.document())
        start.setPosition(mark.cursor.selectionStart())
        seen.append(0 <= rules.text.cursorRect(start).top() < rules.text.viewport().height())
    rules.text.verticalScrollBar().triggerAction(QSlider.SliderAction.SliderToMinimum)
    give_size(shown, (2560, 1440))
    left = rules.text.verticalScrollBar().value()
    take_down(shown)

    assert seen == [True, True]
    assert left == 0
