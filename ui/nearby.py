"""Looking round on the network while no table runs: begun, ended, shown in the lobby and its dialog."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.keep.settings import Settings
from app.nearby.around import Around
from app.nearby.diagnosis import diagnose, headline
from app.screens.nearby import later_text
from app.screens.program import Program, SearchThread
from ui.look import theme_of
from ui.screens.nearby_list import NearbyList
from ui.side_windows import SideWindows


class Nearby(QObject):
    """Stands between the thread that looks and what shows it; `_found` is the one door into this thread."""

    _found = Signal(object)

    def __init__(self, program: Program, shown: NearbyList, side: SideWindows, parent: QObject) -> None:
        super().__init__(parent)
        self.search: SearchThread | None = None
        self.around = Around()
        self._program = program
        self._shown = shown
        self._side = side
        self._found.connect(self._show, Qt.ConnectionType.QueuedConnection)
        shown.help_wanted.connect(self.show_findings)
        shown.people_wanted.connect(self.show_people)

    def start(self) -> None:
        """Look, unless it is looked already."""
        if self.search is None:
            self.search = self._program.look_round(self._found.emit)

    def stop(self, *, whole: bool = False) -> None:
        """Look no more: the own door is shut when this returns, for a table wants its port."""
        if self.search is not None:
            self.search.stop(whole=whole)
            self.search = None
            self._show(Around())

    def renew(self, before: Settings, now: Settings) -> None:
        """Begin anew if the own name, or whether it may be found, is another."""
        if self.search is not None and (before.nick, before.visible) != (now.nick, now.visible):
            self.stop()
            self.start()
        elif before.tells_later != now.tells_later:
            self._show(self.around)

    def show_findings(self) -> None:
        """What of this network works here, as far as is known."""
        self._side.show_network(diagnose(self.around.evidence, system=sys.platform))

    def show_people(self) -> None:
        """Everybody met before, and who of them can be found now."""
        self._side.show_people(self.around, theme_of(self._program.settings), self._shown)

    @Slot(object)
    def _show(self, around: Around) -> None:
        if self.search is None and around != Around():
            return  # told before it was stopped
        self.around = around
        later = later_text(around) if self._program.settings.tells_later else ""
        self._shown.tell(around, headline(around.evidence, system=sys.platform), later)
        self._side.tell_people(around)
        self._side.tell_network(diagnose(around.evidence, system=sys.platform))
