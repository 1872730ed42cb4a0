"""The table of Reef Encounter, played through the widget."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.bots.reef import ReefPolicy
from app.messages import Advanced, Guest, TableInfo
from app.reef_choice_model import Choices, Route, Spot, Target
from rules.api import Action, Event, Seat
from rules.driver import LocalTable
from rules.reef.game import ReefGame
from ui.art.theme import ThemeName, themed
from ui.table.game_table import Manner
from ui.table.reef.table import ReefTable

NAMES = ("Ada", "Bo", "Cy", "Di")
STILL = Manner(themed(ThemeName.DARK), 100, 0, True)


class Sitting:
    """One widget at a local table; bots play the other seats, and `hand` the widget's own."""

    def __init__(self, qtbot: QtBot, *, seats: int = 2, seed: int = 1, size: tuple[int, int] = (1280, 720),
                 options: dict[str, str] | None = None) -> None:  # fmt: skip
        self.rng = random.Random(seed)
        self.game = LocalTable(ReefGame().start(seats, options or {}), seats, self.rng)
        guests = tuple(Guest(name, "words") for name in NAMES[:seats])
        self.table = ReefTable(TableInfo("00", "reef", (), guests, 0), STILL)
        qtbot.addWidget(self.table)
        self.table.resize(*size)
        self.table.show()
        self.chosen: list[Action] = []
        self.refused: list[str] = []
        self.table.chosen.connect(self.chosen.append)
        self.table.why_not.connect(self.refused.append)
        self.bot = ReefPolicy()
        self._told = 0
        self.k = 0
        self.tell()

    def tell(self) -> None:
        """Show the table what has happened."""
        events: tuple[Event, ...] = tuple(self.game.events[self._told :])
        self._told, self.k = len(self.game.events), self.k + 1
        self.table.show_advanced(Advanced(self.k, self.game.view(Seat(0)), events))

    def others(self) -> None:
        """Let bots play until it is the widget's turn, or the game is over."""
        while self.game.turn not in (None, 0):
            self.game.play(self.bot.choose(self.game.view(self.game.turn), self.rng))
        self.tell()

    def wish(self) -> Action:
        """What a bot would do in the widget's place."""
        return self.bot.choose(self.game.view(Seat(0)), self.rng)

    def done(self) -> None:
        """The one action that the widget has chosen happens."""
        (action,) = self.chosen
        self.chosen.clear()
        self.game.play(action)
        self.tell()

    def until(self, turns: int) -> None:
        """Bots play everything for a while."""
        for _ in range(turns):
            if self.game.turn is None:
                break
            self.game.play(self.bot.choose(self.game.view(self.game.turn), self.rng))
        self.others()

    def click(self, target: Target) -> None:
        """A click of the left button in the middle of a thing."""
        QTest.mouseClick(self.table.surface.viewport(), Qt.MouseButton.LeftButton, pos=self.at(target))

    def at(self, target: Target) -> QPoint:
        """Where a thing is seen."""
        return self.table.surface.mapFromScene(self.table.stage.things[target].scenePos())

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """A key for the table."""
        QTest.keyClick(self.table.surface, key, held)


def route_to(choices: Choices, action: Action, *, through: Spot | None = None) -> Route:
    """The shortest way to an action; through a kind of thing first, if there is such a way."""
    routes = sorted((route for route, each in choices.whole.items() if each == action), key=len)
    if not routes:  # another start tile of the same colour
        routes = sorted((r for r, each in choices.whole.items() if type(each) is type(action)), key=len)
    wanted = [route for route in routes if route[0].spot is through]
    return (wanted or routes)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up_and_first_turn_by_mouse(qtbot: QtBot, seats: int) -> None:
    sitting = Sitting(qtbot, seats=seats)
    sitting.others()
    for _ in range(6):
        sitting.others()
        for target in route_to(sitting.table.choices, sitting.wish()):
            sitting.click(target)
        sitting.done()

    assert sitting.refused == []
