"""A window over the whole of a screen: for a projector, and everybody who stands around it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QScreen
from PySide6.QtWidgets import QWidget


class Wall(QWidget):
    """Opened on another screen than the window's, or on the only one. `closed` when it is put away (Esc,
    F11)."""

    closed = Signal()

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, Qt.WindowType.Window)

    def open(self) -> None:
        """Show it."""
        parent = self.parentWidget()
        here = parent.screen() if parent is not None else None
        other: QScreen | None = next((each for each in QGuiApplication.screens() if each is not here), here)
        if other is not None:
            self.setGeometry(other.geometry())
        self.showFullScreen()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Esc and F11 put it away."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        """It is put away for good."""
        self.closed.emit()
        super().closeEvent(event)
        self.deleteLater()
