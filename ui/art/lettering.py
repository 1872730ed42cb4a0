"""Text as outlines: it scales, turns and mirrors like everything else that is drawn.

Sizes are cap heights (a capital letter's height), since that is what the eye compares; a line is
centred on its capitals, not on its accents and tails.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QTransform

from ui.art.canvas import fill
from ui.art.fonts import ui_font

_DRAWN_AT = 256
LEFT = Qt.AlignmentFlag.AlignLeft
CENTRE = Qt.AlignmentFlag.AlignHCenter
RIGHT = Qt.AlignmentFlag.AlignRight
LEADING = 1.72
"""From one base line to the next, in cap heights."""


def draw_line(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: str,
    *,
    cap: float | None = None,
    bold: bool = True,
    align: Qt.AlignmentFlag = CENTRE,
    squeeze: float = 0.72,
) -> None:
    """Write one line in `box`, never beyond its sides.

    `cap` is the wished cap height (the box's height if None). A line that is too long is
    narrowed, down to `squeeze` of its natural width, and then made smaller.
    """
    letters, natural = _letters(text, bold)
    if natural <= 0:
        return
    height = min(cap or box.height(), box.height())
    narrow = min(1.0, max(squeeze, box.width() / (natural * height)))
    height = min(height, box.width() / (natural * narrow))
    width = natural * height * narrow
    spare = box.width() - width
    left = box.left() + (0 if align == LEFT else spare if align == RIGHT else spare / 2)
    baseline = box.center().y() + height / 2
    fill(painter, QTransform(height * narrow, 0, 0, height, left, baseline).map(letters), colour)


def draw_text(
    painter: QPainter,
    box: QRectF,
    text: str,
    colour: str,
    *,
    cap: float,
    bold: bool = False,
    align: Qt.AlignmentFlag = CENTRE,
) -> None:
    """Write words over as many lines as they need, at most `cap` high, centred up and down in `box`.

    The text becomes smaller until it fits. A line break in `text` is kept.
    """
    while True:
        lines = _wrapped(text, box.width() / cap, bold)
        tall = cap * (1 + LEADING * (len(lines) - 1))
        if (tall <= box.height() and all(_letters(line, bold)[1] * cap <= box.width() for line in lines)) or (
            cap < box.height() / 40
        ):
            break
        cap *= 0.94
    top = box.center().y() - tall / 2
    for row, line in enumerate(lines):
        draw_line(
            painter,
            QRectF(box.left(), top + row * LEADING * cap, box.width(), cap),
            line,
            colour,
            bold=bold,
            align=align,
        )


def line_width(text: str, *, bold: bool = True) -> float:
    """The natural width of a line, in cap heights."""
    return _letters(text, bold)[1]


def _wrapped(text: str, width: float, bold: bool) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and _letters(longer, bold)[1] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@cache
def _font(bold: bool) -> tuple[QFont, float]:
    font = ui_font(_DRAWN_AT, bold=bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font, QFontMetricsF(font).capHeight()


@cache
def _letters(text: str, bold: bool) -> tuple[QPainterPath, float]:
    """The outline at cap height 1 with its left edge at 0 on the base line, and its width."""
    font, cap = _font(bold)
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, text)
    bounds = path.boundingRect()
    scale = 1 / cap
    return QTransform(scale, 0, 0, scale, -bounds.left() * scale, 0).map(path), bounds.width() * scale
