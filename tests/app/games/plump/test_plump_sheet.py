"""The score sheet as players see it."""

from __future__ import annotations

from app.games.plump.sheet import plump_sheet, terminal_sheet
from rules.api import Left, Seat
from rules.plump.past import Past, Row
from rules.plump.sheet import score_sheet
from rules.plump.state import PlumpState, next_round
from tests.support.plump_deal import Deal, setting

NAMES = ("Ada", "Bob", "Cy")


def after_rows(*rows: Row) -> PlumpState:
    return next_round(Past(setting(3, {"length": "short"}), Seat(0), deals=len(rows), rows=rows))


def test_a_finished_round_has_points_plumps_and_sums() -> None:
    sheet = plump_sheet(score_sheet(after_rows(Row(5, (1, 2, 0), (1, 4, 0)))), NAMES)
    cells = sheet.lines[0].cells

    assert [(cell.points, cell.total, cell.is_plump) for cell in cells] == [
        ("11", "11", False),
        ("", "0", True),
        ("10", "10", False),
    ]
    assert not any(cell.is_open or cell.is_revoked for line in sheet.lines[:1] for cell in line.cells)
    blank = [cell for line in sheet.lines[2:] for cell in line.cells]
    assert not any(cell.is_open or cell.is_plump or cell.is_revoked for cell in blank)
    assert cells[1].spoken == "Bob, round 1 with 5 cards: plump, 0 in all"
    assert cells[0].spoken == "Ada, round 1 with 5 cards: 11 points, 11 in all"
    assert sheet.sums == (11, 0, 10)


def test_the_round_in_progress_shows_ticks_of_the_bid() -> None:
    deal = Deal("2h 3h", "4h 5h", "6h 7h", dealer=2, options={"length": "short"}).bid(1)
    sheet = plump_sheet(score_sheet(deal.state), NAMES)
    line = sheet.lines[sheet.last_line]

    assert line.head == "2" and not line.is_ahead
    assert [(cell.points, cell.is_open) for cell in line.cells] == [("0/1", True), ("", True), ("", True)]
    assert line.cells[0].spoken.endswith("bid 1, took 0 so far")
    assert line.cells[1].spoken.endswith("nothing yet")


def test_rounds_to_come_are_listed_below_and_marked_as_ahead() -> None:
    sheet = plump_sheet(score_sheet(after_rows()), NAMES)

    assert [line.head for line in sheet.lines] == ["5", "4", "3", "2", "1", "1", "1", "2", "3", "4", "5"]
    assert sheet.last_line == 0
    assert [line.is_ahead for line in sheet.lines] == [False] + [True] * 10


def test_a_revoke_is_marked_and_an_absent_seat_has_nothing() -> None:
    row = Row(5, (1, 2, 0), (1, 2, 2), (Seat(1),))
    state = after_rows(row).after(Left(Seat(2), "left"))
    sheet = plump_sheet(score_sheet(state), NAMES)

    assert sheet.lines[0].cells[1].is_revoked
    assert "did not follow suit" in sheet.lines[0].cells[1].spoken
    assert not sheet.lines[1].cells[2].is_open


def test_a_terminal_says_what_the_signs_of_the_sheet_mean() -> None:
    deal = Deal("2h 3h", "4h 5h", "6h 7h", dealer=2, options={"length": "short"})

    assert terminal_sheet(deal.bid(1).state, NAMES).splitlines()[-1] == (
        "● a plump: no points   3:1 bid 3, took 1 so far"
    )
    assert terminal_sheet(after_rows(Row(5, (1, 2, 0), (1, 4, 0))), NAMES).splitlines()[-1] == (
        "● a plump: no points"
    )
