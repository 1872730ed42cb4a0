"""Plump for playouts: the round itself, with all faces known and chance answered at once.

A move is a bid while the seats bid, and the face of a card afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.api import Action, Face, Known, Rng, Scratch, Seat, Slot
from rules.cards import PACK, SUIT
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.past import UNKNOWN
from rules.plump.playout import likely_bid, likely_card, likely_lead, likely_only_bid
from rules.plump.round import Round
from rules.plump.state import PlumpState, past_after, round_due

_CARDS: Final = tuple(map(Slot, PACK))
"""The cards, each with its face as its slot."""


class PlumpScratch(Scratch):
    """The round in progress, with each card's face as its slot.

    `_past` is everything before the playout began, `_played` are the rounds since, and `_sums` the points by
    seat. The next round is dealt only when it is asked for (`_is_due` until then): most playouts end before.
    """

    __slots__ = ("_is_due", "_part", "_past", "_played", "_rng", "_setting", "_sums", "over", "turn")

    def __init__(self, state: PlumpState, faces: Known, rng: Rng) -> None:
        past, part = state.past, state.part
        self._rng, self._sums = rng, [*past.sums]
        self._played: tuple[Round, ...] = ()
        self.over, self.turn = past.is_over, Seat(0)
        self._past, self._setting, self._is_due = past, past.setting, False
        self._part = Round((), deck=0, index=0, cards=0, order=(Seat(0),), seats=1)
        if past.is_over:
            return  # the empty round above is never used
        if past.first_dealer == UNKNOWN:
            self._past = replace(past, first_dealer=Seat(rng.randrange(past.setting.seats)))
        if part is None or not part.is_shuffled:
            self._deal()
        else:
            seen = {**faces, **{slot: face for _, slot, face in part.played}}
            self._enter(_renamed(part, {slot: Slot(seen.get(slot, -1)) for slot in part.pile}))

    # -- the contract ------------------------------------------------------------------------

    def actions(self) -> Sequence[int]:
        if self._is_due:
            self._deal()
        part = self._part
        if part.is_bidding:
            return part.bids_allowed
        return part.playable(part.hands[part.turn], SUIT)

    def play(self, move: int) -> None:
        if self._is_due:
            self._deal()
        part = self._part
        if part.is_bidding:
            part.bid(move, self._setting.lead)
            if part.is_opened_now:
                part.open_all(PACK)
        else:
            part.put(move, move)  # type: ignore[arg-type] # the face of a card stands for its slot
        self.turn = part.turn
        if part.is_due:
            self._settle(part)

    @property
    def stage(self) -> int:
        return len(self._past.rows) + len(self._played)

    def likely(self, rng: Rng) -> int:
        moves, seat, part = self.actions(), self.turn, self._part
        if len(moves) == 1:
            return moves[0]
        hand, seats = part.hands[seat], len(part.order)
        if part.is_bidding:
            if part.cards == 1:
                return likely_only_bid([part.hands[other][0] for other in part.order if other != seat], moves)
            return likely_bid(hand, moves, seats=seats)
        wanted = part.bids[part.order.index(seat)] - part.ticks[seat]
        if not part.laid:
            return likely_lead(hand, wanted=wanted)
        is_last = part.laid == seats - 1
        return likely_card(
            moves, hand, led=part.led, best=part.best, wanted=wanted, is_last=is_last, seats=seats
        )

    def clone(self) -> PlumpScratch:
        new = object.__new__(PlumpScratch)
        new._rng, new._past, new._setting, new._sums = self._rng, self._past, self._setting, self._sums[:]
        new._played, new._part, new._is_due = self._played, self._part.twin(), self._is_due
        new.turn, new.over = self.turn, self.over
        return new

    def scores(self) -> tuple[int, ...]:
        return tuple(self._sums)

    def action(self, move: int) -> Action:
        if self._is_due:
            self._deal()
        if self._part.is_bidding:
            return Bid(move)
        return PlumpPlay(Slot(self._part.deck + self._part.pile.index(Slot(move))), Face(move))

    def state(self) -> PlumpState:
        if self._is_due:
            self._deal()
        past = self._past
        for part in self._played:
            past = past_after(past, _by_slot(part))
        return PlumpState(past, None if self.over else _by_slot(self._part))

    # -- rounds ------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Shuffle and deal the next round, drawing as `LocalTable` does."""
        pile, self._is_due = [*_CARDS], False
        self._rng.shuffle(pile)
        self._enter(round_due(self._past, len(self._played), pile))

    def _enter(self, part: Round) -> None:
        """Go on with a round, as if all had seen their cards."""
        self._part, self.turn = part, part.turn
        part.is_shuffled, part.shown = True, len(part.order)
        if part.is_opened_now:
            part.open_all(PACK)
            self._settle(part)

    def _settle(self, part: Round) -> None:
        """Go on to the next round, if this one is played out or was stopped by a revoke."""
        is_stopped = bool(part.revokes) and self._setting.revoke == "stop"
        if not is_stopped and not part.is_played_out:
            return
        self._played = (*self._played, part)
        if not is_stopped:
            revoked = [revoke.seat for revoke in part.revokes]
            for seat, bid in zip(part.order, part.bids, strict=True):
                if seat not in revoked:
                    self._sums[seat] += self._setting.score(bid, part.ticks[seat])
        if is_stopped or part.index + 1 == len(self._setting.rounds):
            self.over = True
        else:
            self._is_due, self.turn = True, round_due(self._past, len(self._played)).turn


def _renamed(part: Round, names: Mapping[Slot, Slot]) -> Round:
    """The same round with other names for its cards."""
    twin = part.twin()
    twin.pile = [names[card] for card in part.pile]
    twin.hands = [[names[card] for card in hand] for hand in part.hands]
    twin.played = [(seat, names[card], face) for seat, card, face in part.played]
    return twin


def _by_slot(part: Round) -> Round:
    """The same round with its cards named by their slots again."""
    return _renamed(part, {card: Slot(slot) for slot, card in enumerate(part.pile, part.deck)})
