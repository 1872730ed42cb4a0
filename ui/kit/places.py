"""Places of piles: a frame on the cloth, with a sign and a word while no card covers it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import design_space, faded, fill, inside, pen, trace
from ui.art.fish import fish_path
from ui.art.lettering import Scarce, Writing, shared_cap
from ui.art.matriculation.figures import SIGNS
from ui.art.palette import mix
from ui.art.paths import circle, outline, placed, polygon, rounded, star_path
from ui.art.pieces.card_stock import HEIGHT, WIDTH
from ui.art.theme import Theme


class PileSign(StrEnum):
    """Kind of pile that a place is for."""

    PLAIN = "plain"
    STOCK = "stock"
    DISCARD = "discard"
    VETO = "veto"
    HOUSE = "house"
    HOURS = "hours"
    CONTROL = "control"
    PROBATION = "probation"
    EXCEPTION = "exception"


class PilePlace(Struct, frozen=True):
    """A pile's place: its sign, and a word below it."""

    sign: PileSign
    label: str = ""
    beside: tuple[str, ...] = ()
    """Labels of neighbouring places: all have letters of one size."""


def paint_place(painter: QPainter, rect: QRectF, place: PilePlace, theme: Theme) -> None:
    """Draw an empty place, in a card's shape; the veto's has a barred frame."""
    write = Writing(painter, theme.letters)
    line = theme.felt_line
    with design_space(painter, rect, width=WIDTH, height=HEIGHT):
        frame = rounded(QRectF(-47, -67, 94, 134), 6)
        fill(painter, frame, faded(theme.felt_edge, 0.45))
        if place.sign is PileSign.VETO:
            _bars(painter, theme)
        else:
            dashes = pen(line, 2.2)
            dashes.setDashPattern([3.2, 2.6])
            painter.strokePath(frame, dashes)
        _sign(painter, place, mix(theme.felt, line, 0.75))
        if place.label:
            words = " ".join((place.label, *place.beside)).split()
            box = QRectF(-38, 26, 76, 32)
            cap = shared_cap(painter, words, 76, cap=8, letters=theme.letters, room=32)
            write.text(box, place.label, theme.felt_text, cap=cap, bold=True, scarce=Scarce.LEFT_OUT)


def _bars(painter: QPainter, theme: Theme) -> None:
    """Draw a frame of slanted bars, the sign that something is forbidden."""
    frame = rounded(QRectF(-48, -68, 96, 136), 7).subtracted(rounded(QRectF(-39, -59, 78, 118), 4))
    fill(painter, frame, "#F4EFE2")
    with inside(painter, frame):
        for step in range(-12, 13):
            x = step * 18.0
            bar = polygon((x - 80, 80), (x - 71, 80), (x + 89, -80), (x + 80, -80))
            fill(painter, bar, "#B3261E")
    trace(painter, frame, theme.mark_rim, 1)


def _sign(painter: QPainter, place: PilePlace, colour: str) -> None:
    y = -14.0
    if place.sign is PileSign.STOCK or place.sign is PileSign.PLAIN:
        fill(painter, placed(fish_path(), 0, y, size=50), colour)
    elif place.sign is PileSign.VETO:
        trace(painter, circle(0, y, 20), colour, 5)
        trace(painter, "M -14 -28 L 14 0", colour, 5)
    elif place.sign is PileSign.HOUSE:
        house = placed(outline("M -24 2 L 0 -20 L 24 2 M -17 -2 L -17 20 L 17 20 L 17 -2"), 0, y)
        trace(painter, house, colour, 4.4)
    elif place.sign is PileSign.EXCEPTION:
        fill(painter, star_path(0, y, 24), colour)
    elif place.sign in _FAMILY:
        sign = SIGNS[_FAMILY[place.sign]]
        if sign.lines:
            trace(painter, placed(outline(sign.lines), 0, y, size=2.2), colour, 4)
        if sign.filled:
            fill(painter, placed(outline(sign.filled), 0, y, size=2.2), colour)
    else:
        arrow = "M 0 -22 L 0 14 M -14 0 L 0 15 L 14 0" if place.sign is PileSign.DISCARD else _STACK
        trace(painter, placed(outline(arrow), 0, y), colour, 4.4)


_STACK = "M -18 -14 L 10 -14 L 10 22 L -18 22 Z M -10 -22 L 18 -22 L 18 14"
_FAMILY = {PileSign.HOURS: "cap", PileSign.CONTROL: "clock", PileSign.PROBATION: "grade"}
