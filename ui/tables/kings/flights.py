"""Flying cards: they move between places that already show the result, and then vanish."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QSizeF

from ui.art.cards.faces import kings_card
from ui.art.cards.playing_cards import paint_card
from ui.kit.motion import Spot
from ui.kit.pieces import Z_LAID, Look
from ui.kit.surface import Surface
from ui.tables.kings.panels import WORDS_ZONE


class Flights(QObject):
    """Lets cards of the size `card` fly."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self.card = QSizeF(84, 118)

    def fly(self, faces: tuple[int, ...], start: QPointF, to: QPointF) -> None:
        """Let cards fly from `start` to `to`, overlapping, in twice the time of a card's move."""
        for at, face in enumerate(faces):
            piece = self._surface.new_piece(WORDS_ZONE, Z_LAID + at * 0.1)
            piece.show_look(Look(paint_card, kings_card(face), shade=True), self.card)
            aside = QPointF(at * self.card.width() * 0.22, 0)
            piece.setPos(start + aside)
            away = Spot(to + aside, size=0.6)
            self._surface.send_off(piece, away, ms=self._surface.renderer.motion_ms * 2)
