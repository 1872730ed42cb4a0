"""The table in a window, from its opening on: the page of a table that fills, then its screen with the docks
beside it and, for spectators, its large picture for a whole room."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout

from app.games.catalogue import game_title
from app.messages import Finished, News, Order, PutBot, React, SaveRecord, Started, Trouble
from app.screens.chairs import Chair
from app.screens.lobby import rematch, table_title
from app.screens.program import Program, Replaying
from app.screens.sound import Cue, cue_of
from app.screens.tips import shown, tip_for
from app.table.start import Hosting, Joining, Resuming, Spectating, Start
from ui.art.icon_paths import Icon
from ui.bridge import TableThread
from ui.dialogs.knock import KnockDialog
from ui.look import preferences_of, theme_of
from ui.navigator import TITLE, Navigator
from ui.parts import pack, tool
from ui.preloader import Preloader
from ui.side_windows import SideWindows
from ui.sound import SoundPort

if TYPE_CHECKING:  # imported at the first table, so that the window opens sooner
    from ui.screens.end_panel import Saved
    from ui.screens.large_table import LargeTable
    from ui.screens.table_screen import TableScreen

STILL_MS = 60_000
"""Time after the last news of a table until a player on turn is reminded, in milliseconds."""


class ShownTable(QObject):
    """Opens and closes the window's table. `screen` is None until the game begins; `start` opened the table,
    with what has changed since for a rematch."""

    changed = Signal()
    """A table was begun, or its game has begun."""
    closed = Signal()
    """The table has closed completely; its screen is there until `drop`."""

    def __init__(self, program: Program, go: Navigator, *, side: SideWindows, sound: SoundPort) -> None:
        super().__init__(go.pages)
        self.screen: TableScreen | None = None
        self.large: LargeTable | None = None
        self.running: TableThread | None = None
        self._laying: deque[Callable[[], None]] = deque()
        """Remaining steps until a new table can show its news; one is done in each turn of the event loop."""
        self.preloader = Preloader(self)
        self.knocking = KnockDialog(go.pages.window())
        self.knocking.answered.connect(self.put)
        self.start: Start | None = None
        self._program = program
        self._go = go
        self._side = side
        self._sound = sound
        self.still = QTimer(self, singleShot=True, interval=STILL_MS)
        self.still.timeout.connect(self._remind)

    @property
    def is_under_way(self) -> bool:
        """True if the player has a seat in an unfinished game."""
        model = None if self.screen is None else self.screen.model
        return model is not None and model.is_under_way and model.is_ours

    def begin(self, start: Start, chairs: Sequence[Chair]) -> None:
        """Open a table, and show how it fills; `chairs` are its seats as far as they are known already."""
        has_people = not isinstance(start, Hosting) or start.bots < start.seats - 1
        if isinstance(start, Joining | Resuming | Hosting) and has_people:
            start = replace(start, visible=start.visible or self._program.settings.visible)
        self.start = start
        self._go.warn("")
        self._go.waiting.begin(opening_text(start), chairs)
        self._go.pages.show_page(self._go.waiting)
        self.running = TableThread(self._program, start, self)
        self.running.news.connect(self._hear)
        self.running.ended.connect(self._ended)
        game = start.game if isinstance(start, Hosting) else ""
        self.preloader.begin(game, theme_of(self._program.settings), lambda: self._go.table_docks)
        self.changed.emit()

    @Slot(object)
    def put(self, order: Order) -> None:
        """Send an order to the running table, if there is one."""
        if isinstance(order, PutBot) and isinstance(self.start, Hosting):  # for a rematch
            self.start = replace(self.start, level=order.level)
        if self.running is not None:
            self.running.put(order)

    @Slot(object)
    def _hear(self, batch: tuple[News, ...]) -> None:
        """Give news to the waiting page until the game begins, then to the table once it is laid out."""
        if self.running is None:
            return
        if self._laying:  # one step in each turn of the event loop: all at once would stop the window
            self._laying.popleft()()
            self.running.deliver_later(batch)
        elif self.screen is not None:
            self.screen.show_news(batch)
        else:
            self._wait(batch, self.running)

    def _wait(self, batch: tuple[News, ...], running: TableThread) -> None:
        """Show news until the game begins."""
        for news in batch:
            if isinstance(news, Started):
                self.preloader.stop()
                self.changed.emit()
                self._open(news, running.put)
                self.knocking.tell(())
                self._laying = deque((self._show_docks, self._lay))
                running.deliver_later(batch)
                return
            self._go.waiting.hear(news)
            self.knocking.hear(news)
            if isinstance(news, Trouble) and news.ends:
                self._go.warn(news.text)
        self.hear(batch)

    @Slot()
    def _ended(self) -> None:
        if self.running is not None:
            self.running.close()
            self.running.deleteLater()
            self.running = None
        self._laying.clear()
        self.preloader.stop()
        self.knocking.tell(())
        self.closed.emit()

    def finish(self) -> None:
        """Stop the running table and wait until its thread has ended: the window is gone."""
        if self.running is not None:
            self.running.stop()
            self.running = None

    def _open(self, news: Started, put: Callable[[Order], None]) -> None:
        """Make the screen of a table, which gives its orders to `put`; `_show_docks` and `_lay` show it."""
        from ui.screens.table_screen import TableScreen  # noqa: PLC0415  (see above)

        screen = TableScreen(news.info, preferences_of(self._program.settings), put)
        screen.leave_wanted.connect(self._go.ask_leave)
        screen.rematch_wanted.connect(self.rematch)
        screen.change_wanted.connect(self.change)
        screen.replay_wanted.connect(self.look_again)
        screen.save_wanted.connect(lambda what: self._save(what, news.info.table, put))
        screen.table.rule_wanted.connect(self._go.table_docks.open_rule)
        screen.table.sorted_by.connect(self._keep_sort)
        screen.proven_wanted.connect(self.show_proven)
        screen.told.connect(self.hear)
        screen.pressed.connect(lambda: self._sound_out(Cue.MOVE))
        self.screen = screen

    def _show_docks(self) -> None:
        """Show the docks of the new table, before `_lay` draws it in the remaining room."""
        if self.screen is not None:
            self._tell_title(self.screen)
            self._go.table_docks.show_table(self.screen, theme_of(self._program.settings))

    def _lay(self) -> None:
        """Show the screen of the new table, and add the bar's last buttons."""
        screen, theme = self.screen, theme_of(self._program.settings)
        if screen is None:
            return
        self._go.pages.show_page(screen)
        if screen.model.is_among_people:
            invite = partial(self._side.show_invitation, screen.model)
            screen.tools.addWidget(tool("Invite somebody back", Icon.ADD, theme, invite, word="Invite"))
        self.add_buttons(screen.tools)
        screen.table.setFocus()

    def drop(self) -> None:
        """Close the table's screen, its docks, its large picture and all dialogs."""
        self.still.stop()
        if self.large is not None:
            self.large.close()
        if self.screen is not None:
            self._go.table_docks.hide_table()
            self._side.close_all()
            self._go.pages.drop(self.screen)
            self.screen = None

    @Slot(object)
    def hear(self, taken: tuple[News, ...]) -> None:
        """React to news that the table shows now: play its sound, and call a player on turn."""
        model = None if self.screen is None else self.screen.model
        of_table = (None, None) if model is None else (model.entry, model.info.viewer)
        self._sound_out(cue_of(taken, self._program.settings, *of_table))
        if self.screen is not None:
            self._side.tell_table(self.screen.model)
            if any(isinstance(news, Finished) for news in taken) and self.screen.model.is_ours:
                self._go.count_evening()
            self._teach(self.screen)
            self.still.start()
            self._tell_title(self.screen)
            if self.screen.model.is_our_turn:
                self._call()

    def _tell_title(self, screen: TableScreen) -> None:
        """Name the table in the title, and say whether it waits for the player: the task bar shows titles."""
        waits = screen.model.is_our_turn and screen.model.is_under_way
        title = f"{'Your turn: ' if waits else ''}{table_title(screen.model.info)} – {TITLE}"
        self._go.pages.window().setWindowTitle(title)

    @Slot()
    def _remind(self) -> None:
        """Remind a player on turn, after `STILL_MS` without news."""
        if self.screen is None or not self.screen.remind():
            return
        self._sound_out(Cue.TURN)
        self._call()

    def _sound_out(self, cue: Cue | None) -> None:
        """Play a sound, if there is one and the settings allow it."""
        settings = self._program.settings
        if cue is not None and settings.sound:
            self._sound.play(cue, volume=settings.volume)

    def _call(self) -> None:
        """Let the task bar ask for the player's attention, unless the window is active."""
        window = self._go.pages.window()
        if not window.isActiveWindow():
            QApplication.alert(window)

    def _teach(self, screen: TableScreen) -> None:
        """Show a short tip at the player's first decision of its kind, unless a hint or tip is shown."""
        model, settings = screen.model, self._program.settings
        if model.latest is None or not model.is_our_turn or not model.is_under_way or model.advice:
            return
        tip = tip_for(model.entry, model.latest.view, settings)
        if tip is not None:
            self._program.save_settings(shown(settings, model.entry, tip))
            screen.show_tip(tip.text)

    def add_buttons(self, tools: QHBoxLayout) -> None:
        """Add the buttons of a table, or of a replay or practice game, besides those of the docks."""
        theme, settings, large = theme_of(self._program.settings), self._side.show_settings, self.show_large
        if self.screen is not None:
            name = "The last round again"
            pack(tools, tool(name, Icon.AGAIN, theme, self.show_last_round, key="R", word="Again"))
            if not self.screen.model.is_ours:
                name = "Large, for everybody in the room"
                pack(tools, tool(name, Icon.ZOOM_IN, theme, large, key="F11", word="Large"))
        pack(
            tools,
            tool("Keyboard", Icon.HELP, theme, self._go.show_shortcuts, key="?", word="Keyboard"),
            tool("Settings", Icon.SETTINGS, theme, settings, key="Ctrl+,", word="Settings"),
        )

    # -- what the player asks for -----------------------------------------------------------

    def rematch(self) -> None:
        """Open the same table again, or the form if we do not know how to reach the host's next table."""
        if self.screen is not None and self.start is not None:
            model, asks = self.screen.model, self._program.settings.asks
            again = rematch(self.start, model.info, asks=asks, next_table=model.next_table)
            if again is None:
                self.change()
                return
            if model.is_kept and model.is_among_people:
                from app.screens.reactions import AGAIN  # noqa: PLC0415  (see above)

                self.screen.put(React(AGAIN))  # the others see it before this table closes
            self._go.begin(again)

    def change(self) -> None:
        """Leave the table for a form filled with its values."""
        if self.screen is not None:
            self._go.change(self.screen.model.info, self.start)

    def look_again(self, at: int) -> None:
        """Leave the finished table for its replay, opened before an event."""
        if self.screen is not None:
            self._go.begin(Replaying(self.screen.model.info.table, at))

    def show_proven(self) -> None:
        """Show the proven facts about the table, if there is one."""
        if self.screen is not None:
            self._side.show_proven(self.screen.model)

    def show_large(self) -> None:
        """Show a watched table large for everybody in the room, on a second screen if any; or close it."""
        from ui.screens.large_table import LargeTable  # noqa: PLC0415  (see above)

        if self.large is not None:
            self.large.close()
        elif self.screen is not None and not self.screen.model.is_ours:
            preferences = preferences_of(self._program.settings)
            self.large = LargeTable(self.screen, preferences, self._go.pages.window())
            self.large.closed.connect(self._large_closed)
            self.large.open()

    def ask(self) -> None:
        """Open the question how to continue without somebody, or else who may watch, if there is one."""
        if self.screen is not None:
            self.screen.ask()

    def ask_hint(self) -> None:
        """Ask for a bot's hint, if that is allowed now."""
        if self.screen is not None:
            self.screen.ask_hint()

    @Slot(str)
    def _keep_sort(self, sort: str) -> None:
        self._program.save_settings(replace(self._program.settings, sort=sort))

    @Slot()
    def show_last_round(self) -> None:
        """Show the last round again, or close it."""
        if self.screen is not None:
            self.screen.show_last_round()

    def _save(self, what: Saved, table: str, put: Callable[[Order], None]) -> None:
        """Ask where to save a picture, sheet or record of this game, and save it."""
        from ui.dialogs.share import write_picture  # noqa: PLC0415  (see above)
        from ui.dialogs.sheet import PrintedSheet, write_sheet  # noqa: PLC0415
        from ui.screens.end_panel import Saved  # noqa: PLC0415

        if (screen := self.screen) is None:
            return
        model, tell, theme = screen.model, screen.end.tell_saved, theme_of(self._program.settings)
        sheet = PrintedSheet(model.title, model.ended_by, model.standings, model.sheet_text)
        if what is Saved.RECORD:
            self._side.ask_record(table, lambda path: put(SaveRecord(path)))
        elif what is Saved.SHEET:
            self._side.ask_where(
                what.value, f"{model.title}.pdf", lambda path: tell(write_sheet(path, sheet))
            )
        else:
            shown = screen.shared if what is Saved.PICTURE else screen.shared_evening
            self._side.ask_where(
                what.value, f"{shown.title}.png", lambda path: tell(write_picture(path, shown, theme))
            )

    def _large_closed(self) -> None:
        self.large = None


def opening_text(start: Start) -> str:
    """Return the line that the waiting page shows until the table sends news."""
    if isinstance(start, Hosting):
        return f"{game_title(start.game)}: opening the table"
    if isinstance(start, Spectating):
        return "Looking for the table"
    if isinstance(start, Joining) and start.waits:
        return "Waiting for the host to open the next table"
    return "Sitting down at the table" if isinstance(start, Joining) else "Returning to the game"
