"""An eavesdropper who reads all messages of a table, void rounds too, and opens every card that it can.

It does not ask the rules or the replica who may see a card. It searches all messages for the shares of a
closed card, and for shares lent in their place. The keys of all seats are known here, for judging only.
"""

from __future__ import annotations

from collections.abc import Mapping

from net.deck.algebra.group import mul
from net.deck.escrow import take_part
from net.deck.keys import KeySecret
from net.seat.deal import Card
from net.seat.replica import Replica
from rules.api import Slot
from tests.support.parlour import seeded


class Spy:
    """An eavesdropper that remembers every message.

    `own` is the seat whose share it has in any case; None for an outsider.
    """

    def __init__(self, own: int | None = None) -> None:
        self._own = own
        self._said = bytearray()
        self._shares: dict[tuple[bytes, int], bytes] = {}
        self._lent: dict[tuple[bytes, int], tuple[bytes, ...]] = {}

    def read(self, *said: bytes) -> None:
        """Read bytes that were sent, or that were found on a disk."""
        for each in said:
            self._said += each

    def can_open(self, replica: Replica, slot: Slot, secrets: Mapping[int, KeySecret]) -> bool:
        """True if the spy sees a card that lies in the deck; `secrets` are the seats' keys of this deal."""
        card = replica.deal.cards[slot]
        return all(
            seat == self._own
            or self._is_told(card, seat, secrets)
            or self._is_lent(replica, card, seat, secrets)
            for seat in replica.deal.known_keys().seats
        )

    def _is_told(self, card: Card, seat: int, secrets: Mapping[int, KeySecret]) -> bool:
        at = bytes(card.cipher.a), seat
        if at not in self._shares:
            self._shares[at] = bytes(mul(card.cipher.a, secrets[seat].x))
        return self._shares[at] in self._said

    def _is_lent(self, replica: Replica, card: Card, seat: int, secrets: Mapping[int, KeySecret]) -> bool:
        deal, keys = replica.deal, replica.deal.known_keys()
        if seat not in deal.split:
            return False
        at, dealt = (bytes(card.cipher.a), seat), deal.split[seat]
        if at not in self._lent:
            holders = [holder for holder in keys.seats if holder != seat]
            parts = [take_part(dealt, keys, holder, secrets[holder], seeded(1)) for holder in holders]
            self._lent[at] = tuple(bytes(mul(card.cipher.a, part.x)) for part in parts)
        return sum(added in self._said for added in self._lent[at]) >= dealt.t
