"""The table that the window shows: its screen, what stands beside it, and its picture for a whole room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget

from app.messages import News, Order, SaveRecord, Started
from app.screens.lobby import table_title
from app.screens.program import Program
from app.screens.sound import Cue, cue_of
from app.screens.tips import shown, tip_for
from rules.api import Action
from ui.art.icon_paths import Icon
from ui.look import manner_of, theme_of
from ui.parts import tool
from ui.screens.beside import Beside
from ui.side_windows import SideWindows
from ui.sound import SoundPort

if TYPE_CHECKING:  # imported when a table is shown: the window opens the sooner
    from ui.screens.large_table import LargeTable
    from ui.screens.table_screen import TableScreen

STILL_MS = 60_000
"""So long after the last news of a table its player is told that it is still the own turn."""


class ShownTable(QObject):
    """`screen` is the table while there is one. What is chosen or said beside it is handed to it."""

    leave_wanted = Signal()
    rematch_wanted = Signal()
    change_wanted = Signal()
    replay_wanted = Signal()

    def __init__(
        self,
        program: Program,
        window: QMainWindow,
        *,
        pages: QStackedWidget,
        beside: Callable[[], Beside],
        side: SideWindows,
        sound: SoundPort,
    ) -> None:
        super().__init__(window)
        self.screen: TableScreen | None = None
        self.large: LargeTable | None = None
        self._program = program
        self._window = window
        self._pages = pages
        self._beside = beside
        self._side = side
        self._sound = sound
        self.still = QTimer(self)
        self.still.setSingleShot(True)
        self.still.setInterval(STILL_MS)
        self.still.timeout.connect(self._remind)

    def listen_to(self, beside: Beside) -> None:
        """Hand on to the table what is chosen or said there."""
        beside.chosen.connect(self._choose)
        beside.said.connect(self._say)
        beside.reacted.connect(self._react)
        beside.door.connect(self._keep_door)
        beside.answered.connect(self._answer_watcher)
        beside.sent_off.connect(self._send_off)

    @property
    def is_under_way(self) -> bool:
        """Whether there is a game that the player has a part in and that is not over."""
        model = None if self.screen is None else self.screen.model
        return model is not None and model.is_under_way and model.is_ours

    def open(self, news: Started, put: Callable[[Order], None]) -> None:
        """Make the table that begins; `put` takes its orders. `stand_beside` and `lay` show it."""
        from ui.screens.table_screen import TableScreen  # noqa: PLC0415  (see above)

        screen = TableScreen(news.info, manner_of(self._program.settings), put)
        screen.leave_wanted.connect(self.leave_wanted)
        screen.rematch_wanted.connect(self.rematch_wanted)
        screen.change_wanted.connect(self.change_wanted)
        screen.replay_wanted.connect(self.replay_wanted)
        screen.sheet_wanted.connect(self._save_sheet)
        screen.save_wanted.connect(lambda: self._save_record(news.info.table, put))
        screen.table.rule_wanted.connect(self._beside().open_rule)
        screen.table.sorted_by.connect(self._keep_sort)
        screen.proven_wanted.connect(self.show_proven)
        screen.told.connect(self.hear)
        self.screen = screen

    def stand_beside(self) -> None:
        """What stands beside the table that was made; before `lay`, which draws it in the room left."""
        if self.screen is not None:
            self._tell_title(self.screen)
            self._beside().show_table(self.screen, theme_of(self._program.settings))

    def lay(self) -> None:
        """Show the table that was made."""
        screen, theme = self.screen, theme_of(self._program.settings)
        if screen is None:
            return
        self._pages.addWidget(screen)
        self._pages.setCurrentWidget(screen)
        if screen.model.is_among_people:
            invite = tool("Invite somebody back", Icon.ADD, theme)
            invite.clicked.connect(lambda: self._side.show_invitation(screen.model))
            screen.tools.addWidget(invite)
        self.add_buttons(screen.tools)
        screen.table.setFocus()

    def drop(self) -> None:
        """The table is over here, with all that stands around it."""
        self.still.stop()
        if self.large is not None:
            self.large.close()
        if self.screen is not None:
            self._beside().hide_table()
            self._side.close_all()
            self._pages.removeWidget(self.screen)
            self.screen.deleteLater()
            self.screen = None
            self._window.setWindowTitle("Shoal")

    @Slot(object)
    def hear(self, taken: tuple[News, ...]) -> None:
        """What is now so, the table's news at the table's own pace: sound it, and call the player."""
        entry = None if self.screen is None else self.screen.model.entry
        cue = cue_of(taken, self._program.settings, entry)
        if cue is not None:
            self._sound.play(cue, volume=self._program.settings.volume)
        if self.screen is not None:
            self._side.tell_table(self.screen.model)
            self._teach(self.screen)
            self.still.start()
            self._tell_title(self.screen)
            if self.screen.model.is_our_turn and not self._window.isActiveWindow():
                QApplication.alert(self._window)

    def _tell_title(self, screen: TableScreen) -> None:
        """Which table this is, and whether it waits for the player: the task bar says it of each window."""
        waits = screen.model.is_our_turn and screen.model.is_under_way
        self._window.setWindowTitle(
            f"{'Your turn: ' if waits else ''}{table_title(screen.model.info)} – Shoal"
        )

    @Slot()
    def _remind(self) -> None:
        """Nothing has happened for a while: is it the own turn?"""
        if self.screen is None or not self.screen.remind():
            return
        settings = self._program.settings
        if settings.sound:
            self._sound.play(Cue.TURN, volume=settings.volume)
        if not self._window.isActiveWindow():
            QApplication.alert(self._window)

    def _teach(self, screen: TableScreen) -> None:
        """A short hint where something is to be decided for the first time."""
        model, settings = screen.model, self._program.settings
        if model.latest is None or not model.is_our_turn or not model.is_under_way or model.advice:
            return
        tip = tip_for(model.entry, model.latest.view, settings)
        if tip is not None:
            self._program.save_settings(shown(settings, model.entry, tip))
            screen.show_tip(tip.text)

    def add_buttons(self, tools: QHBoxLayout) -> None:
        """What every table has beside its docks' buttons, a replay, too."""
        theme = theme_of(self._program.settings)
        keys = tool("Keys", Icon.HELP, theme, key="?")
        settings = tool("Settings", Icon.SETTINGS, theme, key="Ctrl+,")
        keys.clicked.connect(self.show_keys)
        if self.screen is not None:
            again = tool("The last round again", Icon.AGAIN, theme, key="R")
            again.clicked.connect(self.see_again)
            tools.addWidget(again)
        settings.clicked.connect(self._side.show_settings)
        if self.screen is not None and not self.screen.model.is_ours:
            large = tool("Large, for everybody in the room", Icon.ZOOM_IN, theme, key="F11")
            large.clicked.connect(self.show_large)
            tools.addWidget(large)
        for each in (keys, settings):
            tools.addWidget(each)

    # -- what the player wants of it --------------------------------------------------------

    def show_keys(self) -> None:
        """The key sheet, with the keys of the game on the table."""
        self._side.show_keys(() if self.screen is None else self.screen.table.keys())

    def show_proven(self) -> None:
        """What has been proven about the table; nothing without one."""
        if self.screen is not None:
            self._side.show_proven(self.screen.model)

    def show_large(self) -> None:
        """What a watcher sees, large, for everybody in the room: on the second screen if there is one."""
        from ui.screens.large_table import SCALE, LargeTable  # noqa: PLC0415  (see above)

        if self.large is not None:
            self.large.close()
        elif self.screen is not None and not self.screen.model.is_ours:
            manner = manner_of(replace(self._program.settings, scale=SCALE))
            self.large = LargeTable(self.screen, manner, self._window)
            self.large.closed.connect(self._large_closed)
            self.large.open()

    def ask(self) -> None:
        """The keyboard goes to the question how to go on, while there is one."""
        if self.screen is not None:
            self.screen.ask()

    def ask_hint(self) -> None:
        """What would the bots do?"""
        if self.screen is not None:
            self.screen.ask_hint()

    @Slot(str)
    def _keep_sort(self, sort: str) -> None:
        self._program.save_settings(replace(self._program.settings, sort=sort))

    @Slot()
    def see_again(self) -> None:
        """The last round, once more."""
        if self.screen is not None:
            self.screen.see_again()

    def _save_record(self, table: str, put: Callable[[Order], None]) -> None:
        self._side.ask_record(table, lambda path: put(SaveRecord(path)))

    @Slot()
    def _save_sheet(self) -> None:
        from ui.dialogs.sheet import PrintedSheet, write_sheet  # noqa: PLC0415  (see above)

        if self.screen is not None:
            model, end = self.screen.model, self.screen.end
            sheet = PrintedSheet(model.title, model.ended_by, model.standings, model.sheet_text)
            self._side.ask_sheet(model.title, lambda path: end.tell_saved(write_sheet(path, sheet)))

    def _large_closed(self) -> None:
        self.large = None

    @Slot(object)
    def _choose(self, action: Action) -> None:
        if self.screen is not None:
            self.screen.table.choose(action)

    @Slot(str)
    def _say(self, text: str) -> None:
        if self.screen is not None:
            self.screen.say(text)

    @Slot(str)
    def _react(self, what: str) -> None:
        if self.screen is not None:
            self.screen.react(what)

    @Slot(bool)
    def _keep_door(self, is_open: bool) -> None:
        if self.screen is not None:
            self.screen.keep_door(is_open=is_open)

    @Slot(bytes)
    def _send_off(self, key: bytes) -> None:
        if self.screen is not None:
            self.screen.send_off(key)

    @Slot(bool)
    def _answer_watcher(self, admit: bool) -> None:
        if self.screen is not None:
            self.screen.answer_watcher(admit=admit)
