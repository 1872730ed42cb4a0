"""The table itself: cloth and pieces, in device-independent pixels, as large as the widget.

The scene is always exactly the visible part: no scroll bars, no zoom. A layout listens to `resized`; pieces
are redrawn at the screen's pixels.

The whole table can be played without a mouse: arrow keys move the focus to the nearest piece in their
direction, Tab to the next zone, Enter and Space press, and the table gets all other keys (`keyed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsPixmapItem, QGraphicsScene, QGraphicsView, QWidget

from ui.kit.access import install_accessibility, tell_focus
from ui.kit.cloth import Cloth, paint_cloth
from ui.kit.motion import Spot
from ui.kit.pieces import Z_BUTTON, Z_DRAGGED, Piece
from ui.kit.renderer import Renderer

_STEPS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_NO_KEYS = Qt.KeyboardModifier.NoModifier
PLATE_ZONE = 60
"""Zone of the players' plates; in most games they cannot be pressed."""
_GROUND, _PRECIOUS = 0.06, 1000
"""Share of the table's area above which a piece is ground; weight of a covered pixel of a plate or button."""
_TILES = 12
"""Number of steps, in each direction, in which a room is searched for a place."""
_FAR = 4
"""Weight of a pixel of distance, in covered pixels."""
_MOST_GROUND = 9_000_000
"""Maximum number of pixels of the drawn cloth: it is soft, and a larger one is this one enlarged."""


class Surface(QGraphicsView):
    """A view over its own scene. `keyed` carries key and text of a press that the surface does not use.
    `is_by_keys` is True from a press of a key to one of the mouse: new choices then get the focus."""

    resized = Signal(QSizeF)
    keyed = Signal(int, str)
    touched = Signal(QPointF)
    """A press of the mouse anywhere, in scene coordinates, before a piece has answered it."""
    ground_clicked = Signal(QPointF)
    back_wanted = Signal()
    """Backspace, or the system's undo key (Ctrl+Z)."""

    def __init__(self, renderer: Renderer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        install_accessibility()
        self.renderer = renderer
        self._cloth = Cloth()
        self.is_by_keys = False
        self._kept: dict[str, int] = {}
        self._kept_for: object = None
        self.setScene(QGraphicsScene(self))
        self.setAccessibleName("Table")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        # Every picture has a clear margin, so its edge stays smooth when it is turned. Antialiasing besides
        # would double the time of a frame with twenty turning cards.
        self.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(240, 140)
        self._ground = QGraphicsPixmapItem()
        self._ground.setZValue(-1000)
        self.scene().addItem(self._ground)
        self.scene().focusItemChanged.connect(self._focus_moved)
        # When a button under the pointer stops being one, Qt looks up where the mouse last moved, and crashes
        # if it has never moved here: a table can open under a resting pointer.
        away, up = QPointF(-1, -1), Qt.MouseButton.NoButton
        super().mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, away, away, up, up, _NO_KEYS))

    # -- pieces --------------------------------------------------------------------------------

    def new_piece(self, order: int, z: float = 0.0) -> Piece:
        """Add a piece; `order` is its zone for the Tab key."""
        piece = Piece(self.renderer, order=order)
        self.add(piece, z=z)
        return piece

    def new_button(self, order: int) -> Piece:
        """Add a button that is hidden at first."""
        piece = self.new_piece(order, Z_BUTTON)
        piece.set_button(True)
        piece.setVisible(False)
        return piece

    def add(self, piece: Piece, *, z: float = 0.0) -> None:
        """Add a piece to the table."""
        piece.setZValue(z)
        self.scene().addItem(piece)

    def remove(self, piece: Piece) -> None:
        """Remove a piece and delete it."""
        piece.motion.stop()
        self.scene().removeItem(piece)
        piece.deleteLater()

    def send_off(self, piece: Piece, to: Spot | None, *, ms: int | None = None) -> None:
        """Remove a piece after it has moved to `to`; at once if that is None. The caller must forget it: any
        interruption of its way removes it."""
        piece.set_button(False)
        piece.show_mark(None)
        if to is None:
            self.remove(piece)
        else:
            ms = self.renderer.motion_ms if ms is None else ms
            piece.motion.leave(to, ms, gone=partial(self.remove, piece))

    def settle(self) -> None:
        """Finish all motion: pieces that leave are removed."""
        for item in self.scene().items():
            if isinstance(item, Piece):
                item.motion.finish()

    def pieces(self) -> list[Piece]:
        """Return all visible pieces, in the order of reading: by zone, then by rows, then from the left."""
        found = [item for item in self.scene().items() if isinstance(item, Piece) and item.isVisible()]
        return sorted(found, key=lambda piece: (piece.order, *_place(piece)))

    def buttons(self) -> list[Piece]:
        """Return the pieces that can be pressed, in the order of reading."""
        return [piece for piece in self.pieces() if piece.is_button]

    def focused(self) -> Piece | None:
        """Return the button that has the focus; None if it is hidden, or none has it."""
        item = self.scene().focusItem()
        return item if isinstance(item, Piece) and item.isVisible() and item.is_button else None

    def freest(
        self, places: Iterable[QRectF], near: QPointF, *, besides: Callable[[QRectF], float] = lambda _: 0
    ) -> QRectF:
        """Return the best of some places: it covers little, above all of plates and buttons, and is `near`.
        `besides` returns the weight of other things that a place covers, 1 for each pixel."""
        size = self.table_size()
        most = size.width() * size.height() * _GROUND
        things = [
            (box, _PRECIOUS if piece.is_button or piece.order == PLATE_ZONE else 1)
            for piece in self.pieces()
            if area(box := piece.sceneBoundingRect()) < most and piece.zValue() <= Z_DRAGGED
        ]

        def weight(place: QRectF) -> float:
            away = (place.center() - near).manhattanLength()
            return sum(area(place & box) * each for box, each in things) + besides(place) + _FAR * away

        return min(places, key=weight)

    # -- how it looks --------------------------------------------------------------------------

    def show_cloth(self, cloth: Cloth) -> None:
        """Show the print on the cloth."""
        if cloth != self._cloth:
            self._cloth = cloth
            self._draw_ground()

    def redraw(self) -> None:
        """Draw everything again, after a change of theme or screen."""
        self._draw_ground()
        for item in self.scene().items():
            if isinstance(item, Piece):
                item.redraw()

    def tell_size(self) -> None:
        """Emit `resized`, so that everything is laid out again; then finish all motion."""
        self.resized.emit(self.table_size())
        self.settle()

    def table_size(self) -> QSizeF:
        """Return the size to lay out on, in device-independent pixels."""
        return QSizeF(self.viewport().size())

    def kept(self) -> dict[str, int]:
        """Return the choices of the layout by name, kept until the window's size or the scale changes. A dock
        that opens beside the table may make its things smaller, but must not rearrange them."""
        present = (self.window().size(), self.renderer.preferences.scale)
        if present != self._kept_for:
            self._kept, self._kept_for = {}, present
        return self._kept

    def whole_size(self) -> QSizeF:
        """Return the table's size as it would be without a dock beside it: as wide as the window."""
        size = self.table_size()
        return size.expandedTo(QSizeF(self.window().width(), size.height()))

    def _draw_ground(self) -> None:
        """Draw the cloth; a surface with a ground of its own overrides this."""
        size = self.table_size()
        if size.isEmpty():
            return
        pixels = size.width() * size.height() * self.renderer.dpr**2
        shrink = min(1.0, (_MOST_GROUND / pixels) ** 0.5)
        self._ground.setPixmap(
            self.renderer.drawn(paint_cloth, self._cloth, size, dpr=self.renderer.dpr * shrink)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        super().showEvent(event)
        self._meet_screen()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._meet_screen()
        return super().event(event)

    def _meet_screen(self) -> None:
        if self.renderer.dpr != self.devicePixelRatioF():
            self.renderer.dpr = self.devicePixelRatioF()
            self.redraw()
            self.tell_size()

    def _fit(self) -> None:
        size = self.table_size()
        if size.isEmpty():
            return
        self.setSceneRect(QRectF(QPointF(0, 0), size))
        before = self._ground.pixmap().cacheKey()
        self.tell_size()  # a listener may change the print on the cloth
        if self._ground.pixmap().cacheKey() == before:
            self._draw_ground()

    # -- keys ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        key, piece = event.key(), self.focused()
        self.is_by_keys = True
        if key in _STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.step_focus(_STEPS[Qt.Key(key)])
        elif key in _PRESS and piece is not None:
            piece.press()
        else:
            self.keyed.emit(key, event.text())  # a listener also hides an old reason
            if key == Qt.Key.Key_Backspace or event.matches(QKeySequence.StandardKey.Undo):
                self.back_wanted.emit()
            event.ignore()

    def offer(self, piece: Piece) -> None:
        """Focus a piece to choose, if the player plays by keys and nothing has the focus yet."""
        if self.is_by_keys and self.focused() is None:
            piece.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_focus(self, way: QPointF) -> None:
        """Move the focus to the nearest button in a direction; to the first if none has it."""
        buttons, here = self.buttons(), self.focused()
        if here is None or here not in buttons:
            following = buttons[0] if buttons else None
        else:
            following = _nearest(here, buttons, way)
        if following is not None:
            following.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  (Qt's name)
        buttons, here = self.buttons(), self.focused()
        zones = sorted({piece.order for piece in buttons})
        if here is not None and here in buttons:
            zones = [zone for zone in zones if (zone > here.order if forward else zone < here.order)]
        wanted = zones[:1] if forward else zones[-1:]
        if not wanted or (here is None and not self.hasFocus()):
            if here is not None:
                here.clearFocus()
            return super().focusNextPrevChild(forward)
        next(piece for piece in buttons if piece.order == wanted[0]).setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _focus_moved(self, now: object, _before: object, _reason: object) -> None:
        if isinstance(now, Piece):
            tell_focus(now)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        self.is_by_keys = False
        self.touched.emit(self.mapToScene(event.position().toPoint()))
        super().mousePressEvent(event)
        event.accept()
        if not isinstance(self.scene().mouseGrabberItem(), Piece):
            self.ground_clicked.emit(self.mapToScene(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        super().mouseReleaseEvent(event)
        event.accept()


def area(box: QRectF) -> float:
    """Return the square pixels of a box, 0 for an empty one."""
    return 0.0 if box.isEmpty() else box.width() * box.height()


def held(place: QRectF, room: QRectF) -> QRectF:
    """Return a place moved just far enough to lie within a room."""
    x = min(max(room.left(), place.left()), room.right() - place.width())
    y = min(max(room.top(), place.top()), room.bottom() - place.height())
    return QRectF(QPointF(x, y), place.size())


def tiles(size: QSizeF, room: QRectF) -> Iterator[QRectF]:
    """Yield overlapping places of this size, evenly spread over a room."""
    for across, down in product(range(_TILES + 1), repeat=2):
        spare = QSizeF(room.size().width() - size.width(), room.size().height() - size.height())
        at = room.topLeft() + QPointF(spare.width() * across, spare.height() * down) / _TILES
        yield QRectF(at, size)


def _place(piece: Piece) -> tuple[float, float]:
    return round(piece.motion.target.at.y() / 40), piece.motion.target.at.x()


def _nearest(here: Piece, buttons: list[Piece], way: QPointF) -> Piece | None:
    """Return the best button in a direction: near, and not far to the side; None if there is none."""
    best: Callable[[Piece], float] = lambda piece: _distance(here, piece, way)  # noqa: E731
    ahead = [piece for piece in buttons if piece is not here and _distance(here, piece, way) > 0]
    return min(ahead, key=best, default=None)


def _distance(here: Piece, there: Piece, way: QPointF) -> float:
    """Return the distance to `there` in direction `way`, sidesteps counted twice; 0 if it lies elsewhere."""
    step = there.motion.target.at - here.motion.target.at
    along = step.x() * way.x() + step.y() * way.y()
    aside = abs(step.x() * way.y()) + abs(step.y() * way.x())
    return along + 2 * aside if along > 1 and aside <= 2.5 * along else 0.0
