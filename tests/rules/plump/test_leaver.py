"""Plump, rulings 14 and 15: leavers, and games of two."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Left, Outcome, Roll, Rolled, Seat, Show, Shuffle, Shuffled, refusal
from rules.driver import LocalTable
from rules.plump.past import ABSENT, Past, Row
from rules.plump.sheet import score_sheet, sheet_text
from rules.plump.state import PlumpState
from tests.support.plump_deal import GAME, Deal, before_round, started

TWO = ("2h As", "Ah 3d", "5h 6h", "7h 8h")


def past(table: LocalTable) -> Past:
    assert isinstance(table.state, PlumpState)
    return table.state.past


def rows(table: LocalTable) -> tuple[Row, ...]:
    return past(table).rows


def shuffled(state: PlumpState) -> PlumpState:
    (need,) = state.needs
    assert isinstance(need, Shuffle)
    return state.after(Shuffled(need.pile, need.into))


def test_ruling_14_the_round_is_void_and_dealt_again_among_the_rest() -> None:
    deal = Deal(*TWO).bid(0, 2, 2, 2).play("2h", "Ah")
    index, sums = deal.part.index, deal.state.past.sums
    after = deal.state.after(Left(Seat(2), "gone"))
    (need,) = after.needs

    assert isinstance(need, Shuffle) and need.new_deck
    assert need.into[0] == deal.part.deck + 52  # no slot comes twice
    assert after.part is not None and after.part.index == index and after.part.cards == 2
    assert after.part.order == (0, 1, 3) and after.past.sums == sums
    assert [len(show.slots) for show in shuffled(after).needs if isinstance(show, Show)] == [2, 2, 2]


def test_ruling_14_the_schedule_stays_that_of_the_seats_at_the_start() -> None:
    state = started(6).after(Left(Seat(5), "left"))

    assert state.past.setting.rounds[0] == 8
    assert state.part is not None and state.part.cards == 8


def test_ruling_14_a_seat_that_left_keeps_its_sum_and_gets_no_more_rows() -> None:
    table, rng = LocalTable(GAME.start(4, {"length": "short"}), 4, Random(2)), Random(2)
    while len(rows(table)) < 3 or table.turn is None:
        table.play(rng.choice(table.actions()))
    sum_then = past(table).sums[1]
    table.leave(Seat(1), "left")
    while table.turn is not None:
        assert table.turn != 1
        table.play(rng.choice(table.actions()))

    assert past(table).sums[1] == sum_then
    assert [row.bids[1] == ABSENT for row in rows(table)] == [False] * 3 + [True] * 9
    assert sum(isinstance(event, Shuffled) for event in table.events) == 13  # one round was void
    sheet = score_sheet(PlumpState(past(table)))
    assert [cell.total for cell in (sheet.rows[2].cells[1], sheet.rows[11].cells[1])] == [sum_then] * 2
    first = past(table).first_dealer
    assert [row.dealer for row in sheet.rows] == [
        (first + index + (index > 2 and (first + index) % 4 == 1)) % 4 for index in range(12)
    ]


def test_ruling_14_a_leaver_before_the_shuffle_uses_no_slots_up() -> None:
    state = before_round(3)
    after = state.after(Left(Seat(0), "left"))

    assert isinstance(state.needs[0], Shuffle) and isinstance(after.needs[0], Shuffle)
    assert after.needs[0].into == state.needs[0].into
    assert after.part is not None and 0 not in after.part.order


def test_ruling_14_a_seat_can_leave_before_the_first_dealer_is_known() -> None:
    state = GAME.start(3, {}).after(Left(Seat(1), "gone"))

    assert state.needs == (Roll(3, "dealer"),)
    rolled = state.after(Rolled(1))
    assert isinstance(rolled, PlumpState) and rolled.part is not None
    assert rolled.part.order == (0, 2)  # seat 2 deals in the place of seat 1


def test_ruling_14_below_two_players_the_game_is_over() -> None:
    state = before_round(4, seats=3).after(Left(Seat(1), "left"))
    assert state.outcome() is None
    over = state.after(Left(Seat(2), "gone"))

    assert over.needs == () and over.outcome() is not None
    assert GAME.parse_state(over.text()) == over


def test_ruling_14_a_leaver_ranks_behind_those_who_stayed() -> None:
    """Seats 1 to 3 made four zeros each, seat 0 none: yet 0 is second, having stayed."""
    state = (
        before_round(4).after(Left(Seat(1), "left")).after(Left(Seat(3), "left")).after(Left(Seat(2), "left"))
    )

    assert state.outcome() == Outcome((0, 40, 40, 40), (1, 2, 2, 2))


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Left(Seat(4), "left"), "not-there"),
        (Left(Seat(-1), "left"), "not-there"),
        (Left(Seat(1), "left"), "not-there"),
        (Left(Seat(2), "asleep"), "not-there"),
    ],
)
def test_leaving_an_empty_or_invalid_seat_or_for_an_unknown_reason_is_refused(
    event: Left, reason: str
) -> None:
    why = refusal(started(4).after(Left(Seat(1), "gone")), event)

    assert why is not None and why.reason == reason


def test_ruling_14_the_sheet_leaves_the_cells_of_a_leaver_empty() -> None:
    state = started(3, options={"length": "short"}).after(Left(Seat(1), "gone"))
    sheet = score_sheet(state)

    assert [cell.bid for cell in sheet.rows[0].cells] == [None, None, None]
    assert sheet_text(sheet, ("Ann", "Ben", "Cy")).splitlines()[1].split() == ["5", "-", "-", "-"]


@pytest.mark.parametrize("bid", [0, 1])
def test_ruling_15_two_players_need_no_dummy(bid: int) -> None:
    deal = Deal("7h", "As", dealer=1).bid(0)
    assert deal.offered() == ["0"]
    deal = Deal("7h", "As", dealer=1).bid(1)
    assert deal.offered() == ["1"]
    deal = Deal("7h", "9h", dealer=1).bid(bid, bid).reveal()

    assert deal.state.past.rows[-1].ticks == (0, 1)
    assert deal.state.past.rows[-1].bids == (bid, bid)
