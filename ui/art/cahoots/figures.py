"""Cups with faces, and pictures of their drinkers' traits: each in a square of 50 units about (0, 0)."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import faded, fill, inside, moved, shape, trace
from ui.art.palette import FIGURE_INK, darker, ink_on, lighter
from ui.art.paths import both, circle, outline, oval, rounded, star_path

_EDGE = 1.7

CUPS = {
    "C": "M -15 -22 L 15 -22 L 11 22 C 10 24 -10 24 -11 22 Z",
    "D": "M -14 -13 L 14 -13 L 10 23 C 9 25 -9 25 -10 23 Z",
    "J": "M -15 -18 L 15 -18 L 15 19 C 15 23 12 24 9 24 L -9 24 C -12 24 -15 23 -15 19 Z",
    "L": "M -22 -9 L 22 -9 C 22 10 13 20 0 20 C -13 20 -22 10 -22 -9 Z",
    "T": "M -17 -13 C -17 -13 17 -13 17 -13 C 18 2 20 4 12 16 C 9 20 -9 20 -12 16 C -20 4 -18 2 -17 -13 Z",
    "R": (
        "M -13 -12 L 13 -12 C 15 2 15 10 11 18 L 7 20 L 7 23 L 12 25 L -12 25 L -7 23"
        " L -7 20 L -11 18 C -15 10 -15 2 -13 -12 Z"
    ),
}
"""Each suit's cup, by the suit's letter."""
_HANDLES = {
    "J": "M 15 -10 C 27 -12 27 14 15 12",
    "L": "M 21 -4 C 31 -6 29 10 17 8",
    "T": "M 17 -8 C 28 -10 28 6 16 7",
    "R": "M 14 -4 C 25 -5 24 12 12 12",
}


def draw_cup(painter: QPainter, letter: str, colour: str) -> None:
    """Draw a suit's cup with its face."""
    if letter in _HANDLES:
        trace(painter, _HANDLES[letter], FIGURE_INK, 6.4)
        trace(painter, _HANDLES[letter], colour, 3.6)
    if letter == "L":
        saucer = oval(QRectF(-27, 15, 54, 10))
        shape(painter, saucer, lighter(colour, 0.35), width=_EDGE)
    _top(painter, letter, colour)
    cup = outline(CUPS[letter])
    fill(painter, cup, colour)
    with inside(painter, cup):
        fill(painter, rounded(QRectF(-30, -30, 19, 60), 0), faded("#FFFFFF", 0.2))
        fill(painter, rounded(QRectF(9, -30, 24, 60), 0), faded("#000000", 0.14))
        _pattern(painter, letter, colour)
    trace(painter, cup, FIGURE_INK, _EDGE)
    _after(painter, letter, colour)
    _FACES[letter](painter, ink_on(colour))


def draw_cup_sign(painter: QPainter, letter: str, colour: str) -> None:
    """Draw a suit's cup as a flat sign, for the corner of a card."""
    if letter in _HANDLES:
        trace(painter, _HANDLES[letter], colour, 4.6)
    fill(painter, CUPS[letter], colour)
    signs = {
        "C": "M -17 -22 L 17 -22",
        "D": "M -16 -16 L 16 -16 M -11 -22 L 11 -22",
        "J": "M -6 -23 L -6 -26 M 6 -23 L 6 -26",
        "L": "M -24 23 L 24 23",
        "T": "M -6 -13 L -6 -24 M 7 -13 L 7 -19",
        "R": "M -9 -16 C -10 -24 -1 -24 0 -18 C 1 -24 10 -24 9 -16",
    }
    trace(painter, signs[letter], colour, 3.8)


def _top(painter: QPainter, letter: str, colour: str) -> None:
    """Draw the part of a drinker that rises above the cup, behind its rim."""
    if letter == "R":
        cream = "M -13 -10 C -19 -14 -14 -21 -9 -19 C -9 -26 2 -28 4 -22 C 11 -25 17 -18 13 -10 Z"
        shape(painter, cream, "#FFF8EC", width=_EDGE)
        shape(painter, rounded(QRectF(-5, -28, 9, 8), 2.4), "#FFFFFF", width=1.2)
        shape(painter, rounded(QRectF(3, -25, 8.5, 7.5), 2.4), "#F9D9DF", width=1.2)
    elif letter == "T":
        trace(painter, "M -8 -13 C -10 -20 -17 -18 -19 -11 L -19 -3", FIGURE_INK, 1.3)
    elif letter == "C":
        rim = oval(QRectF(-15, -25.5, 30, 7))
        shape(painter, rim, "#8A5A2B", width=_EDGE)
        trace(painter, "M 7 -22 L 11.4 -30", FIGURE_INK, 4.6)
        trace(painter, "M 7 -22 L 11.4 -30", "#A8673A", 2.6)


def _pattern(painter: QPainter, letter: str, colour: str) -> None:
    if letter == "C":
        lines = QPainterPath()
        for x in (-9, -3, 3, 9):
            lines.moveTo(x * 1.15, -19)
            lines.lineTo(x * 0.85, 22)
        trace(painter, lines, faded("#FFFFFF", 0.55), 1.2)
        fill(painter, rounded(QRectF(-30, -30, 60, 13), 0), faded("#FFFFFF", 0.45))
    elif letter == "D":
        fill(painter, rounded(QRectF(-30, -4, 60, 17), 0), lighter(colour, 0.72))
        trace(painter, "M -20 -4 L 20 -4 M -20 13 L 20 13", FIGURE_INK, 1.1)
    elif letter == "J":
        fill(painter, rounded(QRectF(-30, -18, 60, 5), 0), lighter(colour, 0.3))
    elif letter == "L":
        fill(painter, "M -30 -9 L 30 -9 L 30 -4 Q 0 -1 -30 -4 Z", "#FFFFFF")
    elif letter == "T":
        for x, y in ((-11, 10), (0, 14), (11, 10)):
            fill(painter, circle(x, y, 1.6), faded("#FFFFFF", 0.8))
        trace(painter, "M -20 -8.6 Q 0 -6.6 20 -8.6", faded("#FFFFFF", 0.8), 1.6)
    else:
        trace(painter, "M -20 14 Q 0 18 20 14", lighter(colour, 0.4), 2)


def _after(painter: QPainter, letter: str, colour: str) -> None:
    """Draw the part of a drinker in front of the cup."""
    if letter == "D":
        shape(painter, "M -17 -17 L 17 -17 L 15.4 -12 L -15.4 -12 Z", "#F4F1EA", width=_EDGE)
        shape(painter, "M -12 -23 L 12 -23 L 14.6 -17 L -14.6 -17 Z", "#F4F1EA", width=_EDGE)
    elif letter == "T":
        shape(painter, "M -23 -4 L -15 -4 L -15 5 L -19 8 L -23 5 Z", "#FFF6DC", width=1.2)
        fill(painter, "M -19 -1.4 C -16 0 -17 3.6 -19 4.6 C -21 3.6 -22 0 -19 -1.4 Z", darker(colour, 0.1))


def _eyes(painter: QPainter, ink: str, y: float, apart: float) -> None:
    for side in (-1, 1):
        fill(painter, circle(side * apart, y, 1.9), ink)


def _friendly(painter: QPainter, ink: str) -> None:
    _eyes(painter, ink, -2, 4.8)
    trace(painter, "M -4.4 4 Q 0 9 4.4 4", ink, 1.7)
    trace(painter, both("M 0 2.4 C 2 .8 5 1 7 3.6"), ink, 1.3)


def _sly(painter: QPainter, ink: str) -> None:
    band = "M -10.6 -1 L 10.6 -1 L 10.2 7 C 6 10 2 8 0 5 C -2 8 -6 10 -10.2 7 Z"
    fill(painter, band, FIGURE_INK)
    fill(painter, both("M 2.4 3 L 8 1.4 C 8 5 4 6 2.4 3 Z"), "#FFFFFF")
    fill(painter, both("M 5 2.2 L 6.8 1.8 L 6.4 4.4 L 5 4.4 Z"), FIGURE_INK)
    trace(painter, "M -4 16.6 Q 2 19 5 15", ink, 1.7)


def _hearty(painter: QPainter, ink: str) -> None:
    _eyes(painter, ink, -4, 5.6)
    trace(painter, both("M 3 -9 L 8 -8.4"), ink, 1.8)
    fill(painter, "M -7 3 L 7 3 C 6 12 -6 12 -7 3 Z", ink)


def _sleepy(painter: QPainter, ink: str) -> None:
    trace(painter, both("M 4 3 Q 7 5.6 10 3"), ink, 1.8)
    trace(painter, "M -2.4 10 Q 0 12 2.4 10", ink, 1.7)


def _prim(painter: QPainter, ink: str) -> None:
    for side in (-1, 1):
        trace(painter, circle(side * 5.8, 0, 4.2), ink, 1.3)
        fill(painter, circle(side * 5.6, 0.2, 1.7), ink)
    trace(painter, "M -1.8 -.6 Q 0 -1.6 1.8 -.6", ink, 1.3)
    trace(painter, "M -2.6 8 Q 0 9.6 2.6 8", ink, 1.7)


def _sweet(painter: QPainter, ink: str) -> None:
    for side in (-1, 1):
        fill(painter, circle(side * 5.2, -1, 2.6), ink)
        fill(painter, circle(side * 5.2 - 0.8, -1.9, 0.9), "#FFFFFF" if ink == "#14181D" else FIGURE_INK)
        fill(painter, circle(side * 8.6, 4, 2), faded("#FF9FB2", 0.7))
    trace(painter, "M -3.4 5 Q 0 9 3.4 5", ink, 1.7)


_FACES = {"C": _friendly, "D": _sly, "J": _hearty, "L": _sleepy, "T": _prim, "R": _sweet}


def draw_trait(painter: QPainter, number: int) -> None:
    """Draw the picture of trait 1 to 10."""
    traits = (_belt, _notes, _gamepad, _clapper, _quill, _megaphone, _bicycle, _book, _screen, _column)
    traits[number - 1](painter)


def _belt(painter: QPainter) -> None:
    strap = "M -27 -7 C -14 -3 14 -3 27 -7 L 27 8 C 14 12 -14 12 -27 8 Z"
    shape(painter, strap, "#2F343D", width=_EDGE)
    for side in (-1, 1):
        shape(painter, rounded(QRectF(side * 19 - 4, -4, 8, 11), 1.6), "#E2AE3C", width=1.2)
    shape(painter, circle(0, 2, 14), "#E2AE3C", width=_EDGE)
    shape(painter, circle(0, 2, 10.4), "#F6DC8C", width=1)
    fill(painter, star_path(0, 2, 7.6), "#B23A48")


def _notes(painter: QPainter) -> None:
    trace(painter, "M -8 14 L -8 -14 L 15 -19 L 15 9", FIGURE_INK, 3.6)
    fill(painter, "M -8 -17 L 15 -22 L 15 -14.4 L -8 -9.4 Z", FIGURE_INK)
    for x, y in ((-13, 15), (10, 10)):
        head = oval(QRectF(x - 7, y - 5, 14, 10))
        shape(painter, head, "#7A4BB0", width=_EDGE)


def _gamepad(painter: QPainter) -> None:
    pad = (
        "M -14 -11 L 14 -11 C 24 -11 29 13 23 15 C 18 16.6 13 9 9 7 L -9 7 C -13 9 -18 16.6 -23 15"
        " C -29 13 -24 -11 -14 -11 Z"
    )
    shape(painter, pad, "#3E6FA3", width=_EDGE)
    trace(painter, "M -13 -6 L -13 4 M -18 -1 L -8 -1", "#FFFFFF", 3.4)
    buttons = ((13, -5.6, "#F2C14A"), (17.6, -1, "#E05A4E"), (13, 3.6, "#6FCF97"), (8.4, -1, "#9AD7FF"))
    for x, y, colour in buttons:
        shape(painter, circle(x, y, 2.5), colour, width=0.9)


def _clapper(painter: QPainter) -> None:
    shape(painter, rounded(QRectF(-21, -5, 42, 25), 2), "#3A414C", width=_EDGE)
    with moved(painter, -21, -6, turn=-13):
        bar = rounded(QRectF(0, -8, 43, 8), 1.4)
        shape(painter, bar, "#FFFFFF", width=_EDGE)
        with inside(painter, bar):
            for x in (0, 14, 28):
                fill(painter, f"M {x + 6} -8 L {x + 12} -8 L {x + 7} 0 L {x + 1} 0 Z", FIGURE_INK)
        trace(painter, bar, FIGURE_INK, _EDGE)
    fill(painter, "M -5 1 L 9 8 L -5 15 Z", "#F2C14A")


def _quill(painter: QPainter) -> None:
    feather = "M 24 -24 C 6 -24 -8 -12 -11 8 L -7 10 C 12 6 22 -8 24 -24 Z"
    shape(painter, feather, "#E9EEF2", width=_EDGE)
    trace(painter, "M 21 -21 C 6 -12 -6 2 -18 20", FIGURE_INK, 1.5)
    trace(painter, "M 3 -6 L 14 -6 M -3 1 L 8 1 M 9 -13 L 19 -13", "#9AA7B2", 1.2)
    trace(painter, "M -22 22 C -14 17 -8 25 0 20 C 6 16 12 24 20 20", "#2F6DB5", 2.4)


def _megaphone(painter: QPainter) -> None:
    shape(painter, "M -12 6 L -8 20 C -7 23 -1 22 -2 18 L -4 7 Z", "#8A2231", width=_EDGE)
    shape(
        painter,
        "M -18 -8 L -8 -8 L 13 -20 L 13 19 L -8 8 L -18 8 C -23 8 -23 -8 -18 -8 Z",
        "#D94F4F",
        width=_EDGE,
    )
    shape(painter, "M 13 -20 C 18 -14 18 13 13 19 C 9 12 9 -13 13 -20 Z", "#FFF3E0", width=_EDGE)
    trace(painter, "M 20 -6 L 27 -9 M 21 0 L 28 0 M 20 6 L 27 9", FIGURE_INK, 2)


def _bicycle(painter: QPainter) -> None:
    for x in (-15, 15):
        trace(painter, circle(x, 9, 10.5), FIGURE_INK, 2.6)
        spokes = QPainterPath()
        for k in range(6):
            spokes.moveTo(x, 9)
            spokes.lineTo(x + 9.6 * math.cos(math.pi * k / 3), 9 + 9.6 * math.sin(math.pi * k / 3))
        trace(painter, spokes, "#8A94A0", 0.9)
    frame = "M -15 9 L -8 -8 L 9 -8 L -1 9 Z M -1 9 L -10 -13 M 15 9 L 8 -12"
    trace(painter, frame, FIGURE_INK, 4)
    trace(painter, frame, "#D9542B", 2.2)
    trace(painter, "M -15 -14 L -6 -14 M 8 -12 L 7 -16 L 14 -17", FIGURE_INK, 3)
    shape(painter, circle(-1, 9, 2.8), "#F2C14A", width=1)


def _book(painter: QPainter) -> None:
    cover = "M -25 -14 L 0 -10 L 25 -14 L 25 16 L 0 20 L -25 16 Z"
    shape(painter, cover, "#2E7D5B", width=_EDGE)
    page = "M 0 -9 C 6 -17 16 -18 22 -16 L 22 12 C 15 10 6 12 0 18 Z"
    shape(painter, both(page), "#FFFBF0", width=1.3)
    trace(
        painter,
        both("M 5 -9 C 9 -12 13 -12.6 18 -12 M 5 -3 C 9 -6 13 -6.6 18 -6 M 5 3 C 9 0 13 -.6 18 0"),
        "#A79F8C",
        1.3,
    )
    fill(painter, "M 12 -17 L 16 -17 L 16 -3 L 14 -6 L 12 -3 Z", "#D94F4F")


def _screen(painter: QPainter) -> None:
    shape(painter, rounded(QRectF(-25, -20, 50, 34), 3), "#C9D2DA", width=_EDGE)
    shape(painter, rounded(QRectF(-21.4, -16.4, 42.8, 26.8), 1.6), "#17242E", width=1)
    trace(painter, "M -9 -10 L -16 -3 L -9 4 M 9 -10 L 16 -3 L 9 4 M 3 -11 L -3 5", "#7BE0C3", 2.6)
    shape(painter, "M -7 14 L 7 14 L 10 22 L -10 22 Z", "#AEB9C2", width=_EDGE)


def _column(painter: QPainter) -> None:
    stone = "#EDE6D6"
    shape(painter, rounded(QRectF(-19, 17, 38, 6), 1), stone, width=_EDGE)
    shape(painter, "M -11 -11 L 11 -11 L 13 17 L -13 17 Z", stone, width=_EDGE)
    trace(painter, "M -6 -10 L -7 16 M 0 -10 L 0 16 M 6 -10 L 7 16", "#A79F8C", 1.6)
    volute = "M 0 -19 L 15 -19 C 22 -19 22 -9 15.6 -9 C 11 -9 11 -15 15 -15"
    shape(painter, "M -17 -19 L 17 -19 L 14 -10 L -14 -10 Z", stone, width=1.2)
    trace(painter, both(volute), FIGURE_INK, 1.8)
    shape(painter, rounded(QRectF(-21, -24, 42, 5.4), 1), stone, width=_EDGE)
