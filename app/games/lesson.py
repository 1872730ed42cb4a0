"""An introduction to a game as its author writes it: a prepared deal, and steps to be taken on the table.

A `Lesson` is played on the game's own rules and by its own table: the deck is stacked, and what the
others do is written down. So it can never show what the game would not do; a lesson that no longer fits
its rules fails the tests.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from random import Random

from rules.api import Face, T

ANY_END = "*"
"""At the end of an action's text in a script: however it goes on."""
LEARNER = 0
"""The seat of whoever is taught."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """The words of a step, and the learner's deed.

    `does` holds canonical texts of actions, any of which goes on; with none of them there is only something
    to read. `task` says the same in words. `then` is what happens after it, actions of whoever is to move,
    one after the other; the learner's own too. A text with `ANY_END` stands for all that begin so.
    """

    text: str
    does: tuple[str, ...] = ()
    task: str = ""
    then: tuple[str, ...] = ()

    def takes(self, action: str) -> bool:
        """True if this is what the learner was asked for."""
        return any(fits(wanted, action) for wanted in self.does)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game for the learner at seat 0 and for `others` by name.

    `decks` has for each shuffle the faces that come first, as canonical texts; the others follow in an order
    that is always the same. `rolls` are the numbers that are drawn, `before` what was played before the
    first step, `done` what is said after the last. A lesson that begins in the middle of a game has the
    canonical text of that `position`, in which everything lies open.
    """

    others: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    done: str
    options: tuple[tuple[str, str], ...] = ()
    decks: tuple[tuple[str, ...], ...] = ()
    rolls: tuple[int, ...] = ()
    before: tuple[str, ...] = ()
    position: str = ""
    title: str = "The first steps"


@dataclass(frozen=True, slots=True)
class Tip:
    """A line for the first time that a kind of decision is to be made: where an action is offered whose
    canonical text begins with `begins`. Its `key` is remembered."""

    key: str
    begins: str
    text: str


class Stacked:
    """The chance of a lesson (`rules.api.Rng`): each shuffle puts the next of `tops` on top.

    Raises `ValueError` for a card that the deck has not got.
    """

    def __init__(self, tops: tuple[tuple[Face, ...], ...], rolls: tuple[int, ...]) -> None:
        self._tops, self._rolls = list(tops), list(rolls)
        self._rest = Random(1)

    def randrange(self, stop: int, /) -> int:
        """The next number that was written down, and 0 after the last."""
        return self._rolls.pop(0) % stop if self._rolls else 0

    def shuffle(self, x: MutableSequence[T], /) -> None:
        """The next top, then the rest."""
        cards, top = list(x), list(self._tops.pop(0) if self._tops else ())
        first = []
        for face in top:
            at = cards.index(face)  # type: ignore[arg-type]  # what is shuffled are faces
            first.append(cards.pop(at))
        self._rest.shuffle(cards)
        x[:] = [*first, *cards]

    def random(self) -> float:
        """Random number that no deal asks for."""
        return 0.0


def fits(wanted: str, action: str) -> bool:
    """True if an action is the one that a text of a script stands for."""
    return action.startswith(wanted[:-1]) if wanted.endswith(ANY_END) else action == wanted
