"""The players of Reef Encounter.

The normal one chooses step by step, each time the step that leads to the best position. A step must be worth
more than ending the turn now, so a turn always ends. The hard one plans whole turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import ENDLESS, Budget, JudgedChoice, Rival, ScoredAction
from app.bots.reasons.reef import explain_whole_turn, reason
from app.bots.reef_search import next_step, steps_left
from app.bots.reef_steps import StepSearch, offered_step, own_position
from app.bots.reef_turns import judged_turn, next_best
from rules.api import Action, Rng, View
from rules.reef import actions as a
from rules.reef.pieces.position import ReefPhase
from rules.reef.state import ReefState


def best_step(view: View, state: ReefState, budget: Budget) -> int:
    """Return the code of the step that leads to the best position. The budget is not used."""
    return StepSearch(own_position(view, state.position)).step()


class ReefPolicy(Struct, frozen=True):
    """A player that knows nothing but its view; `in_turn` returns the code of the next step of a turn."""

    in_turn: Callable[[View, ReefState, Budget], int] = best_step
    unit = "point"
    until = ""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the next small action of the seat on turn."""
        return self._chosen(view, ENDLESS)

    def advise(self, view: View, rng: Rng, budget: Budget = ENDLESS) -> ScoredAction:
        """Return the next action within a budget, with a reason."""
        action = self._chosen(view, budget)
        why, state = self.reason(view, action), view.state
        if not isinstance(state, ReefState) or state.position.phase == ReefPhase.FISH:
            (fewest, _), *others = _start_tiles(view, view.actions())
            rivals = [Rival(other, count, fewest, "of its colour") for count, other in others]
            return ScoredAction(action, 0.0, why, rivals[0] if rivals else None)
        search = StepSearch(own_position(view, state.position))
        if self.in_turn is next_step and state.position.phase == ReefPhase.TURN:
            why = f"{why} {explain_whole_turn(search.now.clone(), steps_left(view, state, budget))}".strip()
        return ScoredAction(action, 0.0, why, next_best(search, _code(action), view.actions()))

    def _chosen(self, view: View, budget: Budget) -> Action:
        state = view.state
        offered = view.actions()
        if not isinstance(state, ReefState) or view.seat is None:
            raise ValueError("this is not a position of Reef Encounter seen from a seat")
        if state.position.phase == ReefPhase.FISH:
            return _start_tiles(view, offered)[0][1]
        think = self.in_turn if state.position.phase == ReefPhase.TURN else best_step
        return offered_step(offered, think(view, state, budget))

    def judge(self, turn: Sequence[tuple[View, Action]], rng: Rng) -> list[tuple[int, JudgedChoice]]:
        """Compare a whole turn with the best one found for it; the result belongs to its first step."""
        return judged_turn(turn)

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for the choice."""
        return reason(view, action)


def _code(action: Action) -> int:
    """Return the code of an action as searches use it: laying an own start tile is laying one of the hand."""
    code = action.code if isinstance(action, a.ReefAction) else a.UNDO
    return code - a.LAY_START + a.LAY_SCREEN if code // a.BLOCK == a.LAY_START // a.BLOCK else code


def _start_tiles(view: View, offered: Sequence[Action]) -> list[tuple[int, Action]]:
    """Return for each colour the number of own start tiles and an action that feeds one, the fewest first."""
    found: dict[int, list[Action]] = {}
    for action in offered:
        if isinstance(action, a.FeedStart):
            found.setdefault(view.known[action.slot], []).append(action)
    return sorted(((len(tiles), tiles[0]) for tiles in found.values()), key=lambda each: each[0])


HARD: Final = ReefPolicy(in_turn=next_step)
