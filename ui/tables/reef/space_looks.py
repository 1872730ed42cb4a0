"""The picture of a space: its tile, its shrimp, its protection, and its highlight."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from app.games.reef.lights import Light
from app.games.reef.looks import Space
from ui.art.canvas import fill, shape, smooth, trace
from ui.art.paths import inset, rounded
from ui.art.reef.animals import paint_shrimp
from ui.art.reef.faces import coral, shrimp
from ui.art.reef.tiles import paint_polyp
from ui.art.theme import Theme
from ui.tables.reef.frames import Lit

PLANNED, EATEN = 0.66, 0.55
"""Opacity of a planned tile, and of a tile that would be eaten."""


class LitSpace(Lit[Space], frozen=True):
    """A space; `ghost` is the colour of the tile that a press would lay on it. `is_planned`: planned steps
    have changed it, which is drawn translucent; `was` is the colour of its tile before them.
    """

    ghost: int | None = None
    is_planned: bool = False
    was: int | None = None


def paint_space_look(painter: QPainter, rect: QRectF, lit: LitSpace, theme: Theme) -> None:
    """Draw a tile over its space; a space to choose has a bright frame and the tile to lay, drawn small."""
    look = lit.look
    with smooth(painter):
        side = min(rect.width(), rect.height())
        if lit.is_planned:
            _planned(painter, rect, lit, theme)
        elif look.tile is not None:
            paint_polyp(painter, rect, coral(look.tile), theme)
        if look.is_protected:
            corner = QRectF(rect.left() + side * 0.05, rect.top() + side * 0.05, side * 0.3, side * 0.3)
            _shield(painter, corner, theme)
        if look.shrimp is not None:
            paint_shrimp(painter, inset(rect, side * 0.08), shrimp(look.shrimp), theme)
        if lit.light is Light.LIT:
            _glow(painter, rect, lit, theme)


def _planned(painter: QPainter, rect: QRectF, lit: LitSpace, theme: Theme) -> None:
    """Draw a planned tile translucent; cross out the tile that it replaces (drawn small), or an eaten one."""
    side, tile = rect.width(), lit.look.tile
    if tile is not None:
        painter.setOpacity(PLANNED if tile != lit.was else 1)
        paint_polyp(painter, rect, coral(tile), theme)
        painter.setOpacity(1)
    if lit.was is None or tile == lit.was:
        return
    if tile is None:
        painter.setOpacity(EATEN)
        paint_polyp(painter, inset(rect, side * 0.12),
                    coral(lit.was), theme)  # fmt: skip
        painter.setOpacity(1)
        small = inset(rect, side * 0.3)
    else:
        small = QRectF(rect.left() + side * 0.04, rect.bottom() - side * 0.4, side * 0.36, side * 0.36)
        paint_polyp(painter, small, coral(lit.was), theme)
    cross = QPainterPath(small.topLeft())
    cross.lineTo(small.bottomRight())
    cross.moveTo(small.topRight())
    cross.lineTo(small.bottomLeft())
    trace(painter, cross, theme.mark_rim, side * 0.11)
    trace(painter, cross, theme.target, side * 0.06)


def _glow(painter: QPainter, rect: QRectF, lit: LitSpace, theme: Theme) -> None:
    side = rect.width()
    if lit.ghost is not None and lit.look.tile is None:
        ghost = inset(rect, side * 0.27)
        painter.setOpacity(0.9)
        paint_polyp(painter, ghost, coral(lit.ghost), theme)
        painter.setOpacity(1)
    elif lit.ghost is not None:
        small = QRectF(rect.right() - side * 0.46, rect.top() + side * 0.02, side * 0.44, side * 0.44)
        fill(painter, rounded(small.adjusted(-2, -2, 2, 2), side * 0.1), theme.playable)
        paint_polyp(painter, small, coral(lit.ghost), theme)
    frame = rounded(inset(rect, side * 0.035), side * 0.17)
    trace(painter, frame, theme.mark_rim, side * 0.11)
    trace(painter, frame, theme.playable, side * 0.062)


def _shield(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    path = QPainterPath()
    path.moveTo(rect.center().x(), rect.top())
    path.lineTo(rect.right(), rect.top() + rect.height() * 0.18)
    path.cubicTo(
        rect.right(),
        rect.top() + rect.height() * 0.62,
        rect.center().x() + rect.width() * 0.25,
        rect.bottom() - rect.height() * 0.1,
        rect.center().x(),
        rect.bottom(),
    )
    path.cubicTo(
        rect.center().x() - rect.width() * 0.25,
        rect.bottom() - rect.height() * 0.1,
        rect.left(),
        rect.top() + rect.height() * 0.62,
        rect.left(),
        rect.top() + rect.height() * 0.18,
    )
    path.closeSubpath()
    shape(painter, path, "#FFFFFF", edge=theme.tile_rim, width=rect.width() * 0.13)
    inner = QRectF(rect.center().x(), rect.top(), rect.width(), rect.height())
    half = QPainterPath()
    half.addRect(inner)
    fill(painter, path.intersected(half), theme.last_move)
    trace(painter, path, theme.tile_rim, rect.width() * 0.13)
