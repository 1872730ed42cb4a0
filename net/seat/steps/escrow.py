"""Keys are split among the other seats, if the table has agreed on it: two more rounds after they are opened
(deck 6.13).

First every seat deals the parts of its own key, then every seat confirms the parts that it holds. A wrong
part comes out in the second round: one holder's complaint names its dealer. Nothing is dealt or shuffled
with keys whose parts are not confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.deck.escrow import COMPLAINT_BYTES, check_escrow, check_vouch, make_escrow, make_vouch, recall_escrow
from net.errors import BadProof
from net.machine import Place
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind


class Split(Struct, frozen=True):
    """Every seat deals the parts of its key: any `t` of the others can replace it."""

    here: Position
    t: int
    kind: ClassVar = StepKind.SPLIT

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.here.seats if seat not in self.here.deal.split)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_escrow(self._context(place, seat), self.here.keys, seat, payload.data, t=self.t)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        split = {
            seat: recall_escrow(self._context(place, seat), self.here.keys, seat, payload.data, t=self.t)
            for seat, payload in payloads.items()
        }
        deal = self.here.deal
        return replace(self.here, deal=replace(deal, split={**deal.split, **split}))

    def answer(self, place: Place, prover: Prover) -> Payload:
        seat, secret, keys = prover.seat, prover.secret(self.here.deal.table), self.here.keys
        context = self._context(place, seat)
        parts = make_escrow(context, keys, seat, secret, t=self.t, randomness=prover.randomness)
        return Payload(self.kind, parts)

    def proofs(self, seat: int, payload: Payload) -> int:
        return 1

    def _context(self, place: Place, seat: int) -> bytes:
        return self.here.context(place, seat, "escrow")


class Vouch(Struct, frozen=True):
    """Every seat confirms the parts dealt to it, or shows a wrong one."""

    here: Position
    kind: ClassVar = StepKind.VOUCH

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.here.seats if seat not in self.here.deal.vouched)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_vouch(self._context(place, seat), self.here.keys, seat, self.here.deal.split, payload.data)

    def charge(self, place: Place, seat: int, payload: Payload) -> BadProof | None:
        """Return the proof in the first complaint against the dealer of that part. One proof is enough, even
        if other seats have not vouched yet: a dealer that goes away is no less guilty."""
        keys, split = self.here.keys, self.here.deal.split
        return next(iter(check_vouch(self._context(place, seat), keys, seat, split, payload.data)), None)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        """The position after all have vouched; raises `BadProof`, naming a dealer whom a complaint proves
        wrong."""
        for seat, payload in payloads.items():
            if (why := self.charge(place, seat, payload)) is not None:
                raise why
        vouched = tuple(sorted({*self.here.deal.vouched, *payloads}))
        return replace(self.here, deal=replace(self.here.deal, vouched=vouched))

    def answer(self, place: Place, prover: Prover) -> Payload:
        seat, secret = prover.seat, prover.secret(self.here.deal.table)
        others = [dealt for dealer, dealt in self.here.deal.split.items() if dealer != seat]
        context = self._context(place, seat)
        word = make_vouch(context, self.here.keys, seat, secret, others, prover.randomness)
        return Payload(self.kind, word)

    def proofs(self, seat: int, payload: Payload) -> int:
        """Count the proofs: only complaints have one."""
        return len(payload.data) // COMPLAINT_BYTES

    def _context(self, place: Place, seat: int) -> bytes:
        return self.here.context(place, seat, "vouch")
