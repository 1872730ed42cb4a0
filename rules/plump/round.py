"""The round in progress: the hands, the bids, the tick on the table, the recorded voids; what may be done,
and its effects, which change the round in place and check nothing.

A `PlumpState` holds a round and lets an event change only a copy, its twin; a `PlumpScratch` changes one
whose faces are all known. So the rules are written only once, here.

A seat that does not follow suit *claims* to be void in it. `void_since` keeps the tick of the claim, because
a later card of that suit proves a revoke (plump 5.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Final

from rules.api import EVERYONE, Face, Seat, Show, Slot
from rules.cards import CARD_TEXT, RANK, SUIT
from rules.plump.past import ABSENT, Played, Revoke, Row

_BIDS: Final = tuple(tuple(range(cards + 1)) for cards in range(11))
_HOOKED: Final = tuple(tuple(tuple(bid for bid in bids if bid != hook) for hook in bids) for bids in _BIDS)
"""Bids of the last seat, by number of cards and forbidden bid."""


class Round:
    """One round after its dealer is known; it begins before its shuffle.

    `order` are the seats that bid, in turn: the dealer last. `deck` is the first of the round's 52 slots,
    and `pile` are the cards as they lie, top first. `hands`, `ticks` and `void_since` are by seat, and
    `void_since` then by suit: the tick of the claim, 0 for none. `bids` are in the order made. `tick`
    counts from 1. `played` are seat, slot and face of all cards played; the last `laid` of them are the
    tick in progress, in which `led` is the suit led and `taker` is winning with the card `best`. `is_due`
    is True when the round may be over: all ticks are taken, or a revoke was proven. `shown` counts the shows
    that are done. `told` is the text of the first `told_cards` cards played, which `text` goes on from.

    A card is named by its slot; in a playout, where all faces are known, by its face.
    """

    __slots__ = (
        *("index", "cards", "order", "deck", "pile", "hands", "following", "ticks", "void_since", "turn"),
        *("is_shuffled", "shown", "is_bidding", "is_due", "bids", "tick", "laid", "led", "best", "taker"),
        *("played", "revokes", "told", "told_cards"),
    )

    def __init__(
        self, pile: Sequence[Slot], *, index: int, cards: int, order: tuple[Seat, ...], deck: int, seats: int
    ) -> None:
        self.index, self.cards, self.order, self.deck, self.pile = index, cards, order, deck, pile
        self.hands: list[list[Slot]] = [[] for _ in range(seats)]
        for place, seat in enumerate(sorted(order)):
            self.hands[seat] = [*pile[cards * place : cards * (place + 1)]]
        self.following = _following(order)
        self.ticks = [0] * seats
        self.void_since = [[0, 0, 0, 0] for _ in range(seats)]
        self.turn = order[0]
        self.is_shuffled, self.shown, self.is_bidding, self.is_due = False, 0, True, False
        self.bids: tuple[int, ...] = ()
        self.tick, self.laid = 1, 0
        self.led, self.best, self.taker = 0, 0, order[0]
        self.played: list[tuple[Seat, Slot, Face]] = []
        self.revokes: tuple[Revoke, ...] = ()
        self.told, self.told_cards = "", 0

    def twin(self) -> Round:
        """An independent copy."""
        twin = object.__new__(Round)
        twin.index, twin.cards, twin.order, twin.deck = self.index, self.cards, self.order, self.deck
        twin.pile = self.pile
        twin.hands = [hand[:] for hand in self.hands]
        twin.void_since = [claims[:] for claims in self.void_since]
        twin.ticks, twin.played = self.ticks[:], self.played[:]
        twin.following, twin.turn, twin.bids = self.following, self.turn, self.bids
        twin.is_shuffled, twin.shown, twin.is_bidding = self.is_shuffled, self.shown, self.is_bidding
        twin.is_due, twin.tick, twin.laid, twin.revokes = self.is_due, self.tick, self.laid, self.revokes
        twin.led, twin.best, twin.taker = self.led, self.best, self.taker
        twin.told, twin.told_cards = self.told, self.told_cards
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and _VALUE(self) == _VALUE(other)

    __hash__ = None  # type: ignore[assignment]

    # -- questions ----------------------------------------------------------------------------

    @property
    def shows(self) -> tuple[Show, ...]:
        """The shows of the deal still to come: each seat's cards to it, a single one to the others (2.7)."""
        seats = sorted(self.order)
        return tuple(
            [
                Show(
                    tuple(self.hands[seat]),
                    (seat,) if self.cards > 1 else tuple([other for other in seats if other != seat]),
                )
                for seat in seats[self.shown :]
            ]
        )

    @property
    def reveal(self) -> Show:
        """The show of all hands to everybody that plays a round of one card (ruling 9)."""
        return Show(tuple([slot for hand in self.hands for slot in hand]), EVERYONE)

    @property
    def is_opened_now(self) -> bool:
        """True if this is a round of one card with all its bids, so that all cards are opened (ruling 9)."""
        return self.cards == 1 and not self.is_bidding

    def bid_of(self, seat: Seat) -> int | None:
        """The bid of a seat; None before it is made, and for a seat that has left."""
        place = self.order.index(seat) if seat in self.order else len(self.bids)
        return self.bids[place] if place < len(self.bids) else None

    @property
    def hook(self) -> int | None:
        """The bid forbidden now, because the sum would equal the cards (2.3); None if no bid is."""
        if len(self.bids) + 1 != len(self.order):
            return None
        forbidden = self.cards - sum(self.bids)
        return forbidden if forbidden >= 0 else None

    @property
    def suit_led(self) -> int | None:
        return self.led if self.laid else None

    @property
    def table(self) -> tuple[Played, ...]:
        """The cards of the tick in progress, in the order played."""
        return self._cards(len(self.played) - self.laid, len(self.played))

    @property
    def last(self) -> tuple[Played, ...]:
        """The tick before the one in progress; () in the first."""
        end = len(self.played) - self.laid
        return self._cards(end - len(self.order), end) if end else ()

    @property
    def winner(self) -> Played | None:
        """The card that takes the tick as it lies; None before the first card."""
        return winning(self.table) if self.laid else None

    @property
    def seen(self) -> int:
        """The faces played so far, as bits."""
        return sum([1 << face for _, _, face in self.played])

    @property
    def is_played_out(self) -> bool:
        """True if all ticks are taken."""
        return self.tick > self.cards

    def row(self) -> Row:
        """The row of a finished round on the score sheet."""
        bids = [ABSENT] * len(self.ticks)
        for seat, bid in zip(self.order, self.bids, strict=True):
            bids[seat] = bid
        revoked = tuple(sorted({revoke.seat for revoke in self.revokes}))
        return Row(self.cards, tuple(bids), tuple(self.ticks), revoked)

    def text(self) -> str:
        """The events since the shuffle was asked for, a space before each (plump 6.6)."""
        for _, slot, face in self.played[self.told_cards :]:
            self.told += f" {slot}={CARD_TEXT[face]}"
        self.told_cards = len(self.played)
        dealt = (" shuffled" if self.is_shuffled else "") + " shown" * self.shown
        return dealt + "".join([f" {bid}" for bid in self.bids]) + self.told

    # -- moves -------------------------------------------------------------------------------

    @property
    def bids_allowed(self) -> tuple[int, ...]:
        """Valid bids of the seat to bid, rising."""
        hook = self.hook
        return _BIDS[self.cards] if hook is None else _HOOKED[self.cards][hook]

    def playable(self, hand: list[Slot], suits: Mapping[Slot, int] | Sequence[int]) -> list[Slot]:
        """The cards of a hand that may be played: of the suit led, or any (2.4). `suits` are by card."""
        if not self.laid:
            return hand
        led = self.led
        return [card for card in hand if suits[card] == led] or hand

    # -- effects ------------------------------------------------------------------------------

    def bid(self, ticks: int, lead: str) -> None:
        """Add a bid; after the last one the leader of the first tick is known (2.5)."""
        self.bids = bids = (*self.bids, ticks)
        if len(bids) < len(self.order):
            self.turn = self.order[len(bids)]
            return
        self.is_bidding = False
        # index() finds the earlier bidder of a tie (ruling 2)
        self.turn = self.order[bids.index(max(bids)) if lead == "highest-bid" else 0]

    def put(self, card: Slot, face: Face) -> None:
        """Put a card on the table; a full table goes to the highest card of the suit led (2.6)."""
        seat, suit, laid = self.turn, SUIT[face], self.laid + 1
        self.hands[seat].remove(card)
        self.played.append((seat, card, face))
        claims = self.void_since[seat]
        if claims[suit]:
            # A claim that is proven false is deleted: it says nothing about the remaining cards.
            self.revokes += (Revoke(seat, self.index, suit, claims[suit], self.tick),)
            claims[suit] = 0
            self.is_due = True
        if laid == 1:
            self.led, self.best, self.taker = suit, face, seat
        elif suit != self.led:
            if not claims[self.led]:
                claims[self.led] = self.tick
        elif face > self.best:  # faces of one suit rise with their rank
            self.best, self.taker = face, seat
        if laid < len(self.order):
            self.laid, self.turn = laid, self.following[seat]
            return
        self.laid, self.turn = 0, self.taker
        self.ticks[self.taker] += 1
        self.tick += 1
        if self.tick > self.cards:
            self.is_due = True

    def open_all(self, faces: Mapping[Slot, Face] | Sequence[Face]) -> None:
        """Play a round of one card: first the leader's card, then clockwise (ruling 9)."""
        for _ in self.order:
            (card,) = self.hands[self.turn]
            self.put(card, faces[card])

    def _cards(self, first: int, end: int) -> tuple[Played, ...]:
        return tuple([Played(*played) for played in self.played[first:end]])


@lru_cache(maxsize=256)
def _following(order: tuple[Seat, ...]) -> dict[Seat, Seat]:
    """Return the next seat of `order`, by seat."""
    return dict(pairwise((*order, order[0])))


_VALUE: Final = attrgetter(
    *("index", "cards", "order", "deck", "hands", "ticks", "void_since", "turn"),
    *("is_shuffled", "shown", "bids", "played", "revokes"),
)


def winning(cards: tuple[Played, ...]) -> Played:
    """The highest card of the suit led; ace high, no trump (2.6, rulings 6 and 7)."""
    suit = SUIT[cards[0].face]
    return max((played for played in cards if SUIT[played.face] == suit), key=lambda p: RANK[p.face])
