"""The bar above a table: new words may change its lines, but not make the table below jump."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.table_hands import preferences
from tests.support.window import Story
from ui.art.icon_paths import Icon
from ui.art.theme import ThemeName, themed
from ui.parts import ScrolledLabel, tool
from ui.screens.table_bar import TableBar
from ui.screens.table_screen import TableScreen
from ui.tables.reef.table import ReefTable

LONG = "You introduce a shrimp on C3 on board 3, where it guards a single space. " * 2


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[TableBar]:
    """A bar over a table, in a window."""

    def nothing() -> None:
        """Do nothing when the button is pressed."""

    made = TableBar(
        themed(ThemeName.LIGHT), leave=nothing, proven=nothing, result=nothing, pause=nothing, hint=nothing
    )
    place = QWidget()
    column = QVBoxLayout(place)
    column.addWidget(made)
    column.addWidget(QWidget(), 1)
    qtbot.addWidget(place)
    place.resize(900, 600)
    place.show()
    qtbot.waitExposed(place)
    say(made, "Your turn.", "")
    yield made


def say(bar: TableBar, status: str, happened: str) -> None:
    bar.status.setText(status)
    bar.happened.setText(happened)
    bar.happened.setVisible(bool(happened))
    bar.fit()
    place = bar.parentWidget()
    if place is not None and (layout := place.layout()) is not None:
        layout.activate()
    QApplication.processEvents()  # a scrolling label takes its words up a round of events later


def test_shorter_words_leave_the_table_where_it_is(bar: TableBar) -> None:
    low = bar.height()
    say(bar, 2 * LONG, "")
    high = bar.height()
    say(bar, "Waiting for Toby.", "")

    assert high > low
    assert bar.height() == high


def test_a_sentence_of_two_lines_does_not_move_the_table(bar: TableBar) -> None:
    """The first one comes with some move of nearly every game."""
    low = bar.height()
    for long in (bar.happened, bar.status):
        say(bar, "Your turn.", "Ada passes.")
        line, text = long.heightForWidth(long.width()), ""
        while long.heightForWidth(long.width()) == line:
            text += "It moves. "
            long.setText(text)
        say(bar, *(("Your turn.", text) if long is bar.happened else (text, "Ada passes.")))

        assert long.height() > line
        assert bar.height() == low


def test_the_rest_of_a_long_story_can_be_scrolled_to(bar: TableBar) -> None:
    low = bar.height()
    say(bar, "Your turn.", 4 * LONG)
    [area] = [each for each in bar.findChildren(ScrolledLabel) if each.isVisible()]

    assert bar.height() == low
    assert area.verticalScrollBar().maximum() > 0


def test_in_a_wide_window_the_bar_is_only_as_high_as_its_words(bar: TableBar) -> None:
    low = bar.height()
    say(bar, 2 * LONG, "")
    bar.window().resize(1300, 600)
    say(bar, "Your turn.", "")

    assert bar.height() == low


def test_the_place_of_the_hint_on_the_bar_stays_free(bar: TableBar) -> None:
    bar.offer_hint(possible=True)
    say(bar, "Your turn.", "")
    wide = bar.status.width()
    bar.offer_hint(possible=False)
    say(bar, "Your turn.", "")

    assert bar._hint.isHidden()
    assert bar.status.width() == wide


def test_of_many_moves_at_once_the_reef_shows_only_the_last(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = Story("reef")
    screen = TableScreen(story.info, preferences(), lambda _: None)
    qtbot.addWidget(screen)
    table = screen.table
    assert isinstance(table, ReefTable)
    shown: list[object] = []
    refresh = table.refresh
    monkeypatch.setattr(table, "refresh", lambda: (shown.append(table.view), refresh()))
    news = []
    for _ in range(5):
        news.append(story.until_own_turn())
        story.step()
    screen.show_news(tuple(news))

    assert shown == [news[-1].view]
    assert screen.model.latest == news[-1]


def test_the_icons_of_the_bar_have_words_where_that_costs_no_line(bar: TableBar) -> None:
    for name in ("Log", "Chat", "Rules", "Settings"):
        bar.tools.addWidget(tool(name, Icon.LOG, themed(ThemeName.LIGHT), word=name))
    place = bar.parentWidget()
    assert place is not None
    looks = {}
    for wide in (900, 260):
        place.resize(wide, 600)
        QApplication.processEvents()
        shown = bar.findChildren(QToolButton)
        looks[wide] = {each.toolButtonStyle() for each in shown if each.text()}

    assert looks == {
        900: {Qt.ToolButtonStyle.ToolButtonTextUnderIcon},
        260: {Qt.ToolButtonStyle.ToolButtonIconOnly},
    }


def test_the_number_at_the_shield_tells_what_it_counts(bar: TableBar) -> None:
    place = bar.parentWidget()
    assert place is not None
    bar.show_proofs(187)
    seen = set()
    for wide in (1280, *range(520, 120, -10)):
        place.resize(wide, 600)
        QApplication.processEvents()
        seen.add(bar.proofs.text())

    assert {"187 proofs checked", "187 proofs"} <= seen <= {"187 proofs checked", "187 proofs", ""}
    assert bar.proofs.accessibleName() == "187 proofs checked"


def narrow(bar: TableBar, wide: int) -> None:
    place = bar.parentWidget()
    assert place is not None
    place.resize(wide + place.width() - bar.width(), place.height())
    for _ in range(2):
        QApplication.processEvents()
    assert bar.width() == wide


def lines(bar: TableBar) -> int:
    tools = [each for each in bar.findChildren(QToolButton) if each.isVisible() and each is not bar._leave]
    above = sum(each.y() > bar._leave.y() + bar._leave.height() for each in tools) == len(tools)
    return 3 if above else 2 if bar.status.parentWidget().y() > bar._leave.y() + 20 else 1


def least(bar: TableBar, holds: Callable[[], bool]) -> int:
    """The least width from which on something holds, by halves."""
    low, high = 40, 2000
    while high - low > 1:
        middle = (low + high) // 2
        narrow(bar, middle)
        low, high = (low, middle) if holds() else (middle, high)
    return high


def crowding(bar: TableBar) -> list[str]:
    """Buttons that are cut, outside of the bar, or over another."""
    shown = [bar._leave, bar.result, bar.proofs, *bar.findChildren(QToolButton)]
    shown = [each for each in dict.fromkeys(shown) if each.isVisible()]
    return [
        *(each.accessibleName() for each in shown if each.width() < each.minimumSizeHint().width()),
        *(each.accessibleName() for each in shown if not bar.rect().contains(each.geometry())),
        *(
            f"{one.accessibleName()} over {other.accessibleName()}"
            for at, one in enumerate(shown)
            for other in shown[:at]
            if one.geometry().intersects(other.geometry())
        ),
    ]


@pytest.mark.parametrize(("is_over", "limits"), [(False, (873, 428, 502, 358)), (True, (984, 577, 438, 528))])
def test_the_bar_changes_its_lines_and_words_where_they_would_have_no_room(
    bar: TableBar, limits: tuple[int, ...], *, is_over: bool
) -> None:
    """The limits are those of these words in our font; at each of them everything is whole."""
    for name in ("Log", "Chat", "Rules", "Settings"):
        bar.tools.addWidget(tool(name, Icon.LOG, themed(ThemeName.LIGHT), word=name))
    bar.show_proofs(187)
    bar.result.setVisible(is_over)
    bar.show_sign(Icon.TURN, themed(ThemeName.LIGHT), colour=None)
    say(bar, "Your turn.", "Ada passes.")
    found = (
        least(bar, lambda: lines(bar) == 1),
        least(bar, lambda: bar.proofs.text() != ""),
        least(bar, lambda: bar._leave.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon),
        least(bar, lambda: lines(bar) <= 2),
    )

    for limit in limits:
        for wide in (limit, limit - 1):
            narrow(bar, wide)
            assert crowding(bar) == []
    assert found == limits
    narrow(bar, found[0])
    assert 300 <= bar.status.width() < 310, "the least width that the status has beside the buttons"


@pytest.mark.parametrize(("high", "has_words"), [(479, False), (480, True)])
def test_in_a_low_window_the_icons_have_no_words(bar: TableBar, high: int, *, has_words: bool) -> None:
    place = bar.parentWidget()
    assert place is not None
    place.resize(900, high)
    narrow(bar, 870)

    assert bar._leave.toolButtonStyle() == (
        Qt.ToolButtonStyle.ToolButtonTextUnderIcon if has_words else Qt.ToolButtonStyle.ToolButtonIconOnly
    )


def test_the_clock_warns_by_its_colour_and_is_hidden_without_a_limit(bar: TableBar) -> None:
    told = []
    for text, is_late in (("0:30", False), ("0:09", True), ("0:08", True), ("", False)):
        bar.show_clock(text, is_late=is_late)
        colour = bar.clock.palette().windowText().color().name()
        told.append((bar.clock.isVisible(), bar.clock.property("role"), colour))
    usual, late = told[0][2], told[1][2]

    assert told == [
        *((True, "heading", usual), (True, "error", late), (True, "error", late), (False, "heading", usual))
    ]
    assert usual != late


def test_a_notice_takes_the_place_of_the_last_event_and_nothing_moves(bar: TableBar) -> None:
    say(bar, "Your turn.", "Ada passes.")
    notices = [QPushButton("How do we continue?"), QPushButton("The disk is full.")]
    bar.hold(*notices)
    bar.show_notice(None)
    say(bar, "Your turn.", "Ada passes.")
    low, at = bar.height(), bar.status.mapTo(bar, bar.rect().topLeft())
    assert bar.happened.isVisible()
    for shown in (*notices, None):
        bar.show_notice(shown)
        bar.fit()
        QApplication.processEvents()
        assert [each.isVisible() for each in notices] == [each is shown for each in notices]
        assert bar.happened.isVisible() is (shown is None)
        assert (bar.height(), bar.status.mapTo(bar, bar.rect().topLeft())) == (low, at)
    bar.give_up_room()
    bar.happened.hide()
    bar.fit()
    QApplication.processEvents()

    assert bar.height() < low and not bar.keeps_room
