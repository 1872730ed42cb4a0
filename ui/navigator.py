"""The window as its screens see it: its pages, and the methods that lead from one page to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.keep.settings import Settings
from app.messages import TableInfo
from app.screens.program import Learning, Replaying, ReplayingFile
from app.table.start import Start

if TYPE_CHECKING:  # imported while a table fills, so that the window opens sooner
    from ui.screens.table_docks import TableDocks
    from ui.screens.waiting_page import WaitingPage

Begun: TypeAlias = Start | ReplayingFile | Replaying | Learning
"""Something to open: a table, a record's file, the replay of an earlier game, a lesson."""
TITLE = "Shoal"
LEAST = (280, 200)
"""Least size, in pixels, of the pages beside the docks."""


class Pages(QStackedWidget):
    """The pages of a window; one of them is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(*LEAST)  # a page must never enlarge the window beyond the player's choice

    def show_page(self, page: QWidget) -> None:
        """Show this page instead of the present one."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self.setCurrentWidget(page)

    def drop(self, page: QWidget) -> None:
        """Delete a page, and give the window its usual title; Qt then shows a neighbouring page."""
        self.removeWidget(page)
        page.deleteLater()
        self.window().setWindowTitle(TITLE)


class Navigator(Protocol):
    """The window as a screen sees it (`ui.window.Window`)."""

    pages: Pages

    @property
    def table_docks(self) -> TableDocks:
        """The docks beside a table."""

    @property
    def waiting(self) -> WaitingPage:
        """The page of a table that fills, or of a record that is checked."""

    def begin(self, start: Begun) -> None:
        """Open a table (host, join, resume, watch), a replay or a lesson; leave a running table first."""

    def show_home(self) -> None:
        """Show the lobby."""

    def look_at_games(self) -> None:
        """Update the lobby's lists of games."""

    def count_evening(self) -> None:
        """Check a finished game for the score of the evening."""

    def leave(self) -> None:
        """Leave the present page for the lobby, a running table to be resumed later."""

    def change(self, info: TableInfo, start: Start | None) -> None:
        """Leave the table for a form filled with its values; `start` is how it began."""

    def ask_leave(self) -> None:
        """Leave, after a question if the player has a seat in an unfinished game."""

    def show_shortcuts(self) -> None:
        """Show the list of keyboard shortcuts."""

    def show_rules(self) -> None:
        """Show or hide the rules of the game on the present page."""

    def switch_identity(self) -> None:
        """Restart the searches of all windows under the identity that the player has switched to."""

    def use(self, settings: Settings) -> None:
        """Save these settings and apply them in all windows."""

    def warn(self, text: str) -> None:
        """Show a warning in the lobby; "" removes it."""
