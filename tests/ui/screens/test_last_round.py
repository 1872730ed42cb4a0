"""The last round once more: the positions that it shows, and its end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import Order
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import Story
from ui.screens.last_round import LastRoundReplay
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("sketched")

GAMES = ("plump", "matriculation", "cahoots", "kings", "reef")


class Seat:
    """A table screen where the player has had a turn, and all others after it one step each."""

    def __init__(self, qtbot: QtBot, game: str) -> None:
        self.qtbot, self.orders = qtbot, list[Order]()
        self.story = Story(game)
        self.screen = TableScreen(self.story.info, preferences(), self.orders.append)
        qtbot.addWidget(self.screen)
        self.screen.resize(1100, 760)
        self.screen.show()
        self.screen.show_news((self.story.started, self.story.until_own_turn()))
        self.own = self.screen.model.latest
        self.story.step()
        while self.story.local.turn is not None and self.story.local.turn != self.story.info.seat:
            self.tell()
            self.story.step()
        self.tell()

    def tell(self) -> None:
        self.screen.show_news((self.story.news(),))
        self.screen.table.hurry()

    def replay(self) -> LastRoundReplay:
        self.screen.show_last_round()
        assert self.screen.round_replay is not None
        self.screen.round_replay.step_ms = 1
        self.screen.round_replay._next.start(1)
        return self.screen.round_replay


@pytest.mark.parametrize("game", GAMES)
def test_the_last_round_is_played_from_the_players_turn_to_now_and_closes(qtbot: QtBot, game: str) -> None:
    seat = Seat(qtbot, game)
    now = seat.screen.model.latest
    told, shown = list(seat.orders), list[object]()
    replay = seat.replay()
    replay.table.presented.connect(shown.append)
    assert replay.isVisible() and len(replay._coming) == len(seat.screen.model.last_round) - 1 > 0
    qtbot.waitUntil(lambda: seat.screen.round_replay is None)

    assert seat.screen.model.last_round[0] is seat.own
    assert shown[-1] is now
    assert seat.screen.model.latest is now  # the game itself has not heard of it
    assert seat.orders == told


@pytest.mark.parametrize("way", ["escape", "click", "button", "once more"])
def test_the_last_round_can_be_ended_at_any_time(qtbot: QtBot, way: str) -> None:
    seat = Seat(qtbot, "plump")
    seat.screen.show_last_round()
    replay = seat.screen.round_replay
    assert replay is not None
    if way == "escape":
        qtbot.keyClick(replay, Qt.Key.Key_Escape)
    elif way == "click":
        qtbot.mouseClick(replay, Qt.MouseButton.LeftButton, pos=replay.table.geometry().center())
    elif way == "button":
        qtbot.mouseClick(replay.end, Qt.MouseButton.LeftButton)
    else:
        seat.screen.show_last_round()

    assert seat.screen.round_replay is None
    assert replay.isHidden()


def test_before_the_first_move_there_is_no_last_round_to_show(qtbot: QtBot) -> None:
    story = Story("plump")
    screen = TableScreen(story.info, preferences(), lambda _: None)
    qtbot.addWidget(screen)
    screen.show_last_round()
    screen.show_news((story.started, story.news()))
    screen.show_last_round()

    assert screen.round_replay is None


def test_a_spectator_sees_the_last_few_positions(qtbot: QtBot) -> None:
    story = Story("kings")
    screen = TableScreen(replace(story.info, seat=-1), preferences(), lambda _: None)
    qtbot.addWidget(screen)
    for _ in range(12):
        screen.show_news((story.news(),))
        story.step()

    assert len(screen.model.last_round) == 8
    assert screen.model.last_round[-1] is screen.model.latest


@pytest.mark.parametrize(("motion_ms", "step_ms"), [(0, 800), (266, 800), (267, 801), (600, 1800)])
def test_a_position_is_shown_as_long_as_three_moves_of_a_card_take(
    qtbot: QtBot, motion_ms: int, step_ms: int
) -> None:
    seat = Seat(qtbot, "plump")
    replay = LastRoundReplay(
        seat.screen.model, seat.screen.model.last_round, preferences(motion_ms=motion_ms), seat.screen
    )

    assert replay.step_ms == step_ms


def test_the_last_round_waits_for_its_table_and_longest_at_the_last_position(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Seat(qtbot, "plump")
    seat.screen.show_last_round()
    replay = seat.screen.round_replay
    assert replay is not None and replay.window().focusWidget() is replay and not replay.table.isEnabled()
    timer = replay._next
    waits = [timer.interval()]
    monkeypatch.setattr(type(replay.table), "is_behind", property(lambda _: True))
    replay._go_on()
    waits.append(timer.interval())
    monkeypatch.undo()
    left = len(replay._coming)
    for _ in range(left):
        replay.table.hurry()
        replay._go_on()
        waits.append(timer.interval())

    assert waits == [800, 200, *[800] * (left - 1), 1600] and left > 1
    assert timer.isSingleShot() and timer.isActive()
    replay.table.hurry()
    replay._go_on()
    assert seat.screen.round_replay is None and not timer.isActive()


def test_the_last_round_covers_the_whole_table_and_other_keys_do_not_close_it(qtbot: QtBot) -> None:
    seat = Seat(qtbot, "plump")
    seat.screen.show_last_round()
    replay = seat.screen.round_replay
    assert replay is not None
    for size in ((1100, 760), (900, 600)):
        seat.screen.resize(*size)
        QApplication.processEvents()
        assert replay.geometry() == seat.screen.table.geometry()
    qtbot.keyClick(replay, Qt.Key.Key_Space)

    assert replay.isVisible() and seat.screen.round_replay is replay
    seat.screen.set_preferences(preferences())
    assert seat.screen.round_replay is None, "another look begins with the real table"
