"""What a position of Matriculation must be to be one: for texts that come from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Face
from rules.errors import BadText
from rules.matriculation.cards import DECK, NAMES
from rules.matriculation.course import MatriculationPhase, deck_slots
from rules.matriculation.state import MatriculationState


def check_sound(state: MatriculationState) -> None:
    """Raise `BadText` for what no game comes to: cards or slots twice, a turn of nobody."""
    phase, seats_in = state.phase, state.seats_in
    running = phase in (MatriculationPhase.DRAW, MatriculationPhase.PLAY, MatriculationPhase.DRY)
    wrong = (
        (
            not seats_in or (phase is not MatriculationPhase.OVER and len(seats_in) < 2),
            "too few players are left",
        ),
        (not set(seats_in) >= {*state.owed, *state.passed}, "one who left is owed cards or passes"),
        (
            (phase is MatriculationPhase.DEAL) is not bool(state.owed),
            "cards are owed in the deal and only there",
        ),
        (running and state.turn not in seats_in, "it is the turn of one who left"),
        (any(len(hand) != len(state.players) for hand in state.sheets), "a sheet has a score for each"),
        (not 0 <= state.deck_left <= len(DECK), "the deck has other slots in this hand"),
        (phase is MatriculationPhase.DRAW and not state.deck_left, "there is no card to draw"),
        (phase is MatriculationPhase.DRY and state.deck_left > 0, "there are cards to draw"),
        (
            phase is not MatriculationPhase.OVER
            and (phase in (MatriculationPhase.ROLL, MatriculationPhase.SHUFFLE))
            is not (state.deck_left == len(DECK)),
            "cards are dealt after the shuffle and only then",
        ),
        (any(list(player.hand) != sorted(player.hand) for player in state.players), "a hand is not rising"),
    )
    for is_wrong, why in wrong:
        if is_wrong:
            raise BadText(why)
    _check_cards(state)


def without(cards: Sequence[Face], taken: Sequence[Face]) -> list[Face]:
    """`cards` without one of each of `taken`; raises `BadText` where one is not there."""
    rest = list(cards)
    for face in taken:
        if face not in rest:
            raise BadText(f"there are too many cards {NAMES[face]}")
        rest.remove(face)
    return rest


def _check_cards(state: MatriculationState) -> None:
    """Every card is in exactly one place: a hand, the deck, or open."""
    held = [slot for player in state.players for slot in player.hand]
    dealt = deck_slots(state.hand_number)[: len(DECK) - state.deck_left]
    if len(set(held)) != len(held) or not set(held) <= set(dealt):
        raise BadText("a hand holds slots twice, or slots that were not dealt")
    if len(without(DECK, state.open_cards())) != len(held) + state.deck_left:
        raise BadText("the cards do not make one deck")
