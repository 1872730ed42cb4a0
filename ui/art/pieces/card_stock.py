"""The blank card under every picture: paper with a fine edge and round corners, 5 wide to 7 high.

Card faces are drawn in a space of 100 x 140 units with (0, 0) in the middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath

from ui.art.canvas import design_space, fill, inside, smooth
from ui.art.paths import inset, rounded
from ui.art.theme import Theme

WIDTH, HEIGHT = 100.0, 140.0
SMALL_PIXELS = 50
"""Below this width a card shows its simplified face."""
_CORNER = 7.0


def is_small(rect: QRectF) -> bool:
    """True if the card is small enough for its simplified face."""
    return min(rect.width(), rect.height() * WIDTH / HEIGHT) < SMALL_PIXELS


def card_outline(rect: QRectF) -> QPainterPath:
    """Return the card's shape in the coordinates of `rect`: for shadows, hit tests and clips."""
    return rounded(rect, _CORNER / WIDTH * rect.width())


@contextmanager
def card_stock(
    painter: QPainter, rect: QRectF, theme: Theme, *, colour: str | None = None
) -> Iterator[float]:
    """Draw the paper and clip to it, for drawing in card units; yields the pixels per unit. The edge is
    measured in pixels of `rect`, not in card units, so that it stays crisp."""
    width = max(1.0, rect.width() * (0.018 if theme.is_high_contrast else 0.008))
    with smooth(painter):
        fill(painter, card_outline(rect), theme.paper_edge)
        sheet = inset(rect, width)
        paper = rounded(sheet, _CORNER / WIDTH * rect.width() - width)
        shade = QLinearGradient(rect.topLeft(), rect.bottomRight())
        shade.setColorAt(0, theme.paper)
        shade.setColorAt(1, theme.paper_shade)
        fill(painter, paper, shade if colour is None else colour)
        with inside(painter, paper), design_space(painter, rect, width=WIDTH, height=HEIGHT) as unit:
            yield unit
