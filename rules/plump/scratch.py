"""The fast path of Plump: flat lists and small numbers, for playouts.

A move is a bid (0..10) while the seats bid, and the face of a card (0..51) afterwards. Faces of
one suit rise with their rank, so that within the suit led the greater number wins.

The position that a scratch began from, the decks and the moves since are kept, so that `state`
can lead them along the checked path: that is how a test holds both paths together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.api import (
    EVERYONE,
    Action,
    Face,
    Known,
    Moved,
    Rng,
    Roll,
    Rolled,
    Scratch,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    State,
)
from rules.cards import PACK, SUIT
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.course import bidding_order
from rules.plump.playout import likely_bid, likely_card, likely_lead, likely_only_bid
from rules.plump.round import Round
from rules.plump.state import PlumpState

_BIDS: Final = tuple(tuple(range(cards + 1)) for cards in range(11))
# by cards and forbidden bid: what the last seat may bid
_HOOKED: Final = tuple(tuple(tuple(bid for bid in bids if bid != hook) for hook in bids) for bids in _BIDS)
_UNSEEN: Final = Face(-1)

Deal = tuple[tuple[Face, ...], tuple[int, ...]]
"""A deck as it lies and the moves made with it."""


class PlumpScratch(Scratch):
    """A mutable position with all faces known; see `rules.api.Scratch`."""

    __slots__ = (
        "_base",
        "_best",
        "_bidding",
        "_bids",
        "_cards",
        "_count",
        "_deals",
        "_deck",
        "_first",
        "_hands",
        "_index",
        "_leader_bids",
        "_led",
        "_lies",
        "_moves",
        "_next",
        "_order",
        "_points",
        "_revoked",
        "_rng",
        "_slot",
        "_stops",
        "_sums",
        "_taker",
        "_ticks",
        "_togo",
        "over",
        "turn",
    )

    def __init__(self, state: PlumpState, faces: Known, rng: Rng) -> None:
        setting, part = state.past.setting, state.part
        self._base, self._rng = state, rng
        self._leader_bids = setting.lead == "highest-bid"
        self._stops = setting.revoke == "stop"
        self._points = tuple(setting.score(bid, bid) for bid in range(11))
        self._sums = list(state.past.sums)
        self._deals: tuple[Deal, ...] = ()
        self._index = len(state.past.rows)
        self._slot = 52 * state.past.deals
        self._first = state.past.first_dealer
        self.turn, self.over = Seat(0), state.past.is_over
        self._deck: tuple[Face, ...] = ()
        self._order: tuple[Seat, ...] = ()
        self._next: dict[Seat, Seat] = {}
        self._hands: list[list[int]] = [[] for _ in range(setting.seats)]
        self._moves: list[int] = []
        self._bids: list[int] = []
        self._ticks = [0] * setting.seats
        self._bidding, self._cards, self._togo = False, 0, 0
        self._count, self._led, self._best, self._taker = 0, 0, 0, Seat(0)
        self._lies: frozenset[tuple[int, int]] = frozenset()
        self._revoked: tuple[int, ...] = ()
        if self.over:
            return
        if part is None:
            self._first = Seat(rng.randrange(setting.seats))
        if part is None or not part.is_shuffled:
            self._deal()
        else:
            self._enter(part, faces)

    # -- the contract ------------------------------------------------------------------------

    def actions(self) -> Sequence[int]:
        if self._bidding:
            cards = self._cards
            if len(self._bids) + 1 < len(self._order):
                return _BIDS[cards]
            hook = cards - sum(self._bids)
            return _BIDS[cards] if hook < 0 else _HOOKED[cards][hook]
        hand = self._hands[self.turn]
        if self._count:
            led = self._led
            return [face for face in hand if SUIT[face] == led] or hand
        return hand

    def play(self, move: int) -> None:
        self._moves.append(move)
        if self._bidding:
            self._bid(move)
            return
        seat, suit = self.turn, SUIT[move]
        self._hands[seat].remove(move)
        if not self._count:
            self._led, self._best, self._taker = suit, move, seat
        elif suit == self._led and move > self._best:
            self._best, self._taker = move, seat
        self._count += 1
        if self._lies and (seat, suit) in self._lies:
            self._catch(seat, suit)
        if self._count < len(self._order):
            self.turn = self._next[seat]
            return
        self._count = 0
        taker = self.turn = self._taker
        self._ticks[taker] += 1
        self._togo -= 1
        if not self._togo and not self.over:
            self._score()

    @property
    def stage(self) -> int:
        return self._index + self.over

    def likely(self, rng: Rng) -> int:
        moves, seat = self.actions(), self.turn
        if len(moves) == 1:
            return moves[0]
        hand, cards, seats = self._hands[seat], self._cards, len(self._order)
        if self._bidding:
            if cards == 1:
                return likely_only_bid(
                    [self._hands[other][0] for other in self._order if other != seat], moves
                )
            return likely_bid(hand, moves, seats=seats)
        wanted = self._bids[self._order.index(seat)] - self._ticks[seat]
        if not self._count:
            return likely_lead(hand, wanted=wanted, seats=seats)
        is_last = self._count == seats - 1
        return likely_card(
            moves, hand, led=self._led, best=self._best, wanted=wanted, is_last=is_last, seats=seats
        )

    def clone(self) -> PlumpScratch:
        new = PlumpScratch.__new__(PlumpScratch)
        new.turn, new.over = self.turn, self.over
        new._base, new._rng, new._points, new._first = self._base, self._rng, self._points, self._first
        new._leader_bids, new._stops, new._sums = self._leader_bids, self._stops, self._sums[:]
        new._deals, new._moves, new._index, new._slot = self._deals, self._moves[:], self._index, self._slot
        new._bids, new._lies, new._revoked = self._bids[:], self._lies, self._revoked
        new._deck, new._cards, new._order, new._next = self._deck, self._cards, self._order, self._next
        new._hands, new._ticks = [hand[:] for hand in self._hands], self._ticks[:]
        new._bidding, new._count, new._led = self._bidding, self._count, self._led
        new._best, new._taker, new._togo = self._best, self._taker, self._togo
        return new

    def scores(self) -> tuple[int, ...]:
        return tuple(self._sums)

    def action(self, move: int) -> Action:
        if self._bidding:
            return Bid(move)
        return PlumpPlay(Slot(self._slot + self._deck.index(Face(move))), Face(move))

    def state(self) -> State:
        state: State = self._base
        deals = self._deals if self.over else (*self._deals, (self._deck, tuple(self._moves)))
        for deck, moves in deals:
            state = self._led_along(state, deck, moves)
        return state

    # -- rounds ------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Shuffle and deal the next round, drawing as `LocalTable` does."""
        setting, gone = self._base.past.setting, self._base.past.gone
        deck = [*PACK]
        self._rng.shuffle(deck)
        self._deck = tuple(deck)
        cards = self._cards = setting.rounds[self._index]
        self._seat(bidding_order(setting.seats, first_dealer=self._first, round_index=self._index, gone=gone))
        for place, seat in enumerate(sorted(self._order)):
            self._hands[seat] = [*deck[place * cards : (place + 1) * cards]]
        self._ticks = [0] * setting.seats
        self._bidding, self._bids, self._moves = True, [], []
        self._togo = cards
        self.turn = self._order[0]

    def _enter(self, part: Round, faces: Known) -> None:
        """Take over a round in progress."""
        self._deck = tuple(faces.get(Slot(part.deck + i), _UNSEEN) for i in range(52))
        self._cards, self._bids, self._bidding = part.cards, [*part.bids], part.is_bidding
        self._seat(part.order)
        self._hands = [[faces[slot] for slot in hand] for hand in part.hands]
        self._ticks, self._togo = [*part.ticks], part.cards - sum(part.ticks)
        self.turn = part.turn
        if part.table and part.winner is not None:
            self._count, self._led = len(part.table), SUIT[part.table[0].face]
            self._best, self._taker = part.winner.face, part.winner.seat
        self._revoked = tuple(revoke.seat for revoke in part.revokes)
        # With all faces given, a recorded claim may already be a lie that a later card will prove.
        self._lies = frozenset(
            (seat, SUIT[face])
            for seat, hand in enumerate(self._hands)
            for face in hand
            if part.void_since[seat][SUIT[face]]
        )
        if not self._bidding and part.cards == 1:
            self._reveal()

    def _seat(self, order: tuple[Seat, ...]) -> None:
        self._order = order
        self._next = dict(pairwise((*order, order[0])))

    def _bid(self, bid: int) -> None:
        bids, order = self._bids, self._order
        bids.append(bid)
        if len(bids) < len(order):
            self.turn = order[len(bids)]
            return
        self._bidding = False
        self.turn = order[bids.index(max(bids)) if self._leader_bids else 0]
        if self._cards == 1:
            self._reveal()

    def _reveal(self) -> None:
        """A one-tick round plays itself; nobody has two cards of a suit, so the order is no matter."""
        best = self._hands[self.turn][0]
        suit, taker = SUIT[best], self.turn
        for seat in self._order:
            face = self._hands[seat][0]
            if face > best and SUIT[face] == suit:
                best, taker = face, seat
        self._ticks[taker] += 1
        self._score()

    def _score(self) -> None:
        for seat, bid in zip(self._order, self._bids, strict=True):
            if self._ticks[seat] == bid and seat not in self._revoked:
                self._sums[seat] += self._points[bid]
        self._lies, self._revoked = frozenset(), ()
        self._deals = (*self._deals, (self._deck, tuple(self._moves)))
        self._index += 1
        self._slot += 52
        if self._index == len(self._base.past.setting.rounds):
            self.over = True
        else:
            self._deal()

    def _catch(self, seat: int, suit: int) -> None:
        """A card proves that an earlier claim was false (ruling 13)."""
        self._lies = self._lies - {(seat, suit)}
        self._revoked = (*self._revoked, seat)
        if self._stops:
            self._deals = (*self._deals, (self._deck, tuple(self._moves)))
            self.over = True

    # -- back to the checked path --------------------------------------------------------------

    def _led_along(self, state: State, deck: tuple[Face, ...], moves: tuple[int, ...]) -> State:
        """The position after the moves of one deal, from where the deal (or the scratch) began."""
        togo, dealt = list(moves), any(state.hand(seat) for seat in self._order)
        while state.needs:
            need = state.needs[0]
            if isinstance(need, Roll):
                state = state.after(Rolled(self._first))
            elif isinstance(need, Shuffle):
                if dealt:
                    break
                dealt, state = True, state.after(Shuffled(need.pile, need.into))
            elif isinstance(need, Show):
                faces = tuple(deck[slot % 52] for slot in need.slots) if need.to is EVERYONE else None
                state = state.after(Shown(need.slots, need.to, faces))
            elif not togo:
                break
            else:
                state = state.after(Moved(need.seat, _action(state, need.seat, deck, togo.pop(0))))
        return state


def _action(state: State, seat: Seat, deck: tuple[Face, ...], move: int) -> Action:
    """The action of a move in a position: all bids come before all cards."""
    options = state.actions(seat, {slot: deck[slot % 52] for slot in state.hand(seat)})
    if isinstance(options[0], Bid):
        return Bid(move)
    return PlumpPlay(next(slot for slot in state.hand(seat) if deck[slot % 52] == move), Face(move))
