"""A cache of drawn pieces, by size, screen and theme."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from ui.art.theme import Theme

K = TypeVar("K", bound=Hashable)
PaintPiece = Callable[[QPainter, QRectF, K, Theme], None]
_BYTES_PER_PIXEL = 4


class PixelSize(Struct, frozen=True):
    """A piece's size in device-independent pixels, and the screen's pixels per unit (1.0, 1.5, 2.0 ...)."""

    width: int
    height: int
    dpr: float = 1.0


class PixmapCache:
    """Pixmaps by (painter, kind, size, theme); beyond `capacity` bytes the least recently used one goes. Make
    it after the QGuiApplication, and use it in the window's thread only, as Qt demands of pixmaps."""

    def __init__(self, *, capacity: int = 96_000_000) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self.bytes_kept = 0

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap | None:
        """Return the pixmap, which then counts as used; None if the cache lacks it."""
        key = (paint, kind, size, theme)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def pixmap(self, paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
        """Return the pixmap, drawn now if the cache lacks it; transparent where the painter drew nothing."""
        found = self.find(paint, kind, theme, size=size)
        if found is not None:
            return found
        key = (paint, kind, size, theme)
        drawn = draw_pixmap(paint, kind, theme, size=size)
        self._kept[key] = drawn
        self.bytes_kept += _weight(drawn)
        while self.bytes_kept > self._capacity and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self.bytes_kept -= _weight(dropped)
        return drawn

    def clear(self) -> None:
        """Empty the cache, to free memory."""
        self._kept.clear()
        self.bytes_kept = 0


def draw_pixmap(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """Draw one piece on a transparent pixmap of `size`."""
    pixmap = QPixmap(max(1, round(size.width * size.dpr)), max(1, round(size.height * size.dpr)))
    pixmap.setDevicePixelRatio(size.dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        paint(painter, QRectF(0, 0, size.width, size.height), kind, theme)
    finally:
        painter.end()
    return pixmap


def _weight(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * _BYTES_PER_PIXEL
