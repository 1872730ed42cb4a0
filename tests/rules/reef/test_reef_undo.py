"""Undo within a player's own turn (R35, R36)."""

from __future__ import annotations

from rules.api import Left, Moved, Seat
from rules.reef.pieces.position import ReefPhase
from rules.reef.state import parse_state
from rules.reef.steps.shrimps import UNDOS_MOST
from tests.support.reef import make

RICH = "Y: C3 A5!0 B5 C5 D5 E5; O: C2 D6 E6; P: E2"


def test_r35_undo_takes_back_one_small_action() -> None:
    play = make(RICH, hand={0: "WW"}, cubes={0: "W"}).do("cube W", "lay W 0:B3 from screen")
    one = make(RICH, hand={0: "WW"}, cubes={0: "W"}).do("cube W")
    one.p.course.undone = 1
    play.do("undo")

    assert play.state.position == one.state.position
    assert play.state.steps == one.state.steps


def test_r35_undo_can_be_repeated_until_the_start_of_the_turn() -> None:
    play = make(RICH, hand={0: "WW"}, cubes={0: "W"}, front={0: "G"}, pool="WWWWW")
    start = play.state.position.clone()
    play.do("eat 0:A5", "alga g space pay G", "cube W", "lay W 0:D3 from screen", "introduce 0:C3")
    play.do("undo", "undo", "undo", "undo", "undo").no("undo", "reef R35")
    start.course.undone = 5

    assert play.state.position == start
    play.do("eat 0:A5")


def test_r35_nothing_to_undo_at_the_start_of_a_turn() -> None:
    make(RICH).no("undo", "reef R35")


def test_r35_an_opened_start_tile_cannot_be_taken_back() -> None:
    play = make(RICH, secret={0: (12, 13)}, cubes={0: "W"}).do("cube W", "lay W 0:B3 from screen 12=W")
    play.no("undo", "reef R35").do("move 0:A5 0:A4", "undo")

    assert play.p.players[0].secret == (13,)
    play.no("undo", "reef R35")


def test_r35_a_search_of_the_bag_cannot_be_taken_back() -> None:
    play = make(cubes={0: "W"}, pool="", deck=(30, 60)).do("trade cube W").show("W")

    play.no("undo", "reef R35")


def test_r35_growth_out_of_public_tiles_can_be_taken_back() -> None:
    play = make(hand={0: "W"}, cubes={0: "W"}, pool="W").do("cube W", "lay W 0:D5 from screen")
    assert play.p.supply.pool == [0] * 5
    play.do("undo")

    assert (play.tile("D4"), play.p.supply.pool) == (".", [1, 0, 0, 0, 0])


def test_r35_action_10_cannot_be_taken_back() -> None:
    play = make(pool="", deck=(10, 60)).do("collect W").show("WYOPG")

    play.no("undo", "reef R35")


def test_r37_an_undo_cannot_bring_back_a_seat_that_left() -> None:
    play = make(RICH, seats=3).do("move 0:A5 home").happen(Left(Seat(1), "gone"))

    play.no("undo", "reef R35")


def test_a_position_with_undo_reads_back_and_goes_on_the_same() -> None:
    play = make(RICH, hand={0: "WW"}, cubes={0: "W"}).do("cube W", "lay W 0:B3 from screen", "undo")
    play.do("lay W 0:A3 from screen", "move 0:A5 home")
    text = play.state.text()
    again = parse_state(text)

    assert again == play.state
    assert "undo cube W; lay W 0:A3 from screen; move 0:A5 home" in text
    undo = play.state.actions(Seat(0), {})[-1]
    assert again.after(Moved(Seat(0), undo)) == play.state.after(Moved(Seat(0), undo))


def test_r36_the_number_of_undos_in_a_turn_is_limited() -> None:
    play = make(RICH)
    for _ in range(UNDOS_MOST):
        play.do("move 0:A5 home", "undo")

    play.do("move 0:A5 home").no("undo", "reef R36")
    assert not play.state.can_undo and "undo" not in map(str, play.state.actions(Seat(0), {}))


def test_the_end_of_the_game_cannot_be_taken_back() -> None:
    play = make(RICH)
    play.p.players[0].eaten, play.p.players[0].home = 3, 0
    play.starts(20, 21)
    play.do("eat 0:A5")

    assert play.p.phase is ReefPhase.SCORE
    assert (play.state.base, play.state.steps) == (None, ())
