"""Icons for buttons, plates and the table: drawings in one colour, 24 x 24 units, by `ui/art/icon_paths.py`.

Also signs in several colours: the dealer's button, crowns, the blot of a plump.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache

from ui.art.cache import PixelSize, draw_pixmap
from ui.art.canvas import design_space, fill, shape, trace
from ui.art.icon_paths import FILLED, LINES, Icon
from ui.art.lettering import Scarce, draw_line
from ui.art.paths import circle, outline
from ui.art.theme import Theme

STROKE = 1.9
_TIMES = (0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)


class IconIn(Struct, frozen=True):
    """An icon in a colour of its own (`#RRGGBB`): for plates, felt and primary buttons."""

    icon: Icon
    colour: str


def paint_icon_in(painter: QPainter, rect: QRectF, drawn: IconIn, theme: Theme) -> None:
    """Draw an icon in a chosen colour."""
    with design_space(painter, rect, width=24, height=24):
        painter.translate(-12, -12)
        if drawn.icon in LINES:
            width = STROKE * (1.2 if theme.is_high_contrast else 1)
            trace(painter, LINES[drawn.icon], drawn.colour, width)
        if drawn.icon in FILLED:
            fill(painter, FILLED[drawn.icon], drawn.colour)


def qt_icon(icon: Icon, theme: Theme, *, pixels: int = 22, colour: str | None = None) -> QIcon:
    """Return the icon for an action or a button, in `_TIMES` its size of `pixels`, faded if disabled."""
    result = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour or theme.text), (QIcon.Mode.Disabled, theme.text_disabled)):
        for times in _TIMES:
            result.addPixmap(_drawn(IconIn(icon, ink), theme, round(pixels * times)), mode)
    return result


def _drawn(icon: IconIn, theme: Theme, side: int) -> QPixmap:
    """Return a pixmap of an icon, cached: a table has thirty buttons, each with fourteen pixmaps."""
    key = f"{icon.icon} {icon.colour} {theme.is_high_contrast} {side}"
    found = QPixmap()
    if not QPixmapCache.find(key, found):
        found = draw_pixmap(paint_icon_in, icon, theme, size=PixelSize(side, side))
        QPixmapCache.insert(key, found)
    return found


def paint_dealer(painter: QPainter, rect: QRectF, letter: str, theme: Theme) -> None:
    """Draw the dealer's button: an ivory disc with a letter."""
    with design_space(painter, rect, width=100, height=100):
        shape(painter, circle(0, 0, 46), theme.tile_rim, edge=theme.tile_rim, width=2)
        shape(painter, circle(0, -2, 43), "#F8F3E3", edge="#B39B5E", width=3)
        trace(painter, circle(0, -2, 35), "#B39B5E", 2)
        draw_line(painter, QRectF(-24, -22, 48, 40), letter, "#1B2026", scarce=Scarce.LEFT_OUT)


def paint_crown(painter: QPainter, rect: QRectF, place: int, theme: Theme) -> None:
    """Draw a crown for place 1, 2 or 3: gold, silver or bronze, with 5, 4 or 3 points."""
    metal = {1: ("#F2C14A", "#8A6417"), 2: ("#C9D2DA", "#5D6872")}.get(place, ("#C98B5A", "#6B4122"))
    points = {1: 5, 2: 4}.get(place, 3)
    with design_space(painter, rect, width=100, height=100):
        tips = [(-40 + 80 * tip / (points - 1), -30.0) for tip in range(points)]
        line = "M -32 30 L -40 -24"
        for (x, _), (after, _) in pairwise(tips):
            line += f" L {(x + after) / 2:.2f} 4 L {after:.2f} -24"
        body = outline(line + " L 32 30 Z")
        trace(painter, body, theme.tile_rim, 9)
        fill(painter, body, metal[0])
        trace(painter, "M -29 19 L 29 19", metal[1], 4)
        for x, y in tips:
            shape(painter, circle(x, y, 6.5), metal[0], edge=theme.tile_rim, width=3)


def paint_plump(painter: QPainter, rect: QRectF, seat: int, theme: Theme) -> None:
    """Draw the mark of a plump on the score sheet: a filled blot, the same for every seat."""
    with design_space(painter, rect, width=100, height=100):
        blot = (
            "M -39 2 C -40 -20 -22 -39 1 -39 C 23 -40 40 -21 39 1 C 40 23 21 39 -1 39 C -22 40 -39 22 -39 2 Z"
        )
        fill(painter, blot, theme.paper_ink)
