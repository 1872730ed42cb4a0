"""The public part of the deck at one height: keys, hidden cards, shares.

A `Deal` is a value inside the replicated state (`net.seat.position`). It lives from one key ceremony to the
next (deck 6.3): its cards are ciphertexts under the joint key, one per slot of the rules. `net.seat.plan`
decides which seat must give which shares of these cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from net.deck.escrow import CheckedEscrow
from net.deck.keys import CheckedKey, Keys
from net.deck.pile import EMPTY_PILE, CheckedPile, Cipher
from net.deck.sealed import CheckedSealed
from net.deck.shares import CheckedShare
from net.errors import LocalError
from rules.api import Face, Seat, Slot


class Card(Struct, frozen=True):
    """One hidden card: its ciphertext, the seats that may see it, and the shares given so far. `shares` are
    the shares in the clear, by seat; `sealed` are the shares for one viewer, by (giver, viewer); `pile` is
    the rules' name for the pile in which it was last shuffled."""

    cipher: Cipher
    pile: str = ""
    viewers: frozenset[Seat] = frozenset()
    shares: Mapping[Seat, CheckedShare] = field(default_factory=dict)
    sealed: Mapping[tuple[Seat, Seat], CheckedSealed] = field(default_factory=dict)


class Deal(Struct, frozen=True):
    """One key ceremony and all cards under its keys.

    `table` are the bytes that the ceremony is bound to, `commitments` and `opened` are its results so far,
    and `keys` is None until everybody has opened. `split` holds each seat's split key (none at a table
    without escrow), `vouched` are the seats that have confirmed the parts they hold. `dealt` is True once a
    pile was shuffled under the keys, `faces` are all faces that its cards can have. `mixing` is a pile that
    is being shuffled, and `mixed_by` are the seats that have shuffled it. Before anything else happens
    (`net.seat.absence`), the locks of the seats in `parting` come off, and the slots of the piles in `remix`
    are shuffled once more.
    """

    number: int
    table: bytes = b""
    commitments: Mapping[int, bytes] = field(default_factory=dict)
    opened: Mapping[int, CheckedKey] = field(default_factory=dict)
    keys: Keys | None = None
    split: Mapping[int, CheckedEscrow] = field(default_factory=dict)
    vouched: tuple[int, ...] = ()
    dealt: bool = False
    faces: tuple[Face, ...] = ()
    cards: Mapping[Slot, Card] = field(default_factory=dict)
    mixing: CheckedPile = EMPTY_PILE
    mixed_by: tuple[int, ...] = ()
    remix: tuple[tuple[Slot, ...], ...] = ()
    parting: tuple[int, ...] = ()

    def known_keys(self) -> Keys:
        """The keys of this deal; raises `LocalError` before everybody has opened theirs."""
        if self.keys is None:
            raise LocalError("the key ceremony of this deal is not over")
        return self.keys

    def without(self, slots: frozenset[Slot]) -> Deal:
        """The deal without these slots, whose cards are no longer hidden."""
        return replace(self, cards={slot: card for slot, card in self.cards.items() if slot not in slots})


def missing_shares(card: Card, keys: Keys) -> tuple[int, ...]:
    """The seats whose share of a card is not in the clear."""
    return tuple(seat for seat in keys.seats if Seat(seat) not in card.shares)


def is_open(card: Card, keys: Keys) -> bool:
    """True if the shares of all seats lie in the clear, so that everybody can see the card."""
    return not missing_shares(card, keys)
