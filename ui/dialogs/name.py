"""The first question: what shall the others call you?"""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from app.keep.settings import NICK_MAX
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label


class NameDialog(FrameDialog):
    """Asks for a name; `name` is what was typed, without spaces around it."""

    def __init__(self, proposal: str, parent: QWidget | None = None) -> None:
        super().__init__("Welcome to Shoal", wide=460, parent=parent)
        self._entry = QLineEdit(proposal)
        self._entry.setMaxLength(NICK_MAX)
        self._entry.setAccessibleName("Your name")
        self._entry.selectAll()
        self._fine = button("Continue", self.accept, role="primary")
        self._fine.setEnabled(bool(self.name))
        self._entry.textChanged.connect(lambda: self._fine.setEnabled(bool(self.name)))
        layout = self.body
        layout.addWidget(label("Welcome to Shoal", "title"))
        layout.addWidget(label("What shall the others at the table call you?"))
        layout.addWidget(self._entry)
        layout.addWidget(
            label(
                "Your name is known to the people you play with, and to others on your network only if you "
                "let them find you. You can change it in the settings at any time.",
                "muted",
            )
        )
        self.add_foot(self._fine)

    @property
    def name(self) -> str:
        """What was typed."""
        return " ".join(self._entry.text().split())
