"""Plump, paragraph 3: the end, and the score sheets of the write-up."""

from __future__ import annotations

from itertools import zip_longest
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.api import Outcome, Seat
from rules.driver import LocalTable
from rules.plump.course import schedule
from rules.plump.past import Past, Row
from rules.plump.state import PlumpState
from tests.support.plump_deal import GAME, setting

# The bids that were made in the 22 rows of the write-up's table; None is a plump. Its first row, the
# number of made cells (26) and the sums are on record; the other rows are filled in to agree with them.
MADE: tuple[tuple[int | None, ...], ...] = (
    (None, 0, None, None),
    (2, None, None, None),
    (None, None, 2, None),
    (1, 0, None, None),
    (None, None, 1, None),
    (1, None, None, 0),
    (None, None, 1, None),
    (None, 0, None, None),
    (1, None, None, None),
    (None, None, 0, None),
    (None, 0, None, None),
    (0, None, None, 1),
    (None, None, 0, None),
    (None, None, 1, None),
    (1, None, None, None),
    (None, 0, None, None),
    (None, None, 1, 0),
    (None, 1, None, None),
    (None, None, None, 1),
    (2, None, None, None),
    (None, None, 2, None),
    (None, None, None, 0),
)
WORKED = Row(10, (1, 3, 2, 0), (2, 3, 5, 0))


def row_of(cards: int, made: tuple[int | None, ...]) -> Row:
    """A round in which the players with a number in `made` fulfil that bid; those with None score a plump.

    The first of them takes the remaining ticks.
    """
    taker = made.index(None)
    spare = cards - sum(bid for bid in made if bid is not None)
    ticks = [0 if bid is None else bid for bid in made]
    ticks[taker] = spare
    bids = [1 if bid is None else bid for bid in made]
    bids[taker] = next(
        bid for bid in range(cards + 1) if bid != spare and sum(bids) - bids[taker] + bid != cards
    )
    return Row(cards, tuple(bids), tuple(ticks))


def sheet(rows: tuple[Row, ...]) -> Past:
    return Past(setting(4), Seat(0), deals=len(rows), rows=rows)


def test_case_14_the_worked_round_of_the_write_up_has_these_scores() -> None:
    assert sum(WORKED.bids) != 10 and sum(WORKED.ticks) == 10
    assert WORKED.scores(setting(4)) == (0, 13, 0, 10)


def test_case_15_the_game_of_the_write_up_has_these_sums_and_this_winner() -> None:
    rows = tuple(row_of(*pair) for pair in zip(schedule(4), MADE, strict=True))
    state = PlumpState(sheet(rows))
    outcome = state.outcome()

    assert rows[0].scores(setting(4)) == (0, 10, 0, 0)
    assert sum(score > 0 for row in rows for score in row.scores(setting(4))) == 26
    assert outcome is not None and outcome.scores == (78, 61, 88, 52)
    assert outcome.ranks == (2, 3, 1, 4)
    assert GAME.parse_state(state.text()) == state


def test_case_16_the_sums_of_the_write_up_with_the_worked_round_in_place_of_the_first() -> None:
    rows = (WORKED, *(row_of(*pair) for pair in zip(schedule(4)[1:], MADE[1:], strict=True)))

    assert sheet(rows).sums == (78, 64, 88, 62)


def random_game(seats: int, seed: int) -> LocalTable:
    table, rng = LocalTable(GAME.start(seats, {"length": "short"}), seats, Random(seed)), Random(seed)
    while table.turn is not None:
        table.play(rng.choice(table.actions()))
    return table


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 10), st.integers(0, 2**32))
def test_case_17_in_every_round_somebody_is_plump_and_all_ticks_are_taken(seats: int, seed: int) -> None:
    state = random_game(seats, seed).state
    assert isinstance(state, PlumpState)
    rows = state.past.rows

    assert [row.cards for row in rows] == list(schedule(seats, short=True))
    for row in rows:
        assert sum(row.ticks) == row.cards != sum(row.bids)
        assert 0 in row.scores(state.past.setting)
    assert state.outcome() is not None
    assert state.past.sums == tuple(
        map(sum, zip(*(row.scores(state.past.setting) for row in rows), strict=True))
    )


@pytest.mark.parametrize(
    ("points", "ranks"),
    [
        ((0, 1, 2, 3), (4, 3, 2, 1)),
        ((3, 1, 3, 2), (1, 4, 1, 3)),
        ((1, 1, 1, 1), (1, 1, 1, 1)),
        ((0, 2, 1, 1), (4, 1, 2, 2)),
    ],
)
def test_rule_3_and_case_23_the_highest_sum_wins_and_ties_share(
    points: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """Each point here is a made zero in a round of its own; everything else is a plump."""
    makers = [seat for seat, number in enumerate(points) for _ in range(number)]
    rows = []
    for cards, maker in zip_longest(schedule(4), makers, fillvalue=-1):
        taker = 1 if maker == 0 else 0
        bids = tuple(0 if seat in (maker, taker) else cards for seat in range(4))
        rows.append(Row(cards, bids, tuple(cards * (seat == taker) for seat in range(4))))
    past = sheet(tuple(rows))

    assert past.is_over and past.sums == tuple(10 * number for number in points)
    assert past.outcome() == Outcome(past.sums, ranks)
