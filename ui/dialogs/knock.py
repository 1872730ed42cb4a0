"""Somebody wants to sit down at our table: may they?"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.messages import Admit, Knock
from app.screens.lobby import knock_texts
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label


class KnockDialog(FrameDialog):
    """Not modal: the table goes on meanwhile. `answered` carries an `Admit`."""

    answered = Signal(object)

    def __init__(self, knock: Knock, parent: QWidget | None = None) -> None:
        super().__init__("Somebody knocks", wide=420, parent=parent)
        self._knock = knock
        layout = self.body
        layout.addWidget(label(f"{knock.guest.nick} wants to sit down at your table.", "heading"))
        for text in knock_texts(knock):
            role = "error" if text == knock.guest.warning else ""
            layout.addWidget(label(text, role, selectable=True))
        self.add_foot(
            button("Let them in", lambda: self._answer(admit=True), role="primary"),
            button("Refuse", lambda: self._answer(admit=False)),
        )

    def reject(self) -> None:
        """Closing the window refuses."""
        self._answer(admit=False)

    def _answer(self, *, admit: bool) -> None:
        self.answered.emit(Admit(self._knock.key, admit))
        self.done(0)
