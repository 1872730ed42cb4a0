"""Frames of things: the ground under a thing, and an edge that highlights it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.games.reef.lights import Light
from ui.art.canvas import faded, fill, trace
from ui.art.paths import inset, rounded
from ui.art.theme import Theme

L = TypeVar("L", bound=Hashable)


class Lit(Struct, Generic[L], frozen=True):
    """A look, and its highlight."""

    look: L
    light: Light = Light.NONE


def panel(
    painter: QPainter, rect: QRectF, light: Light, theme: Theme, *, radius: float, faint: bool = False
) -> None:
    """Draw the ground of a thing in the sea, with an edge for its highlight."""
    body = rounded(inset(rect, 1), radius)
    fill(painter, body, faded(theme.tile_rim, 0.16 if faint else 0.3))
    trace(painter, body, faded(theme.sea_line, 0.5 if faint else 0.9), 1.1)
    edge(painter, rect, light, theme, radius=radius)


def edge(painter: QPainter, rect: QRectF, light: Light, theme: Theme, *, radius: float) -> None:
    """Draw an unbroken bright line for something to choose, a thick one for something held."""
    width = {Light.LIT: 3.0, Light.HELD: 4.0}.get(light)
    if width is None:
        return
    margin = width / 2 + 0.5
    path = rounded(inset(rect, margin), max(1.0, radius - margin))
    trace(painter, path, theme.mark_rim, width + 2)
    trace(painter, path, theme.selected if light is Light.HELD else theme.playable, width)
