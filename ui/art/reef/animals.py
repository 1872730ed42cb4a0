"""Shrimps and parrotfish, each in its player's colour with the player's number."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath

from ui.art.canvas import design_space, faded, fill, inside, shape, trace
from ui.art.lettering import Scarce, draw_line, least_cap
from ui.art.palette import CHALK, TOKEN_COLOUR, Token, darker, ink_on, lighter
from ui.art.paths import circle, outline, polygon
from ui.art.theme import Theme


class Shrimp(Struct, frozen=True):
    """One player's shrimp; `number` is that of the seat, from 1."""

    colour: Token
    number: int


class Parrotfish(Struct, frozen=True):
    """One player's parrotfish; `number` is that of the seat, from 1."""

    colour: Token
    number: int


_SHRIMP = (
    "M -39 -19 C -34 -38 -6 -46 16 -38 C 38 -30 46 -6 38 14 C 33 27 21 35 7 36"
    " C 1 36.4 -4 36 -8 35 C -13 43 -23 46 -32 42 C -29 38 -29 35 -31 31 C -35 28 -37 24 -36 19"
    " C -27 17 -18 20 -11 26 C -3 25 7 21 12 14 C 18 7 15 -1 6 -3"
    " C -8 -5 -26 -4 -39 -19 Z"
)
_SEGMENTS = (
    "M 4 -41 C 0 -28 0 -14 7 -3 M 22 -37 C 15 -26 13 -12 15 2 M 37 -22 C 27 -16 20 -6 17 5"
    " M 41 4 C 31 3 22 6 16 10 M 29 27 C 24 21 19 17 12 14 M -11 27 C -17 27 -23 28 -30 31"
)
_FEELERS = "M -36 -22 C -46 -28 -49 -36 -46 -47 M -30 -30 C -36 -36 -38 -42 -34 -49"
_LEGS = "M -20 -7 L -26 6 M -10 -5 L -14 9 M 0 -4 L -2 10"

_BODY = (
    "M -62 3 C -60 -10 -46 -34 -10 -35 C 20 -36 38 -18 48 -6 C 54 -14 64 -26 77 -33"
    " C 71 -14 71 14 78 34 C 64 28 54 14 48 7 C 36 22 16 37 -12 36 C -42 35 -58 20 -62 3 Z"
)
_BACK_FIN = "M -34 -29 C -26 -48 6 -50 30 -36 C 34 -33 37 -29 38 -24 C 16 -34 -10 -36 -34 -29 Z"
_BELLY_FIN = "M -12 35 C -4 40 4 47 18 46 C 20 40 24 32 30 27 C 16 35 0 37 -12 35 Z"
_SIDE_FIN = "M -16 6 C -6 -4 10 -4 18 3 C 14 8 14 14 17 20 C 4 23 -10 19 -16 6 Z"
_GILL = "M -30 -22 C -22 -8 -22 10 -29 24"
_BEAK = "M -62 3 C -66 1 -72 -1 -73 -7 C -66 -10 -60 -10 -56.5 -9 C -58 -6 -58 -2 -57 2 Z"
_BEAK_LOW = "M -62 3 C -66 4 -71 7 -71 12 C -65 15 -60 14 -57 13 C -58 10 -58 6 -57 2 Z"


def paint_shrimp(painter: QPainter, rect: QRectF, shrimp: Shrimp, theme: Theme) -> None:
    """Draw a shrimp with a large number and a white edge that shows on every coral."""
    colour = TOKEN_COLOUR[shrimp.colour]
    with design_space(painter, rect, width=106, height=106):
        body = outline(_SHRIMP)
        lines = outline(_FEELERS)
        legs = outline(_LEGS)
        for path in (body, lines, legs):
            trace(painter, path, theme.tile_rim, 13)
        for path in (lines, legs):
            trace(painter, path, CHALK, 7)
            trace(painter, path, colour, 3)
        shape(painter, body, colour, edge=CHALK, width=5)
        with inside(painter, body):
            trace(painter, _SEGMENTS, faded(ink_on(colour), 0.55), 2.4)
        fill(painter, circle(-24, -24, 5.2), CHALK)
        fill(painter, circle(-25, -24, 3.2), theme.tile_rim)
        _number(painter, shrimp.number, QPointF(25, -2), 20.5, theme)


def paint_parrotfish(painter: QPainter, rect: QRectF, fish: Parrotfish, theme: Theme) -> None:
    """Draw a parrotfish that swims to the left, the player's number on its tail."""
    colour = TOKEN_COLOUR[fish.colour]
    rim = theme.tile_rim
    ink = ink_on(colour)
    with design_space(painter, rect, width=160, height=104):
        for fin in (_BACK_FIN, _BELLY_FIN):
            shape(painter, fin, darker(colour, 0.2), edge=rim, width=3)
        body = outline(_BODY)
        light = QLinearGradient(0, -36, 0, 36)
        light.setColorAt(0, darker(colour, 0.08))
        light.setColorAt(0.45, lighter(colour, 0.16))
        light.setColorAt(1, darker(colour, 0.18))
        fill(painter, body, light)
        with inside(painter, body):
            _scales(painter, ink)
            fill(painter, polygon((46, -40), (80, -40), (80, 40), (46, 40)), darker(colour, 0.22))
            rays = outline("M 52 -4 L 76 -24 M 53 -1 L 76 -8 M 53 2 L 76 9 M 52 5 L 76 25")
            trace(painter, rays, faded(ink, 0.45), 2)
            trace(painter, _GILL, faded(ink, 0.7), 2.6)
        trace(painter, body, rim, 3.6)
        shape(painter, _SIDE_FIN, darker(colour, 0.2), edge=rim, width=2.4)
        trace(painter, "M -8 7 L 9 4 M -7 10 L 11 10 M -4 14 L 11 16", faded(ink, 0.45), 1.8)
        for beak in (_BEAK, _BEAK_LOW):
            shape(painter, beak, "#F6F1DE", edge=rim, width=2.6)
        shape(painter, circle(-42, -9, 8), CHALK, edge=rim, width=2.4)
        fill(painter, circle(-43.4, -9, 4.4), rim)
        fill(painter, circle(-45, -10.8, 1.5), CHALK)
        _number(painter, fish.number, QPointF(31, 0), 18, theme)


def _scales(painter: QPainter, ink: str) -> None:
    scales = QPainterPath()
    for row in range(-4, 5):
        for column in range(10):
            x, y = -24 + column * 8 + (4 if row % 2 else 0), row * 8
            scales.moveTo(x, y - 4)
            scales.cubicTo(x + 5, y - 4, x + 5, y + 4, x, y + 4)
    trace(painter, scales, faded(ink, 0.28), 1.5)


def _number(painter: QPainter, number: int, at: QPointF, radius: float, theme: Theme) -> None:
    """Draw a disc with the seat's number, left out if it is too small to read: the colour tells the seat."""
    if radius * 1.16 < least_cap(painter) * 0.7:
        return
    shape(painter, circle(at.x(), at.y(), radius), theme.tile_rim, edge=CHALK, width=radius * 0.16)
    box = QRectF(at.x() - radius * 0.7, at.y() - radius * 0.58, radius * 1.4, radius * 1.16)
    draw_line(painter, box, str(number), CHALK, scarce=Scarce.LEFT_OUT)
