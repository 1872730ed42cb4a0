"""Coffeehouse Cahoots in the lobby: a picture of its pieces."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.cahoots.cards import Drinker, Patron, paint_patron
from ui.art.pieces.fan import paint_card_fan
from ui.art.theme import Theme


def paint_cahoots(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw three of the patrons."""
    patrons = (Patron(Drinker.ROCCO_COCOA, 7), Patron(Drinker.TEA_TOTER, 10), Patron(tuple(Drinker)[-1], 3))
    paint_card_fan(painter, rect, theme, paint_patron, patrons)
