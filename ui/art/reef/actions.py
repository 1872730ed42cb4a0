"""The ten actions of a turn in Reef Encounter, each as a small scene of pieces."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import design_space, kept, pen, trace
from ui.art.palette import Coral, Token
from ui.art.paths import outline, rounded
from ui.art.reef.animals import Parrotfish, Shrimp, paint_parrotfish, paint_shrimp
from ui.art.reef.tiles import paint_alga, paint_larva, paint_polyp
from ui.art.theme import Theme

_OWN = (Token.RED, 1)


def paint_reef_action(painter: QPainter, rect: QRectF, action: int, theme: Theme) -> None:
    """Draw action 1 to 10, mostly as its cost at the left, an arrow, and its gain at the right.

    1 eat a coral, 2 and 3 larva and polyps, 4 a new shrimp, 5 move a shrimp, 6 tile to larva, 7 tile to alga,
    8 larva to tile, 9 nothing, 10 take larva and tiles. Drawn 8 wide to 5 high; the animals are red, as no
    scene belongs to a player.
    """
    with design_space(painter, rect, width=160, height=100), kept(painter):
        _SCENES[action - 1](painter, theme)


def _at(x: float, y: float, side: float) -> QRectF:
    return QRectF(x - side / 2, y - side / 2, side, side)


def _arrow(painter: QPainter, x: float, theme: Theme, *, length: float = 26.0) -> None:
    path = outline(
        f"M {x - length / 2} 0 L {x + length / 2} 0"
        f" M {x + length / 2 - 9} -9 L {x + length / 2} 0 L {x + length / 2 - 9} 9"
    )
    trace(painter, path, theme.tile_rim, 11)
    trace(painter, path, theme.sea_text, 6)


def _tiles(painter: QPainter, x: float, theme: Theme, coral: Coral) -> None:
    for dx, dy in ((-17, -17), (17, -17), (-17, 17), (17, 17)):
        paint_polyp(painter, _at(x + dx, dy, 33), coral, theme)


def _eat(painter: QPainter, theme: Theme) -> None:
    _tiles(painter, -46, theme, Coral.YELLOW)
    paint_parrotfish(painter, QRectF(-12, -40, 92, 80), Parrotfish(*_OWN), theme)


def _lay(painter: QPainter, theme: Theme) -> None:
    paint_larva(painter, _at(-48, 0, 50), Coral.ORANGE, theme)
    _arrow(painter, -6, theme)
    _tiles(painter, 44, theme, Coral.ORANGE)


def _lay_again(painter: QPainter, theme: Theme) -> None:
    paint_larva(painter, _at(-54, -10, 42), Coral.ORANGE, theme)
    paint_larva(painter, _at(-38, 14, 42), Coral.PINK, theme)
    _arrow(painter, 0, theme, length=22)
    _tiles(painter, 46, theme, Coral.PINK)


def _new_shrimp(painter: QPainter, theme: Theme) -> None:
    _plus(painter, -52, 0, theme)
    paint_polyp(painter, _at(22, 4, 84), Coral.WHITE, theme)
    paint_shrimp(painter, _at(22, 2, 70), Shrimp(*_OWN), theme)


def _move_shrimp(painter: QPainter, theme: Theme) -> None:
    paint_shrimp(painter, _at(-46, 0, 62), Shrimp(*_OWN), theme)
    _arrow(painter, 4, theme)
    space = rounded(_at(50, 0, 52), 9)
    trace(painter, space, theme.tile_rim, 9)
    dashed = pen(theme.sea_text, 5)
    dashed.setDashPattern([1.6, 1.8])
    painter.strokePath(space, dashed)


def _tile_to_larva(painter: QPainter, theme: Theme) -> None:
    paint_polyp(painter, _at(-46, 0, 54), Coral.PINK, theme)
    _arrow(painter, 0, theme)
    paint_larva(painter, _at(46, 0, 56), Coral.PINK, theme)


def _tile_to_alga(painter: QPainter, theme: Theme) -> None:
    paint_polyp(painter, _at(-46, 0, 54), Coral.YELLOW, theme)
    _arrow(painter, 0, theme)
    paint_alga(painter, _at(46, 0, 58), Token.BLUE, theme)


def _larva_to_tile(painter: QPainter, theme: Theme) -> None:
    paint_larva(painter, _at(-46, 0, 56), Coral.GREY, theme)
    _arrow(painter, 0, theme)
    paint_polyp(painter, _at(46, 0, 54), Coral.GREY, theme)


def _nothing(painter: QPainter, theme: Theme) -> None:
    for ink, width in ((theme.tile_rim, 16), (theme.sea_text, 9)):
        trace(painter, "M -46 0 L 14 0 M -6 -22 L 16 0 L -6 22 M 42 -30 L 42 30", ink, width)


def _take(painter: QPainter, theme: Theme) -> None:
    paint_larva(painter, _at(-50, -18, 40), Coral.WHITE, theme)
    for x, coral in ((-62, Coral.GREY), (-36, Coral.PINK)):
        paint_polyp(painter, _at(x, 24, 30), coral, theme)
    _arrow(painter, -2, theme)
    for ink, width in ((theme.tile_rim, 13), (theme.sea_text, 7)):
        trace(painter, "M 26 -34 L 66 -34 L 66 34 L 26 34", ink, width)


def _plus(painter: QPainter, x: float, y: float, theme: Theme) -> None:
    path = outline(f"M {x - 15} {y} L {x + 15} {y} M {x} {y - 15} L {x} {y + 15}")
    trace(painter, path, theme.tile_rim, 13)
    trace(painter, path, theme.sea_text, 7)


_SCENES = (
    _eat, _lay, _lay_again, _new_shrimp, _move_shrimp, _tile_to_larva, _tile_to_alga, _larva_to_tile,
    _nothing, _take,
)  # fmt: skip
