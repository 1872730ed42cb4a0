"""The docks beside the table, and the keys and buttons that show them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.docks.board_tree import BoardPanel
from ui.docks.chat import ChatPanel
from ui.docks.lines import LinesPanel
from ui.parts import tool
from ui.table_screen import TableScreen


class Beside(QObject):
    """Log, chat and board as text, of the table that is shown."""

    chosen = Signal(object)
    said = Signal(str)

    def __init__(self, window: QMainWindow, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._screen: TableScreen | None = None
        self.log, self.chat, self.board = LinesPanel("log"), ChatPanel(), BoardPanel()
        self.chat.said.connect(self.said)
        self.board.chosen.connect(self.chosen)
        self._kept: dict[str, bool] = {"log": True}
        self.docks = {
            "log": self._dock("log", "Log", self.log),
            "chat": self._dock("chat", "Chat", self.chat),
            "board": self._dock("board", "Board as text", self.board),
        }
        self.hide_table()

    def show_table(self, screen: TableScreen) -> None:
        """Stand beside this table from now on."""
        self._screen = screen
        screen.changed.connect(self._tell)
        for key, (name, icon, shortcut) in SIGNS.items():
            made = tool(name, icon, self._theme, key=shortcut)
            made.setCheckable(True)
            dock = self.docks[key]
            made.setChecked(self._kept.get(key, False))
            made.clicked.connect(dock.toggleViewAction().trigger)
            dock.visibilityChanged.connect(made.setChecked)
            screen.tools.addWidget(made)
            dock.setVisible(self._kept.get(key, False))
        self._tell()

    def hide_table(self) -> None:
        """There is no table any more."""
        if self._screen is not None:
            self._kept = {key: not dock.isHidden() for key, dock in self.docks.items()}
        self._screen = None
        for dock in self.docks.values():
            dock.visibilityChanged.disconnect() if dock.isVisible() else None
            dock.hide()
        for panel in (self.log, self.chat):
            panel.tell([])

    def _tell(self) -> None:
        if self._screen is not None:
            model = self._screen.model
            self.log.tell(model.log)
            self.chat.tell(model.chat)
            self.board.tell(model.board)

    def _dock(self, name: str, title: str, inside: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(inside)
        dock.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        return dock


SIGNS = {
    "log": ("Log", Icon.LOG, "L"),
    "chat": ("Chat", Icon.CHAT, "C"),
    "board": ("Board as text", Icon.TEXT_BOARD, "B"),
}
