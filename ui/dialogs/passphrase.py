"""The passphrase of an identity file: typed twice for a new file, once for an existing one."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from ui.dialogs.frame import FrameDialog
from ui.parts import button, label


class PassphraseDialog(FrameDialog):
    """Asks for a `passphrase` of at least `least` characters; with `twice` it must be typed twice alike."""

    def __init__(self, text: str, *, least: int, twice: bool, parent: QWidget | None = None) -> None:
        super().__init__("Passphrase", wide=440, parent=parent)
        self._shortest = least
        self.add(label("Passphrase", "title"), label(text))
        self._fields = [self._field("Passphrase")]
        if twice:
            self._fields.append(self._field("Once more"))
        self.add(None)
        self.fine = button("Continue", self.accept, role="primary")
        self.fine.setEnabled(least == 0)
        self.add_foot(self.fine, button("Cancel", self.reject))

    @property
    def passphrase(self) -> str:
        """The typed passphrase."""
        return self._fields[0].text()

    def _field(self, name: str) -> QLineEdit:
        made = QLineEdit()
        made.setEchoMode(QLineEdit.EchoMode.Password)
        made.setPlaceholderText(name)
        made.setAccessibleName(name)
        made.textChanged.connect(self._judge)
        self.add(made)
        return made

    def _judge(self) -> None:
        texts = {each.text() for each in self._fields}
        self.fine.setEnabled(len(texts) == 1 and len(self.passphrase) >= self._shortest)
