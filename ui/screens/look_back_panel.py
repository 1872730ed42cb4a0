"""Turning points: a look back at one seat's game, under the timeline of a replay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QToolTip, QVBoxLayout, QWidget

from app.games.look_back import LookBack, TurningPoint
from app.screens.replay import ReplayModel
from app.screens.turning_points import look_back_at
from ui.parts import button, label, pack
from ui.screens.loader import Loader

ROWS = 3
"""Number of visible lines of the list."""
STRIP = 28
"""Height of the strip with the marks, in pixels."""
NEAR = 8.0
"""Greatest distance of a click from its mark, in pixels."""
SIDE = 8


class TurningPointStrip(QWidget):
    """Shows the game from left to right, with a mark for each turning point, higher for a larger loss. The
    list below says the same in words, for the keyboard and screen readers."""

    chosen = Signal(int)
    """The number of the clicked mark."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[tuple[float, TurningPoint], ...] = ()
        self.setAccessibleName("Turning points")

    def tell(self, points: tuple[TurningPoint, ...], events: int) -> None:
        """Show the marks of `points` in a game of `events` events."""
        self._marks = tuple((each.at / max(1, events), each) for each in points)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the strip's height, and some width."""
        return QSize(200, STRIP)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint the marks above a line."""
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        line, mark = self.palette().mid(), self.palette().link()
        painter.fillRect(QRectF(SIDE, self.height() - 2, self.width() - 2 * SIDE, 2), line)
        most = max((each.cost for _, each in self._marks), default=1.0)
        for place, each in self._marks:
            high = 4 + (self.height() - 6) * each.cost / most
            painter.fillRect(QRectF(self._x(place) - 2, self.height() - high, 4, high), mark)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """Emit `chosen` for the mark nearest to the click, if it is nearer than `NEAR`."""
        if (number := self._at(event.position())) is not None:
            self.chosen.emit(number)

    def event(self, event: QEvent) -> bool:
        """Show a turning point in words as the tooltip of its mark."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if number is None else str(self._marks[number][1]), self)
            return True
        return super().event(event)

    def _x(self, place: float) -> float:
        return SIDE + place * (self.width() - 2 * SIDE)

    def _at(self, where: QPointF) -> int | None:
        near = [(abs(self._x(place) - where.x()), number) for number, (place, _) in enumerate(self._marks)]
        distance, number = min(near, default=(NEAR, 0))
        return number if distance < NEAR else None


class LookBackPanel(QFrame):
    """Analyses one seat's choices in a thread of its own, then lists the turning points.

    `wanted` carries the stop (`ReplayModel.stops`) to show, `play_wanted` the number of an event to play on
    from; `closed` is emitted when the player closes the panel.
    """

    wanted = Signal(int)
    play_wanted = Signal(int)
    closed = Signal()

    def __init__(self, model: ReplayModel) -> None:
        super().__init__()
        self._model = model
        self._loader: Loader | None = None
        self._found: tuple[TurningPoint, ...] = ()
        self.summary = label("", "aside")
        self.play_on = button("Play on from there", self._play_on)
        head = pack(QHBoxLayout(), (self.summary, 1), self.play_on, button("Close", self._close))
        self.strip = TurningPointStrip()
        self.strip.chosen.connect(self._choose)
        self.list = QListWidget()
        self.list.setAccessibleName("Turning points")
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(lambda: self._choose(self.list.currentRow()))
        self.list.itemActivated.connect(lambda: self._choose(self.list.currentRow()))
        pack(QVBoxLayout(self), head, self.strip, self.list, edges=(12, 6, 12, 6))
        self._show_found(())

    def begin(self, seat: int) -> None:
        """Analyse the choices of a seat, instead of an analysis that runs."""
        self.drop()
        self._show_found(())
        self.summary.setText("Looking back…")
        self._loader = Loader(lambda progress: look_back_at(self._model, seat, progress), self)
        self._loader.progress.connect(self._tell_progress)
        self._loader.done.connect(self._tell)
        self._loader.run()

    def drop(self) -> None:
        """Cancel the analysis."""
        if self._loader is not None:
            self._loader.drop(whole=False)  # no waiting: one turn of Reef Encounter takes seconds
            self._loader.deleteLater()
            self._loader = None

    @Slot(int, int)
    def _tell_progress(self, done: int, of: int) -> None:
        self.summary.setText(f"Looking back: {done} of {of} turns")

    @Slot(object)
    def _tell(self, found: LookBack) -> None:
        self.drop()
        self.summary.setText(found.summary)
        self._show_found(found.turning_points)
        if found.worst is not None:
            self.list.setCurrentRow(found.turning_points.index(found.worst))
            self.list.scrollToItem(self.list.currentItem())

    def _show_found(self, points: tuple[TurningPoint, ...]) -> None:
        self._found = points
        self.strip.tell(points, len(self._model.recording.events))
        self.list.clear()
        self.list.addItems([*map(str, points)])
        self.list.setFixedHeight(ROWS * max(0, self.list.sizeHintForRow(0)) + 2 * self.list.frameWidth())
        for widget in (self.strip, self.list, self.play_on):
            widget.setVisible(bool(points))

    def _choose(self, number: int) -> None:
        self.list.setCurrentRow(number)
        self.wanted.emit(self._model.before(self._found[number].at))

    def _play_on(self) -> None:
        self.play_wanted.emit(self._found[max(0, self.list.currentRow())].at)

    def _close(self) -> None:
        self.drop()
        self.closed.emit()
