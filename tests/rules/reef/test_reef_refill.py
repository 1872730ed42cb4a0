"""Action 10 and the bag: cases 45 and 47, R13, R29, and section 8's joint draw."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.api import EVERYONE, Roll, Show, Slot
from rules.reef.pieces.facts import COLOURS, WIDTH
from rules.reef.pieces.position import End, Position, ReefPhase, Rules
from rules.reef.steps import refill
from tests.support.reef import Play, count, make


def sea(play: Play, *spaces: str) -> Play:
    """Put tiles on the large spaces W, Y, O, P, G."""
    for space, tiles in enumerate(spaces):
        play.p.sea.tiles[space * WIDTH : space * WIDTH + 5] = count(tiles)
    return play


CASE_45 = ("WWW", "Y", "OO", "PPP", "GGG")


def test_case_45_taking_the_yellow_space_needs_two_tiles() -> None:
    play = sea(make(pool="", deck=(20, 60)), *CASE_45).do("collect Y")
    assert play.state.needs == (Show((Slot(20), Slot(21)), EVERYONE),)
    play.show("PG")

    assert (play.hand(), play.cubes()) == ("Y", "Y")
    assert play.sea() == "W3 Y1 O3 P3 G3"
    assert play.p.sea.row(1)[:5] == count("P")
    assert play.p.supply.cubes == [9, 8, 9, 9, 9]
    assert play.p.phase is ReefPhase.TURN


def test_case_45_taking_the_white_space_needs_three_tiles() -> None:
    play = sea(make(pool="", deck=(20, 60)), *CASE_45).do("collect W").show("YYY")

    assert play.sea() == "W1 Y2 O3 P3 G3"


def test_case_47_the_last_cube_of_a_colour_ends_the_game() -> None:
    play = sea(make(), *CASE_45)
    play.p.supply.cubes[1] = 0
    play.do("collect Y")

    assert (play.p.end, play.p.phase) == (End.SUPPLY, ReefPhase.OVER)
    assert play.cubes() == "Y"
    assert play.state.needs == ()


def test_r29_the_reserve_is_tipped_in_when_the_bag_is_empty_r13() -> None:
    play = sea(make(pool="G", deck=(60, 60)), "WWW", "Y", "OO", "PPP", "GGG").do("collect Y")
    assert play.p.supply.tipped
    assert play.p.supply.reserve == [0] * 5
    assert play.state.needs == (Roll(5, "refill"),)
    play.roll(4)

    assert play.sea() == "W3 Y1 O3 P3 G3"
    assert (play.p.end, sum(play.p.supply.pool)) == (End.NOT, 4)


def test_r29_if_tiles_are_still_missing_the_game_ends_without_a_final_round() -> None:
    play = sea(make("P: C5!0 C6 B6 D6 E6 F6", pool="G", reserve=""), *CASE_45).do("collect W")

    assert (play.p.end, play.p.phase) == (End.SUPPLY, ReefPhase.OVER)


def test_a_refill_of_five_takes_two_joint_numbers_and_one_show() -> None:
    play = sea(make(pool="WY", deck=(10, 40)), "", "", "", "", "").do("collect G")
    assert play.state.needs == (Roll(32 * 31 * 30 * 29, "refill"),)
    play.roll(0)  # each time the first tile of what is left: pool white, pool yellow, the deck twice
    assert play.p.phase is ReefPhase.OPEN

    play.show("GGG")
    assert [play.p.sea.row(space)[:5] for space in range(5)] == [
        count("W"), count("Y"), count("G"), count("G"), count("G"),
    ]  # fmt: skip


def test_a_refill_draws_from_the_bag_of_public_and_of_hidden_tiles() -> None:
    play = sea(make(pool="WY", deck=(10, 12)), "WWW", "WW", "WW", "WW", "WWW").do("collect G")
    assert play.state.needs == (Roll(4 * 3 * 2 * 1, "refill"),)
    play.roll(2 + 4 * (1 + 3 * (0 + 2 * 0)))  # deck, pool yellow, pool white, deck

    assert play.p.course.opening == (1, 4)
    assert list(play.state.needs) == [Show((Slot(10), Slot(11)), EVERYONE)]
    play.show("OP")
    assert play.sea() == "W3 Y3 O3 P3 G1"
    assert play.p.sea.row(4)[:5] == count("P")


def test_every_joint_number_gives_one_ordered_draw() -> None:
    """All numbers below n(n-1)(n-2) give each ordered draw of pool and deck tiles equally often."""
    seen: dict[str, int] = {}
    for value in range(4 * 3 * 2):
        p = Position(Rules(seats=2))
        p.supply.pool, p.supply.deck_end = [1, 1, 0, 0, 0], 2
        p.course.queue, p.phase = (0, 1, 2), ReefPhase.DRAW
        assert refill.coin_sides(p) == 24
        refill.coin_rolled(p, value)
        if p.course.opening:
            refill.tiles_opened(p, (3, 4)[: len(p.course.opening)])
        draw = "".join(COLOURS[p.sea.row(at).index(1)] for at in range(3))
        seen[draw] = seen.get(draw, 0) + 1
    expected: dict[str, int] = {}
    for drawn in permutations("WYdd", 3):  # the deck's tiles come in their order, pink on top
        deck = iter("PG")
        draw = "".join(next(deck) if tile == "d" else tile for tile in drawn)
        expected[draw] = expected.get(draw, 0) + 1

    assert seen == expected


def test_the_last_tile_of_the_bag_needs_no_joint_number() -> None:
    play = sea(make(pool="P", deck=(9, 9)), "WWW", "", "OOO", "PPP", "GGG").do("collect P")

    assert play.p.supply.tipped  # two were needed: yellow took the pink one, then the reserve was tipped in
    assert play.p.sea.row(1)[:5] == count("P")
    assert play.state.needs == (Roll(5, "refill"),)


@pytest.mark.parametrize("space", COLOURS)
def test_a_collected_space_gets_a_new_cube_of_its_colour(space: str) -> None:
    play = sea(make(pool="", deck=(20, 60)), *["WWW"] * 5).do(f"collect {space}").show("W")

    assert play.p.sea.cubes == [1] * 5
    assert play.hand() == "WWW"
    assert play.cubes() == space
