"""What a table needs besides what the lobby does, made ready while the player waits for it.

Modules for the most part: all at once they would stop the window for a fifth of a second, so there is one
a turn of the event loop. A table that is there sooner imports the rest itself.
"""

from __future__ import annotations

import logging
import pkgutil
from collections import deque
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon

from app.games.catalogue import catalogue
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.docks.faces import FACES
from ui.parts import NextTurn
from ui.screens.beside import SIGNS

log = logging.getLogger(__name__)
OF_EVERY_TABLE = (
    "net.agreement.effects",
    "net.agreement.faults.evidence",
    "app.table.troubles",
    "app.screens.absence",
    "app.screens.table",
    "ui.kit.geometry",
    "ui.kit.plates",
    "ui.kit.dressing",
    "ui.kit.surface",
    "ui.kit.hand",
    "ui.kit.card_table",
    "ui.screens.end_panel",
    "ui.screens.table_bar",
    "ui.screens.table_screen",
)
"""What comes first is needed by what comes after, so that no step is a long one."""
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
        modules = [*OF_EVERY_TABLE, *(modules_of(catalogue().named(game).table) if game else ())]
        self._steps = deque([partial(make_ready, each) for each in modules])
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


def make_ready(module: str) -> None:
    """Import a module, if that can be done."""
    try:
        import_module(module)
    except Exception as why:  # of somebody else's game, perhaps: whoever needs it says so
        log.warning("%s cannot be made ready: %r", module, why)


def modules_of(table: str) -> list[str]:
    """The modules of the package in which a game has its table."""
    package = table.partition(":")[0].rpartition(".")[0]
    try:
        spec = find_spec(package) if package else None
    except ImportError:  # the package around it is not there
        spec = None
    places = None if spec is None else spec.submodule_search_locations
    found = () if places is None else pkgutil.iter_modules(places)
    return [f"{package}.{each.name}" for each in found if each.name != "__main__"]
