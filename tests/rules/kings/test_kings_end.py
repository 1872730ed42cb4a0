"""Paragraph 5: the complete king pile, and the two stall rules."""

from __future__ import annotations

import pytest

from rules.api import Seat
from rules.kings.course import QUIET_ROUNDS, ROUNDS, stalled, turn_after
from tests.rules.kings.positions import SEATS, is_over, position
from tests.support.values import replace

EIGHT = "2h,3h,4h,5h,6h,7h,8h,9h"


def test_case_13_the_ninth_card_wins_at_once_even_in_mid_turn() -> None:
    before = position("10h,Qs,2b", hearts=f"{EIGHT}/-/-/-/3b", spades="2s/-/-/-/-")
    won = before.do("king 0=10h").state
    outcome = won.outcome()

    assert is_over(won) and won.needs == () and won.hidden == (1, 2)
    assert outcome is not None and outcome.scores == (9, 1, 0, 0) and outcome.ranks == (1, 2, 3, 3)


def test_5_eight_cards_on_a_king_pile_do_not_win() -> None:
    state = position("9h", hearts="2h,3h,4h,5h,6h,7h,8h/-/-/-/-").do("king 0=9h").state

    assert not is_over(state) and state.outcome() is None


def test_5_the_ninth_card_may_be_from_the_spoils() -> None:
    before = position(hearts=f"{EIGHT}/Jb,2b/-/-/-", clubs="-/Ab,10h/-/-/-")
    assert before.state.battle(1, Seat(3)) is not None and not is_over(before.do("attack 1 at 3").state)

    won = position(hearts=f"{EIGHT}/Qb,2b/-/-/-", clubs="-/Ab,10h/-/-/-").do("attack 1 at 3", "king 10h")
    assert is_over(won.state)


@pytest.mark.parametrize(
    ("round_", "gained", "over"),
    [
        (29, 0, False),
        (30, 0, True),
        (40, 11, False),
        (40, 10, True),
        (99, 99, False),
        (100, 100, True),
        (100, 99, True),
        (1, 0, False),
    ],
)
def test_5_thirty_quiet_rounds_or_a_hundred_end_the_game(round_: int, gained: int, over: bool) -> None:
    state = position(turn=3, round=round_, gained=gained, hearts="2h/-/-/-/-", spades="2s,3s/-/-/-/-").end()

    assert is_over(state) is over is stalled(round_, gained)
    assert state.round == round_ + (not over)


def test_5_the_limits_of_quiet_rounds_and_of_rounds() -> None:
    assert (QUIET_ROUNDS, ROUNDS) == (30, 100)


def test_5_the_game_ends_only_when_all_have_had_the_same_number_of_turns() -> None:
    for seat in range(3):
        assert not is_over(position(turn=seat, round=100, gained=50).end())
    assert is_over(position(turn=3, round=100, gained=100).end())


def test_5_at_a_stall_most_cards_on_the_king_pile_win_and_ties_are_shared() -> None:
    state = position(
        turn=3, round=100, hearts="2h/-/-/-/-", spades="2s,3s/-/-/-/-", clubs="2c,9c/-/-/-/-"
    ).end()
    outcome = state.outcome()

    assert outcome is not None and outcome.scores == (1, 2, 0, 2) and outcome.ranks == (3, 1, 4, 1)


def test_5_a_card_for_a_king_pile_ends_the_count_of_quiet_rounds() -> None:
    before = position("9h", round=30, gained=0)
    assert before.state.quiet == 29

    after = before.do("king 0=9h").state
    assert after.gained == 30 and after.quiet == 0
    assert position(round=12, gained=4).state.quiet == 7


def test_5_a_card_on_a_house_pile_does_not_end_the_count_of_quiet_rounds() -> None:
    assert position("9h", hearts="-/Jh/-/-/-", round=7).do("put 0=9h on 1").state.gained == 0


def test_5_rounds_are_counted_from_the_first_seat() -> None:
    state = position(turn=1, round=3).state
    from_two = replace(state, first=Seat(2))

    assert position(turn=1, round=3).end().round == 3
    following, ends = turn_after(Seat(1), first=from_two.first, seats=SEATS)
    assert (following, ends) == (2, True)


@pytest.mark.parametrize(
    ("turn", "first", "seats", "following", "ends"),
    [
        (0, 0, (0, 1, 2, 3), 1, False),
        (3, 0, (0, 1, 2, 3), 0, True),
        (2, 3, (0, 1, 2, 3), 3, True),
        (3, 3, (0, 1, 2, 3), 0, False),
        (2, 0, (0, 1, 2), 0, True),
        (3, 0, (1, 3), 1, True),
        (1, 0, (1, 3), 3, False),
        (1, 2, (1, 3), 3, True),
        (3, 2, (1, 3), 1, False),
        (1, 0, (3,), 3, False),
        (2, 2, (2,), 2, True),
    ],
)
def test_5_turns_follow_clockwise_and_a_round_ends_before_the_first_seat(
    turn: int, first: int, seats: tuple[int, ...], following: int, ends: bool
) -> None:
    left = tuple(Seat(seat) for seat in seats)

    assert turn_after(Seat(turn), first=Seat(first), seats=left) == (following, ends)
