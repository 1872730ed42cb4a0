"""A piece is drawn once for each size, screen and theme, and memory is bounded."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from ui.art.cache import PixelSize, PixmapCache, draw_pixmap
from ui.art.theme import DARK, LIGHT, Theme

pytestmark = pytest.mark.usefixtures("qapp")


class Brush:
    """Counts how often it was asked to paint."""

    def __init__(self) -> None:
        self.strokes = 0

    def __call__(self, painter: QPainter, rect: QRectF, kind: str, theme: Theme) -> None:
        self.strokes += 1
        painter.fillRect(rect, QColor(kind))


def test_a_piece_that_is_asked_for_again_comes_from_the_cache() -> None:
    cache, brush = PixmapCache(), Brush()
    first = cache.pixmap(brush, "#FF0000", LIGHT, size=PixelSize(10, 20))
    second = cache.pixmap(brush, "#FF0000", LIGHT, size=PixelSize(10, 20))

    assert brush.strokes == 1
    assert first.cacheKey() == second.cacheKey()


def test_pieces_of_another_kind_size_screen_or_theme_are_cached_separately() -> None:
    cache, brush = PixmapCache(), Brush()
    for kind, theme, size in (
        ("#FF0000", LIGHT, PixelSize(10, 20)),
        ("#00FF00", LIGHT, PixelSize(10, 20)),
        ("#FF0000", DARK, PixelSize(10, 20)),
        ("#FF0000", LIGHT, PixelSize(10, 21)),
        ("#FF0000", LIGHT, PixelSize(10, 20, 2.0)),
    ):
        cache.pixmap(brush, kind, theme, size=size)

    assert brush.strokes == len(cache) == 5


def test_dense_screens_get_more_pixels_for_the_same_size() -> None:
    drawn = draw_pixmap(Brush(), "#0000FF", LIGHT, size=PixelSize(10, 20, 1.5))

    assert (drawn.width(), drawn.height(), drawn.devicePixelRatio()) == (15, 30, 1.5)
    assert drawn.toImage().pixelColor(14, 29) == QColor("#0000FF")


def test_the_least_recently_used_piece_is_dropped_first() -> None:
    cache, brush = PixmapCache(capacity=3 * 400), Brush()
    for kind in ("#000001", "#000002", "#000003"):
        cache.pixmap(brush, kind, LIGHT, size=PixelSize(10, 10))
    cache.pixmap(brush, "#000001", LIGHT, size=PixelSize(10, 10))
    cache.pixmap(brush, "#000004", LIGHT, size=PixelSize(10, 10))
    cache.pixmap(brush, "#000001", LIGHT, size=PixelSize(10, 10))

    assert brush.strokes == 4
    assert cache.bytes_kept == 3 * 400
    cache.pixmap(brush, "#000002", LIGHT, size=PixelSize(10, 10))
    assert brush.strokes == 5


def test_one_piece_larger_than_the_cache_is_still_kept() -> None:
    cache, brush = PixmapCache(capacity=10), Brush()
    cache.pixmap(brush, "#000001", LIGHT, size=PixelSize(10, 10))

    assert (len(cache), cache.bytes_kept) == (1, 400)
    cache.clear()
    assert (len(cache), cache.bytes_kept) == (0, 0)


def test_a_painter_that_fails_leaves_no_painter_open() -> None:
    """An open QPainter on a dying pixmap would bring the program down."""

    def broken(painter: QPainter, rect: QRectF, kind: str, theme: Theme) -> None:
        raise ValueError(kind)

    cache = PixmapCache()
    with pytest.raises(ValueError, match="x"):
        cache.pixmap(broken, "x", LIGHT, size=PixelSize(10, 10))

    assert len(cache) == 0
