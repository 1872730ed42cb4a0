"""Faces, hair, beards, crowns, coronets and caps of the court."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import faded, fill, inside, shape, trace
from ui.art.cards.court_look import CourtLook
from ui.art.paths import both, circle, outline, placed, rounded

LINE = 0.65

_FACE = "M -7 -41 C -7.7 -35 -6.2 -26.4 0 -25.2 C 6.2 -26.4 7.7 -35 7 -41 C 6 -45 -6 -45 -7 -41 Z"
_BROW = "M -5.7 -37.9 C -4.6 -39.5 -2.6 -39.5 -1.3 -38.1"
_NOSE = "M 1.3 -38.1 C .7 -36 1 -34 1.5 -32.6 C 1.5 -31.7 .4 -31.4 -.7 -31.6"
_EYE = "M -5.3 -35.9 Q -3.5 -37.7 -1.6 -35.9 Q -3.5 -34.8 -5.3 -35.9 Z"
_LID = "M -5.5 -35.9 Q -3.5 -37.9 -1.5 -35.8"
_LIPS = "M -2.1 -28.9 Q -.9 -29.9 0 -29.4 Q .9 -29.9 2.1 -28.9 Q 0 -27.5 -2.1 -28.9 Z"

_KING_HAIR = (
    "M -5 -43 C -12 -42 -12.6 -35 -11.4 -30.5 C -10.6 -27.5 -13.8 -26 -13.2 -22.4"
    " C -12.6 -19.4 -8 -19.2 -6.6 -21.6 C -5 -24 -5 -27 -5.4 -30 L -5 -43 Z"
)
_KING_HAIR_STRANDS = "M -8.6 -40 C -10.4 -35 -8.4 -31 -8.6 -28 C -8.8 -25.6 -10.8 -24.6 -10.4 -22.4"
_BEARD = (
    "M -7.2 -36 C -8.2 -26 -6.4 -18.4 -2.2 -15.6 C -1.4 -15 -.7 -14 0 -12.6 C .7 -14 1.4 -15 2.2 -15.6"
    " C 6.4 -18.4 8.2 -26 7.2 -36 C 6.2 -32 3.6 -31.4 0 -31.6 C -3.6 -31.4 -6.2 -32 -7.2 -36 Z"
)
_BEARD_STRANDS = (
    "M -4.6 -27 C -4.8 -22.6 -3.6 -19 -1.8 -17.2 M -2 -25.6 C -2.2 -21.6 -1.2 -18.4 0 -16"
    " M -6 -30 C -6.6 -26 -6 -22.6 -4.8 -20.4"
)
_MOUSTACHE = "M 0 -31.6 C -1.8 -32.4 -4 -31.2 -6.6 -27.6 C -4.4 -27.8 -1.6 -28 0 -30 Z"

_QUEEN_HAIR = (
    "M 0 -47 C -8 -47 -12 -42.6 -11.8 -36.5 C -11.6 -31.2 -12 -27.4 -8.6 -25"
    " C -5.6 -24.4 -5.6 -29 -6.4 -33 L -4 -42 Z"
)
_QUEEN_PARTING = "M 0 -44.8 C -3.6 -43.6 -6.6 -40.4 -7 -34.6 C -9 -37.6 -9.4 -44.6 0 -46.6 Z"
_QUEEN_STRANDS = "M -7.4 -43.4 C -10 -40 -9.6 -34 -9 -30.4 C -8.8 -28.6 -8.6 -27.4 -8 -26.4"
_JACK_HAIR = (
    "M 0 -45 C -8 -45 -11 -41 -10.8 -36 C -10.6 -31 -11.6 -28.6 -13.2 -26"
    " C -11 -23 -7 -23.4 -5.6 -26.6 L -6 -38 Z"
)
_JACK_STRANDS = "M -8.6 -40 C -9.4 -34 -8.2 -30 -9.6 -25.8 M -7.2 -36 C -7.6 -32 -6.8 -29 -7.4 -26"
_JACK_FRINGE = "M 0 -43.4 C -3 -42 -6.2 -40.6 -7.2 -35.4 C -8.6 -39 -7.6 -43.6 0 -44.6 Z"

_BAND = "M -9.2 -45 Q 0 -42.6 9.2 -45 L 9.7 -41.2 Q 0 -38.8 -9.7 -41.2 Z"
_CROWN = (
    "M -9.2 -44.6 L -12.2 -53 Q -9.6 -50 -8.2 -49.6 Q -6.8 -51.2 -6.2 -54.8 Q -5 -51 -3.2 -50.4"
    " Q -1 -52 0 -56 Q 1 -52 3.2 -50.4 Q 5 -51 6.2 -54.8 Q 6.8 -51.2 8.2 -49.6 Q 9.6 -50 12.2 -53"
    " L 9.2 -44.6 Q 0 -42.4 -9.2 -44.6 Z"
)
_VELVET = "M -9 -45 C -11 -50 -5 -53.4 0 -53.4 C 5 -53.4 11 -50 9 -45 Z"
_CROWN_TIPS = ((-12.2, -53.4), (-6.2, -55.2), (0.0, -56.6), (6.2, -55.2), (12.2, -53.4))
_CORONET = (
    "M -9.2 -44.6 L -10.8 -50.2 Q -8 -49 -6.2 -47.4 Q -3.6 -48.2 -2.9 -50.6 C -4.6 -52.2 -1.8 -53.6 0 -56.6"
    " C 1.8 -53.6 4.6 -52.2 2.9 -50.6 Q 3.6 -48.2 6.2 -47.4 Q 8 -49 10.8 -50.2"
    " L 9.2 -44.6 Q 0 -42.4 -9.2 -44.6 Z"
)
_CORONET_PEARLS = ((-10.9, -51), (-6.2, -48.6), (6.2, -48.6), (10.9, -51))
_CAP = (
    "M -10.4 -43 C -14.8 -44.8 -14.6 -51.4 -7.6 -54.2 C -.6 -57 10.2 -56 13.2 -51.4"
    " C 15.4 -47.8 13 -43.4 9.8 -42.4 Q 0 -40.4 -10.4 -43 Z"
)
_CAP_FOLDS = (
    "M -9 -45.4 C -12 -48 -9.6 -51.6 -6.4 -52.8 M -2.4 -45 C -4 -48.4 -1.6 -52 1.6 -53.4"
    " M 5 -45 C 4.6 -48 6.6 -50.6 9.4 -51.6"
)
_CAP_BAND = "M -10.6 -45.6 Q 0 -42.8 10.2 -45.2 L 9.6 -41.4 Q 0 -39.2 -10.2 -41.8 Z"
_PLUME = (
    "M -6.4 -44.6 C -9.6 -49.6 -17.6 -49 -20.6 -42.4 C -22.6 -38 -22 -33.6 -19.8 -31.4"
    " C -19.4 -33 -19 -33.8 -18.2 -34.4 C -18.4 -36 -17.8 -37 -16.8 -37.4 C -16.6 -39 -15.6 -40 -14.4 -40.4"
    " C -12 -42.6 -9 -43.4 -6.4 -43 Z"
)
_PLUME_RIB = "M -7 -44 C -12 -46.6 -17.6 -44 -19.8 -34.6"


def draw_head(painter: QPainter, rank: str, look: CourtLook) -> None:
    """Draw hair, face and beard of a jack, queen or king."""
    hair = {"K": _KING_HAIR, "Q": _QUEEN_HAIR, "J": _JACK_HAIR}[rank]
    strands = {"K": _KING_HAIR_STRANDS, "Q": _QUEEN_STRANDS, "J": _JACK_STRANDS}[rank]
    shape(painter, both(hair), look.beard if rank == "K" else look.hair, edge=look.line, width=LINE)
    trace(painter, both(strands), look.beard_light if rank == "K" else look.hair_light, 0.6)
    _face(painter, look)
    if rank == "K":
        _beard(painter, look)
    else:
        fringe = _QUEEN_PARTING if rank == "Q" else _JACK_FRINGE
        shape(painter, both(fringe), look.hair, edge=look.line, width=LINE * 0.7)
        fill(painter, _LIPS, look.lips)
    if rank == "Q":
        for side in (-1, 1):
            fill(painter, circle(side * 7.6, -29.4, 1.0), look.gold)
            fill(painter, circle(side * 7.6, -27.6, 0.8), look.paper)


def draw_hat(painter: QPainter, rank: str, look: CourtLook) -> None:
    """Draw a crown, coronet or feathered cap."""
    if rank == "J":
        _cap(painter, look)
        return
    if rank == "K":
        shape(painter, _VELVET, look.main, edge=look.line, width=LINE)
    _metal(painter, outline(_CROWN if rank == "K" else _CORONET), look)
    _metal(painter, outline(_BAND), look)
    for x, y in _CROWN_TIPS if rank == "K" else _CORONET_PEARLS:
        colour = look.gold_light if rank == "K" else look.paper
        shape(painter, circle(x, y, 1.15), colour, edge=look.line, width=0.5)
    gem = outline("M 0 -1.5 L 1.9 0 L 0 1.5 L -1.9 0 Z")
    shape(painter, placed(gem, 0, -41.9), look.main, edge=look.gold_deep, width=0.4)
    for side in (-1, 1):
        fill(painter, circle(side * 5.6, -42.5, 1.0), look.second)


def _face(painter: QPainter, look: CourtLook) -> None:
    face = outline(_FACE)
    fill(painter, face, look.skin)
    with inside(painter, face):
        shade = rounded(QRectF(2.2, -48, 12, 26), 0)
        shade = shade.united(circle(1.6, -26, 5.4)).subtracted(circle(-2.4, -35, 7.8))
        fill(painter, shade, faded(look.skin_shade, 0.75))
        for side in (-1, 1):
            fill(painter, circle(side * 4.6, -31.8, 1.9), faded(look.lips, 0.22))
    trace(painter, face, look.line, LINE)
    fill(painter, both(_EYE), "#FFFFFF")
    for side in (-1, 1):
        fill(painter, circle(side * 3.4, -36.05, 0.95), look.line)
    trace(painter, both(_LID), look.line, 0.62)
    trace(painter, both(_BROW), look.line, 0.6)
    trace(painter, _NOSE, look.line, 0.5)


def _beard(painter: QPainter, look: CourtLook) -> None:
    shape(painter, _BEARD, look.beard, edge=look.line, width=LINE)
    trace(painter, both(_BEARD_STRANDS), look.beard_light, 0.55)
    fill(painter, placed(outline(_LIPS), 0, 0.3), look.lips)
    shape(painter, both(_MOUSTACHE), look.beard_light, edge=look.line, width=0.45)


def _metal(painter: QPainter, path: QPainterPath, look: CourtLook) -> None:
    fill(painter, path, look.gold)
    with inside(painter, path):
        light = rounded(QRectF(-14, -60, 11.6, 30), 0)
        fill(painter, light, faded(look.gold_light, 0.7))
    trace(painter, path, look.line, LINE)


def _cap(painter: QPainter, look: CourtLook) -> None:
    shape(painter, _CAP, look.main, edge=look.line, width=LINE)
    trace(painter, _CAP_FOLDS, faded(look.gold_light, 0.55), 0.6)
    shape(painter, _PLUME, look.gold_light, edge=look.line, width=LINE * 0.8)
    trace(painter, _PLUME_RIB, look.gold_deep, 0.5)
    _metal(painter, outline(_CAP_BAND), look)
    shape(painter, circle(-6.4, -43.8, 1.8), look.second, edge=look.gold_light, width=0.6)
