"""The replay of a game: timeline, keys, perspective, story. A stop is the start, a line of the story, or the
end, by its number from 0."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QSlider,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.records.recording import Recording
from app.screens.replay import LEAP, ReplayModel
from ui.art.icon_paths import Icon
from ui.docks.lines import LineDelegate, LinesModel
from ui.kit.game_table import GameTable, Preferences
from ui.parts import FLUSH, button, label, pack, renew_icons, tool
from ui.screens.look_back_panel import LookBackPanel
from ui.tables.catalogue import make_table

LINES_BESIDE = 2
"""Maximum number of lines of the check's findings beside the choice of a perspective."""
SPEEDS_MS = {"slow": 2200, "normal": 1200, "fast": 500}


class ReplayScreen(QWidget):
    """Shows a `Recording` stop by stop."""

    leave_wanted = Signal()
    play_wanted = Signal(object)
    """Asks for a `Practice` that begins in this game."""

    def __init__(self, recording: Recording, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ReplayModel(recording, seat=recording.own_seat)
        self._preferences = preferences
        self._table: GameTable | None = None
        self._is_below, self._is_tight = False, False
        self._played_from = 0
        self._lines = LinesModel(self)
        self._lines.tell(list(self.model.lines))
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(lambda: self.list.scrollTo(self.list.currentIndex()))
        self._middle = QSplitter()
        self._middle.addWidget(self._log())
        self.look_back = LookBackPanel(self.model)
        self.look_back.wanted.connect(self.go)
        self.look_back.closed.connect(self.look_back.hide)
        self.look_back.play_wanted.connect(self._play_on)
        self.look_back.hide()
        parts = (self._head(recording), (self._middle, 1), self._controls(), self.look_back)
        pack(QVBoxLayout(self), *parts, edges=FLUSH, gap=0)
        self._keys()
        self._look_from()

    @property
    def table(self) -> GameTable:
        """The table widget, which shows the game from the present perspective."""
        if self._table is None:
            raise RuntimeError("no table yet")
        return self._table

    def go(self, stop: int) -> None:
        """Show a stop, or the nearest that exists, without waiting for the motion of the one before."""
        self.table.hurry()
        self.table.show_advanced(self.model.go(stop))

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply changed settings."""
        self._preferences = preferences
        self.table.set_preferences(preferences)
        renew_icons(self, preferences.theme)

    def play(self, *, on: bool) -> None:
        """Step on by itself at the chosen speed until the end, or stop that."""
        if on:
            self._timer.start(SPEEDS_MS[self.speed.currentData()])
        else:
            self._timer.stop()
        self.play_button.setChecked(on)

    def look_at_turning_points(self) -> None:
        """Show the turning points of the seat whose view is shown; without one, of our seat or the first."""
        if self.model.seat is None:
            own = self.model.recording.own_seat
            self.perspective.setCurrentIndex(self.perspective.findData(0 if own is None else int(own)))
        if self.model.seat is not None:
            self.look_back.begin(self.model.seat)
            self.look_back.show()

    def play_on(self) -> None:
        """Ask for a practice game against bots, from the next turn of the seat whose view is shown."""
        self._play_on(self.model.at)

    def play_again(self) -> None:
        """Ask for a practice game from the same place again, with other cards where cards are hidden."""
        self._play_on(self._played_from)

    def _play_on(self, at: int) -> None:
        self._played_from = at
        if (made := self.model.practice(at, Random())) is not None:
            self.play_wanted.emit(made)

    def drop(self) -> None:
        """Stop the search for turning points: the replay was closed."""
        self.look_back.drop()

    def _tick(self) -> None:
        if self.table.is_behind:
            return  # the timer ticks again: the table still shows the last step
        self.go(self.model.stop + 1)
        if self.model.stop == len(self.model.stops) - 1:
            self.play(on=False)

    def _look_from(self) -> None:
        """Make the table again, from the chosen perspective."""
        self.model.look_as(self.perspective.currentData())
        self.look_back.drop()
        self.look_back.hide()
        self._lines.tell(list(self.model.lines))
        self.timeline.blockSignals(True)
        self.timeline.setRange(0, len(self.model.stops) - 1)
        self.timeline.blockSignals(False)
        before, self._table = self._table, make_table(self.model.info, self._preferences)
        self._table.presented.connect(self._refresh)
        if before is None:
            self._middle.insertWidget(0, self._table)
            self._middle.setStretchFactor(0, 1)
            self._middle.setStretchFactor(1, 0)
            self._middle.setSizes([1000, 280])
        else:
            self._middle.replaceWidget(0, self._table)  # keeps the width of the story
            before.hide()
            before.deleteLater()
        self.go(self.model.stop)

    def _refresh(self) -> None:
        stop = self.model.stop
        self.timeline.blockSignals(True)
        self.timeline.setValue(stop)
        self.timeline.blockSignals(False)
        self.place.setText(f"{stop} of {len(self.model.stops) - 1}")
        self.list.setCurrentIndex(self._lines.index(self.model.row, 0))
        self.on_button.setEnabled(self.model.may_play_on)

    def _head(self, recording: Recording) -> QWidget:
        bar = QFrame()
        wanted = self.leave_wanted.emit
        leave = tool("Back to the lobby", Icon.LEAVE, self._preferences.theme, wanted, key="Ctrl+W")
        self.verdict = label(recording.verdict, "error" if recording.problem else "heading")
        self.perspective = QComboBox()
        self.perspective.setAccessibleName("Perspective")
        for text, seat in self.model.perspectives:
            self.perspective.addItem(text, seat)
        self.perspective.setCurrentIndex(0 if self.model.seat is None else 1 + self.model.seat)
        self.perspective.currentIndexChanged.connect(self._look_from)
        self._spare, self.tools = QWidget(), QHBoxLayout()
        self._turned = button("Turning points", self.look_at_turning_points)
        self._row = pack(
            QHBoxLayout(),
            *(leave, (self.verdict, 1), self._spare, self._turned, self.perspective, self.tools),
        )
        self._top = pack(QVBoxLayout(bar), self._row, edges=(12, 6, 12, 6))
        return bar

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Give the check's findings and the button of the turning points lines of their own if too narrow."""
        super().resizeEvent(event)
        wide = self.verdict.fontMetrics().horizontalAdvance(self.verdict.text())
        beside, button = self.verdict.sizeHint().width(), self._turned.sizeHint().width()
        rest = self._row.sizeHint().width() - (0 if self._is_below else beside)
        rest += button if self._is_tight else 0
        is_below, is_tight = event.size().width() - rest < wide / LINES_BESIDE, rest > event.size().width()
        if (is_below, is_tight) != (self._is_below, self._is_tight):
            for each in (self.verdict, self._turned):
                self._row.removeWidget(each)
                self._top.removeWidget(each)
            self._is_below, self._is_tight = is_below, is_tight
            self._row.setStretchFactor(self._spare, 1 if is_below else 0)
            if is_below:
                self._top.addWidget(self.verdict)
            else:
                self._row.insertWidget(1, self.verdict, 1)
            if is_tight:
                self._top.addWidget(self._turned, 0, Qt.AlignmentFlag.AlignLeft)
            else:
                self._row.insertWidget(self._row.indexOf(self._spare) + 1, self._turned)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Scroll the story to the present line after its list has changed its size."""
        if event.type() == QEvent.Type.Resize:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _log(self) -> QWidget:
        self.list = QListView()
        self.list.setModel(self._lines)
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("The log")
        self.list.setMinimumWidth(220)
        self.list.installEventFilter(self)
        self.list.clicked.connect(self._clicked)
        self.list.activated.connect(self._clicked)
        return self.list

    def _clicked(self, index: QModelIndex) -> None:
        self.go(self.model.rows[index.row()])

    def _controls(self) -> QWidget:
        bar = QFrame()
        self.timeline = QSlider(Qt.Orientation.Horizontal)
        self.timeline.setRange(0, len(self.model.stops) - 1)
        self.timeline.setAccessibleName("Timeline")
        self.timeline.valueChanged.connect(self.go)
        self.place = label("", "aside", wraps=False)
        self.speed = QComboBox()
        self.speed.setAccessibleName("Speed")
        for name in SPEEDS_MS:
            self.speed.addItem(f"{name} speed", name)
        self.speed.setCurrentIndex(1)
        self.speed.currentIndexChanged.connect(lambda: self.play(on=self._timer.isActive()))
        row = pack(QHBoxLayout(bar), *self._buttons(), edges=(12, 6, 12, 6))
        pack(row, (self.timeline, 1), self.place, self.speed)
        return bar

    def _buttons(self) -> list[QToolButton]:
        theme = self._preferences.theme
        self.play_button = tool("Play the replay", Icon.PLAY, theme, key="Space")
        self.play_button.setCheckable(True)
        self.play_button.clicked.connect(lambda checked: self.play(on=checked))
        self.on_button = tool("Play on from here against bots", Icon.BOT, theme, self.play_on)
        return [
            tool("To the beginning", Icon.FIRST, theme, lambda: self.go(0), key="Home"),
            tool("A step back", Icon.STEP_BACK, theme, lambda: self._step(-1), key="Left"),
            self.play_button,
            tool("A step forward", Icon.STEP, theme, lambda: self._step(1), key="Right"),
            tool("To the end", Icon.LAST, theme, self._go_to_end, key="End"),
            self.on_button,
        ]

    def _step(self, steps: int) -> None:
        self.go(self.model.stop + steps)

    def _go_to_end(self) -> None:
        self.go(len(self.model.stops) - 1)

    def _keys(self) -> None:
        keys: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_Right: lambda: self._step(1),
            Qt.Key.Key_Left: lambda: self._step(-1),
            Qt.Key.Key_PageDown: lambda: self._step(LEAP),
            Qt.Key.Key_PageUp: lambda: self._step(-LEAP),
            Qt.Key.Key_Home: lambda: self.go(0),
            Qt.Key.Key_End: self._go_to_end,
            Qt.Key.Key_Space: lambda: self.play(on=not self._timer.isActive()),
        }
        inside = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for key, does in keys.items():
            QShortcut(QKeySequence(key), self, context=inside).activated.connect(does)
