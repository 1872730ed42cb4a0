"""The signs of players: a colour, a shape and a number for each of ten seats, and sea animals to choose."""

from __future__ import annotations

import math
from functools import cache

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from app.animals import ANIMALS, Animal
from ui.art.canvas import design_space, fill, inside, shape, trace
from ui.art.lettering import Scarce, draw_line
from ui.art.palette import CHALK, SEAT_COLOUR, darker, ink_on, lighter
from ui.art.paths import circle, outline, polygon
from ui.art.pieces.avatars import draw_animal
from ui.art.theme import Theme

SEATS = len(SEAT_COLOUR)
SEA = "#12708C"
"""The colour behind an animal that has no seat."""


class Avatar(Struct, frozen=True):
    """A player's picture: an animal on the colour of the seat (0..9), or of the sea without a seat."""

    animal: Animal
    seat: int | None


class Pennant(Struct, frozen=True):
    """A seat's sign; `seat` counts from 0, the number shown from 1."""

    seat: int


def avatar_of(animal: Animal | None, seat: int) -> Avatar:
    """Return the picture of a player; without a chosen animal, one by the seat."""
    return Avatar(animal or ANIMALS[seat % len(ANIMALS)], seat)


def seat_colour(seat: int) -> str:
    """Return the colour of a seat; after ten seats the colours repeat."""
    return SEAT_COLOUR[seat % SEATS]


@cache
def seat_shape(seat: int) -> QPainterPath:
    """Return the outline of a seat's sign in the square from -0.5 to 0.5, different for each of ten seats."""
    number = seat % SEATS
    if number == 0:
        return circle(0, 0, 0.46)
    if number in _OUTLINES:
        return outline(_OUTLINES[number])
    corners, turn = {1: (4, 45.0), 2: (3, -90.0), 3: (4, 0.0), 4: (6, 0.0), 5: (5, -90.0), 6: (8, 22.5)}[
        number
    ]
    radius, drop = (0.62, 0.1) if corners == 3 else (0.58, 0.0) if number == 1 else (0.5, 0.0)
    angles = [math.radians(turn + 360 * corner / corners) for corner in range(corners)]
    return polygon(*((radius * math.cos(a), drop + radius * math.sin(a)) for a in angles))


_OUTLINES = {
    7: "M -.42 -.42 L .42 -.42 L .42 .05 C .42 .3 .2 .42 0 .5 C -.2 .42 -.42 .3 -.42 .05 Z",
    8: "M -.5 -.23 L -.23 -.23 L -.23 -.5 L .23 -.5 L .23 -.23 L .5 -.23 L .5 .23 L .23 .23 L .23 .5"
    " L -.23 .5 L -.23 .23 L -.5 .23 Z",
    9: (
        "M 0 -.5 C .1 -.26 .44 -.1 .44 .14 C .44 .36 .24 .5 0 .5 C -.24 .5 -.44 .36 -.44 .14"
        " C -.44 -.1 -.1 -.26 0 -.5 Z"
    ),
}


def paint_pennant(painter: QPainter, rect: QRectF, pennant: Pennant, theme: Theme) -> None:
    """Draw the seat's shape in its colour with its number, with an edge that shows on any ground."""
    colour = seat_colour(pennant.seat)
    with design_space(painter, rect, width=1.16, height=1.16):
        sign = seat_shape(pennant.seat)
        trace(painter, sign, theme.tile_rim, 0.14)
        shape(painter, sign, colour, edge=CHALK, width=0.055)
        drop = {2: 0.14, 9: 0.1}.get(pennant.seat % SEATS, 0.0)
        high = 0.36 if pennant.seat % SEATS == 2 else 0.42
        box = QRectF(-0.32, drop - high / 2, 0.64, high)
        draw_line(painter, box, str(pennant.seat + 1), ink_on(colour), scarce=Scarce.LEFT_OUT)


def paint_avatar(painter: QPainter, rect: QRectF, avatar: Avatar, theme: Theme) -> None:
    """Draw a round picture, with the pennant of its seat, if any, at the lower right."""
    colour = SEA if avatar.seat is None else seat_colour(avatar.seat)
    with design_space(painter, rect, width=100, height=100):
        disc = circle(0, 0, 46)
        shape(painter, disc, colour, edge=theme.tile_rim, width=5)
        with inside(painter, circle(0, 0, 44)):
            fill(painter, circle(-14, -18, 46), lighter(colour, 0.14))
            ink = ink_on(colour)
            draw_animal(
                painter, avatar.animal.value, body=ink, detail=darker(colour, 0.1) if ink == CHALK else colour
            )
        trace(painter, circle(0, 0, 43), CHALK, 1.6)
        if avatar.seat is not None:
            paint_pennant(painter, QRectF(10, 10, 40, 40), Pennant(avatar.seat), theme)
