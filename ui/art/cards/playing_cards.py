"""The playing cards: two to ten, jack, queen, king and ace of the four suits and of the blank suit."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import fill, inside, moved, trace
from ui.art.cards.court_figures import paint_court
from ui.art.cards.suits import Suit, draw_pip, suit_colour, suit_path
from ui.art.lettering import draw_line
from ui.art.palette import lighter, mix
from ui.art.paths import placed
from ui.art.pieces.card_stock import card_stock, is_small
from ui.art.theme import Theme


class Rank(IntEnum):
    """A rank. The ace is high; a number card's value is its number."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letters(self) -> str:
        """Letters in the corner."""
        return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(self.value, str(self.value))


class PlayingCard(Struct, frozen=True):
    """A card's face."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.letters + self.suit.value


_COLUMN, _ROW = 16.8, 44.0
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: (*((x, y / 3) for y in (-3, -1, 1, 3) for x in (-1, 1)), (0, 0)),
    10: (*((x, y / 3) for y in (-3, -1, 1, 3) for x in (-1, 1)), (0, -2 / 3), (0, 2 / 3)),
}
"""Places of the pips, in columns and rows from the middle; pips below the middle are upside down."""


def paint_card(painter: QPainter, rect: QRectF, card: PlayingCard, theme: Theme) -> None:
    """Draw one card, face up. Below 50 px of width: a large rank over a large suit."""
    colour = suit_colour(card.suit, theme)
    with card_stock(painter, rect, theme):
        if is_small(rect):
            _small_face(painter, card, colour)
            return
        if card.rank is Rank.ACE:
            _ace(painter, card.suit, colour, theme)
        elif card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
            paint_court(painter, card.rank.letters, card.suit, theme)
        else:
            _pips(painter, card, colour)
        _index(painter, card, colour)
        with moved(painter, turn=180):
            _index(painter, card, colour)


def _index(painter: QPainter, card: PlayingCard, colour: str) -> None:
    draw_line(
        painter, QRectF(-46.5, -63.5, 23 if card.rank is Rank.TEN else 17.6, 18), card.rank.letters, colour
    )
    draw_pip(painter, card.suit, QPointF(-37.7, -34), size=14.5, colour=colour)


def _pips(painter: QPainter, card: PlayingCard, colour: str) -> None:
    size = 19.5 if card.rank <= Rank.SIX else 18.5 if card.rank <= Rank.EIGHT else 17.5
    for column, row in _PIPS[card.rank]:
        at = QPointF(column * _COLUMN, row * _ROW)
        draw_pip(painter, card.suit, at, size=size, colour=colour, turned=row > 0)


def _ace(painter: QPainter, suit: Suit, colour: str, theme: Theme) -> None:
    """Draw a large suit; but for a blank, with a fine line inside its edge and a small golden suit in it."""
    large = placed(suit_path(suit), 0, 0, size=54)
    fill(painter, large, colour)
    if suit is Suit.BLANK:
        return
    with inside(painter, large):  # the gap between two strokes along the edge is the line
        trace(painter, large, lighter(colour, 0.6), 7.4)
        trace(painter, large, colour, 6.0)
    fill(painter, placed(suit_path(suit), 0, 0, size=10), mix(colour, theme.gold_light, 0.85))


def _small_face(painter: QPainter, card: PlayingCard, colour: str) -> None:
    draw_line(painter, QRectF(-44, -60, 88, 54), card.rank.letters, colour)
    draw_pip(painter, card.suit, QPointF(0, 33), size=54, colour=colour)
