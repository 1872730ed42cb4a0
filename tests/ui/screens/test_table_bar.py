"""The bar above a table: new words may change its lines, but not make the table below jump."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton, QVBoxLayout, QWidget
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


def test_in_a_wider_window_the_bar_is_as_low_as_its_words(bar: TableBar) -> None:
    low = bar.height()
    say(bar, 2 * LONG, "")
    bar.window().resize(1300, 600)
    say(bar, "Your turn.", "")

    assert bar.height() == low


def test_the_place_of_the_hint_stays_free(bar: TableBar) -> None:
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


def test_the_icons_have_words_where_that_costs_no_line(bar: TableBar) -> None:
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
