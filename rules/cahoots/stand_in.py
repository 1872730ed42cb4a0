"""Play of an empty seat of Cahoots (cahoots R18): as many cards as possible, or a good swap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, seat_on_turn
from rules.cahoots.actions import CahootsAction, CahootsPlay, Verb
from rules.cahoots.cards import DECK, value
from rules.cahoots.match import MATCHING, VETOED, Relation, next_value, relation
from rules.cahoots.state import CahootsState

SWAP_AT: Final = 3
"""A swap must leave a hand that could be played on this many tenths of the other cards; else draw."""


def stand_in(state: CahootsState, known: Known) -> CahootsAction:
    """The card that most others can follow; or a swap; or the draw, the stop or the pass.

    `known` gives the faces of the hand.
    """
    seat = seat_on_turn(state)
    hand = [card.face for card in state.seen_hand(seat, known)]
    offered = state.actions(seat, known)
    plays = [action for action in offered if isinstance(action, CahootsPlay)]
    placements = [play for play in plays if play.verb is not Verb.SWAP]
    if placements:
        return max(placements, key=lambda play: _placement(state, play, hand))
    good = [play for play in plays if _tenths(state, play, hand) >= SWAP_AT]
    if good:
        return max(good, key=lambda play: _tenths(state, play, hand))
    return offered[-1]


def _placement(state: CahootsState, play: CahootsPlay, hand: Sequence[Face]) -> tuple[int, int]:
    """Rate a card by the hand left after one way to continue: few cards first, then many matching pairs."""
    kind = state.combo if play.verb is Verb.ADD else relation(play.face, state.main[-1])
    return _going_on(kind, play.face, _without(hand, play.face))


def _going_on(kind: Relation, top: Face, rest: Sequence[Face]) -> tuple[int, int]:
    while (wanted := next_value(kind, top)) is not None:
        followers = [card for card in rest if value(card) == wanted]
        if not followers:
            break
        top = followers[0]
        rest = _without(rest, top)
    return -len(rest), sum(MATCHING[card] >> other & 1 for card in rest for other in rest)


def _tenths(state: CahootsState, swap: CahootsPlay, hand: Sequence[Face]) -> int:
    """The tenths of the other cards on which some card could be placed after a swap."""
    old = [] if state.veto is None else [state.veto.face]
    after = [*_without(hand, swap.face), *old]
    tops = 0
    for card in after:
        if not VETOED[swap.face] >> card & 1:
            tops |= MATCHING[card]
    for card in after:
        tops &= ~(1 << card)
    return 10 * tops.bit_count() // (len(DECK) - len(after))


def _without(cards: Sequence[Face], card: Face) -> list[Face]:
    return [other for other in cards if other != card]
