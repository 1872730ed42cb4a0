"""States of Reef Encounter's table, for the gallery and tests: a table after a number of moves of bots."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from functools import cache

from PySide6.QtWidgets import QWidget

from app.bots.reef import ReefPolicy
from app.games.reef.picks import Aim, act, token
from app.messages import Advanced, Guest, TableInfo
from rules.api import Moved, Seat, View, opened
from rules.driver import LocalTable
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from tests.support.table_hands import lay_out
from ui.kit.game_table import Preferences
from ui.tables.reef.table import ReefTable

NICKS = ("You", "Lisa", "Stephen", "Toby")


class Game:
    """A game of bots, played only as far as a state needs it; states that begin alike share the bots'
    work."""

    def __init__(self, seats: int, seed: int, options: tuple[tuple[str, str], ...]) -> None:
        self._rng = random.Random(seed)
        self._bot = ReefPolicy()
        self._played = LocalTable(ReefGame().start(seats, dict(options)), seats, self._rng)
        self._kept = [_copied(self._played)]

    def after(self, moves: int) -> LocalTable:
        """The table after `moves` moves, or at the end."""
        while len(self._kept) <= moves and (turn := self._played.turn) is not None:
            self._played.play(self._bot.choose(self._played.view(turn), self._rng))
            self._kept.append(_copied(self._played))
        return self._kept[min(moves, len(self._kept) - 1)]


game = cache(Game)


def _copied(local: LocalTable) -> LocalTable:
    made = copy(local)
    made.events, made.public, made.known = [*local.events], {**local.public}, tuple(map(dict, local.known))
    return made


class Story:
    """A game played by bots until a condition holds."""

    def __init__(self, seats: int, *, seed: int = 4, options: dict[str, str] | None = None) -> None:
        self.seats = seats
        self._game = game(seats, seed, tuple((options or {}).items()))
        self._moves = 0
        self.local = self._game.after(0)
        self.told = 0

    @property
    def position(self) -> Position:
        state = self.local.state
        assert isinstance(state, ReefState)
        return state.position

    def until(self, seen: Callable[[Story], bool]) -> Story:
        while not seen(self) and self.local.turn is not None:
            self.told = len(self.local.events)
            self._moves += 1
            self.local = self._game.after(self._moves)
        return self

    def news(self, seat: int | None = 0) -> Advanced:
        view = self.local.view(None if seat is None else Seat(seat))
        return Advanced(len(self.local.events), view, tuple(self.local.events[self.told :]))

    def table(self, preferences: Preferences, *, seat: int | None = 0) -> ReefTable:
        """The table as it is now, told the events of the last move."""
        info = TableInfo(
            "ab" * 16, "reef", (), tuple(Guest(nick, "calm otter") for nick in NICKS[: self.seats]),
            -1 if seat is None else seat,
        )  # fmt: skip
        table = ReefTable(info, preferences)
        lay_out(table)
        table.show_advanced(self.news(seat))
        return table


def moves(story: Story, count: int) -> bool:
    return len(story.local.events) > count and story.local.turn == 0


def laying(story: Story) -> bool:
    return moves(story, 90) and story.position.course.laying != NONE and any(
        isinstance(action, a.Lay) for action in story.local.actions())  # fmt: skip


def rich(story: Story) -> bool:
    return moves(story, 60) and sum(story.position.players[0].front) > 1


def choosing_fish(preferences: Preferences) -> QWidget:
    return Story(4).until(lambda s: s.local.turn == 0).table(preferences)


def choosing_cubes(preferences: Preferences) -> QWidget:
    table = (
        Story(3).until(lambda s: s.position.phase == ReefPhase.CUBES and s.local.turn == 0).table(preferences)
    )
    table.press(token(Aim.SUPPLY, 3))
    return table


def two_boards(preferences: Preferences) -> QWidget:
    return Story(2).until(lambda s: moves(s, 140)).table(preferences)


def three_boards(preferences: Preferences) -> QWidget:
    return Story(3).until(lambda s: moves(s, 200)).table(preferences)


def four_boards(preferences: Preferences) -> QWidget:
    return Story(4).until(lambda s: moves(s, 280)).table(preferences)


def four_boards_of_others(preferences: Preferences) -> QWidget:
    return Story(4).until(lambda s: len(s.local.events) > 300 and s.local.turn == 2).table(preferences)


def tile_laid(preferences: Preferences) -> QWidget:
    """A space is pointed at while tiles are laid."""
    story = Story(4).until(laying)
    table = story.table(preferences)
    spots = [action for action in story.local.actions() if isinstance(action, a.Lay)]
    attack = next((action for action in spots if story.position.rocks.tile[action.space] >= 0), spots[0])
    table.stage.pointed.emit(token(Aim.SPACE, attack.space))
    return table


def cylinder(preferences: Preferences) -> QWidget:
    """A cylinder is held: the coral tiles that it would turn are marked."""
    table = Story(3, seed=9).until(rich).table(preferences)
    table.press(act(7))
    if len(table.hold) == 1:
        table.press(sorted(table.choices.lit(table.hold))[0])
    table.press(sorted(table.choices.lit(table.hold))[1])
    return table


def planned(preferences: Preferences) -> QWidget:
    """A turn on its way: the steps that nobody else has seen yet, an eaten coral among them."""
    story = Story(2, seed=11).until(
        lambda s: s.local.turn == 0 and any(isinstance(each, a.Eat) for each in s.local.actions())
    )
    table = story.table(preferences)
    sent = view = story.local.view(Seat(0))
    for wanted in (a.Eat, a.PlayCube, a.Lay, a.Lay, a.Lay, a.Introduce):
        found = [each for each in view.actions() if isinstance(each, wanted)]
        if not found:
            continue
        event = Moved(Seat(0), found[-1])
        view = View(view.state.after(event), view.seat, {**view.known, **dict(opened(event))})
        table.sent = sent
        table.show_advanced(Advanced(len(story.local.events), view, (event,)))
    return table


def colours(preferences: Preferences) -> QWidget:
    """The standings of the colours, over the boards."""
    table = Story(4).until(lambda s: moves(s, 280)).table(preferences)
    table.ask_colours()
    return table


def why_not(preferences: Preferences) -> QWidget:
    table = Story(2).until(lambda s: moves(s, 30)).table(preferences)
    table.press(act(3))
    return table


def one_board(preferences: Preferences) -> QWidget:
    table = Story(4).until(lambda s: moves(s, 280)).table(preferences)
    table.stage.show_board(1)
    return table


def hidden_counts(preferences: Preferences) -> QWidget:
    return Story(3, options={"counts": "hidden"}).until(lambda s: moves(s, 120)).table(preferences)


def house_boards(preferences: Preferences) -> QWidget:
    return Story(2, options={"boards": "house"}).until(lambda s: moves(s, 60)).table(preferences)


def spectator(preferences: Preferences) -> QWidget:
    return Story(3).until(lambda s: moves(s, 150)).table(preferences, seat=None)


def over(preferences: Preferences) -> QWidget:
    return Story(3).until(lambda s: False).table(preferences)


def result(preferences: Preferences) -> QWidget:
    """The window at the end of the game."""
    shown = Story(3).until(lambda s: False).table(preferences).sheet()
    assert shown is not None
    return shown


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("reef-fish", choosing_fish),
    ("reef-cubes", choosing_cubes),
    ("reef-two", two_boards),
    ("reef-three", three_boards),
    ("reef-four", four_boards),
    ("reef-four-waiting", four_boards_of_others),
    ("reef-laying", tile_laid),
    ("reef-cylinder", cylinder),
    ("reef-planned", planned),
    ("reef-colours", colours),
    ("reef-why-not", why_not),
    ("reef-one-board", one_board),
    ("reef-hidden-counts", hidden_counts),
    ("reef-house", house_boards),
    ("reef-spectator", spectator),
    ("reef-over", over),
    ("reef-result", result),
]
