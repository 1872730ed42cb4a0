"""The meter of credit hours towards a degree."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import fill, inside, smooth, trace
from ui.art.lettering import RIGHT, draw_line, least_cap, line_width
from ui.art.paths import polyline, rounded
from ui.art.theme import Theme

_GOAL, _STEP = 120, 30
"""Hours of a degree, and between two lines of the bar."""


def paint_meter(painter: QPainter, rect: QRectF, hours: int, theme: Theme) -> None:
    """Draw a bar with its number at the right, for plates. At the goal and beyond it the bar is full and has
    a tick."""
    with smooth(painter):
        high = rect.height()
        letters = high * 2.75
        wide = rect.width() - letters - high * 0.3
        bar = QRectF(rect.left() + 1, rect.top() + high * 0.14, wide, high * 0.72)
        body = rounded(bar, bar.height() / 2)
        fill(painter, body, theme.mark_rim)
        share = max(0.0, min(1.0, hours / _GOAL))
        done = hours >= _GOAL
        with inside(painter, body):
            part = rounded(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), 0)
            fill(painter, part, theme.selected if done else theme.playable)
            for at in range(_STEP, _GOAL, _STEP):
                x = bar.left() + bar.width() * at / _GOAL
                line = polyline((x, bar.top()), (x, bar.bottom()))
                trace(painter, line, theme.plate, max(1.0, high * 0.08))
        trace(painter, body, theme.plate_muted, max(1.0, high * 0.07))
        if done:
            tick = polyline(
                (bar.right() - high * 0.95, bar.center().y()),
                (bar.right() - high * 0.75, bar.center().y() + high * 0.17),
                (bar.right() - high * 0.4, bar.center().y() - high * 0.2),
            )
            trace(painter, tick, theme.mark_rim, high * 0.13)
        box = QRectF(rect.right() - letters, rect.top() + high * 0.2, letters, high * 0.6)
        usual = line_width(f"00/{_GOAL}") * least_cap(painter, theme.letters)
        alone = str(hours)
        words = f"{alone}/{_GOAL}" if usual <= letters else alone  # the same form in every bar
        draw_line(painter, box, words, theme.plate_text, align=RIGHT, letters=theme.letters, shorter=alone)
