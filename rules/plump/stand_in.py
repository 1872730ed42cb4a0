"""Play of an empty seat of Plump (plump R16): it bids by its cards, and then plays for exactly that bid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, Seat, seat_on_turn
from rules.cards import RANK, SUIT
from rules.plump.actions import Bid, PlumpAction, PlumpPlay
from rules.plump.round import Round
from rules.plump.state import PlumpState

SURE: Final = 1000
"""Chances are whole thousandths."""


def stand_in(state: PlumpState, known: Known) -> PlumpAction:
    """The bid or the card of the seat on turn; `known` gives the faces of its hand."""
    seat, part = seat_on_turn(state), state.part
    if part is None:
        raise AssertionError("there is a turn without a round")
    if part.is_bidding:
        return Bid(_bid(part, seat, [known[slot] for slot in part.hands[seat] if slot in known]))
    offered = [action for action in state.actions(seat, known) if isinstance(action, PlumpPlay)]
    wants = (part.bid_of(seat) or 0) > part.ticks[seat]
    return _card(part, offered, wants=wants)


def _bid(part: Round, seat: Seat, hand: Sequence[Face]) -> int:
    """The number of ticks that the hand is likely to take, or the nearest bid that is allowed."""
    likely = (sum(_chance(part, seat, face, hand) for face in hand) + SURE // 2) // SURE
    return min(part.bids_allowed, key=lambda bid: (abs(bid - likely), bid))


def _chance(part: Round, seat: Seat, face: Face, hand: Sequence[Face]) -> int:
    """Roughly the chance that a card takes a tick: nobody holds a higher one, and its suit is led."""
    unseen, held = 52 - len(hand), part.cards * (len(part.order) - 1)
    chance = SURE
    for _ in range(_higher(face, hand)):
        chance = chance * (unseen - held) // unseen
    leads = part.cards == 1 and seat == part.order[0]
    return chance if leads else chance - chance * 3**part.cards // 4**part.cards


def _higher(face: Face, hand: Sequence[Face]) -> int:
    """Count the higher cards of the suit that are not in the hand."""
    return 12 - RANK[face] - sum(SUIT[other] == SUIT[face] and other > face for other in hand)


def _card(part: Round, offered: Sequence[PlumpPlay], *, wants: bool) -> PlumpPlay:
    """A card to take the tick with if one is wanted, otherwise one to lose it with."""
    best = part.winner
    if best is None:
        return max(offered, key=_rank) if wants else min(offered, key=_rank)
    is_last = len(part.table) == len(part.order) - 1
    taking = [play for play in offered if SUIT[play.face] == part.suit_led and play.face > best.face]
    losing = [play for play in offered if play not in taking]
    if wants:
        if not taking:
            return min(losing, key=_rank)
        return min(taking, key=_rank) if is_last else max(taking, key=_rank)
    if losing:
        return max(losing, key=_rank)
    return max(taking, key=_rank) if is_last else min(taking, key=_rank)


def _rank(play: PlumpPlay) -> int:
    return RANK[play.face]
