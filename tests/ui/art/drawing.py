"""Pieces drawn in a test, and comparisons of their pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from ui.art.theme import Theme, ThemeName, themed

K = TypeVar("K")
LIGHT, DARK, HIGH = (themed(name) for name in ThemeName)


def draw(
    paint: Callable[[QPainter, QRectF, K, Theme], None],
    kind: K,
    *,
    size: tuple[int, int] = (100, 140),
    theme: Theme = LIGHT,
    dpr: float = 1.0,
    ground: str | None = None,
) -> QImage:
    """The piece on a transparent image, or on a ground of one colour."""
    width, height = size
    image = QImage(round(width * dpr), round(height * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(QColor(0, 0, 0, 0) if ground is None else QColor(ground))
    with QPainter(image) as painter:
        paint(painter, QRectF(0, 0, width, height), kind, theme)
    return image


def digest(image: QImage) -> str:
    """The picture's pixels, hashed."""
    return hashlib.sha256(bytes(image.constBits())).hexdigest()[:16]


def greys(image: QImage) -> list[bytes]:
    """Rows of grey values, 0..255."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return [bytes(grey.constScanLine(row))[: grey.width()] for row in range(grey.height())]


Part = tuple[float, float, float, float]
WHOLE: Part = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Edges:
    """A picture to a colour-blind eye: the points where grey changes, and those beside them."""

    points: frozenset[tuple[int, int]]
    near: frozenset[tuple[int, int]]


def edges(image: QImage, *, part: Part = WHOLE, step: int = 24) -> Edges:
    """The points where grey changes by more than `step` to the right or down. `part` (left, top, right
    and bottom as shares of the picture) leaves out frames that all share."""
    rows = greys(_cut(image, part))
    found = set()
    for y in range(len(rows) - 1):
        for x in range(len(rows[y]) - 1):
            here = rows[y][x]
            if abs(here - rows[y][x + 1]) > step or abs(here - rows[y + 1][x]) > step:
                found.add((x, y))
    near = {(x + dx, y + dy) for x, y in found for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return Edges(frozenset(found), frozenset(near))


def edge_difference(one: Edges, other: Edges) -> float:
    """0 if the edges are the same, 1 if they have none in common (one pixel of slack)."""
    if not one.points or not other.points:
        return 1.0
    alone = len(one.points - other.near) + len(other.points - one.near)
    return alone / (len(one.points) + len(other.points))


def difference(one: QImage, other: QImage) -> float:
    """The mean difference of grey values, 0..255."""
    pairs = [
        (a, b)
        for left, right in zip(greys(one), greys(other), strict=True)
        for a, b in zip(left, right, strict=True)
    ]
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


def _cut(image: QImage, part: Part) -> QImage:
    left, top, right, bottom = part
    wide, high = image.width(), image.height()
    return image.copy(
        round(wide * left), round(high * top), round(wide * (right - left)), round(high * (bottom - top))
    )
