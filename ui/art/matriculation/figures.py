"""The pictures on Matriculation's cards, each in a square of 64 units about (0, 0)."""

from __future__ import annotations

import math

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import faded, fill, inside, moved, shape, trace
from ui.art.lettering import draw_line
from ui.art.palette import FIGURE_INK, darker, lighter
from ui.art.paths import both, circle, outline, oval, placed, polyline, ring, rounded, star_path

_LINE = 1.5
_BOOKS = ("#1F5A8C", "#B23A48", "#D69A2D", "#3C7A57", "#6B4A8C", "#C8643C", "#2F7F8C")


def draw_books(painter: QPainter, count: int) -> None:
    """Draw a pile of books, one for each three hours, and a doctor's cap on top."""
    high = 6.2
    floor = 31.0
    for book in range(count):
        colour = _BOOKS[book % len(_BOOKS)]
        width = 46 - (book * 17 % 9)
        left = -width / 2 + (book * 11 % 7) - 3
        top = floor - (book + 1) * high
        cover = rounded(QRectF(left, top, width, high), 1.4)
        shape(painter, cover, colour, width=0.9)
        pages = rounded(QRectF(left + width - 9, top + 1.3, 9.4, high - 2.6), 0.6)
        shape(painter, pages, "#F8F1DF", width=0.6)
        fill(painter, rounded(QRectF(left + 6, top, 2.2, high), 0), lighter(colour, 0.5))
    with moved(painter, 0, floor - count * high - 5, size=0.86):
        draw_cap(painter)


def draw_cap(painter: QPainter) -> None:
    """Draw a doctor's cap about (0, 0)."""
    cap = "#2B3647"
    under = "M -13 -6 L -13 4 C -9 9 9 9 13 4 L 13 -6 Z"
    shape(painter, under, darker(cap, 0.25), width=1)
    shape(painter, "M 0 -16 L 27 -7 L 0 2 L -27 -7 Z", cap, width=1.1)
    trace(painter, "M 0 -7 L 20 -3 L 20 6", "#E2AE3C", 1.5)
    fill(painter, "M 18.4 5 L 21.6 5 L 22.6 11.5 L 17.4 11.5 Z", "#E2AE3C")


def draw_car(painter: QPainter, state: str) -> None:
    """Draw a small car: `broken`, `fixed` or `golden`."""
    colour = {"broken": "#7F8B96", "fixed": "#2E86AB", "golden": "#E5B63C"}[state]
    with moved(painter, 0, 8, size=0.98):
        if state == "broken":
            for x, y, radius in ((-21, -12, 4.5), (-23, -21, 5.5), (-14, -29, 7.5), (-3, -34, 5.5)):
                shape(painter, circle(x, y, radius), "#B9C0C6", width=1)
        if state == "golden":
            for x, y, size in ((-24, -24, 1.2), (22, -28, 1.5), (2, -32, 1.0)):
                draw_sparkle(painter, x, y, size)
        shape(painter, _CAR, colour, width=_LINE)
        with inside(painter, outline(_CAR)):
            fill(painter, rounded(QRectF(-32, 5, 64, 10), 0), darker(colour, 0.18))
            fill(painter, "M -32 -2 L 32 -2 L 32 0 L -32 0 Z", lighter(colour, 0.45))
        for window in _WINDOWS:
            shape(painter, window, "#DCEEF5", width=1)
        trace(painter, "M 1.5 -6 L 1.5 12 M 5 -1 L 8 -1", FIGURE_INK, 1)
        shape(painter, circle(-28, 1.5, 2.4), "#FFF1B0", width=0.9)
        for x in (-16, 16):
            flat = state == "broken" and x < 0
            wheel = oval(QRectF(x - 8, 6.5 + (3 if flat else 0), 16, 11.5 if flat else 14.5))
            shape(painter, wheel, "#2D333B", width=1)
            fill(painter, circle(x, 13.8, 3), "#C9D0D6")
        if state == "broken":
            trace(painter, "M 8 -18 L 13 -9 L 8 -4 L 14 4", "#C2261B", 2.2)
        if state == "fixed":
            _spanner(painter)


_CAR = (
    "M -31 9 L -31 1 C -30 -3 -26 -5 -20 -6 L -12 -16 C -10 -18.4 -8 -19 -5 -19 L 9 -19"
    " C 12 -19 14 -18.4 16 -16 L 22 -7 C 28 -6 31 -4 31 1 L 31 9 C 31 12 29 13 27 13 L -27 13"
    " C -29 13 -31 12 -31 9 Z"
)
_WINDOWS = (
    "M -14.5 -6.5 L -9 -14 C -8 -15.3 -7 -15.5 -5.6 -15.5 L -1 -15.5 L -1 -6.5 Z",
    "M 4 -6.5 L 4 -15.5 L 9 -15.5 C 11 -15.5 12 -15 13 -13.6 L 17.6 -6.5 Z",
)


def draw_clock(painter: QPainter, state: str) -> None:
    """Draw an alarm clock: `broken`, `new` or `proof`, which nothing can break."""
    metal = {"broken": "#C8553D", "new": "#2F8F83", "proof": "#8592A0"}[state]
    for side in (-1, 1):
        trace(painter, f"M {side * 12} 19 L {side * 18} 28", FIGURE_INK, 4)
        with moved(painter, side * 15, -19, turn=side * 38):
            shape(painter, "M -9 4 C -9 -9 9 -9 9 4 Z", metal, width=_LINE)
    trace(painter, "M 0 -22 L 0 -27 M -4 -28 L 4 -28", FIGURE_INK, 2.4)
    shape(painter, circle(0, 2, 23), metal, width=_LINE)
    if state == "proof":
        for bolt in range(12):
            angle = math.tau * bolt / 12
            fill(painter, circle(20.2 * math.cos(angle), 2 + 20.2 * math.sin(angle), 1.3), FIGURE_INK)
    shape(painter, circle(0, 2, 17.6), "#FFFDF6", width=1.1)
    for hour in range(12):
        angle = math.tau * hour / 12
        inner = 13.0 if hour % 3 == 0 else 14.8
        tick = polyline(
            (inner * math.cos(angle), 2 + inner * math.sin(angle)),
            (16 * math.cos(angle), 2 + 16 * math.sin(angle)),
        )
        trace(painter, tick, FIGURE_INK, 1.3)
    hands = "M 0 2 L 9 7 M 0 2 L -4 12" if state == "broken" else "M 0 2 L 0 -9 M 0 2 L 8 5"
    trace(painter, hands, FIGURE_INK, 2.4)
    fill(painter, circle(0, 2, 2), FIGURE_INK)
    if state == "broken":
        trace(painter, "M 6 -16 L -2 -7 L 4 -2 L -6 6 L 0 11 L -7 19", "#FFFDF6", 4.2)
        trace(painter, "M 6 -16 L -2 -7 L 4 -2 L -6 6 L 0 11 L -7 19", "#C2261B", 2.2)
        spring = "M 19 14 C 26 10 28 18 22 18 C 28 14 33 22 26 23 C 32 19 36 27 29 28"
        trace(painter, spring, FIGURE_INK, 1.8)
    elif state == "new":
        draw_sparkle(painter, 26, -14, 1.2)
        draw_sparkle(painter, -27, 10, 0.9)
    else:
        _shield(painter)


def draw_mask(painter: QPainter, state: str) -> None:
    """Draw `caught` (mask and crib), `reinstated` (a sealed letter) or `saint` (halo and wings)."""
    if state == "caught":
        with moved(painter, turn=-9):
            _sheet(painter, QRectF(-17, -31, 34, 38), lines=5)
        shape(painter, _MASK, "#2A2E37", edge="#F8F4E8", width=2.6)
        shape(painter, both("M -5 9 C -9 1 -18 -1 -23 4 C -20 12 -10 15 -5 9 Z"), "#FFFDF6", width=1)
        for side in (-1, 1):
            fill(painter, circle(side * 12.4 + 2.6, 7, 2.7), FIGURE_INK)
        return
    if state == "reinstated":
        _sheet(painter, QRectF(-21, -29, 42, 54), lines=6)
        shape(painter, "M 8 14 L 4 32 L 11 28 L 18 32 L 15 14 Z", "#B23A48", width=1)
        shape(painter, circle(11.5, 12, 9.5), "#D94F4F", width=1.2)
        trace(painter, "M 7 12 L 10.4 15.4 L 16.4 8.6", "#FFFFFF", 2.4)
        return
    wing = (
        "M -15 6 C -24 -12 -34 -10 -32 2 C -35 4 -34 9 -31 10 C -32 14 -29 17 -25 16 C -22 18 -17 16 -15 12 Z"
    )
    shape(painter, both(wing), "#FFFFFF", width=1.3)
    halo = oval(QRectF(-16, -32, 32, 11))
    trace(painter, halo, FIGURE_INK, 5.4)
    trace(painter, halo, "#F2C14A", 3.4)
    shape(painter, circle(0, 6, 18), "#F6D7B5", width=_LINE)
    trace(painter, both("M -10 4 Q -7 0 -4 4"), FIGURE_INK, 1.8)
    trace(painter, "M -7 11 Q 0 17 7 11", FIGURE_INK, 1.8)
    fill(painter, both("M -14 9 C -14 6 -9 6 -9 9 C -9 12 -14 12 -14 9 Z"), faded("#E06A5A", 0.5))


_MASK = (
    "M -31 0 C -22 -9 -9 -5 0 -3 C 9 -5 22 -9 31 0 C 32 13 22 21 11 19 C 5 18 2 13 0 11"
    " C -2 13 -5 18 -11 19 C -22 21 -32 13 -31 0 Z"
)


def draw_grades(painter: QPainter, state: str) -> None:
    """Draw a report: `low`, `ok`, or `straight` with the best grade only."""
    if state == "straight":
        for turn, x in ((-16, -13), (16, 13), (0, 0)):
            with moved(painter, x, 3 if turn else -2, turn=turn):
                _sheet(painter, QRectF(-15, -24, 30, 44), lines=0)
                draw_line(painter, QRectF(-11, -17, 22, 20), "A", "#1E7A46")
                trace(painter, "M -9 8 L 9 8 M -9 13 L 9 13", "#B8B09C", 1.3)
        star(painter, 0, 22, 8.5, "#F2C14A")
        return
    _sheet(painter, QRectF(-22, -31, 44, 60), lines=0)
    trace(painter, "M -16 16 L 16 16 M -16 22 L 8 22", "#B8B09C", 1.6)
    if state == "low":
        draw_line(painter, QRectF(-17, -25, 20, 18), "D", "#B3261E")
        trace(painter, "M -14 -2 L -6 2 L 0 0 L 13 10 M 13 3 L 13.4 10.4 L 6 10", "#B3261E", 2.2)
        trace(painter, ring(-7, -16, 13, 13), "#B3261E", 1.6)
        return
    draw_line(painter, QRectF(-17, -25, 20, 18), "B", "#1E7A46")
    trace(painter, "M -14 9 L -6 4 L 0 7 L 13 -4 M 6 -4 L 13.4 -4.4 L 13 3", "#1E7A46", 2.2)
    shape(painter, circle(18, 22, 9.5), "#2E9E5B", width=1.2)
    trace(painter, "M 13.4 22 L 16.8 25.4 L 22.8 18.4", "#FFFFFF", 2.6)


def draw_ogre(painter: QPainter) -> None:
    """Draw a professor with tusks, spectacles and a doctor's cap."""
    green = "#7BA14A"
    shape(painter, both("M -17 -6 C -24 -12 -31 -13 -33 -8 C -33 -2 -26 3 -18 4 Z"), green, width=_LINE)
    fill(painter, both("M -20 -4 C -25 -8 -29 -8.6 -30 -6.6 C -29 -3 -25 0 -20 1 Z"), darker(green, 0.25))
    head = "M -18 -12 C -18 -24 18 -24 18 -12 C 24 6 20 30 0 30 C -20 30 -24 6 -18 -12 Z"
    shape(painter, head, green, width=_LINE)
    for side in (-1, 1):
        shape(painter, circle(side * 8.4, 0, 7), "#F7FBFF", width=1.6)
        fill(painter, circle(side * 7.4, 0.6, 2.4), FIGURE_INK)
    trace(painter, "M -1.6 -.6 Q 0 -2 1.6 -.6", FIGURE_INK, 1.6)
    trace(painter, both("M -15.4 -8.4 L -3.6 -5.4"), FIGURE_INK, 3)
    shape(painter, "M -5 6 C -8 13 8 13 5 6 C 3 3 -3 3 -5 6 Z", darker(green, 0.12), width=1.2)
    trace(painter, "M -11 21 Q 0 16 11 21", FIGURE_INK, 2)
    shape(painter, both("M -9.4 20.4 L -8 13.4 L -5 18.8 Z"), "#FFFDF0", width=1)
    with moved(painter, 0, -16, size=0.9):
        draw_cap(painter)


def draw_princess(painter: QPainter) -> None:
    """Draw a princess with a long plait."""
    hair = "#B8472A"
    back = "M -16 0 C -20 -26 20 -26 16 0 C 18 12 16 18 12 20 L -12 20 C -16 18 -18 12 -16 0 Z"
    shape(painter, back, hair, width=_LINE)
    dress = "M -24 32 C -24 20 -14 17 -6 15 L 6 15 C 14 17 24 20 24 32 Z"
    shape(painter, dress, "#3D8C6B", width=_LINE)
    trace(painter, "M -9 16.4 Q 0 24 9 16.4", "#F2C14A", 2.2)
    shape(painter, "M -4 8 L -4 16 Q 0 20 4 16 L 4 8 Z", "#F1CBA6", width=1)
    shape(
        painter,
        "M -12 -4 C -12 -18 12 -18 12 -4 C 12 8 6 13 0 13 C -6 13 -12 8 -12 -4 Z",
        "#F6D7B5",
        width=1.2,
    )
    shape(painter, both("M 0 -17 C -9 -17 -13.6 -11 -13 -3 C -9 -5 -4 -9 0 -14 Z"), hair, width=1)
    for side in (-1, 1):
        fill(painter, circle(side * 4.8, -1.6, 1.6), FIGURE_INK)
        fill(painter, circle(side * 7.4, 3.4, 2.2), faded("#E06A5A", 0.45))
    trace(painter, "M -3.4 6.4 Q 0 9 3.4 6.4", "#A8242F", 1.7)
    plait = "M 13 8 C 22 12 22 20 16 30"
    trace(painter, plait, FIGURE_INK, 8)
    trace(painter, plait, hair, 5.6)
    trace(painter, "M 14 11 L 20 13 M 15.4 17 L 21 17 M 14.6 23 L 20.4 22", FIGURE_INK, 1)
    tiara = "M -11 -17 L -13 -27 L -6.4 -21.6 L 0 -31 L 6.4 -21.6 L 13 -27 L 11 -17 Q 0 -21 -11 -17 Z"
    shape(painter, tiara, "#F2C14A", width=1.2)
    fill(painter, circle(0, -22, 1.9), "#C2261B")


def draw_apple(painter: QPainter) -> None:
    """Draw an apple for the teacher."""
    apple = (
        "M 0 -10 C -8 -18 -28 -15 -27 4 C -26 20 -15 31 -7 30 C -4 29.6 -2 28.6 0 28.6 C 2 28.6 4 29.6 7 30"
        " C 15 31 26 20 27 4 C 28 -15 8 -18 0 -10 Z"
    )
    shape(painter, apple, "#CF2E2E", width=_LINE)
    trace(painter, "M -18 12 C -21 4 -20 -3 -15 -6", faded("#FFFFFF", 0.75), 3.4)
    trace(painter, "M 0 -9 C 0 -16 2 -21 6 -25", "#5A3A22", 3.4)
    shape(painter, "M 3 -17 C 8 -28 20 -28 26 -24 C 22 -15 12 -12 3 -17 Z", "#4F9A4A", width=1.2)
    trace(painter, "M 6 -17.6 C 12 -20 18 -22 22 -22.6", FIGURE_INK, 0.9)
    star(painter, 8, 10, 8, "#F2C14A")


def star(painter: QPainter, x: float, y: float, radius: float, colour: str) -> None:
    """Draw a five-pointed star."""
    shape(painter, star_path(x, y, radius), colour, width=radius * 0.14)


def draw_sparkle(painter: QPainter, x: float, y: float, size: float) -> None:
    """Draw a four-pointed glint."""
    glint = outline("M 0 -5 Q .7 -.7 5 0 Q .7 .7 0 5 Q -.7 .7 -5 0 Q -.7 -.7 0 -5 Z")
    shape(painter, placed(glint, x, y, size=size), "#FFE9A0", width=0.9)


def _sheet(painter: QPainter, box: QRectF, *, lines: int) -> None:
    shape(painter, rounded(box, 2), "#FFFDF6", width=1.3)
    for line in range(lines):
        y = box.top() + 7 + line * 6.4
        row = polyline((box.left() + 5, y), (box.right() - (5 if line % 2 == 0 else 11), y))
        trace(painter, row, "#B8B09C", 1.5)


def _spanner(painter: QPainter) -> None:
    with moved(painter, 17, -29, turn=40):
        tool = (
            "M -2.6 14 L -2.6 -4 C -7 -6 -7.6 -12 -4 -15 L -4 -9 L 0 -7 L 4 -9 L 4 -15 C 7.6 -12 7 -6 2.6 -4"
            " L 2.6 14 C 2.6 18 -2.6 18 -2.6 14 Z"
        )
        shape(painter, tool, "#C9D2DA", width=1.2)


def _shield(painter: QPainter) -> None:
    shield = "M 17 5 L 30 9 L 30 18 C 30 25 24 29 17 32 C 10 29 4 25 4 18 L 4 9 Z"
    shape(painter, shield, "#E5B63C", width=1.4)
    trace(painter, "M 11 18 L 15.4 22.6 L 23.4 13.4", FIGURE_INK, 2.6)


class Sign(Struct, frozen=True):
    """A family's sign for the corner of a card: paths to stroke and to fill, 24 units wide about 0."""

    lines: str
    filled: str = ""


SIGNS = {
    "cap": Sign("M -11 -2 L 0 -7 L 11 -2 L 0 3 Z M -6 1 L -6 6 C -3 8.6 3 8.6 6 6 L 6 1 M 11 -2 L 11 5"),
    "mask": Sign(
        "",
        "M -12 -2.6 C -7.6 -6.8 -3 -5 0 -4 C 3 -5 7.6 -6.8 12 -2.6 C 12.4 4.4 8.6 7.8 4.2 6.8"
        " C 2 6.2 1 4.6 0 3.6 C -1 4.6 -2 6.2 -4.2 6.8 C -8.6 7.8 -12.4 4.4 -12 -2.6 Z"
        " M -8.6 .2 C -6.8 -1.6 -3.8 -1 -2.6 1.2 C -4.4 3.2 -7.6 3 -8.6 .2 Z"
        " M 8.6 .2 C 6.8 -1.6 3.8 -1 2.6 1.2 C 4.4 3.2 7.6 3 8.6 .2 Z",
    ),
    "car": Sign(
        "",
        "M -11 4 L -11 0 C -10.6 -1.6 -9 -2 -7 -2.4 L -4.4 -6.6 L 5 -6.6 L 8 -2.4 C 10 -2 11 -1.4 11 .4"
        " L 11 4 L 8.6 4"
        " C 8.6 8.4 2.8 8.4 2.8 4 L -2.8 4 C -2.8 8.4 -8.6 8.4 -8.6 4 Z",
    ),
    "clock": Sign(
        "M 0 -7 C -10.6 -7 -10.6 9 0 9 C 10.6 9 10.6 -7 0 -7 Z M 0 -2.6 L 0 1.4 L 3.6 3.4 M -10 -5"
        " L -5.4 -9 M 10 -5 L 5.4 -9"
    ),
    "grade": Sign("M -7 -9 L 7 -9 L 7 9 L -7 9 Z M -3.4 5 L 0 -4.6 L 3.4 5 M -2.2 2 L 2.2 2"),
    "ogre": Sign(
        "M -7 -4 L -11 -7 L -11 -2 L -7.4 0 M 7 -4 L 11 -7 L 11 -2 L 7.4 0 M -7 -4 C -7 -11 7 -11 7 -4"
        " C 9 3 7 9 0 9 C -7 9 -9 3 -7 -4 Z"
        " M -3 -2 L -3 -1 M 3 -2 L 3 -1 M -3.4 5 L 3.4 5"
    ),
}
