"""Play of an empty seat of Matriculation (matriculation R17): the action worth most hours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, Seat, seat_on_turn
from rules.matriculation.actions import Discard, MatriculationAction, MatriculationPass
from rules.matriculation.cards import CONTROL, HOURS, Kind, Setback, kind, trouble
from rules.matriculation.player import DEGREE, PROBATION_LIMIT, term_worth
from rules.matriculation.state import MatriculationState

DEGREE_WORTH: Final = 1000
FREED: Final = {Setback.PROBATION: 11, Setback.OGRE: 6}
FREED_CONTROL: Final = 30
"""Worth in hours of removing a control setback."""
HIT: Final = {Setback.PROBATION: 12, Setback.OGRE: 7}
HIT_CONTROL: Final = 19
"""Worth of a control setback on another seat, without the addition for that seat's hours."""
IMMUNE: Final = 13
"""Worth of an exception: its points, and its protection."""
SPARE_FIX: Final = (9, 4, 1)
"""Worth of the first, the second and every further fix of a kind in the hand."""


def stand_in(state: MatriculationState, known: Known) -> MatriculationAction:
    """The action worth most, of equal ones the first; `known` gives the faces of the hand."""
    seat = seat_on_turn(state)
    hand = [known[slot] for slot in state.hand(seat)]
    return max(state.actions(seat, known), key=lambda action: _worth(state, seat, action, hand=hand))


def _worth(
    state: MatriculationState, seat: Seat, action: MatriculationAction, *, hand: Sequence[Face]
) -> int:
    """Return the worth of an action in hours; that of a discard is below zero."""
    if isinstance(action, MatriculationPass):
        return 0
    if isinstance(action, Discard):
        return -1 - _keep(state, seat, action.face, hand=hand)
    if action.target is not None:
        setback = trouble(action.face)
        return HIT.get(setback, HIT_CONTROL) + state.hours(action.target) // 12
    return _own_worth(state, seat, action.face, hand=hand)


def _own_worth(state: MatriculationState, seat: Seat, card: Face, *, hand: Sequence[Face]) -> int:
    """Return the worth of a term, a fix or an exception before the player."""
    player = state.players[seat]
    if kind(card) is Kind.TERM:
        after, worth = player.with_term(card, state.ogre), term_worth(player, card, state.ogre)
    elif kind(card) is Kind.FIX:
        after, worth = player.without_setback(trouble(card)), 0
    else:
        after, worth = player.with_exception(trouble(card)), IMMUNE
    if after.hours(state.ogre) >= DEGREE:
        return DEGREE_WORTH
    for setback in player.setbacks:
        if setback not in after.setbacks:
            freed = FREED.get(setback, FREED_CONTROL)
            worth += freed if _stops(setback, hand) else freed * 3 // 5
    return worth


def _stops(setback: Setback, hand: Sequence[Face]) -> bool:
    """True if a setback stops a term in the hand or takes hours from it."""
    least = 0 if setback in CONTROL or setback is Setback.OGRE else PROBATION_LIMIT
    return any(HOURS[card] > least for card in hand)


def _keep(state: MatriculationState, seat: Seat, card: Face, *, hand: Sequence[Face]) -> int:
    """Return the worth of keeping a card in the hand."""
    family = kind(card)
    if family is Kind.TERM:
        return HOURS[card] * 9 // 10
    if family is Kind.EXCEPTION:
        return DEGREE_WORTH
    setback = trouble(card)
    if family is Kind.FIX:
        if setback in state.players[seat].exceptions:
            return 0
        worth = SPARE_FIX[min(hand.count(card), len(SPARE_FIX)) - 1]
        return worth * FREED.get(setback, FREED_CONTROL) // FREED_CONTROL
    others = [other for other in state.seats_in if other != seat]
    if all(setback in state.players[other].exceptions for other in others):
        return 0
    return HIT.get(setback, HIT_CONTROL) * 7 // 10
