"""The contract of a bot: somebody who sees one seat's view and chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final, Protocol, cast

from rules.api import Action, Rng, View

CLOSE: Final = 1e-9
"""Worths that differ by less are alike, and the dice choose."""
SLIPS: Final = 2
"""An easy bot looks at one move in so many less closely."""


class BotPolicy(Protocol):
    """A way to play. It sees the view and nothing else: same view and same numbers, same action."""

    def choose(self, view: View, rng: Rng) -> Action:
        """One of `view.actions()`; the view is of the seat on turn."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The second best action: what it is worth and what the `best` is, in a `unit` in the plural.

    `is_close`: it is not certain which of the two is better.
    """

    action: Action
    worth: float
    best: float
    unit: str
    is_close: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action with what it is worth, and why in words that a player can learn from ("" for none).

    Worths of one moment can be compared, and no others.
    """

    action: Action
    worth: float
    reason: str = ""
    rival: Rival | None = None


class Weighing(BotPolicy, Protocol):
    """A policy that can say what it thinks of every action."""

    def weigh(self, view: View) -> list[Weighed]:
        """All of `view.actions()`, in their order."""


class Reasoning(BotPolicy, Protocol):
    """A policy that has words for what it does."""

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for that choice, in a sentence that a player can learn from; "" for nothing to
        say."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Time to think, in seconds by a clock. Two of one size are alike, whenever they began."""

    seconds: float
    clock: Callable[[], float] = field(compare=False)
    began: float = field(compare=False)

    def is_spent(self) -> bool:
        """True if whoever thinks should end with what has been found."""
        return self.clock() - self.began >= self.seconds


ENDLESS: Final = Budget(inf, lambda: 0.0, 0.0)


class Advising(BotPolicy, Protocol):
    """A policy that can say at length what it would do, and why."""

    def advise(self, view: View, rng: Rng, budget: Budget) -> Weighed:
        """One of `view.actions()`, with the reason; soon after the budget is spent."""


@dataclass(frozen=True, slots=True)
class Appraised:
    """A choice beside the best that was found: `cost` in units of score, with its standard error (0 for a
    forecast without dice), and in how many deals that was tried (0 for none)."""

    best: Action
    cost: float
    error: float = 0.0
    deals: int = 0


class Judging(BotPolicy, Protocol):
    """A policy that can look back at the choices of a turn."""

    unit: str
    """Unit of a cost, in the singular."""
    until: str
    """Horizon of the search, for a sentence: "to the end of the round"."""

    def judge(self, turn: Sequence[tuple[View, Action]], rng: Rng) -> list[tuple[int, Appraised]]:
        """Of the choices that a seat made one after another those worth a look, by their number."""


def advice_of(policy: BotPolicy, view: View, rng: Rng, budget: Budget = ENDLESS) -> Weighed:
    """Return the choice of a policy for the seat on turn, and its reason as far as it can give one."""
    if hasattr(policy, "advise"):
        return cast("Advising", policy).advise(view, rng, budget)
    choice = policy.choose(view, rng)
    return Weighed(choice, 0.0, reason_of(policy, view, choice))


def reason_of(policy: BotPolicy, view: View, action: Action) -> str:
    """Return a policy's reason for a choice, "" where it has no words for it."""
    return cast("Reasoning", policy).reason(view, action) if hasattr(policy, "reason") else ""


def heaviest(weighed: Sequence[Weighed], rng: Rng) -> Action:
    """The action of the highest worth; among equals the dice choose."""
    top = max(one.worth for one in weighed)
    equal = [one.action for one in weighed if one.worth > top - CLOSE]
    return equal[rng.randrange(len(equal))]


@dataclass(frozen=True, slots=True)
class AnyMove:
    """Plays anything that is legal: the yardstick for all others."""

    def choose(self, view: View, rng: Rng) -> Action:
        actions = view.actions()
        return actions[rng.randrange(len(actions))]


@dataclass(frozen=True, slots=True)
class Easygoing:
    """Plays like another, but every other move is any of those that are nearly as good.

    `near` is how much less such a move may be worth, as the other weighs it; between two a slip is paid to
    one alone, so it may be another (`near_of_two`).
    """

    better: Weighing
    near: float
    near_of_two: float | None = None

    def choose(self, view: View, rng: Rng) -> Action:
        if rng.randrange(SLIPS):
            return self.better.choose(view, rng)
        weighed = self.better.weigh(view)
        top = max(one.worth for one in weighed)
        near_by = self.near
        if self.near_of_two is not None and len(view.state.standing().scores) == 2:
            near_by = self.near_of_two
        near = [one.action for one in weighed if one.worth >= top - near_by]
        return near[rng.randrange(len(near))]


@dataclass(frozen=True, slots=True)
class Slipping:
    """Plays like another, but for a move at random now and then: for one that weighs nothing."""

    better: BotPolicy

    def choose(self, view: View, rng: Rng) -> Action:
        if not rng.randrange(SLIPS + 1):
            return AnyMove().choose(view, rng)
        return self.better.choose(view, rng)
