"""The windows of the program, and what they know of each other.

They share the program, and with it the player, the settings and the journal; each table has a thread of its
own. Who may be found on the network has one door, so one window at most opens it, and none while a table
runs, which wants that door.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Signal, Slot

from app.keep.settings import Settings
from app.screens.program import Watching
from app.table.start import Joining, Resuming, Spectating
from ui.instance import Wanted
from ui.navigator import Begun

if TYPE_CHECKING:
    from ui.window import Window

STEP = 32
"""Pixels between a new window and the one in front."""


class Windows(QObject):
    """Makes windows, which join `all`. `finish` waits for what the closed ones have left behind."""

    reported = Signal(str)
    """A fault of the program, from whatever thread."""

    def __init__(self, make: Callable[[], Window]) -> None:
        super().__init__()
        self._make = make
        self.all: list[Window] = []
        """Those that are open, the one that was in front last at the end."""
        self._leaving: list[Window] = []
        """Those that were closed and whose table has not let go of everything."""
        self._quits = False
        self.reported.connect(self._report)

    @property
    def front(self) -> Window:
        """The window that the player looked at last."""
        return self.all[-1]

    def came_to_the_front(self, window: Window) -> None:
        """The player looks at this one."""
        if window in self.all:
            self.all.remove(window)
            self.all.append(window)

    @Slot()
    def open(self) -> Window:
        """One more window, with the lobby, beside the one in front."""
        place = self.front.normalGeometry() if self.all else None
        window = self._make()
        if place is not None:
            window.setGeometry(_beside(place, window.screen().availableGeometry()))
        window.show()
        window.show_home()
        return window

    @Slot(object)
    def show_wanted(self, wanted: Wanted) -> None:
        """Show what was opened from outside, in a window that shows the lobby or in a new one: no table is
        left for it, and the question of the first start is answered before. Without anything particular, show
        the window in front."""
        if any(
            each.side.after_name(lambda is_named: self._show_later(wanted, is_named)) for each in self.all
        ):
            return
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

    def _show_later(self, wanted: Wanted, is_named: bool) -> None:
        """Show what has waited for a name; without one no table is joined."""
        self.show_wanted(wanted if is_named else replace(wanted, join=""))

    def raise_open(self, start: Begun, but: Window) -> bool:
        """Show the window that has this table already, if another one has."""
        for each in self.all:
            if each is not but and isinstance(start, Resuming | Joining | Spectating) and each.has(start):
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
        """True if any table runs."""
        return any(each.running is not None for each in (*self.all, *self._leaving))

    def may_be_found(self, window: Window) -> bool:
        """True if this window may open the door at which the player is found without a table."""
        others = (each for each in self.all if each is not window)
        return not self.has_table and not any(each.nearby.is_found for each in others)

    def shut_door(self) -> None:
        """A table is about to open, and wants the player's own door."""
        for each in self.all:
            if each.nearby.is_found:
                each.nearby.stop()

    def table_changed(self, window: Window) -> None:
        """Renew the lobbies of the other windows: a table has begun or is over."""
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

    def closed(self, window: Window) -> None:
        """A window was closed; the others go on."""
        if window not in self.all:
            return
        self.all.remove(window)
        self._leaving.append(window)
        if window.running is None:
            self.gone(window)
        if self._quits and self.all:
            self._close_next()

    def gone(self, window: Window) -> None:
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


def _beside(place: QRect, room: QRect) -> QRect:
    """A little to the right and below; at the room's corner where that would be outside."""
    moved = place.translated(QPoint(STEP, STEP))
    return moved if room.contains(moved) else QRect(room.topLeft(), place.size()) & room
