"""Pictures of the open sea: large spaces, supply, coral tiles, the alga space."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.games.reef.lights import Light
from app.games.reef.looks import AlgaSpace, CoralTile, LargeSpace, Supply
from ui.art.canvas import shape, smooth
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEFT, Scarce, Writing, draw_line, least_cap, line_width
from ui.art.paths import circle, inset
from ui.art.pieces.chips import Badge, paint_badge
from ui.art.reef.faces import alga, coral
from ui.art.reef.sea import paint_coral_tile
from ui.art.reef.tiles import paint_alga, paint_larva, paint_polyp
from ui.art.theme import Theme
from ui.tables.reef.frames import Lit, edge, panel


def paint_sea(painter: QPainter, rect: QRectF, lit: Lit[LargeSpace], theme: Theme) -> None:
    """Draw the colour's value, the cube, and up to three tiles: in a row, or a column if that is larger."""
    look = lit.look
    with smooth(painter):
        wide, high = rect.width(), rect.height()
        panel(painter, rect, lit.light, theme, radius=wide * 0.09)
        is_broad = wide > high * 0.9
        head = high * 0.52 if is_broad else min(high * 0.25, wide * 0.46)
        cube = min(head * 0.84, wide * 0.34) if is_broad else min(wide * 0.56, high * 0.26)
        band = QRectF(rect.left(), rect.top() + high * 0.02, wide - (cube * 1.2 if is_broad else 0), head)
        side = min(head * 0.72, band.width() * 0.42)
        tile = QRectF(band.left() + wide * 0.06, band.center().y() - side / 2, side, side)
        paint_polyp(painter, tile, coral(look.colour), theme)
        value = QRectF(tile.right(), band.top(), band.right() - tile.right(), head)
        draw_line(painter, value.adjusted(wide * 0.02, 0, -wide * 0.03, 0), f"= {look.value}", theme.sea_text,
                  cap=side * 0.62, letters=theme.letters)  # fmt: skip
        at = QRectF(rect.right() - cube * 1.12, band.center().y() - cube / 2, cube, cube)
        if not is_broad:
            at.moveTo(rect.center().x() - cube / 2, band.bottom())
        if look.has_cube:
            paint_larva(painter, at, coral(look.colour), theme)
        top = max(band.bottom(), at.bottom())
        body = QRectF(rect.left(), top, wide, rect.bottom() - top).adjusted(0, high * 0.02, 0, -high * 0.02)
        _tiles(painter, body, look.tiles, theme)


def _tiles(painter: QPainter, body: QRectF, tiles: tuple[int, ...], theme: Theme) -> None:
    """Draw up to three tiles as large as fits."""
    beside, under = (
        min(body.width() / 3.25, body.height() * 0.96),
        min(body.width() * 0.6, body.height() / 3.2),
    )
    side = max(beside, under) * 0.96
    way = (side * 1.05, 0.0) if beside >= under else (0.0, side * 1.05)
    for place, colour in enumerate(tiles):
        step = place - (len(tiles) - 1) / 2
        at = body.center() + QPointF(way[0] * step, way[1] * step)
        paint_polyp(painter, QRectF(at.x() - side / 2, at.y() - side / 2, side, side), coral(colour), theme)


def paint_supply(painter: QPainter, rect: QRectF, lit: Lit[Supply], theme: Theme) -> None:
    """Draw a small cube and a small tile, each with its count."""
    write = Writing(painter, theme.letters)
    look = lit.look
    with smooth(painter):
        panel(painter, rect, lit.light, theme, radius=rect.height() * 0.25)
        side = min(rect.height() * 0.72, rect.width() * 0.24)
        half = rect.width() / 2
        figure = line_width("×8") * least_cap(painter)  # leaves room to read both counts
        side = min(side, max(side / 2, half * 0.94 - 3 - figure))
        for x, paint, count in (
            (rect.left() + half * 0.08, paint_larva, look.cubes),
            (rect.left() + half * 1.02, paint_polyp, look.reserve),
        ):
            paint(painter, QRectF(x, rect.center().y() - side / 2, side, side), coral(look.colour), theme)
            box = QRectF(x + side + 2, rect.top(), half * 0.94 - side - 3, rect.height())
            write.line(box, f"×{count}", theme.sea_text, cap=side * 0.42, align=LEFT)


class LitCoralTile(Lit[CoralTile], frozen=True):
    """A coral tile with the `number` that the story and the lessons use (0: none); `turns`: the held cylinder
    would turn it over.
    """

    turns: bool = False
    number: int = 0


def paint_coral_tile_look(painter: QPainter, rect: QRectF, lit: LitCoralTile, theme: Theme) -> None:
    """Draw the tile, its number, a sign if it would turn over, and its highlight."""
    with smooth(painter):
        paint_coral_tile(painter, rect, lit.look, theme)
        side = rect.width()
        if lit.number:
            room = max(side * 0.34, least_cap(painter) * 2.05)  # larger it would cover the tile
            high = max(side * 0.24, min(least_cap(painter, theme.letters) * 2.2, room))
            wide = high * (1.0 if lit.number < 10 else 1.3)
            at = QRectF(rect.left() - high * 0.1, rect.top() - high * 0.1, wide, high)
            paint_badge(painter, at, Badge(str(lit.number)), theme)
        if lit.turns:
            badge = QRectF(rect.left() + side * 0.3, rect.top() + side * 0.3, side * 0.4, side * 0.4)
            disc = circle(badge.center().x(), badge.center().y(), side * 0.21)
            shape(painter, disc, theme.plate, edge=theme.selected, width=side * 0.03)
            paint_icon_in(painter, inset(badge, side * 0.06), IconIn(Icon.SWAP, theme.selected), theme)
        if lit.light in (Light.LIT, Light.HELD):
            edge(painter, rect, lit.light, theme, radius=side * 0.11)


def paint_alga_space(painter: QPainter, rect: QRectF, lit: Lit[AlgaSpace], theme: Theme) -> None:
    """Draw a ring in the sea with the last cylinder."""
    write = Writing(painter, theme.letters)
    look = lit.look
    with smooth(painter):
        panel(painter, rect, lit.light, theme, radius=rect.height() * 0.2)
        is_broad = rect.width() > 1.55 * rect.height()
        side = rect.height() * (0.84 if is_broad else 0.62)
        at = QRectF(rect.left() + rect.height() * 0.1, rect.center().y() - side / 2, side, side)
        label = QRectF(at.right() + 4, rect.top(), rect.right() - at.right() - 8, rect.height())
        if not is_broad:
            at.moveTo(rect.center().x() - side / 2, rect.top() + rect.height() * 0.06)
            label = QRectF(rect.left() + 3, at.bottom(), rect.width() - 6, rect.bottom() - at.bottom())
        ring = circle(at.center().x(), at.center().y(), side * 0.47)
        shape(painter, ring, theme.sea, edge=theme.sea_text, width=1.6)
        if look.alga is not None:
            paint_alga(painter, inset(at, side * 0.08), alga(look.alga), theme)
        if is_broad:
            cap = rect.height() * 0.2
            write.text(
                label, "Alga\nspace", theme.sea_text, cap=cap, bold=True, align=LEFT, scarce=Scarce.LEFT_OUT
            )
        else:
            cap = label.height() * 0.46
            write.line(label, "Alga space", theme.sea_text, cap=cap, shorter="Alga", scarce=Scarce.LEFT_OUT)
