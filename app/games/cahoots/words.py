"""Coffeehouse Cahoots in words: cards, the status, matches, the freeze of swaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.games.board import held_status, winners
from app.games.narrator import counted
from rules.api import Face, Moved, Seat, Slot, View
from rules.cahoots.actions import CahootsPlay, Verb
from rules.cahoots.cards import SUITS, suit, value
from rules.cahoots.course import CahootsPhase
from rules.cahoots.match import Relation, a_number, next_value
from rules.cahoots.state import CahootsState

_UNDER_WAY: Final = {
    CahootsPhase.ROLL: "The dealer is being drawn.",
    CahootsPhase.SHUFFLE: "The cards are being shuffled.",
    CahootsPhase.DEAL: "The cards are being dealt.",
    CahootsPhase.RECYCLE: "The stock is empty: the main pile is being shuffled into a new one.",
}


def cahoots_status(view: View, names: Sequence[str]) -> str:
    """Return the one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = cahoots_state(view)
    if (result := state.outcome()) is not None:
        return f"The game is over: {winners(result, names, view.seat)}."
    if state.phase in _UNDER_WAY:
        return _UNDER_WAY[state.phase]
    if state.turn != view.seat:
        verb = {CahootsPhase.DRAW: "draw", CahootsPhase.COMBO: "add to the combo or stop"}.get(
            state.phase, "play"
        )
        return f"Waiting for {names[state.turn]} to {verb}."
    return "You draw a card." if state.phase is CahootsPhase.DRAW else _to_do(view, state)


def cahoots_state(view: View) -> CahootsState:
    """Return the position of a game of Cahoots."""
    if not isinstance(view.state, CahootsState):
        raise TypeError("a view of another game")
    return view.state


def cahoots_tally(view: View) -> tuple[str, ...]:
    """Return the number of cards that each player has left."""
    return tuple(counted(len(player.hand), "card") for player in cahoots_state(view).players)


def lays_down_the_last(view: View, event: Moved) -> bool:
    """True if a move was its player's last card."""
    return event.seat in cahoots_state(view).finished


def card_name(face: Face) -> str:
    """Return a card as it is said: "Tea Toter 9"; its trait is decoration."""
    return f"{SUITS[suit(face)]} {value(face)}"


def relation_words(kind: Relation) -> str:
    """Return how a card matches, in words."""
    return {
        Relation.NONE: "no match",
        Relation.SUIT: "same drinker",
        Relation.VALUE: "same number",
        Relation.UP: "one higher",
        Relation.DOWN: "one lower",
    }[kind]


def next_words(state: CahootsState) -> str:
    """Return which cards may follow in the current combo: "another 7", "an 8"; "" without a combo."""
    wanted = next_value(state.combo, state.main[-1]) if state.phase is CahootsPhase.COMBO else None
    if wanted is None:
        return ""
    return f"another {wanted}" if state.combo is Relation.VALUE else a_number(wanted)


def hand_order(view: View, state: CahootsState, seat: Seat) -> tuple[Slot, ...]:
    """Return the hand of a seat by number, then by drinker; unknown cards last."""
    seen = {card.slot: card.face for card in state.seen_hand(seat, view.known)}

    def place(slot: Slot) -> tuple[int, int, Slot]:
        face = seen.get(slot)
        return (99, 0, slot) if face is None else (value(face), suit(face), slot)

    return tuple(sorted(state.hand(seat), key=place))


def freeze_words(state: CahootsState) -> str:
    """Return how near the freeze of swaps is; "" while it is far away."""
    if not state.main or state.phase is CahootsPhase.OVER:
        return ""
    if state.swaps_frozen:
        return "Swapping is frozen until somebody places a card."
    left = 2 * len(state.playing) - state.idle
    if left <= len(state.playing):
        return f"Swapping freezes after {left} more turn{'' if left == 1 else 's'} without a placed card."
    return ""


def _to_do(view: View, state: CahootsState) -> str:
    actions = view.actions()
    verbs = {action.verb for action in actions if isinstance(action, CahootsPlay)}
    if state.phase is CahootsPhase.COMBO:
        if verbs:
            return f"Your combo: add {next_words(state)}, or stop."
        return f"Your combo: only {next_words(state)} could follow and you have none; stop."
    call = "draw" if state.can_draw else "pass"
    if Verb.PLACE in verbs and Verb.SWAP in verbs:
        return f"Your turn: place a card, swap the veto, or {call}."
    if Verb.PLACE in verbs:
        return f"Your turn: place a card, or {call}."
    if Verb.SWAP in verbs:
        return f"Your turn: nothing to place; swap the veto, or {call}."
    return f"Your turn: nothing fits; {call}."
