"""The deck's public side at one height: keys, hidden cards, shares; and what must come next.

A `Deal` is a value inside the replicated state (`net.seat.position`). It lives from one key ceremony
to the next (deck 6.3): the cards of a deal are ciphertexts under the joint key, one per slot
of the rules. `Plan` says, for the shows that the rules ask for, which seat must give which
share, in the clear or sealed for one viewer (deck 5.2 and 6.7):

* V = the seats that may see a card, those of earlier shows included;
* a seat outside V gives its share in the clear, once;
* a seat inside V keeps its share from the others: it seals it for each other seat of V.

So a card shown to one seat costs one share in the clear from each other seat and stays closed
to everybody else as long as its viewer's own share is missing; a card shown to all but its
owner (the forehead round) has the owner's share in the clear and all others sealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from net.deck.escrow import CheckedEscrow
from net.deck.keys import Keys
from net.deck.pile import EMPTY_PILE, CheckedPile, Cipher
from net.deck.sealed import CheckedSealed
from net.deck.shares import CheckedShare
from net.errors import LocalError
from rules.api import EVERYONE, Audience, Face, Seat, Show, Slot


@dataclass(frozen=True, slots=True)
class Card:
    """One hidden card: its ciphertext, who may see it, and the shares that were given.

    `shares` are those in the clear, by seat; `sealed` those for one viewer, by (giver, viewer).
    """

    cipher: Cipher
    viewers: frozenset[Seat] = frozenset()
    shares: Mapping[Seat, CheckedShare] = field(default_factory=dict)
    sealed: Mapping[tuple[Seat, Seat], CheckedSealed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deal:
    """One key ceremony and all cards under its keys.

    `table` is what the ceremony was bound to, `keys` None until everybody opened; `split` what each
    has split its key into (nothing at a table without escrow), and `is_vouched` whether all have said
    that the parts which they hold are right. `dealt` says whether a pile was shuffled under the keys,
    `faces` are all that its cards can show; `mixing` is the pile in the middle of a shuffle of which
    `mixed_by` seats have done their part.
    """

    number: int
    table: bytes = b""
    commitments: Mapping[int, bytes] | None = None
    keys: Keys | None = None
    split: Mapping[int, CheckedEscrow] = field(default_factory=dict)
    is_vouched: bool = False
    dealt: bool = False
    faces: tuple[Face, ...] = ()
    cards: Mapping[Slot, Card] = field(default_factory=dict)
    mixing: CheckedPile = EMPTY_PILE
    mixed_by: int = 0

    def known_keys(self) -> Keys:
        """The keys of this deal; raises `LocalError` before everybody has opened theirs."""
        if self.keys is None:
            raise LocalError("the key ceremony of this deal is not over")
        return self.keys

    def without(self, slots: frozenset[Slot]) -> Deal:
        """The deal when these slots are no longer hidden cards of it."""
        return replace(self, cards={slot: card for slot, card in self.cards.items() if slot not in slots})


@dataclass(frozen=True, slots=True)
class Errand:
    """What one seat must give in a round of shares: slots in the clear, (slot, viewer) sealed."""

    clear: tuple[Slot, ...] = ()
    sealed: tuple[tuple[Slot, Seat], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.clear or self.sealed)


@dataclass(frozen=True, slots=True)
class Plan:
    """A round of shares for all the shows asked for at one state: who gives what."""

    errands: Mapping[int, Errand]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have anything to give, rising."""
        return tuple(sorted(seat for seat, errand in self.errands.items() if errand))


def plan_shows(deal: Deal, shows: tuple[Show, ...]) -> Plan:
    """Who must give which shares so that every show comes true. No share is asked for twice."""
    seats = deal.known_keys().seats
    audiences: dict[Slot, Audience] = {}
    for show in shows:
        for slot in show.slots:
            audiences[slot] = widened(audiences.get(slot, ()), show.to)
    clear: dict[int, list[Slot]] = {seat: [] for seat in seats}
    sealed: dict[int, list[tuple[Slot, Seat]]] = {seat: [] for seat in seats}
    for slot in sorted(audiences):
        card, audience = deal.cards[slot], audiences[slot]
        viewers = None if audience is EVERYONE else card.viewers.union(audience)
        for seat in map(Seat, seats):
            if seat in card.shares:
                continue
            if viewers is None or seat not in viewers:
                clear[seat].append(slot)
            else:
                sealed[seat] += [
                    (slot, viewer)
                    for viewer in sorted(viewers)
                    if viewer != seat and (seat, viewer) not in card.sealed
                ]
    return Plan({seat: Errand(tuple(clear[seat]), tuple(sealed[seat])) for seat in seats})


def widened(one: Audience, other: Audience) -> Audience:
    """Both audiences together."""
    return None if one is None or other is None else tuple(sorted({*one, *other}))


def missing_shares(card: Card, keys: Keys) -> tuple[int, ...]:
    """The seats whose share of a card is not in the clear."""
    return tuple(seat for seat in keys.seats if Seat(seat) not in card.shares)
