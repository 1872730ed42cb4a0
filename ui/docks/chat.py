"""The chat: its lines, and a field to write the next one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from ui.docks.lines import LinesPanel
from ui.parts import button, nest

TEXT_MAX = 500
"""Characters of one line, as the table takes them."""


class ChatPanel(LinesPanel):
    """A panel of lines with a field below it; `said` carries what the player wrote."""

    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("chat", parent)
        self.entry = QLineEdit()
        self.entry.setMaxLength(TEXT_MAX)
        self.entry.setPlaceholderText("Say something")
        self.entry.setAccessibleName("Say something to the table")
        self.entry.returnPressed.connect(self._say)
        row = QHBoxLayout()
        self.send = button("Send", self._say)
        row.addWidget(self.entry, 1)
        row.addWidget(self.send)
        nest(self.column, row)

    def allow(self, *, writing: bool) -> None:
        """Whether something may be said here, or only read."""
        self.entry.setVisible(writing)
        self.send.setVisible(writing)

    def _say(self) -> None:
        text = self.entry.text().strip()
        if text:
            self.said.emit(text)
            self.entry.clear()
