"""The past of a resumed game, collected while its journal is replayed."""

from __future__ import annotations

from msgspec import Struct, field

from net.agreement.replay import PastRound
from net.seat.replica import Replica
from rules.api import Event


class GamePast(Struct):
    """The events so far with their heights, and the number of others' proofs that this seat has checked."""

    seat: int
    events: list[tuple[int, Event]] = field(default_factory=list)
    proofs: int = 0

    def take(self, past: PastRound) -> None:
        """Add one round. Its entries come from our own journal and were checked before."""
        if isinstance(past.after, Replica):
            self.events += ((past.k, event) for event in past.after.happened)
        if isinstance(past.before, Replica):
            self.proofs += sum(
                past.before.proofs(seat, pay).total() for seat, pay in past.entries if seat != self.seat
            )
