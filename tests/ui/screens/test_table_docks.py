"""The docks beside a table: which of them open, how they share the window, and what their buttons count."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLineEdit, QMainWindow, QToolButton
from pytestqt.qtbot import QtBot

from app.messages import SPECTATOR, ChatLine, Order, SpectatorLine, Spectators, TableInfo
from net.wire.genesis import USUAL, Policy, Watch
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import Story
from ui.art.theme import LIGHT
from ui.docks.speech import Speech
from ui.screens.table_docks import TableDocks, Unread
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("unpainted")
LEFT = Qt.MouseButton.LeftButton
WATCHED = Policy(watch=Watch.OPEN, watch_chat=True)


class Table:
    """A table with its docks, in a window of this size."""

    def __init__(
        self, qtbot: QtBot, size: tuple[int, int] = (1280, 800), info: TableInfo | None = None
    ) -> None:
        self.qtbot, self.story, self.orders = qtbot, Story("plump"), list[Order]()
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.window.resize(*size)
        self.table_docks = TableDocks(self.window, QByteArray())
        self.sit(info or self.story.info)

    def sit(self, info: TableInfo) -> None:
        self.screen = TableScreen(info, preferences(), self.orders.append)
        self.window.setCentralWidget(self.screen)
        self.window.show()
        self.settle()
        self.table_docks.show_table(self.screen, LIGHT)
        self.settle()

    def tell(self, *news: object) -> None:
        self.screen.show_news(news)  # type: ignore[arg-type]
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def dock(self, key: str) -> QDockWidget:
        return self.table_docks.docks[key]

    @property
    def shown(self) -> list[str]:
        return [key for key, dock in self.table_docks.docks.items() if not dock.isHidden()]

    @property
    def buttons(self) -> list[str]:
        return [each.text() for each in self.screen.bar.findChildren(QToolButton) if each.isCheckable()]

    def button(self, word: str) -> QToolButton:
        [found] = [each for each in self.screen.bar.findChildren(QToolButton) if each.text() == word]
        return found

    def unread(self, word: str) -> str:
        """The mark on the button of a dock; "" if there is none."""
        [mark] = self.button(word).findChildren(Unread)
        return mark.text() if mark.isVisible() else ""


@pytest.mark.parametrize(("wide", "open_"), [(699, []), (700, ["log"]), (1280, ["log"])])
def test_the_very_first_table_opens_the_log_if_there_is_room(
    qtbot: QtBot, wide: int, open_: list[str]
) -> None:
    table = Table(qtbot, (wide, 800))

    assert table.shown == open_
    assert {word: table.button(word).isChecked() for word in table.buttons} == {
        "Log": bool(open_), "Chat": False, "Text": False, "Rules": False
    }  # fmt: skip


def test_a_dock_is_opened_and_closed_by_its_button_which_shows_its_state(qtbot: QtBot) -> None:
    table = Table(qtbot)
    for word, key in (("Chat", "chat"), ("Text", "board"), ("Rules", "rules"), ("Log", "log")):
        before = key in table.shown
        for is_open in (not before, before):
            qtbot.mouseClick(table.button(word), LEFT)
            table.settle()
            assert (key in table.shown, table.button(word).isChecked()) == (is_open, is_open)


def test_the_next_table_has_the_docks_of_the_last_one(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.table_docks.toggle("chat")
    table.settle()
    kept = table.table_docks.arrangement
    table.table_docks.hide_table()
    assert table.shown == [] and table.table_docks.arrangement == kept
    assert table.table_docks.log.lines.rowCount() == table.table_docks.chat.lines.rowCount() == 0
    table.sit(table.story.info)

    assert table.shown == ["log", "chat"]


@pytest.mark.parametrize(
    ("seat", "policy", "words"),
    [
        (0, USUAL, ["Log", "Chat", "Text", "Rules"]),
        (0, WATCHED, ["Log", "Chat", "Spectators", "Text", "Rules"]),
        (SPECTATOR, WATCHED, ["Log", "Spectators", "Text", "Rules"]),
    ],
)
def test_docks_without_a_use_have_no_button_and_no_key(
    qtbot: QtBot, seat: int, policy: Policy, words: list[str]
) -> None:
    table = Table(qtbot, info=replace(Story("plump").info, seat=seat, policy=policy))
    for key in ("chat", "spectators"):
        table.table_docks.toggle(key)
    table.settle()

    assert table.buttons == words
    assert {"chat", "spectators"} & {*table.shown} == {word.lower() for word in words} & {
        "chat",
        "spectators",
    }


def test_a_key_opens_a_dock_takes_the_keyboard_there_and_gives_it_back(qtbot: QtBot) -> None:
    table = Table(qtbot, info=replace(Story("plump").info, policy=WATCHED))
    docks = table.table_docks
    for key, goal in (
        ("log", docks.log.list),
        ("chat", docks.chat.entry),
        ("spectators", docks.spectators.chat.entry),
        ("board", docks.board.tree),
        ("rules", docks.rules.search),
    ):
        docks.toggle(key)
        table.settle()
        if key != "spectators":
            assert table.window.focusWidget() is goal and docks.is_in(key)
        assert [each for each in docks.docks if docks.is_in(each)] in ([key], [])
        docks.toggle(key)
        table.settle()


def test_chat_lines_of_others_are_counted_at_a_closed_dock_and_shown_on_the_table(qtbot: QtBot) -> None:
    table = Table(qtbot, info=replace(Story("plump").info, policy=WATCHED))
    table.tell(Spectators(("Toby",), may_chat=True, keys=(b"t",)))
    told = []
    for count in range(1, 12):
        table.tell(ChatLine(2, f"line {count}"))
        told.append(table.unread("Chat"))
    table.tell(ChatLine(0, "my own line"))
    table.tell(SpectatorLine("Toby", "hello"))

    assert told == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "9+", "9+"]
    assert table.unread("Chat") == "9+" and table.unread("Spectators") == "1"
    chat = table.button("Chat")
    assert chat.accessibleName() == "Chat: 11 new lines" and chat.toolTip() == "Chat (C): 11 new lines"
    assert table.button("Spectators").accessibleName() == "Spectators: 1 new line"
    mark = chat.findChildren(Unread)[0]
    assert mark.geometry().topRight() == chat.rect().topRight() and mark.width() < chat.width()
    said = [each.accessibleName() for each in table.screen.findChildren(Speech) if each.isVisible()]
    assert "Toby (watching): hello" in said and "Lisa: my own line" in said

    qtbot.mouseClick(chat, LEFT)
    table.settle()
    table.tell(ChatLine(2, "read at once"))
    assert table.unread("Chat") == "" and chat.accessibleName() == "Chat"
    assert table.unread("Spectators") == "1"


@pytest.mark.parametrize(("high", "is_tab"), [(559, True), (560, False), (800, False)])
def test_in_a_low_window_the_chat_is_a_tab_beside_the_log(qtbot: QtBot, high: int, *, is_tab: bool) -> None:
    table = Table(qtbot, (1280, high))
    table.table_docks.toggle("chat")
    table.settle()
    tabs = table.window.tabifiedDockWidgets(table.dock("log"))

    assert (table.dock("chat") in tabs) is is_tab
    table.window.resize(1280, 800)
    table.settle()
    tabs = table.window.tabifiedDockWidgets(table.dock("log"))
    assert table.dock("chat") not in tabs and table.dock("chat").y() > table.dock("log").y() > -1


def test_a_dock_is_at_first_as_wide_as_planned_and_then_as_the_player_wants(qtbot: QtBot) -> None:
    table = Table(qtbot, (1280, 800))
    table.table_docks.toggle("rules")
    table.settle()
    usual = table.dock("rules").width()
    table.window.resizeDocks([table.dock("rules")], [200], Qt.Orientation.Horizontal)
    table.settle()
    narrow = table.dock("rules").width()
    table.window.resize(1280, 750)
    table.settle()

    assert 250 <= usual < 300 and narrow < usual
    assert table.dock("rules").width() == narrow
    table.window.resizeDocks([table.dock("rules")], [900], Qt.Orientation.Horizontal)
    table.window.resize(1280, 800)
    table.settle()
    assert table.dock("rules").width() == 250, "wider than its share of the window: as wide as planned"


def test_a_search_opens_the_log_and_only_at_a_table(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.dock("log").hide()
    table.table_docks.search()
    table.settle()

    assert table.shown == ["log"] and isinstance(table.window.focusWidget(), QLineEdit)
    assert table.window.focusWidget() is table.table_docks.log.search
    table.table_docks.leave()
    assert table.screen.table.isAncestorOf(table.window.focusWidget()) or table.screen.table.hasFocus()
    table.table_docks.hide_table()
    table.table_docks.search()
    table.table_docks.toggle("log")
    assert table.shown == []
    table.table_docks.show_rules("kings")
    assert table.shown == ["rules"] and table.table_docks.rules.accessibleName() == "Rules of Kings"
