"""What a game has cost one seat so far: time by kind of step, and how many proofs it has checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from net.seat.step_kind import StepKind
from net.seat.steps.due import Step
from net.seat.steps.move import Move


@dataclass(slots=True)
class Tally:
    """What the session has done since it began, by kind of step: proofs of others that it checked,
    rounds, and seconds from one height to the next.

    `moves` are the seconds from each own move's entry until it was final, by whether it carried something
    for a later deal; `deals` those from the last turn of a deal to the first of the next, shows between
    them counted.
    """

    proofs: dict[StepKind, int] = field(default_factory=dict)
    rounds: dict[StepKind, int] = field(default_factory=dict)
    seconds: dict[StepKind, float] = field(default_factory=dict)
    moves: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    deals: list[float] = field(default_factory=list)
    _moved: tuple[bool, float] | None = None
    _played_at: tuple[int, float] | None = None

    def moved(self, now: float, *, has_carried: bool) -> None:
        """A move of our own goes out."""
        self._moved = has_carried, now

    def advanced(self, before: Step, step: Step, now: float) -> None:
        """A height is final: which step it was, and which is due."""
        if self._moved is not None:
            has_carried, since = self._moved
            self.moves[has_carried].append(now - since)
            self._moved = None
        if isinstance(before, Move):
            self._played_at = before.here.deal.number, now
        if isinstance(step, Move) and self._played_at is not None:
            number, since = self._played_at
            if step.here.deal.number != number:
                self.deals.append(now - since)

    def checked(self, proofs: Mapping[StepKind, int]) -> None:
        """Count the proofs of one entry."""
        for kind, count in proofs.items():
            self.proofs[kind] = self.proofs.get(kind, 0) + count

    def final(self, kind: StepKind, seconds: float) -> None:
        """Count one round."""
        self.rounds[kind] = self.rounds.get(kind, 0) + 1
        self.seconds[kind] = self.seconds.get(kind, 0.0) + seconds
