"""A deal begins with new keys: everybody commits to one, then everybody opens it (deck 6.3).

What a ceremony is bound to is the game's id, which names everything that was agreed, and the
number of the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from net.deck.algebra.hashing import h32
from net.deck.keys import check_commitment, check_key, finish_keys, key_commitment, open_key, recall_key
from net.machine import Place
from net.seat.deal import Deal
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind


@dataclass(frozen=True, slots=True)
class Commit:
    """Every seat gives the hash of a key that nobody sees yet. `number` is the deal's, from 0."""

    here: Position
    number: int
    kind: ClassVar = StepKind.COMMIT

    @property
    def actors(self) -> tuple[int, ...]:
        return self.here.seats

    def table(self, place: Place) -> bytes:
        """What the ceremony is bound to, 32 bytes."""
        return h32("table", place.game, self.number)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_commitment(seat, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        commitments = {seat: payload.data for seat, payload in payloads.items()}
        return replace(self.here, deal=Deal(self.number, self.table(place), commitments))

    def answer(self, place: Place, prover: Prover) -> Payload:
        """The prover must hold the new key already."""
        table = self.table(place)
        return Payload(self.kind, key_commitment(table, prover.seat, prover.secret(table)))

    def proofs(self, seat: int, payload: Payload) -> int:
        """A commitment proves nothing yet."""
        return 0


@dataclass(frozen=True, slots=True)
class Open:
    """Every seat opens what it committed to, and proves that it knows the secret of it."""

    here: Position
    commitments: Mapping[int, bytes]
    kind: ClassVar = StepKind.OPEN

    @property
    def actors(self) -> tuple[int, ...]:
        return self.here.seats

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_key(self._table(place), self.commitments, seat, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        opened = [recall_key(seat, payload.data) for seat, payload in payloads.items()]
        keys = finish_keys(self._table(place), self.commitments, opened)
        return replace(self.here, deal=replace(self.here.deal, keys=keys))

    def answer(self, place: Place, prover: Prover) -> Payload:
        table = self._table(place)
        opening = open_key(
            table, self.commitments, prover.seat, prover.secret(table), randomness=prover.randomness
        )
        return Payload(self.kind, opening)

    def proofs(self, seat: int, payload: Payload) -> int:
        return 1

    def _table(self, place: Place) -> bytes:
        return h32("table", place.game, self.here.deal.number)
