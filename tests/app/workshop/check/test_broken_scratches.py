"""Checks of the fast path, tried on scratches that are broken in one way each."""

from __future__ import annotations

from itertools import count

import pytest

from app.workshop.check.battery import run_check
from app.workshop.check.journey import Case
from rules.api import Game, Seat, State
from rules.stepping import SteppingScratch
from tests.support.broken_anglers import CASE, scratched
from tests.support.values import replace

COUNT = count()


def slipping(**fields: object) -> Game:
    """Anglers with a scratch that has other methods, as have its clones."""

    def clone(self: SteppingScratch) -> SteppingScratch:
        return type(self)(self._state, self._faces, seats=self._seats, rng=self._rng)

    return scratched(type("BrokenScratch", (SteppingScratch,), {"__slots__": (), "clone": clone, **fields}))


def elsewhere(self: SteppingScratch) -> State:
    """Broken: a scratch returns another position after the first move of a round."""
    table = self._state.table  # type: ignore[attr-defined]
    return replace(self._state, first=Seat(1 - self._state.first)) if table else self._state  # type: ignore[attr-defined, type-var]


def lost_at_the_end(self: SteppingScratch) -> State:
    return CASE.start() if self.over else self._state


def halved(self: SteppingScratch) -> tuple[int, ...]:
    return tuple(score + self.over for score in SteppingScratch.scores(self))


def counting_moves(self: SteppingScratch) -> tuple[int, ...]:
    """Broken: the scores change with every move of any clone."""
    return (next(COUNT), 0, 0)


def frozen(self: SteppingScratch, move: int) -> None:
    """Broken: no move is made in a clone."""


def numb_clone(self: SteppingScratch) -> SteppingScratch:
    kind = type("Numb", (SteppingScratch,), {"__slots__": (), "play": frozen})
    return kind(self._state, self._faces, seats=self._seats, rng=self._rng)


def next_seat(self: SteppingScratch) -> None:
    """Broken: another seat is on turn than in the position."""
    SteppingScratch._advance(self)
    self.turn = Seat((self.turn + 1) % self._seats)


def open_ended(self: SteppingScratch) -> None:
    """Broken: a scratch does not see its end."""
    SteppingScratch._advance(self)
    self.over = False


def over_at_once(self: SteppingScratch) -> None:
    SteppingScratch._advance(self)
    self.over = True


BROKEN: list[tuple[str, Game, str]] = [
    ("side-by-side", slipping(_advance=next_seat), "seat 0 is on turn after 0 moves, in "),
    ("side-by-side", slipping(_advance=over_at_once), "seat 0 is on turn after 0 moves, in "),
    ("side-by-side", slipping(_advance=open_ended), "a scratch is over when the game is; it goes on"),
    ("side-by-side", slipping(state=elsewhere), "a scratch is after 7 moves, in "),
    ("side-by-side", slipping(state=lost_at_the_end), "a scratch ends at 'anglers 3 3; "),
    ("side-by-side", slipping(scores=halved), "a scratch has the scores ("),
    ("begun-anywhere", slipping(_advance=next_seat), "a scratch has seat 0 on turn; seat 1"),
    ("begun-anywhere", slipping(state=elsewhere), "a scratch is at the position it was made of"),
    ("sample-plays", slipping(_advance=next_seat), "it is the turn of seat 0; 1"),
    ("sample-plays", slipping(_advance=over_at_once), "it is the turn of seat 0; 0"),
    ("clone", slipping(scores=counting_moves), "turn, actions and scores do not change while a clone plays"),
    ("clone", slipping(clone=numb_clone), "moves change a clone's position"),
]


@pytest.mark.parametrize(("name", "broken", "words"), BROKEN)
def test_a_broken_scratch_is_found_out(name: str, broken: Game, words: str) -> None:
    finding = run_check(name, Case(broken, 3, CASE.options))

    assert finding is not None and words in f"{finding.expected}; {finding.found}"
