"""Robes, collars, and the things that the court holds."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import faded, fill, inside, moved, shape, trace, trace_all
from ui.art.cards.court_look import CourtLook
from ui.art.cards.suits import Suit, suit_path
from ui.art.paths import both, circle, outline, placed, polygon, rounded

_LINE = 0.65
_ROBE = "M -27.5 12 L -27.5 -8 C -25 -16 -18 -20 -8 -22.4 L 8 -22.4 C 18 -20 25 -16 27.5 -8 L 27.5 12 Z"
_TUNIC = "M -5.4 -20 L 5.4 -20 L 8.6 12 L -8.6 12 Z"
_TUNIC_EDGE = "M -6 -20 L -9 12"
_ERMINE = (
    "M -12 -22 C -21.6 -19 -23.6 -14 -21 -9.6 C -14.6 -12.6 -7 -9.4 0 -4.6 C 7 -9.4 14.6 -12.6 21 -9.6"
    " C 23.6 -14 21.6 -19 12 -22 C 8 -17 -8 -17 -12 -22 Z"
)
_ERMINE_SPOTS = ((-17.6, -14.6), (-12.4, -17.2), (-10.6, -12.6), (-5.2, -13.2), (-4.4, -9.2), (0.0, -11.4))
_SPOT = "M 0 -1.6 C .3 -.4 .9 .6 1.1 1.4 L 0 .7 L -1.1 1.4 C -.9 .6 -.3 -.4 0 -1.6 Z"

_SLEEVE = "M -13.6 -20 C -24 -19.6 -28 -11 -28 12 L -14.4 12 C -16.4 1 -11.6 -11 -13.6 -20 Z"
_BODICE = (
    "M -13.6 -20 C -10.4 -18.4 -4.6 -13 0 -8.4 C 4.6 -13 10.4 -18.4 13.6 -20"
    " C 11.6 -11 16.4 1 14.4 12 L -14.4 12 C -16.4 1 -11.6 -11 -13.6 -20 Z"
)
_NECKLINE = "M -13.6 -20 C -10.4 -18.4 -4.6 -13 0 -8.4 C 4.6 -13 10.4 -18.4 13.6 -20"
_THROAT = (
    "M -3.3 -29 L -3.5 -22.6 C -6 -20.6 -10 -20.2 -13.6 -20 C -10.4 -18.4 -4.6 -13 0 -8.4"
    " C 4.6 -13 10.4 -18.4 13.6 -20 C 10 -20.2 6 -20.6 3.5 -22.6 L 3.3 -29 Z"
)
_FAN = (
    "M -3.6 -22.6 C -10 -21 -13.4 -20.4 -15.6 -19.6 C -20.4 -24.6 -21.4 -32.4 -18.2 -38.6"
    " C -12.6 -36.4 -7 -31 -3.6 -22.6 Z"
)
_FAN_RIBS = (
    "M -5 -22.6 L -15.4 -35.6 M -7.6 -22 L -18.2 -32.6"
    " M -10.6 -21.4 L -18.6 -28.4 M -13.4 -20.6 L -17.6 -24.4"
)
_LACES = "M -3 -3.6 L 3 -.4 M 3 -3.6 L -3 -.4 M -3.4 .6 L 3.4 3.8 M 3.4 .6 L -3.4 3.8"
_NECKLACE = "M -5.4 -20.8 C -4 -16.6 -2 -15.4 0 -15 C 2 -15.4 4 -16.6 5.4 -20.8"

_JACK_NECK = "M -3.4 -29 L -3.6 -20 L 0 -16.4 L 3.6 -20 L 3.4 -29 Z"
_JACK_COLLAR = (
    "M -3.3 -23.8 C -8.6 -22.6 -13 -21.4 -16.6 -18.4 L -14.8 -14.6 L -12.2 -15.2 L -10.6 -11.6 L -8 -13"
    " L -5.8 -10 L -3.8 -12.6 L -1.2 -10.8 L 0 -17 Z"
)
_CHAIN = "M -14.6 -15 C -12 -6 -6 -2.8 0 -2.4 C 6 -2.8 12 -6 14.6 -15"

_HAND = "M -3.3 -2.4 C -3.4 -4.2 2.8 -4.6 3.4 -2.8 L 3.6 2.2 C 3.2 4 -2.8 4 -3.4 2.4 Z"
_FINGERS = "M -3.2 -1.2 L .8 -1.4 M -3.3 .4 L .9 .3 M -3.2 2 L .6 1.9"
_CUFF = "M -4.6 2.6 Q 0 4.4 4.8 2.4 L 6.4 7.4 Q 0 9.8 -6.2 7.8 Z"
_GRIP_X, _GRIP_Y = 19.4, -13.4


def draw_dress(painter: QPainter, rank: str, suit: Suit, look: CourtLook) -> None:
    """Draw a figure's dress below the chin."""
    {"K": _king, "Q": _queen, "J": _jack}[rank](painter, suit, look)


def draw_robe_pattern(painter: QPainter, robe: QPainterPath, suit: Suit, colour: str) -> None:
    """Draw the suit's pattern on a garment."""
    weave: list[QPainterPath] = []
    for row in range(-4, 3):
        for column in range(-5, 6):
            x, y = column * 5.6 + (2.8 if row % 2 else 0), row * 5.0
            if suit is Suit.HEARTS:
                weave.append(placed(outline("M -2.8 0 L 0 -5 L 2.8 0 M 0 -.9 L 0 .9"), x, y))
                weave.append(placed(outline("M -2.8 0 L 0 5 L 2.8 0"), x, y))
            elif suit is Suit.SPADES:
                weave.append(placed(outline("M -2.8 1.6 L 0 -1.6 L 2.8 1.6"), x, y))
            elif suit is Suit.DIAMONDS:
                weave.append(placed(outline("M 0 -2.1 L 1.5 0 L 0 2.1 L -1.5 0 Z"), x, y))
            else:
                weave.append(placed(outline("M -2.8 -1.2 C -2.6 3 2.6 3 2.8 -1.2"), x, y))
    with inside(painter, robe):
        trace_all(painter, weave, colour, 0.55)


def draw_held(painter: QPainter, rank: str, suit: Suit, look: CourtLook, *, behind: bool) -> None:
    """Draw the things behind the robe if `behind`: a weapon, sceptre, banner, staff or flower. Otherwise draw
    the cuff and the hand that hold it."""
    with moved(painter, _GRIP_X, _GRIP_Y):
        if behind:
            if rank == "Q":
                _flower(painter, suit, look)
            else:
                _weapon(painter, rank, suit, look)
            return
        shape(painter, _CUFF, look.paper if rank != "K" else look.gold, edge=look.line, width=_LINE)
        shape(painter, _HAND, look.skin, edge=look.line, width=_LINE)
        trace(painter, _FINGERS, look.line, 0.42)


def _king(painter: QPainter, suit: Suit, look: CourtLook) -> None:
    robe = outline(_ROBE)
    fill(painter, robe, look.main)
    draw_robe_pattern(painter, robe, suit, look.gold)
    trace(painter, robe, look.line, _LINE)
    shape(painter, _TUNIC, look.second, edge=look.line, width=_LINE)
    trace(painter, both(_TUNIC_EDGE), look.line, 2.0)
    trace(painter, both(_TUNIC_EDGE), look.gold, 1.2)
    shape(painter, _ERMINE, look.paper, edge=look.line, width=_LINE)
    for x, y in _ERMINE_SPOTS:
        for side in (-1, 1):
            fill(painter, placed(outline(_SPOT), side * x, y), look.line)


def _queen(painter: QPainter, suit: Suit, look: CourtLook) -> None:
    shape(painter, both(_FAN), look.paper, edge=look.line, width=_LINE)
    trace(painter, both(_FAN_RIBS), look.gold, 0.5)
    sleeves = both(_SLEEVE)
    fill(painter, sleeves, look.main)
    draw_robe_pattern(painter, sleeves, suit, look.gold)
    trace(painter, sleeves, look.line, _LINE)
    fill(painter, _THROAT, look.skin)
    with inside(painter, outline(_THROAT)):
        fill(painter, polygon((-4, -30), (6, -30), (5, -21), (1, -23.4)), faded(look.skin_shade, 0.8))
    trace(painter, _THROAT, look.line, _LINE)
    shape(painter, _BODICE, look.second, edge=look.line, width=_LINE)
    trace(painter, _LACES, look.gold_light, 0.7)
    trace(painter, _NECKLINE, look.line, 2.3)
    trace(painter, _NECKLINE, look.gold, 1.4)
    trace(painter, _NECKLACE, look.gold_deep, 0.7)
    fill(painter, placed(suit_path(suit), 0, -13.2, size=3.8), look.main)


def _jack(painter: QPainter, suit: Suit, look: CourtLook) -> None:
    robe = outline(_ROBE)
    fill(painter, robe, look.second)
    left = rounded(QRectF(-29, -24, 29, 40), 0)
    with inside(painter, left):
        fill(painter, robe, look.main)
        draw_robe_pattern(painter, robe, suit, look.gold)
    stripes = QPainterPath()
    for x in (6, 11, 16, 21):
        stripes.moveTo(x, -24)
        stripes.lineTo(x + 1.5, 12)
    with inside(painter, robe):
        trace(painter, stripes, look.gold, 0.9)
    trace(painter, "M 0 -20 L 0 12", look.line, _LINE)
    trace(painter, robe, look.line, _LINE)
    trace(painter, _CHAIN, look.line, 2.0)
    trace(painter, _CHAIN, look.gold_light, 1.1)
    shape(painter, _JACK_NECK, look.skin, edge=look.line, width=_LINE)
    shape(painter, both(_JACK_COLLAR), look.paper, edge=look.line, width=_LINE)


def _weapon(painter: QPainter, rank: str, suit: Suit, look: CourtLook) -> None:
    steel, edge = "#D9E0E7", look.line
    if rank == "K" and suit in (Suit.SPADES, Suit.HEARTS):
        shape(painter, "M -1.5 -6 L -1.3 -38 L 0 -42.6 L 1.3 -38 L 1.5 -6 Z", steel, edge=edge, width=0.55)
        trace(painter, "M 0 -7 L 0 -38", "#8B97A4", 0.45)
        guard = "M -6.2 -8.6 Q 0 -5.4 6.2 -8.6 L 6.2 -6.2 Q 0 -3.2 -6.2 -6.2 Z"
        shape(painter, guard, look.gold, edge=edge, width=0.55)
        return
    pole = "M -.8 12 L -.8 -36 L .8 -36 L .8 12 Z"
    shape(painter, pole, "#8A5A33" if rank == "J" else look.gold, edge=edge, width=0.5)
    if rank == "K":
        fill(painter, circle(0, -31, 2.0), look.gold_deep)
        shape(painter, circle(0, -35.2, 3.6), look.gold, edge=edge, width=0.55)
        shape(painter, placed(suit_path(suit), 0, -40, size=7.5), look.main, edge=edge, width=0.5)
    elif suit is Suit.SPADES:
        blade = "M -.8 -24 C -6 -25 -8 -30 -6.6 -36 C -4.6 -33 -2.6 -32.4 -.8 -32.4 Z"
        shape(painter, blade, steel, edge=edge, width=0.55)
        shape(painter, "M .8 -26 L 5 -29.4 L .8 -32 Z", steel, edge=edge, width=0.5)
        shape(painter, "M -1.6 -35 L 0 -43 L 1.6 -35 Z", steel, edge=edge, width=0.5)
    elif suit is Suit.DIAMONDS:
        shape(painter, "M .8 -37 L 0 -43 L -.8 -37 Z", steel, edge=edge, width=0.8)
        flag = (
            "M .8 -36.4 C 2.6 -38 4.4 -34.4 7.2 -35.6 L 5.6 -31.6 L 7.2 -27.4 C 4.4 -26.4 2.6 -30 .8 -28.4 Z"
        )
        shape(painter, flag, look.second, edge=edge, width=0.55)
    else:
        head = "M 0 -43.4 C 3.4 -39.6 4 -36.6 0 -32.4 C -4 -36.6 -3.4 -39.6 0 -43.4 Z"
        shape(painter, head, look.gold if suit is Suit.HEARTS else "#3E8E5A", edge=edge, width=0.55)
        trace(painter, "M 0 -41 L 0 -33", look.line, 0.4)
        leaf = both("M -.8 -29 C -3 -33 -6 -33.4 -7.6 -32.4 C -6.6 -29 -4 -27.6 -.8 -27 Z")
        shape(painter, leaf, look.gold if suit is Suit.HEARTS else "#3E8E5A", edge=edge, width=0.5)


def _flower(painter: QPainter, suit: Suit, look: CourtLook) -> None:
    green = "#3F7D4E"
    trace(painter, "M 0 6 C -.6 -8 .8 -14 0 -20", look.line, 1.9)
    trace(painter, "M 0 6 C -.6 -8 .8 -14 0 -20", green, 1.1)
    leaf = "M 0 -8 C -4 -8 -6 -11 -6.6 -15 C -3 -14.4 -.6 -12 0 -8 Z"
    shape(painter, leaf, green, edge=look.line, width=0.5)
    shape(
        painter,
        "M 0 -11 C 3.4 -11 5 -14 5.4 -17 C 2.6 -16.6 .4 -14.6 0 -11 Z",
        green,
        edge=look.line,
        width=0.5,
    )
    bloom = {Suit.SPADES: look.second, Suit.CLUBS: "#E9DDF0", Suit.BLANK: look.gold}.get(suit, look.main)
    petal = "M 0 0 C -3.6 -1.6 -3.4 -5.6 0 -7 C 3.4 -5.6 3.6 -1.6 0 0 Z"
    petals = 5 if suit in (Suit.HEARTS, Suit.DIAMONDS) else 6 if suit is Suit.CLUBS else 3
    spread = 360 / petals if petals > 3 else 42
    for number in range(petals):
        turn = number * spread if petals > 3 else (number - 1) * spread
        base = -25 if petals > 3 else -20
        size = 0.86 if petals > 3 else 1.35
        shape(
            painter, placed(outline(petal), 0, base, size=size, turn=turn), bloom, edge=look.line, width=0.5
        )
    if petals > 3:
        shape(painter, circle(0, -25, 1.9), look.gold_light, edge=look.line, width=0.5)
