"""The backs of cards. Half a turn leaves each the same, so a back tells nothing of its card."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import faded, fill, inside, moved, trace, trace_all
from ui.art.fish import draw_fish, fish_path
from ui.art.palette import mix
from ui.art.paths import circle, inset, outline, placed, ring, rounded
from ui.art.pieces.card_stock import card_stock, is_small
from ui.art.theme import Back, Theme

_PANEL = QRectF(-44.5, -64.5, 89, 129)

_FOAM = "#C9EAEE"


def paint_back(painter: QPainter, rect: QRectF, back: Back | None, theme: Theme) -> None:
    """Draw a card, face down; None is the back of the theme. Below 50 px of width only its medallion."""
    with card_stock(painter, rect, theme):
        panel = rounded(_PANEL, 4.5)
        field = inset(_PANEL, 2.2)
        upper = rounded(QRectF(-50, -70, 100, 70), 0)
        half = rounded(field, 3).intersected(upper)
        fill(painter, panel, theme.back)
        with inside(painter, panel):
            if not is_small(rect):
                for turn in (0, 180):  # the same painter draws both halves, so they cannot differ
                    with moved(painter, turn=turn), inside(painter, half):
                        _PATTERNS[back or theme.card_back](painter, theme)
            _medallion(painter, theme, 30.0 if is_small(rect) else 17.0)
        trace(painter, panel, theme.back_deep, 0.8)
        trace(painter, rounded(field, 3), theme.gold, 0.9)


def _medallion(painter: QPainter, theme: Theme, radius: float) -> None:
    """Draw two fish that chase each other round."""
    fill(painter, circle(0, 0, radius + 2.4), theme.back)
    fill(painter, ring(0, 0, radius + 1.2, radius), theme.gold)
    fill(painter, circle(0, 0, radius - 1), theme.back_deep)
    for turn in (0, 180):
        with moved(painter, turn=turn):
            colour = theme.gold_light
            draw_fish(
                painter, 0.5, -radius * 0.42, size=radius * 1.3, colour=colour, eye=theme.back_deep, turn=-12
            )


def _shoal(painter: QPainter, theme: Theme) -> None:
    """Draw rows of fish, every other row swimming the other way."""
    colours = (mix(theme.back, _FOAM, 0.34), mix(theme.back, _FOAM, 0.2), mix(theme.back, _FOAM, 0.34))
    for row in range(-6, 2):
        for column in range(-4, 5):
            x, y = column * 14.2 + (7.1 if row % 2 else 0), row * 10.6 + 5.3
            turn = 180 if row % 2 else 0
            gold = (row * 5 + column * 3) % 17 == 0
            colour = theme.gold if gold else colours[(row + column) % 3]
            fill(painter, placed(fish_path(), x, y, size=11.6, turn=turn), colour)


def _waves(painter: QPainter, theme: Theme) -> None:
    """Draw overlapping arcs, as on old Japanese cloth."""
    line = mix(theme.back, _FOAM, 0.5)
    for row in range(-12, 3):
        for column in range(-5, 6):
            x, y = column * 12.7 + (6.35 if row % 2 else 0), row * 6.35 + 9
            fill(painter, circle(x, y, 7.1), line)
            for radius, colour in ((6.3, theme.back), (4.5, line), (3.7, theme.back), (2.0, theme.gold)):
                fill(painter, circle(x, y, radius), colour)


def _trellis(painter: QPainter, theme: Theme) -> None:
    """Draw crossing lines with a star in every mesh."""
    star = outline("M 0 -3.4 Q .5 -.5 3.4 0 Q .5 .5 0 3.4 Q -.5 .5 -3.4 0 Q -.5 -.5 0 -3.4 Z")
    lines = [
        outline(f"M {step * 12.7 - slant} -80 L {step * 12.7 + slant} 80")
        for step in range(-14, 15)
        for slant in (80, -80)
    ]
    trace_all(painter, lines, mix(theme.back, _FOAM, 0.38), 0.9)
    for row in range(-13, 2):
        for column in range(-5, 6):
            x, y = column * 12.7 + (0 if row % 2 else 6.35), row * 6.35
            fill(painter, placed(star, x, y), faded(theme.gold_light, 0.75))


_PATTERNS = {Back.SHOAL: _shoal, Back.WAVES: _waves, Back.TRELLIS: _trellis}
