"""The layout of a window as text: a line for each thing that is seen, indented below what holds it.

A line has the kind of the thing, its place in the thing around it, its words and its possible uses; its own
painting is a checksum. A change that moves, hides, renames or repaints something is then a changed line
(`tests.ui.layouts` keeps one file per state of the gallery).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import floor
from unittest.mock import patch

from PySide6.QtCore import QAbstractListModel, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QPaintDevice,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QRegion,
    QShortcut,
    QTextItem,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QComboBox,
    QDockWidget,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QSpinBox,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QWidget,
)

from tests.support.written import Paper
from ui.art import lettering
from ui.art.marks import MARGIN
from ui.art.theme import Theme
from ui.kit.pieces import Look, Piece, paint_look
from ui.kit.surface import Surface

QUARTER = 0.37
"""Shift of places before they are rounded down, those of pieces to pixels, of strokes to quarters: many lie
on exact halves and quarters, and must not lie on the border between two counts."""
MANY = 12
"""Least number of rows of a list that is written as a checksum and its last row, not row by row."""


class Strokes(QPaintEngine):
    """Notes what is painted where, and paints nothing."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.sum = hashlib.blake2b(digest_size=3)

    def begin(self, device: QPaintDevice, /) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: object, /) -> None:  # noqa: N802  (Qt's name)
        """Do nothing: each stroke reads the painter's state itself."""

    def drawPath(self, path: QPainterPath, /) -> None:  # noqa: N802  (Qt's name)
        painter = self.painter()
        pen, brush = painter.pen(), painter.brush()
        edge = (pen.color().rgba(), pen.widthF()) if pen.style() != Qt.PenStyle.NoPen else None
        inside = (
            (brush.color().rgba(), brush.style().value) if brush.style() != Qt.BrushStyle.NoBrush else None
        )
        self._note(path.elementCount(), path.controlPointRect(), edge, inside)

    def drawTextItem(self, at: QPointF, item: QTextItem, /) -> None:  # noqa: N802  (Qt's name)
        box = QRectF(at.x(), at.y(), item.width(), item.ascent())
        font, colour = item.font(), self.painter().pen().color().rgba()
        self._note(item.text(), box, font.pixelSize(), font.weight(), colour)

    def drawPixmap(self, place: QRectF, *_of: object) -> None:  # noqa: N802  (Qt's name)
        self._note("picture", place)

    drawImage = drawTiledPixmap = drawPixmap  # noqa: N815

    def drawRects(self, rects: Iterable[QRectF], /) -> None:  # noqa: N802  (Qt's name)
        for each in rects:
            path = QPainterPath()
            path.addRect(QRectF(each))
            self.drawPath(path)

    def drawEllipse(self, rect: QRectF, /) -> None:  # noqa: N802  (Qt's name)
        path = QPainterPath()
        path.addEllipse(QRectF(rect))
        self.drawPath(path)

    def drawLines(self, lines: Iterable[object], /) -> None:  # noqa: N802  (Qt's name)
        for each in lines:
            path = QPainterPath(each.p1())
            path.lineTo(each.p2())
            self.drawPath(path)

    def drawPolygon(self, points: Iterable[QPointF], mode: object, /) -> None:  # noqa: N802  (Qt's name)
        path = QPainterPath()
        path.addPolygon(list(points))
        self.drawPath(path)

    def drawPoints(self, points: Iterable[QPointF], /) -> None:  # noqa: N802  (Qt's name)
        self.drawPolygon(points, None)

    def write(
        self, painter: QPainter, box: QRectF, text: str, colour: str, *, height: float, **how: object
    ) -> None:
        """Note a word in place of `lettering._write`, which moves letters to whole pixels: in a close case
        the result there depends on the words drawn before."""
        self._note(text, box, colour, round(height, 1), sorted(how.items()))

    def _note(self, what: object, place: QRectF, *more: object) -> None:
        painter = self.painter()
        box = painter.deviceTransform().mapRect(QRectF(place))
        at = [floor(4 * each + QUARTER) for each in (box.left(), box.top(), box.width(), box.height())]
        self.sum.update(repr((what, at, more, painter.opacity())).encode())


class Sketch(Paper):
    """A device on which strokes are noted."""

    def __init__(self, size: QSize, dpr: float = 1.0) -> None:
        super().__init__(size, dpr)
        self.strokes = Strokes()

    def paintEngine(self) -> QPaintEngine:  # noqa: N802  (Qt's name)
        return self.strokes

    def sum(self) -> str:
        """A checksum of six digits for all that was painted."""
        return self.strokes.sum.hexdigest()


_PASSING = re.compile(r"\d+ (?=minutes ago)|\S*[/\\]tmp\w+")
"""Words that differ from one run to the next: how long ago something was, and the folder of this run."""


def laid(root: QWidget) -> list[str]:
    """The layout of a window, or of one widget."""
    actions = [_action(each) for each in root.findChildren(QAction)]
    keys = [f"key {each.key().toString()}" for each in root.findChildren(QShortcut) if each.isEnabled()]
    lines = [*_widget(root, root, 0), *sorted({*filter(None, actions), *keys})]
    return [_PASSING.sub("~", line) for line in lines]


def _widget(widget: QWidget, root: QWidget, depth: int) -> Iterator[str]:
    place = QRect(QPoint(0, 0) if widget is root else widget.pos(), widget.size())
    yield " " * depth + " ".join(
        [_called(widget), _box(place), *(repr(each) for each in _said(widget)), *_can(widget)]
    )
    if isinstance(widget, Surface):
        yield from (" " * (depth + 1) + _piece(widget, each) for each in widget.pieces())
        return
    if isinstance(widget, QAbstractItemView | QComboBox | QSpinBox | QScrollBar | QLineEdit | QTabBar):
        return
    for child in widget.children():
        is_seen = isinstance(child, QWidget) and child.isVisibleTo(widget) and not child.isWindow()
        if is_seen and not isinstance(child, QScrollBar):
            yield from _widget(child, root, depth + 1)


def _called(widget: QWidget) -> str:
    name = widget.objectName()
    return type(widget).__name__ + (f"#{name}" if name and not name.startswith("qt_") else "")


def _box(rect: QRect) -> str:
    return f"{rect.x()},{rect.y()} {rect.width()}x{rect.height()}"


def _said(widget: QWidget) -> Iterator[str]:
    """The words on a widget, and those for a screen reader and the pointer."""
    yield from _written(widget)
    if widget.isWindow():
        yield widget.windowTitle()
    for told in (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()):
        if told:
            yield f"={told}"


def _written(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLineEdit():
            yield from (widget.text(), widget.placeholderText())
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QComboBox():
            yield "|".join(widget.itemText(at) for at in range(widget.count()))
            yield widget.currentText()
        case QTabBar():
            yield "|".join(widget.tabText(at) for at in range(widget.count()))
        case QDockWidget():
            yield widget.windowTitle()
        case QTextEdit():
            yield _sum(widget.toPlainText())
        case QAbstractItemView():
            rows = [*_rows(widget)]
            yield from rows if len(rows) < MANY else (_sum("\n".join(rows)), rows[-1])


def _can(widget: QWidget) -> Iterator[str]:
    """The states and settings of a widget, and the checksum of its painting."""
    states = {
        "off": not widget.isEnabled(),
        "tab": bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus),
        "filled": widget.autoFillBackground(),
        "hand": widget.cursor().shape() is Qt.CursorShape.PointingHandCursor,
    }
    yield from (name for name, is_so in states.items() if is_so)
    yield from _settings(widget)
    for name in sorted(bytes(each.data()).decode() for each in widget.dynamicPropertyNames()):
        if not name.startswith("_"):
            yield f"{name}={widget.property(name)}"
    if _paints(type(widget)):
        sketch = Sketch(widget.size())
        widget.render(sketch, QPoint(), QRegion(), QWidget.RenderFlag(0))
        yield f"~{sketch.sum()}"


def _settings(widget: QWidget) -> Iterator[str]:
    match widget:
        case QAbstractButton():
            yield from _pressed(widget)
        case QAbstractScrollArea() if not isinstance(widget, QGraphicsView):
            for bar in (widget.horizontalScrollBar(), widget.verticalScrollBar()):
                # A document is laid out as it is read: its height is not known yet.
                most = "" if isinstance(widget, QTextBrowser) else f" of {bar.maximum()}"
                yield f"{bar.value()}{most}"
        case QSpinBox() | QAbstractSlider():
            yield f"{widget.minimum()}<{widget.value()}<{widget.maximum()}"
            yield f"by {widget.singleStep()}"
        case QLineEdit():
            yield f"most {widget.maxLength()} {widget.echoMode().name}"
        case QLabel():
            if not widget.pixmap().isNull():
                yield _box(widget.pixmap().rect())
            is_copied = widget.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
            ways = f"{' wraps' * widget.wordWrap()}{' copied' * bool(is_copied)}"
            yield f"to {widget.alignment().value:x}{ways}"


def _pressed(button: QAbstractButton) -> Iterator[str]:
    if button.isCheckable():
        yield "checked" if button.isChecked() else "unchecked"
    if not button.icon().isNull():
        yield f"icon {button.iconSize().width()}"
    if not button.shortcut().isEmpty():
        yield button.shortcut().toString()
    if isinstance(button, QPushButton) and button.isDefault():
        yield "default"


def _paints(kind: type) -> bool:
    return any("paintEvent" in vars(each) for each in kind.__mro__ if each.__module__.startswith("ui."))


def _rows(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for row in range(model.rowCount() if model else 0):
        columns = range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
        yield "|".join(str(model.index(row, column).data() or "") for column in columns)


def _sum(text: str) -> str:
    return f"{len(text)} letters {hashlib.blake2b(text.encode(), digest_size=3).hexdigest()}"


def _action(action: QAction) -> str:
    keys = " ".join(each.toString() for each in action.shortcuts())
    if not keys or isinstance(action.parent(), QLineEdit):  # Qt's own
        return ""
    state = "" if not action.isCheckable() else " checked" if action.isChecked() else " unchecked"
    return f"action {action.text()!r} {keys}{state}{'' if action.isEnabled() else ' off'}"


def _piece(view: Surface, piece: Piece) -> str:
    spot = piece.motion.target
    flags = {
        "button": piece.is_button,
        "drag": piece.is_draggable,
        "dim": piece.is_dimmed,
        "chosen": piece.is_chosen,
        "told": piece.is_pointed_out,
        "ring": piece.has_ring,
        "clear": piece.opacity() < 1,
    }
    parts = [
        type(piece).__name__,
        f"{floor(spot.at.x() + QUARTER)},{floor(spot.at.y() + QUARTER)}",
        f"{floor(piece.size.width() + QUARTER)}x{floor(piece.size.height() + QUARTER)}",
        f"{piece.zValue():g}",
    ]
    if spot.turn or spot.size != 1.0:
        parts.append(f"turned {spot.turn:.0f} {spot.size:.2f}")
    if piece.name or piece.about:
        parts.append(repr(piece.name))
    if piece.about:
        parts.append(repr(piece.about))
    parts += [name for name, is_so in flags.items() if is_so]
    if piece.mark is not None:
        parts.append(piece.mark.name.lower())
    if piece.look is not None and not piece.size.isEmpty():
        parts.append(f"{getattr(piece.look.paint, '__name__', 'piece')}~{_look(view, piece, piece.look)}")
    return " ".join(parts)


def _look(view: Surface, piece: Piece, look: Look) -> str:
    """The checksum of a look, drawn as `Renderer.pixmap` does it."""
    renderer = view.renderer
    margin = 2 * MARGIN * renderer.stretch
    wide, high = piece.size.width() + margin, piece.size.height() + margin
    size = round(wide / renderer.stretch), round(high / renderer.stretch)
    return _look_sum(look, renderer.theme, size, renderer.dpr * renderer.stretch)


@lru_cache(maxsize=10_000)
def _look_sum(look: Look, theme: Theme, size: tuple[int, int], dpr: float) -> str:
    return strokes(lambda painter: paint_look(painter, QRectF(0, 0, *size), look, theme), size, dpr=dpr)


def strokes(paint: Callable[[QPainter], object], size: tuple[int, int], *, dpr: float = 1.0) -> str:
    """The checksum of what is painted on a device of this size."""
    sketch = Sketch(QSize(*size), dpr)
    painter = QPainter(sketch)
    with patch.object(lettering, "_write", sketch.strokes.write):
        paint(painter)
    painter.end()
    return sketch.sum()
