"""The score sheet of a game of Plump: one row per round.

For screens and text alike; computed from the position, so everybody sees the same sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rules.api import Seat
from rules.plump.course import bidding_order
from rules.plump.past import ABSENT, Past, Row
from rules.plump.round import Round
from rules.plump.state import PlumpState

PLUMP_MARK: Final = "●"
"""A plump on paper: a filled circle in the place of the points."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat in one round. `bid` is None until it is made; for a seat that left, all but `total` are None.

    `score` is None until the round is over; `total` is the sum up to and with this round.
    """

    bid: int | None
    ticks: int | None
    score: int | None
    total: int
    is_revoked: bool = False

    @property
    def is_plump(self) -> bool:
        """True if the round is over and scored nothing."""
        return self.score == 0


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One round: its number from 1, the cards per seat, who dealt, a cell per seat."""

    number: int
    cards: int
    dealer: Seat
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rounds begun, the last one perhaps in progress; the cards of those to come; the sums."""

    rows: tuple[SheetRow, ...]
    upcoming: tuple[int, ...]
    totals: tuple[int, ...]


def score_sheet(state: PlumpState) -> Sheet:
    """The sheet of a position."""
    past, part = state.past, state.part
    sums = list(
        accumulate((row.scores(past.setting) for row in past.rows), _added, initial=(0,) * past.setting.seats)
    )
    rows = [
        SheetRow(index + 1, row.cards, _dealer(past, row, index), _finished(row, past, sums[index + 1]))
        for index, row in enumerate(past.rows)
    ]
    if part is not None:
        rows.append(SheetRow(part.index + 1, part.cards, part.order[-1], _open(part, past.sums)))
    upcoming = () if past.is_over else past.setting.rounds[len(rows) :]
    return Sheet(tuple(rows), upcoming, past.sums)


def sheet_text(sheet: Sheet, names: Sequence[str]) -> str:
    """The sheet in columns: points or a plump per finished round, `bid:ticks` in the round in progress."""
    table = [("cards", *names)]
    table += [(str(row.cards), *map(cell_text, row.cells)) for row in sheet.rows]
    table.append(("sum", *map(str, sheet.totals)))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(word.rjust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    )


def cell_text(cell: Cell) -> str:
    """A cell in a few signs: points, the plump mark, `3:1` for one of three ticks so far, `-` for nothing."""
    if cell.score is not None:
        return PLUMP_MARK if cell.is_plump else str(cell.score)
    return "-" if cell.bid is None else f"{cell.bid}:{cell.ticks}"


def _finished(row: Row, past: Past, sums: tuple[int, ...]) -> tuple[Cell, ...]:
    scores = row.scores(past.setting)
    return tuple(
        Cell(None, None, None, total)
        if bid == ABSENT
        else Cell(bid, ticks, score, total, is_revoked=Seat(seat) in row.revoked)
        for seat, (bid, ticks, score, total) in enumerate(zip(row.bids, row.ticks, scores, sums, strict=True))
    )


def _open(part: Round, sums: tuple[int, ...]) -> tuple[Cell, ...]:
    revoked = {revoke.seat for revoke in part.revokes}
    return tuple(
        Cell(
            part.bid_of(Seat(seat)),
            part.ticks[seat] if Seat(seat) in part.order else None,
            None,
            sums[seat],
            is_revoked=Seat(seat) in revoked,
        )
        for seat in range(len(sums))
    )


def _dealer(past: Past, row: Row, index: int) -> Seat:
    """Return the dealer of a finished round; its row shows who had left by then."""
    gone = tuple(Seat(seat) for seat, bid in enumerate(row.bids) if bid == ABSENT)
    return bidding_order(past.setting.seats, first_dealer=past.first_dealer, round_index=index, gone=gone)[-1]


def _added(sums: tuple[int, ...], scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(sums, scores, strict=True)))
