"""Somebody wants to sit down at our table: may they?"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.messages import Admit, Knock
from ui.parts import button, label


class KnockDialog(QDialog):
    """Not modal: the table goes on meanwhile. `answered` carries an `Admit`."""

    answered = Signal(object)

    def __init__(self, knock: Knock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._knock = knock
        self.setWindowTitle("Somebody knocks")
        self.setMinimumWidth(420)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addWidget(label(f"{knock.guest.nick} wants to sit down at your table.", "heading"))
        layout.addWidget(label("Their key is known by these letters. Ask them for theirs, to be sure:"))
        layout.addWidget(label(knock.guest.words, "heading", selectable=True))
        row = QHBoxLayout()
        row.addWidget(button("Let them in", lambda: self._answer(admit=True), role="primary"))
        row.addWidget(button("Refuse", lambda: self._answer(admit=False)))
        layout.addLayout(row)

    def reject(self) -> None:
        """Closing the window refuses."""
        self._answer(admit=False)

    def _answer(self, *, admit: bool) -> None:
        self.answered.emit(Admit(self._knock.key, admit))
        self.done(0)
