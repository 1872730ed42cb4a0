"""Plump in the lobby: a picture of its pieces."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.pieces.fan import paint_card_fan
from ui.art.theme import Theme


def paint_plump(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw three of the cards."""
    cards = (
        PlayingCard(Rank.TEN, Suit.HEARTS),
        PlayingCard(Rank.QUEEN, Suit.SPADES),
        PlayingCard(Rank.ACE, Suit.DIAMONDS),
    )
    paint_card_fan(painter, rect, theme, paint_card, cards)
