"""The replay in a window: the record is checked first, then the player steps through the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.keep.settings import looked_at
from app.messages import Order
from app.records.recording import Recording
from app.screens.chairs import expected_chairs
from app.screens.lobby import table_title
from app.screens.program import Program, Replaying, ReplayingFile
from ui.art.icon_paths import Icon
from ui.look import preferences_of, theme_of
from ui.navigator import TITLE, Navigator
from ui.parts import defer, tool
from ui.screens.loader import Loader
from ui.shown_table import ShownTable

if TYPE_CHECKING:  # imported at the first replay, so that the window opens sooner
    from app.screens.practice import Practice
    from ui.screens.replay_screen import ReplayScreen
    from ui.screens.table_screen import TableScreen


class ShownReplay(QObject):
    """Checks a record and shows its replay; `screen` is None unless a replay is open."""

    def __init__(self, program: Program, go: Navigator, table: ShownTable) -> None:
        super().__init__(go.pages)
        self.screen: ReplayScreen | None = None
        self.practice: TableScreen | None = None
        """The practice game that was started from a turn of the replay, if there is one."""
        self._loader: Loader | None = None
        self._at = 0
        """Number of the event before which the replay opens; 0 opens it at the beginning."""
        self._path: Path | None = None
        """File of the record; None for a game of this computer."""
        self._program = program
        self._go = go
        self._table = table

    def begin(self, start: ReplayingFile | Replaying) -> None:
        """Check a record's file, or a game of this computer, and open its replay."""
        self._path = start.path if isinstance(start, ReplayingFile) else None
        self._at = 0 if isinstance(start, ReplayingFile) else start.at
        if isinstance(start, ReplayingFile):
            path = start.path
            loader = Loader(lambda progress: self._program.read_record(path, progress), self)
        else:
            table = start.table
            loader = Loader(lambda progress: self._program.read_game(table, progress), self)
        self.drop()
        waiting = self._go.waiting
        waiting.begin("Checking the record", expected_chairs(start, self._program))
        self._go.pages.show_page(waiting)
        self._loader = loader
        loader.progress.connect(waiting.tell_progress)
        loader.done.connect(self._loaded)
        loader.run()

    def drop(self) -> None:
        """Stop the check, and close the replay and the practice game."""
        if self._loader is not None:
            self._loader.drop()
            self._loader.deleteLater()
            self._loader = None
        self._drop_practice()
        if self.screen is not None:
            self.screen.drop()
            self._go.pages.drop(self.screen)
            self.screen = None
            self._go.table_docks.hide_table()

    @Slot(object)
    def play_on(self, made: Practice) -> None:
        """Start a practice game from a turn of the replay; the replay waits behind its page."""
        from ui.screens.table_screen import TableScreen  # noqa: PLC0415  (see above)

        self._drop_practice()

        def put(order: Order) -> None:
            defer(screen, lambda: screen.show_news(made.take(order)))

        screen = TableScreen(made.info, preferences_of(self._program.settings), put)
        screen.leave_wanted.connect(self._back)
        screen.rematch_wanted.connect(self._play_again)
        screen.table.rule_wanted.connect(self._go.table_docks.open_rule)
        self._table.add_buttons(screen.tools)
        self.practice = screen
        self._go.pages.show_page(screen)
        screen.show_news(made.begin())
        screen.table.setFocus()

    def _back(self) -> None:
        """Leave the practice game for the replay."""
        self._drop_practice()
        if self.screen is not None:
            self._go.pages.show_page(self.screen)

    def _play_again(self) -> None:
        self._back()
        if self.screen is not None:
            self.screen.play_again()

    def _drop_practice(self) -> None:
        if self.practice is not None:
            self._go.pages.drop(self.practice)
            self.practice = None

    @Slot(object)
    def _loaded(self, recording: Recording) -> None:
        self.drop()
        if recording.info is None or not recording.events:
            self._go.warn(recording.verdict)
            self._go.show_home()
            return
        if self._path is not None:
            kept = looked_at(self._program.settings, str(self._path.absolute()))
            self._program.save_settings(kept)
        from ui.screens.replay_screen import ReplayScreen  # noqa: PLC0415  (see above)

        self.screen = ReplayScreen(recording, preferences_of(self._program.settings))
        self._go.table_docks.lay_out_rules(recording.info.game)  # they may have been open since the lobby
        self.screen.leave_wanted.connect(self._go.leave)
        self.screen.play_wanted.connect(self.play_on)
        self._table.add_buttons(self.screen.tools)
        theme, rules = theme_of(self._program.settings), self._go.show_rules
        self.screen.tools.addWidget(tool("Rules", Icon.RULES, theme, rules, key="F1", word="Rules"))
        if self._at:
            self.screen.go(self.screen.model.before(self._at))
        self._go.pages.window().setWindowTitle(f"Record of {table_title(recording.info)} – {TITLE}")
        self._go.pages.show_page(self.screen)
