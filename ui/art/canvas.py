"""A design space to draw in, and the strokes that all drawings share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QGradient, QPainter, QPainterPath, QPen

from ui.art.palette import FIGURE_INK
from ui.art.paths import outline

Paint = QColor | QGradient | str
Path = QPainterPath | str
"""A path, or its text as `outline` reads it."""


@contextmanager
def design_space(painter: QPainter, rect: QRectF, *, width: float, height: float) -> Iterator[float]:
    """Draw in units: (0, 0) is the middle of `rect`, and `width` x `height` units just fit in it. Yields the
    number of pixels in one unit. The painter is restored afterwards, also after an error."""
    unit = min(rect.width() / width, rect.height() / height)
    with smooth(painter):
        painter.translate(rect.center())
        painter.scale(unit, unit)
        yield unit


@contextmanager
def kept(painter: QPainter) -> Iterator[QPainter]:
    """Restore the painter's state afterwards, also after an error."""
    painter.save()
    try:
        yield painter
    finally:
        painter.restore()


@contextmanager
def moved(
    painter: QPainter, x: float = 0, y: float = 0, *, size: float = 1, turn: float = 0
) -> Iterator[None]:
    """Draw with the origin at (x, y), `size` times as large, turned clockwise by `turn` degrees."""
    with kept(painter):
        painter.translate(x, y)
        painter.rotate(turn)
        painter.scale(size, size)
        yield


@contextmanager
def smooth(painter: QPainter) -> Iterator[None]:
    """Draw with smooth edges; the painter's state is restored afterwards, also after an error."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield


@contextmanager
def inside(painter: QPainter, path: QPainterPath) -> Iterator[None]:
    """Clip drawing to `path`, within the existing clip."""
    with kept(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        yield


def pen(colour: QColor | str, width: float) -> QPen:
    """Return a solid pen with round ends and joins."""
    return QPen(
        QBrush(QColor(colour)),
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )


def fill(painter: QPainter, path: Path, paint: Paint) -> None:
    """Fill a path without drawing its edge."""
    painter.fillPath(_read(path), QBrush(QColor(paint)) if isinstance(paint, str) else QBrush(paint))


def trace(painter: QPainter, path: Path, colour: QColor | str, width: float) -> None:
    """Draw along a path."""
    painter.strokePath(_read(path), pen(colour, width))


def trace_all(painter: QPainter, paths: Iterable[QPainterPath], colour: QColor | str, width: float) -> None:
    """Draw along each path by itself: one path that crosses itself takes Qt a hundred times longer."""
    with kept(painter):
        painter.setPen(pen(colour, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for path in paths:
            painter.drawPath(path)


def shape(
    painter: QPainter, path: Path, paint: Paint, *, edge: QColor | str = FIGURE_INK, width: float
) -> None:
    """Fill a path and draw its edge."""
    fill(painter, path, paint)
    trace(painter, path, edge, width)


def _read(path: Path) -> QPainterPath:
    return outline(path) if isinstance(path, str) else path


def faded(colour: QColor | str, alpha: float) -> QColor:
    """Return a colour with opacity `alpha` (0 is nothing, 1 is opaque)."""
    copy = QColor(colour)
    copy.setAlphaF(alpha)
    return copy
