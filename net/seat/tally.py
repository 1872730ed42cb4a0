"""Costs of a game for one seat so far: seconds by stage, and the number of checked proofs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from net.seat.step_kind import StepKind
from net.seat.steps.due import Step
from net.seat.steps.move import Move

CARRYING: Final = "carrying"
"""Stage of moves that carry a step for a later deal; `StepKind.MOVE` is the stage of the others."""
WAITING: Final = "waiting"
WAITING_CARRYING: Final = "waiting-carrying"
"""Stages before a move that carries nothing, and before one that carries a step: its seat chooses, makes
what the move carries, and sends it."""


class Tally(Struct):
    """Costs since the session began: proofs of others that this seat checked, by kind of step; rounds and
    seconds by stage. A stage is the kind of a round's step.

    The seconds of all stages together are those of the session: a round begins with the height before. The
    round of a move has two stages: waiting ends when its entry is here, or goes out. `moves` are the seconds
    from each own move's entry until it was final, by whether it carried something; `deals` those from the
    last turn of a deal to the first of the next, with the shows between them.
    """

    proofs: dict[StepKind, int] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    moves: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    deals: list[float] = field(default_factory=list)
    _since: float = 0.0
    """The time of the last height."""
    _entry: tuple[float, bool] | None = None
    """Time at which the last entry since `_since` arrived or went out, and if it was our own."""
    _played_at: tuple[int, float] | None = None

    def started(self, now: float) -> None:
        """Begin to count at the start of the session."""
        self._since = now

    def entered(self, now: float, *, is_own: bool) -> None:
        """Note that an entry for the next height is here, or goes out."""
        self._entry = now, is_own

    def checked(self, proofs: Mapping[StepKind, int]) -> None:
        """Count the proofs of one entry."""
        for kind, count in proofs.items():
            self.proofs[kind] = self.proofs.get(kind, 0) + count

    def advanced(self, before: Step, step: Step, now: float, *, has_carried: bool) -> None:
        """Count a final height: the step that it was, the one that is due now, and True if one of its
        entries carried a step for a later deal."""
        stage, begun = str(before.kind), self._since
        if isinstance(before, Move):
            begun, is_own = self._entry or (now, False)
            if is_own:
                self.moves[has_carried].append(now - begun)
            self._spend(WAITING_CARRYING if has_carried else WAITING, begun - self._since)
            stage = CARRYING if has_carried else stage
            self._played_at = before.here.deal.number, now
        self._spend(stage, now - begun)
        self.rounds[stage] = self.rounds.get(stage, 0) + 1
        if isinstance(step, Move) and self._played_at is not None:
            number, since = self._played_at
            if step.here.deal.number != number:
                self.deals.append(now - since)
        self._since, self._entry = now, None

    def _spend(self, stage: str, seconds: float) -> None:
        self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds
