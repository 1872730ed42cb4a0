"""A thing on the reef's table: a piece that knows its target and is dragged as a copy; and the surface."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem, QGraphicsSceneMouseEvent

from app.games.scene import Token
from ui.art.cache import PaintPiece
from ui.kit.pieces import Look, Piece
from ui.kit.renderer import K, Renderer
from ui.kit.surface import Surface
from ui.parts import is_alive

MOST_PIXELS = 3_900
"""Maximum number of pixels per side of a drawn sheet; a larger sheet is drawn smaller and enlarged."""


class Thing(Piece):
    """A piece with a `target`, its token. `pointed` carries True as the pointer or the focus ring comes, and
    False as it goes.

    A press that moves away is a drag: an `is_draggable` thing emits `dragged` and then `dropped` with scene
    points, others emit `pushed` with the distance, which moves the boards.
    """

    pointed = Signal(bool)
    dragged = Signal(QPointF)
    pushed = Signal(QPointF)

    def __init__(self, renderer: Renderer, target: Token, *, order: int) -> None:
        super().__init__(renderer, order=order)
        self.target = target
        self.picture: Look | None = None
        self._from: QPointF | None = None
        self._moves = False
        self.hovered.connect(self.pointed)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        super().focusInEvent(event)
        if self.has_ring:
            self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  (Qt's name)
        had_ring = self.has_ring
        super().focusOutEvent(event)
        if had_ring:
            self.pointed.emit(False)

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802  (Qt's name)
        self._from, self._moves = event.scenePos(), False
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802  (Qt's name)
        if self._from is None:
            return
        way = event.scenePos() - self._from
        if not self._moves and way.manhattanLength() < QApplication.startDragDistance():
            return
        self._moves = True
        if self.is_draggable:
            self.dragged.emit(event.scenePos())
        else:
            self._from = event.scenePos()
            self.pushed.emit(way)

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:  # noqa: N802  (Qt's name)
        pressed, moved = self._from, self._moves
        self._from, self._moves = None, False
        if moved and self.is_draggable:
            self.dropped.emit(event.scenePos())
        elif pressed is not None and not moved and self.contains(event.pos()):
            self.clicked.emit()


class Sheet(QGraphicsPixmapItem):
    """A large picture without presses, redrawn only after a change of its look, size, theme or screen."""

    def __init__(self, renderer: Renderer) -> None:
        super().__init__()
        self._renderer = renderer
        self._wanted: object = None
        self._drawn: object = None
        self._look: Look | None = None
        self._size = QSizeF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setTransformationMode(Qt.TransformationMode.SmoothTransformation)

    def show(self, paint: PaintPiece[K], look: K, size: QSizeF, at: QPointF) -> None:  # type: ignore[override]
        """Show the picture with its upper left corner at `at`."""
        self.setPos(self._renderer.snapped(at))
        pixels = round(size.width()), round(size.height())
        self._wanted = (look, pixels, self._renderer.theme, self._renderer.dpr)
        self._look, self._size = Look(paint, look), size
        self._draw()

    def _draw(self) -> None:
        look, size = self._look, self._size
        if look is None or self._wanted == self._drawn or not is_alive(self):
            return
        if not self._renderer.budget.has_time(self._draw):
            return
        self._drawn = self._wanted
        dpr = self._renderer.dpr
        longest = max(size.width(), size.height()) * dpr
        share = min(1.0, MOST_PIXELS / max(1.0, longest))
        pixmap = QPixmap(
            max(1, round(size.width() * share * dpr)), max(1, round(size.height() * share * dpr))
        )
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.scale(share, share)
        look.paint(painter, QRectF(0, 0, size.width(), size.height()), look.kind, self._renderer.theme)
        painter.end()
        self.setPixmap(pixmap)
        self.setScale(1 / share)


class ReefSurface(Surface):
    """The surface, with a wheel that zooms, a ground that can be dragged, and a right button that lets go."""

    zoomed = Signal(float, QPointF)
    pushed = Signal(QPointF)
    let_go = Signal()

    def __init__(self, renderer: Renderer) -> None:
        super().__init__(renderer)
        self._from: QPointF | None = None
        self.ground_clicked.connect(self._take)

    def _draw_ground(self) -> None:
        """Draw nothing: the sea covers the whole surface."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  (Qt's name)
        self.zoomed.emit(event.angleDelta().y() / 120, self.mapToScene(event.position().toPoint()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        if event.button() == Qt.MouseButton.RightButton:
            self.let_go.emit()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        super().mouseMoveEvent(event)
        if self._from is not None:
            here = self.mapToScene(event.position().toPoint())
            self.pushed.emit(here - self._from)
            self._from = here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        super().mouseReleaseEvent(event)
        self._from = None

    def _take(self, at: QPointF) -> None:
        self._from = at
