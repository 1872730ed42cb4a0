"""Those who stay take a leaver's lock off the deck, with the shares that it has left behind (deck 6.9).

One of them, the first, writes down what all who voted for going on hold: the leaver's own proof goes with
it, so nobody has to believe the writer. What the leaver held stays locked and is dead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from net.deck.algebra.hashing import lp
from net.deck.leave import check_leave, peel, without
from net.deck.shares import recall_shares
from net.errors import IllegalMove, PeerError
from net.machine import Place
from net.seat.deal import Card, Deal
from net.seat.payload import Payload
from net.seat.position import Position, number_bytes
from net.seat.step_kind import StepKind
from rules.api import Seat, Slot


@dataclass(frozen=True, slots=True)
class Part:
    """The lock of the first of `deal.parting` comes off."""

    here: Position
    kind: ClassVar = StepKind.PART

    @property
    def actors(self) -> tuple[int, ...]:
        return self.here.seats[:1]

    @property
    def leaver(self) -> Seat:
        """Whose lock it is."""
        return Seat(self.here.deal.parting[0])

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        try:
            check_parting(self.here.deal, self.leaver, payload.data)
        except PeerError as why:
            # Its proof is the leaver's, but whoever hands it over could and had to look at it.
            text = f"handed over shares of seat {self.leaver} that do not hold: {why.text}"
            raise IllegalMove("wrong-shares", text, seat=seat) from why

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        (payload,) = payloads.values()
        deal, leaver = self.here.deal, self.leaver
        slots = parting_slots(deal, leaver)
        given = dict(zip(slots, recall_shares(len(slots), payload.data), strict=True))
        cards = dict(deal.cards)
        for slot, card in deal.cards.items():
            share = card.shares.get(leaver) or given.get(slot)
            if share is not None:
                shares = {seat: each for seat, each in card.shares.items() if seat != leaver}
                cards[slot] = replace(card, cipher=peel(card.cipher, share), shares=shares)
        rest = replace(deal, keys=without(deal.known_keys(), leaver), cards=cards, parting=deal.parting[1:])
        return replace(self.here, deal=rest)

    def proofs(self, seat: int, payload: Payload) -> int:
        return int(bool(payload.data))


def parting_slots(deal: Deal, leaver: Seat) -> tuple[Slot, ...]:
    """The hidden cards that are not the leaver's own and that its share is missing of, rising."""
    cards = sorted(deal.cards.items())
    return tuple(slot for slot, card in cards if leaver not in card.shares and not is_own(card, leaver))


def is_own(card: Card, seat: Seat) -> bool:
    """Whether a seat alone may see a card."""
    return card.viewers == {seat}


def parting_context(deal: Deal, leaver: Seat) -> bytes:
    """What a leaver's proof is bound to: the deal and the slots."""
    slots = parting_slots(deal, leaver)
    return lp(deal.known_keys().sid, "leaving", leaver, *map(number_bytes, slots))


def check_parting(deal: Deal, leaver: Seat, message: bytes) -> None:
    """Raise `PeerError` of the leaver unless these are its shares of all that it has to leave behind."""
    ciphers = [deal.cards[slot].cipher for slot in parting_slots(deal, leaver)]
    check_leave(parting_context(deal, leaver), deal.known_keys(), leaver, ciphers, message)
