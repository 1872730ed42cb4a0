"""The window as its screens see it: its pages, one of which is shown, and the ways from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.keep.settings import Settings
from app.messages import TableInfo
from app.screens.chairs import Chair
from app.screens.program import Learning, Looking, Watching
from app.table.start import Start

if TYPE_CHECKING:  # imported when a table is waited for: the window opens the sooner
    from ui.screens.beside import Beside
    from ui.screens.waiting_page import WaitingPage

Begun: TypeAlias = Start | Watching | Looking | Learning
"""A destination: a table, a record, a game of before, an introduction."""
TITLE = "Shoal"
LEAST = (280, 200)
"""Least size of the room beside the docks, in pixels."""


class Pages(QStackedWidget):
    """The router: one page of the window is shown, the others wait."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(*LEAST)  # what is shown never makes the window larger than the player did

    def bring(self, page: QWidget) -> None:
        """Show a page instead of the one that is shown."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self.setCurrentWidget(page)

    def drop(self, page: QWidget) -> None:
        """Delete a page, and the title that the window had by it."""
        self.removeWidget(page)
        page.deleteLater()
        self.window().setWindowTitle(TITLE)


class Navigator(Protocol):
    """The screens to which a screen can lead (`ui.window.Window`)."""

    pages: Pages

    @property
    def beside(self) -> Beside:
        """The docks beside a table."""

    @property
    def waiting(self) -> WaitingPage:
        """The page of a table that fills, or of a record that is checked."""

    def begin(self, start: Begun) -> None:
        """Host, join or resume a table, look at a game or learn one; a table that runs is left first."""

    def expected(self, start: Start | Watching | Looking) -> tuple[Chair, ...]:
        """The chairs of a table that is asked for."""

    def show_home(self) -> None:
        """Show the lobby."""

    def look_at_games(self) -> None:
        """Renew the lobby's lists."""

    def count_evening(self) -> None:
        """A game is over: check it for the score of the evening."""

    def leave(self) -> None:
        """Leave what is shown for the lobby."""

    def change(self, info: TableInfo, start: Start | None) -> None:
        """Leave the table for the form of one like it; `start` is how it began."""

    def ask_leave(self) -> None:
        """Leave, after a question if a game is under way."""

    def show_keys(self) -> None:
        """Show the key sheet."""

    def show_rules(self) -> None:
        """Show the rules of the game on the table."""

    def be_somebody_else(self) -> None:
        """The player has another identity: look and be found under that one."""

    def use(self, settings: Settings) -> None:
        """Keep these settings and show them."""

    def warn(self, text: str) -> None:
        """Show in the lobby what the player has to know; "" takes it away."""
