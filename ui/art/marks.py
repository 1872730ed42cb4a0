"""Marks around a piece that show choices, the last move, planned steps, the focus, or a hint.

Marks differ in their lines, not only in colour: playable is an unbroken glow, selected a thick frame with
filled corners, a target has four brackets, the last move a dotted frame, a planned step a dashed one, focus a
double ring outside all others, and a hint an arrow in a disc.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import faded, fill, pen, shape, smooth, trace
from ui.art.paths import circle, inset, polyline, rounded
from ui.art.theme import Theme


class Mark(StrEnum):
    """Kind of mark. SHADOW lies under a piece, DIMMED darkens one that cannot be chosen."""

    SHADOW = "shadow"
    PLAYABLE = "playable"
    SELECTED = "selected"
    TARGET = "target"
    LAST_MOVE = "last_move"
    PLANNED = "planned"
    DIMMED = "dimmed"
    FOCUS = "focus"
    ADVICE = "advice"


class Marking(Struct, frozen=True):
    """A mark and its corners' radius as a share of the short side: 0 for a square, 0.5 for a disc."""

    mark: Mark
    corner: float = 0.07


MARGIN = 7.0
"""Reach of marks beyond the piece, in device-independent pixels. Pixmaps have this margin on each side."""


def paint_mark(painter: QPainter, rect: QRectF, marking: Marking, theme: Theme) -> None:
    """Draw the mark around the piece that fills `rect` less MARGIN on each side."""
    piece = inset(rect, MARGIN)
    radius = marking.corner * min(piece.width(), piece.height())
    with smooth(painter):
        _DRAW[marking.mark](painter, piece, radius, theme)


def _around(piece: QRectF, radius: float, out: float) -> QPainterPath:
    return rounded(piece.adjusted(-out, -out, out, out), radius + out)


def _shadow(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    for step in range(6):
        soft = _around(piece.translated(0, 2.0), radius, 4.5 - step * 0.8)
        fill(painter, soft, faded(theme.mark_rim, 0.055))


def _playable(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    if not theme.is_high_contrast:
        for width in (11.0, 8.0):
            trace(painter, _around(piece, radius, 1), faded(theme.playable, 0.16), width)
    trace(painter, _around(piece, radius, 1.5), theme.mark_rim, 5)
    trace(painter, _around(piece, radius, 1.5), theme.playable, 3)


def _selected(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    trace(painter, _around(piece, radius, 2.5), theme.mark_rim, 7)
    trace(painter, _around(piece, radius, 2.5), theme.selected, 5)
    for x in (piece.left(), piece.right()):
        for y in (piece.top(), piece.bottom()):
            fill(painter, circle(x, y, 6), theme.mark_rim)
            fill(painter, circle(x, y, 4.6), theme.selected)


def _target(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    frame = piece.adjusted(-2.5, -2.5, 2.5, 2.5)
    arm = min(frame.width(), frame.height()) * 0.3
    brackets = QPainterPath()
    for x, dx in ((frame.left(), arm), (frame.right(), -arm)):
        for y, dy in ((frame.top(), arm), (frame.bottom(), -arm)):
            brackets.moveTo(x + dx, y)
            brackets.lineTo(x, y)
            brackets.lineTo(x, y + dy)
    trace(painter, brackets, theme.mark_rim, 7)
    trace(painter, brackets, theme.target, 4.4)


def _last_move(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    trace(painter, _around(piece, radius, 2), theme.mark_rim, 5)
    dots = pen(theme.last_move, 3)
    dots.setDashPattern([0.1, 2.0])
    painter.strokePath(_around(piece, radius, 2), dots)


def _planned(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    trace(painter, _around(piece, radius, 1), theme.mark_rim, 4.4)
    dashes = pen(theme.selected, 2.6)
    dashes.setDashPattern([2.6, 1.9])
    painter.strokePath(_around(piece, radius, 1), dashes)


def _dimmed(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    fill(painter, _around(piece, radius, 0), faded(theme.mark_rim, 0.5))


def _focus(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    trace(painter, _around(piece, radius, 3.5), theme.mark_rim, 7)
    trace(painter, _around(piece, radius, 4.5), "#FFFFFF", 3)
    trace(painter, _around(piece, radius, 1.8), theme.focus, 2.2)


def _advice(painter: QPainter, piece: QRectF, radius: float, theme: Theme) -> None:
    """Draw a disc at the upper edge with an arrow down to the piece."""
    del radius
    side = min(15.0, max(9.0, 0.2 * min(piece.width(), piece.height())))
    x, y = piece.center().x(), piece.top() + side * 0.75
    shape(painter, circle(x, y, side), theme.selected, edge=theme.mark_rim, width=2)
    arrow = polyline((x - side * 0.5, y - side * 0.1), (x, y + side * 0.5), (x + side * 0.5, y - side * 0.1))
    arrow.moveTo(x, y + side * 0.45)
    arrow.lineTo(x, y - side * 0.6)
    trace(painter, arrow, theme.mark_rim, side * 0.22)


_DRAW = {
    Mark.SHADOW: _shadow,
    Mark.PLAYABLE: _playable,
    Mark.SELECTED: _selected,
    Mark.TARGET: _target,
    Mark.LAST_MOVE: _last_move,
    Mark.PLANNED: _planned,
    Mark.DIMMED: _dimmed,
    Mark.FOCUS: _focus,
    Mark.ADVICE: _advice,
}
