"""The log of a game of Kings: each move in words, with the piles and cards that it touched."""

from __future__ import annotations

import pytest

from app.games.kings.scene import KING, pile_at
from app.games.kings.story import PastMove, past_moves
from app.games.kings.words import kings_state
from app.games.narrator import cast_of
from rules.api import Event, Left, Moved, Seat, Shown, Slot, View
from rules.kings.actions import parse_action
from rules.kings.cards import parse_cards
from tests.support.kings_views import NAMES, RICH, seen


def moves_of(view: View, *events: Event) -> list[PastMove]:
    """The story of some events."""
    return past_moves(kings_state(view), events, cast_of(view, NAMES))


def done(text: str) -> Moved:
    """An event: the mover takes this action."""
    return Moved(Seat(0), parse_action(text))


@pytest.mark.parametrize(
    ("text", "words", "places", "faces"),
    [
        (
            "put 2=9s on 1",
            "You put the 9 of spades into house 1: Queen pile, worth 6 now.",
            (pile_at(0, 1),),
            "9s",
        ),
        ("king 0=7h", "You put the 7 of hearts on the king of hearts: 3 of 9.", (pile_at(0, KING),), "7h"),
        ("swap 1 3", "You swap houses 1 and 3.", (pile_at(0, 1), pile_at(0, 3)), "-"),
        (
            "end 0=7h,1=Qb,2=9s",
            "You end the turn, throwing away the 5 and 7 of hearts, 9 of spades, a blank 5 and a "
            "blank Queen.",
            (),
            "7h,Qb,9s,5h,5b",
        ),
        (
            "attack 1 at 1",
            "You attack Toby, 4 against 3: you win the 2 of spades and 3 of diamonds.",
            (pile_at(0, 1), pile_at(1, 2)),
            "2s,3d",
        ),
        (
            "attack 2 at 1",
            "You attack Toby, 1 against 3: Toby wins a blank 5.",
            (pile_at(0, 2), pile_at(1, 2)),
            "5b",
        ),
    ],
)
def test_a_move_is_described_with_its_marks_and_cards(
    text: str, words: str, places: tuple[str, ...], faces: str
) -> None:
    [move] = moves_of(seen(*RICH), done(text))

    assert (move.seat, move.words, move.places, move.faces) == (0, words, places, parse_cards(faces))
    assert (move.fight is not None) == text.startswith("attack")


def test_an_end_of_turn_without_cards_has_a_short_description() -> None:
    [move] = moves_of(seen(hand="-"), done("end"))

    assert move.words == "You end the turn, with no cards left over."


def test_an_undone_step_is_described_as_the_same_move_backwards() -> None:
    first, back = moves_of(seen(*RICH), done("king 0=7h"), done("undo"))

    assert (first.is_back, back.is_back) == (False, True)
    assert (back.places, back.faces) == (first.places, first.faces)


def test_events_that_are_no_moves_are_not_told() -> None:
    assert moves_of(seen(*RICH), Left(Seat(3), "gone")) == []


def test_events_that_do_not_follow_the_shown_position_are_not_told() -> None:
    assert moves_of(seen(*RICH), done("swap 1 2"), Shown((Slot(7),), (Seat(0),), None)) == []
