"""The dialog of people met at a table before: the day of the last game, and who can be found now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.nearby.around import Around
from app.screens.nearby import met_rows
from app.table.start import Unfinished
from ui.art.theme import Theme
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label
from ui.screens.nearby_list import RowList

ABOUT = (
    "Shoal recognises them whatever name they use. If they let others on this network find them, you can "
    "invite them from here."
)


class PeopleDialog(FrameDialog):
    """Shows people in a `list`; a button that joins, resumes or invites also closes the dialog."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("People you have met", wide=640, parent=parent)
        self.list = RowList(theme)
        for pressed in (self.list.join_wanted, self.list.resume_wanted, self.list.invite_wanted):
            pressed.connect(lambda _: self.accept())
        self.add(label("People you have met", "title"), label(ABOUT, "muted"), self.list, None)
        self.add_foot(button("Close", self.accept, role="primary"))

    def tell(self, around: Around, own: Sequence[Unfinished] = ()) -> None:
        """Show everybody met before, as `around` finds them now; `own` are the player's unfinished games."""
        self.list.tell(met_rows(around, own))
        if self.isVisible():
            self.fit()
