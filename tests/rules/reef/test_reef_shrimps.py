"""Eating, introducing and moving: cases 37-42, R21-R23, R25, R36."""

from __future__ import annotations

import pytest

from rules.api import Seat
from rules.reef.pieces.position import End, ReefPhase
from rules.reef.steps.shrimps import MOVES_MOST
from tests.support.reef import make

SEVEN = "Y: A5!0 B5 C5 D5 E5 F5 G5"


def test_case_37_eating_seven_tiles_gives_three_to_the_fish() -> None:
    play = make(SEVEN, pool="").do("eat 0:A5")

    assert play.fish() == "YYY"
    assert play.p.supply.pool == [0, 4, 0, 0, 0]
    assert play.tiles() == ""


def test_case_37_eating_five_tiles_gives_one_to_the_fish() -> None:
    play = make("Y: A5!0 B5 C5 D5 E5", pool="").do("eat 0:A5")

    assert (play.fish(), play.p.supply.pool) == ("Y", [0, 4, 0, 0, 0])


def test_case_37_four_tiles_are_too_few_to_eat() -> None:
    make("Y: A5!0 B5 C5 D5").no("eat 0:A5", "reef 4.2")


@pytest.mark.parametrize("tiles", ["Y: A5!1 B5 C5 D5 E5", "Y: A5 B5 C5 D5 E5"])
def test_case_37_only_a_coral_with_ones_own_shrimp_may_be_eaten(tiles: str) -> None:
    make(tiles).no("eat 0:A5", "reef 4.2").no("eat 0:D4", "reef 4.2").no("eat 3:A1", "reef 4.2")


@pytest.mark.parametrize(
    "before",
    [
        "move 1:D1 1:E1",
        "move 1:D1 home",
        "cube Y",
        "trade tile W",
        "trade cube Y",
        "alga b space pay W",
        "introduce 1:B3",
    ],
)
def test_case_38_eating_must_be_the_first_action_r21(before: str) -> None:
    play = make(SEVEN + "; W: 1:D1!0; G: 1:B3", cubes={0: "Y"}, front={0: "W"}).do(before)

    play.no("eat 0:A5", "reef R21")


def test_case_38_only_one_coral_in_a_turn_may_be_eaten() -> None:
    make(SEVEN + "; P: A2!0 B2 C2 A3 B3").do("eat 0:A5").no("eat 0:A2", "reef 4.2")


def test_case_39_the_first_coral_eaten_allows_locking_in_the_same_turn() -> None:
    play = make(SEVEN, front={0: "G"}).no("alga g tile 1 pay G", "reef 4.6.7b").do("eat 0:A5")

    assert play.p.players[0].eaten == 1
    assert play.p.players[0].home + len(play.p.players[0].posted) == 3
    play.do("alga g tile 1 pay G")


def test_case_39_the_fourth_shrimp_ends_the_game_at_once_r25() -> None:
    play = make(SEVEN)
    play.p.players[0].eaten, play.p.players[0].home = 3, 0
    play.starts(40, 41)
    play.do("eat 0:A5")

    assert (play.p.end, play.p.phase, play.p.ender) == (End.SHRIMPS, ReefPhase.SCORE, 0)


def test_5_4_in_the_advanced_variant_fewer_eaten_tiles_go_to_the_fish() -> None:
    play = make(SEVEN, growth=False, pool="").do("eat 0:A5")
    assert (play.fish(), play.p.supply.pool) == ("YY", [0, 5, 0, 0, 0])

    five = make("Y: A5!0 B5 C5 D5 E5", growth=False).do("eat 0:A5")
    assert (five.fish(), five.p.players[0].eaten) == ("", 1)


TWO = "O: C5!0 C6; Y: C3!0; W: F4 F5; P: 1:C5 1:C6!1; G: 1:D1"


def test_case_41_a_player_may_have_at_most_two_shrimps_on_a_rock() -> None:
    make(TWO).no("introduce 0:F4", "reef 4.5a").do("introduce 1:D1")


def test_case_41_a_coral_can_carry_only_one_shrimp() -> None:
    make("O: C5!0 C6").no("introduce 0:C6", "reef 4.4")


def test_case_41_a_shrimp_cannot_be_introduced_on_bare_rock_or_sand() -> None:
    make().no("introduce 0:D4", "reef 4.4").no("introduce 0:E3", "reef 4.4").no("introduce 3:A1", "reef 4.4")


def test_case_41_only_one_shrimp_in_a_turn_may_be_introduced() -> None:
    make().do("introduce 0:F4").no("introduce 0:C5", "reef 4.4")


def test_without_a_shrimp_behind_the_screen_none_can_be_introduced() -> None:
    play = make()
    play.p.players[0].home = 0

    play.no("introduce 0:F4", "reef 4.4")


def test_case_42_a_shrimp_moves_to_an_unguarded_coral_of_another_rock_r22() -> None:
    play = make(TWO).do("move 0:C5 1:D1")

    assert play.p.players[0].posted == (16, 45)
    assert play.p.rocks.guard[play.p.rocks.coral[30]] < 0


def test_case_42_a_shrimp_cannot_move_onto_a_coral_with_a_shrimp() -> None:
    play = make(TWO).no("move 0:C5 1:C5", "reef 4.5").no("move 0:C5 0:C3", "reef 4.5")

    play.do("move 0:C5 0:C6")  # within its own coral


def test_case_42_action_10_is_refused_with_a_shrimp_on_bare_rock() -> None:
    play = make(TWO).do("move 0:C5 0:D4").no("collect W", "reef 4.5b")

    play.do("move 0:D4 home", "collect W")


def test_r23_the_limit_of_two_on_a_rock_includes_shrimps_on_bare_rock() -> None:
    play = make("O: C5!0; Y: C3!0; P: 1:C5!0").no("move 1:C5 0:D4", "reef 4.5a").do("move 0:C3 1:D1")

    play.no("move 0:C5 1:E1", "reef 4.5a")


def test_shrimps_of_others_and_no_shrimps_are_not_moved() -> None:
    play = make("O: C5!1; Y: C3!0").no("move 0:C5 0:D4", "reef 4.5").no("move 0:D4 0:D3", "reef 4.5")

    play.no("move 3:A1 0:D4", "reef 4.5").no("move 0:C3 0:C3", "reef 4.5").no("move 0:C3 0:E3", "reef 4.5")
    play.do("move 0:C3 0:D4").no("move 0:D4 3:A1", "reef 4.5").no("move 0:D4 0:C5", "reef 4.5")


def test_two_shrimps_do_not_share_bare_rock() -> None:
    make("Y: C3!0; #: D4!1").no("move 0:C3 0:D4", "reef 4.5")


def test_a_shrimp_taken_back_may_be_introduced_again() -> None:
    make("Y: C3!0").do("move 0:C3 home", "introduce 0:C3")


def test_r36_after_sixteen_moves_a_shrimp_may_only_go_home() -> None:
    play = make("Y: C3!0")
    for i in range(MOVES_MOST):
        play.do("move 0:C3 0:D4" if i % 2 == 0 else "move 0:D4 0:C3")

    play.no("move 0:C3 0:D4", "reef R36")
    play.do("move 0:C3 home", "collect W")


def test_a_shrimp_may_move_on_its_own_coral_and_a_third_may_not_come_to_a_rock() -> None:
    play = make("W: A5!0 B5; Y: D5!0; P: A2; G: 1:B3")
    offered = set(map(str, play.state.actions(Seat(0), {})))

    assert {"move 0:A5 0:B5", "move 0:A5 0:A2", "move 0:A5 1:B3", "introduce 1:B3"} <= offered
    assert not {"introduce 0:A2", "move 0:D5 0:A5"} & offered


def test_a_space_beyond_the_last_rock_is_refused() -> None:
    make("W: A5!0").no("introduce 2:A1", "reef 4.4").no("introduce 3:G6", "reef 4.4")
