"""All text of a window as it is painted, with its place and its size.

A window is painted on a device that keeps no picture but notes each piece of text; the pieces of a
table, which the window shows as pixmaps, are painted once more by their own painters.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QPaintDevice, QPaintEngine, QPainter, QTextItem, QTransform
from PySide6.QtWidgets import QAbstractScrollArea, QGraphicsView, QTabBar, QWidget

from tests.support.values import replace
from ui.art.marks import MARGIN
from ui.art.theme import Theme
from ui.docks.speech import Speech
from ui.kit.pieces import Look, Piece, paint_look
from ui.kit.surface import Surface

_METRIC = QPaintDevice.PaintDeviceMetric
_EXACTLY = (_METRIC.PdmDevicePixelRatioF_EncodedA, _METRIC.PdmDevicePixelRatioF_EncodedB)
"""The two halves of the screen's density, which Qt asks for if it is no whole number."""
_INCH = 96


@dataclass(frozen=True, slots=True)
class Written:
    """Text in the window's coordinates; `pixels` is the size of its letters as in a style sheet.

    `by` names the painter of the piece or the class of the widget; `cut` is the number of pixels cut off;
    with `scrolls` it may be out of sight.
    """

    text: str
    rect: QRectF
    pixels: float
    by: str
    font: QFont
    cut: float = 0.0
    scrolls: bool = False


@dataclass(frozen=True, slots=True)
class _Note:
    """Text, its place on the device, the size of its letters, and how much of it is out of sight."""

    text: str
    rect: QRectF
    pixels: float
    cut: float
    seen: QRectF
    """The visible part of the text."""
    font: QFont


class _Notes(QPaintEngine):
    """Notes text and paints nothing."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.found: list[_Note] = []

    def begin(self, device: QPaintDevice, /) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def drawTextItem(self, at: QPointF, item: QTextItem, /) -> None:  # noqa: N802  (Qt's name)
        font, to = item.font(), self.painter().deviceTransform()
        size = font.pixelSize() if font.pixelSize() > 0 else font.pointSizeF() * _INCH / 72
        box = QRectF(at.x(), at.y() - item.ascent() * 0.75, item.width(), item.ascent() * 0.75)
        rect, clip = to.mapRect(box), QRectF(self.systemClip().boundingRect())
        seen = rect if clip.isEmpty() else rect.intersected(clip)
        if item.text().strip() and not seen.isEmpty():
            cut = max(rect.width() - seen.width(), rect.height() - seen.height())
            self.found.append(_Note(item.text(), rect, size * abs(to.determinant()) ** 0.5, cut, seen, font))

    def _nothing(self, *_of: object) -> None:
        """Keep no picture."""

    updateState = drawPath = drawPixmap = drawImage = drawTiledPixmap = _nothing  # noqa: N815
    drawPolygon = drawRects = drawLines = drawEllipse = drawPoints = _nothing  # noqa: N815


class Paper(QPaintDevice):
    """A device of a size and density on which only text is noted."""

    def __init__(self, size: QSize, dpr: float = 1.0) -> None:
        super().__init__()
        self.notes = _Notes()
        half = struct.unpack("=ii", struct.pack("=d", dpr))
        self._metrics = {
            _METRIC.PdmWidth: round(size.width() * dpr),
            _METRIC.PdmHeight: round(size.height() * dpr),
            _METRIC.PdmDevicePixelRatioScaled: round(dpr * 65536),
            _METRIC.PdmDevicePixelRatio: round(dpr),
            **{each: half[each.value % 2] for each in _EXACTLY},
            _METRIC.PdmNumColors: 2**24,
            _METRIC.PdmDepth: 32,
        }

    def paintEngine(self) -> QPaintEngine:  # noqa: N802  (Qt's name)
        return self.notes

    def metric(self, metric: QPaintDevice.PaintDeviceMetric, /) -> int:
        return self._metrics.get(metric, _INCH)


def written(root: QWidget) -> list[Written]:
    """The texts that can be read in a window, or in one widget."""
    paper = Paper(root.size())
    root.render(paper)
    found = []
    bubbles = [each for each in root.findChildren(Speech) if each.isVisible()]
    for note in paper.notes.found:
        middle, inside = note.seen.center(), root.rect()
        # Not rounded: the visible part may be one line of pixels.
        at = QPoint(int(middle.x()), int(middle.y()))
        if note.rect.toAlignedRect().intersects(inside):  # less than half of it may be inside
            at.setX(min(max(at.x(), inside.left()), inside.right()))
            at.setY(min(max(at.y(), inside.top()), inside.bottom()))
        said = [each for each in bubbles if each.rect().contains(each.mapFrom(root, at))]
        by = said[0] if said else root.childAt(at)
        name, scrolls = type(by or root).__name__, _scrolls(by)
        rect = note.seen if scrolls else note.rect
        found.append(Written(note.text, rect, note.pixels, name, note.font, cut=note.cut, scrolls=scrolls))
    for view in root.findChildren(Surface):
        if view.isVisible():
            found += [each for each in on_table(view, root) if _is_open(view, root, each.rect)]
    return found


def on_table(view: Surface, root: QWidget) -> list[Written]:
    """The texts on the pieces of a table."""
    offset = QPointF(view.viewport().mapTo(root, QPoint(0, 0)))
    found = []
    for piece in view.pieces():
        if piece.look is None or piece.opacity() < 0.1 or piece.size.isEmpty():
            continue
        by = getattr(piece.look.paint, "__name__", "piece")
        for note in _on_piece(view, piece):
            seen = note.rect.intersected(QRectF(view.viewport().rect()))
            if not seen.isEmpty():
                cut = max(note.rect.width() - seen.width(), note.rect.height() - seen.height())
                rect = note.rect.translated(offset)
                found.append(Written(note.text, rect, note.pixels, by, note.font, cut=cut))
    return found


def _on_piece(view: Surface, piece: Piece) -> list[_Note]:
    """The texts as `Renderer.pixmap` draws them, in the scene's coordinates."""
    renderer = view.renderer
    assert piece.look is not None
    margin = 2 * MARGIN * renderer.stretch
    outer = QRectF(0, 0, piece.size.width() + margin, piece.size.height() + margin)
    size = round(outer.width() / renderer.stretch), round(outer.height() / renderer.stretch)
    notes = _in_look(piece.look, renderer.theme, size, renderer.dpr * renderer.stretch)
    to = QTransform.fromScale(1 / renderer.dpr, 1 / renderer.dpr)
    to *= QTransform.fromTranslate(-outer.width() / 2, -outer.height() / 2) * piece.sceneTransform()
    grow = abs(to.determinant()) ** 0.5
    return [
        replace(note, rect=to.mapRect(note.rect), pixels=note.pixels * grow, seen=to.mapRect(note.seen))
        for note in notes
    ]


@lru_cache(maxsize=10_000)
def _in_look(look: Look, theme: Theme, size: tuple[int, int], dpr: float) -> tuple[_Note, ...]:
    """Texts of a picture in the device's coordinates, cached because most pieces of a table stay the same."""
    paper = Paper(QSize(*size), dpr)
    painter = QPainter(paper)
    paint_look(painter, QRectF(0, 0, *size), look, theme)
    painter.end()
    return tuple(paper.notes.found)


def _scrolls(widget: QWidget | None) -> bool:
    """True if a widget lies in something that scrolls."""
    while widget is not None:
        if isinstance(widget, QTabBar) or (
            isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QGraphicsView)
        ):
            return True
        widget = widget.parentWidget()
    return False


def _is_open(view: Surface, root: QWidget, rect: QRectF) -> bool:
    """True if no other widget lies over that place of the table."""
    over = root.childAt(rect.center().toPoint())
    return over is None or over is view.viewport() or over is view
