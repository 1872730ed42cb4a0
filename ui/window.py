"""The windows of the program, each with its pages and at most one table.

All windows share the program, and with it the player, the settings and the journal; each table has a thread
of its own. The player can be found on the network at one port, so at most one window opens it, and none while
a table runs, which needs that port.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow

from app.keep.settings import Settings
from app.messages import GiveUpSeat, Quit, TableInfo
from app.screens.chairs import expected_chairs
from app.screens.lobby import against_bots, evening_line, leads_to
from app.screens.program import Learning, Program, Replaying, ReplayingFile
from app.table.start import Joining, Resuming, Spectating, Start
from ui.bridge import TableThread
from ui.dialogs.frame import EDGE
from ui.docks.signs import SIGNS
from ui.instance import Wanted, dropped
from ui.layout_file import LayoutFile
from ui.lessons import Lessons
from ui.lobby import Nearby, Score
from ui.look import apply_settings, preferences_of, theme_of
from ui.navigator import TITLE, Begun, Pages
from ui.opening import Opening
from ui.parts import defer
from ui.screens.home_page import HomePage
from ui.shown_replay import ShownReplay
from ui.shown_table import ShownTable
from ui.side_windows import SideWindows
from ui.sound import SoundPort

if TYPE_CHECKING:
    from app.records.evening import Evening
    from ui.screens.table_docks import TableDocks
    from ui.screens.table_screen import TableScreen
    from ui.screens.waiting_page import WaitingPage

USUAL = (1280, 800)
"""Size of the first window, if the screen has room for it and its frame."""
STEP = 32
"""Pixels between a new window and the one in front."""
LEAVE_MS = 2000
"""Milliseconds after which a window closes though its table hangs, when the program is told to end."""


class Window(QMainWindow):
    """One window, the `ui.navigator.Navigator` of its screens. `windows` are all windows of the program; None
    makes new `Windows` with only this one."""

    def __init__(self, program: Program, sound: SoundPort, windows: Windows | None = None) -> None:
        super().__init__()
        self.program = program
        self.windows = windows or Windows(program, sound)
        self._then: Callable[[], object] | None = None
        """Action after the table has closed completely; None shows the lobby."""
        self._closes = False
        """True if the window closes once the player leaves the table."""
        self._is_closed = False
        theme = apply_settings(program.settings)
        self.setObjectName("shoal")
        self.setWindowTitle(TITLE)
        self.setAcceptDrops(True)
        self.pages = Pages()
        self.setCentralWidget(self.pages)
        self.home = HomePage(theme, program.settings.scale)
        self.pages.addWidget(self.home)
        self._layout = LayoutFile(program.layout_file())
        if not self.restoreGeometry(self._layout.geometry):
            self.resize((self.screen().availableSize() - EDGE).boundedTo(QSize(*USUAL)))
        self.side = SideWindows(program, self, over=self)
        self.score = Score(program, self._tell_evenings, self)
        self.nearby = Nearby(
            program, self, self.home.nearby, self.side, may_be_found=lambda: self.windows.may_be_found(self)
        )
        self.lessons = Lessons(program, self, self.side)
        self.opening = Opening(program, self, side=self.side, lessons=self.lessons)
        self.table = ShownTable(program, self, side=self.side, sound=sound)
        self.table.changed.connect(lambda: self.windows.table_changed(self))
        self.table.closed.connect(self._closed)
        self.watched = ShownReplay(program, self, self.table)
        self._connect()
        self._add_keys()
        self.home.tell_player(program.settings.nick, lambda: program.key, program.settings.animal)
        self.windows.all.append(self)

    @property
    def running(self) -> TableThread | None:
        """The thread of the running table; None without one."""
        return self.table.running

    @property
    def is_free(self) -> bool:
        """True if the lobby is shown and no table runs: opening a table here interrupts nothing."""
        return self.running is None and self.pages.currentWidget() is self.home

    @property
    def at_table(self) -> TableScreen | None:
        """The screen of the present table; None until its game begins."""
        return self.table.screen

    @cached_property
    def table_docks(self) -> TableDocks:
        """The docks beside a table, made at first use, but before there is a table."""
        from ui.screens.table_docks import TableDocks  # noqa: PLC0415  (see above)

        docks = TableDocks(self, self._layout.docks)
        docks.rules.learn_wanted.connect(self._learn)
        return docks

    @cached_property
    def waiting(self) -> WaitingPage:
        """The page of a table that fills or of a record that is checked; made at first use."""
        from ui.screens.waiting_page import WaitingPage  # noqa: PLC0415  (see above)

        page = WaitingPage(theme_of(self.program.settings))
        page.cancelled.connect(self.leave)
        page.code_wanted.connect(self.side.show_code)
        page.ordered.connect(self.table.put)
        self.pages.addWidget(page)
        return page

    # -- what the player wants --------------------------------------------------------------

    def has(self, start: Resuming | Joining | Spectating) -> bool:
        """True if this window already runs the table that `start` would open."""
        table = "" if self.at_table is None else self.at_table.model.info.table
        return self.running is not None and leads_to(start, table, came_by=self.table.start)

    def bring_up(self) -> None:
        """Raise the window in front of all others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        self.windows.came_to_the_front(self)

    def begin(self, start: Begun) -> None:
        """Host, join, resume or watch a table, or open a replay or a lesson. A table that runs is left first;
        a table that another window has is shown there."""
        if self.windows.raise_open(start, but=self):
            return
        self._drop_shown()
        if self.running is not None:
            self._leave_for(lambda: self.begin(start))
            return
        if isinstance(start, ReplayingFile | Replaying):
            self.watched.begin(start)
            return
        found = self.nearby.around.tables
        self.nearby.stop()
        self.score.stop()
        if isinstance(start, Learning):
            self.lessons.open(start.game, start.number)
            return
        self.windows.close_port()
        self.home.tell_notice("")
        self.table.begin(start, expected_chairs(start, self.program, found))

    def show_link(self, invitation: str) -> None:
        """Leave for the lobby and show the invitation of a link there; a link by itself joins no table."""
        self.home.show_link(invitation)
        self.leave()

    def leave(self, *, for_good: bool = False) -> None:
        """Leave for the lobby. A running table closes first, after giving up the seat if `for_good`; `_then`
        may replace the lobby."""
        self._drop_shown()
        if self.running is None:
            self.show_home()
        else:
            self.running.put(GiveUpSeat() if for_good else Quit())

    def ask_leave(self) -> None:
        """Leave, after a question if the player has a seat in an unfinished game."""
        self._closes = False
        if self.at_table is not None and self.table.is_under_way:
            people = self.at_table.model.is_among_people
            self.side.ask_leave(among_people=people, left=self._left, stayed=self._stayed)
        else:
            self.leave()

    def leave_at_once(self) -> None:
        """Close the table, to be resumed later, then the window: the program was told to end."""
        self._closes = True
        if self.running is None:
            self.close()
            return
        self._left(False)
        QTimer.singleShot(LEAVE_MS, self, self.close)  # even if the network hangs

    def show_shortcuts(self) -> None:
        """Show the list of keyboard shortcuts, with those of the present table or lesson."""
        shown = self.at_table or self.lessons.screen
        self.side.show_shortcuts(() if shown is None else shown.table.keys())

    def show_large(self) -> None:
        """Show or close a large view for the room: of a watched table, or from the lobby the scoreboard."""
        if self.is_free:
            self.nearby.show_scoreboard()
        else:
            self.table.show_large()

    def show_rules(self) -> None:
        """Show or hide the rules of the game at the table, or open the rule that the last refusal cites.
        Without a table the game is that of the replay or lesson, or else of the form to host."""
        shown = self.watched.screen or self.lessons.screen
        if shown is not None:
            self.table_docks.show_rules(shown.model.info.game)
        elif self.at_table is None:
            self.table_docks.show_rules(self.opening.form.setup.game)
        elif self.at_table.model.refused_by and not self.table_docks.is_in("rules"):
            self.table_docks.open_rule(self.at_table.model.refused_by)
        else:
            self.table_docks.toggle("rules")

    def look_at_games(self) -> None:
        """Fill the lobby's lists of games, and start search and score, unless a table runs here. It reads the
        disk, so at a start it comes after the first paint."""
        if self.running is None:
            self.home.tell_games(self.program.games(), self.program.settings.nick)
            paths = self.program.settings.records.splitlines()
            self.home.tell_records([path for path in paths if Path(path).is_file()])
            self.nearby.start()
            if not self.windows.has_table:  # checking would take time from it
                self.score.start()

    def count_evening(self) -> None:
        """Check a finished game for the score of the evening."""
        self.program.games()  # notes the new games that the score is to check
        self.score.start()

    def _tell_evenings(self, evenings: tuple[Evening, ...]) -> None:
        self.home.tell_evenings([evening_line(each) for each in evenings])
        if self.at_table is not None:
            self.at_table.tell_evening(evenings)

    @Slot(object)
    def use(self, settings: Settings) -> None:
        """Save these settings and apply them in all windows."""
        before, why = self.program.settings, self.program.save_settings(settings)
        self.side.tell_settings_warning(why)
        self.windows.use(before)

    def switch_identity(self) -> None:
        """Restart the searches of all windows under another identity."""
        for each in self.windows.all:
            if each.nearby.search is not None:
                each.nearby.stop(whole=True)
                each.nearby.start()
            each.apply_settings(self.program.settings)

    def apply_settings(self, before: Settings) -> None:
        """Apply the program's settings to this window; `before` are those that were applied until now."""
        settings = self.program.settings
        self.nearby.renew(before, settings)
        theme, preferences = apply_settings(settings), preferences_of(settings)
        self.home.tell_player(settings.nick, lambda: self.program.key, settings.animal)
        self.home.set_look(theme, settings.scale)
        self.opening.set_theme(theme)
        if "waiting" in vars(self):
            self.waiting.set_theme(theme)
        for screen in (self.at_table, self.watched.screen, self.lessons.screen):
            if screen is not None:
                screen.set_preferences(preferences)

    def _drop_shown(self) -> None:
        """Close the replay and the lesson, if there are any."""
        self.watched.drop()
        self.lessons.drop()

    def show_home(self) -> None:
        """Show the lobby."""
        self.pages.show_page(self.home)
        defer(self, self.look_at_games)

    @Slot()
    def _closed(self) -> None:
        if self._is_closed:
            self.windows.gone(self)
            return
        self.home.tell_notice("" if self.at_table is None else self.at_table.model.adjourned)
        self.table.drop()
        then, self._then = self._then or self.show_home, None
        then()
        self.windows.table_changed(self)

    def _connect(self) -> None:
        home = self.home
        home.play_wanted.connect(self._play)
        home.play_considered.connect(self._prepare)
        home.host_wanted.connect(self.opening.show)
        home.host_wanted.connect(self._prepare)
        home.nearby.rows.invite_wanted.connect(lambda person: self.opening.show(invited=person))
        home.nearby.rows.play_wanted.connect(self.opening.play_with)
        home.join_wanted.connect(lambda invitation: self.begin(Joining(invitation)))
        home.spectate_wanted.connect(lambda invitation: self.begin(Spectating(invitation)))
        home.resume_wanted.connect(lambda table: self.begin(Resuming(table)))
        home.list.watch_wanted.connect(lambda table: self.begin(Replaying(table)))
        home.recent_wanted.connect(lambda path: self.begin(ReplayingFile(Path(path))))
        home.learn_wanted.connect(self._learn)
        home.list.delete_wanted.connect(self.side.ask_delete)
        home.list.hide_wanted.connect(self.side.hide_game)
        home.list.look_wanted.connect(self.look_at_games)
        home.list.save_wanted.connect(self.side.save_game)
        home.record_wanted.connect(self.side.open_record)
        home.statistics_wanted.connect(self.side.show_statistics)
        home.settings_wanted.connect(self.side.show_settings)
        home.window_wanted.connect(self.windows.open)

    def _add_keys(self) -> None:
        """Add the window's shortcuts; `app.screens.keys` describes them to the player."""
        keys: dict[str, Callable[[], object]] = {
            **{key: partial(self._toggle, dock) for dock, (_, _, key) in SIGNS.items()},
            "F11": self.show_large,
            "P": self.table.show_proven,
            "H": self.table.ask_hint,
            "R": self.table.show_last_round,
            "Q": self.table.ask,
            "F1": self.show_rules,
            "Shift+F1": self.side.show_manual,
            "?": self.show_shortcuts,
            "Ctrl+F": lambda: self.table_docks.search(),  # noqa: PLW0108  (makes the docks at first use)
            "Ctrl+,": self.side.show_settings,
            "Ctrl+N": self.windows.open,
            "Ctrl+W": self.ask_leave,
            "Ctrl+Q": self.windows.quit,
        }
        for key, does in keys.items():
            QShortcut(QKeySequence(key), self).activated.connect(does)

    def _toggle(self, dock: str) -> None:
        self.table_docks.toggle(dock)

    def warn(self, text: str) -> None:
        """Show a warning in the lobby; "" removes it."""
        self.home.tell_warning(text)

    @Slot(str, int)
    def _learn(self, game: str, number: int) -> None:
        """Begin a lesson, in a new window if a table runs in this one."""
        window = self if self.running is None else self.windows.open()
        window.begin(Learning(game, number))

    @Slot(str)
    def _prepare(self, game: str = "") -> None:
        """Prepare a table once the player considers a game, not earlier: an idle lobby needs less memory."""
        if self.running is None:
            self.table.preloader.make(game, lambda: self.table_docks, lambda: self.waiting)

    def _play(self, game: str) -> None:
        self.lessons.before(game, lambda: self.begin(against_bots(game)))

    @Slot(bool)
    def _left(self, for_good: bool) -> None:
        """Leave the table, and close the window after it if that was the request."""
        if self._closes:
            self._then = self.close
        self.leave(for_good=for_good)

    def _stayed(self) -> None:
        self._closes = False
        self.windows.stay()

    def change(self, info: TableInfo, start: Start | None) -> None:
        """Leave the table for a form filled with its values; `start` is how it began."""
        self._leave_for(lambda: self.opening.show_again(info, start))

    def _leave_for(self, then: Callable[[], object]) -> None:
        self._then = then
        self.leave()

    # -- the end ----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  (Qt's name)
        """Accept the drag of a record's file or an invitation."""
        if dropped(event.mimeData(), self.program.key) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  (Qt's name)
        """Open the dropped record or invitation, as from the desktop."""
        wanted = dropped(event.mimeData(), self.program.key)
        if wanted is not None:
            event.acceptProposedAction()
            self.windows.came_to_the_front(self)
            self.windows.show_wanted(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Return to the table on an Esc that nothing else has used."""
        if event.key() == Qt.Key.Key_Escape:
            self.table_docks.leave()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  (Qt's name)
        """Note that this window is in front, when it becomes active."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.windows.came_to_the_front(self)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        """Ask first if a game is under way. Otherwise tell the table to quit, and close at once; `finish`
        waits for the table."""
        ends = QApplication.instance()
        is_told_to = isinstance(ends, QApplication) and ends.isSavingSession()  # the computer shuts down
        if self.table.is_under_way and not self._closes and not is_told_to:
            event.ignore()
            self.ask_leave()
            self._closes = True  # if the answer is to leave
            return
        docks = self.table_docks.arrangement if "table_docks" in vars(self) else self._layout.docks
        self._layout.keep(self.saveGeometry(), docks)
        self.side.close_all()
        self._is_closed = True
        if self.running is not None:
            self.running.put(Quit())
        super().closeEvent(event)
        self.windows.closed(self)

    def finish(self, *, whole: bool = True) -> None:
        """Stop table, search and score; wait for the table's thread, with `whole` for the others as well."""
        self.watched.drop()
        self.nearby.stop(whole=whole)
        self.score.stop(whole=whole)
        self.table.finish()


class Windows(QObject):
    """All windows of the program; each adds itself to `all`. A closed one is kept until its table ends."""

    reported = Signal(str)
    """Carries the report of a fault of the program; may be emitted in any thread."""

    def __init__(self, program: Program, sound: SoundPort) -> None:
        super().__init__()
        self._program, self._sound = program, sound
        self.all: list[Window] = []
        """Open windows in the order in which the player last used them, the latest at the end."""
        self._leaving: list[Window] = []
        """Closed windows whose tables have not closed completely, and the window that closed as the last."""
        self._quits = False
        self.reported.connect(self._report)

    @property
    def front(self) -> Window:
        """The window that the player used last."""
        return self.all[-1]

    def came_to_the_front(self, window: Window) -> None:
        """Note that the player uses this window."""
        if window in self.all:
            self.all.remove(window)
            self.all.append(window)

    @Slot()
    def open(self) -> Window:
        """Open one more window, with the lobby, a step beside the one in front; return it."""
        place = self.front.normalGeometry() if self.all else None
        window = Window(self._program, self._sound, self)
        if place is not None:
            window.setGeometry(_beside(place, window.screen().availableGeometry()))
        window.show()
        window.show_home()
        return window

    @Slot(object)
    def show_wanted(self, wanted: Wanted) -> None:
        """Carry out a request of another start, in a window with the lobby or in a new one: no table is left
        for it. It waits while a new player is asked for a name. An empty request raises the front window."""
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
            window.begin(ReplayingFile(Path(wanted.record)))

    def _show_later(self, wanted: Wanted, is_named: bool) -> None:
        """Carry out a request that waited for a name; without a name it joins no table."""
        self.show_wanted(wanted if is_named else replace(wanted, join=""))

    def raise_open(self, start: Begun, but: Window) -> bool:
        """Raise another window that runs this table already; return False if there is none."""
        for each in self.all:
            if each is not but and isinstance(start, Resuming | Joining | Spectating) and each.has(start):
                each.bring_up()
                return True
        return False

    def use(self, before: Settings) -> None:
        """Apply changed settings in every window; `before` are the earlier ones."""
        for each in self.all:
            each.apply_settings(before)

    # -- tables -----------------------------------------------------------------------------

    @property
    def has_table(self) -> bool:
        """True if a table runs in any window, an open or a closed one."""
        return any(each.running is not None for each in (*self.all, *self._leaving))

    def may_be_found(self, window: Window) -> bool:
        """True if this window may open the port at which the player is found without a table."""
        others = (each for each in self.all if each is not window)
        return not self.has_table and not any(each.nearby.is_found for each in others)

    def close_port(self) -> None:
        """Stop the search that may have the player's port: a table is about to open, and needs it."""
        for each in self.all:
            if each.nearby.is_found:
                each.nearby.stop()

    def table_changed(self, window: Window) -> None:
        """Update the lobbies of the other windows, after a table has begun or ended."""
        for each in self.all:
            if each is not window and each.is_free:
                each.nearby.refresh_visibility()
                each.look_at_games()

    # -- the end ----------------------------------------------------------------------------

    @Slot()
    def quit(self) -> None:
        """Close all windows, after one question for each game under way; stop at the first answer to stay."""
        self._quits = True
        self._close_next()

    def stay(self) -> None:
        """Stop quitting: the player stays in a game."""
        self._quits = False

    def leave_at_once(self) -> None:
        """Close all windows without a question: the program was told to end."""
        for each in tuple(self.all):
            each.leave_at_once()

    def closed(self, window: Window) -> None:
        """Note that a window was closed; close the next one if the player is quitting."""
        if window not in self.all:
            return
        self.all.remove(window)
        self._leaving.append(window)
        if window.running is None:
            self.gone(window)
        if self._quits and self.all:
            self._close_next()

    def gone(self, window: Window) -> None:
        """Delete a closed window whose table is gone. The last window stays for `finish`."""
        if window in self._leaving and self.all:
            self._leaving.remove(window)
            window.finish(whole=False)
            window.deleteLater()
            self.table_changed(window)

    def finish(self) -> None:
        """Wait until every table has closed completely."""
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
    """Return the place `STEP` to the right and below `place`; if that is outside the room, its corner."""
    moved = place.translated(QPoint(STEP, STEP))
    return moved if room.contains(moved) else QRect(room.topLeft(), place.size()) & room
