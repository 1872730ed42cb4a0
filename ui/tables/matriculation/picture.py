"""Matriculation in the lobby: a picture of its pieces."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.matriculation.cards import Study, paint_study
from ui.art.pieces.fan import paint_card_fan
from ui.art.theme import Theme


def paint_matriculation(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw three of the subjects."""
    studies = tuple(Study)
    shown = (studies[0], studies[len(studies) // 2], studies[-1])
    paint_card_fan(painter, rect, theme, paint_study, shown)
