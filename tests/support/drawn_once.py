"""Pictures that all tables of a process share, or none at all, for tests of something else.

A picture is the same for the same painter, kind, size and theme, and drawing pictures was half of the time
of the tests of tables, most of it for pictures that the test before had drawn as well.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap

from ui.art.cache import K, PaintPiece, PixelSize, PixmapCache, draw_pixmap
from ui.art.theme import Theme


class DrawnOnce(PixmapCache):
    """A cache that outlives the tables that use it."""

    def clear(self) -> None:
        """Keep all: this table is gone, the next test wants the same cards."""


@cache
def pictures() -> PixmapCache:
    """The one of this process."""
    return DrawnOnce(capacity=128_000_000)


def drawn_once(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """In the place of `draw_pixmap` where a picture is not kept."""
    return pictures().pixmap(paint, kind, theme, size=size)


def sketch(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """In the place of `draw_pixmap`: drawn in the first size that is asked for, blank from then on.

    So every painter is still asked for whatever a table has it paint.
    """
    if (paint, kind) in _sketched:
        return _blank(size)
    _sketched.add((paint, kind))
    return draw_pixmap(paint, kind, theme, size=size)


_sketched: set[Hashable] = set()


def blank(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """In the place of `draw_pixmap`: as large, with nothing on it."""
    return _blank(size)


@cache
def _blank(size: PixelSize) -> QPixmap:
    pixmap = QPixmap(max(1, round(size.width * size.dpr)), max(1, round(size.height * size.dpr)))
    pixmap.setDevicePixelRatio(size.dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
