"""The first question: the player's name and animal."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from app.keep.settings import NICK_MAX
from ui.art.theme import Theme
from ui.dialogs.animals import AnimalPicker
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label

SEEN = (
    "The people you play with see your name and animal. Others on your network see your name only if you let "
    "them find you. You can change both in the settings."
)


class NameDialog(FrameDialog):
    """Asks for a name and an animal; a player without an animal starts with `usual`."""

    def __init__(
        self, proposal: str, animal: str, theme: Theme, parent: QWidget | None = None, *, usual: str = ""
    ) -> None:
        super().__init__("Welcome to Shoal", wide=460, parent=parent)
        self.animal = animal or usual
        self._entry = QLineEdit(proposal)
        self._entry.setMaxLength(NICK_MAX)
        self._entry.setAccessibleName("Your name")
        self._entry.selectAll()
        self._fine = button("Continue", self.accept, role="primary")
        self._fine.setEnabled(bool(self.name))
        self._entry.textChanged.connect(lambda: self._fine.setEnabled(bool(self.name)))
        self.picker = AnimalPicker(self.animal, theme)
        self.picker.changed.connect(self._choose)
        self.add(
            label("Welcome to Shoal", "title"),
            *(label("What should the others at the table call you?"), self._entry),
            *(label("Which animal do you want to be?"), self.picker),
            label(SEEN, "muted"),
        )
        self.add_foot(self._fine)

    def _choose(self, animal: str) -> None:
        self.animal = animal

    @property
    def name(self) -> str:
        """The typed name, without spaces around it or double spaces."""
        return " ".join(self._entry.text().split())
