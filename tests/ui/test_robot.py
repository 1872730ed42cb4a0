"""A robot that knows no game plays by the words that a player reads: each hint, and the header's next press.

First it asks for a hint at every step and does what the hint says, to the letter. Then it takes up anything
that is lit and does only what the header says next, until something is played.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.hint import Hint, hint_of
from app.games.policies import policy_of
from app.messages import Choose, Order
from app.screens.table import TableModel
from tests.support.catalogue import GAMES, playing
from tests.support.robot import Robot, is_off, label_of, rank_of
from tests.support.samples import PACKAGES, entry_of
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import Story
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("sketched")
FEW, TEN = 3, 10
"""Number of turns in the quick form; in the slow one, which plays all games with two seeds."""
SEATS = {"kings": 4, "reef": 2}
BY = pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])


class Sitting:
    """A table's screen at which the robot sits, with a game of bots behind it."""

    def __init__(self, qtbot: QtBot, game: str, *, by_keys: bool, seed: int, turns: int) -> None:
        self.turns_left = turns
        self.entry: GameEntry = catalogue().named(game)
        seats = SEATS.get(game, min(3, self.entry.rules.seats[-1]))
        self.story = Story(game, seats, seed=seed)
        self.bot, self.rng = policy_of(self.entry, "normal"), random.Random(seed)
        self.orders: list[Order] = []
        self.asked: list[str] = []
        self.screen = TableScreen(self.story.info, preferences(), self.orders.append)
        qtbot.addWidget(self.screen)
        self.screen.table.chosen.connect(lambda action: self.asked.append(str(action)))
        self.screen.resize(1280, 800)
        self.screen.show()
        self.screen.show_news((self.story.started,))
        self.robot = Robot(self.screen.table, by_keys=by_keys, seed=seed)
        self._tell()
        self.go_on()

    @property
    def model(self) -> TableModel:
        return self.screen.model

    @property
    def is_on(self) -> bool:
        return self.turns_left > 0 and self.story.local.turn is not None

    def go_on(self) -> None:
        """Hand the orders to the game, and let bots play until the robot has to choose."""
        while True:
            while self.orders:
                order = self.orders.pop(0)
                if isinstance(order, Choose):
                    self.story.local.play(order.action)
                    self._tell()
            local = self.story.local
            if local.turn is None or local.turn == self.story.info.seat:
                break
            self.turns_left -= 1
            while local.turn not in (None, self.story.info.seat):
                local.play(self.bot.choose(local.view(local.turn), self.rng))
                self._tell()
        for _ in range(20):
            QApplication.processEvents()

    def _tell(self) -> None:
        self.screen.show_news((self.story.news(),))
        self.screen.table.hurry()
        QApplication.processEvents()

    def is_done(self) -> bool:
        return bool(self.asked)

    def header(self) -> str:
        """The header's next press; after a refusal it stands below the refusal."""
        bar = self.screen.bar
        lines = [each.text() for each in (bar.status, bar.happened) if each.isVisible()]
        return self.model.next_press if self.model.next_press in lines else ""

    def hint(self, *, is_best: bool) -> Hint:
        """The hint for the player's next step: the best one, or a quick one of a bot of the normal level."""
        entry = self.entry if is_best else replace(self.entry, policies=self.entry.policies[:1])
        view = self.model.view
        assert view is not None
        return hint_of(entry, view, self.model.names, self.rng)

    def play_by_hint(self, *, is_best: bool) -> None:
        """Do as a hint says, and check that the action is the bot's."""
        hint, view = self.hint(is_best=is_best), self.model.view
        assert view is not None
        self.asked.clear()
        self.robot.follow(hint.text, is_done=self.is_done, read=self.header)

        said = [
            self.entry.description.say(view, action, self.model.names).do
            for action in view.actions()
            if str(action) == self.asked[-1]
        ]
        assert said and hint.text.startswith(said[0]), (hint.text, self.asked, self.robot.pressed)
        self.go_on()

    def play_by_header(self) -> None:
        """Take up anything that stands out, and go on as the header says until something is played."""
        self.asked.clear()
        there = [each for each in self.robot.surface.buttons() if not is_off(each)]
        lit = [each for each in there if rank_of(each) > 1] or [each for each in there if label_of(each)]
        self.robot.pressed = []
        self.robot.press(self.rng.choice(lit))
        for _ in range(5):
            if self.is_done():
                break
            header = self.header()
            assert header, (self.robot.pressed, self.screen.status.text())
            self.robot.obey_header(header, self.is_done)
        assert self.is_done(), (self.robot.pressed, self.screen.status.text())
        self.go_on()


def cases(games: Iterable[str], *quick: str) -> pytest.MarkDecorator:
    """A game, a seed, and for how many turns it is played."""
    long = [pytest.param(game, seed, TEN, marks=pytest.mark.slow) for game in games for seed in (7, 8)]
    return pytest.mark.parametrize(("game", "seed", "turns"), [*((game, 7, FEW) for game in quick), *long])


@BY
@cases(GAMES, "plump", "cahoots")
def test_a_robot_plays_turns_by_hints_of_the_normal_bot(
    qtbot: QtBot, game: str, seed: int, turns: int, *, by_keys: bool
) -> None:
    sitting = Sitting(qtbot, game, by_keys=by_keys, seed=seed, turns=turns)
    while sitting.is_on:
        sitting.play_by_hint(is_best=False)


@pytest.mark.slow
@BY
@pytest.mark.parametrize("game", GAMES)
def test_a_robot_plays_ten_turns_by_the_best_hints(qtbot: QtBot, game: str, *, by_keys: bool) -> None:
    sitting = Sitting(qtbot, game, by_keys=by_keys, seed=11, turns=TEN)
    while sitting.is_on:
        sitting.play_by_hint(is_best=True)


@BY
@cases(GAMES, "cahoots")
def test_a_robot_plays_ten_turns_by_the_status_line(
    qtbot: QtBot, game: str, seed: int, turns: int, *, by_keys: bool
) -> None:
    sitting = Sitting(qtbot, game, by_keys=by_keys, seed=seed, turns=turns)
    while sitting.is_on:
        sitting.play_by_header()


@pytest.fixture
def sample(game: str) -> Iterator[str]:
    """A sample game in the catalogue, with a bot that does anything: so the hints tell of everything."""
    entry = replace(entry_of(game), policies=(("normal", "app.bots.api:AnyMove"),))
    with playing(entry):
        yield entry.rules.key


@BY
@cases(PACKAGES, "hearts", "duels")
def test_a_robot_plays_ten_turns_at_the_plain_table(
    qtbot: QtBot, sample: str, seed: int, turns: int, *, by_keys: bool
) -> None:
    sitting = Sitting(qtbot, sample, by_keys=by_keys, seed=seed, turns=turns)
    while sitting.is_on:
        sitting.play_by_hint(is_best=True)
        if sitting.is_on:
            sitting.play_by_header()
