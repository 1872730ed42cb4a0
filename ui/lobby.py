"""News for the lobby from two threads: the people and tables on this network, and the evening's score."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.keep.settings import Settings
from app.nearby.around import Around, UnreachablePerson
from app.screens.nearby import NewerVersion, lobby_line, may_be_own, newer_version
from app.screens.program import NetworkSearch, Program, SearchThread
from ui.look import theme_of
from ui.navigator import Navigator
from ui.screens.nearby_list import NearbyList
from ui.side_windows import SideWindows

if TYPE_CHECKING:  # imported at first use
    from app.records.evening import Evening
    from ui.scoreboard import Scoreboard


class Nearby(QObject):
    """Connects the thread that searches this network with the lobby's widgets.

    `may_be_found` returns True if this window may open the port by which others find its player.
    """

    _found = Signal(object)

    def __init__(
        self,
        program: Program,
        go: Navigator,
        shown: NearbyList,
        side: SideWindows,
        *,
        may_be_found: Callable[[], bool],
    ) -> None:
        super().__init__(go.pages)
        self._go = go
        self._may_be_found = may_be_found
        self.is_found = False
        """True while a search runs that may open that port; it does so if the player wants to be found."""
        self.search: NetworkSearch | None = None
        self._line, self._pointed = "", b""
        self._later: NewerVersion | None = None
        self._has_passed = False
        """True once the player has closed the line about versions: it then stays away while the window is
        open, because a liar could name a new version each time."""
        self.around = Around()
        self._program = program
        self._shown = shown
        self._side = side
        self._found.connect(self._show, Qt.ConnectionType.QueuedConnection)
        shown.help_wanted.connect(self.show_findings)
        shown.people_wanted.connect(self.show_people)
        shown.visible_wanted.connect(self._ask_visible)
        shown.said.connect(self._say)
        shown.rows.pointed.connect(self._point)
        shown.rows.asked.connect(self._ask_to_host)
        shown.scoreboard_wanted.connect(self.show_scoreboard)
        shown.update_dismissed.connect(self._dismiss_update)

    @cached_property
    def scoreboard(self) -> Scoreboard:
        """The scoreboard of this network; made at first use, because a start does not need it."""
        from ui.scoreboard import Scoreboard  # noqa: PLC0415  (see above)

        made = Scoreboard(self._program, self._go.pages.window())
        made.tell(self.around)
        return made

    @property
    def _shows_scoreboard(self) -> bool:
        return "scoreboard" in vars(self) and self.scoreboard.window is not None

    def start(self) -> None:
        """Start the search, unless it runs already."""
        if self.search is None:
            self.is_found = self._may_be_found()
            self.search = self._program.look_round(self._hear, may_be_found=self.is_found)
            self.search.say(self._line)

    def _hear(self, around: Around) -> None:
        """Pass what was found from the search's thread to the lobby, unless the lobby is gone."""
        with suppress(RuntimeError):
            self._found.emit(around)

    def stop(self, *, whole: bool = False) -> None:
        """Stop the search; the player's port is closed when this returns, because a table needs it. With
        `whole` stop the scoreboard as well, and wait until all threads have ended."""
        if self.search is not None:
            self.search.stop(whole=whole)
            self.search, self.is_found = None, False
            self._show(Around())
        if whole and "scoreboard" in vars(self):
            self.scoreboard.stop()

    def refresh_visibility(self) -> None:
        """Restart the search if the player's port should now be open, or closed."""
        if self.search is not None and self.is_found != self._may_be_found():
            self.stop()
            self.start()

    def renew(self, before: Settings, now: Settings) -> None:
        """Restart a running search if the player's name or visibility has changed."""
        if self.search is not None and (before.nick, before.visible) != (now.nick, now.visible):
            self.stop()
            self.start()

    def show_findings(self) -> None:
        """Open the dialog about obstacles on this network, as far as they are known."""
        from app.nearby.diagnosis import diagnose  # noqa: PLC0415  (see above)

        self._side.show_network(diagnose(self.around.facts, system=sys.platform))

    @Slot()
    def show_scoreboard(self) -> None:
        """Open the scoreboard, or close it."""
        self.scoreboard.toggle()
        self._point_now()

    def show_people(self) -> None:
        """Show everybody met before, and which of them can be found now."""
        self._side.show_people(self.around, theme_of(self._program.settings), self._shown)

    @property
    def _is_seen(self) -> bool:
        """True if others find the player in this lobby."""
        return self.is_found and self._program.settings.visible

    def _ask_visible(self) -> None:
        self._side.ask_visible(self._let_see)

    def _let_see(self, is_wanted: bool) -> None:
        self._go.use(replace(self._program.settings, visible=is_wanted, asked_visible=True))

    @Slot(str)
    def _say(self, line: str) -> None:
        """Say a line to everybody in the lobby; a restarted search says it again."""
        self._line = lobby_line(line)
        if self.search is not None:
            self.search.say(self._line)
        self._show(self.around)

    @Slot()
    def _dismiss_update(self) -> None:
        if self._later is not None:
            self._has_passed = True
            self._go.use(replace(self._program.settings, passed_over=self._later.version))
            self._show(self.around)

    @Slot(object)
    def _ask_to_host(self, beyond: UnreachablePerson) -> None:
        if self.search is not None:
            self.search.ask_to_host(beyond)

    @Slot(bytes)
    def _point(self, key: bytes) -> None:
        self._pointed = key
        self._point_now()

    def _point_now(self) -> None:
        """Ask for details of the row pointed at and of tables that may be the player's own; while the
        scoreboard is open, of all tables."""
        own, tables = self._shown.own, self.around.tables
        keys = {table.key for table in tables if self._shows_scoreboard or may_be_own(table, own)}
        if self.search is not None:
            self.search.point_at((keys | {self._pointed}) - {b""})

    @Slot(object)
    def _show(self, around: Around) -> None:
        from app.nearby.diagnosis import diagnose, headline  # noqa: PLC0415  (see above)

        if self.search is None and around != Around():
            return  # a late report of a stopped search
        self.around = around
        passed_over = self._program.settings.passed_over
        self._later = None if self._has_passed else newer_version(around, passed_over=passed_over)
        finding = headline(around.facts, system=sys.platform)
        told = "" if self._later is None else self._later.text
        self._shown.tell(around, finding, told, is_seen=self._is_seen, line=self._line)
        if "scoreboard" in vars(self):
            self.scoreboard.tell(around)
        self._point_now()
        self._side.tell_people(around, self._shown)
        self._side.tell_network(diagnose(around.facts, system=sys.platform))


class Score(QObject):
    """Checks the evening's games in a thread of its own, and calls `shows` with them in the window's."""

    _told = Signal(object)

    def __init__(
        self, program: Program, shows: Callable[[tuple[Evening, ...]], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._program = program
        self._shows = shows
        self._checking: SearchThread | None = None
        self._told.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Check the new games, then show the score; a check that runs is stopped first."""
        self.stop()
        self._checking = self._program.score(self._tell)

    def _tell(self, evenings: tuple[Evening, ...]) -> None:
        """Pass the score from the checking thread to the lobby, unless the lobby is gone."""
        with suppress(RuntimeError):
            self._told.emit(evenings)

    def stop(self, *, whole: bool = False) -> None:
        """Stop the check, if one runs; with `whole` wait until its thread has ended."""
        if self._checking is not None:
            self._checking.stop(whole=whole)
            self._checking = None

    @Slot(object)
    def _show(self, evenings: tuple[Evening, ...]) -> None:
        if self._checking is not None:
            self._shows(evenings)
