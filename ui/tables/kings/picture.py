"""Kings in the lobby: a picture of its pieces."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.pieces.fan import paint_card_fan
from ui.art.theme import Theme


def paint_kings(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw three of the kings."""
    cards = tuple(PlayingCard(Rank.KING, suit) for suit in (Suit.HEARTS, Suit.SPADES, Suit.CLUBS))
    paint_card_fan(painter, rect, theme, paint_card, cards)
