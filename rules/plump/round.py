"""The round in progress: who holds which slots, bids, the tick on the table, recorded voids.

Plain bookkeeping: `rules.plump.state` has already checked whatever comes here. Only public
knowledge: a seat that does not follow suit *claims* to be void in it, and `void_since` keeps
the tick of the claim, for a later card of that suit is the proof of a revoke (plump 5.2).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import EVERYONE, Face, Seat, Show, Slot
from rules.cards import CARD_TEXT, RANK, SUIT
from rules.plump.past import ABSENT, Played, Revoke, Row
from rules.seats import replaced
from rules.slots import slot_run
from rules.values import changed

NO_CLAIMS = (0, 0, 0, 0)


@dataclass(frozen=True)
class Round:
    """One round after its dealer is known. Tuples are by seat unless their comment differs."""

    index: int
    cards: int
    order: tuple[Seat, ...]  # the seats that bid, in turn: the dealer last
    deck: int  # the first of the round's 52 slots
    hands: tuple[tuple[Slot, ...], ...]
    ticks: tuple[int, ...]
    void_since: tuple[tuple[int, ...], ...]  # by seat, by suit: the tick of the claim; 0 is none
    turn: Seat
    is_shuffled: bool = False
    shown: int = 0
    bids: tuple[int, ...] = ()  # in the order made
    tick: int = 1
    table: tuple[Played, ...] = ()  # the tick in progress
    last: tuple[Played, ...] = ()
    seen: int = 0  # bit set of the faces played so far
    revokes: tuple[Revoke, ...] = ()
    story: str = ""  # what happened since the shuffle was asked for, for the text

    @property
    def shows(self) -> tuple[Show, ...]:
        """The shows of the deal to come: own cards to each seat, in a one-tick round the others' (2.7)."""
        seats = sorted(self.order)
        owed = seats[self.shown :]
        if self.cards > 1:
            return tuple([Show(self.hands[seat], (seat,)) for seat in owed])
        return tuple(
            [Show(self.hands[seat], tuple([other for other in seats if other != seat])) for seat in owed]
        )

    @property
    def reveal(self) -> Show:
        """The one show that plays a one-tick round (ruling 9)."""
        return Show(tuple(slot for hand in self.hands for slot in hand), EVERYONE)

    @property
    def is_bidding(self) -> bool:
        return len(self.bids) < len(self.order)

    def bid_of(self, seat: Seat) -> int | None:
        """The bid of a seat, or None before it is made."""
        place = self.order.index(seat) if seat in self.order else len(self.bids)
        return self.bids[place] if place < len(self.bids) else None

    @property
    def hook(self) -> int | None:
        """The bid that is forbidden now, because it would make the sum equal the cards (2.3)."""
        if len(self.bids) != len(self.order) - 1:
            return None
        forbidden = self.cards - sum(self.bids)
        return forbidden if forbidden >= 0 else None

    @property
    def bids_allowed(self) -> tuple[int, ...]:
        """What the seat to bid may bid, rising."""
        return tuple(bid for bid in range(self.cards + 1) if bid != self.hook)

    @property
    def suit_led(self) -> int | None:
        return SUIT[self.table[0].face] if self.table else None

    @property
    def winner(self) -> Played | None:
        """The card that takes the tick as it lies."""
        return winning(self.table) if self.table else None


def start_round(*, index: int, cards: int, order: tuple[Seat, ...], deals: int, seats: int) -> Round:
    """A round whose shuffle is asked for next."""
    deck = 52 * deals
    dealt = {
        seat: slot_run(deck + cards * place, deck + cards * (place + 1))
        for place, seat in enumerate(sorted(order))
    }
    return Round(
        index=index,
        cards=cards,
        order=order,
        deck=deck,
        hands=tuple(dealt.get(Seat(seat), ()) for seat in range(seats)),
        ticks=(0,) * seats,
        void_since=(NO_CLAIMS,) * seats,
        turn=order[0],
    )


def winning(cards: tuple[Played, ...]) -> Played:
    """The highest card of the suit led; ace high, no trump (2.6, rulings 6 and 7)."""
    suit = SUIT[cards[0].face]
    return max((played for played in cards if SUIT[played.face] == suit), key=lambda p: RANK[p.face])


def after_bid(part: Round, bid: int, *, lead: str) -> Round:
    """The round with one more bid; after the last one the leader of the first tick is known (2.5)."""
    bids = (*part.bids, bid)
    if len(bids) < len(part.order):
        turn = part.order[len(bids)]
    else:
        # index() finds the earlier bidder of a tie (ruling 2)
        turn = part.order[bids.index(max(bids)) if lead == "highest-bid" else 0]
    return changed(part, bids=bids, turn=turn, story=f"{part.story} {bid}")


def after_play(part: Round, slot: Slot, face: Face) -> Round:
    """The round with one more card on the table; a full table goes to its winner."""
    seat, suit = part.turn, SUIT[face]
    table = (*part.table, Played(seat, slot, face))
    void_since, revokes = _claims(part, seat, suit)
    is_full = len(table) == len(part.order)
    following = part.order[(part.order.index(seat) + 1) % len(part.order)]
    played = changed(
        part,
        table=() if is_full else table,
        turn=winning(table).seat if is_full else following,
        void_since=void_since,
        revokes=revokes,
        seen=part.seen | 1 << face,
        hands=replaced(part.hands, seat, tuple([held for held in part.hands[seat] if held != slot])),
        story=f"{part.story} {slot}={CARD_TEXT[face]}",
    )
    if not is_full:
        return played
    ticks = replaced(part.ticks, played.turn, part.ticks[played.turn] + 1)
    return changed(played, last=table, tick=part.tick + 1, ticks=ticks)


def after_reveal(part: Round, faces: tuple[Face, ...]) -> Round:
    """A one-tick round with its cards open: the leader's suit counts, clockwise (ruling 9)."""
    opened = {
        seat: Played(seat, slot, face)
        for seat, slot, face in zip(sorted(part.order), part.reveal.slots, faces, strict=True)
    }
    first = part.order.index(part.turn)
    table = tuple(opened[seat] for seat in (*part.order[first:], *part.order[:first]))
    ticks = replaced(part.ticks, winning(table).seat, 1)
    return changed(part, last=table, tick=2, ticks=ticks, hands=((),) * len(part.hands))


def row_of(part: Round) -> Row:
    """The protocol row of a round whose ticks are all played."""
    bids = tuple(
        bid if (bid := part.bid_of(Seat(seat))) is not None else ABSENT for seat in range(len(part.ticks))
    )
    return Row(part.cards, bids, part.ticks, tuple(sorted({revoke.seat for revoke in part.revokes})))


def _claims(part: Round, seat: Seat, suit: int) -> tuple[tuple[tuple[int, ...], ...], tuple[Revoke, ...]]:
    """The claimed voids and the proven revokes after a seat plays a card of a suit.

    A claim that is proven false is struck: it says nothing about the cards that are left.
    """
    claims, revokes = part.void_since[seat], part.revokes
    if claims[suit]:
        revokes = (*revokes, Revoke(seat, part.index, suit, claims[suit], part.tick))
        claims = replaced(claims, suit, 0)
    led = part.suit_led
    if led is not None and led != suit and not claims[led]:
        claims = replaced(claims, led, part.tick)
    if claims is part.void_since[seat]:
        return part.void_since, revokes
    return replaced(part.void_since, seat, claims), revokes
