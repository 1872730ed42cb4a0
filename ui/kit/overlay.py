"""A panel over the table, for sheets and results: a title, what is shown, a button to close it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.parts import nest

_MARGIN = 16


class Overlay(QFrame):
    """Lies in the middle of its parent, at most as large; Escape and the button close it.

    Whoever shows it calls `fit` when the parent has changed its size.
    """

    closed = Signal()

    def __init__(self, title: str, content: QWidget, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAutoFillBackground(True)
        self.setAccessibleName(title)
        self._content, self._table = content, parent
        self.heading = QLabel(title)
        self.heading.setProperty("role", "heading")
        self.heading.setWordWrap(True)
        self.close_button = QPushButton("Close")
        self.close_button.setIcon(qt_icon(Icon.CLOSE, theme))
        self.close_button.setIconSize(QSize(18, 18))
        self.close_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.close_button.clicked.connect(self.put_away)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.close_button)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(_MARGIN, _MARGIN // 2, _MARGIN, _MARGIN)
        nest(inside, head)
        inside.addWidget(content, 1)
        self.hide()

    def fit(self) -> None:
        """Take as much of the parent as the content wants."""
        room = self._table.size() - QSize(2 * _MARGIN, 2 * _MARGIN)
        wanted = self._content.sizeHint() + QSize(
            2 * _MARGIN + 4, 2 * _MARGIN + self.close_button.sizeHint().height()
        )
        size = wanted.boundedTo(room).expandedTo(QSize(min(320, room.width()), min(200, room.height())))
        parent = self._table.size()
        self.resize(size)
        self.move((parent.width() - size.width()) // 2, (parent.height() - size.height()) // 2)

    def bring(self) -> None:
        """Show it, with the keyboard in it."""
        self.fit()
        self.show()
        self.raise_()
        self._content.setFocus(Qt.FocusReason.PopupFocusReason)

    def put_away(self) -> None:
        """Close it."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_S):
            self.put_away()
        else:
            super().keyPressEvent(event)
