"""Ends, the final round, scores and ties: cases 35, 39, 47, 50, 51, R25-R28."""

from __future__ import annotations

import pytest

from rules.api import EVERYONE, Left, Outcome, Seat, Show, Slot, refusal
from rules.reef.pieces.position import End, ReefPhase
from rules.reef.steps.laying import is_closed
from tests.support.reef import Play, count, make

FOUR = "Y: A5!0 B5 C5 D5 E5; P: 1:A6!1 1:B6 1:C6 1:D6 1:E6 1:F6; W: 2:B4!2 2:A4 2:C4 2:C3 2:B3"
SIX = "; O: 3:A3!3 3:A4 3:B3 3:B2 3:C2 3:A2"


def ended(tiles: str = FOUR + SIX, growth: bool = True) -> Play:
    """Seat 0 feeds its fourth shrimp: the others have a final turn."""
    play = make(tiles, seats=4, growth=growth, pool="")
    play.p.players[0].eaten, play.p.players[0].home = 3, 0
    play.starts(20, 21, 22, 23)
    return play.do("eat 0:A5")


def test_r27_the_final_round_goes_clockwise_from_the_ending_player_and_asks_who_can_eat() -> None:
    play = ended()
    assert (play.p.phase, play.p.seat) == (ReefPhase.FINAL, 1)
    play.no("collect W", "reef 4.1").no("move 1:A6 home", "reef 4.1").no("eat 3:A3", "reef 4.2")
    play.do("eat 1:A6")

    assert play.fish(1) == "P"
    assert play.p.supply.pool == [0, 4, 0, 5, 0]
    assert play.p.seat == 3  # seat 2 guards five tiles only: it could but pass


def test_r26_five_tiles_are_too_few_in_the_final_round() -> None:
    play = ended("Y: A5!0 B5 C5 D5 E5; P: 1:A6!1 1:B6 1:C6 1:D6 1:E6 1:F6; W: 1:A2!1 1:A3 1:B3 1:A4 1:A5")

    play.no("eat 1:A2", "reef R26").do("pass")
    assert play.p.phase is ReefPhase.SCORE


def test_5_4_eating_in_the_final_round_of_the_advanced_variant_needs_seven() -> None:
    assert ended(growth=False).p.phase is ReefPhase.SCORE

    seven = ended("Y: A5!0 B5 C5 D5 E5; P: 1:A6!1 1:B6 1:C6 1:D6 1:E6 1:F6 1:G6", growth=False).do("eat 1:A6")
    assert (seven.fish(1), seven.p.supply.pool[3]) == ("P", 6)


def test_scoring_opens_the_start_tiles_to_everybody() -> None:
    play = ended().do("eat 1:A6", "pass")
    slots = tuple(Slot(slot) for slot in (20, 21, 22, 23))
    assert play.state.needs == (Show(slots, EVERYONE),)
    assert play.state.outcome() is None
    play.show("WYOG")

    assert play.state.outcome() == Outcome(
        (6, 6, 3, 3), (1, 1, 4, 3)
    )  # seat 3 guards six polyps, seat 2 five
    assert not play.state.needs


def test_a_fourth_shrimp_eaten_in_the_final_round_changes_nothing() -> None:
    play = ended()
    play.p.players[1].eaten, play.p.players[1].home = 3, 0
    play.do("eat 1:A6")

    assert (play.p.seat, play.p.end) == (3, End.SHRIMPS)


def fill(play: Play, tile: int) -> None:
    for space in play.p.ground.rock:
        play.p.rocks.tile[space] = tile
    play.p.set_rocks(play.p.rocks)


def test_r28_nowhere_to_lay_a_tile_ends_the_game_without_a_final_round() -> None:
    play = make()
    fill(play, 2)
    assert is_closed(play.p)
    play.do("collect W")

    assert (play.p.end, play.p.phase) == (End.CLOSED, ReefPhase.OVER)


@pytest.mark.parametrize("open_by", ["bare", "attack"])
def test_r28_an_empty_space_or_a_possible_attack_keeps_the_game_going(open_by: str) -> None:
    play = make()
    fill(play, 2)
    if open_by == "bare":
        play.p.rocks.tile[play.p.ground.rock[3]] = -1
    else:
        for space in play.p.ground.rock[:2]:
            play.p.rocks.tile[space] = 1
    play.p.set_rocks(play.p.rocks)

    assert not is_closed(play.p)


def test_case_50_the_scores_of_the_rulebook() -> None:
    play = scored()
    play.show("GPOG")

    outcome = play.state.outcome()
    assert outcome is not None
    assert outcome.scores == (18, 23, 20, 20)
    assert outcome.ranks == (4, 1, 2, 2)


@pytest.mark.parametrize(
    ("red", "yellow", "ranks"),
    [
        ({"front": "W"}, {"cubes": "WWW", "hand": "WWWW"}, (4, 1, 2, 3)),
        ({"front": "W", "cubes": "W"}, {"front": "W", "cubes": "WW"}, (4, 1, 3, 2)),
        ({"cubes": "W", "hand": "WW"}, {"cubes": "W", "hand": "W"}, (4, 1, 2, 3)),
        ({"shrimp": "2:D5"}, {}, (4, 1, 2, 3)),
        ({"shrimp": "2:D5"}, {"shrimp": "3:D5"}, (4, 1, 3, 2)),
        ({"hand": "W"}, {"hand": "Y"}, (4, 1, 2, 2)),
    ],
)
def test_case_50_ties_are_broken_by_tiles_cubes_and_guarded_polyps(
    red: dict[str, str], yellow: dict[str, str], ranks: tuple[int, ...]
) -> None:
    """Consumed tiles, then cubes, then tiles, then guarded polyps (reef 5.3)."""
    play = scored()
    for seat, extra in ((2, red), (3, yellow)):
        for key in ("front", "cubes", "hand"):
            setattr(play.p.players[seat], key, [*count(extra.get(key, "")), 0])
    if "shrimp" in red:
        play.p.rocks.shrimp[2 * 42 + 31] = 2
    if "shrimp" in yellow:
        play.p.rocks.shrimp[3 * 42 + 31] = 3
    play.p.set_rocks(play.p.rocks)
    play.show("GPOG")

    outcome = play.state.outcome()
    assert outcome is not None
    assert outcome.ranks == ranks


def scored() -> Play:
    """The rulebook's example: values G2 P3 O2 W3 Y5, one tile of each fish still hidden."""
    play = make("P: 2:D5; O: 3:D5 3:E5", seats=4, fish={0: "GWWWY", 1: "YYYY", 2: "OOOWWWW", 3: "GGPPPY"})
    for side in range(1 << 10):
        play.p.sea.side = [side >> k & 1 for k in range(10)]
        if play.p.sea.values() == [3, 5, 2, 3, 2]:
            break
    play.starts(20, 21, 22, 23)
    play.p.phase, play.p.end = ReefPhase.SCORE, End.LOCKED
    return play


def test_case_51_values_always_sum_to_fifteen() -> None:
    play = make()
    for side in range(1 << 10):
        play.p.sea.side = [side >> k & 1 for k in range(10)]
        values = play.p.sea.values()

        assert sum(values) == 15
        assert 1 <= min(values) <= max(values) <= 5


# -- leaving (R37) --------------------------------------------------------------------------


def leave(play: Play, seat: int) -> Play:
    return play.happen(Left(Seat(seat), "gone"))


def test_r37_a_leavers_shrimps_leave_the_boards_and_its_turns_are_skipped() -> None:
    play = leave(make(FOUR, seats=3, pool="", deck=(30, 90)), 1)
    assert play.p.players[1].posted == ()
    assert play.p.rocks.guard[play.p.rocks.coral[1 * 42 + 35]] < 0
    play.do("collect W").show("WYOPG")

    assert play.p.seat == 2


def test_r37_the_mover_leaves_and_its_turn_is_over_without_action_10() -> None:
    play = leave(make(FOUR, seats=3, cubes={0: "W"}).do("cube W"), 0)

    assert (play.p.seat, play.p.course.laying, play.p.course.acted) == (1, -1, False)


def test_r37_the_mover_leaves_in_the_middle_of_its_refill() -> None:
    play = leave(make(FOUR, seats=3, pool="", deck=(30, 90)).do("collect W"), 0).show("WYOPG")

    assert play.p.seat == 1


def test_r37_the_mover_leaves_in_the_middle_of_a_search() -> None:
    play = make(FOUR, seats=3, pool="", deck=(30, 90), cubes={0: "W"}).do("trade cube W")
    leave(play, 0).show("W")

    assert play.p.seat == 1
    assert play.p.supply.reserve == [1] * 5


def test_r37_with_one_seat_left_the_game_ends() -> None:
    play = leave(make(fish={0: "WW"}), 0)

    assert (play.p.end, play.state.needs) == (End.ALONE, ())
    assert play.state.outcome() == Outcome((6, 0), (2, 1))  # a seat that stayed ranks before one that left


def test_r37_a_seat_can_leave_in_the_final_round() -> None:
    assert leave(ended(), 1).p.seat == 3
    assert leave(ended(), 3).p.finals == (1,)


def test_r37_a_leavers_start_tile_stays_closed() -> None:
    play = leave(ended().do("eat 1:A6", "pass"), 2)
    assert play.state.needs == (Show((Slot(20), Slot(21), Slot(23)), EVERYONE),)
    play.show("WWW")

    outcome = play.state.outcome()
    assert outcome is not None
    assert outcome.ranks[2] == 4


def test_a_seat_can_leave_only_once_and_only_before_the_end() -> None:
    play = leave(make(FOUR, seats=3), 1)
    for seat in (1, 3, -1):
        assert not accepts(play, Left(Seat(seat), "left"))
    over = leave(play, 2)
    assert not accepts(over, Left(Seat(0), "left"))


def accepts(play: Play, event: Left) -> bool:
    return refusal(play.state, event) is None
