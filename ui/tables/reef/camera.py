"""Zoom and pan over the reef: which part of the boards is visible, and how large."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF

LARGEST: Final = 4.0
STEP: Final = 1.25


class Camera(Struct, frozen=True):
    """A view of the boards: `zoom` 1.0 shows all; (`x`, `y`) is its middle, in shares of the whole."""

    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def seen(self, rect: QRectF, area: QRectF) -> QRectF:
        """Return the place in the scene of a rectangle of the unzoomed `area`."""
        left = area.center().x() + (rect.left() - area.left() - self.x * area.width()) * self.zoom
        top = area.center().y() + (rect.top() - area.top() - self.y * area.height()) * self.zoom
        return QRectF(left, top, rect.width() * self.zoom, rect.height() * self.zoom)

    def zoomed(self, factor: float, at: QPointF, area: QRectF) -> Camera:
        """Return the camera zoomed by `factor` around the point `at`, which keeps its place."""
        zoom = min(LARGEST, max(1.0, self.zoom * factor))
        dx = (at.x() - area.center().x()) / max(1.0, area.width())
        dy = (at.y() - area.center().y()) / max(1.0, area.height())
        x = self.x + dx / self.zoom - dx / zoom
        y = self.y + dy / self.zoom - dy / zoom
        return _held(zoom, x, y)

    def panned(self, way: QPointF, area: QRectF) -> Camera:
        """Return the camera with the boards moved by `way` pixels."""
        return _held(
            self.zoom,
            self.x - way.x() / (area.width() * self.zoom),
            self.y - way.y() / (area.height() * self.zoom),
        )

    def showing(self, rect: QRectF, area: QRectF) -> Camera:
        """Return the camera moved just far enough to show all of `rect`, in the unzoomed area."""
        now = self.seen(rect, area)
        dx = max(0.0, area.left() - now.left()) - max(0.0, now.right() - area.right())
        dy = max(0.0, area.top() - now.top()) - max(0.0, now.bottom() - area.bottom())
        return self.panned(QPointF(dx, dy), area) if dx or dy else self


def fitted(rect: QRectF, area: QRectF) -> Camera:
    """Return the camera that fills the area with a part of the boards."""
    zoom = min(LARGEST, area.width() / rect.width(), area.height() / rect.height())
    centre = rect.center() - area.topLeft()
    return _held(zoom, centre.x() / area.width(), centre.y() / area.height())


def _held(zoom: float, x: float, y: float) -> Camera:
    """Return a camera limited so that it shows nothing beyond the boards."""
    half = 0.5 / zoom
    return Camera(zoom, min(1 - half, max(half, x)), min(1 - half, max(half, y)))
