"""Pictures under and over the pieces: sea, panels, boards, edges of corals, the status line."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from ui.art.canvas import faded, fill, shape, smooth, trace
from ui.art.felt import Ground, paint_ground
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEFT, Writing, cap_height, draw_line, draw_text, shared_cap
from ui.art.palette import TOKEN_COLOUR
from ui.art.paths import inset, rounded
from ui.art.pieces.chips import Badge, paint_badge
from ui.art.reef.board import ReefShape, paint_reef, space_rect
from ui.art.reef.faces import shrimp
from ui.art.theme import Theme
from ui.tables.reef.layout import BOARD_SHAPE

LABEL_CAP = 8.6
"""Cap height of labels, at unit 1."""


class GroundLook(Struct, frozen=True):
    """The sea and its panels (left, top, width, height); `labels` are words with their boxes."""

    panels: tuple[tuple[float, float, float, float], ...]
    labels: tuple[tuple[str, tuple[float, float, float, float]], ...]
    unit: float


def paint_sea_ground(painter: QPainter, rect: QRectF, look: GroundLook, theme: Theme) -> None:
    """Draw the sea up to the edges, and darker plates under the parts of the table."""
    paint_ground(painter, rect, Ground.SEA, theme)
    with smooth(painter):
        for box in look.panels:
            body = rounded(QRectF(*box), 10 * look.unit)
            fill(painter, body, faded(theme.plate, 0.62))
            trace(painter, body, theme.plate_line, 1.2)
        cap = _label_cap(look.unit, theme)
        if len(look.labels) > 1:  # the rows of a player; a spectator has one label
            texts, width = [text for text, _ in look.labels], min(box[2] for _, box in look.labels)
            cap = shared_cap(painter, texts, width, cap=cap, letters=theme.letters)
        for text, box in look.labels:
            _write_label(painter, QRectF(*box), text, cap, theme)


class LabelLook(Struct, frozen=True):
    """Words on the ground."""

    text: str
    unit: float


def paint_label(painter: QPainter, rect: QRectF, look: LabelLook, theme: Theme) -> None:
    """Draw the words, from the left."""
    _write_label(painter, rect, look.text, _label_cap(look.unit, theme), theme)


def _label_cap(unit: float, theme: Theme) -> float:
    """Return the wanted height of a label's capitals, at least that of normal text."""
    return max(LABEL_CAP * unit, cap_height(theme.letters.normal))


def _write_label(painter: QPainter, rect: QRectF, text: str, cap: float, theme: Theme) -> None:
    draw_text(painter, rect, text, theme.plate_text, cap=cap, bold=True, align=LEFT, letters=theme.letters)


_SIDE = 100.0
"""Side of a board's space before scaling."""


class BoardLook(Struct, frozen=True):
    """A board without its pieces: its printed signs by rows, and its number from 1."""

    rows: tuple[str, ...]
    number: int


def paint_board(painter: QPainter, rect: QRectF, look: BoardLook, theme: Theme) -> None:
    """Draw the reef, with its number in the upper left corner.

    It is drawn at one size and scaled: the island's edge is a union of squares, and at some fractions of a
    pixel Qt loses a few of them.
    """
    shape_of = ReefShape(look.rows)
    whole = QRectF(0, 0, _SIDE * BOARD_SHAPE * 7.24, _SIDE * 7.24)
    unit = min(rect.width() / whole.width(), rect.height() / whole.height())
    with smooth(painter):
        painter.translate(rect.center() - whole.center() * unit)
        painter.scale(unit, unit)
        paint_reef(painter, whole, shape_of, theme)
        first = space_rect(whole, shape_of, 0, 0)
        side = first.width() * 0.5
        badge = QRectF(first.left() - side * 1.12, first.top() - side * 1.12, side, side)
        fill(painter, rounded(badge, side * 0.24), theme.tile_rim)
        inner = inset(badge, side * 0.2)
        draw_line(painter, inner, str(look.number), "#FFFFFF", letters=theme.letters)


Spot: TypeAlias = tuple[int, int]
"""Column and row of a space."""
CoralEdge: TypeAlias = tuple[frozenset[Spot], Spot, int | None]
"""A coral: its spaces, the space that shows its size, and the seat of its guard."""


class CoralsLook(Struct, frozen=True):
    """The edges of a board's corals."""

    rows: tuple[str, ...]
    corals: tuple[CoralEdge, ...]


def paint_corals(painter: QPainter, rect: QRectF, look: CoralsLook, theme: Theme) -> None:
    """Draw a white line around each coral, its owner's colour inside if it is guarded, and sizes above 1."""
    shape_of = ReefShape(look.rows)
    first = space_rect(rect, shape_of, 0, 0)
    side = first.width()
    with smooth(painter):
        place = QTransform.fromTranslate(first.left(), first.top())
        for spaces, _, seat in look.corals:
            line = place.map(coral_edges(spaces, side=side, inset=side * 0.02))
            trace(painter, line, theme.tile_rim, side * 0.115)
            trace(painter, line, "#FFFFFF", side * 0.07)
            if seat is not None:
                trace(painter, line, TOKEN_COLOUR[shrimp(seat).colour], side * 0.04)
        for spaces, (column, row), _ in look.corals:
            if len(spaces) < 2:
                continue
            cell = space_rect(rect, shape_of, column, row)
            high = side * 0.36
            badge = QRectF(cell.right() - high * 1.02, cell.bottom() - high * 1.02, high, high)
            paint_badge(painter, badge, Badge(str(len(spaces))), theme)


def coral_edges(spaces: frozenset[tuple[int, int]], *, side: float, inset: float) -> QPainterPath:
    """Return the edge of a coral, `inset` within its spaces, from the upper left corner of space (0, 0).

    It has a line for every side of a space without a neighbour of the same coral; lines meet at their ends.
    """
    path = QPainterPath()
    for column, row in sorted(spaces):
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if (column + dx, row + dy) in spaces:
                continue
            middle = QPointF(
                (column + 0.5 + dx / 2) * side - dx * inset, (row + 0.5 + dy / 2) * side - dy * inset
            )
            along = QPointF(-dy, dx)  # clockwise around the space
            ends = []
            for sign in (-1, 1):
                beside = (column - sign * dy, row + sign * dx)
                beyond = (beside[0] + dx, beside[1] + dy)
                bend = -inset if beside not in spaces else inset if beyond in spaces else 0.0
                ends.append(middle + along * (sign * (side / 2 + bend)))
            path.moveTo(ends[0])
            path.lineTo(ends[1])
    return path


class StatusLineLook(Struct, frozen=True):
    """One line under the reef: the effect of a move, the next press, or a warning."""

    text: str
    is_warning: bool = False
    is_call: bool = False


def paint_status_line(painter: QPainter, rect: QRectF, look: StatusLineLook, theme: Theme) -> None:
    """Draw words on a plate, with a sign before a warning and before a call for a press."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        high = rect.height()
        body = rounded(inset(rect, 1), high * 0.22)
        line = theme.selected if look.is_warning or look.is_call else theme.plate_line
        shape(painter, body, theme.plate, edge=line, width=2.4 if look.is_call else 1.2)
        box = rect.adjusted(high * 0.3, 0, -high * 0.3, 0)
        if look.is_warning or look.is_call:
            side = high * 0.56
            icon = QRectF(box.left(), rect.center().y() - side / 2, side, side)
            paint_icon_in(
                painter, icon, IconIn(Icon.WARNING if look.is_warning else Icon.TURN, theme.selected), theme
            )
            box.setLeft(icon.right() + high * 0.2)
        if look.text:
            words = box.adjusted(0, high * 0.03, 0, -high * 0.03)
            write.text(words, look.text, theme.plate_text, cap=high * 0.3, bold=True, align=LEFT)


class ZoomLook(Struct, frozen=True):
    """A small button with an icon."""

    icon: Icon


def paint_zoom(painter: QPainter, rect: QRectF, look: ZoomLook, theme: Theme) -> None:
    """Draw a plate with round corners and the icon."""
    with smooth(painter):
        side = rect.width()
        shape(painter, rounded(inset(rect, 1), side * 0.25), theme.rock, edge=theme.sea_line, width=1.2)
        inner = inset(rect, side * 0.24)
        paint_icon_in(painter, inner, IconIn(look.icon, theme.sea_text), theme)
