"""The past of a game that goes on, gathered while its journal is gone through again."""

from __future__ import annotations

from dataclasses import dataclass, field

from net.agreement.replay import PastRound
from net.seat.replica import Replica
from rules.api import Event


@dataclass(slots=True)
class GamePast:
    """The events so far with their heights, and how many proofs of others this seat had checked."""

    seat: int
    events: list[tuple[int, Event]] = field(default_factory=list)
    proofs: int = 0

    def take(self, past: PastRound) -> None:
        """One more round. Its entries are our own journal's: they were checked before they came there."""
        if isinstance(past.after, Replica):
            self.events += ((past.k, event) for event in past.after.happened)
        if isinstance(past.before, Replica):
            self.proofs += sum(
                past.before.proofs(seat, pay).total() for seat, pay in past.entries if seat != self.seat
            )
