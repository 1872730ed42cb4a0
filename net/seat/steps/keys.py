"""A deal begins with new keys: every seat commits to one, then every seat opens it (deck 6.3).

A ceremony is bound to the game's id, which covers everything that was agreed, and to the number of the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.deck import keys
from net.deck.algebra.hashing import h32
from net.errors import BadProof
from net.machine import Place
from net.seat.deal import Deal
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind


class Commit(Struct, frozen=True):
    """Every seat gives the hash of a key that nobody sees yet."""

    here: Position
    kind: ClassVar = StepKind.COMMIT

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.here.seats if seat not in self.here.deal.commitments)

    def table(self, place: Place) -> bytes:
        """The 32 bytes that bind the ceremony."""
        return ceremony(place.game, self.here.deal.number)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        keys.check_commitment(seat, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        deal, new = self.here.deal, {seat: payload.data for seat, payload in payloads.items()}
        deal = replace(deal, table=self.table(place), commitments={**deal.commitments, **new})
        return replace(self.here, deal=deal)

    def answer(self, place: Place, prover: Prover) -> Payload:
        """Return this seat's commitment; the prover must hold the new key already."""
        table = self.table(place)
        return Payload(self.kind, keys.key_commitment(table, prover.seat, prover.secret(table)))

    def proofs(self, seat: int, payload: Payload) -> int:
        """Count no proof: a commitment proves nothing yet."""
        return 0


class Open(Struct, frozen=True):
    """Every seat opens the key it committed to, and proves that it knows the secret."""

    here: Position
    kind: ClassVar = StepKind.OPEN

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.here.seats if seat not in self.here.deal.opened)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        deal = self.here.deal
        keys.check_key(deal.table, deal.commitments, seat, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        """The position with all keys joined. Raises `BadProof`, which names nobody if the keys cannot be
        joined, or seats whose keys are equal to others' for the second time in a game."""
        deal = self.here.deal
        new = {seat: keys.recall_key(seat, payload.data) for seat, payload in payloads.items()}
        deal = replace(deal, opened={**deal.opened, **new})
        if twins := keys.twin_seats(deal.opened.values()):
            return self._void(twins)
        if len(deal.opened) == len(deal.commitments):
            deal = replace(deal, keys=keys.finish_keys(deal.table, deal.commitments, deal.opened.values()))
        return replace(self.here, deal=deal)

    def _void(self, twins: tuple[int, ...]) -> Position:
        """The deal starts again under another number. A seat whose key has equalled another's before has no
        excuse: since then a copied computer would have drawn other numbers, and seats with the same key
        can look into each other's cards."""
        here = self.here
        if again := tuple(seat for seat in twins if seat in here.twins):
            text = f"{keys.named(twins)} have made the same key, and not for the first time in this game"
            raise BadProof("same-key", text, seat=again[0], others=again[1:])
        twins = tuple(sorted({*here.twins, *twins}))
        return replace(here, deal=Deal(here.unused), unused=here.unused + 1, twins=twins)

    def answer(self, place: Place, prover: Prover) -> Payload:
        deal, seat = self.here.deal, prover.seat
        secret = prover.secret(deal.table)
        opening = keys.open_key(deal.table, deal.commitments, seat, secret, prover.randomness)
        return Payload(self.kind, opening)

    def proofs(self, seat: int, payload: Payload) -> int:
        return 1


def ceremony(game: bytes, number: int) -> bytes:
    """The 32 bytes that bind the keys of a game's deal of this number."""
    return h32("table", game, number)
