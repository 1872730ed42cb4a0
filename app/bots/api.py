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
"""Moves for each weak one of `CarelessPolicy`; for `PartlyRandomPolicy` it is `SLIPS` + 1."""


class BotPolicy(Protocol):
    """A way to play. The same view and random numbers give the same action, unless there is a time limit."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return one of `view.actions()`; the view is of the seat on turn."""


class Rival(Struct, frozen=True):
    """The second best action. `worth` is its worth and `best` that of the best action; `unit` follows the
    numbers in a sentence ("points by the bot's forecast"). `is_close`: it may be the better of the two."""

    action: Action
    worth: float
    best: float
    unit: str
    is_close: bool = False


class ScoredAction(Struct, frozen=True):
    """An action with its worth, and a reason that a player can learn from ("" for none). Worths can be
    compared only if one call has returned them."""

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
    """A policy that can search longer for advice, and give a reason for it."""

    def advise(self, view: View, rng: Rng, budget: Budget) -> ScoredAction:
        """Return one of `view.actions()` with a reason, soon after the budget is spent."""


class JudgedChoice(Struct, frozen=True):
    """The judgement of a choice: the best action found, and how much less the choice is worth (`cost`, in
    units of score), with the standard error and the number of sampled deals (both 0 for a mere forecast)."""

    best: Action
    cost: float
    error: float = 0.0
    deals: int = 0


class Judging(BotPolicy, Protocol):
    """A policy that can look back at the choices of a turn."""

    unit: str
    """Unit of `JudgedChoice.cost`, singular."""
    until: str
    """End of the playouts, for a sentence: "to the end of the round"; "" if a forecast judges instead."""

    def judge(self, turn: Sequence[tuple[View, Action]], rng: Rng) -> list[tuple[int, JudgedChoice]]:
        """Return judgements of choices that had alternatives, each after its index in `turn`."""


def advice_of(policy: BotPolicy, view: View, rng: Rng, budget: Budget = ENDLESS) -> ScoredAction:
    """Return a policy's advice to the seat on turn, or else its choice, with a reason if it can give one."""
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
    """Plays a legal action at random."""

    def choose(self, view: View, rng: Rng) -> Action:
        actions = view.actions()
        return actions[rng.randrange(len(actions))]


class CarelessPolicy(Struct, frozen=True):
    """Plays like the policy `better`, but draws about half of its moves at random from the nearly best.

    `near` is the most that such a move may be worth less than the best one. With two players only one
    opponent profits from a slip, so `near_of_two` may set another limit for them.
    """

    better: ScoringPolicy
    near: float
    near_of_two: float | None = None

    def choose(self, view: View, rng: Rng) -> Action:
        if rng.randrange(SLIPS):
            return self.better.choose(view, rng)
        scored = self.better.score_actions(view)
        top = max(one.worth for one in scored)
        most = self.near
        if self.near_of_two is not None and len(view.state.standing().scores) == 2:
            most = self.near_of_two
        near = [one.action for one in scored if one.worth >= top - most]
        return near[rng.randrange(len(near))]


class PartlyRandomPolicy(Struct, frozen=True):
    """Plays like the policy `better`, which need not rate actions, but about one move in three at random."""

    better: BotPolicy

    def choose(self, view: View, rng: Rng) -> Action:
        if not rng.randrange(SLIPS + 1):
            return AnyMove().choose(view, rng)
        return self.better.choose(view, rng)
