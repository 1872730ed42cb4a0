"""A reef: rock in a sea of sand, its spaces, and the signs where a coral begins and where it can grow."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath

from ui.art.canvas import design_space, faded, fill, inside, pen, smooth, trace
from ui.art.lettering import draw_line
from ui.art.palette import Coral
from ui.art.paths import circle, inset, placed, rounded
from ui.art.reef.motifs import draw_motif, motif_colour
from ui.art.theme import Theme


class Space(StrEnum):
    """Kind of space; the value is the letter that stands for it in a board's text."""

    SAND = "."
    ROCK = "#"
    GROWTH = "*"
    START_WHITE = "W"
    START_YELLOW = "Y"
    START_ORANGE = "O"
    START_PINK = "P"
    START_GREY = "G"

    @property
    def coral(self) -> Coral | None:
        """The coral that begins here, if any."""
        return _STARTS.get(self)


_STARTS = {
    Space.START_WHITE: Coral.WHITE,
    Space.START_YELLOW: Coral.YELLOW,
    Space.START_ORANGE: Coral.ORANGE,
    Space.START_PINK: Coral.PINK,
    Space.START_GREY: Coral.GREY,
}


class ReefShape(Struct, frozen=True):
    """A board's spaces, row by row from the top, all rows of one length; each letter is a `Space`."""

    rows: tuple[str, ...]

    @property
    def columns(self) -> int:
        """The number of spaces from left to right."""
        return len(self.rows[0])

    def space(self, column: int, row: int) -> Space:
        """Return the kind of a space; sand beyond the board."""
        if 0 <= row < len(self.rows) and 0 <= column < self.columns:
            return Space(self.rows[row][column])
        return Space.SAND


_RIM = 0.62
"""Width of the sand around the spaces, in spaces, where the letters and numbers stand."""


def space_rect(board: QRectF, reef: ReefShape, column: int, row: int) -> QRectF:
    """Return the rectangle of a space when `paint_reef` draws the board in the rectangle `board`."""
    side = min(board.width() / (reef.columns + 2 * _RIM), board.height() / (len(reef.rows) + 2 * _RIM))
    left = board.center().x() - side * reef.columns / 2
    top = board.center().y() - side * len(reef.rows) / 2
    return QRectF(left + column * side, top + row * side, side, side)


def paint_reef(painter: QPainter, rect: QRectF, reef: ReefShape, theme: Theme) -> None:
    """Draw a whole board without its pieces, with column letters and row numbers on its rim."""
    side = space_rect(rect, reef, 0, 0).width()
    with smooth(painter):
        board = rounded(inset(rect, 1), side * 0.3)
        ground = QLinearGradient(rect.topLeft(), rect.bottomLeft())
        ground.setColorAt(0, theme.sand)
        ground.setColorAt(1, theme.sand_deep)
        fill(painter, board, theme.sand if theme.is_high_contrast else ground)
        with inside(painter, board):
            _ripples(painter, rect, theme, side)
        trace(painter, board, theme.tile_rim, max(1.5, side * 0.04))
        island = _island(rect, reef)
        fill(painter, placed(island, 0, side * 0.05), faded(theme.tile_rim, 0.35))
        trace(painter, island, theme.tile_rim, side * 0.09)
        fill(painter, island, theme.rock_deep)
        for row, letters in enumerate(reef.rows):
            for column, letter in enumerate(letters):
                if Space(letter) is not Space.SAND:
                    paint_space(painter, space_rect(rect, reef, column, row), Space(letter), theme)
        _names(painter, rect, reef, theme)


def paint_space(painter: QPainter, rect: QRectF, space: Space, theme: Theme) -> None:
    """Draw one space: growth with a plus in a broken frame, a start with the coral's motif in a frame."""
    with design_space(painter, rect, width=100, height=100):
        face = rounded(QRectF(-47, -47, 94, 94), 12)
        if space is Space.SAND:
            fill(painter, face, theme.sand)
            return
        fill(painter, face, theme.growth if space is Space.GROWTH else theme.rock)
        if space is Space.GROWTH:
            dashed = pen(theme.growth_ink, 5)
            dashed.setDashPattern([2.2, 2.0])
            painter.strokePath(rounded(QRectF(-35, -35, 70, 70), 9), dashed)
            trace(painter, "M -17 0 L 17 0 M 0 -17 L 0 17", theme.growth_ink, 8)
            return
        if not theme.is_high_contrast:
            _pits(painter, theme)
        if space.coral is not None:
            colour = motif_colour(space.coral)
            frame = rounded(QRectF(-38, -38, 76, 76), 11)
            trace(painter, frame, theme.tile_rim, 7)
            trace(painter, frame, colour, 3.6)
            painter.scale(72, 72)
            draw_motif(painter, space.coral, theme.tile_rim, stroke=0.15)
            draw_motif(painter, space.coral, colour)


def _island(rect: QRectF, reef: ReefShape) -> QPainterPath:
    path = QPainterPath()
    for row in range(len(reef.rows)):
        for column in range(reef.columns):
            if reef.space(column, row) is Space.SAND:
                continue
            cell = space_rect(rect, reef, column, row)
            square = rounded(cell.adjusted(-0.5, -0.5, 0.5, 0.5), 0)
            path = path.united(square)
    return path.simplified()


def _ripples(painter: QPainter, rect: QRectF, theme: Theme, side: float) -> None:
    if theme.is_high_contrast:
        return
    lines = QPainterPath()
    step = side * 0.42
    for row in range(int(rect.height() / step) + 2):
        y = rect.top() + row * step
        lines.moveTo(rect.left() - side, y)
        x = rect.left() - side + (row * 37 % 50) * side / 50
        while x < rect.right():
            lines.cubicTo(x + side * 0.4, y - side * 0.14, x + side * 0.6, y + side * 0.14, x + side, y)
            x += side
    trace(painter, lines, faded(theme.sand_deep, 0.38), max(0.8, side * 0.022))


_PITS = ((-30, -26, 4), (26, -32, 3), (-34, 22, 3), (32, 12, 4), (10, 34, 3), (-8, -36, 2), (-14, 30, 2))


def _pits(painter: QPainter, theme: Theme) -> None:
    for x, y, radius in _PITS:
        fill(painter, circle(x, y, radius), faded(theme.rock_deep, 0.55))


def _names(painter: QPainter, rect: QRectF, reef: ReefShape, theme: Theme) -> None:
    ink = theme.tile_rim
    for column in range(reef.columns):
        cell = space_rect(rect, reef, column, 0)
        band = cell.height() * _RIM
        box = QRectF(cell.left(), cell.top() - band * 0.82, cell.width(), band * 0.55)
        draw_line(painter, box, chr(ord("A") + column), ink)
    for row in range(len(reef.rows)):
        cell = space_rect(rect, reef, 0, row)
        band = cell.width() * _RIM
        box = QRectF(cell.left() - band * 0.88, cell.center().y() - band * 0.275, band * 0.7, band * 0.55)
        draw_line(painter, box, str(row + 1), ink)
