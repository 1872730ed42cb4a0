"""A robot that knows no game plays ten turns of each by what is written: names, signs, and the header.

It is told an action as a row of names of things. After each press the header has to say what comes next;
where that is "Press it again" the robot does so.
"""

from __future__ import annotations

import random

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.policies import policy_of
from app.games.scene import CHOICE, SEAT, Route, Scene, Token
from app.messages import Choose, Order
from app.screens.table import TableModel
from rules.api import Action
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only
from tests.support.robot import Robot
from tests.support.table_hands import manner
from tests.support.window import Story
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("sketched")
TURNS = 10
TARGETS = {
    "main": "Main pile",
    "veto": "Veto",
    "discards": "Discard",
    f"{CHOICE}end": "End the turn",
    f"{CHOICE}undo": "Take back",
    f"{CHOICE}confirm": "Attack",
}
"""Names on the table of what a scene has no words for, by token or zone."""


def name_of(scene: Scene, at: Token) -> str:
    """The name on the table of a thing, as far as it does not change."""
    zones = [(zone, piece) for zone in scene.zones for piece in zone.pieces if piece.at == at]
    zone = zones[0][0].key if zones else ""
    if (found := TARGETS.get(at) or TARGETS.get(zone)) is not None:
        return found
    if at.startswith(SEAT):
        plate = next(plate for plate in scene.plates if plate.seat == int(at.removeprefix(SEAT)))
        return f"Place before {plate.name}"
    first, _, rest = zones[0][1].name.partition(", ")
    head = f"{first}, {rest}" if first.isdigit() else first.partition(":")[0]
    if head.startswith("house "):
        plate = next(plate for plate in scene.plates if plate.seat == zones[0][0].seat)
        return f"Your {head}" if plate.seat == 0 else f"{plate.name}'s {head}"
    return head


class Sitting:
    """A screen of a table at which the robot sits, and a game of bots behind it."""

    def __init__(self, qtbot: QtBot, game: str, *, by_keys: bool) -> None:
        self.entry: GameEntry = catalogue().named(game)
        self.story = Story(game, {"kings": 4, "reef": 2}.get(game, 3), seed=7)
        self.bot, self.rng = policy_of(self.entry, "normal"), random.Random(3)
        self.orders: list[Order] = []
        self.asked: list[str] = []
        self.screen = TableScreen(self.story.info, manner(), self.orders.append)
        qtbot.addWidget(self.screen)
        self.screen.table.chosen.connect(self.asked.append)
        self.screen.resize(1280, 800)
        self.screen.show()
        self.screen.show_news((self.story.started,))
        self.robot = Robot(self.screen.table, by_keys=by_keys)
        self.turns = 0
        self._tell()
        self.go_on()

    @property
    def model(self) -> TableModel:
        return self.screen.model

    def go_on(self) -> None:
        """Let the game take the orders, and bots play until the robot has to choose."""
        while True:
            while self.orders:
                order = self.orders.pop(0)
                if isinstance(order, Choose):
                    self.story.local.play(order.action)
                    self._tell()
            local = self.story.local
            if local.turn is None or local.turn == self.story.info.seat:
                break
            self.turns += 1
            while local.turn not in (None, self.story.info.seat):
                local.play(self.bot.choose(local.view(local.turn), self.rng))
                self._tell()
        for _ in range(20):
            QApplication.processEvents()

    def _tell(self) -> None:
        self.screen.show_news((self.story.news(),))
        self.screen.table.hurry()
        QApplication.processEvents()

    def wish(self) -> tuple[Action, Route]:
        """What a bot would do, and what it presses: the first way that is made of things with names."""
        view = self.model.view
        assert view is not None and self.entry.described is not None
        wished = self.bot.choose(view, self.rng)
        for action in (wished, *view.actions()):
            for route in self.entry.described.picks(view, action):
                if all(not at.startswith(f"{CHOICE}swap") for at in route):
                    return action, route
        raise AssertionError(f"{wished} is made of nothing that has a name")

    def play(self) -> None:
        """Do one action, as it is written."""
        action, route = self.wish()
        view = self.model.view
        assert view is not None and self.entry.described is not None
        names = [name_of(self.entry.described.scene(view, self.model.names), at) for at in route]
        self.asked.clear()
        for place, name in enumerate(names):
            self.robot.press(name)
            if self.asked:
                break
            said = self.screen.status.text()
            if place < len(names) - 1:
                assert said == self.model.next_press != "", (names, place, said)
        if not self.asked and self.model.next_press.startswith("Press it again"):
            self.robot.again()

        say, nicks = self.entry.described.say, self.model.names
        asked = [say(view, each, nicks).do for each in self.asked[-1:]]
        assert asked == [say(view, action, nicks).do], (names, self.screen.status.text())
        self.go_on()


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("game", quick_only(GAMES, "plump", "cahoots"))
def test_ten_turns_by_what_is_written(qtbot: QtBot, game: str, *, by_keys: bool) -> None:
    sitting = Sitting(qtbot, game, by_keys=by_keys)
    while sitting.turns < TURNS and sitting.story.local.turn is not None:
        sitting.play()
