"""A lesson as its author writes it: a stacked deck, and steps to take on the table.

A `Lesson` is played by the rules and on the table of its game. Its author writes the decks, the rolls and the
moves, and sometimes a position to begin with. So no move of a lesson can break the rules, and the tests find
a lesson that does not fit them.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random

from msgspec import Struct

from rules.api import Face, T

ANY_END = "*"
"""End of an action's text in a script that matches any continuation."""
LEARNER = 0
"""The learner's seat."""


class LessonStep(Struct, frozen=True):
    """The words of a step, and the learner's task.

    `does` holds canonical texts of actions, any of which is right; a step without them is only read. `task`
    tells the learner what to do. `then` are the actions that follow, of any seat on turn, the learner
    included. A text that ends with `ANY_END` matches all actions that begin with the rest of it.
    """

    text: str
    does: tuple[str, ...] = ()
    task: str = ""
    then: tuple[str, ...] = ()

    def takes(self, action: str) -> bool:
        """True if an action is the learner's task."""
        return any(fits(wanted, action) for wanted in self.does)


class Lesson(Struct, frozen=True):
    """A game for the learner at seat 0 and `others`, by name.

    `decks` has for each shuffle the faces that come first, as canonical texts; the rest follow in a fixed
    order. `rolls` are the drawn numbers, `before` the moves before the first step, `done` the text after
    the last. A lesson that begins in the middle of a game has the canonical text of that `position`, in
    which every card is open.
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


class Tip(Struct, frozen=True):
    """A line that is shown once, when an action whose canonical text starts with `begins` is first offered.
    The program remembers the `key` of a tip that was shown."""

    key: str
    begins: str
    text: str


class StackedRng:
    """The chance of a lesson (`rules.api.Rng`): each shuffle puts the next of `tops` on top. Raises
    `ValueError` for a card that the deck lacks."""

    def __init__(self, tops: tuple[tuple[Face, ...], ...], rolls: tuple[int, ...]) -> None:
        self._tops, self._rolls = list(tops), list(rolls)
        self._rest = Random(1)

    def randrange(self, stop: int, /) -> int:
        """Return the next written number, 0 after the last."""
        return self._rolls.pop(0) % stop if self._rolls else 0

    def shuffle(self, x: MutableSequence[T], /) -> None:
        """Put the next top first, then the rest."""
        cards, top = list(x), list(self._tops.pop(0) if self._tops else ())
        first = []
        for face in top:
            at = cards.index(face)  # type: ignore[arg-type]  # the shuffled items are faces
            first.append(cards.pop(at))
        self._rest.shuffle(cards)
        x[:] = [*first, *cards]

    def random(self) -> float:
        """Return 0: no deal of a lesson uses this."""
        return 0.0


def fits(wanted: str, action: str) -> bool:
    """True if a script's text matches an action."""
    return action.startswith(wanted[:-1]) if wanted.endswith(ANY_END) else action == wanted
