"""The state of this network, and the question whether others on it may find the player."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.nearby.diagnosis import Finding
from ui.dialogs.frame import FrameDialog
from ui.parts import button, clear, label, pack

VISIBLE = (
    "Then they see your table in their lobby, with your name, the game and the players, and you need not "
    "send invitations. Everybody on this network can see this, and can see you while you are in the lobby. "
    "You still decide who may sit down."
)


class NetworkDialog(FrameDialog):
    """Shows what may hinder players on this network: each finding, with its remedy."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Your network", wide=640, parent=parent)
        self._told: tuple[Finding, ...] | None = None
        self._list = pack(QVBoxLayout(), gap=10)
        self.add(label("Possible causes", "title"), self._list, None)
        self.add_foot(button("Close", self.accept, role="primary"))

    def tell(self, findings: Sequence[Finding]) -> None:
        """Show the present findings."""
        if tuple(findings) == self._told:
            return
        self._told = tuple(findings)
        clear(self._list)
        for finding in findings:
            self._list.addWidget(label(finding.text, selectable=True))
            if finding.remedy:
                self._list.addWidget(label(finding.remedy, "muted", selectable=True))
        if self.isVisible():
            self.fit()


class VisibleDialog(FrameDialog):
    """Asks whether people on this network may find the player. `is_wanted` is True after the answer yes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("May others find your table?", wide=520, parent=parent)
        self.is_wanted = False
        self.add(
            label("May people on this network find your table?", "heading"),
            label(VISIBLE),
            label("You can change this in the settings.", "muted"),
        )
        self.add_foot(
            button("Yes, let them find it", lambda: self._answer(is_wanted=True), role="primary"),
            button("No, by invitation only", lambda: self._answer(is_wanted=False)),
        )

    def _answer(self, *, is_wanted: bool) -> None:
        self.is_wanted = is_wanted
        self.accept()
