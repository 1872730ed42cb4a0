"""A number is drawn together: everybody's share of it counts, and nobody can steer it (deck 6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from net.deck.algebra.hashing import lp
from net.deck.roll import check_roll_share, make_roll_share, roll_value
from net.machine import Place
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from rules.api import Roll, Rolled


@dataclass(frozen=True, slots=True)
class Coin:
    """Everybody's share of one joint random number."""

    here: Position
    need: Roll
    kind: ClassVar = StepKind.COIN

    @property
    def actors(self) -> tuple[int, ...]:
        """Those who are there and have a key in this deal."""
        return tuple(seat for seat in self.here.seats if seat in self.here.keys.seats)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_roll_share(self._context(place), self.here.keys, seat, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        context = self._context(place)
        shares = {
            seat: check_roll_share(context, self.here.keys, seat, payload.data)
            for seat, payload in payloads.items()
        }
        return self.here.happen(Rolled(roll_value(context, shares, self.need.sides)))

    def answer(self, place: Place, prover: Prover) -> Payload:
        secret = prover.secret(self.here.deal.table)
        share = make_roll_share(
            self._context(place), self.here.keys, prover.seat, secret, randomness=prover.randomness
        )
        return Payload(self.kind, share)

    def proofs(self, seat: int, payload: Payload) -> int:
        return 1

    def _context(self, place: Place) -> bytes:
        """The label that all shares have in common."""
        return lp(self.here.keys.sid, place.k, place.prev, self.need.purpose)
