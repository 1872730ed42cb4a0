"""Watches the tables that anybody may watch while the scoreboard is open, for the scores on it.

Scores are checked as by any spectator. Each watched table has a network thread of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.messages import News, Started
from app.nearby.around import Around, FoundTable
from app.screens.program import Program
from app.screens.scoreboard import scoreboard_page, watchable, winners_of
from app.screens.table import TableModel
from app.table.start import Spectating
from ui.bridge import TableThread
from ui.look import theme_of
from ui.screens.scoreboard_window import ScoreboardWindow


class FollowedTable(QObject):
    """One watched table; `told` is called after its news and at its end."""

    def __init__(
        self, program: Program, table: FoundTable, told: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.model: TableModel | None = None
        self.has_ended = False
        self._told = told
        self._thread = TableThread(program, Spectating(table.invitation), self)
        self._thread.news.connect(self._hear)
        self._thread.ended.connect(self._end)

    def stop(self, *, whole: bool = False) -> None:
        """Stop watching; with `whole` wait until everything is closed."""
        self._thread.stop(whole=whole)
        self.deleteLater()

    @Slot(object)
    def _hear(self, batch: tuple[News, ...]) -> None:
        for news in batch:
            if isinstance(news, Started):
                self.model = TableModel(news.info)
            if self.model is not None:
                self.model.take(news)
        self._told()

    @Slot()
    def _end(self) -> None:
        self.has_ended = True
        self._told()


class Scoreboard(QObject):
    """Opens the scoreboard's window, watches tables while it is open, and remembers the winners."""

    def __init__(self, program: Program, over: QWidget | None) -> None:
        super().__init__(over)
        self.window: ScoreboardWindow | None = None
        self._program = program
        self._over = over
        self._around = Around()
        self._followed: dict[str, FollowedTable] = {}
        self._won: dict[str, tuple[tuple[str, str], ...]] = {}
        """Letters and names of the winners of each game seen to its end, by its table."""

    def toggle(self) -> None:
        """Open the window, or close it."""
        if self.window is not None:
            self.window.close()
            return
        self.window = ScoreboardWindow(theme_of(self._program.settings), self._over)
        self.window.closed.connect(self._dismiss)
        self.tell(self._around)
        self.window.open()

    def tell(self, around: Around) -> None:
        """Take the people and tables on the network now; while the window is open, show and watch them."""
        self._around = around
        if self.window is None:
            return
        wanted = {table.words: table for table in watchable(around)}
        for words in [words for words in self._followed if not self._goes_on(words, wanted)]:
            self._followed.pop(words).stop()
        for words, table in wanted.items():
            if words not in self._followed:
                self._followed[words] = FollowedTable(self._program, table, self._show, self)
        self._show()

    def stop(self) -> None:
        """Stop watching all tables, and wait until their threads have ended."""
        for each in self._followed.values():
            each.stop(whole=True)
        self._followed.clear()

    def _goes_on(self, words: str, wanted: dict[str, FoundTable]) -> bool:
        """True while we watch this host's present table; after a game a free seat means a new table."""
        table, followed = wanted.get(words), self._followed[words]
        is_over = followed.model is not None and followed.model.outcome is not None
        return table is not None and not followed.has_ended and not (is_over and table.free)

    def _show(self) -> None:
        models = {words: each.model for words, each in self._followed.items() if each.model is not None}
        for model in models.values():
            if model.outcome is not None:
                self._won.setdefault(model.info.table, winners_of(model))
        if self.window is not None:
            wins = Counter(winner for winners in self._won.values() for winner in winners)
            self.window.tell(scoreboard_page(self._around, models, wins))

    @Slot()
    def _dismiss(self) -> None:
        self.window = None
        for each in self._followed.values():
            each.stop()
        self._followed.clear()
