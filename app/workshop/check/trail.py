"""The place of a check in a random game, and the promise that it found broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from app.workshop.check.journey import Case, Chooser, Endless, JourneyStep, Stuck, journey, walk
from rules.api import State
from rules.text import event_text


class Broken(Exception):
    """A broken promise: what was expected and what was found, each a clause without its full stop."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"{expected}; {found}")
        self.expected = expected
        self.found = found


class Moment(Struct, frozen=True):
    """A moment of a random game: position and next event, as canonical texts.

    `seed` is the seed of the random game, `leaving` the chance with which seats leave; `number` counts the
    events from 0.
    """

    seed: int
    leaving: float
    number: int
    position: str
    event: str


class Trail:
    """The random games of one case that a check goes through, and its place in them."""

    def __init__(self, case: Case, seed: int = 1) -> None:
        self.case = case
        self.seed = seed
        self._leaving = 0.0
        self._here: JourneyStep | None = None

    @property
    def place(self) -> Moment | None:
        """The place of the check; None outside of a game."""
        if self._here is None:
            return None
        step = self._here
        return Moment(
            self.seed, self._leaving, step.number, step.state.text(), event_text(self.case.game, step.event)
        )

    def steps(self) -> tuple[JourneyStep, ...]:
        """Return a whole game without leavers."""
        try:
            return journey(self.case, self.seed)
        # Play the game again: the exception is then raised with the place known.
        except Exception:
            return self.leavers(self.seed, 0.0)

    def final(self) -> State:
        """Return the position at the end of the game that `steps` returns."""
        last = self.steps()[-1]
        return last.state.after(last.event)

    def leavers(self, seed: int, chance: float) -> tuple[JourneyStep, ...]:
        """Play a whole game in which a seat leaves with that chance before an event."""
        self.seed, self._leaving = seed, chance
        return self._walked(None, "a game of random moves")

    def played(self, choose: Chooser, players: str) -> tuple[JourneyStep, ...]:
        """Play a whole game without leavers in which `choose` decides; `players` names it for the report."""
        self._leaving = 0.0
        return self._walked(choose, f"a game of {players}")

    def _walked(self, choose: Chooser | None, what: str) -> tuple[JourneyStep, ...]:
        try:
            return tuple(self.visit(walk(self.case, self.seed, leaving=self._leaving, choose=choose)))
        except Endless as why:
            raise Broken(f"{what} comes to its end", str(why)) from why
        except Stuck as why:
            raise Broken("a seat on turn has at least one action", str(why)) from why

    def visit(self, steps: Iterable[JourneyStep]) -> Iterator[JourneyStep]:
        """Yield the steps one by one, and note each as the current place."""
        for step in steps:
            self._here = step
            yield step
        self._here = None


def demand(holds: object, expected: str, found: object) -> None:
    """Raise `Broken` unless `holds` is true."""
    if not holds:
        raise Broken(expected, str(found))
