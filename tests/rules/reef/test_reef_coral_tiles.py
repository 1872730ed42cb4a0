"""Alga cylinders, flips and locks: cases 27, 31-35, R17-R20, R24."""

from __future__ import annotations

import pytest

from rules.reef.pieces.position import End, ReefPhase
from rules.reef.steps.coral_tiles import flips
from tests.support.reef import Play, make

SIDE_A = ["W>Y", "W>O", "Y>O", "Y>P", "O>P", "O>G", "P>W", "P>G", "G>W", "G>Y"]


def turned(play: Play) -> set[int]:
    """The coral tiles that show side B."""
    return {k for k in range(1, 11) if play.top(k) != SIDE_A[k - 1]}


def payer(front: str = "GGGGG", *, eaten: int = 1, **more: object) -> Play:
    play = make(front={0: front}, fish={0: "GG"}, **more)  # type: ignore[arg-type]
    play.p.players[0].eaten = eaten
    play.p.players[0].home -= eaten
    return play


def lock_nine(play: Play) -> Play:
    """Lock all tiles but 1 (large g): 5 + 4 cylinders of the supply are needed, by twos and threes."""
    for k, alga in zip(range(1, 10), (3, 1, 2, 0, 1, 2, 0, 3, 1), strict=True):
        play.p.sea.lock[k] = alga
        play.p.sea.algae_left[alga] -= 1
    return play


def test_case_31_a_cylinder_on_the_alga_space_flips_the_tiles_with_that_large_alga() -> None:
    play = payer().do("alga b space pay G")

    assert turned(play) == {3, 6, 10}
    assert (play.top(3), play.top(6), play.top(10)) == ("O>Y", "G>O", "Y>G")


def test_case_31_a_lock_after_a_flip_flips_the_other_tiles_of_its_alga_r20() -> None:
    play = payer().do("alga b space pay G")
    assert flips(play.p, 3, 3) == [1, 8, 9]
    play.do("alga r tile 3 pay G")

    assert (play.top(2), play.top(9), play.top(10), play.top(3)) == ("O>W", "W>G", "G>Y", "O>Y")
    assert turned(play) == {2, 3, 6, 9}
    assert play.p.sea.lock[2] == 3


def test_case_27_tiles_paid_go_to_the_bag_r14() -> None:
    play = payer("OG", pool="")
    play.do("alga p space pay O", "trade tile G")

    assert play.p.supply.pool == [0, 0, 1, 0, 1]
    assert play.front() == ""


def test_case_33_only_the_large_alga_locks() -> None:
    payer().no("alga b tile 1 pay G", "reef 4.6.7b")


def test_case_33_a_player_who_has_eaten_nothing_may_only_use_the_alga_space() -> None:
    play = payer(eaten=0).no("alga g tile 1 pay G", "reef 4.6.7b").do("alga g space pay G")

    assert turned(play) == {1, 5, 8}


def test_case_34_only_one_lock_in_a_turn_is_allowed_r19() -> None:
    play = payer().do("alga g tile 1 pay G").no("alga b tile 3 pay G", "reef R19")

    assert turned(play) == {5, 8}
    play.do("alga b space pay G")


def test_case_34_the_cylinder_replaced_is_back_in_the_supply() -> None:
    play = payer().do("alga b space pay G")
    assert play.p.sea.algae_left == [5, 4, 5, 5]
    play.do("alga r space pay G")

    assert play.p.sea.algae_left == [5, 5, 5, 4]


def test_a_locked_tile_never_flips_again_nor_takes_a_second_lock() -> None:
    play = payer().do("alga g tile 1 pay G")
    play.p.course.locked = False
    play.no("alga g tile 1 pay G", "reef 4.6.7b").do("alga g space pay G")

    assert play.top(1) == "W>Y"


def test_a_cylinder_costs_a_consumed_tile() -> None:
    payer("O").no("alga b space pay G", "reef 4.6").do("alga b space pay O")


def test_r17_a_cylinder_without_effect_is_legal() -> None:
    play = payer().do("alga r space pay G")
    assert turned(play) == {2, 9}

    play.p.sea.lock = [1, 1, 3, 1, 3, 1, 3, 0, 0, 3]  # no red large alga is left unlocked
    play.do("alga r space pay G")
    assert turned(play) == {2, 9}


def test_r18_a_colour_in_use_five_times_cannot_be_chosen() -> None:
    play = payer()
    play.p.sea.algae_left[1] = 0
    play.p.sea.alga = 1

    play.no("alga b space pay G", "reef R18").no("alga b tile 3 pay G", "reef R18")


def test_case_35_the_tenth_lock_ends_the_game_at_once() -> None:
    play = lock_nine(payer("G", eaten=1))
    play.p.players[0].fish[4] = 1
    play.starts(40, 41)
    play.do("alga g tile 1 pay G")

    assert play.p.end is End.LOCKED
    assert play.p.phase is ReefPhase.SCORE  # nobody else has a coral of six


def test_case_35_the_others_get_a_final_turn() -> None:
    play = lock_nine(make("P: 1:C5!1 1:C6 1:B6 1:D6 1:E6 1:F6", front={0: "G"}, fish={0: "GG"}))
    play.p.players[0].eaten = 1
    play.do("alga g tile 1 pay G")

    assert (play.p.phase, play.p.seat) == (ReefPhase.FINAL, 1)
    play.do("eat 1:C5")
    assert play.fish(1) == "P"


@pytest.mark.parametrize(("fish", "legal"), [("", False), ("G", True)])
def test_r24_the_last_lock_needs_two_tiles_in_the_fish(fish: str, legal: bool) -> None:
    play = lock_nine(make(front={0: "G"}, fish={0: fish}))
    play.p.players[0].eaten = 1
    play.starts(40, 41)
    if legal:
        play.do("alga g tile 1 pay G")
    else:
        play.no("alga g tile 1 pay G", "reef R24")
