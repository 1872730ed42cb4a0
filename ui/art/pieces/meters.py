"""Meters of progress: credit hours towards 120, and cards on a king's pile towards nine."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import fill, inside, kept, trace
from ui.art.lettering import RIGHT, draw_line, least_cap, line_width
from ui.art.paths import rounded
from ui.art.theme import Theme


@dataclass(frozen=True, slots=True)
class Meter:
    """Progress of `value` to `goal`, a line at every `step`; beyond the goal a full bar and its number."""

    value: int
    goal: int
    step: int


HOURS_GOAL = 120


def hours_meter(hours: int) -> Meter:
    """Credit hours towards the degree."""
    return Meter(hours, HOURS_GOAL, 30)


def paint_meter(painter: QPainter, rect: QRectF, meter: Meter, theme: Theme) -> None:
    """Draw a bar with its number at the right, for plates; at the goal it has a tick."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        high = rect.height()
        letters = high * 2.75
        wide = rect.width() - letters - high * 0.3
        bar = QRectF(rect.left() + 1, rect.top() + high * 0.14, wide, high * 0.72)
        body = rounded(bar, bar.height() / 2)
        fill(painter, body, theme.mark_rim)
        share = max(0.0, min(1.0, meter.value / meter.goal))
        done = meter.value >= meter.goal
        with inside(painter, body):
            part = QPainterPath()
            part.addRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()))
            fill(painter, part, theme.selected if done else theme.playable)
            for at in range(meter.step, meter.goal, meter.step):
                x = bar.left() + bar.width() * at / meter.goal
                line = QPainterPath()
                line.moveTo(x, bar.top())
                line.lineTo(x, bar.bottom())
                trace(painter, line, theme.plate, max(1.0, high * 0.08))
        trace(painter, body, theme.plate_muted, max(1.0, high * 0.07))
        if done:
            tick = QPainterPath()
            tick.moveTo(bar.right() - high * 0.95, bar.center().y())
            tick.lineTo(bar.right() - high * 0.75, bar.center().y() + high * 0.17)
            tick.lineTo(bar.right() - high * 0.4, bar.center().y() - high * 0.2)
            trace(painter, tick, theme.mark_rim, high * 0.13)
        box = QRectF(rect.right() - letters, rect.top() + high * 0.2, letters, high * 0.6)
        usual = line_width(f"00/{meter.goal}") * least_cap(painter, theme.letters)
        alone = str(meter.value)
        words = f"{alone}/{meter.goal}" if usual <= letters else alone  # all bars of a table alike
        draw_line(painter, box, words, theme.plate_text, align=RIGHT, letters=theme.letters, shorter=alone)
