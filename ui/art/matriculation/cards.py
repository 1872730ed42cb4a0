"""The cards of Matriculation: terms, setbacks, fixes and exceptions.

A card shows its group in four ways: by its colour, by its words, by its picture, and by the sign and edge of
its head (a number for a term, an exclamation mark over a torn edge for a setback, a tick over a straight edge
for a fix, a star over scallops for an exception). A setback, its fix and its exception are a family with one
sign; the terms are another.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import fill, moved, trace
from ui.art.lettering import LEADING, Scarce, draw_line, draw_text, least_cap, wrapped
from ui.art.matriculation import figures as art
from ui.art.palette import INK, ink_on, legible, mix
from ui.art.paths import circle, outline, placed, polygon, polyline
from ui.art.pieces.card_stock import card_stock, is_small
from ui.art.theme import Theme


class Group(StrEnum):
    """Group of cards by their effect."""

    TERM = "term"
    SETBACK = "setback"
    FIX = "fix"
    EXCEPTION = "exception"


class Study(StrEnum):
    """A card; the value of a term is its credit hours."""

    TERM_6 = "6"
    TERM_9 = "9"
    TERM_12 = "12"
    TERM_15 = "15"
    TERM_18 = "18"
    TERM_21 = "21"
    CAUGHT_CHEATING = "caught_cheating"
    CAR_NOT_WORKING = "car_not_working"
    ALARM_CLOCK_BROKEN = "alarm_clock_broken"
    PROBATION = "probation"
    OGRE_PROF = "ogre_prof"
    REINSTATED = "reinstated"
    CAR_FIXED = "car_fixed"
    NEW_ALARM_CLOCK = "new_alarm_clock"
    GPA_OK = "gpa_ok"
    PRINCESS_FIONA = "princess_fiona"
    SAINTHOOD = "sainthood"
    GOLDEN_CAR = "golden_car"
    BULLETPROOF_CLOCK = "bulletproof_clock"
    STRAIGHT_AS = "straight_as"
    TEACHERS_PET = "teachers_pet"

    @property
    def group(self) -> Group:
        """Term, setback, fix or exception."""
        return _KINDS[self].group

    @property
    def card_name(self) -> str:
        """The name on the card."""
        return _KINDS[self].title


class _Kind(Struct, frozen=True):
    group: Group
    sign: str
    title: str
    effect: str


_KINDS = {
    **{Study(str(hours)): _Kind(Group.TERM, "cap", "credit hours", "") for hours in (6, 9, 12, 15, 18, 21)},
    Study.CAUGHT_CHEATING: _Kind(Group.SETBACK, "mask", "Caught Cheating", "No terms until Reinstated"),
    Study.CAR_NOT_WORKING: _Kind(Group.SETBACK, "car", "Car Not Working", "No terms until Car Fixed"),
    Study.ALARM_CLOCK_BROKEN: _Kind(
        Group.SETBACK, "clock", "Alarm Clock Broken", "No terms until New Alarm Clock"
    ),
    Study.PROBATION: _Kind(Group.SETBACK, "grade", "Probation", "No term above 9 hours until GPA OK"),
    Study.OGRE_PROF: _Kind(Group.SETBACK, "ogre", "Ogre Prof", "6 hours fewer until Princess Fiona"),
    Study.REINSTATED: _Kind(Group.FIX, "mask", "Reinstated", "Removes Caught Cheating"),
    Study.CAR_FIXED: _Kind(Group.FIX, "car", "Car Fixed", "Removes Car Not Working"),
    Study.NEW_ALARM_CLOCK: _Kind(Group.FIX, "clock", "New Alarm Clock", "Removes Alarm Clock Broken"),
    Study.GPA_OK: _Kind(Group.FIX, "grade", "GPA OK", "Removes Probation"),
    Study.PRINCESS_FIONA: _Kind(Group.FIX, "ogre", "Princess Fiona", "Removes Ogre Prof"),
    Study.SAINTHOOD: _Kind(Group.EXCEPTION, "mask", "Sainthood", "Never caught cheating"),
    Study.GOLDEN_CAR: _Kind(Group.EXCEPTION, "car", "Golden Car", "It always starts"),
    Study.BULLETPROOF_CLOCK: _Kind(Group.EXCEPTION, "clock", "Bulletproof Alarm Clock", "It always rings"),
    Study.STRAIGHT_AS: _Kind(Group.EXCEPTION, "grade", "Straight A's", "Never on probation"),
    Study.TEACHERS_PET: _Kind(Group.EXCEPTION, "ogre", "Teacher's Pet", "No ogre can harm you"),
}
GROUP_COLOUR = {
    Group.TERM: "#1F5A8C",
    Group.SETBACK: "#A8261E",
    Group.FIX: "#1F7A4D",
    Group.EXCEPTION: "#E2AE3C",
}


def paint_study(painter: QPainter, rect: QRectF, study: Study, theme: Theme) -> None:
    """Draw a card. Below 50 px of width: a large sign, or a term's hours, on its colour."""
    group = study.group
    colour = GROUP_COLOUR[group]
    if is_small(rect):
        with card_stock(painter, rect, theme, colour=colour):
            _small_face(painter, study)
        return
    with card_stock(painter, rect, theme):
        head = outline(_HEADS[group])
        fill(painter, head, colour)
        trace(painter, head, INK, 0.9)
        _corner(painter, study, ink=ink_on(colour), below=legible(colour, theme.paper))
        if group is Group.TERM:
            _term(painter, study, colour, theme)
            return
        painter.translate(0, 2)
        halo = mix(theme.paper, colour, 0.13)
        fill(painter, circle(0, -1, 39), halo)
        with moved(painter, 0, -1, size=1.06):
            _PICTURES[study](painter)
        painter.translate(0, -2)
        has_room = _has_room(painter, study.card_name, _NAME)
        box = _NAME if has_room else _BOTH
        draw_text(painter, box, study.card_name, theme.paper_ink, cap=7.2, bold=True, scarce=Scarce.LEFT_OUT)
        if not has_room:
            return  # the name comes before the effect
        effect = _KINDS[study].effect
        draw_text(painter, _EFFECT, effect, theme.paper_muted, cap=4.5, scarce=Scarce.LEFT_OUT)


_NAME, _EFFECT, _BOTH = QRectF(-45, 37, 90, 13), QRectF(-43, 52.5, 86, 12.5), QRectF(-47, 37, 94, 28)
"""Boxes of name, effect and both: on a small card a long name takes both."""


def _has_room(painter: QPainter, words: str, box: QRectF) -> bool:
    """True if the words fit in the box in the smallest letters."""
    least = least_cap(painter)
    lines = wrapped(words, box.width() / least, bold=True)
    return least * (1 + LEADING * (len(lines) - 1)) <= box.height()


_STRAIGHT = "M -52 -72 L 52 -72 L 52 -44 L -52 -44 Z"
_TORN = (
    "M -52 -72 L 52 -72 L 52 -42 L 44 -48 L 34 -41 L 24 -48 L 14 -41 L 4 -48 L -6 -41 L -16 -48"
    " L -26 -41 L -36 -48 L -46 -41 L -52 -45 Z"
)
_SCALLOPED = (
    "M -52 -72 L 52 -72 L 52 -47 C 50 -41 42 -41 40 -47 C 38 -41 30 -41 28 -47"
    " C 26 -41 18 -41 16 -47 C 14 -41 6 -41 4 -47 C 2 -41 -6 -41 -8 -47"
    " C -10 -41 -18 -41 -20 -47 C -22 -41 -30 -41 -32 -47 C -34 -41 -42 -41 -44 -47"
    " C -46 -42 -50 -41 -52 -46 Z"
)
_HEADS = {Group.TERM: _STRAIGHT, Group.SETBACK: _TORN, Group.FIX: _STRAIGHT, Group.EXCEPTION: _SCALLOPED}


def _corner(painter: QPainter, study: Study, *, ink: str, below: str) -> None:
    """Draw the group's sign and the family's below it at the left, where a fan shows both, and the family's
    again at the right. A term has its hours at the left and its family's sign only at the right."""
    if study.group is Group.TERM:
        draw_line(painter, QRectF(-46, -65, 26, 16), study.value, ink)
    else:
        _group_sign(painter, study.group, QPointF(-34, -57), radius=9, ink=ink)
    with moved(painter, 31, -57.5, size=0.98):
        _family_sign(painter, study, ink)
    if study.group is not Group.TERM:
        with moved(painter, -36, -31, size=0.8):
            _family_sign(painter, study, below)


def _group_sign(painter: QPainter, group: Group, at: QPointF, *, radius: float, ink: str) -> None:
    x, y = at.x(), at.y()
    if group is Group.SETBACK:
        foot, half = y + radius * 0.85, radius * 1.1
        triangle = polygon((x, y - radius), (x + half, foot), (x - half, foot))
        trace(painter, triangle, ink, radius * 0.24)
        bang = polyline((x, y - radius * 0.36), (x, y + radius * 0.22))
        trace(painter, bang, ink, radius * 0.26)
        fill(painter, circle(x, y + radius * 0.56, radius * 0.14), ink)
    elif group is Group.FIX:
        tick = outline("M -.85 .05 L -.25 .65 L .9 -.65")
        trace(painter, placed(tick, x, y, size=radius), ink, radius * 0.34)
    else:
        art.star(painter, x, y, radius * 1.1, ink)


def _family_sign(painter: QPainter, study: Study, ink: str) -> None:
    sign = art.SIGNS[_KINDS[study].sign]
    if sign.lines:
        trace(painter, sign.lines, ink, 2.0)
    if sign.filled:
        fill(painter, sign.filled, ink)


def _term(painter: QPainter, study: Study, colour: str, theme: Theme) -> None:
    fill(painter, circle(0, 4, 39), mix(theme.paper, colour, 0.13))
    with moved(painter, 0, 6):
        art.draw_books(painter, int(study.value) // 3)
    draw_line(painter, QRectF(-46, 47, 36, 17), study.value, colour)
    box = QRectF(-7, 45, 52, 21)
    draw_text(painter, box, study.card_name, theme.paper_ink, cap=6.6, bold=True, scarce=Scarce.LEFT_OUT)


def _small_face(painter: QPainter, study: Study) -> None:
    ink = ink_on(GROUP_COLOUR[study.group])
    if study.group is Group.TERM:
        draw_line(painter, QRectF(-42, -30, 84, 60), study.value, ink)
        return
    _group_sign(painter, study.group, QPointF(0, -33), radius=24, ink=ink)
    with moved(painter, 0, 30, size=3.3):
        _family_sign(painter, study, ink)


_PICTURES = {
    Study.CAUGHT_CHEATING: lambda painter: art.draw_mask(painter, "caught"),
    Study.REINSTATED: lambda painter: art.draw_mask(painter, "reinstated"),
    Study.SAINTHOOD: lambda painter: art.draw_mask(painter, "saint"),
    Study.CAR_NOT_WORKING: lambda painter: art.draw_car(painter, "broken"),
    Study.CAR_FIXED: lambda painter: art.draw_car(painter, "fixed"),
    Study.GOLDEN_CAR: lambda painter: art.draw_car(painter, "golden"),
    Study.ALARM_CLOCK_BROKEN: lambda painter: art.draw_clock(painter, "broken"),
    Study.NEW_ALARM_CLOCK: lambda painter: art.draw_clock(painter, "new"),
    Study.BULLETPROOF_CLOCK: lambda painter: art.draw_clock(painter, "proof"),
    Study.PROBATION: lambda painter: art.draw_grades(painter, "low"),
    Study.GPA_OK: lambda painter: art.draw_grades(painter, "ok"),
    Study.STRAIGHT_AS: lambda painter: art.draw_grades(painter, "straight"),
    Study.OGRE_PROF: art.draw_ogre,
    Study.PRINCESS_FIONA: art.draw_princess,
    Study.TEACHERS_PET: art.draw_apple,
}
