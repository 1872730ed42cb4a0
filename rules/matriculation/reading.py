"""Read the canonical text of a position back, and refuse one whose parts do not fit together."""

from __future__ import annotations

from typing import Final

from rules.api import Seat, Slot
from rules.errors import BadText
from rules.fields import parse_below, parse_choice, parse_fields, parse_seats
from rules.matriculation import course
from rules.matriculation.cards import COUNTS, DECK, parse_names
from rules.matriculation.course import HANDS, SEATS, MatriculationPhase, deck_slots
from rules.matriculation.player import OgreRule, parse_player
from rules.matriculation.state import MatriculationState
from rules.text import parse_number, parse_numbers

_HEAD: Final = (
    *("ogre", "hands", "hand", "phase", "dealer", "turn", "deck", "owed", "passed", "discards", "sheets"),
)


def read_position(text: str) -> MatriculationState:
    """The position that a text describes; raises `BadText`, also if its parts do not fit."""
    head, *players = text.split(" | ")
    if len(players) not in SEATS:
        raise BadText(f"Matriculation is not for {len(players)} players")
    ogre, hands, hand_number, phase, dealer, turn, deck, owed, passed, discards, sheets = parse_fields(
        head, head="matriculation", names=_HEAD
    )
    seats = len(players)
    state = MatriculationState(
        ogre=parse_choice(ogre, tuple(OgreRule)),
        hands=int(parse_choice(hands, HANDS)),
        players=[*map(parse_player, players)],
        hand_number=parse_below(hand_number, int(hands)),
        phase=parse_choice(phase, tuple(MatriculationPhase)),
        dealer=Seat(parse_below(dealer, seats)),
        turn=Seat(parse_below(turn, seats)),
        deck=Slot(parse_number(deck)),
        owed=parse_seats(owed, seats=seats),
        passed=parse_seats(passed, seats=seats),
        discards=parse_names(discards),
        sheets=() if sheets == "-" else tuple(map(parse_numbers, sheets.split(";"))),
    )
    _check_position(state)
    return state


def _check_position(state: MatriculationState) -> None:
    """Raise `BadText` if phase, seats and deck do not fit together, or cards or slots are there twice."""
    phase, seats_in, seats = state.phase, state.seats_in, len(state.players)
    running = phase in (course.DRAW, course.PLAY, course.DRY)
    wrong = (
        (not seats_in or (phase is not course.OVER and len(seats_in) < 2), "too few players are left"),
        (not set(seats_in) >= {*state.owed, *state.passed}, "a seat that left is owed cards or passes"),
        ((phase is course.DEAL) is not bool(state.owed), "cards are owed outside the deal, or none in it"),
        (running and state.turn not in seats_in, "it is the turn of a seat that left"),
        (any(len(hand) != seats for hand in state.sheets), "a sheet does not have one score for each player"),
        (not 0 <= state.deck_left <= len(DECK), "the deck has too many or too few cards"),
        (phase is course.DRAW and not state.deck_left, "a card must be drawn, but there is none"),
        (phase is course.DRY and state.deck_left > 0, "the deck counts as empty, but has cards"),
        (
            phase is not course.OVER
            and (phase in (course.ROLL, course.SHUFFLE)) is not (state.deck_left == len(DECK)),
            "cards are dealt before the shuffle, or none after the shuffle",
        ),
        (any(list(player.hand) != sorted(player.hand) for player in state.players), "a hand is out of order"),
    )
    for is_wrong, why in wrong:
        if is_wrong:
            raise BadText(why)
    _check_cards(state)


def _check_cards(state: MatriculationState) -> None:
    """Raise `BadText` unless the hands, the deck and the open cards make one deck, with no slot twice."""
    held = [slot for player in state.players for slot in player.hand]
    dealt = deck_slots(state.hand_number)[: len(DECK) - state.deck_left]
    if len(set(held)) != len(held) or not set(held) <= set(dealt):
        raise BadText("a hand holds slots twice, or slots that were not dealt")
    seen = state.open_cards()
    if any(seen.count(face) > COUNTS[face] for face in seen):
        raise BadText("there are more cards of one face than in the deck")
    if len(seen) + len(held) + state.deck_left != len(DECK):
        raise BadText("the cards do not make one deck")
