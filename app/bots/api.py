"""The contract of a bot: it sees the view of one seat and chooses an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final, Protocol, cast

from msgspec import Struct

from rules.api import Action, Rng, View

CLOSE: Final = 1e-9
"""Difference below which two worths are equal: then a random number chooses."""
SLIPS: Final = 2
"""`CarelessPolicy` draws one move in this many from the near best; `PartlyRandomPolicy` plays one in
`SLIPS` + 1 at random."""


class BotPolicy(Protocol):
    """A way to play. Without a time limit, the same view and the same random numbers give the same
    action."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return one of `view.actions()`; the view is of the seat on turn."""


class Rival(Struct, frozen=True):
    """The second best action: its worth and the worth of the `best`, in `unit` (plural). `is_close`: it is
    not certain which of the two is better."""

    action: Action
    worth: float
    best: float
    unit: str
    is_close: bool = False


class ScoredAction(Struct, frozen=True):
    """An action with its worth, and a reason that a player can learn from ("" for none). Only worths of one
    moment can be compared."""

    action: Action
    worth: float
    reason: str = ""
    rival: Rival | None = None


class ScoringPolicy(BotPolicy, Protocol):
    """A policy that can rate every action."""

    def score_actions(self, view: View) -> list[ScoredAction]:
        """Rate all of `view.actions()`, in their order."""


class Reasoning(BotPolicy, Protocol):
    """A policy that can give reasons."""

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for the choice, in a sentence that a player can learn from; "" for none."""


class Budget(Struct, frozen=True):
    """Time to think, in seconds of a clock."""

    seconds: float
    clock: Callable[[], float]
    began: float

    def is_spent(self) -> bool:
        """True if the search should end and return what it has found."""
        return self.clock() - self.began >= self.seconds


ENDLESS: Final = Budget(inf, lambda: 0.0, 0.0)


class Advising(BotPolicy, Protocol):
    """A policy that can think about advice and explain it."""

    def advise(self, view: View, rng: Rng, budget: Budget) -> ScoredAction:
        """Return one of `view.actions()` with a reason, soon after the budget is spent."""


class JudgedChoice(Struct, frozen=True):
    """A choice beside the best one found. `cost` is in units of score, with its standard error (0 for a
    forecast without chance) and the number of deals in which it was tried (0 for none)."""

    best: Action
    cost: float
    error: float = 0.0
    deals: int = 0


class Judging(BotPolicy, Protocol):
    """A policy that can look back at the choices of a turn."""

    unit: str
    """Unit of a cost, singular."""
    until: str
    """Horizon of the search, for a sentence: "to the end of the round"."""

    def judge(self, turn: Sequence[tuple[View, Action]], rng: Rng) -> list[tuple[int, JudgedChoice]]:
        """Return the choices of a turn that are worth a look, by their number in it."""


def advice_of(policy: BotPolicy, view: View, rng: Rng, budget: Budget = ENDLESS) -> ScoredAction:
    """Return a policy's choice for the seat on turn, with a reason if it can give one."""
    if hasattr(policy, "advise"):
        return cast("Advising", policy).advise(view, rng, budget)
    choice = policy.choose(view, rng)
    return ScoredAction(choice, 0.0, reason_of(policy, view, choice))


def reason_of(policy: BotPolicy, view: View, action: Action) -> str:
    """Return a policy's reason for a choice; "" if it cannot give one."""
    return cast("Reasoning", policy).reason(view, action) if hasattr(policy, "reason") else ""


def best_action(scored: Sequence[ScoredAction], rng: Rng) -> Action:
    """Return the action of the highest worth; ties are broken at random."""
    top = max(one.worth for one in scored)
    equal = [one.action for one in scored if one.worth > top - CLOSE]
    return equal[rng.randrange(len(equal))]


class AnyMove(Struct, frozen=True):
    """Plays any legal action: the yardstick for all other policies."""

    def choose(self, view: View, rng: Rng) -> Action:
        actions = view.actions()
        return actions[rng.randrange(len(actions))]


class CarelessPolicy(Struct, frozen=True):
    """Plays like another policy, but draws half of its moves, by chance, from all that are nearly as good.

    `near` is how much less such a move may be worth, as the other policy rates it. With two players only
    one opponent profits from a slip, so the limit may differ (`near_of_two`).
    """

    better: ScoringPolicy
    near: float
    near_of_two: float | None = None

    def choose(self, view: View, rng: Rng) -> Action:
        if rng.randrange(SLIPS):
            return self.better.choose(view, rng)
        scored = self.better.score_actions(view)
        top = max(one.worth for one in scored)
        near_by = self.near
        if self.near_of_two is not None and len(view.state.standing().scores) == 2:
            near_by = self.near_of_two
        near = [one.action for one in scored if one.worth >= top - near_by]
        return near[rng.randrange(len(near))]


class PartlyRandomPolicy(Struct, frozen=True):
    """Weakens a policy that cannot rate actions: plays like it, but makes one move in three at random."""

    better: BotPolicy

    def choose(self, view: View, rng: Rng) -> Action:
        if not rng.randrange(SLIPS + 1):
            return AnyMove().choose(view, rng)
        return self.better.choose(view, rng)
