"""The forecast of Reef Encounter's bots, in points: each part of it, counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from app.bots.reef_worth import expected_values, haul_worth, lateness, stock_worth, worth
from rules.reef.pieces.facts import COLOURS, WIDTH
from rules.reef.pieces.position import End, Position, ReefPhase
from tests.support.reef import count, make

FULL_BAG = (0, 30)
"""Unopened slots: with the pool of 20 tiles the bag holds 50."""
RIVAL_WAITS = 0.8 * 4 * 1.2
"""Deduction for a rival who has four shrimps and nothing else."""


WHITE_FIRST = (0, 0, 0, 0, 0, 0, 1, 0, 1, 1)
"""Sides of the coral tiles on which white beats all, then yellow, orange, pink; grey beats none."""


def early(tiles: str = "", **given: Any) -> Position:
    """A position far from the end, in which no two colours are worth the same."""
    position = make(tiles, deck=FULL_BAG, **given).p
    position.sea.side = [*WHITE_FIRST]
    position.sea.rank_beats()
    return position


@pytest.mark.parametrize(
    ("bag", "late"), [(41, 0.0), (40, 0.0), (39, 0.025), (30, 0.25), (10, 0.75), (0, 1.0)]
)
def test_the_end_comes_near_as_the_bag_empties(bag: int, late: float) -> None:
    assert lateness(make("", pool="", deck=(5, 5 + bag)).p) == pytest.approx(late)


@pytest.mark.parametrize(("eaten", "late"), [(0, 0.0), (1, 0.1), (2, 0.35), (3, 0.8), (4, 1.0)])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_end_comes_near_as_one_player_eats(seat: int, eaten: int, late: float) -> None:
    position = early()
    position.players[seat].eaten = eaten

    assert lateness(position) == late


@pytest.mark.parametrize(
    ("locked", "late"), [(0, 0.0), (5, 0.0), (6, 0.2), (7, 0.4), (8, 0.7), (9, 0.9), (10, 1.0)]
)
def test_the_end_comes_near_as_coral_tiles_are_locked(locked: int, late: float) -> None:
    position = early()
    position.sea.lock[:locked] = [0] * locked

    assert lateness(position) == late


def test_the_end_is_near_once_a_colour_has_no_cube_left() -> None:
    position = early()
    position.supply.cubes = [9, 9, 9, 1, 9]
    assert lateness(position) == 0

    position.supply.cubes[3] = 0
    assert lateness(position) == 0.6


@pytest.mark.parametrize(("late", "unsure"), [(0.0, 0.64), (0.5, 0.745), (1.0, 0.85)])
@pytest.mark.parametrize("turned", [False, True])
def test_the_expected_value_of_a_colour_lies_between_its_present_value_and_the_average(
    turned: bool, late: float, unsure: float
) -> None:
    """Each colour is on four coral tiles; the later it is the less of them flip, and locked ones never."""
    position = early()
    if turned:
        position.sea.side = [1 - side for side in WHITE_FIRST]
    strong = [value - 1 for value in position.sea.values()]
    assert expected_values(position, late) == pytest.approx(
        [1 + wins * unsure + (4 - wins) * (1 - unsure) for wins in strong]
    )

    position.sea.lock = [0] * 10
    assert expected_values(position, late) == tuple(position.sea.values())


@pytest.mark.parametrize(
    ("hand", "front", "cubes", "points"),
    [
        ("", "", "", 0),
        ("Y", "", "", 0.25),
        ("", "", "Y", 0.5),
        ("YYY", "", "Y", 3 * 0.9 + 0.5),
        ("YYYY", "", "Y", 4 * 0.9 + 0.5),
        ("YYYYYY", "", "Y", 4 * 0.9 + 2 * 0.25 + 0.5),
        ("YYYYYYYYY", "", "YY", 8 * 0.9 + 0.25 + 2 * 0.5),
        ("", "YY", "Y", 2 * 0.9 + 0.5),
        ("YYYYY", "YY", "Y", 6 * 0.9 + 0.25 + 0.5),
        ("", "Y", "", 0.6),
        ("", "YYYWW", "", 5 * 0.6),
        ("", "YYYYYY", "", 6 * 0.6),
        ("", "YYYYYWWW", "", 6 * 0.6 + 2 * 0.1),
        ("WG", "GGP", "WG", 4 * 0.9 + 2 * 0.5 + 0.6),
    ],
)
def test_a_tile_is_worth_more_with_a_cube_that_lets_it_be_laid(
    hand: str, front: str, cubes: str, points: float
) -> None:
    position = early(hand={0: hand}, front={0: front}, cubes={0: cubes})

    assert stock_worth(position, 0) == pytest.approx(points)
    assert worth(position, 0) == pytest.approx(4 * 1.2 + points - RIVAL_WAITS)


@pytest.mark.parametrize(
    ("sea", "hand", "front", "cubes", "points"),
    [
        ({}, "", "", "", 0.5),
        ({1: "WW"}, "", "", "", 0.5 + 2 * 0.25),
        ({1: "YY"}, "", "", "", 0.5 + 2 * 0.9),
        ({1: "YY"}, "Y", "", "", 0.5 + 3 * 0.9 - 0.25),
        ({1: "YY"}, "YYY", "", "Y", 2 * 0.9 + 0.5),
        ({1: "WWW"}, "WWW", "", "W", 0.5 + 0.9 + 2 * 0.25),
        ({}, "", "YY", "", 0.5 + 2 * (0.9 - 0.6)),
        ({}, "", "YYYYYYYYWWOOPPGG", "WOPG", 0.5 + 8 * 0.9 - 6 * 0.6),
        ({4: "GGG", 0: "W"}, "", "", "", 0.5 + 3 * 0.9),
        ({2: "GGG"}, "", "", "G", 0.5 + 3 * 0.9),
    ],
)
def test_the_best_large_space_is_worth_its_tiles_and_its_cube(
    sea: dict[int, str], hand: str, front: str, cubes: str, points: float
) -> None:
    position = early(hand={0: hand}, front={0: front}, cubes={0: cubes})
    for space, tiles in sea.items():
        position.sea.tiles[WIDTH * space : WIDTH * space + 5] = count(tiles)
    assert haul_worth(position, 0) == pytest.approx(points)

    position.sea.cubes = [0] * 5
    assert haul_worth(position, 0) == 0


@pytest.mark.parametrize(
    ("tiles", "guarded"),
    [
        ("Y: A5", {}),
        ("Y: A5!0", {"Y": 0.2}),
        ("Y: A5!0 B5", {"Y": 0.5}),
        ("Y: A5 B5!0 C5", {"Y": 0.9}),
        ("Y: A5!0 B5 C5", {"Y": 0.5 + 0.6 * 0.4}),
        ("Y: A5!0 B5 C5 D5 E5", {"Y": 0.9 + 0.8 * 0.4}),
        ("W: A5!0 B5", {"W": 0.5}),
        ("#: D4!0", {}),
        ("Y: A5!0 B5; W: E1!0 E2", {"Y": 0.5, "W": 0.5}),
        ("Y: A5!1 B5", {"Y": -0.8 * 0.5}),
    ],
)
def test_a_guarded_coral_counts_a_part_of_its_tiles(tiles: str, guarded: dict[str, float]) -> None:
    """Tiles beside the shrimp are safe; each of the others counts six tenths."""
    position = early(tiles)
    values = dict(zip(COLOURS, expected_values(position, 0.0), strict=True))

    points = sum(values[colour] * share for colour, share in guarded.items())
    assert worth(position, 0) == pytest.approx(4 * 1.2 + points - RIVAL_WAITS)


@pytest.mark.parametrize(
    ("others", "held"),
    [
        (4, 0.9 + 0.4 * 0.4),
        (9, 2.4 + 0.4 * 0.6),
        (11, 3.0 + 0.6 * 0.6),
        (13, 3.6 + 0.8 * 0.6),
        (14, 4.2 + 0.4 * 0.3),
        (19, 4.2 + 3.4 * 0.3),
    ],
)
def test_a_large_coral_counts_less_for_each_further_tile(others: int, held: float) -> None:
    """One of the tiles has the shrimp and touches none of the others, which count as if they joined it."""
    position = early("Y: A5!0")
    position.rocks.size[position.rocks.coral[position.players[0].posted[0]]] = 1 + others
    value = expected_values(position, 0.0)[1]

    assert worth(position, 0) == pytest.approx(4 * 1.2 + value * held - RIVAL_WAITS)


@pytest.mark.parametrize(
    ("size", "growth", "eaten"), [(3, True, 0), (4, True, 0), (6, True, 2), (6, False, 1)]
)
def test_at_the_end_a_guarded_coral_counts_the_tiles_that_eating_it_gives(
    size: int, growth: bool, eaten: int
) -> None:
    position = make("Y: A5!0 B5", growth=growth, pool="").p
    position.rocks.size[position.rocks.coral[position.players[0].posted[0]]] = size
    assert lateness(position) == 1
    value = expected_values(position, 1.0)[1]

    assert worth(position, 0) == pytest.approx(0.85 * eaten * value)


def test_tiles_in_the_fish_count_their_value_and_a_rival_s_are_a_loss() -> None:
    fish = {0: "WYYOOOPPPPGGGGG", 1: "WWWWWYYYYOOOPPG"}
    position = early(fish=fish, seats=3)
    values = expected_values(position, 0.0)
    mine, theirs = (
        sum(many * value for many, value in zip(count(held), values, strict=True)) for held in fish.values()
    )
    shrimps = 4 * 1.2

    assert worth(position, 0) == pytest.approx(shrimps + mine - 0.8 * (shrimps + theirs / 2))
    assert worth(position, 1) == pytest.approx(shrimps + theirs - 0.8 * (shrimps + mine / 2))
    assert worth(position, 2) == pytest.approx(shrimps - 0.8 * (shrimps + (mine + theirs) / 2))


@pytest.mark.parametrize(("eaten", "late"), [((1, 0), 0.1), ((2, 3), 0.8)])
def test_a_shrimp_in_play_counts_until_the_end_is_near(eaten: tuple[int, int], late: float) -> None:
    position = early()
    for player, many in zip(position.players, eaten, strict=True):
        player.eaten = many

    mine, theirs = (1.2 * (1 - late) * (4 - many) for many in eaten)
    assert worth(position, 0) == pytest.approx(mine - 0.8 * theirs)


@pytest.mark.parametrize(
    ("phase", "finals", "lead"),
    [
        (ReefPhase.SCORE, (), 1),
        (ReefPhase.FINAL, (), 1),
        (ReefPhase.FINAL, (0,), 1 + 3),
        (ReefPhase.FINAL, (1,), 1 - 2),
        (ReefPhase.FINAL, (0, 1), 1 + 3 - 2),
    ],
)
def test_after_the_last_turn_a_position_is_worth_the_lead_in_points_and_a_bonus_for_leading(
    phase: ReefPhase, finals: tuple[int, ...], lead: int
) -> None:
    """One tile more is in our fish; the last corals of 8 and of 7 tiles give 3 and 2."""
    position = early("W: A5!0 B5; W: E1!1 E2", fish={0: "WW", 1: "W"}, hand={0: "YYYY"}, cubes={0: "Y"})
    value = position.sea.values()[0]
    for player, size in zip(position.players, (8, 7), strict=True):
        position.rocks.size[position.rocks.coral[player.posted[0]]] = size
    position.phase, position.end, position.finals = phase, End.CLOSED, finals

    assert worth(position, 0) == pytest.approx(lead * value + (100 if lead > 0 else -100))
    assert worth(position, 1) == pytest.approx(-lead * value + (100 if lead < 0 else -100))


def test_the_final_points_count_tiles_of_every_colour_and_a_draw_is_no_win() -> None:
    position = early(fish={0: "WYOPG", 1: "WYOPG"})
    position.phase, position.end = ReefPhase.SCORE, End.LOCKED
    assert worth(position, 0) == worth(position, 1) == -100

    position.players[0].fish[4] += 1
    assert worth(position, 0) == 100 + position.sea.values()[4]


@pytest.mark.parametrize(("phase", "end"), [(ReefPhase.TURN, End.SHRIMPS), (ReefPhase.DRAW, End.NOT)])
def test_before_the_turn_is_over_no_bonus_for_leading_counts(phase: ReefPhase, end: End) -> None:
    position = early(fish={0: "WW"})
    position.phase, position.end = phase, end

    assert worth(position, 0) < 100
