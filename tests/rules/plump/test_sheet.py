"""The score sheet."""

from __future__ import annotations

from rules.api import Seat
from rules.plump.past import Past, Row
from rules.plump.sheet import Cell, score_sheet, sheet_text
from rules.plump.state import PlumpState, next_round
from tests.support.plump_deal import Deal, setting, started

TWO = ("2h As", "Ah 3d", "5h 6h", "7h 8h")


def test_the_sheet_shows_the_worked_round_of_the_write_up() -> None:
    past = Past(setting(4), Seat(0), deals=1, rows=(Row(10, (1, 3, 2, 0), (2, 3, 5, 0)),))
    state = next_round(past)

    assert sheet_text(score_sheet(state), ("Ann", "Ben", "Toby", "Di")) == "\n".join(
        (
            "cards  Ann  Ben  Toby  Di",
            "   10    ●   13     ●  10",
            "    9    -    -     -   -",
            "  sum    0   13     0  10",
        )
    )


def test_a_finished_row_tells_bid_ticks_score_and_running_sum() -> None:
    past = Past(
        setting(4),
        Seat(2),
        deals=2,
        rows=(Row(10, (1, 3, 2, 0), (2, 3, 5, 0)), Row(9, (0, 2, 3, 5), (0, 2, 0, 7))),
    )
    sheet = score_sheet(next_round(past))

    assert [row.number for row in sheet.rows] == [1, 2, 3]
    assert [row.dealer for row in sheet.rows] == [2, 3, 0]
    assert sheet.rows[1].cells == (
        Cell(0, 0, 10, 10),
        Cell(2, 2, 12, 25),
        Cell(3, 0, 0, 0),
        Cell(5, 7, 0, 10),
    )
    assert [cell.is_plump for cell in sheet.rows[1].cells] == [False, False, True, True]
    assert sheet.totals == (10, 25, 0, 10)
    assert sheet.upcoming[:2] == (7, 6) and len(sheet.rows) + len(sheet.upcoming) == 22


def test_the_round_in_progress_has_bids_and_ticks_but_no_score() -> None:
    sheet = score_sheet(Deal(*TWO).bid(0, 2, 2, 2).play("2h", "Ah", "5h", "7h").state)
    row = sheet.rows[-1]

    assert row.cards == 2 and row.dealer == 3
    assert row.cells[1] == Cell(2, 1, None, sheet.totals[1]) and not row.cells[1].is_plump
    assert sheet_text(sheet, "ABCD").splitlines()[-2].split() == ["2", "0:0", "2:1", "2:0", "2:0"]


def test_before_the_first_dealer_is_known_all_rounds_of_the_sheet_are_still_to_come() -> None:
    state = PlumpState(Past(setting(2)))

    assert score_sheet(state).rows == () and len(score_sheet(state).upcoming) == 20
    assert len(score_sheet(started(2)).rows) == 1


def test_the_sheet_of_a_finished_game_has_no_further_rounds() -> None:
    over = PlumpState(Past(setting(2), Seat(0), gone=(Seat(1),)))

    assert score_sheet(over).upcoming == () and score_sheet(over).totals == (0, 0)
