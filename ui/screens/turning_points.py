"""Turning points at the end of a game: pictures of the table at those moments, each with a sentence."""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.games.look_back import TurningPoint
from app.records.recording import Recording
from app.screens.replay import ReplayModel
from app.screens.turning_points import SHOWN, LookedBack, looked_back
from ui.kit.game_table import GameTable, Preferences
from ui.parts import AT_LEFT, FLUSH, clear, label, pack, sized, turn
from ui.screens.loader import Loader
from ui.tables.catalogue import make_table

TABLE = QSize(800, 500)
"""Size of a table that is drawn for a picture."""
WIDE = 244
"""Width of a picture, at 100 %."""
GAP, FRAME = 12, 6
LOOK_MS = 20
"""Milliseconds between two checks whether a table is drawn completely; the window stays responsive."""


class TurningPointPictures(QWidget):
    """Looks back in a thread of its own, then draws the table at each of the costliest choices.

    `words` report the progress, "" while nothing is searched or drawn; `told` is emitted when they change.
    `wanted` carries the number of the event of a pressed picture.
    """

    wanted = Signal(int)
    told = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self._loader: Loader | None = None
        self._coming: deque[TurningPoint] = deque()
        self._replay: ReplayModel | None = None
        self._table: GameTable | None = None
        self.preferences: Preferences | None = None
        """Look of the tables that are drawn."""
        self._soon = QTimer(self, interval=LOOK_MS)
        self._soon.timeout.connect(self._take_picture)
        self._rows = pack(QHBoxLayout(), gap=GAP)
        self.summary = label("", "aside")
        pack(QVBoxLayout(self), self.summary, self._rows, None, edges=FLUSH)

    @property
    def is_there(self) -> bool:
        """True from the end of the search: there is a summary to show."""
        return bool(self.summary.text())

    @property
    def is_working(self) -> bool:
        """True while it searches or draws."""
        return bool(self.words)

    def begin(self, recording: Recording, preferences: Preferences) -> None:
        """Look back at the player's own choices in a recording."""
        self.drop()
        clear(self._rows)
        self.summary.clear()
        self.preferences = preferences
        self._loader = Loader(lambda progress: looked_back(recording, progress), self)
        self._loader.progress.connect(lambda done, of: self._say(f"Looking back: {done} of {of} turns"))
        self._loader.done.connect(self.show_found)
        self._say("Looking back…")
        self._loader.run()

    def drop(self) -> None:
        """Cancel the search or the drawing. An incomplete set of pictures counts as none."""
        if self._loader is not None:
            self._loader.drop(whole=False)
            self._loader.deleteLater()
            self._loader = None
        self._soon.stop()
        if self._table is not None:
            self._table.deleteLater()
            self._table = None
        if self._coming:
            self._coming.clear()
            self.summary.clear()
        if self.is_working:
            self._say("")

    def _say(self, words: str) -> None:
        self.words = words
        self.told.emit()

    @Slot(object)
    def show_found(self, looked: LookedBack) -> None:
        """Show the results: the summary at once, then one picture after the other."""
        self._say("Drawing the pictures")
        self.summary.setText(looked.found.summary)
        self._replay, self._coming = looked.replay, deque(looked.worst)
        if self._coming and self.preferences is not None:
            self._table = make_table(looked.replay.info, replace(self.preferences, motion_ms=0))
            self._table.resize(TABLE)
            self._soon.start()
        self._lay_next()

    def _lay_next(self) -> None:
        """Show the table just before the next choice, to be drawn; after the last one, finish."""
        if self._table is None or self._replay is None or not self._coming:
            self.drop()
            return
        self._table.show_advanced(self._replay.go(self._replay.before(self._coming[0].at)))
        self._table.hurry()

    @Slot()
    def _take_picture(self) -> None:
        table = self._table
        if table is None or table.is_behind or table.is_drawing:
            return
        picture = table.grab().scaledToWidth(
            round(sized(WIDE) * self.devicePixelRatioF()), Qt.TransformationMode.SmoothTransformation
        )
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self._add(picture, self._coming.popleft())
        self._lay_next()

    def _add(self, picture: QPixmap, point: TurningPoint) -> None:
        shown = QToolButton()
        shown.setIcon(QIcon(picture))
        size = picture.deviceIndependentSize().toSize()
        shown.setIconSize(size)
        shown.setFixedSize(size + QSize(2 * sized(FRAME), 2 * sized(FRAME)))
        shown.setAccessibleName(f"Open the replay at this turning point. {point}")
        shown.setToolTip("Open the replay at this turning point")
        shown.setCursor(Qt.CursorShape.PointingHandCursor)
        shown.clicked.connect(lambda: self.wanted.emit(point.at))
        words = label(str(point), "aside")
        words.setContentsMargins(sized(FRAME), 0, 0, 0)
        column = pack(QVBoxLayout(), (shown, 0, AT_LEFT), words, None, gap=0)
        pack(self._rows, (column, 1))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the width of one picture: the others have room below it."""
        return QSize(sized(WIDE + 2 * FRAME), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Put the pictures side by side, or below each other if it is narrow."""
        super().resizeEvent(event)
        fits = event.size().width() >= SHOWN * sized(WIDE + 2 * FRAME) + (SHOWN - 1) * GAP
        turn(self._rows, down=not fits)
