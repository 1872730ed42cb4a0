"""Pieces that only Matriculation's table has: rows, setbacks in a player's way, and the score sheet."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.games.matriculation.sheet import SheetLine
from ui.art.canvas import faded, fill, shape, smooth, trace
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import CENTRE, LEFT, Scarce, Writing, least_cap, line_width, shared_cap
from ui.art.palette import SEAT_COLOUR
from ui.art.paths import inset, outline, rounded
from ui.art.pieces.players import Pennant, paint_pennant
from ui.art.theme import Theme

FIGURES = 0.84
"""Greatest share of a score column's width for a figure."""
_SPARE = 1.02
"""Factor of spare room for the smallest letters, because Qt rounds their size to whole pixels."""
_TWO_LINES = 0.29
"""A band has two lines if the capitals of the smallest letters take at most this share of its height."""
_STOP, _CARE = "#A8261E", "#8A5300"


class RowGround(Struct, frozen=True):
    """The ground of a player's row; `is_turn` gives it a golden edge, `is_gone` takes its colour away."""

    seat: int
    is_turn: bool = False
    is_gone: bool = False


def paint_row_ground(painter: QPainter, rect: QRectF, row: RowGround, theme: Theme) -> None:
    """Draw a faint field with the seat's colour along its left edge."""
    with smooth(painter):
        body = rounded(inset(rect, 1.5), 12)
        fill(painter, body, faded(theme.felt_edge, 0.2 if row.is_gone else 0.45))
        colour = theme.selected if row.is_turn else faded(theme.felt_line, 0.45)
        trace(painter, body, colour, 3.0 if row.is_turn else 1.4)
        if not row.is_gone:
            bar = QRectF(rect.left() + 4, rect.top() + 12, 5, rect.height() - 24)
            fill(painter, rounded(bar, 2.5), SEAT_COLOUR[row.seat % len(SEAT_COLOUR)])


class Barrier(Struct, frozen=True):
    """A setback in the way: its effect, and the card that removes it. `stops`: no term may be played."""

    headline: str
    remedy: str
    stops: bool


def paint_barrier(painter: QPainter, rect: QRectF, barrier: Barrier, theme: Theme) -> None:
    """Draw a barred band across the pile that it blocks."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        body = rounded(inset(rect, 1), min(9.0, rect.height() * 0.2))
        shape(painter, body, _STOP if barrier.stops else _CARE, edge="#FFFFFF", width=2)
        high = rect.height()
        side = high * 0.62
        icon = QRectF(rect.left() + high * 0.16, rect.center().y() - side / 2, side, side)
        paint_icon_in(painter, icon, IconIn(Icon.VETO if barrier.stops else Icon.WARNING, "#FFFFFF"), theme)
        words = rect.adjusted(high * 0.94, high * 0.16, -high * 0.18, -high * 0.52)
        head, low = barrier.headline, f"until {barrier.remedy}"
        if least_cap(painter, theme.letters) > high * _TWO_LINES:
            words, head, low = rect.adjusted(high * 0.94, 0, -high * 0.18, 0), f"{head} {low}", ""
        short = barrier.headline
        write.line(words, head, "#FFFFFF", cap=high * 0.32, align=LEFT, shorter=short)
        below = QRectF(words.left(), rect.top() + high * 0.6, words.width(), high * 0.22)
        write.line(below, low, "#FFFFFF", bold=False, align=LEFT)


class Help(Struct, frozen=True):
    """The effect of a card, in words beside the hand."""

    title: str
    text: str


def paint_help(painter: QPainter, rect: QRectF, words: Help, theme: Theme) -> None:
    """Draw the title in bold, the text over as many lines as it needs."""
    write = Writing(painter, theme.letters)
    cap = min(rect.height() * 0.16, rect.width() * 0.06)
    head = QRectF(rect.left() + 2, rect.top(), rect.width() - 4, cap * 1.2)
    write.line(head, words.title, theme.felt_text, cap=cap, align=LEFT)
    low = rect.adjusted(2, cap * 1.9, -2, -cap * 0.4)
    first, comma, _ = words.text.partition(", ")
    write.text(
        low, words.text, theme.plate_muted, cap=cap * 0.92, align=LEFT, shorter=f"{first}." if comma else ""
    )


class SheetLook(Struct, frozen=True):
    """The score sheet: its title and lines, with a column for each of `names`."""

    title: str
    lines: tuple[SheetLine, ...]
    names: tuple[str, ...]


def paint_sheet(painter: QPainter, rect: QRectF, sheet: SheetLook, theme: Theme) -> None:
    """Draw paper with pennants over the columns, sums in bold below a line, and dashes for other zeros."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        shape(painter, rounded(inset(rect, 1), 8), theme.paper, edge=theme.paper_edge, width=1.2)
        pad = min(rect.width(), rect.height()) * 0.05
        inner = inset(rect, pad)
        heading = min(20.0, inner.width() * 0.075, inner.height() * 0.1)
        head = QRectF(inner.left(), inner.top(), inner.width(), heading * 0.8)
        write.line(head, sheet.title, theme.paper_ink, align=LEFT)
        seats = len(sheet.names)
        column = inner.width() * (0.27 if seats == 2 else 0.19 if seats == 3 else 0.145)
        widest = {True: 0.0, False: 0.0}  # one size for all sums, and one for all other figures
        for line in sheet.lines:
            for text in _figures(line):
                widest[line.is_sum] = max(widest[line.is_sum], line_width(text, bold=line.is_sum))
        least = least_cap(painter, theme.letters)
        column = max(column, max(widest.values()) * least * _SPARE / FIGURES)
        first = inner.right() - column * seats
        top = inner.top() + heading * 1.35
        pennant = min(column * 0.8, 30.0, inner.height() * 0.12)
        for seat in range(seats):
            x = first + column * (seat + 0.5)
            paint_pennant(painter, QRectF(x - pennant / 2, top, pennant, pennant), Pennant(seat), theme)
        top += pennant * 1.2
        line_high = min((inner.bottom() - top) / max(1, len(sheet.lines)), inner.width() * 0.28)
        wanted = min(line_high * 0.3, inner.width() * 0.056)
        titles = [line.title for line in sheet.lines]
        words = first - inner.left() - 4
        title = shared_cap(painter, titles, words, cap=wanted, letters=theme.letters, room=line_high / 2)
        notes = [line.note for line in sheet.lines]
        note = min(
            title, shared_cap(painter, notes, words, cap=wanted * 0.62, letters=theme.letters, bold=False)
        )
        for place, line in enumerate(sheet.lines):
            box = QRectF(inner.left(), top + place * line_high, inner.width(), line_high)
            room = column * FIGURES / widest[line.is_sum]
            _sheet_line(painter, box, line, theme, column=column, room=room, title=title, note=note)


def _figures(line: SheetLine) -> list[str]:
    return [str(value) if value or line.is_sum else "–" for value in line.values]


def _sheet_line(
    painter: QPainter,
    box: QRectF,
    line: SheetLine,
    theme: Theme,
    *,
    column: float,
    room: float,
    title: float,
    note: float,
) -> None:
    """Draw a line of the sheet: `room` limits the height of its figures; `title` and `note` are the cap
    heights of all titles and notes. Its note stands close below the title."""
    write = Writing(painter, theme.letters)
    cap, first = min(box.height() * 0.3, box.width() * 0.056), box.right() - column * len(line.values)
    if line.is_sum:
        fill(painter, rounded(box.adjusted(-4, 1, 4, -1), 3), theme.paper_shade)
        rule = outline(f"M {box.left() - 4} {box.top()} L {box.right() + 4} {box.top()}")
        trace(painter, rule, theme.paper_ink, 1.6)
    words = QRectF(box.left(), box.top(), first - box.left() - 4, box.height())
    if line.note:
        gap = title * 0.45
        words.setTop(box.center().y() - (title + gap + note) / 2)
        words.setHeight(title)
        below = QRectF(words.left(), words.bottom() + gap, words.width(), note)
        write.line(
            below, line.note, theme.paper_muted, cap=note, bold=False, align=LEFT, scarce=Scarce.LEFT_OUT
        )
    write.line(words, line.title, theme.paper_ink, cap=title, bold=True, align=LEFT)
    for seat, text in enumerate(_figures(line)):
        wide = room * line_width(text, bold=line.is_sum)
        cell = QRectF(first + column * (seat + 0.5) - wide / 2, box.top(), wide, box.height())
        size = cap * (1.12 if line.is_sum else 1)
        write.line(cell, text, theme.paper_ink, cap=size, bold=line.is_sum, align=CENTRE)
