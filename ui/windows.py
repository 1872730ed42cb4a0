"""All windows of the program: each shows the lobby, a table or a record, and knows of the others by this.

They share the program, and with it the player, the settings and the journal; each table has a thread of its
own. Who may be found on the network has one door, so one window at most opens it, and none while a table
runs, which wants that door.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

from PySide6.QtCore import QByteArray, QObject, QPoint, QRect, QSettings, Signal, Slot
from PySide6.QtGui import QScreen

from app.keep.settings import Settings
from app.screens.program import Learning, Looking, Running, Watching
from app.table.start import Joining, LookingOn, Resuming, Start
from ui.instance import Wanted
from ui.lobby import Nearby
from ui.shown_table import ShownTable
from ui.side_windows import SideWindows

Begun: TypeAlias = Start | Watching | Looking | Learning
"""What a window can be asked for."""
STEP = 32
"""So far beside the last one a window opens."""


class OneWindow(Protocol):
    """What the windows know of each other (`ui.window.Window`)."""

    running: Running | None
    nearby: Nearby
    table: ShownTable
    side: SideWindows

    @property
    def is_free(self) -> bool:
        """Whether nothing is left for what is opened in it."""

    def has(self, start: Resuming | Joining | LookingOn) -> bool:
        """Whether the table that would be come to so runs in it."""

    def begin(self, start: Begun) -> None:
        """Host, join or resume a table, look at a game or learn one."""

    def bring_up(self) -> None:
        """In front of everything else."""

    def show_home(self) -> None:
        """The lobby."""

    def show_link(self, invitation: str) -> None:
        """The lobby with an invitation."""

    def look_at_games(self) -> None:
        """Renew the lobby's lists."""

    def wear(self, before: Settings) -> None:
        """Show the settings as they are now."""

    def leave_at_once(self) -> None:
        """Close, to be taken up later."""

    def finish(self, *, whole: bool = True) -> None:
        """Wait for the table that it had."""

    # Qt's own
    def close(self) -> bool: ...
    def show(self) -> None: ...
    def deleteLater(self) -> None: ...  # noqa: N802
    def screen(self) -> QScreen: ...
    def normalGeometry(self) -> QRect: ...  # noqa: N802
    def setGeometry(self, place: QRect, /) -> None: ...  # noqa: N802


class Windows(QObject):
    """`make` makes one more, which calls `add`. `finish` waits for what the closed ones have left behind."""

    reported = Signal(str)
    """A fault of the program, from whatever thread."""

    def __init__(self, make: Callable[[Windows], OneWindow]) -> None:
        super().__init__()
        self._make = make
        self.all: list[OneWindow] = []
        """Those that are open, the one that was in front last at the end."""
        self._leaving: list[OneWindow] = []
        """Those that were closed and whose table has not let go of everything."""
        self._quits = False
        self.reported.connect(self._report)

    @property
    def front(self) -> OneWindow:
        """The window that the player looked at last."""
        return self.all[-1]

    def add(self, window: OneWindow) -> None:
        """One more, in front."""
        self.all.append(window)

    def came_to_the_front(self, window: OneWindow) -> None:
        """The player looks at this one."""
        if window in self.all:
            self.all.remove(window)
            self.all.append(window)

    @Slot()
    def open(self) -> OneWindow:
        """One more window, with the lobby, beside the one in front."""
        place = self.front.normalGeometry() if self.all else None
        window = self._make(self)
        if place is not None:
            window.setGeometry(_beside(place, window.screen().availableGeometry()))
        window.show()
        window.show_home()
        return window

    @Slot(object)
    def show_wanted(self, wanted: Wanted) -> None:
        """What was opened from outside: in a window that shows the lobby, or in one more; no table is left
        for it. Where nothing in particular is wanted, the window in front is shown."""
        window = self.front
        if wanted != Wanted():
            free = [each for each in self.all if each.is_free]
            window = free[-1] if free else self.open()
        window.bring_up()
        if wanted.link:
            window.show_link(wanted.link)
        elif wanted.join:
            window.begin(Joining(wanted.join))
        elif wanted.record:
            window.begin(Watching(Path(wanted.record)))

    def raise_open(self, start: Begun, but: OneWindow) -> bool:
        """Show the window that has this table already, if another one has."""
        for each in self.all:
            if each is not but and isinstance(start, Resuming | Joining | LookingOn) and each.has(start):
                each.bring_up()
                return True
        return False

    def use(self, before: Settings) -> None:
        """The settings are others now, in every window."""
        for each in self.all:
            each.wear(before)

    # -- tables -----------------------------------------------------------------------------

    @property
    def has_table(self) -> bool:
        """Whether any table runs."""
        return any(each.running is not None for each in (*self.all, *self._leaving))

    def may_be_found(self, window: OneWindow) -> bool:
        """Whether this window may open the door at which the player is found without a table."""
        others = (each for each in self.all if each is not window)
        return not self.has_table and not any(each.nearby.is_found for each in others)

    def shut_door(self) -> None:
        """A table is about to open, and wants the player's own door."""
        for each in self.all:
            if each.nearby.is_found:
                each.nearby.stop()

    def table_changed(self, window: OneWindow) -> None:
        """A table has begun or is over: the lobbies of the others show it."""
        for each in self.all:
            if each is not window and each.is_free:
                each.nearby.renew_door()
                each.look_at_games()

    # -- the end ----------------------------------------------------------------------------

    @Slot()
    def quit(self) -> None:
        """Close all windows; games under way are asked about, one after the other, until the player stays."""
        self._quits = True
        self._close_next()

    def stay(self) -> None:
        """A game is not to be left after all."""
        self._quits = False

    def leave_at_once(self) -> None:
        """The program is told to end."""
        for each in tuple(self.all):
            each.leave_at_once()

    def closed(self, window: OneWindow) -> None:
        """A window was closed; the others go on."""
        if window not in self.all:
            return
        self.all.remove(window)
        self._leaving.append(window)
        if window.running is None:
            self.gone(window)
        if self._quits and self.all:
            self._close_next()

    def gone(self, window: OneWindow) -> None:
        """A closed window has no table any more: nothing keeps it, unless it was the last, which the end of
        the program waits for."""
        if window in self._leaving and self.all:
            self._leaving.remove(window)
            window.finish(whole=False)
            window.deleteLater()
            self.table_changed(window)

    def finish(self) -> None:
        """Wait until every table has let go of everything."""
        for each in (*self._leaving, *self.all):
            each.finish()
        self._leaving.clear()
        self.all.clear()

    def _close_next(self) -> None:
        asked = [each for each in self.all if each.table.is_under_way]
        if asked:
            asked[-1].bring_up()
            asked[-1].close()
            return
        for each in tuple(self.all):
            each.close()

    @Slot(str)
    def _report(self, report: str) -> None:
        if self.all:
            self.front.side.show_report(report)


class LayoutFile:
    """Where the last window was, and what stood beside its table; nothing where that is no such thing (the
    file is anybody's to write)."""

    def __init__(self, path: Path) -> None:
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self.geometry, self.docks = self._kept("geometry"), self._kept("docks")

    def keep(self, geometry: QByteArray, docks: QByteArray) -> None:
        """Write both."""
        self._file.setValue("geometry", geometry)
        self._file.setValue("docks", docks)
        self._file.sync()

    def _kept(self, key: str) -> QByteArray:
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()


def _beside(place: QRect, room: QRect) -> QRect:
    """A little to the right and below; at the room's corner where that would be outside."""
    moved = place.translated(QPoint(STEP, STEP))
    return moved if room.contains(moved) else QRect(room.topLeft(), place.size()) & room
