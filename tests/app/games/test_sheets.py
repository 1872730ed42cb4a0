"""The sheets of a terminal at a table that somebody has left, and the prompts for the next press."""

from __future__ import annotations

import pytest

from app.games.cahoots.scene import CAHOOTS_TABLE
from app.games.cahoots.sheet import terminal_sheet as cahoots_sheet
from app.games.kings.presses import presses_of
from app.games.kings.scene import CONFIRM, END, pile_at
from app.games.kings.sheet import terminal_sheet as kings_sheet
from app.games.matriculation.narrator import matriculation_narrator
from app.games.matriculation.sheet import terminal_sheet as matriculation_sheet
from app.games.picks import seen as shown_table
from app.games.plump.sheet import terminal_sheet as plump_sheet
from app.games.scene import card_at
from rules.api import Left, Seat, Slot, View
from rules.cahoots.course import Ends
from tests.rules.kings.positions import position
from tests.support.cahoots import cafe
from tests.support.catalogue import GAMES
from tests.support.kings_views import NAMES, RICH, seen
from tests.support.matriculation import desk, player


def test_in_cahoots_who_has_finished_comes_first_and_who_has_left_last() -> None:
    table = cafe("6C", "8C,9C", "9C", "1D").do("place 6C")
    lines = cahoots_sheet(table.state.after(Left(Seat(2), "gone")), NAMES).splitlines()

    assert lines == [
        "So far (a player without cards has finished, and the others play on):",
        "Lisa: finished, first place",
        "Bo: 1 card left",
        "Toby: 2 cards left",
        "Ann: left the table",
    ]
    first = cafe("6C", "8C", ends=Ends.FIRST)
    assert "the first to finish ends the game" in cahoots_sheet(first.state, NAMES[:2]).splitlines()[0]
    assert cahoots_sheet(first.do("place 6C").state, NAMES[:2]) == ""


def test_in_kings_the_fullest_king_leads_and_equal_ones_share_a_rank() -> None:
    at = position(hearts="2h/-/-/-/-", spades="2s,3s/-/-/-/-", clubs="2c/-/-/-/-", round=7, gained=5)
    lines = kings_sheet(at.state.after(Left(Seat(2), "gone")), NAMES).splitlines()

    assert [line.partition(":")[0] for line in lines[1:5]] == ["1. Toby", "2. Lisa", "2. Bo", "4. Ann"]
    assert lines[4] == "4. Ann: left the table"
    assert lines[5].startswith("Round 7 of at most ") and lines[5].endswith("so far: 1.")


@pytest.mark.parametrize("sheet", [cahoots_sheet, kings_sheet, matriculation_sheet, plump_sheet])
def test_a_sheet_refuses_a_position_of_another_game(sheet: object) -> None:
    with pytest.raises(TypeError):
        sheet(GAMES["reef"].start(2, {}), ("Ann", "Bo"))  # type: ignore[operator]


def test_a_match_that_all_but_one_have_left_is_over() -> None:
    state = desk("6h", "6h", players=(player(terms="6h"), player())).state
    event = Left(Seat(1), "gone")
    lines = matriculation_narrator(
        View(state, Seat(0), {}), event, View(state.after(event), Seat(0), {}), ("Ann", "Bo")
    )

    assert "The match is over: only one player is left." in lines
    three = desk("6h", "6h", "6h").state
    still = matriculation_narrator(
        View(three, Seat(0), {}), event, View(three.after(event), Seat(0), {}), ("Ann", "Bo", "Cy")
    )
    assert not any("over" in line for line in still)


@pytest.mark.parametrize(
    ("hold", "said"),
    [
        ((), ""),
        ((END,), "Press End the turn again (E), or cancel (Esc)."),
        ((pile_at(0, 2),), "House 2: choose whom it attacks, or a house to swap with."),
        ((pile_at(0, 1), pile_at(1, 2), CONFIRM)[:2], "Attack (Enter), or cancel (Esc)."),
        ((card_at(Slot(0)),), "7 of hearts: to your king pile (K) or to house 1 (A)."),
    ],
)
def test_in_kings_the_next_press_is_described(hold: tuple[str, ...], said: str) -> None:
    now = presses_of(seen(*RICH), NAMES)

    assert now.next_press(hold) == said


def test_a_card_of_cahoots_tells_where_the_next_press_sends_it() -> None:
    table = cafe("6C,9L,2R", "8C", main="5C", veto="9T")
    view = View(table.state, Seat(0), dict(table.faces))
    shown = shown_table(CAHOOTS_TABLE, view, NAMES[:2])
    said = {piece.name: shown.next_press(piece) for piece in shown.hand}

    assert said == {
        "Chai Guy 6": "Press it again to place on the main pile.",
        "Latte Loafer 9": "Press it again to swap for the veto.",
        "Rocco Cocoa 2": "",
    }
    both = cafe("8L", "8C", main="5L", veto="9T")
    shown = shown_table(CAHOOTS_TABLE, View(both.state, Seat(0), dict(both.faces)), NAMES[:2])
    assert [shown.next_press(piece) for piece in shown.hand] == [
        "Choose: place on the main pile or swap for the veto."
    ]
