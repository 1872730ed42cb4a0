"""Cards in a fan: the picture of a card game in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import moved
from ui.art.felt import Ground, paint_ground
from ui.art.theme import Theme

Card = TypeVar("Card")


def paint_card_fan(
    painter: QPainter,
    rect: QRectF,
    theme: Theme,
    paint: Callable[[QPainter, QRectF, Card, Theme], object],
    cards: Sequence[Card],
) -> None:
    """Draw cards in a fan about the middle of a cloth, each painted by `paint`."""
    paint_ground(painter, rect, Ground.CLOTH, theme)
    high = min(rect.height() * 0.82, rect.width() * 0.5)
    wide = high / 1.4
    middle = (len(cards) - 1) / 2
    for place, each in enumerate(cards):
        off = place - middle
        x, y = rect.center().x() + off * wide * 0.62, rect.center().y() + 8 + abs(off) ** 2 * 5
        with moved(painter, x, y, turn=off * 9):
            paint(painter, QRectF(-wide / 2, -high / 2, wide, high), each, theme)
