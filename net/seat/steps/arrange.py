"""One seat lays hidden cards in an order of its choice, re-encrypts them and proves it (deck 6.16).

This is one seat's part of a shuffle, with an order that the seat keeps secret: afterwards nobody else knows
which card lies where. The seat itself remembers the faces that it knew (`net.seat.dealer`). The others'
shares were for the old ciphertexts, so the cards are shown again to the seats that hold them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.deck.pile import CheckedPile, Cipher, lay_pile
from net.deck.shuffle import check_shuffle, make_shuffle, recall_shuffle
from net.machine import Place
from net.seat.deal import Card
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from rules.api import Action, Arrange, Known, Shuffled, Slot, order_of


class Lay(Struct, frozen=True):
    """The arrangement that the rules ask one seat for. For an absent seat its stand-in makes it, openly."""

    here: Position
    need: Arrange
    kind: ClassVar = StepKind.ARRANGE

    @property
    def actors(self) -> tuple[int, ...]:
        return (self.need.seat,) if self.need.seat in self.here.seats else ()

    @property
    def pile(self) -> CheckedPile:
        """The cards as they lie."""
        return lay_pile(self.here.keys, (), self.here.ciphers(self.need.slots))

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_shuffle(self._context(place), self.here.keys, seat, self.pile, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        here, need = self.here, self.need
        if payloads:
            (payload,) = payloads.values()
            laid = {s: Card(c, need.pile) for s, c in zip(need.into, self.laid(payload), strict=True)}
            return self._laid(laid, {})
        order = order_of(need, here.game.stand_in(here.state, here.public, need.seat))
        places = tuple(zip(order, need.into, strict=True))
        known = {new: here.public[old] for old, new in places if old in here.public}
        cards = {new: replace(here.deal.cards[old], pile=need.pile) for old, new in places}
        return self._laid(cards, known)

    def answer(self, place: Place, prover: Prover, action: Action) -> Payload:
        order = tuple(map(self.need.slots.index, order_of(self.need, action)))
        made = make_shuffle(self._context(place), self.here.keys, self.pile, prover.randomness, order)
        return Payload(self.kind, made)

    def laid(self, payload: Payload) -> tuple[Cipher, ...]:
        """Return the ciphertexts in a checked payload, one for each slot of `need.into`, in that order."""
        return recall_shuffle(len(self.need.into), payload.data)

    def proofs(self, seat: int, payload: Payload) -> int:
        return 1

    def _laid(self, cards: Mapping[Slot, Card], known: Known) -> Position:
        here, need = self.here, self.need
        rest = here.deal.without(frozenset(need.slots))
        deal = replace(rest, cards={**rest.cards, **cards})
        public = {slot: face for slot, face in here.public.items() if slot not in need.slots}
        after = replace(here, deal=deal, public={**public, **known})
        return after.after_event(Shuffled(need.pile, need.into))

    def _context(self, place: Place) -> bytes:
        return self.here.context(place, self.need.seat, "arrange")
