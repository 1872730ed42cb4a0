"""Outlines written as text, in the letters of SVG paths: M, L, C, Q, Z and absolute numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

_TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_POINTS_OF = {"M": 1, "L": 1, "C": 3, "Q": 2, "Z": 0}


_JOIN = 120.0
"""Factor by which `joined` enlarges shapes before it unites them."""


class BadOutline(ValueError):
    """The text of a drawing is no path: a mistake of ours, never a player's."""


@cache
def outline(text: str) -> QPainterPath:
    """Read a path, or raise `BadOutline`. Callers share the value: map or copy it, never add to it."""
    path = QPainterPath()
    tokens = iter(_TOKEN.findall(text))
    for letter in tokens:
        if letter not in _POINTS_OF:
            raise BadOutline(f"{letter!r} where a letter belongs in {text[:40]!r}")
        points = [_point(tokens, text) for _ in range(_POINTS_OF[letter])]
        if letter == "M":
            path.moveTo(*points)
        elif letter == "L":
            path.lineTo(*points)
        elif letter == "C":
            path.cubicTo(*points)
        elif letter == "Q":
            path.quadTo(*points)
        else:
            path.closeSubpath()
    return path


@cache
def mirrored(text: str) -> QPainterPath:
    """Read a path and flip it left to right about x = 0."""
    return QTransform(-1, 0, 0, 1, 0, 0).map(outline(text))


@cache
def both(text: str) -> QPainterPath:
    """Read a path and add its mirror image about x = 0."""
    path = QPainterPath(outline(text))
    path.addPath(mirrored(text))
    return path


def placed(path: QPainterPath, x: float, y: float, *, size: float = 1.0, turn: float = 0.0) -> QPainterPath:
    """Move a path's origin to (x, y), scale it by `size`, and turn it clockwise by `turn` degrees."""
    return QTransform().translate(x, y).rotate(turn).scale(size, size).map(path)


def joined(*shapes: QPainterPath) -> QPainterPath:
    """Return the union of shapes, made while they are enlarged: as Qt unites paths, it turns curves into
    straight lines that are true to about a quarter of a unit."""
    large = QTransform.fromScale(_JOIN, _JOIN)
    union = QPainterPath()
    for part in shapes:
        union = union.united(large.map(part))
    return QTransform.fromScale(1 / _JOIN, 1 / _JOIN).map(union)


def circle(x: float, y: float, radius: float) -> QPainterPath:
    """Return a disc about (x, y)."""
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), radius, radius)
    return path


def ring(x: float, y: float, outer: float, inner: float) -> QPainterPath:
    """Return a disc with a round hole."""
    path = circle(x, y, outer)
    path.addEllipse(QPointF(x, y), inner, inner)
    return path


def inset(rect: QRectF, across: float, down: float | None = None) -> QRectF:
    """Return the rectangle without a margin: `across` at the left and right, `down` at the top and bottom."""
    down = across if down is None else down
    return rect.adjusted(across, down, -across, -down)


def rounded(rect: QRectF, radius: float) -> QPainterPath:
    """Return a rectangle with round corners."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def oval(rect: QRectF) -> QPainterPath:
    """Return an ellipse within a rectangle."""
    path = QPainterPath()
    path.addEllipse(rect)
    return path


def polyline(*points: tuple[float, float]) -> QPainterPath:
    """Return straight lines from point to point."""
    path = QPainterPath(QPointF(*points[0]))
    for point in points[1:]:
        path.lineTo(*point)
    return path


def star_path(x: float, y: float, radius: float) -> QPainterPath:
    """Return a five-pointed star, one point up; the inner corners lie at 0.44 of the radius."""
    corners = []
    for corner in range(10):
        angle, reach = math.tau * corner / 10, radius if corner % 2 == 0 else radius * 0.44
        corners.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return polygon(*corners)


def polygon(*points: tuple[float, float]) -> QPainterPath:
    """Return a closed shape with straight sides."""
    path = polyline(*points)
    path.closeSubpath()
    return path


def _point(tokens: Iterator[str], text: str) -> QPointF:
    try:
        return QPointF(float(next(tokens)), float(next(tokens)))
    except (StopIteration, ValueError) as cause:
        raise BadOutline(f"a number is missing in {text[:40]!r}") from cause
