"""The last round again: a second table over the real one, which shows the moves of the last round."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.messages import Advanced
from app.screens.table import TableModel
from ui.kit.game_table import Preferences
from ui.parts import FLUSH, button, label, pack
from ui.tables.catalogue import make_table

STEP_MS = 800
"""Least time for which each position is shown, in milliseconds."""
MOVES = 3
"""Time for which each position is shown, if that is longer, as a multiple of a card's move."""
WORDS = "The last round again"


class LastRoundReplay(QWidget):
    """Shows the positions of `seen` one after the other, then closes; a click, Esc or its button closes it
    earlier. The game goes on below it; the table shown here takes no choices."""

    closed = Signal()

    def __init__(
        self, model: TableModel, seen: Sequence[Advanced], preferences: Preferences, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(WORDS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)
        self.step_ms = max(STEP_MS, MOVES * preferences.motion_ms)
        self.table = make_table(model.info, preferences)
        self.table.setEnabled(False)  # then every click comes to this widget, and closes it
        self._before = replace(seen[0], events=())
        self._coming = deque(seen[1:])
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._go_on)
        pack(QVBoxLayout(self), self._strip(), (self.table, 1), edges=FLUSH, gap=0)

    def begin(self) -> None:
        """Show the first position, and the others one after the other."""
        self.show()
        self.raise_()
        self.setFocus()
        self.table.show_advanced(self._before)
        self.table.hurry()
        self._next.start(self.step_ms)

    @Slot()
    def dismiss(self) -> None:
        """Close, at the end or earlier."""
        self._next.stop()
        self.hide()
        self.closed.emit()
        self.deleteLater()

    @Slot()
    def _go_on(self) -> None:
        if self.table.is_behind:
            self._next.start(self.step_ms // 4)
        elif self._coming:
            self.table.show_advanced(self._coming.popleft())
            self._next.start(self.step_ms if self._coming else 2 * self.step_ms)
        else:
            self.dismiss()

    def _strip(self) -> QWidget:
        strip = QFrame()
        strip.setProperty("role", "plate")
        self.end = button("Close", self.dismiss)
        words = label(f"{WORDS}. The game goes on.")
        pack(QHBoxLayout(strip), (words, 1), self.end, edges=(16, 6, 16, 6))
        return strip

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """Close on a click."""
        event.accept()
        self.dismiss()
