"""The question whether to begin a game with its introduction."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.dialogs.frame import FrameDialog
from ui.parts import button, label


class LessonDialog(FrameDialog):
    """Offers an introduction. It emits `accepted` for yes, `plays` to play at once, neither if closed."""

    plays = Signal()

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(title, wide=480, parent=parent)
        self.add(label(title, "title"), label(text), None)
        self.show_me = button("Show me", self.accept, role="primary")
        self.go_on = button("Play now", self._play)
        self.add_foot(self.show_me, self.go_on)

    def _play(self) -> None:
        self.close()
        self.plays.emit()
