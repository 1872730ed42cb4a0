"""Hearts, spades, diamonds, clubs, and the ring of Kings' blank cards: always outlines, never glyphs."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import fill
from ui.art.paths import circle, joined, outline, placed, ring
from ui.art.theme import Theme

_HEART = (
    "M 0 .5 C -.09 .33 -.5 .12 -.5 -.17 C -.5 -.37 -.38 -.47 -.255 -.47 C -.13 -.47 -.04 -.39 0 -.27"
    " C .04 -.39 .13 -.47 .255 -.47 C .38 -.47 .5 -.37 .5 -.17 C .5 .12 .09 .33 0 .5 Z"
)
_SPADE = (
    "M 0 -.5 C .09 -.31 .46 -.13 .46 .13 C .46 .29 .35 .36 .24 .36 C .15 .36 .08 .32 .045 .25"
    " C .05 .36 .1 .45 .19 .5 L -.19 .5 C -.1 .45 -.05 .36 -.045 .25 C -.08 .32 -.15 .36 -.24 .36"
    " C -.35 .36 -.46 .29 -.46 .13 C -.46 -.13 -.09 -.31 0 -.5 Z"
)
_DIAMOND = "M 0 -.5 Q .16 -.215 .39 0 Q .16 .215 0 .5 Q -.16 .215 -.39 0 Q -.16 -.215 0 -.5 Z"
_CLUB_STEM = (
    "M -.07 -.12 L .07 -.12 L .1 .06 L .045 .12 C .05 .33 .1 .44 .19 .5 L -.19 .5"
    " C -.1 .44 -.05 .33 -.045 .12 L -.1 .06 Z"
)


class Suit(StrEnum):
    """A suit; the value is its letter. BLANK is the ring of Kings' blank cards."""

    HEARTS = "H"
    SPADES = "S"
    DIAMONDS = "D"
    CLUBS = "C"
    BLANK = "B"


@cache
def suit_path(suit: Suit) -> QPainterPath:
    """Return the suit's outline in the square from -0.5 to 0.5, point or lobe up."""
    if suit is Suit.CLUBS:
        return joined(
            outline(_CLUB_STEM),
            circle(0, -0.265, 0.228),
            circle(-0.262, 0.1, 0.228),
            circle(0.262, 0.1, 0.228),
        )
    if suit is Suit.BLANK:
        return ring(0, 0, 0.44, 0.27)
    return outline({Suit.HEARTS: _HEART, Suit.SPADES: _SPADE, Suit.DIAMONDS: _DIAMOND}[suit])


def suit_colour(suit: Suit, theme: Theme) -> str:
    """Return the suit's colour in the theme's deck (four colours or two)."""
    return {
        Suit.HEARTS: theme.hearts,
        Suit.SPADES: theme.spades,
        Suit.DIAMONDS: theme.diamonds,
        Suit.CLUBS: theme.clubs,
        Suit.BLANK: theme.blank,
    }[suit]


def draw_pip(
    painter: QPainter, suit: Suit, at: QPointF, *, size: float, colour: str, turned: bool = False
) -> None:
    """Draw one suit sign within a larger drawing, upside down if `turned`."""
    fill(painter, placed(suit_path(suit), at.x(), at.y(), size=size, turn=180 if turned else 0), colour)
