"""The statistics of the player's games, in words and small plots."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.games.catalogue import game_title
from app.records.statistics import words
from app.records.statistics.sums import LAST, GameStatistics, Statistics
from app.screens.program import SearchThread
from ui.art.theme import Theme
from ui.dialogs.frame import FrameDialog
from ui.dialogs.plots import PointsCurve, bids_grid, rivals_grid
from ui.parts import button, clear, defer, label, pack, sized

Count = Callable[[Callable[[Statistics, int, int], None], Callable[[str], None]], SearchThread]
BAR, GAP, HIGH = 9, 4, 44
"""Width of a bar, gap between bars, and height of the plot, at 100 %."""
ABOVE = 10
"""Pixels above a heading, at 100 %."""


class StatisticsDialog(FrameDialog):
    """Begins to count (`count`) when it is made, shows the sums so far, and stops the count when closed."""

    _told = Signal(object, int, int)
    _failed = Signal(str)

    def __init__(self, theme: Theme, count: Count, parent: QWidget | None = None) -> None:
        super().__init__("Your statistics", wide=560, parent=parent)
        self._theme = theme
        self.progress = label("", "muted")
        self._list = pack(QVBoxLayout(), gap=6)
        self.add(label("Your statistics", "title"), self.progress, self._list, None)
        self.add_foot(button("Close", self.accept, role="primary"))
        self._told.connect(self.tell, Qt.ConnectionType.QueuedConnection)
        self._failed.connect(self.progress.setText, Qt.ConnectionType.QueuedConnection)
        self._counting = count(self._tell, self._fail)
        self.finished.connect(self._stop)

    @Slot(object, int, int)
    def tell(self, sums: Statistics, done: int, of: int) -> None:
        """Show the sums so far, and until all is done how many of the new games have been checked."""
        self.progress.setText(words.progress_text(done, of))
        self.progress.setVisible(done < of)
        clear(self._list)
        if not sums.games and not sums.unproven and done == of:
            self._say(words.NOTHING)
        for place, each in enumerate(sums.games):
            self._show_game(each, words.PLOT_KEY if not place else "")
        if sums.people:
            self._say("With whom", "heading")
            if sums.rivals.names:
                self._say("Games in which the player on the left finished ahead of the one above:", "muted")
                self._list.addWidget(rivals_grid(sums.rivals, self._theme))
            for person in sums.people:
                self._say(words.person_text(person))
        if sums.longest is not None:
            self._say(words.evening_text(sums.longest))
        if sums.unproven:
            self._say(words.unproven_text(sums.unproven), "error")
        if sums.games:
            self._say(words.SOURCE, "muted")
        defer(self, self.fit)  # when the new lines have their sizes

    def _show_game(self, each: GameStatistics, key: str) -> None:
        self._say(game_title(each.game), "heading")
        for fact in words.game_facts(each):
            self._say(fact)
        self._list.addWidget(RankPlot(each.last, self._theme))
        if key:
            self._say(key, "muted")
        if len(each.evenings) > 1:
            self._say("Points per game, evening by evening:", "muted")
            self._list.addWidget(PointsCurve(each.evenings, self._theme))
        if each.bids:
            self._say(words.BIDS_KEY, "muted")
            self._list.addWidget(bids_grid(each.bids, self._theme))

    def _say(self, text: str, role: str = "") -> None:
        if role == "heading" and self._list.count():
            self._list.addSpacing(sized(ABOVE))
        self._list.addWidget(label(text, role, selectable=True))

    def _tell(self, sums: Statistics, done: int, of: int) -> None:
        """Pass the sums from the counting thread to the dialog, unless that is gone."""
        with suppress(RuntimeError):
            self._told.emit(sums, done, of)

    def _fail(self, text: str) -> None:
        with suppress(RuntimeError):
            self._failed.emit(text)

    @Slot()
    def _stop(self) -> None:
        self._counting.stop(whole=False)


class RankPlot(QWidget):
    """Shows a bar for each of the latest games: higher for a better rank, filled for a win."""

    def __init__(self, last: tuple[tuple[int, int], ...], theme: Theme) -> None:
        super().__init__()
        self._last, self._theme = last, theme
        self.setAccessibleName(words.plot_text(last))
        self.setToolTip(words.plot_text(last))
        self.setFixedHeight(sized(HIGH))

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return room for `LAST` bars."""
        return QSize(sized((BAR + GAP) * LAST), sized(HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint bars from the left, on a line."""
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = min(sized(BAR + GAP), self.width() / max(1, len(self._last)))
        room, foot = self.height() - 3.0, self.height() - 2.0
        painter.fillRect(QRectF(0, foot, step * len(self._last), 2), QColor(theme.text_muted))
        for place, (rank, of) in enumerate(self._last):
            share = (of - rank + 1) / of
            box = QRectF(place * step + step * 0.15, foot - room * share, step * 0.7, room * share)
            if rank == 1:
                painter.fillRect(box, QColor(theme.accent))
            else:
                painter.setPen(QColor(theme.text_muted))
                painter.drawRect(box.adjusted(0.5, 0.5, -0.5, 0))
        del event
