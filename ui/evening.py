"""The running score of the evening in the lobby: begun when the lobby is shown, broken off for a table."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.records.evening import Evening
from app.screens.lobby import evening_line
from app.screens.program import Program, SearchThread
from ui.screens.home_page import HomePage


class Score(QObject):
    """Stands between the thread that checks the games and the lobby; `_told` is the one door."""

    _told = Signal(object)

    def __init__(self, program: Program, home: HomePage, parent: QObject) -> None:
        super().__init__(parent)
        self._program = program
        self._home = home
        self._checking: SearchThread | None = None
        self._told.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Check what is new and show the score, unless that goes on already."""
        self.stop()
        self._checking = self._program.score(self._tell)

    def _tell(self, evenings: tuple[Evening, ...]) -> None:
        """In the checking thread: to the lobby, unless that is gone meanwhile."""
        with suppress(RuntimeError):
            self._told.emit(evenings)

    def stop(self, *, whole: bool = False) -> None:
        """Check no more."""
        if self._checking is not None:
            self._checking.stop(whole=whole)
            self._checking = None

    @Slot(object)
    def _show(self, evenings: tuple[Evening, ...]) -> None:
        if self._checking is not None:
            self._home.tell_evenings([evening_line(each) for each in evenings])
