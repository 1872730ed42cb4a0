"""The replay that the window shows: a record that is checked first, then stepped through."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget

from app.keep.settings import looked_at
from app.records.recording import Recording
from app.screens.lobby import table_title
from app.screens.program import Looking, Program, Watching
from ui.art.icon_paths import Icon
from ui.look import manner_of, theme_of
from ui.parts import tool
from ui.screens.beside import Beside
from ui.screens.loader import Loader
from ui.shown_table import ShownTable

if TYPE_CHECKING:  # imported when a game is shown: the window opens the sooner
    from ui.screens.replay_screen import ReplayScreen
    from ui.screens.waiting_page import WaitingPage


class ShownReplay(QObject):
    """`screen` is the replay while there is one."""

    leave_wanted = Signal()
    rules_wanted = Signal()
    refused = Signal(str)
    """There is nothing to step through, and why."""

    def __init__(
        self,
        program: Program,
        pages: QStackedWidget,
        *,
        wait: Callable[[], WaitingPage],
        beside: Callable[[], Beside],
        table: ShownTable,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.screen: ReplayScreen | None = None
        self._loader: Loader | None = None
        self._path: Path | None = None
        """Where the record is that is looked at; None for a game of this computer."""
        self._program = program
        self._pages = pages
        self._wait = wait
        self._beside = beside
        self._table = table

    def begin(self, start: Watching | Looking) -> None:
        """Look at a record that is a file, or at a game of this computer."""
        self._path = start.path if isinstance(start, Watching) else None
        if isinstance(start, Watching):
            path = start.path
            self.load(Loader(lambda progress: self._program.read_record(path, progress), self))
        else:
            table = start.table
            self.load(Loader(lambda progress: self._program.read_game(table, progress), self))

    def load(self, loader: Loader) -> None:
        """Check a record, then show it."""
        self.drop()
        waiting = self._wait()
        waiting.begin("Checking the record")
        self._pages.setCurrentWidget(waiting)
        self._loader = loader
        loader.progress.connect(waiting.tell_progress)
        loader.done.connect(self._loaded)
        loader.run()

    def drop(self) -> None:
        """Nobody looks at it any more, nor waits for it."""
        if self._loader is not None:
            self._loader.drop()
            self._loader.deleteLater()
            self._loader = None
        if self.screen is not None:
            self.screen.drop()
            self._pages.removeWidget(self.screen)
            self.screen.deleteLater()
            self.screen = None
            self._beside().hide_table()
            self._pages.window().setWindowTitle("Shoal")

    @Slot(object)
    def _loaded(self, recording: Recording) -> None:
        self.drop()
        if recording.info is None or not recording.events:
            self.refused.emit(recording.verdict)
            return
        if self._path is not None:
            kept = looked_at(self._program.settings, str(self._path.absolute()))
            self._program.save_settings(kept)
        from ui.screens.replay_screen import ReplayScreen  # noqa: PLC0415  (see above)

        self.screen = ReplayScreen(recording, manner_of(self._program.settings))
        self._beside().lay_out_rules(recording.info.game)  # they may stand open since the lobby
        self.screen.leave_wanted.connect(self.leave_wanted)
        self._table.add_buttons(self.screen.tools)
        rules = tool("Rules", Icon.RULES, theme_of(self._program.settings), key="F1")
        rules.clicked.connect(self.rules_wanted)
        self.screen.tools.addWidget(rules)
        self._pages.window().setWindowTitle(f"Record of {table_title(recording.info)} – Shoal")
        self._pages.addWidget(self.screen)
        self._pages.setCurrentWidget(self.screen)
