"""Modules and pictures of a table, made ready while the player waits for it.

All at once would stop the window for a fifth of a second. So modules are imported in a thread, which lets the
window go on between any two lines, and pictures are drawn one a turn of the event loop. A table that is there
sooner waits for the rest itself.
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
"""On the buttons of every table."""
QUIET = (Icon.VERIFIED, Icon.RECORDS, Icon.EYE, Icon.SAVE, Icon.COPY)
"""On those of its quiet buttons."""


class Ready(QObject):
    """Makes ready what the table of a game needs, until it is told to `stop`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: deque[Callable[[], object]] = deque()
        self._icons: list[QIcon] = []
        """Held until the table holds them: what nobody holds, Qt forgets after a while."""
        self._turn = NextTurn(self._step, self)

    def make(self, *things: Callable[[], object]) -> None:
        """No table is waited for yet: make these meanwhile and load the games, of which a first paint has no
        need."""
        games = catalogue()
        self._steps = deque([*things, *(partial(games.named, key) for key in games.games)])
        self._turn.start()

    def begin(self, game: str, theme: Theme) -> None:
        """A table of this game is waited for; "" where it is not known which."""
        of_game = catalogue().named(game).table.partition(":")[0] if game else ""
        Thread(target=make_ready, args=(OF_EVERY_TABLE, of_game), name="ready").start()
        self._steps.clear()
        self._steps.extend(partial(self._draw, icon, theme, theme.text) for icon in ICONS)
        self._steps.extend(partial(self._draw, icon, theme, theme.link) for icon in QUIET)
        self._turn.start()

    def stop(self) -> None:
        """The table is there, or nobody waits for it any more."""
        self._turn.stop()
        self._steps.clear()
        self._icons.clear()

    def _draw(self, icon: Icon, theme: Theme, ink: str) -> None:
        self._icons.append(qt_icon(icon, theme, colour=ink))

    def _step(self) -> None:
        if self._steps:
            self._steps.popleft()()
            self._turn.start()


def make_ready(*modules: str) -> None:
    """Import modules, those of them that can be imported."""
    for module in filter(None, modules):
        try:
            import_module(module)
        except Exception as why:  # of somebody else's game, perhaps: whoever needs it says so
            log.warning("%s cannot be made ready: %r", module, why)
