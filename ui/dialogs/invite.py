"""The invitation by which the players of a table come back to it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.screens.lobby import invite_back_text
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label

COPIED_MS = 1500


class InviteDialog(FrameDialog):
    """Shows the invitation and copies it; without one it says why."""

    def __init__(self, invitation: str, parent: QWidget | None = None) -> None:
        super().__init__("Invite somebody back", wide=520, parent=parent)
        self.text = QPlainTextEdit(invitation)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(84)
        self.text.setAccessibleName("Invitation for the players of this table")
        self.text.setVisible(bool(invitation))
        self.copy = button("Copy the invitation", self._copy, role="primary")
        self.copy.setVisible(bool(invitation))
        self.add(label("Invite somebody back", "heading"), label(invite_back_text(invitation)), self.text)
        self.add_foot(self.copy, button("Close", self.accept))
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(lambda: self.copy.setText("Copy the invitation"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText("Copied")
        self._again.start(COPIED_MS)
