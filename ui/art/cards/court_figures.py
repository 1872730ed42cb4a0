"""Jack, queen and king: one half-figure drawn twice, turned by half a circle, so either end can be up.

The halves meet at a slanted sash through the middle of the card. Units are those of `card_stock`: the frame
is 54 x 120, a figure's head is about 20 high.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import faded, fill, inside, moved, shape, trace
from ui.art.cards.court_dress import draw_dress, draw_held
from ui.art.cards.court_heads import draw_hat, draw_head
from ui.art.cards.court_look import CourtLook, court_look
from ui.art.cards.suits import Suit, draw_pip
from ui.art.palette import mix
from ui.art.paths import inset, outline, placed, polygon, rounded
from ui.art.theme import Theme

_FRAME = QRectF(-27, -60, 54, 120)
_SLANT = 7.0
"""Height of the sash at the right edge above its height in the middle."""


def paint_court(painter: QPainter, rank: str, suit: Suit, theme: Theme) -> None:
    """Draw the framed picture of `J`, `Q` or `K`, in card units about the card's middle."""
    look = court_look(suit, theme)
    frame = rounded(_FRAME, 3)
    fill(painter, frame, mix(theme.paper, look.main, 0.09))
    with inside(painter, frame):
        for turn in (0, 180):
            with moved(painter, turn=turn), inside(painter, _upper_half()):
                _half(painter, rank, suit, look)
        _sash(painter, look)
    trace(painter, frame, look.main, 1.1)
    trace(painter, rounded(inset(_FRAME, 1.5), 2), faded(look.gold, 0.75), 0.5)


def _half(painter: QPainter, rank: str, suit: Suit, look: CourtLook) -> None:
    _rays(painter, look)
    draw_held(painter, rank, suit, look, behind=True)
    draw_dress(painter, rank, suit, look)
    draw_head(painter, rank, look)
    draw_hat(painter, rank, look)
    draw_held(painter, rank, suit, look, behind=False)
    draw_pip(painter, suit, QPointF(-20.4, -51.6), size=9.6, colour=look.main)


def _upper_half() -> QPainterPath:
    return polygon((-28, -61), (28, -61), (28, -_SLANT), (-28, _SLANT))


def _rays(painter: QPainter, look: CourtLook) -> None:
    light = faded(look.gold, 0.20)
    for ray in range(24):
        angle, spread = math.tau * ray / 24, math.tau / 96
        ends = [(70 * math.cos(at), 70 * math.sin(at) - 38) for at in (angle - spread, angle + spread)]
        fill(painter, polygon((0, -38), *ends), light)


def _sash(painter: QPainter, look: CourtLook) -> None:
    """Draw the band over the seam, with a medallion in the middle; half a turn leaves it the same."""
    angle = math.degrees(math.atan2(-_SLANT, 28))
    with moved(painter, turn=angle):
        band = QRectF(-32, -3.4, 64, 6.8)
        shape(painter, rounded(band, 0), look.gold, edge=look.line, width=0.8)
        shape(
            painter, rounded(band.adjusted(0, 1.3, 0, -1.3), 0), look.second, edge=look.gold_deep, width=0.4
        )
        for bead in range(-6, 7):
            if abs(bead) > 1:
                lozenge = placed(outline("M 0 -1 L 1 0 L 0 1 L -1 0 Z"), bead * 4.4, 0, size=1.1)
                fill(painter, lozenge, look.gold_light)
    fill(painter, placed(outline(_MEDALLION), 0, 0, size=1.09), look.line)
    fill(painter, _MEDALLION, look.gold)
    fill(painter, placed(outline(_MEDALLION), 0, 0, size=0.84), look.paper)
    fill(painter, _STUD, look.main)


_MEDALLION = "M 0 -7 L 2.8 -3.2 L 7 0 L 2.8 3.2 L 0 7 L -2.8 3.2 L -7 0 L -2.8 -3.2 Z"
_STUD = "M 0 -3.6 Q .7 -.7 3.6 0 Q .7 .7 0 3.6 Q -.7 .7 -3.6 0 Q -.7 -.7 0 -3.6 Z"
