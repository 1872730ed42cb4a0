"""A window that fills a screen: for a projector or a second screen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QScreen
from PySide6.QtWidgets import QWidget


class FullScreen(QWidget):
    """Opens on a screen other than its parent's, if any. Esc and F11 close it; it then emits `closed`."""

    closed = Signal()

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, Qt.WindowType.Window)

    def open(self) -> None:
        """Show the window, on another screen if there is one."""
        parent = self.parentWidget()
        here = parent.screen() if parent is not None else None
        other: QScreen | None = next((each for each in QGuiApplication.screens() if each is not here), here)
        if other is not None:
            self.setGeometry(other.geometry())
        self.showFullScreen()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Close on Esc and F11."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        """Emit `closed`, and delete the window."""
        self.closed.emit()
        super().closeEvent(event)
        self.deleteLater()
