"""States of Matriculation's table, for the gallery and for tests: a table after some moves of bots."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.bots.matriculation import MatriculationPolicy
from app.games.matriculation.scene import HOURS, TO_DISCARDS
from app.games.scene import slot_of
from app.messages import Advanced, Guest, StepKind, TableInfo, Working
from rules.api import Rolled, Seat, View
from rules.driver import LocalTable
from rules.matriculation.actions import MatriculationPlay
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.game import MatriculationGame
from rules.matriculation.state import MatriculationState
from tests.support.table_hands import lay_out
from ui.kit.game_table import Preferences
from ui.tables.matriculation.table import MatriculationTable

NICKS = ("You", "Lisa", "Stephen", "Ingeborg")
KEPT = 9
"""Number of moves that are shown one by one, for the table's story; earlier ones are shown at once."""


def info(seats: int, seat: int = 0) -> TableInfo:
    guests = tuple(Guest(NICKS[at], "calm otter vivid plum silver tide", bot=at > 0) for at in range(seats))
    return TableInfo("ab" * 16, "matriculation", (), guests, seat)


class Story:
    """A match that bots play, with a random move at the chance `wild`, until a condition holds."""

    def __init__(self, seats: int, *, seed: int = 3, hands: str = "1", wild: float = 0.0) -> None:
        self.seats, self.wild = seats, wild
        self.rng = random.Random(seed)
        self.local = LocalTable(MatriculationGame().start(seats, {"hands": hands}), seats, self.rng)
        self._seen: list[tuple[int, dict[Seat | None, View]]] = []
        """The number of events after each move, and everybody's view then."""
        self._keep()

    @property
    def state(self) -> MatriculationState:
        assert isinstance(self.local.state, MatriculationState)
        return self.local.state

    def until(self, seen: Callable[[Story], bool], most: int = 2000) -> Story:
        """Play on until it is seen, the match is over, or `most` moves were made."""
        while not seen(self) and self.local.turn is not None and most:
            self.step()
            most -= 1
        return self

    def step(self) -> None:
        turn = self.local.turn
        assert turn is not None
        actions = self.local.actions()
        if self.rng.random() < self.wild:
            self.local.play(actions[self.rng.randrange(len(actions))])
        else:
            self.local.play(MatriculationPolicy().choose(self.local.view(turn), self.rng))
        self._keep()

    def table(self, preferences: Preferences, *, seat: int | None = 0) -> MatriculationTable:
        """The table as it is now, having seen everything."""
        table = MatriculationTable(info(self.seats, -1 if seat is None else seat), preferences)
        lay_out(table)
        before = 0
        for k, views in (self._seen[0], *self._seen[1:][-KEPT:]):
            view = views[None if seat is None else Seat(seat)]
            table.show_advanced(Advanced(k, view, tuple(self.local.events[before:k])))
            before = k
        table.hurry()
        return table

    def _keep(self) -> None:
        seats = (None, *map(Seat, range(self.seats)))
        self._seen.append((len(self.local.events), {seat: self.local.view(seat) for seat in seats}))


def own_turn(story: Story) -> bool:
    return story.local.turn == 0 and len(story.state.players[0].terms) >= 3


def stopped(story: Story) -> bool:
    """True on the player's turn, with some terms and two setbacks, of which one blocks all terms."""
    player = story.state.players[0]
    return own_turn(story) and player.control is not None and len(player.setbacks) >= 2


def piled() -> Story:
    """A match at the player's turn, with terms of both, a setback, and a heap of discards."""
    return Story(2, seed=5, wild=0.3).until(
        lambda story: (
            own_turn(story)
            and len(story.state.players[1].terms) >= 3
            and len(story.state.discards) >= 9
            and bool(story.state.players[0].setbacks or story.state.players[1].setbacks)
        )
    )


def dry(story: Story) -> bool:
    return story.local.turn == 0 and story.state.phase is MatriculationPhase.DRY


def second_hand(story: Story) -> bool:
    return own_turn(story) and len(story.state.sheets) == 2


def shuffling(preferences: Preferences) -> QWidget:
    """The dealer is known, the deck is being shuffled."""
    start = MatriculationGame().start(4, {})
    table = MatriculationTable(info(4), preferences)
    lay_out(table)
    for k, state in enumerate((start, start.after(Rolled(2)))):
        table.show_advanced(Advanced(k, View(state, Seat(0), {}), ()))
    table.show_working(Working(StepKind.MIX, (2,), (), 3, 4, 17))
    return table


def never(_story: Story) -> bool:
    return False


def turn(preferences: Preferences) -> QWidget:
    return Story(2).until(own_turn).table(preferences)


def in_the_way(preferences: Preferences) -> QWidget:
    return Story(2, seed=8, wild=0.2).until(stopped).table(preferences)


def setback_picked(preferences: Preferences) -> QWidget:
    """A setback is picked: the players that it may be played on are marked."""

    def has_setback(story: Story) -> bool:
        slots = [
            each.slot
            for each in story.local.actions()
            if isinstance(each, MatriculationPlay) and each.target is not None
        ]
        return own_turn(story) and len(slots) > len(set(slots))

    table = Story(4, seed=6, wild=0.2).until(has_setback).table(preferences)
    assert table.shown is not None
    ends = {card.at: set(table.shown.ends(card.at)) - {TO_DISCARDS} for card in table.shown.hand}
    table.hand.pick(next(slot_of(at) for at, found in ends.items() if len(found) >= 2))
    return table


def refused(preferences: Preferences) -> QWidget:
    """A term was tried while a setback blocks it."""
    table = Story(3, seed=4, wild=0.2).until(stopped).table(preferences)
    assert table.shown is not None
    shown = table.shown
    stuck = (card.at for card in shown.hand if not set(shown.ends(card.at)) - {TO_DISCARDS})
    table.hand.played.emit(slot_of(next(stuck)), None)
    return table


def later_hand(preferences: Preferences) -> QWidget:
    return Story(3, hands="3").until(second_hand).table(preferences)


def empty_deck(preferences: Preferences) -> QWidget:
    return Story(2, seed=4, wild=0.9).until(dry).table(preferences)


def four_players(preferences: Preferences) -> QWidget:
    return Story(4, seed=12, wild=0.2).until(own_turn).table(preferences)


def spectator(preferences: Preferences) -> QWidget:
    return Story(3, seed=7).until(own_turn).table(preferences, seat=None)


def over(preferences: Preferences) -> QWidget:
    return Story(2, hands="2").until(never).table(preferences)


def result(preferences: Preferences) -> QWidget:
    """The window at the end of the game."""
    shown = Story(3, hands="2").until(never).table(preferences).sheet()
    assert shown is not None
    return shown


def pile_hours(preferences: Preferences) -> QWidget:
    """The terms of another player, looked through."""
    table = piled().table(preferences)
    assert isinstance(table, MatriculationTable)
    table.rows[1].piles[HOURS].press()
    return table


def pile_discards(preferences: Preferences) -> QWidget:
    """The discards, looked through."""
    table = piled().table(preferences)
    assert isinstance(table, MatriculationTable)
    table.side.discards.press()
    return table


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("matriculation-shuffling", shuffling),
    ("matriculation-turn", turn),
    ("matriculation-in-the-way", in_the_way),
    ("matriculation-setback", setback_picked),
    ("matriculation-refused", refused),
    ("matriculation-pile-hours", pile_hours),
    ("matriculation-pile-discards", pile_discards),
    ("matriculation-hand-3", later_hand),
    ("matriculation-dry", empty_deck),
    ("matriculation-four", four_players),
    ("matriculation-spectator", spectator),
    ("matriculation-over", over),
    ("matriculation-result", result),
]
