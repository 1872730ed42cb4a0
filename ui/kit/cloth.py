"""The cloth of a card table, with a faint oval line and an emblem in its middle."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import faded, fill, kept, smooth, trace
from ui.art.felt import Ground, paint_ground
from ui.art.fish import fish_path
from ui.art.paths import circle, inset, placed, rounded
from ui.art.theme import Theme


class Cloth(Struct, frozen=True):
    """The print on a cloth: an oval in a box of the table (left, top, width, height), or nothing. `round` is
    the radius of its corners, as a share of its shorter side; `line` the thickness of lines, usually 1."""

    oval: tuple[float, float, float, float] | None = None
    emblem: bool = True
    round: float = 0.5
    line: float = 1.0


def paint_cloth(painter: QPainter, rect: QRectF, cloth: Cloth, theme: Theme) -> None:
    """Fill `rect` with felt; the line and the emblem are faint."""
    paint_ground(painter, rect, Ground.CLOTH, theme)
    if cloth.oval is None:
        return
    with smooth(painter):
        field = QRectF(*cloth.oval)
        radius = min(field.width(), field.height()) * cloth.round
        line = faded(theme.felt_line, 0.34)
        trace(painter, rounded(field, radius), line, 2.4 * cloth.line)
        margin = 7 * cloth.line
        inner = inset(field, margin)
        trace(painter, rounded(inner, radius - margin), faded(theme.felt_line, 0.18), 1.2 * cloth.line)
        lit = QPainterPath(rounded(inner, radius - margin))
        fill(painter, lit, faded(theme.felt_line, 0.035))
        if cloth.emblem:
            _emblem(painter, field, cloth, theme)


def _emblem(painter: QPainter, field: QRectF, cloth: Cloth, theme: Theme) -> None:
    """Draw two fish chasing each other in a circle, as on the backs of the cards."""
    radius = min(field.width(), field.height()) * 0.2
    at, ink = field.center(), faded(theme.felt_line, 0.13)
    trace(painter, circle(at.x(), at.y(), radius), ink, 2.4 * cloth.line)
    for turn in (0, 180):
        with kept(painter):
            painter.translate(at)
            painter.rotate(turn)
            fill(painter, placed(fish_path(), radius * 0.02, -radius * 0.4, size=radius * 1.3, turn=-12), ink)
