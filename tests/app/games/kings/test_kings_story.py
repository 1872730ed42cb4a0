"""What has happened on Kings' table, told move by move."""

from __future__ import annotations

import pytest

from app.games.kings.screen import KingsScreen, kings_screen
from app.games.kings.story import KING, KingsPlace
from rules.api import Left, Moved, Seat, Shown, Slot, View
from rules.kings.actions import parse_action
from rules.kings.cards import parse_cards
from tests.support.kings_views import NAMES, RICH, seen


def after(view: View, text: str) -> KingsScreen:
    """The screen after the mover has done something."""
    before = kings_screen(view, NAMES)
    event = Moved(Seat(0), parse_action(text))
    now = View(view.state.after(event), view.seat, view.known)
    return kings_screen(now, NAMES, before, (event,))


@pytest.mark.parametrize(
    ("text", "words", "places", "faces"),
    [
        (
            "put 2=9s on 1",
            "You put the 9 of spades into house 1: Queen pile, worth 6 now.",
            (KingsPlace(0, 1),),
            "9s",
        ),
        ("king 0=7h", "You put the 7 of hearts on the king of hearts: 3 of 9.", (KingsPlace(0, KING),), "7h"),
        ("swap 1 3", "You swap houses 1 and 3.", (KingsPlace(0, 1), KingsPlace(0, 3)), "-"),
        (
            "end 0=7h,1=Qb,2=9s",
            "You end the turn, throwing away 5 and 7 of hearts, 9 of spades, blank 5 and blank Queen.",
            (),
            "7h,Qb,9s,5h,5b",
        ),
        (
            "attack 1 at 1",
            "You attack Toby, 4 against 3: you win 2 of spades and 3 of diamonds.",
            (KingsPlace(0, 1), KingsPlace(1, 2)),
            "2s,3d",
        ),
        (
            "attack 2 at 1",
            "You attack Toby, 1 against 3: Toby wins blank 5.",
            (KingsPlace(0, 2), KingsPlace(1, 2)),
            "5b",
        ),
    ],
)
def test_a_move_is_told_with_its_marks_and_cards(
    text: str, words: str, places: tuple[KingsPlace, ...], faces: str
) -> None:
    told = after(seen(*RICH), text).last

    assert told is not None
    assert (told.seat, told.words, told.places, told.faces) == (0, words, places, parse_cards(faces))
    assert (told.fight is not None) == text.startswith("attack")


def test_an_end_without_cards_is_told_shortly() -> None:
    told = after(seen(hand="-"), "end").last

    assert told is not None and told.words == "You end the turn, with nothing left over."


def test_only_the_last_moves_are_remembered() -> None:
    shown = kings_screen(seen(*RICH), NAMES)
    for turn in range(9):
        event = Moved(Seat(0), parse_action("swap 1 2" if turn % 2 else "swap 2 3"))
        now = View(shown.view.state.after(event), shown.view.seat, shown.view.known)
        shown = kings_screen(now, NAMES, shown, (event,))

    assert len(shown.told) == 7
    assert kings_screen(seen(), NAMES).last is None


def test_what_is_no_move_is_not_told() -> None:
    before = kings_screen(seen(*RICH), NAMES)
    event = Left(Seat(3), "gone")
    now = View(before.view.state.after(event), Seat(0), {})

    assert kings_screen(now, NAMES, before, (event,)).told == ()


def test_events_that_do_not_follow_are_not_told() -> None:
    before = kings_screen(seen(*RICH), NAMES)
    events = (Moved(Seat(0), parse_action("swap 1 2")), Shown((Slot(7),), (Seat(0),), None))

    assert kings_screen(before.view, NAMES, before, events).told == ()
