"""Loads the modules and draws the icons of a table while the player waits for it.

All at once would stop the window for a fifth of a second. So a thread imports the modules, during which the
window can still react, and one icon is drawn in each turn of the event loop. A table that opens earlier loads
the rest itself.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon

from app.games.catalogue import catalogue
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.docks.faces import FACES
from ui.docks.signs import SIGNS
from ui.parts import NextTurn

log = logging.getLogger(__name__)
OF_EVERY_TABLE = "ui.screens.table_screen"
ICONS = (
    *(Icon.LEAVE, Icon.HINT, Icon.PAUSE, Icon.AGAIN, Icon.HELP, Icon.SETTINGS, Icon.ADD, Icon.EYE),
    *(icon for _, icon, _ in SIGNS.values()),
    *FACES.values(),
)
"""Icons on the buttons of tables, drawn in the colour of text."""
QUIET = (Icon.VERIFIED, Icon.RECORDS, Icon.EYE, Icon.SAVE, Icon.COPY)
"""Icons on the quiet buttons of tables, drawn in the colour of links."""


class Preloader(QObject):
    """Prepares the parts of a game's table, until `stop`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: deque[Callable[[], object]] = deque()
        self._icons: list[QIcon] = []
        """Icons drawn so far, kept until the table uses them: Qt drops unused ones from its cache."""
        self._turn = NextTurn(self._step, self)

    def make(self, game: str, *things: Callable[[], object]) -> None:
        """Load the game that the player considers ("" if unknown yet), then call each of `things`."""
        self._steps = deque(things)
        if game:
            self._steps.appendleft(partial(catalogue().named, game))
        self._turn.start()

    def begin(self, game: str, theme: Theme, *things: Callable[[], object]) -> None:
        """Import the modules of this game's table in a thread; meanwhile call `things` and draw the icons."""
        of_game = catalogue().named(game).table.partition(":")[0] if game else ""
        Thread(target=import_modules, args=(OF_EVERY_TABLE, of_game), name="preloader").start()
        self._steps = deque(things)
        self._steps.extend(partial(self._draw, icon, theme, theme.text) for icon in ICONS)
        self._steps.extend(partial(self._draw, icon, theme, theme.link) for icon in QUIET)
        self._turn.start()

    def stop(self) -> None:
        """Make nothing more, and drop the icons: the table is open, or the wait for it has ended."""
        self._turn.stop()
        self._steps.clear()
        self._icons.clear()

    def _draw(self, icon: Icon, theme: Theme, ink: str) -> None:
        self._icons.append(qt_icon(icon, theme, colour=ink))

    def _step(self) -> None:
        if self._steps:
            self._steps.popleft()()
            self._turn.start()


def import_modules(*modules: str) -> None:
    """Import these modules, "" for none; log a failure and go on."""
    for module in filter(None, modules):
        try:
            import_module(module)
        except Exception as why:  # it may belong to an add-on game; opening its table reports the error
            log.warning("%s cannot be made ready: %r", module, why)
