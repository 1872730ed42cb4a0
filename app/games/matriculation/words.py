"""Matriculation in words: cards and their effects, the status."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.board import held_status, winners
from rules.api import Face, Moved, Seat, Slot, View
from rules.matriculation.actions import MatriculationPlay
from rules.matriculation.cards import (
    HOURS,
    TITLES,
    Kind,
    Setback,
    exception_face,
    fix_face,
    kind,
    setback_face,
    trouble,
)
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE, OGRE_HOURS, PROBATION_LIMIT, OgreRule
from rules.matriculation.state import MatriculationState


def matriculation_status(view: View, names: Sequence[str]) -> str:
    """Return the one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = matriculation_state(view)
    if (result := state.outcome()) is not None:
        return f"The game is over: {winners(result, names, view.seat)}."
    hand = f"hand {state.hand_number + 1} of {state.hands}"
    under_way = {
        MatriculationPhase.ROLL: "The first dealer is being drawn.",
        MatriculationPhase.SHUFFLE: f"The cards of {hand} are being shuffled.",
        MatriculationPhase.DEAL: "The cards are being dealt.",
    }
    if state.phase in under_way:
        return under_way[state.phase]
    if state.turn != view.seat:
        verb = "draw" if state.phase is MatriculationPhase.DRAW else "play"
        return f"Waiting for {names[state.turn]} to {verb}."
    return "You draw a card." if state.phase is MatriculationPhase.DRAW else _to_do(state, view.seat)


def matriculation_state(view: View) -> MatriculationState:
    """Return the position of a game of Matriculation."""
    if not isinstance(view.state, MatriculationState):
        raise TypeError("a view of another game")
    return view.state


def matriculation_tally(view: View) -> tuple[str, ...]:
    """Return the credit hours before each player."""
    state = matriculation_state(view)
    return tuple(f"{player.hours(state.ogre)} of {DEGREE}" for player in state.players)


def brings_points(view: View, event: Moved) -> bool:
    """True if a move was an exception, or has brought its player to the degree."""
    if not isinstance(event.action, MatriculationPlay):
        return False
    state = matriculation_state(view)
    is_degree = state.players[event.seat].hours(state.ogre) >= DEGREE
    return kind(event.action.face) is Kind.EXCEPTION or is_degree


def card_title(face: Face) -> str:
    """Return a card as it is said: "15 Hour Term", "Car Fixed"."""
    return TITLES[face]


def a_card(face: Face) -> str:
    """Return a card with its article, if it has one: "a 15 Hour Term", "an 18 Hour Term", "Car Fixed"."""
    if kind(face) is not Kind.TERM:
        return card_title(face)
    return f"{'an' if HOURS[face] == 18 else 'a'} {card_title(face)}"


def card_effect(face: Face, ogre: OgreRule) -> str:
    """Return the effect of a card in one sentence."""
    family = kind(face)
    if family is Kind.TERM:
        return f"Brings {HOURS[face]} credit hours."
    setback = trouble(face)
    if family is Kind.SETBACK:
        return f"Played on an opponent: {setback_effect(setback, ogre)}."
    if family is Kind.FIX:
        return f"Removes {TITLES[setback_face(setback)]}."
    return f"Removes {TITLES[setback_face(setback)]} and keeps it away for the rest of the hand; 100 points."


def repairs(setback: Setback) -> str:
    """Return the cures of a setback: "Car Fixed or Golden Car"."""
    return f"{TITLES[fix_face(setback)]} or {TITLES[exception_face(setback)]}"


def setback_effect(setback: Setback, ogre: OgreRule) -> str:
    """Return the effect of a setback, without a full stop."""
    fix = repairs(setback)
    if setback is Setback.PROBATION:
        return f"no term above {PROBATION_LIMIT} hours until {fix}"
    if setback is Setback.OGRE:
        terms = "" if ogre is OgreRule.LASTING else "each term played under it brings "
        return f"{terms}{OGRE_HOURS} hours fewer until {fix}"
    return f"no terms until {fix}"


def headline(setback: Setback, ogre: OgreRule) -> str:
    """Return the effect of a setback in a few words, without its cure."""
    if setback is Setback.PROBATION:
        return f"Terms up to {PROBATION_LIMIT} only"
    if setback is Setback.OGRE:
        return f"{OGRE_HOURS} hours fewer" if ogre is OgreRule.LASTING else f"New terms -{OGRE_HOURS}"
    return "No terms"


def hand_order(view: View, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Return a hand: terms by hours, then setbacks, fixes and exceptions; unknown cards last."""

    def place(slot: Slot) -> tuple[int, int, Slot]:
        face = view.face(slot)
        return (1, 0, slot) if face is None else (0, face, slot)

    return tuple(sorted(slots, key=place))


def _to_do(state: MatriculationState, seat: Seat) -> str:
    player = state.players[seat]
    last = "play a card or discard one"
    if state.phase is MatriculationPhase.DRY:
        last = "the deck is empty, play a card or pass"
    if player.control is not None:
        stops = f"{TITLES[setback_face(player.control)]} stops your terms until {repairs(player.control)}"
        return f"Your turn: {stops}; {last}."
    if Setback.PROBATION in player.setbacks:
        return f"Your turn: on Probation, terms of {PROBATION_LIMIT} hours at most; {last}."
    return f"Your turn: {last}."
