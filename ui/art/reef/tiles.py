"""Polyp tiles, larva cubes and alga cylinders."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QRadialGradient, QTransform

from ui.art.canvas import design_space, faded, fill, kept, shape, trace
from ui.art.palette import CORAL_COLOUR, TOKEN_COLOUR, Coral, Token, darker, ink_on, lighter
from ui.art.paths import circle, inset, joined, oval, polygon, polyline, ring, rounded
from ui.art.reef.motifs import draw_motif, ink_of
from ui.art.theme import Theme


def paint_polyp(painter: QPainter, rect: QRectF, coral: Coral, theme: Theme) -> None:
    """Draw a polyp tile: a domed square with a dark rim, a light inner line and the coral's motif."""
    colour = CORAL_COLOUR[coral]
    with design_space(painter, rect, width=100, height=100):
        fill(painter, rounded(QRectF(-48.5, -48.5, 97, 97), 20), theme.tile_rim)
        face = QRectF(-45, -45, 90, 90)
        dome = QRadialGradient(QPointF(-16, -20), 84)
        dome.setColorAt(0, lighter(colour, 0.10))
        dome.setColorAt(1, darker(colour, 0.10))
        fill(painter, rounded(face, 17), colour if theme.is_high_contrast else dome)
        trace(painter, rounded(inset(face, 3.6), 14), faded("#FFFFFF", 0.5), 2.2)
        painter.scale(88, 88)
        draw_motif(painter, coral, ink_of(coral))


def paint_larva(painter: QPainter, rect: QRectF, coral: Coral, theme: Theme) -> None:
    """Draw a larva cube, seen from the front and slightly above, with the motif on its front."""
    colour = CORAL_COLOUR[coral]
    with design_space(painter, rect, width=100, height=100):
        top = polygon((-44, -22), (-22, -44), (44, -44), (22, -22))
        side = polygon((22, -22), (44, -44), (44, 22), (22, 44))
        front = rounded(QRectF(-44, -22, 66, 66), 0)
        whole = polygon((-44, -22), (-22, -44), (44, -44), (44, 22), (22, 44), (-44, 44))
        trace(painter, whole, theme.tile_rim, 9)
        fill(painter, front, colour)
        fill(painter, top, lighter(colour, 0.38))
        fill(painter, side, darker(colour, 0.26))
        trace(painter, front, theme.tile_rim, 2.6)
        trace(painter, QPainterPath(polygon((22, -22), (44, -44), (22, -22))), theme.tile_rim, 2.6)
        painter.translate(-11, 11)
        painter.scale(66, 66)
        draw_motif(painter, coral, ink_of(coral), stroke=0.095)


def paint_alga(painter: QPainter, rect: QRectF, alga: Token, theme: Theme) -> None:
    """Draw an alga cylinder seen at a slant, its shape on top: triangle, square, hexagon or ring."""
    colour = TOKEN_COLOUR[alga]
    with design_space(painter, rect, width=100, height=100):
        body = polyline((-43, -14), (-43, 18))
        body.arcTo(QRectF(-43, -11, 86, 58), 180, 180)
        body.lineTo(43, -14)
        body.closeSubpath()
        lid = oval(QRectF(-43, -43, 86, 58))
        trace(painter, joined(body, lid), theme.tile_rim, 8)
        shine = QLinearGradient(-43, 0, 43, 0)
        shine.setColorAt(0, darker(colour, 0.12))
        shine.setColorAt(0.3, lighter(colour, 0.12))
        shine.setColorAt(1, darker(colour, 0.34))
        fill(painter, body, shine)
        shape(painter, lid, lighter(colour, 0.08), edge=theme.tile_rim, width=2.4)
        sign = QTransform(34, 0, 0, 23.5, 0, -14).map(alga_sign(alga))
        fill(painter, sign, ink_on(colour))


def alga_sign(alga: Token) -> QPainterPath:
    """Return the alga's shape about (0, 0), with a radius of about 1."""
    if alga is Token.RED:
        return ring(0, 0, 0.86, 0.4)  # a full disc looks too much like a hexagon when it is small
    corners, start = {Token.BLUE: (3, -90.0), Token.GREEN: (4, -45.0), Token.PURPLE: (6, 0.0)}[alga]
    radius = {3: 1.02, 4: 0.98, 6: 0.86}[corners]
    angles = [math.radians(start + 360 * corner / corners) for corner in range(corners)]
    return polygon(*((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles))


def paint_alga_sign(painter: QPainter, rect: QRectF, alga: Token, theme: Theme) -> None:
    """Draw the alga as a flat sign on a disc: for small places, such as a lock or a line of the log."""
    with design_space(painter, rect, width=100, height=100), kept(painter):
        shape(painter, circle(0, 0, 44), TOKEN_COLOUR[alga], edge=theme.tile_rim, width=8)
        painter.scale(26, 26)
        fill(painter, alga_sign(alga), ink_on(TOKEN_COLOUR[alga]))
