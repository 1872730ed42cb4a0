"""Faces of the people at a table, side by side, and its free seats."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.animals import Animal
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.paths import inset
from ui.art.pieces.players import Avatar, paint_avatar
from ui.art.theme import Theme
from ui.parts import sized

SIDE = 40
STEP = 0.62
"""Step from one face to the next, as a share of a face's width: they overlap."""
MOST = 4
"""Largest number of faces and free seats together that are drawn."""


class FaceRow(QWidget):
    """Shows faces and free seats; None is somebody whose animal is unknown. Words beside it say the same."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.faces: tuple[Animal | None, ...] = ()
        self.free = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def tell(self, faces: Sequence[Animal | None], free: int = 0) -> None:
        """Show these faces and `free` free seats, at most `MOST` of both."""
        shown = tuple(faces)[:MOST], min(free, max(0, MOST - len(faces)))
        if shown != (self.faces, self.free):
            self.faces, self.free = shown
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the size of the content."""
        side, count = sized(SIDE), len(self.faces) + self.free
        return QSize(round(side * (1 + STEP * max(0, count - 1))), side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint the free seats behind, the first face in front."""
        painter, side = QPainter(self), sized(SIDE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = [QPointF(at * side * STEP, 0.0) for at in range(len(self.faces) + self.free)]
        size = PixelSize(side, side, self.devicePixelRatioF())
        for at in reversed(range(len(places))):
            animal = self.faces[at] if at < len(self.faces) else None
            if animal is not None:
                face = draw_pixmap(paint_avatar, Avatar(animal, None), self._theme, size=size)
                painter.drawPixmap(places[at], face)
            else:
                self._ring(painter, QRectF(places[at].x(), 0.0, side, side), is_free=at >= len(self.faces))
        painter.end()

    def _ring(self, painter: QPainter, place: QRectF, *, is_free: bool) -> None:
        """Paint the ring of a free seat, or of an unknown person."""
        theme = self._theme
        painter.setBrush(QColor(theme.surface if is_free else theme.sunken))
        line = Qt.PenStyle.DashLine if is_free else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(theme.border_strong), 1.6, line))
        edge = place.width() * 0.07
        painter.drawEllipse(inset(place, edge))
