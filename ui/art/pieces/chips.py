"""Chips and badges: small signs with a number."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import design_space, fill, kept, shape, trace
from ui.art.lettering import draw_line
from ui.art.palette import CHALK, darker, ink_on, lighter
from ui.art.paths import circle, ring, rounded
from ui.art.pieces.players import seat_colour
from ui.art.theme import Theme


class Chip(Struct, frozen=True):
    """A bid chip: a short text (a number, a dash) in the colour of a seat, or in grey."""

    text: str
    seat: int | None = None


class Tone(StrEnum):
    """Meaning that a badge adds to its text."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


class Badge(Struct, frozen=True):
    """A count or a score for the corner of a piece; it widens with its text."""

    text: str
    tone: Tone = Tone.PLAIN


def paint_chip(painter: QPainter, rect: QRectF, chip: Chip, theme: Theme) -> None:
    """Draw a round chip with notches and its text, as large as fits."""
    colour = "#8C98A1" if chip.seat is None else seat_colour(chip.seat)
    with design_space(painter, rect, width=100, height=100):
        shape(painter, circle(0, 1.5, 46), darker(colour, 0.45), edge=theme.tile_rim, width=4)
        shape(painter, circle(0, -1.5, 45), colour, edge=theme.tile_rim, width=2)
        with kept(painter):
            for _ in range(8):
                notch = rounded(QRectF(-6.5, -45, 13, 10.5), 0)
                fill(painter, notch, CHALK)
                painter.rotate(45)
        fill(painter, circle(0, -1.5, 34.5), lighter(colour, 0.12))
        fill(painter, ring(0, -1.5, 35.5, 32.5), CHALK)
        draw_line(painter, QRectF(-25, -18, 50, 33), chip.text, ink_on(lighter(colour, 0.12)))


def paint_badge(painter: QPainter, rect: QRectF, badge: Badge, theme: Theme) -> None:
    """Draw a pill as high as `rect`, at most as wide, about its middle. At its left end GOOD has a tick and
    BAD a cross: colour is never the only sign."""
    colour = {Tone.PLAIN: theme.tile_rim, Tone.GOOD: "#0F6B4F", Tone.BAD: "#9E2A1E"}[badge.tone]
    with design_space(painter, rect, width=100 * rect.width() / rect.height(), height=100):
        widest = 100 * rect.width() / rect.height()
        sign = 0.0 if badge.tone is Tone.PLAIN else 46.0
        width = min(widest, max(92.0, 36.0 * len(badge.text) + 44 + sign))
        pill = rounded(QRectF(-width / 2 + 4, -46, width - 8, 92), 46)
        shape(painter, pill, colour, edge=CHALK, width=8)
        ink = ink_on(colour)
        box = QRectF(-width / 2 + 18 + sign, -25, width - 36 - sign, 50)
        draw_line(painter, box, badge.text, ink)
        painter.translate(-width / 2 + 42, 0)
        trace(painter, _TONE_SIGN[badge.tone], ink, 9)


_TONE_SIGN = {
    Tone.PLAIN: "",
    Tone.GOOD: "M -15 2 L -4 14 L 16 -14",
    Tone.BAD: "M -11 -11 L 11 11 M 11 -11 L -11 11",
}
