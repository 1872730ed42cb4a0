"""Reef Encounter in the lobby: a picture of its pieces."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.felt import Ground, paint_ground
from ui.art.palette import ALGAE, FISH, Coral
from ui.art.reef.animals import Shrimp, paint_shrimp
from ui.art.reef.tiles import paint_alga, paint_larva, paint_polyp
from ui.art.theme import Theme


def paint_reef(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw a coral with a shrimp, a larva, an alga, on the sea."""
    paint_ground(painter, rect, Ground.SEA, theme)
    side = min(rect.height() * 0.4, rect.width() * 0.27)
    left, top = rect.center().x() - side * 1.55, rect.center().y() - side * 1.02
    for place, coral in enumerate((Coral.PINK, Coral.PINK, Coral.YELLOW, Coral.ORANGE)):
        at = QRectF(left + place % 2 * side, top + place // 2 * side, side - 3, side - 3)
        paint_polyp(painter, at, coral, theme)
    middle = QRectF(left + side * 0.35, top + side * 0.3, side * 1.3, side * 1.3)
    paint_shrimp(painter, middle, Shrimp(FISH[0], 1), theme)
    paint_larva(painter, QRectF(left + side * 2.2, top, side * 0.9, side * 0.9), Coral.WHITE, theme)
    paint_alga(painter, QRectF(left + side * 2.2, top + side * 1.1, side * 0.9, side * 0.9), ALGAE[1], theme)
