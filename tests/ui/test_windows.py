"""Several windows of one program: each its own table, closed and quit as a person does it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import Quit, Refused
from app.records.evening import Evening, Wins
from app.records.recording import Recording
from app.screens.lobby import against_bots, setup_for
from app.screens.program import KeptGames, Learning, Replaying, ReplayingFile
from app.table.start import Joining, Resuming, Spectating, Unfinished
from net.link.address import make_address
from net.lobby.invitation import Invitation
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, settled
from ui.kit.game_table import GameTable
from ui.window import Window, Windows, _beside

pytestmark = pytest.mark.usefixtures("sketched")

LEFT = Qt.MouseButton.LeftButton
ROOM = QRect(0, 0, 1920, 1080)


class Desktop:
    """A program, its windows, and the games that they are told."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.program = FakeProgram(folder)
        self.windows = Windows(self.program, Ear())
        self.first = self.another()

    def another(self) -> Window:
        """Open one more window, by its key if there is one already."""
        if self.windows.all:
            self.press(Qt.Key.Key_N)
        else:
            self.windows.open()
        settled()
        return self.windows.front

    def press(self, key: Qt.Key) -> None:
        """Press Ctrl and a key in the window in front."""
        front = self.windows.front
        front.activateWindow()
        self.qtbot.waitUntil(front.isActiveWindow)
        QTest.keyClick(front, key, Qt.KeyboardModifier.ControlModifier)

    def play(self, window: Window, game: str) -> Story:
        """Open a table against bots in that window, and play until it is our turn."""
        story = Story(game)
        story.info = replace(story.info, table=game.encode().hex())
        window.begin(against_bots(game))
        self.program.tell(story.started, story.until_own_turn())
        settled()
        return story

    def answer(self, window: Window, text: str) -> None:
        """Press a button of the question over a window."""
        [found] = [each for each in window.side.top.findChildren(QPushButton) if each.text().startswith(text)]
        self.qtbot.mouseClick(found, LEFT)
        settled()


@pytest.fixture
def desktop(qtbot: QtBot, tmp_path: Path) -> Desktop:
    return Desktop(qtbot, tmp_path)


def texts(inside: QWidget) -> list[str]:
    return [each.text() for each in inside.findChildren(QPushButton) if not each.isHidden()]


def test_two_tables_are_played_side_by_side_and_one_is_closed(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    plump, reef = desktop.play(one, "plump"), desktop.play(other, "reef")
    for window, story in ((one, plump), (other, reef)):
        assert window.at_table is not None
        window.at_table.table.chosen.emit(story.local.actions()[0])
    orders = [each.orders for each in desktop.program.tables]

    assert [len(each) for each in orders] == [1, 1]
    assert one.windowTitle().startswith("Your turn: Plump with ")
    assert other.windowTitle().startswith("Your turn: Reef Encounter with ")
    one.close()
    desktop.answer(one, "Close and")
    assert Quit() in orders[0] and Quit() not in orders[1]
    assert desktop.windows.all == [other]
    assert other.at_table is not None and other.table.is_under_way
    other.close()
    desktop.answer(other, "Close and")
    assert desktop.windows.all == []


def test_a_game_that_is_open_is_shown_and_not_begun_again(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    story = desktop.play(one, "plump")
    table = story.info.table
    desktop.program.kept = KeptGames((Unfinished(table, "plump", ("Lisa", "Bot Ada"), 9, 0, is_open=True),))
    other.look_at_games()

    assert "Continue" not in texts(other.home.list) and "Delete…" not in texts(other.home.list)
    [show] = [each for each in other.home.list.findChildren(QPushButton) if each.text() == "Show its window"]
    desktop.qtbot.mouseClick(show, LEFT)
    assert desktop.windows.front is one
    assert len(desktop.program.tables) == 1 and other.is_free


@pytest.mark.parametrize("way", [Joining, Spectating])
def test_a_table_is_not_joined_twice(desktop: Desktop, way: type[Joining | Spectating]) -> None:
    text, elsewhere = (
        str(Invitation((make_address("192.168.1.20", port),), bytes(range(32)))) for port in (4000, 4001)
    )
    one, other = desktop.first, desktop.another()
    one.begin(Joining(text))
    other.begin(way(text))

    assert len(desktop.program.tables) == 1 and desktop.windows.front is one
    other.begin(way(elsewhere))
    assert len(desktop.program.tables) == 2


def test_a_record_is_watched_while_a_game_is_played(desktop: Desktop, tmp_path: Path) -> None:
    one, other = desktop.first, desktop.another()
    story = Story("kings")
    story.to_the_end()
    desktop.program.recording = story.recording()
    desktop.play(one, "plump")
    other.begin(ReplayingFile(tmp_path / "evening.shoal"))
    desktop.qtbot.waitUntil(lambda: other.watched.screen is not None)

    assert other.windowTitle().startswith("Record of Kings with ")
    assert one.table.is_under_way and one.watched.screen is None
    desktop.program.recording = Recording(None)
    other.leave()
    assert other.windowTitle() == "Shoal"


def test_quitting_asks_about_every_game_and_staying_keeps_all(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    third = desktop.another()
    desktop.play(one, "plump")
    desktop.play(other, "kings")
    desktop.press(Qt.Key.Key_Q)
    desktop.answer(desktop.windows.front, "Stay")
    assert set(desktop.windows.all) == {one, other, third}
    desktop.press(Qt.Key.Key_Q)
    first = desktop.windows.front
    desktop.answer(first, "Close and")
    assert third.isVisible() and first not in desktop.windows.all
    desktop.answer(desktop.windows.front, "Close and")

    assert desktop.windows.all == []
    assert all(Quit() in each.orders for each in desktop.program.tables)


def test_settings_apply_in_all_windows(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    other.use(replace(desktop.program.settings, nick="Toby"))

    assert one.home.name.text() == other.home.name.text() == "Toby"


def test_only_one_window_opens_the_port_and_none_while_a_table_runs(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    assert [each.nearby.is_found for each in (one, other)] == [True, False]
    desktop.play(other, "plump")
    settled()

    assert desktop.program.searches[0].stopped
    assert one.nearby.search is not None and not one.nearby.is_found
    other.close()
    desktop.answer(other, "Close and")
    assert one.nearby.is_found


def test_a_fault_is_reported_once_in_the_window_in_front(desktop: Desktop) -> None:
    desktop.another()
    front = desktop.windows.front
    desktop.windows.reported.emit("Traceback: something")

    assert front.side.top.windowTitle() == "Something went wrong"
    assert not desktop.first.side._open


def test_a_table_that_fails_does_not_disturb_the_other(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    desktop.play(one, "plump")
    other.begin(Resuming("ff"))
    desktop.program.tables[-1].orders.clear()
    other.leave()
    settled()

    assert other.is_free and one.table.is_under_way
    assert desktop.program.tables[0].orders == []


def test_a_program_that_is_asked_to_end_closes_all_tables(desktop: Desktop) -> None:
    one = desktop.first
    desktop.another()
    desktop.play(one, "plump")
    desktop.windows.leave_at_once()
    settled()

    assert desktop.windows.all == []
    assert Quit() in desktop.program.tables[0].orders


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (QRect(100, 50, 800, 600), QPoint(132, 82)),
        (QRect(1088, 448, 800, 600), QPoint(1120, 480)),
        (QRect(1089, 448, 800, 600), QPoint(0, 0)),
        (QRect(0, 0, 1920, 1080), QPoint(0, 0)),
    ],
)
def test_a_window_opens_beside_the_last_one_and_within_the_screen(place: QRect, expected: QPoint) -> None:
    found = _beside(place, ROOM)

    assert found.topLeft() == expected and ROOM.contains(found)


def test_the_window_used_last_is_in_front(desktop: Desktop) -> None:
    """Neither the window that loses the focus comes to the front, nor one that changes in another way."""
    one, other = desktop.first, desktop.another()
    for window in (one, other, one):
        window.activateWindow()
        desktop.qtbot.waitUntil(window.isActiveWindow)
        settled()

        assert desktop.windows.front is window
    other.bring_up()
    assert desktop.windows.front is other
    other.setWindowState(Qt.WindowState.WindowMinimized)
    other.bring_up()
    assert not other.isMinimized()


def test_the_place_of_the_last_window_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    first = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(first)
    first.resize(730, 610)
    first.show()
    first.close()
    second = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(second)

    assert (second.width(), second.height()) == (730, 610)


@pytest.mark.parametrize(
    ("start", "rules"),
    [(Replaying("ab"), "Rules of Kings"), (Learning("reef", 0), "Rules of Reef Encounter")],
)
def test_f1_opens_the_rules_of_the_replay_or_lesson_and_closes_them(
    desktop: Desktop, start: Replaying | Learning, rules: str
) -> None:
    story = Story("kings")
    story.step()
    desktop.program.recording = story.recording()
    window = desktop.first
    window.begin(start)
    desktop.qtbot.waitUntil(lambda: (window.watched.screen or window.lessons.screen) is not None)
    settled()
    dock = window.table_docks.docks["rules"]
    seen = []
    for _ in range(2):
        QTest.keyClick(window, Qt.Key.Key_F1)
        seen.append((dock.isVisible(), dock.widget().accessibleName()))

    assert seen == [(True, rules), (False, rules)]


def test_f1_after_a_refusal_opens_its_rule_and_then_closes_the_rules(desktop: Desktop) -> None:
    window = desktop.first
    desktop.play(window, "plump")
    dock, rules = window.table_docks.docks["rules"], window.table_docks.rules
    QTest.keyClick(window, Qt.Key.Key_F1)
    settled()
    assert dock.isVisible() and rules.marked == ""
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert not dock.isVisible()
    desktop.program.tell(Refused("hook", "plump 2.3", "That bid is forbidden."))
    settled()
    QTest.keyClick(window, Qt.Key.Key_F1)
    settled()
    assert dock.isVisible() and rules.marked.startswith("2.3 ")
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert not dock.isVisible()


def of_game(table: GameTable) -> set[str]:
    return {what for _, what in tuple(table.keys())}


def keys_shown(desktop: Desktop, window: Window) -> list[str]:
    """The words of the list of keys, opened by its key and closed again."""
    window.activateWindow()
    desktop.qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClicks(window, "?")
    found = [each.text() for each in window.side.top.findChildren(QLabel)]
    window.side.top.accept()
    return found


def test_the_list_of_keys_has_those_of_the_game_that_is_shown(desktop: Desktop) -> None:
    window = desktop.first
    in_lobby = keys_shown(desktop, window)
    window.begin(Learning("reef", 0))
    settled()
    assert window.lessons.screen is not None
    in_lesson, of_reef = keys_shown(desktop, window), of_game(window.lessons.screen.table)
    desktop.play(window, "plump")
    assert window.at_table is not None
    at_table, of_plump = keys_shown(desktop, window), of_game(window.at_table.table)

    assert of_reef and of_plump and of_reef != of_plump
    assert of_reef <= {*in_lesson} and of_plump <= {*at_table}
    assert len(in_lobby) < len(at_table) and not of_reef <= {*in_lobby}


def test_new_settings_also_apply_to_a_table_that_fills(desktop: Desktop) -> None:
    window = desktop.first
    window.begin(setup_for("plump").hosting(asks=True))
    before = window.waiting.leave.icon().pixmap(22).toImage()
    window.use(replace(desktop.program.settings, theme="dark"))

    assert window.waiting.leave.icon().pixmap(22).toImage() != before


def test_records_are_not_checked_for_the_score_while_a_table_runs(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    desktop.program.evenings = (Evening("plump", 1, (Wins("a", "Lisa", 1), Wins("b", "Ed", 0)), 0),)
    desktop.play(one, "kings")
    settled()
    other.look_at_games()
    assert other.home.evening.isHidden()
    one.table.put(Quit())
    settled()

    assert not other.home.evening.isHidden()


def test_the_parts_of_a_table_are_made_once_its_game_is_considered(desktop: Desktop) -> None:
    one, other = desktop.first, desktop.another()
    one.home.play_considered.emit("plump")
    settled()
    assert {"table_docks", "waiting"} <= {*vars(one)}
    assert not {"table_docks", "waiting"} & {*vars(other)}, "a lobby left alone stays small"
