"""The pictures of the open sea: large spaces, supply, coral tiles, the alga space."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.reef_screen_model import Light
from ui.art.canvas import faded, kept, shape, trace
from ui.art.faces import alga, coral
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEFT, draw_line, draw_text
from ui.art.paths import circle
from ui.art.reef_sea import CoralTile, paint_coral_tile
from ui.art.reef_tiles import paint_alga, paint_larva, paint_polyp
from ui.art.theme import Theme
from ui.table.reef.frames import edge, panel


@dataclass(frozen=True, slots=True)
class SeaLook:
    """A large space of the open sea: what a tile of its colour is worth, its cube and its tiles."""

    colour: int
    value: int
    has_cube: bool
    tiles: tuple[int, ...]
    light: Light = Light.NONE


def paint_sea(painter: QPainter, rect: QRectF, look: SeaLook, theme: Theme) -> None:
    """Value above, then the cube, then up to three tiles."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = rect.width(), rect.height()
        panel(painter, rect, look.light, theme, radius=wide * 0.09)
        head = min(high * 0.27, wide * 0.46)
        band = QRectF(rect.left(), rect.top() + high * 0.015, wide, head)
        tile = QRectF(band.left() + wide * 0.1, band.center().y() - head * 0.4, head * 0.8, head * 0.8)
        paint_polyp(painter, tile, coral(look.colour), theme)
        draw_line(
            painter,
            QRectF(tile.right(), band.top(), band.right() - tile.right() - wide * 0.06, head),
            f"= {look.value}",
            theme.sea_text,
            cap=head * 0.5,
        )
        body = QRectF(rect.left(), band.bottom(), wide, high - head - high * 0.03)
        cube = min(body.height() * 0.46, wide * 0.52)
        if look.has_cube:
            paint_larva(
                painter,
                QRectF(body.center().x() - cube / 2, body.top() + body.height() * 0.03, cube, cube),
                coral(look.colour),
                theme,
            )
        small = min(body.height() * 0.44, wide * 0.29)
        y = body.bottom() - small - body.height() * 0.04
        step = small * 1.06
        x = body.center().x() - step * max(1, len(look.tiles)) / 2
        for place, colour in enumerate(look.tiles):
            paint_polyp(painter, QRectF(x + place * step, y, small, small), coral(colour), theme)


@dataclass(frozen=True, slots=True)
class SupplyLook:
    """How many cubes of a colour are left, and whether the bonus reserve has its tile."""

    colour: int
    cubes: int
    reserve: int
    light: Light = Light.NONE


def paint_supply(painter: QPainter, rect: QRectF, look: SupplyLook, theme: Theme) -> None:
    """A small cube with its count, a small tile with its."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        panel(painter, rect, look.light, theme, radius=rect.height() * 0.25)
        side = min(rect.height() * 0.72, rect.width() * 0.24)
        half = rect.width() / 2
        for x, paint, count in (
            (rect.left() + half * 0.08, paint_larva, look.cubes),
            (rect.left() + half * 1.02, paint_polyp, look.reserve),
        ):
            paint(painter, QRectF(x, rect.center().y() - side / 2, side, side), coral(look.colour), theme)
            box = QRectF(x + side + 2, rect.top(), half * 0.94 - side - 3, rect.height())
            draw_line(painter, box, f"×{count}", theme.sea_text, cap=side * 0.42, align=LEFT)


@dataclass(frozen=True, slots=True)
class CoralTileLook:
    """A coral tile with its number; `turns` shows that the cylinder in hand would turn it over."""

    strong: int
    weak: int
    large: int
    small: int
    lock: int | None
    starfish: bool
    number: int
    light: Light = Light.NONE
    turns: bool = False


def paint_coral_tile_look(painter: QPainter, rect: QRectF, look: CoralTileLook, theme: Theme) -> None:
    """The tile itself, what would come of it, and how it stands out."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tile = CoralTile(
            strong=coral(look.strong),
            weak=coral(look.weak),
            large=alga(look.large),
            small=alga(look.small),
            lock=None if look.lock is None else alga(look.lock),
            starfish=look.starfish,
        )
        paint_coral_tile(painter, rect, tile, theme)
        side = rect.width()
        if look.turns:
            badge = QRectF(rect.left() + side * 0.3, rect.top() + side * 0.3, side * 0.4, side * 0.4)
            shape(
                painter,
                circle(badge.center().x(), badge.center().y(), side * 0.21),
                theme.plate,
                edge=theme.selected,
                width=side * 0.03,
            )
            paint_icon_in(
                painter,
                badge.adjusted(side * 0.06, side * 0.06, -side * 0.06, -side * 0.06),
                IconIn(Icon.SWAP, theme.selected),
                theme,
            )
        if look.light in (Light.LIT, Light.HELD):
            edge(painter, rect, look.light, theme, radius=side * 0.11)


@dataclass(frozen=True, slots=True)
class AlgaSpaceLook:
    """The alga space and the cylinder on it."""

    alga: int | None
    light: Light = Light.NONE


def paint_alga_space(painter: QPainter, rect: QRectF, look: AlgaSpaceLook, theme: Theme) -> None:
    """A ring in the sea with the last cylinder."""
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        panel(painter, rect, look.light, theme, radius=rect.height() * 0.2)
        side = rect.height() * 0.84
        at = QRectF(rect.left() + rect.height() * 0.12, rect.center().y() - side / 2, side, side)
        trace(painter, circle(at.center().x(), at.center().y(), side * 0.45), faded(theme.sea_text, 0.6), 1.4)
        if look.alga is not None:
            paint_alga(painter, at.adjusted(3, 3, -3, -3), alga(look.alga), theme)
        draw_text(
            painter,
            QRectF(at.right() + 3, rect.top(), rect.right() - at.right() - 7, rect.height()),
            "Alga space",
            theme.sea_text,
            cap=rect.height() * 0.17,
            align=LEFT,
        )
