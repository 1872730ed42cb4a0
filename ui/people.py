"""The window of people whom this computer has met at a table: who of them can be found now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.nearby.around import Around, FoundPerson
from app.screens.nearby import met_rows
from app.table.start import Unfinished
from ui.art.theme import Theme
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label
from ui.screens.nearby_list import RowList

ABOUT = (
    "Shoal recognises them under any name. If they let others on this network find them, you can invite "
    "them from here."
)


class PeopleDialog(FrameDialog):
    """Shows people; a press closes the window and is reported."""

    join_wanted = Signal(str)
    resume_wanted = Signal(str)
    invite_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("People you have met", wide=640, parent=parent)
        self.body.addWidget(label("People you have met", "title"))
        self.body.addWidget(label(ABOUT, "muted"))
        self.list = RowList(theme)
        self.list.join_wanted.connect(self._join)
        self.list.resume_wanted.connect(self._resume)
        self.list.invite_wanted.connect(self._invite)
        self.body.addWidget(self.list)
        self.body.addStretch(1)
        self.add_foot(button("Close", self.accept, role="primary"))

    def tell(self, around: Around, own: Sequence[Unfinished] = ()) -> None:
        """Show the people who can be found now; `own` are the player's unfinished games."""
        self.list.tell(met_rows(around, own))
        if self.isVisible():
            self.fit()

    def _join(self, invitation: str) -> None:
        self.accept()
        self.join_wanted.emit(invitation)

    def _resume(self, table: str) -> None:
        self.accept()
        self.resume_wanted.emit(table)

    def _invite(self, person: FoundPerson) -> None:
        self.accept()
        self.invite_wanted.emit(person)
