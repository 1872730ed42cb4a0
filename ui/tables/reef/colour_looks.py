"""The picture of the five colours: a row for each, laid over the boards on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.games.reef.colours import Standing
from ui.art.canvas import shape, smooth
from ui.art.lettering import draw_line
from ui.art.paths import inset, rounded
from ui.art.reef.faces import coral
from ui.art.reef.tiles import paint_polyp
from ui.art.theme import Theme

_HEADS: Final = ("Colour", "Worth", "Beats", "Is beaten by", "Polyps", "Yours")
_SHARES: Final = (0.12, 0.12, 0.27, 0.27, 0.12, 0.1)
_MOST: Final = 4
"""Maximum number of colours that one colour can beat."""
SHAPE: Final = 2.0
"""Width of the picture divided by its height."""


class ColoursLook(Struct, frozen=True):
    """All five colours."""

    standings: tuple[Standing, ...]


def paint_colours(painter: QPainter, rect: QRectF, look: ColoursLook, theme: Theme) -> None:
    """Draw a plate with a row for each colour, the most valuable first."""
    with smooth(painter):
        edge = rounded(inset(rect, 1), rect.height() * 0.04)
        shape(painter, edge, theme.plate, edge=theme.selected, width=2.0)
        inside = rect.adjusted(*(rect.height() * share for share in (0.04, 0.03, -0.04, -0.03)))
        row = inside.height() / (len(look.standings) + 0.8)
        for head, box in zip(_HEADS, _cells(inside, inside.top(), row * 0.8), strict=True):
            draw_line(painter, box, head, theme.plate_muted, cap=row * 0.2, letters=theme.letters)
        ranked = sorted(look.standings, key=lambda each: -each.value)
        for place, each in enumerate(ranked):
            cells = _cells(inside, inside.top() + row * (place + 0.8), row)
            _tiles(painter, cells[0], (each.colour,), row * 0.78, theme)
            _tiles(painter, cells[2], each.beats, row * 0.56, theme)
            _tiles(painter, cells[3], each.beaten_by, row * 0.56, theme)
            for cell, number in ((cells[1], each.value), (cells[4], each.polyps), (cells[5], each.own)):
                text = str(number) if number else "–"
                draw_line(painter, cell, text, theme.plate_text, cap=row * 0.3, letters=theme.letters)


def _cells(rect: QRectF, top: float, high: float) -> list[QRectF]:
    left, found = rect.left(), []
    for share in _SHARES:
        found.append(QRectF(left, top, rect.width() * share, high))
        left += rect.width() * share
    return found


def _tiles(painter: QPainter, cell: QRectF, colours: Sequence[int], side: float, theme: Theme) -> None:
    """Draw small tiles side by side, in the middle."""
    side = min(side, cell.width() * 0.96 / max(1, min(_MOST, len(colours))))
    left = cell.center().x() - side * len(colours) / 2
    for place, colour in enumerate(colours):
        at = QRectF(left + place * side, cell.center().y() - side / 2, side, side)
        paint_polyp(painter, inset(at, side * 0.05), coral(colour), theme)
