"""Reasons in Matriculation: terms, and the setbacks in their way."""

from __future__ import annotations

from app.bots.reasons.played import many
from rules.api import Action, Face, Seat, View
from rules.matriculation.actions import Discard, MatriculationPlay
from rules.matriculation.cards import Kind, kind, trouble
from rules.matriculation.player import DEGREE, term_worth
from rules.matriculation.score import QUICK_TERMS
from rules.matriculation.state import MatriculationState


def reason(view: View, action: Action) -> str:
    """Return the reason for a play or a discard, such as the hours it brings; "" for a pass."""
    state, seat = view.state, view.seat
    if not isinstance(state, MatriculationState) or seat is None:
        return ""
    if isinstance(action, Discard):
        return "It is the card that you will miss least."
    if not isinstance(action, MatriculationPlay):
        return ""
    return _hit(state, seat, action.target) if action.target is not None else _own(state, seat, action.face)


def _hit(state: MatriculationState, seat: Seat, target: Seat) -> str:
    most = max(state.hours(other) for other in state.seats_in if other != seat)
    is_first = len(state.seats_in) > 2 and state.hours(target) == most
    who = "the player nearest to the degree" if is_first else "an opponent"
    return f"It holds up {who}, with {many(DEGREE - state.hours(target), 'hour')} to go."


def _own(state: MatriculationState, seat: Seat, face: Face) -> str:
    player = state.players[seat]
    if kind(face) is not Kind.TERM:
        if trouble(face) in player.setbacks:
            return "It removes one of your setbacks."
        return "It keeps a setback away from you for the rest of the hand, and scores at the end."
    hours, worth = state.hours(seat), term_worth(player, face, state.ogre)
    if hours + worth >= DEGREE:
        return f"It makes {hours + worth} hours: a degree."
    late = "; an eleventh term rules out a quick degree" if len(player.terms) == QUICK_TERMS else ""
    return f"It brings {worth} of the {DEGREE - hours} hours that you still need{late}."
