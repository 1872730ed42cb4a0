"""The shoal's fish: one outline, for the icon, the card backs and empty places."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPainterPath

from ui.art.canvas import fill
from ui.art.paths import circle, outline, placed

_BODY = (
    "M -.5 .02 C -.38 -.2 -.12 -.27 .08 -.19 C .16 -.16 .22 -.1 .27 -.05 C .33 -.12 .4 -.2 .5 -.24"
    " C .45 -.1 .45 .1 .5 .25 C .4 .21 .33 .14 .27 .07 C .22 .12 .16 .17 .08 .2 C -.12 .27 -.38 .2 -.5 .02 Z"
)


def fish_path() -> QPainterPath:
    """Return a fish of length 1 about (0, 0), swimming to the left."""
    return outline(_BODY)


def draw_fish(
    painter: QPainter, x: float, y: float, *, size: float, colour: str, eye: str, turn: float = 0.0
) -> None:
    """Draw one fish within a larger drawing, turned clockwise by `turn` degrees."""
    fill(painter, placed(fish_path(), x, y, size=size, turn=turn), colour)
    fill(painter, placed(circle(-0.3, -0.06, 0.045), x, y, size=size, turn=turn), eye)
