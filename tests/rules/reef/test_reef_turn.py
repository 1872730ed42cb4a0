"""Cubes, tiles, exchanges and their order: cases 43, 44, 48, R14-R16, R30."""

from __future__ import annotations

import pytest

from rules.api import Moved, Seat, Turn
from rules.errors import NotLegal
from rules.plump.actions import Bid
from rules.reef.notation import parse_action
from tests.support.reef import make

ROOM = ["0:A2", "0:A3", "0:B2", "0:B3", "0:C2", "0:D1", "0:E1", "0:F1", "0:F2", "0:G3", "0:F3"]


def test_case_43_four_tiles_from_behind_the_screen_and_any_number_from_in_front_may_be_laid() -> None:
    play = make(hand={0: "YYYYYY"}, cubes={0: "YY"}, front={0: "YYYOO"}).do("cube Y")
    play.do(*(f"lay Y {space} from screen" for space in ROOM[:4]))
    play.no("lay Y 0:C2 from screen", "reef 4.3b").no("lay O 0:C2 from front", "reef 4.3a")
    play.do(*(f"lay Y {space} from front" for space in ROOM[4:7])).no("lay Y 0:F1 from front", "reef 4.3c")

    play.do("cube Y", *(f"lay Y {space} from screen" for space in ROOM[7:9]))
    play.no("lay Y 0:G3 from screen", "reef 4.3b")


def test_4_1_two_cubes_in_a_turn_may_be_played() -> None:
    play = make(cubes={0: "YWG"}).do("cube Y", "cube W")

    play.no("cube G", "reef 4.1b")


def test_a_cube_must_be_held() -> None:
    make(cubes={0: "Y"}).no("cube W", "reef 4.3")


def test_a_cube_played_returns_to_the_supply() -> None:
    play = make(cubes={0: "Y"})
    left = play.p.supply.cubes[1]
    play.do("cube Y")

    assert play.p.supply.cubes[1] == left + 1
    assert play.cubes() == ""


def test_r16_a_cube_without_tiles_is_legal() -> None:
    make(cubes={0: "Y"}).do("cube Y", "collect W")


def test_a_tile_cannot_be_laid_before_a_cube_is_played() -> None:
    make(hand={0: "Y"}).no("lay Y 0:D5 from screen", "reef 4.1c")


@pytest.mark.parametrize(
    ("other", "rule"),
    [
        ("cube W", "reef 4.3a"),
        ("trade tile G", "reef 4.1c"),
        ("alga b space pay G", "reef 4.1c"),
        ("trade cube W", "reef 4.1c"),
        ("introduce 0:C3", "reef 4.1c"),
        ("move 0:A5 home", ""),
    ],
)
def test_case_44_any_other_action_but_5_closes_the_laying(other: str, rule: str) -> None:
    tiles = "Y: C3; P: A5!0"
    play = make(tiles, hand={0: "YYY"}, cubes={0: "YW"}, front={0: "G"}).do(
        "cube Y", "lay Y 0:B3 from screen"
    )
    play.no("move 0:G6 home", "reef 4.5").do(other)  # a refused step ends no phase
    if rule:
        play.no("lay Y 0:A3 from screen", rule)
    else:
        play.do("lay Y 0:A3 from screen")


def test_action_6_trades_a_consumed_tile_for_a_cube() -> None:
    play = make(front={0: "G"}, pool="").do("trade tile G")

    assert (play.front(), play.cubes(), play.p.supply.pool, play.p.supply.cubes) == (
        "",
        "G",
        [0, 0, 0, 0, 1],
        [9, 9, 9, 9, 8],
    )


def test_r15_a_cube_got_by_action_6_need_not_be_used() -> None:
    make(front={0: "G"}).do("trade tile G", "collect W")


def test_case_48_action_6_needs_a_cube_in_the_supply() -> None:
    play = make(front={0: "G"})
    play.p.supply.cubes[4] = 0

    play.no("trade tile G", "reef 4.6.6").no("trade tile W", "reef 4.6")


def test_action_8_trades_a_cube_for_a_tile() -> None:
    play = make(cubes={0: "P"}, pool="PP").do("trade cube P")

    assert (play.hand(), play.cubes(), play.p.supply.cubes[3]) == ("P", "", 9)
    assert (play.p.supply.pool[3], play.p.supply.reserve[3]) == (1, 1)
    assert play.p.course.laid_cubes == 0


def test_case_48_action_8_needs_a_tile() -> None:
    play = make(cubes={0: "PG"}, pool="", reserve="P").no("trade cube G", "reef 4.6.8").do("trade cube P")

    play.no("trade cube W", "reef 4.3")


def test_r30_a_turn_ends_only_by_collecting() -> None:
    play = make()
    with pytest.raises(NotLegal):
        play.state.after(Moved(Seat(0), parse_action("pass")))

    play.do("collect G").roll(0).roll(0)
    assert play.state.needs == (Turn(Seat(1)),)


def test_out_of_turn_and_foreign_actions_are_refused() -> None:
    play = make()
    with pytest.raises(NotLegal, match="not your turn"):
        play.state.after(Moved(Seat(1), parse_action("collect G")))
    for text in ("pass", "fish 3", "cubes WW"):
        play.no(text, "reef 4.1")


def test_after_action_10_no_action_is_legal() -> None:
    play = make(cubes={0: "Y"}, pool="WWWWW" * 4, deck=(0, 0)).do("collect G")
    with pytest.raises(NotLegal):
        play.state.after(Moved(Seat(0), parse_action("cube Y")))


def test_a_space_without_its_cube_is_not_collected() -> None:
    play = make()
    play.p.sea.cubes[2] = 0

    play.no("collect O", "reef 4.6.10")


def test_an_action_of_another_game_is_refused() -> None:
    with pytest.raises(NotLegal, match="not an action of Reef Encounter"):
        make().state.after(Moved(Seat(0), Bid(3)))


def test_only_the_seat_on_turn_has_actions_and_only_seats_have_hands() -> None:
    play = make(secret={0: (12,)})

    assert play.state.actions(Seat(1), {}) == ()
    assert [play.state.hand(Seat(seat)) for seat in (-1, 0, 1, 2)] == [(), (12,), (), ()]
