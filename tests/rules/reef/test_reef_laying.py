"""Laying, attacks, growth, the join rule and protection: cases 1-29 and 52, R1-R12, R34."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.reef.pieces.boards import space_text
from rules.reef.pieces.facts import BARE, SAND
from rules.reef.pieces.rocks import Rocks
from tests.support.reef import FRESH, Play, at, make

JOIN = "P: F6 G5 F5!1 E5 F4 D4 C4!0 C3; O: C6 C5!1 B5; W: G3!0"
GUARDED = (
    "O: C6 B6 D5 C5!0 B5 A5 C4; P: F5 E5 F4 E4!0 D4; Y: C3!1 B3 C2 B2; G: F2 E2!1 D2 E1"
)  # fmt: skip


def laying(colour: str, tiles: str = FRESH, **more: object) -> Play:
    """A game in which seat 0 has played a cube of that colour and holds eight tiles of that colour."""
    return make(tiles, hand={0: colour * 8}, cubes={0: colour}, **more).do(f"cube {colour}")  # type: ignore[arg-type]


def test_case_1_yellow_tiles_in_a_first_turn_grow_and_eat() -> None:
    play = laying("Y").do("lay Y 0:D5 from screen")
    assert play.tile("D4") == "Y"
    play.do("lay Y 0:C5 from screen", "lay Y 0:E5 from screen")

    assert play.coral("D5") == {"C5", "D4", "D5", "E5"}
    assert play.front() == "OP"
    assert play.p.course.behind == 3


def test_case_2_orange_grows_and_eats_pink() -> None:
    play = laying("O").do("lay O 0:D5 from screen")
    assert play.coral("D4") == {"C5", "D4", "D5"}

    assert play.do("lay O 0:E5 from screen").front() == "P"


def test_case_3_pink_may_not_eat_orange() -> None:
    play = laying("P").do("lay P 0:D5 from screen")

    assert play.tile("D4") == "P"
    play.no("lay P 0:C5 from screen", "reef 4.3.5b")


def test_case_4_an_attacking_coral_needs_two_tiles() -> None:
    play = laying("W").do("lay W 0:C2 from screen")
    play.no("lay W 0:C3 from screen", "reef 4.3.5a")

    assert play.do("lay W 0:B2 from screen", "lay W 0:C3 from screen").front() == "Y"


def test_case_5_two_single_tiles_do_not_count_as_a_coral_of_two_r2() -> None:
    play = laying("W").do("lay W 0:B3 from screen", "lay W 0:C2 from screen")

    play.no("lay W 0:C3 from screen", "reef 4.3.5a")


def test_case_6_a_tile_cannot_be_laid_on_its_own_colour() -> None:
    laying("O").no("lay O 0:C5 from screen", "reef 4.3.4")


@pytest.mark.parametrize("space", ["0:E3", "0:B4", "0:A1", "0:G1", "0:A6", "2:D4", "3:A1"])
@pytest.mark.parametrize("colour", "WYOPG")
def test_case_7_a_tile_cannot_be_laid_on_sand_or_beyond_the_rocks(space: str, colour: str) -> None:
    laying(colour).no(f"lay {colour} {space} from screen", "reef 4.3.1")


@pytest.mark.parametrize("space", ["D5", "E4", "C4", "D3"])
def test_case_8_a_tile_beside_the_growth_space_grows_one_extra_tile_r8(space: str) -> None:
    assert laying("W").do(f"lay W 0:{space} from screen").tile("D4") == "W"


def test_case_8_a_tile_elsewhere_grows_nothing() -> None:
    assert laying("W").do("lay W 0:D6 from screen").tile("D4") == "."


def test_case_9_a_tile_on_the_growth_space_has_no_bonus_r10() -> None:
    play = laying("W", "").do("lay W 0:D4 from screen")

    assert play.tiles() == "W: D4"
    assert play.p.course.behind == 1


def test_case_10_an_attack_triggers_growth_r7() -> None:
    play = laying("W", "W: E5 E6; Y: D5").do("lay W 0:D5 from screen")

    assert play.tile("D4") == "W"
    assert play.front() == "Y"


def test_case_11_a_shrimp_on_the_growth_space_stops_growth_r9() -> None:
    play = laying("W", "W: E5; #: D4!0").do("lay W 0:D5 from screen")
    assert play.tile("D4") == "."
    play.no("lay W 0:D4 from screen", "reef 4.3.3")
    play.do("move 0:D4 home")

    assert play.tile("D4") == "."


@pytest.mark.parametrize(("pool", "reserve"), [("", "YOPG"), ("YYYY", "YOPG")])
def test_case_13_nothing_grows_without_a_tile_of_the_colour_r12(pool: str, reserve: str) -> None:
    play = laying("W", pool=pool, reserve=reserve).do("lay W 0:D5 from screen")

    assert play.tile("D4") == "."


def test_r13_growth_takes_from_the_bag_once_the_reserve_is_tipped() -> None:
    play = laying("W", pool="WY", reserve="")
    play.p.supply.tipped = True
    play.do("lay W 0:D5 from screen")

    assert play.tile("D4") == "W"
    assert (sum(play.p.supply.pool), sum(play.p.supply.reserve)) == (1, 0)


def test_4_3_7_a_used_tile_of_the_reserve_is_replaced_at_once() -> None:
    play = laying("W", pool="WY").do("lay W 0:D5 from screen")

    assert play.p.supply.reserve == [1] * 5
    assert play.p.supply.pool == [0, 1, 0, 0, 0]


def test_an_emptied_growth_space_works_again() -> None:
    play = make("W: D4!0 D5 D6 E4 E5", hand={0: "O"}, cubes={0: "O"})
    play.do("eat 0:D4", "cube O", "lay O 0:D5 from screen")

    assert play.tile("D4") == "O"


@pytest.mark.parametrize("space", ["D5", "E4"])
def test_case_14_two_guarded_corals_are_never_joined_r3(space: str) -> None:
    laying("P", JOIN).no(f"lay P 0:{space} from screen", "reef 4.3.2")


@pytest.mark.parametrize(("colour", "space"), [("O", "D5"), ("W", "E4"), ("G", "D5")])
def test_case_15_a_tile_may_be_laid_between_corals_of_different_colours(colour: str, space: str) -> None:
    laying(colour, JOIN).do(f"lay {colour} 0:{space} from screen")


def test_case_17_the_join_rule_also_applies_to_ones_own_shrimps_r4() -> None:
    laying("O", "O: C5!0 E5!0 D6").no("lay O 0:D5 from screen", "reef 4.3.2")
    play = laying("O", "O: C5!0 E5 D6").do("lay O 0:D5 from screen")

    assert play.coral("C5") == {"C5", "D4", "D5", "D6", "E5"}


def test_r4_moving_one_away_between_two_tiles_opens_the_way() -> None:
    play = (
        laying("O", "O: C5!0 E5!0 D6").do("lay O 0:C4 from screen").no("lay O 0:D5 from screen", "reef 4.3.2")
    )

    play.do("move 0:E5 home", "lay O 0:D5 from screen")


def test_r3_an_attack_may_merge_two_corals_unless_both_are_guarded() -> None:
    for guard, legal in (("", True), ("!1", False)):
        play = laying("Y", f"Y: C5!0 B5 E5{guard} F5; O: D5")
        if legal:
            assert play.do("lay Y 0:D5 from screen").coral("D5") >= {"C5", "E5"}
        else:
            play.no("lay Y 0:D5 from screen", "reef 4.3.2")


def test_r11_growth_that_would_join_two_guarded_corals_is_left_out() -> None:
    play = laying("P", "P: C4!0 E4!1").do("lay P 0:D5 from screen")

    assert play.tile("D4") == "."
    assert play.tile("D5") == "P"


def test_case_19_exactly_these_tiles_are_protected() -> None:
    play = make(GUARDED)
    tiles = [space for space in range(42) if play.p.rocks.tile[space] > BARE]
    protected = {space_text(space)[2:] for space in tiles if play.p.rocks.is_protected(space)}
    free = {space_text(space)[2:] for space in tiles} - protected

    assert " ".join(sorted(protected)) == "B3 B5 C2 C3 C4 C5 C6 D2 D4 D5 E1 E2 E4 E5 F2 F4"
    assert free == {"B6", "A5", "F5", "B2"}


def test_case_21_a_diagonal_shrimp_does_not_protect() -> None:
    play = laying("W", "Y: D5 E5 E4!1; W: D6 C6").do("lay W 0:D5 from screen")

    play.no("lay W 0:E5 from screen", "reef 4.7")


def test_case_22_an_attack_splits_a_coral() -> None:
    play = laying("Y", "O: A5!1 B5 C5 D5; Y: C6 B6").no("lay Y 0:B5 from screen", "reef 4.7")
    play.do("lay Y 0:C5 from screen")

    assert (play.coral("A5"), play.coral("D5")) == ({"A5", "B5"}, {"D5"})
    assert play.p.rocks.guard[play.p.rocks.coral[at("B5")]] == at("A5")
    assert play.p.rocks.guard[play.p.rocks.coral[at("D5")]] < 0


def test_case_24_the_owner_may_move_its_shrimp_away_while_laying() -> None:
    play = laying("Y", "O: A5!0 B5 C5 D5; Y: C6 B6").no("lay Y 0:B5 from screen", "reef 4.7")

    play.do("move 0:A5 home", "lay Y 0:C5 from screen", "lay Y 0:B5 from screen")
    assert play.front() == "OO"


@pytest.mark.parametrize("guard", ["", "!1"])
def test_case_25_a_rivals_coral_may_be_extended_and_eats_for_the_mover_r5(guard: str) -> None:
    play = laying("Y", f"Y: C6{guard} B6; O: C5").do("lay Y 0:D6 from screen", "lay Y 0:C5 from screen")

    assert (play.front(0), play.front(1)) == ("O", "")


def test_r6_starting_polyps_may_be_attacked_in_the_first_turn() -> None:
    play = laying("Y").do("lay Y 0:D5 from screen", "lay Y 0:C5 from screen")

    assert play.front() == "O"


RB8 = "O: E5 D5 C5 E4 D4 D3!1 D2; Y: A5!0 A4; P: F3 F2 E2!2 F1 E1; W: 1:D1!0"


def worked_turn() -> Play:
    play = make(RB8, seats=3, hand={0: "YYYWWWW"}, cubes={0: "YW"}, front={0: "W"}, fish={0: "GG"})
    play.p.players[0].eaten = 1
    play.p.players[0].home -= 1
    return play


def test_cases_26_to_29_the_worked_turn_can_be_played() -> None:
    play = worked_turn().do("cube Y").no("lay Y 0:C5 from screen", "reef 4.3.5a")
    play.no("lay Y 0:D4 from screen", "reef 4.3.5a")
    play.do("lay Y 0:B5 from screen", "lay Y 0:C5 from screen", "lay Y 0:D5 from screen")
    play.no("lay Y 0:D4 from screen", "reef 4.3b")  # no yellow tile is left: case 26 asks with one in hand
    assert play.front() == "WOO"

    play.do("alga p tile 4 pay O")
    assert [play.top(k) for k in range(1, 11)] == [
        "W>Y", "W>O", "Y>O", "Y>P", "O>P", "O>G", "W>P", "P>G", "G>W", "G>Y",
    ]  # fmt: skip
    assert play.p.sea.lock[3] >= 0

    play.do("cube W", "lay W 0:F4 from screen", "lay W 0:F5 from screen", "lay W 0:E5 from screen")
    play.do("lay W 0:E4 from screen", "lay W 0:F3 from front", "introduce 0:F4")

    assert play.tiles() == (
        "W: E4 E5 F3 F4 F5; Y: A4 A5 B5 C5 D5; O: D2 D3 D4; P: E1 E2 F1 F2"
    )  # fmt: skip
    assert play.front() == "OOOP"
    play.no("move 1:D1 0:D2", "reef 4.5")


def test_case_26_a_protected_tile_cannot_be_attacked_at_any_time() -> None:
    play = worked_turn()
    play.p.players[0].hand[1] += 2
    play.do("cube Y").no("lay Y 0:D4 from screen", "reef 4.3.5a")
    play.do("lay Y 0:B5 from screen", "lay Y 0:C5 from screen", "lay Y 0:D5 from screen")

    play.no("lay Y 0:D4 from screen", "reef 4.7")


@pytest.mark.parametrize(
    ("tiles", "attack", "rule"),
    [
        ("P: D6 E6; O: D5", "strength-or-size", ""),
        ("P: D6 E6; O: D5 C5", "strength-or-size", "reef 4.3.5b"),
        ("P: D6 E6; O: D5", "strength", "reef 4.3.5b"),
        ("P: D6 E6; O: D5 C5", "strength", "reef 4.3.5b"),
    ],
)
def test_case_52_size_decides_only_with_one_option_r1(tiles: str, attack: str, rule: str) -> None:
    play = laying("P", tiles, attack=attack)
    if rule:
        play.no("lay P 0:D5 from screen", rule)
    else:
        assert play.do("lay P 0:D5 from screen").front() == "O"


@pytest.mark.parametrize("attack", ["strength", "strength-or-size"])
def test_case_52_the_stronger_coral_eats_a_larger_one_with_either_option(attack: str) -> None:
    play = laying("O", "O: D6 E6; P: D5 C5 B5 A5 A4 A3 B3", attack=attack)

    assert play.do("lay O 0:D5 from screen").front() == "P"


def test_a_larger_coral_needs_two_tiles_as_well_r1() -> None:
    laying("P", "P: D6; O: D5", attack="strength-or-size").no("lay P 0:D5 from screen", "reef 4.3.5a")


def test_r34_an_attack_never_eats_the_colour_laid() -> None:
    play = laying("Y", "Y: C6 B6; O: C5").do("lay Y 0:C5 from screen")

    assert play.front() == "O"
    play.no("lay O 0:B5 from front", "reef 4.3a")


def test_5_4_without_extra_growth_nothing_grows() -> None:
    assert laying("W", growth=False).do("lay W 0:D5 from screen").tile("D4") == "."


@pytest.mark.parametrize(
    "change", [lambda rocks: rocks.put_tile(at("D5"), 3), lambda rocks: rocks.remove_coral(at("C5"))]
)
@pytest.mark.parametrize("changed", [0, 1])
def test_clones_share_their_tiles_until_one_of_them_changes(
    change: Callable[[Rocks], object], changed: int
) -> None:
    first = make("O: C5!0 B5; Y: E5").p.rocks
    both = first, first.clone()
    before = [state_of(rocks) for rocks in both]
    assert before[0] == before[1] and both[0].tile is both[1].tile
    change(both[changed])

    assert state_of(both[1 - changed]) == before[0] != state_of(both[changed])
    assert state_of(both[changed])[0] == bytes(tile - SAND for tile in both[changed].tile)


def state_of(rocks: Rocks) -> tuple[bytes, list[list[int]], list[int]]:
    """The bytes of the tiles, and the corals and their guards by space."""
    spelled = rocks.packed()[: rocks.ground.size]
    corals = [rocks.coral_at(space) if tile >= 0 else [] for space, tile in enumerate(rocks.tile)]
    return spelled, corals, rocks.guard[:]
