"""One line drawing per coral, so that the corals can be told apart without colour."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from ui.art.canvas import trace
from ui.art.palette import CORAL_COLOUR, Coral, ink_on, lighter
from ui.art.paths import circle, outline

STROKE = 0.078
"""The width of a motif's line when the motif is 1 wide."""


@cache
def motif_path(coral: Coral) -> QPainterPath:
    """Return the motif's line in the square from -0.42 to 0.42: waves, fork, fan, ring of circles, star."""
    return {
        Coral.GREY: _brain,
        Coral.ORANGE: _staghorn,
        Coral.PINK: _fan,
        Coral.WHITE: _polyps,
        Coral.YELLOW: _star,
    }[coral]()


def motif_colour(coral: Coral) -> str:
    """Return the coral's colour for the dark sea, where grey is lighter."""
    return lighter(CORAL_COLOUR[coral], 0.42) if coral is Coral.GREY else CORAL_COLOUR[coral]


def draw_motif(painter: QPainter, coral: Coral, colour: str, *, stroke: float = STROKE) -> None:
    """Draw the motif in a space where it is 1 wide and high."""
    trace(painter, motif_path(coral), colour, stroke)


def ink_of(coral: Coral) -> str:
    """Return the colour of the motif on its own coral."""
    return ink_on(CORAL_COLOUR[coral])


def _brain() -> QPainterPath:
    path = QPainterPath()
    for y in (-0.25, 0.0, 0.25):
        path.moveTo(-0.36, y + 0.04)
        path.cubicTo(-0.28, y - 0.17, -0.12, y - 0.13, -0.09, y)
        path.cubicTo(-0.06, y + 0.15, 0.08, y + 0.15, 0.11, y)
        path.cubicTo(0.14, y - 0.14, 0.29, y - 0.14, 0.36, y + 0.05)
    return path


def _staghorn() -> QPainterPath:
    return outline(
        "M 0 .4 L 0 .12 C 0 0 -.03 -.04 -.12 -.12 C -.2 -.19 -.22 -.26 -.22 -.38"
        " M 0 .12 C 0 0 .03 -.04 .12 -.12 C .2 -.19 .22 -.26 .22 -.38"
        " M -.15 -.145 C -.24 -.15 -.34 -.16 -.37 -.28 M .15 -.145 C .24 -.15 .34 -.16 .37 -.28"
        " M 0 .05 C 0 -.1 0 -.2 0 -.36"
    )


def _fan() -> QPainterPath:
    """Return five ribs from one foot, scallops between their ends, and an arch halfway up."""
    foot, reach = QPointF(0, 0.3), 0.6
    ends = [
        QPointF(reach * math.cos(math.radians(a)), foot.y() - reach * math.sin(math.radians(a)))
        for a in (155, 122.5, 90, 57.5, 25)
    ]
    path = QPainterPath(ends[0])
    for before, after in pairwise(ends):
        bulge = foot + ((before + after) / 2 - foot) * 1.3
        path.quadTo(bulge, after)
    for end in ends:
        path.moveTo(foot)
        path.lineTo(end)
    path.moveTo(foot)
    path.lineTo(0, 0.42)
    return QTransform.fromScale(0.78, 0.9).map(path)


def _polyps() -> QPainterPath:
    path = circle(0, 0, 0.1)
    for step in range(6):
        angle = math.tau * (step + 0.5) / 6
        path.addPath(circle(0.275 * math.cos(angle), 0.275 * math.sin(angle), 0.1))
    return path


def _star() -> QPainterPath:
    path = circle(0, 0, 0.11)
    for step in range(8):
        angle = math.tau * (step + 0.5) / 8
        path.moveTo(0.2 * math.cos(angle), 0.2 * math.sin(angle))
        path.lineTo(0.39 * math.cos(angle), 0.39 * math.sin(angle))
    return path
