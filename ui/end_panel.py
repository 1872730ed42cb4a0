"""What is shown when a game is over: the result, the sheet, and what can be done now."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ui.parts import button, label


class EndPanel(QFrame):
    """Told the result once; a sheet is text in columns, or the game's own widget."""

    rematch_wanted = Signal()
    leave_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setAccessibleName("The end of the game")
        self._shown = ""
        self.result = label("", "title")
        self.sheet = QVBoxLayout()
        self.rematch = button("Play again", self.rematch_wanted.emit, role="primary")
        self.leave = button("Back to the lobby", self.leave_wanted.emit)
        buttons = QHBoxLayout()
        for each in (self.rematch, self.leave):
            buttons.addWidget(each)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.addWidget(self.result)
        layout.addLayout(self.sheet, 1)
        layout.addLayout(buttons)

    def tell(self, result: str, sheet: QWidget | str) -> None:
        """Show the end."""
        if self._shown == result:
            return
        self._shown = result
        self.result.setText(result)
        if isinstance(sheet, str):
            text = QPlainTextEdit(sheet)
            text.setReadOnly(True)
            text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            text.setAccessibleName("The sheet of the game")
            sheet = text
        self.sheet.addWidget(sheet)
        self.rematch.setFocus()
