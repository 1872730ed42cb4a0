"""The score sheet of Plump: the content of each cell, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.games.narrator import counted
from app.games.terminal import column_width, short_names
from rules.api import Seat, State
from rules.plump.past import ABSENT, Row
from rules.plump.sheet import PLUMP_MARK, Cell, Sheet, SheetRow, score_sheet, sheet_text
from rules.plump.state import PlumpState


class SheetCell(Struct, frozen=True):
    """A seat in a round. `points` is the written number ("13"), in an open round tricks and bid ("1/3"), ""
    for a plump (`is_plump`) and before the bid; `total` is the running sum; `spoken` is the cell in words."""

    points: str
    total: str
    spoken: str
    is_plump: bool = False
    is_open: bool = False
    is_revoked: bool = False


class SheetLine(Struct, frozen=True):
    """A round: its number of cards ("10"), and a cell for each seat; `is_ahead` for future rounds."""

    head: str
    cells: tuple[SheetCell, ...]
    is_ahead: bool = False


class PlumpSheet(Struct, frozen=True):
    """The whole sheet: the names over its columns, its lines, and the sums below them."""

    names: tuple[str, ...]
    lines: tuple[SheetLine, ...]
    sums: tuple[int, ...]

    @property
    def last_line(self) -> int:
        """The latest round begun, which must be visible; -1 before the first."""
        return sum(not line.is_ahead for line in self.lines) - 1


def plump_sheet(sheet: Sheet, names: Sequence[str]) -> PlumpSheet:
    """Return the whole sheet."""
    lines = [_line(row, names) for row in sheet.rows]
    blank = SheetCell("", "", "")
    lines += [SheetLine(str(cards), (blank,) * len(names), is_ahead=True) for cards in sheet.upcoming]
    return PlumpSheet(tuple(names), tuple(lines), sheet.totals)


def _line(row: SheetRow, names: Sequence[str]) -> SheetLine:
    cells = tuple(_cell(cell, name, row) for cell, name in zip(row.cells, names, strict=True))
    return SheetLine(str(row.cards), cells)


def _cell(cell: Cell, name: str, row: SheetRow) -> SheetCell:
    where = f"{name}, round {row.number} with {counted(row.cards, 'card')}"
    if cell.score is not None:
        result = "plump" if cell.is_plump else f"{cell.score} points"
        revoke = ", did not follow suit" if cell.is_revoked else ""
        return SheetCell(
            "" if cell.is_plump else str(cell.score),
            str(cell.total),
            f"{where}: {result}{revoke}, {cell.total} in all",
            is_plump=cell.is_plump,
            is_revoked=cell.is_revoked,
        )
    if cell.bid is None:
        return SheetCell("", "", f"{where}: nothing yet", is_open=cell.ticks is not None)
    return SheetCell(
        f"{cell.ticks}/{cell.bid}", "", f"{where}: bid {cell.bid}, took {cell.ticks} so far", is_open=True
    )


def terminal_sheet(state: State, names: Sequence[str]) -> str:
    """Return the sheet in columns for a terminal, with a legend if it has signs."""
    if not isinstance(state, PlumpState):
        raise TypeError("a position of another game")
    sheet = score_sheet(state)
    cells = [cell for row in sheet.rows for cell in row.cells]
    signs = [f"{PLUMP_MARK} a plump: no points"] if any(cell.is_plump for cell in cells) else []
    if any(cell.score is None and cell.bid is not None for cell in cells):
        signs.append("3:1 bid 3, took 1 so far")
    short = short_names(names, column_width(len(names)))
    return "\n".join([sheet_text(sheet, short), *filter(None, ["   ".join(signs)])])


def bids_made(state: State, seat: Seat) -> tuple[tuple[str, int, int], ...]:
    """Count the bids that a seat has made, out of the rounds that it has played."""
    rows = _played(state, seat)
    made = sum(row.bids[seat] == row.ticks[seat] and seat not in row.revoked for row in rows)
    return (("bids made", made, len(rows)),)


def bids_and_ticks(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """Return bid and ticks of a seat, for each round that it has played."""
    return tuple((row.bids[seat], row.ticks[seat]) for row in _played(state, seat))


def _played(state: State, seat: Seat) -> list[Row]:
    if not isinstance(state, PlumpState):
        raise TypeError("not a state of Plump")
    return [row for row in state.past.rows if row.bids[seat] != ABSENT]
