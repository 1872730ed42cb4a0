"""Coffeehouse Cahoots in words: the board as text, the log's sentences. The window's table uses it too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.games.board import Board, BoardPiece, Zone, counted, held_status, name_of, winners
from app.games.narrator import listed
from rules.api import Face, Moved, Seat, Slot, View
from rules.cahoots.actions import CahootsPlay, Say, Verb
from rules.cahoots.cards import SUITS, suit, value
from rules.cahoots.course import CahootsPhase
from rules.cahoots.match import Relation, a_number, next_value
from rules.cahoots.player import CahootsPlayer
from rules.cahoots.state import CahootsState
from rules.seats import seats_around

PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""How a rank is said, from 1."""
_UNDER_WAY: Final = {
    CahootsPhase.ROLL: "The dealer is being drawn.",
    CahootsPhase.SHUFFLE: "The cards are being shuffled.",
    CahootsPhase.DEAL: "The cards are being dealt.",
    CahootsPhase.RECYCLE: "The stock is empty: the main pile is being shuffled into a new one.",
}
_STEPS: Final = {Verb.PLACE: "place", Verb.ADD: "add", Verb.SWAP: "swap for the veto"}


def cahoots_board(view: View, names: Sequence[str]) -> Board:
    """The table of Cahoots as one seat or a spectator sees it."""
    state = cahoots_state(view)
    zones = [
        Zone("Piles", tuple(map(BoardPiece, _piles(state)))),
        Zone(
            "Players",
            tuple(
                BoardPiece(_player(state, seat, names, view.seat))
                for seat in seats_around(view.seat, len(state.players))
            ),
        ),
    ]
    if view.seat is not None and state.hand(view.seat):
        zones.append(_hand(view, state, view.seat))
    calls = tuple(BoardPiece(str(action), (action,)) for action in view.actions() if isinstance(action, Say))
    if calls:
        zones.append(Zone("Instead of a card", calls))
    return Board(cahoots_status(view, names), tuple(zones))


def cahoots_status(view: View, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
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
    """The position, known to be one of Cahoots."""
    if not isinstance(view.state, CahootsState):
        raise TypeError("a view of another game")
    return view.state


def cahoots_tally(view: View) -> tuple[str, ...]:
    """The cards that each player has left."""
    return tuple(counted(len(player.hand), "card") for player in cahoots_state(view).players)


def lays_down_the_last(view: View, event: Moved) -> bool:
    """Whether a move has ended the game for whoever made it: no card is left."""
    return event.seat in cahoots_state(view).finished


def card_name(face: Face) -> str:
    """A card as it is said: "Tea Toter 9"; its trait only adorns it."""
    return f"{SUITS[suit(face)]} {value(face)}"


def relation_words(kind: Relation) -> str:
    """How a card matches, in words."""
    return {
        Relation.NONE: "no match",
        Relation.SUIT: "same drinker",
        Relation.VALUE: "same number",
        Relation.UP: "one higher",
        Relation.DOWN: "one lower",
    }[kind]


def next_words(state: CahootsState) -> str:
    """What may follow in the combo under way, or "" without one: "another 7", "an 8"."""
    wanted = next_value(state.combo, state.main[-1]) if state.phase is CahootsPhase.COMBO else None
    if wanted is None:
        return ""
    return f"another {wanted}" if state.combo is Relation.VALUE else a_number(wanted)


def hand_order(view: View, slots: Sequence[Slot], seat: Seat) -> tuple[Slot, ...]:
    """By number, then by drinker; unknown cards last."""
    state = cahoots_state(view)
    seen = {card.slot: card.face for card in state.seen_hand(seat, view.known)}

    def place(slot: Slot) -> tuple[int, int, Slot]:
        face = seen.get(slot)
        return (99, 0, slot) if face is None else (value(face), suit(face), slot)

    return tuple(sorted(slots, key=place))


def freeze_words(state: CahootsState) -> str:
    """How it stands with the freezing of swaps, or "" while it is far away."""
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
        return (
            f"Your combo: add {next_words(state)}, or stop."
            if verbs
            else f"Your combo: only {next_words(state)} could follow and you have none; stop."
        )
    call = "draw" if state.can_draw else "pass"
    if Verb.PLACE in verbs and Verb.SWAP in verbs:
        return f"Your turn: place a card, swap the veto, or {call}."
    if Verb.PLACE in verbs:
        return f"Your turn: place a card, or {call}."
    if Verb.SWAP in verbs:
        return f"Your turn: nothing to place; swap the veto, or {call}."
    return f"Your turn: nothing fits; {call}."


def _piles(state: CahootsState) -> tuple[str, ...]:
    if state.veto is None:
        return ()
    lines = [
        f"main pile: {card_name(state.main[-1])} on {counted(len(state.main) - 1, 'card')}",
        f"veto: {card_name(state.veto.face)}",
        f"stock: {counted(state.stock_end - state.stock, 'card')}",
    ]
    return (*lines, *filter(None, [freeze_words(state)]))


def hand_words(player: CahootsPlayer, known: Sequence[str]) -> str:
    """How many cards somebody holds, and those that everybody knows, by the names given."""
    cards = counted(len(player.hand), "card")
    if not known:
        return cards
    return f"{cards}{': ' if len(known) == len(player.hand) else ', among them '}{listed(known)}"


def _player(state: CahootsState, seat: Seat, names: Sequence[str], viewer: Seat | None) -> str:
    player, who = state.players[seat], name_of(names, seat, viewer)
    if player.left:
        return f"{who}: left the table"
    if seat in state.finished:
        return f"{who}: finished {PLACES[state.finished.index(seat)]}"
    dealer = ", dealer" if state.phase is not CahootsPhase.ROLL and seat == state.dealer else ""
    return f"{who}: {hand_words(player, [card_name(card.face) for card in player.known])}{dealer}"


def _hand(view: View, state: CahootsState, seat: Seat) -> Zone:
    seen = {card.slot: card.face for card in state.seen_hand(seat, view.known)}
    pieces = []
    for slot in hand_order(view, state.hand(seat), seat):
        choices = tuple(
            action for action in view.actions() if isinstance(action, CahootsPlay) and action.slot == slot
        )
        words = " or ".join(_STEPS[action.verb] for action in choices)
        name = card_name(seen[slot]) if slot in seen else "a card on its way"
        known = ", known to all" if state.players[seat].card(slot) else ""
        pieces.append(BoardPiece(f"{name}{known}{': ' if words else ''}{words}", choices))
    return Zone("Your hand", tuple(pieces))
