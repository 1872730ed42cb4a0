"""The open sea's coral tiles: which of two corals is the stronger, and the algae that turn or lock a tile."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.games.reef.looks import CoralTile
from ui.art.canvas import design_space, fill, moved, shape, trace
from ui.art.palette import INK, Token
from ui.art.paths import circle, outline, placed, polyline, rounded
from ui.art.reef.faces import alga, coral
from ui.art.reef.tiles import paint_alga, paint_alga_sign, paint_polyp
from ui.art.theme import Theme

_PARCHMENT, _PARCHMENT_EDGE = "#F1E9D2", "#B9A97C"


def paint_coral_tile(painter: QPainter, rect: QRectF, tile: CoralTile, theme: Theme) -> None:
    """Draw a coral tile, square: the stronger coral large above, an arrow to the weaker one below. A locked
    tile has a golden frame and a padlock with the alga's sign, and stays visible."""
    with design_space(painter, rect, width=100, height=100):
        fill(painter, rounded(QRectF(-49, -49, 98, 98), 11), theme.tile_rim)
        paper = rounded(QRectF(-46.5, -46.5, 93, 93), 9)
        fill(painter, paper, "#FFFFFF" if theme.is_high_contrast else _PARCHMENT)
        trace(painter, rounded(QRectF(-43, -43, 86, 86), 7), _PARCHMENT_EDGE, 1.2)
        if tile.starfish:
            _starfish(painter, QPointF(0, 37))
        paint_polyp(painter, QRectF(-40, -41, 46, 46), coral(tile.strong), theme)
        paint_polyp(painter, QRectF(9, 11, 31, 31), coral(tile.weak), theme)
        _bite(painter)
        paint_alga(painter, QRectF(-39, 11, 32, 32), alga(tile.large), theme)
        paint_alga(painter, QRectF(18, -39, 20, 20), alga(tile.small), theme)
        if tile.lock is not None:
            trace(painter, rounded(QRectF(-44, -44, 88, 88), 7), theme.tile_rim, 7)
            trace(painter, rounded(QRectF(-44, -44, 88, 88), 7), "#FFD34D", 4)
            paint_lock(painter, QRectF(10, -18, 28, 28), alga(tile.lock), theme)


def paint_lock(painter: QPainter, rect: QRectF, alga: Token, theme: Theme) -> None:
    """Draw a closed padlock with the alga's sign."""
    with design_space(painter, rect, width=100, height=100):
        shackle = polyline((-20, 4), (-20, -16))
        shackle.arcTo(QRectF(-20, -38, 40, 44), 180, -180)
        shackle.lineTo(20, 4)
        trace(painter, shackle, theme.tile_rim, 22)
        trace(painter, shackle, "#E9EEF1", 12)
        shape(painter, rounded(QRectF(-33, -6, 66, 48), 9), "#FFD34D", edge=theme.tile_rim, width=5)
        paint_alga_sign(painter, QRectF(-20, -2, 40, 40), alga, theme)


def _bite(painter: QPainter) -> None:
    """Draw the arrow from the strong coral to the weak one."""
    with moved(painter, 8, 6.5, turn=45):
        arrow = outline("M -9 -3 L 1 -3 L 1 -8 L 10 0 L 1 8 L 1 3 L -9 3 Z")
        trace(painter, arrow, "#FFFFFF", 2.4)
        fill(painter, arrow, INK)


def _starfish(painter: QPainter, at: QPointF) -> None:
    arm = outline("M -2 0 C -2 -5 -1 -9 0 -9 C 1 -9 2 -5 2 0 Z")
    for turn in range(0, 360, 72):
        fill(painter, placed(arm, at.x(), at.y(), size=0.8, turn=turn), "#C7683B")
    fill(painter, circle(at.x(), at.y(), 2.2), "#C7683B")
