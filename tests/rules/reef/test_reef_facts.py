"""The printed facts: coral tiles (reef 1.1) and boards (reef 2)."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.errors import BadText
from rules.reef.pieces.boards import SPACES, ground_of, parse_space, space_name, space_text
from rules.reef.pieces.facts import ALGAE, BOARDS, COLOURS, CORAL_TILES, LARGE, TOP
from rules.reef.pieces.position import Position, Rules

NAMES = list(BOARDS)


def test_every_pair_of_colours_is_on_one_coral_tile() -> None:
    pairs = {frozenset(tile[:2]) for tile in CORAL_TILES}

    assert pairs == {frozenset(pair) for pair in combinations(COLOURS, 2)}


def test_on_side_a_each_colour_beats_the_next_two_of_the_open_sea() -> None:
    beaten = {(tile[0], tile[1]) for tile in CORAL_TILES}

    assert beaten == {(COLOURS[i], COLOURS[(i + step) % 5]) for i in range(5) for step in (1, 2)}


def test_side_b_is_the_exact_reversal() -> None:
    for k, tile in enumerate(CORAL_TILES):
        assert (COLOURS[TOP[0][k]], COLOURS[TOP[1][k]]) == (tile[0], tile[1])
        assert (ALGAE[LARGE[0][k]], ALGAE[LARGE[1][k]]) == (tile[2], tile[3])


def test_every_alga_is_on_five_tiles_and_large_as_printed() -> None:
    on = {alga: [k for k, tile in enumerate(CORAL_TILES, start=1) if alga in tile[2:]] for alga in ALGAE}

    assert on == {"g": [1, 5, 6, 7, 8], "b": [1, 3, 4, 6, 10], "p": [2, 4, 7, 8, 9], "r": [2, 3, 5, 9, 10]}
    assert [LARGE[0].count(a) for a in range(4)] == [3, 3, 2, 2]
    assert [LARGE[1].count(a) for a in range(4)] == [2, 2, 3, 3]


@pytest.mark.parametrize("side", [0, 1])
def test_case_51_all_values_start_at_three(side: int) -> None:
    position = Position(Rules(seats=2))
    position.sea.side = [side] * 10

    assert position.sea.values() == [3] * 5


@pytest.mark.parametrize("name", NAMES)
def test_a_board_has_33_rock_spaces_and_one_growth_space(name: str) -> None:
    ground = ground_of((name,))

    assert [len(row) for row in BOARDS[name]] == [7] * 6
    assert len(ground.rock) == 33
    assert [space_text(space) for space in ground.growths] == ["0:D3" if name in ("H0", "H2") else "0:D4"]
    assert 3 <= len(ground.near[ground.growths[0]]) <= 4


@pytest.mark.parametrize("name", NAMES)
def test_a_board_has_one_start_of_each_colour_apart_from_the_others_and_the_growth(name: str) -> None:
    ground = ground_of((name,))
    starts = [space for space, _ in ground.starts]

    assert sorted(colour for _, colour in ground.starts) == [0, 1, 2, 3, 4]
    for space in starts:
        assert not set(ground.near[space]) & {*starts, *ground.growths}
        assert 2 <= steps(name, space, ground.growths[0]) <= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_board_has_two_or_three_holes(name: str) -> None:
    """Sand that is not connected with the outer edge."""
    sand = {space for space in range(SPACES) if BOARDS[name][space // 7][space % 7] == "."}
    outer = {space for space in sand if space // 7 in (0, 5) or space % 7 in (0, 6)}
    while more := {s for s in sand - outer if {s - 7, s + 7, s - 1, s + 1} & outer}:
        outer |= more

    assert 2 <= len(sand - outer) <= 3


def test_house_boards_differ_from_the_published_ones_however_turned() -> None:
    for house in NAMES[4:]:
        ours = "".join(BOARDS[house])
        for printed in NAMES[:4]:
            rows = BOARDS[printed]
            for turned in (rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]):
                theirs = "".join(turned)
                assert sum((a == ".") != (b == ".") for a, b in zip(ours, theirs, strict=True)) >= 8


def test_adjacent_spaces_share_an_edge_on_the_same_rock() -> None:
    ground = ground_of(("P1", "P0"))

    assert {space_text(s) for s in ground.near[parse_space("0:D5")]} == {"0:D4", "0:C5", "0:E5", "0:D6"}
    assert {space_text(s) for s in ground.near[parse_space("0:G5")]} == {"0:G4", "0:F5"}
    assert {space_text(s) for s in ground.near[parse_space("1:A6")]} == {"1:A5", "1:B6"}
    assert ground.near[parse_space("0:E3")] == ()


@pytest.mark.parametrize("text", ["", "0:H1", "0:A7", "4:A1", "0:A0", "A1", "0:a1", "0:A11", "0;A1", "²:A1"])
def test_a_text_that_is_no_space_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_space(text)


def test_spaces_read_back() -> None:
    for space in range(4 * SPACES):
        assert parse_space(space_text(space)) == space


def steps(name: str, start: int, goal: int) -> int:
    """The walking distance over rock."""
    ground, reached, count = ground_of((name,)), {start}, 0
    while goal not in reached:
        reached |= {near for space in reached for near in ground.near[space]}
        count += 1
    return count


def test_players_count_the_boards_from_one() -> None:
    assert [space_name(parse_space(text)) for text in ("0:D4", "3:A1")] == ["D4 on board 1", "A1 on board 4"]
