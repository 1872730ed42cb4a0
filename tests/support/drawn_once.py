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
        """Keep all pictures: this table is gone, but the next test wants the same cards."""


@cache
def pictures() -> PixmapCache:
    """The shared cache of this process."""
    return DrawnOnce(capacity=128_000_000)


def drawn_once(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """Stand in for `draw_pixmap` where a picture is not kept: take it from the shared cache."""
    return pictures().pixmap(paint, kind, theme, size=size)


def sketch(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """Stand in for `draw_pixmap`: draw in the first size that is asked for, and blank from then on.

    So every painter still paints everything that a table shows.
    """
    if (paint, kind) in _sketched:
        return _blank(size)
    _sketched.add((paint, kind))
    return draw_pixmap(paint, kind, theme, size=size)


_sketched: set[Hashable] = set()


def blank(paint: PaintPiece[K], kind: K, theme: Theme, *, size: PixelSize) -> QPixmap:
    """Stand in for `draw_pixmap` with a blank picture of the same size."""
    return _blank(size)


@cache
def _blank(size: PixelSize) -> QPixmap:
    pixmap = QPixmap(max(1, round(size.width * size.dpr)), max(1, round(size.height * size.dpr)))
    pixmap.setDevicePixelRatio(size.dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap
