"""A watched table, large: for a projector or a second screen.

It shows the table and, in words, whose turn it is, the standings, spectators and the last moves. Its table
widget is a second one beside the window's, with the same news, so that each has its own size.
"""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.messages import Advanced, News, Reaction
from app.screens.reactions import reaction_text
from app.screens.table import SPECTATING, TableModel
from ui.art.stylesheet import stylesheet
from ui.docks.remarks import Remarks
from ui.kit.game_table import Preferences
from ui.parts import FLUSH, label, pack
from ui.screens.full_screen import FullScreen
from ui.screens.table_screen import TableScreen
from ui.tables.catalogue import make_table

WORDS, FEW_WORDS = 160, 130
"""Scales in per cent, in a window of at least `ROOM` and in a smaller one."""
ROOM = QSize(1280, 800)
LINES, FEW_LINES = 3, 1
"""Numbers of last moves that are shown at these two scales."""


class LargeTable(FullScreen):
    """Shows the table of `screen` on a full screen. Of `preferences` the scale is replaced by its own."""

    def __init__(self, screen: TableScreen, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self._model: TableModel = screen.model
        self._preferences = preferences
        self._words = 0
        self.setWindowTitle(f"{screen.model.title} – Shoal")
        self.setObjectName("large")
        self.table = make_table(screen.model.info, preferences)
        self.remarks = Remarks(self.table)
        self.status = label("", "title")
        self.names = label("", "heading")
        self.lines = [label("", "heading") for _ in range(LINES)]
        self.checked = label("", "aside")
        pack(QVBoxLayout(self), (self.table, 1), self._strip(), edges=FLUSH, gap=0)
        self._write(FEW_WORDS)
        screen.heard.connect(self.show_news)
        screen.told.connect(self._tell)
        if screen.model.latest is not None:
            self.table.show_advanced(replace(screen.model.latest, events=()))
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Use the large scale in a window of at least `ROOM`; a smaller one keeps its room for the table."""
        super().resizeEvent(event)
        size = event.size()
        self._write(WORDS if size == size.expandedTo(ROOM) else FEW_WORDS)

    def _write(self, words: int) -> None:
        if words == self._words:
            return
        self._words = words
        self.table.set_preferences(replace(self._preferences, scale=words))
        # the program's style sheet would write in the size of the settings
        self.setStyleSheet(stylesheet(self._preferences.theme, words / 100))
        for place, each in enumerate(self.lines):
            each.setVisible(place < (LINES if words == WORDS else FEW_LINES))
        self._tell()

    @Slot(object)
    def show_news(self, batch: tuple[News, ...]) -> None:
        """Show moves and reactions; other news changes only the words."""
        for news in batch:
            if isinstance(news, Advanced):
                self.table.show_advanced(news)
            elif isinstance(news, Reaction):
                words = reaction_text(news, self._model.names, self._model.info.viewer)
                self.remarks.show_face(news.seat, news.what, words)

    def _strip(self) -> QWidget:
        strip = QFrame()
        strip.setProperty("role", "plate")
        now = pack(QVBoxLayout(), self.status, self.names, None, self.checked)
        past = pack(QVBoxLayout(), *self.lines, None, gap=0)
        pack(QHBoxLayout(strip), (now, 1), (past, 1), edges=(28, 10, 28, 10), gap=32)
        return strip

    @Slot()
    def _tell(self) -> None:
        model = self._model
        self.status.setText(model.status.text)
        self.names.setText(
            "   ".join(f"{each.rank}. {each.name} {each.score}".rstrip() for each in model.standings)
        )
        self.names.setVisible(bool(model.standings))
        self.checked.setText(" · ".join(filter(None, (model.watching.check_line, model.watching.who))))
        lines = LINES if self._words == WORDS else FEW_LINES
        told = [line.text for line in model.log[-2 * LINES :] if line.text != SPECTATING][-lines:]
        for each, text in zip(self.lines, [*told, "", "", ""][:LINES], strict=True):
            each.setText(text)
