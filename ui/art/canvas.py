"""A design space to draw in, and the strokes that all drawings share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QGradient, QPainter, QPainterPath, QPen

Paint = QColor | QGradient | str


@contextmanager
def design_space(painter: QPainter, rect: QRectF, *, width: float, height: float) -> Iterator[float]:
    """Draw in units: (0, 0) is the middle of `rect`, and `width` x `height` units just fit in it. Yields the
    number of pixels in one unit. The painter is restored afterwards, also after an error."""
    unit = min(rect.width() / width, rect.height() / height)
    painter.save()
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.center())
        painter.scale(unit, unit)
        yield unit
    finally:
        painter.restore()


@contextmanager
def kept(painter: QPainter) -> Iterator[QPainter]:
    """Restore the painter's state afterwards, also after an error."""
    painter.save()
    try:
        yield painter
    finally:
        painter.restore()


@contextmanager
def smooth(painter: QPainter) -> Iterator[None]:
    """Draw with smooth edges; the painter's state is restored afterwards, also after an error."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield


@contextmanager
def inside(painter: QPainter, path: QPainterPath) -> Iterator[None]:
    """Clip drawing to `path`, within the clip that there was before."""
    painter.save()
    try:
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        yield
    finally:
        painter.restore()


def pen(colour: QColor | str, width: float) -> QPen:
    """A solid pen with round ends and joins."""
    return QPen(
        QBrush(QColor(colour)),
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )


def fill(painter: QPainter, path: QPainterPath, paint: Paint) -> None:
    """Fill a path without drawing its edge."""
    painter.fillPath(path, QBrush(QColor(paint)) if isinstance(paint, str) else QBrush(paint))


def trace(painter: QPainter, path: QPainterPath, colour: QColor | str, width: float) -> None:
    """Draw along a path."""
    painter.strokePath(path, pen(colour, width))


def trace_all(painter: QPainter, paths: Iterable[QPainterPath], colour: QColor | str, width: float) -> None:
    """Draw along each path by itself: one path that crosses itself takes Qt a hundred times longer."""
    painter.save()
    painter.setPen(pen(colour, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for path in paths:
        painter.drawPath(path)
    painter.restore()


def shape(painter: QPainter, path: QPainterPath, paint: Paint, *, edge: QColor | str, width: float) -> None:
    """Fill a path and draw its edge."""
    fill(painter, path, paint)
    trace(painter, path, edge, width)


def faded(colour: QColor | str, alpha: float) -> QColor:
    """A colour with opacity `alpha` (0 is nothing, 1 is opaque)."""
    copy = QColor(colour)
    copy.setAlphaF(alpha)
    return copy
