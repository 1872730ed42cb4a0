"""Things on a table: one object that moves and takes clicks, with a picture and its marks.

A piece's position is its middle. The piece itself paints nothing (`ItemHasNoContents`); its pictures are
pixmap items, which Qt paints without entering Python.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsObject,
    QGraphicsPixmapItem,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from ui.art.canvas import kept
from ui.art.marks import MARGIN, Mark, Marking, paint_mark
from ui.art.paths import inset
from ui.art.theme import Theme
from ui.kit.geometry import whole
from ui.kit.motion import Motion, Spot
from ui.kit.renderer import Renderer
from ui.parts import is_alive

Paint = Callable[..., None]


class Look(Struct, frozen=True):
    """A picture: a painter and its argument. `shade` adds a shadow, for cards, not for words; `corner` is the
    radius of the corners of marks, as in `marks.Marking`."""

    paint: Paint
    kind: Hashable
    shade: bool = False
    corner: float = 0.07


def paint_look(painter: QPainter, rect: QRectF, look: Look, theme: Theme) -> None:
    """Draw a look inside a margin of `marks.MARGIN`: for its shadow, and for smooth edges when turned."""
    if look.shade:
        paint_mark(painter, rect, Marking(Mark.SHADOW, look.corner), theme)
    with kept(painter):
        look.paint(painter, inset(rect, MARGIN), look.kind, theme)


class Piece(QGraphicsObject):
    """A thing on the table. `order` is its zone for the Tab key; pieces of a zone are sorted by place.

    Signals: `clicked` (also by Enter and Space: `is_by_key` is then True), `dropped` with the scene point
    where a dragged piece was let go, `hovered` with True as the pointer comes and False as it goes.
    """

    clicked = Signal()
    dropped = Signal(QPointF)
    hovered = Signal(bool)

    def __init__(self, renderer: Renderer, *, order: int = 0) -> None:
        super().__init__()
        self._renderer = renderer
        self.order = order
        self.name = ""
        self.about = ""
        self.is_button = False
        self.is_draggable = False
        self.is_by_key = False
        self.is_dimmed = False
        self.is_chosen = False
        self.is_pointed_out = False
        self.look: Look | None = None
        self.size = QSizeF(0, 0)
        self._drawn_for: Hashable = None
        self.mark: Mark | None = None
        self._corner = 0.07
        self._pressed_at: QPointF | None = None
        self._is_dragged = False
        self.has_ring = self._had_ring = False
        """True if the focus ring is shown."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._picture = self._child()
        self._around = self._child()
        self._ring = self._child()
        self._pointer = self._child()
        self.motion = Motion(self)

    def _child(self) -> QGraphicsPixmapItem:
        item = QGraphicsPixmapItem(self)
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        item.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        return item

    # -- what it looks like --------------------------------------------------------------------

    def show_look(self, look: Look, size: QSizeF) -> None:
        """Show a picture of this size, which becomes the piece's; shadow and marks reach beyond it."""
        if look == self.look and size == self.size and self._drawn_for == self._renderer.state:
            return
        self._drawn_for = self._renderer.state
        if size != self.size:
            self.prepareGeometryChange()
        self.look, self.size, self._corner = look, QSizeF(size), look.corner
        self.redraw()

    def show_mark(self, mark: Mark | None, *, dimmed: bool = False) -> None:
        """Put a mark around the piece, None for no mark; `dimmed` darkens a piece without a mark."""
        if (mark, dimmed) != (self.mark, self.is_dimmed):
            self.mark, self.is_dimmed = mark, dimmed
            self._draw_marks()

    def point_out(self, *, is_on: bool) -> None:
        """Show or hide the mark of a hint, beside any other mark."""
        self.is_pointed_out = is_on
        self._draw_marks()

    def redraw(self) -> None:
        """Draw again, after a change of theme, screen or size."""
        if self.look is not None and not self.size.isEmpty():
            self._draw_picture()
        self._draw_marks()

    def _draw_picture(self) -> None:
        if self.look is None or not is_alive(self):
            return  # the piece left the table before there was time to draw it
        is_card = self.look.shade
        pixmap = self._renderer.pixmap_in_time(
            paint_look, self.look, self._outer(), self._draw_picture, urgent=not is_card
        )
        if pixmap is not None:
            self._picture.setPixmap(pixmap)
            self._picture.setOffset(self._corner_of_outer())

    def _draw_marks(self) -> None:
        mark = self.mark if not (self.is_dimmed and self.mark is None) else Mark.DIMMED
        self._put(self._around, mark)
        self._put(self._ring, Mark.FOCUS if self.has_ring else None)
        self._put(self._pointer, Mark.ADVICE if self.is_pointed_out else None)

    def _put(self, item: QGraphicsPixmapItem, mark: Mark | None) -> None:
        item.setVisible(mark is not None and not self.size.isEmpty())
        if mark is not None and not self.size.isEmpty():
            item.setPixmap(self._renderer.pixmap(paint_mark, Marking(mark, self._corner), self._outer()))
            item.setOffset(self._corner_of_outer())

    def _outer(self) -> QSizeF:
        margin = 2 * MARGIN * self._renderer.stretch
        return QSizeF(self.size.width() + margin, self.size.height() + margin)

    def _corner_of_outer(self) -> QPointF:
        outer = self._outer()
        return QPointF(-outer.width() / 2, -outer.height() / 2)

    def boundingRect(self) -> QRectF:  # noqa: N802  (Qt's name)
        return QRectF(-self.size.width() / 2, -self.size.height() / 2, self.size.width(), self.size.height())

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self.boundingRect())
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint nothing: the pictures are items of their own."""

    # -- where it is ---------------------------------------------------------------------------

    def go(self, spot: Spot, *, ms: int | None = None) -> None:
        """Move in `ms`, or at the table's speed; a piece that is not turned lands on whole pixels."""
        if not spot.turn and spot.size == 1.0:
            half = QPointF(self.size.width() / 2, self.size.height() / 2)
            spot = Spot(self._renderer.snapped(spot.at - half) + half)
        self.motion.go(spot, self._renderer.motion_ms if ms is None else ms)

    def lay(self, look: Look, box: QRectF, name: str | None = None, *, ms: int | None = 0) -> None:
        """Show a picture in a box, rounded to whole pixels, and go there in `ms`, or at the table's speed;
        `name` is for screen readers."""
        self.name = self.name if name is None else name
        self.show_look(look, whole(box.size()))
        self.go(Spot(box.center()), ms=ms)

    # -- what can be done with it --------------------------------------------------------------

    def set_button(self, is_button: bool, *, draggable: bool = False) -> None:
        """Make the piece take clicks and the focus, or stop doing so."""
        self.is_button, self.is_draggable = is_button, is_button and draggable
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsFocusable, is_button)
        self.setAcceptHoverEvents(is_button)
        self.setAcceptedMouseButtons(Qt.MouseButton.LeftButton if is_button else Qt.MouseButton.NoButton)
        if is_button:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.unsetCursor()

    def press(self) -> None:
        """Act as if clicked: for keys."""
        if self.is_button:
            self.is_by_key = True
            self.clicked.emit()
            self.is_by_key = False

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusInEvent(event)
        is_back = event.reason() in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        self.has_ring = self._had_ring if is_back else event.reason() != Qt.FocusReason.MouseFocusReason
        self._draw_marks()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusOutEvent(event)
        self._had_ring, self.has_ring = self.has_ring, False
        self._draw_marks()

    def hoverEnterEvent(self, event: QGraphicsSceneHoverEvent) -> None:  # noqa: N802  (Qt's name)
        super().hoverEnterEvent(event)
        self.hovered.emit(True)

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent) -> None:  # noqa: N802  (Qt's name)
        super().hoverLeaveEvent(event)
        self.hovered.emit(False)

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802  (Qt's name)
        self._pressed_at = event.scenePos()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802  (Qt's name)
        if self._pressed_at is None or not self.is_draggable:
            return
        way = event.scenePos() - self._pressed_at
        if not self._is_dragged and way.manhattanLength() >= QApplication.startDragDistance():
            self._is_dragged = True
            self.motion.stop()
            self.setRotation(0)
            self.setScale(1)
            self.setZValue(Z_DRAGGED)
        if self._is_dragged:
            self.setPos(event.scenePos())

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802  (Qt's name)
        pressed, dragged = self._pressed_at, self._is_dragged
        self._pressed_at, self._is_dragged = None, False
        if dragged:
            self.dropped.emit(event.scenePos())
        elif pressed is not None and self.boundingRect().adjusted(-1, -1, 1, 1).contains(event.pos()):
            self.clicked.emit()  # Qt sends presses that are up to a pixel outside


Z_HELD, Z_PLATE, Z_LAID, Z_HAND, Z_BUTTON, Z_DRAGGED = 10.0, 20.0, 30.0, 50.0, 80.0, 100.0
"""Stacking order: cards of others, plates, the middle, the player's hand, buttons, a dragged card."""
