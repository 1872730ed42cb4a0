"""The window: which screen is shown, which table runs, and what stands beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget, QWidget

from app.keep.settings import Settings
from app.messages import (
    Admit,
    Gathering,
    Knock,
    KnockGone,
    Leave,
    LobbyLine,
    News,
    Order,
    Quit,
    Refused,
    SaveRecord,
    Say,
    Started,
    Trouble,
    Unseat,
)
from app.nearby.around import FoundPerson
from app.records.recording import Recording
from app.screens.lobby import Wish, against_bots, company, first_wish, game_title, rematch, wish_again
from app.screens.nearby import calling
from app.screens.program import Looking, Program, Running, Watching
from app.screens.sound import cue_of
from app.table.start import Hosting, Joining, LookingOn, Resuming, Start
from rules.api import Action
from ui.art.app_icon import app_icon
from ui.art.icon_paths import Icon
from ui.bridge import Bridge
from ui.dialogs.knock import KnockDialog
from ui.evening import Score
from ui.instance import Wanted
from ui.loader import Loader
from ui.look import manner_of, put_on, theme_of
from ui.nearby import Nearby
from ui.parts import tool
from ui.screens.beside import Beside
from ui.screens.home_page import HomePage
from ui.screens.host_page import HostPage
from ui.screens.large_table import SCALE, LargeTable
from ui.screens.replay_screen import ReplayScreen
from ui.screens.table_screen import TableScreen
from ui.screens.waiting_page import WaitingPage
from ui.side_windows import SideWindows
from ui.sound import SoundPort

LEAST = (280, 200)
"""How small the room beside the docks may become, in pixels."""
LEAVE_MS = 2000
"""A goodbye takes at most half of this."""


class Window(QMainWindow):
    """One window, one table at a time. `begin` opens it as the command line wants it."""

    def __init__(self, program: Program, sound: SoundPort, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.program = program
        self.running: Running | None = None
        self.at_table: TableScreen | None = None
        self.replay: ReplayScreen | None = None
        self._sound = sound
        self._start: Start | None = None
        self._welcome: tuple[str, ...] = ()
        """The letters of those who may sit down at it without a question: they have just played."""
        self._invited: FoundPerson | None = None
        """Who is told of the table in the form when it opens."""
        self._then: Callable[[], None] | None = None
        """What comes when the table that runs has let go of everything; None for the lobby."""
        self._closes = False
        """Whether the window closes when the table has been left."""
        self._bridge: Bridge | None = None
        self._loader: Loader | None = None
        self.large: LargeTable | None = None
        self.knocks: dict[bytes, Knock] = {}
        """Who is asked about, by key, the longest first."""
        theme = put_on(program.settings)
        self.setObjectName("shoal")
        self.setWindowTitle("Shoal")
        self.setWindowIcon(app_icon())
        self.pages = QStackedWidget()
        self.pages.setMinimumSize(*LEAST)  # what is shown never makes the window larger than the player did
        self.setCentralWidget(self.pages)
        self.home = HomePage(theme, program.settings.scale)
        self.form = HostPage(theme)
        self.form.show_wish(first_wish(program.settings), anew=True)
        self.waiting = WaitingPage(theme)
        for page in (self.home, self.form, self.waiting):
            self.pages.addWidget(page)
        layout = QSettings(str(program.layout_file()), QSettings.Format.IniFormat)
        self.beside = Beside(self, _kept(layout, "docks"))
        if not self.restoreGeometry(_kept(layout, "geometry")):
            self.resize(1280, 800)
        self.side = SideWindows(program, self)
        self.score = Score(program, self.home, self)
        self.nearby = Nearby(program, self.home.nearby, self.side, self)
        self.knocking = KnockDialog(self)
        self.knocking.answered.connect(self._admit)
        self._connect()
        self._add_keys()
        self.home.tell_player(program.settings.nick, program.key)

    # -- what the player wants --------------------------------------------------------------

    def begin(self, start: Start | Watching | Looking) -> None:
        """Host, join or resume a table, or look at a game; a table that runs is left first."""
        self._drop_replay()
        if self.running is not None:
            self._leave_for(lambda: self.begin(start))
            return
        if isinstance(start, Watching):
            path = start.path
            self.load(Loader(lambda progress: self.program.read_record(path, progress), self))
            return
        if isinstance(start, Looking):
            table = start.table
            self.load(Loader(lambda progress: self.program.read_game(table, progress), self))
            return
        self.nearby.stop()
        self.score.stop()
        people = isinstance(start, Hosting) and start.bots < start.seats - 1
        if isinstance(start, Hosting) and people and self.program.settings.visible:
            start = replace(start, visible=True)
        self._start = start
        self.home.tell_warning("")
        self.home.tell_notice("")
        self.waiting.begin(_opening(start), invites=people)
        self.pages.setCurrentWidget(self.waiting)
        self._bridge = Bridge(self.program.note, self)
        self._bridge.news.connect(self._before_the_table)
        self._bridge.ended.connect(self._closed)
        self.running = self.program.start(start, self._bridge.listen)

    @Slot(object)
    def open_wanted(self, wanted: Wanted) -> None:
        """Do what a second start wanted, in front of everything else."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        if wanted.link or (wanted.join and self.running is not None):
            self.show_link(wanted.link or wanted.join)
        elif wanted.join:
            self.begin(Joining(wanted.join))
        elif wanted.record and self.running is None:
            self.begin(Watching(Path(wanted.record)))

    def show_link(self, invitation: str) -> None:
        """An invitation that was opened stands in the lobby; nobody is joined by a link alone."""
        self.home.show_link(invitation)
        if self.running is not None:
            self.side.tell_link(self.ask_leave)
        else:
            self.leave()

    def leave(self, *, for_good: bool = False) -> None:
        """Leave the table, for the lobby when everything is let go of. `for_good`: the others are told."""
        self._drop_replay()
        if self.running is None:
            self.show_home()
        else:
            self.running.put(Leave() if for_good else Quit())

    def ask_leave(self) -> None:
        """Leave, after a question if a game is under way."""
        self._closes = False
        if self.at_table is not None and self._is_under_way:
            self.side.ask_leave(among_people=self.at_table.model.is_among_people)
        else:
            self.leave()

    def leave_at_once(self) -> None:
        """The program is told to end: the table closes, to be taken up later, and the window with it."""
        self._closes = True
        if self.running is None:
            self.close()
            return
        self._left(for_good=False)
        QTimer.singleShot(LEAVE_MS, self, self.close)  # whatever the network does

    @property
    def _is_under_way(self) -> bool:
        model = None if self.at_table is None else self.at_table.model
        return model is not None and model.is_under_way and model.is_ours

    def show_keys(self) -> None:
        """The key sheet, with the keys of the game on the table."""
        self.side.show_keys(() if self.at_table is None else self.at_table.table.keys())

    def ask(self) -> None:
        """The keyboard goes to the question how to go on, while there is one."""
        if self.at_table is not None:
            self.at_table.ask()

    def show_rules(self) -> None:
        """The rules of the game on the table, at the rule by which something was just refused.

        Of a game that is looked at, those of that game; in the lobby those of the game in the form.
        """
        if self.replay is not None:
            self.beside.show_rules(self.replay.model.info.game)
        elif self.at_table is None:
            self.beside.show_rules(self.form.wish.game)
        elif self.at_table.model.refused_by and not self.beside.is_in("rules"):
            self.beside.open_rule(self.at_table.model.refused_by)
        else:
            self.beside.toggle("rules")

    def show_proven(self) -> None:
        """What has been proven about the table; nothing without one."""
        if self.at_table is not None:
            self.side.show_proven(self.at_table.model)

    def rematch(self) -> None:
        """The same table once more; the form of it where we cannot know how to come to it."""
        if self.at_table is not None and self._start is not None:
            again = rematch(self._start, self.at_table.model.info, asks=self.program.settings.asks)
            if again is None:
                self.change()
            else:
                self.begin(again)

    def change(self) -> None:
        """The form of a table like the one that is left for it."""
        if self.at_table is not None:
            level = self._start.level if isinstance(self._start, Hosting | Resuming) else "normal"
            wish = wish_again(self.at_table.model.info, level=level)
            welcome = company(self.at_table.model.info)
            self._leave_for(lambda: self._show_form(wish, welcome=welcome))

    def look_again(self) -> None:
        """The replay of the game on the table, which is left for it."""
        if self.at_table is not None:
            self.begin(Looking(self.at_table.model.info.table))

    def save_record(self) -> None:
        """Save the record of the game on the table where the player wants it."""
        if self.at_table is not None:
            self.side.ask_record(self.at_table.model.info.table, lambda path: self.put(SaveRecord(path)))

    def put(self, order: Order) -> None:
        """Hand an order to the table that runs."""
        if self.running is not None:
            self.running.put(order)

    def look_at_games(self) -> None:
        """Fill the lists of games of before: after the first paint, for it reads the disk."""
        if self.running is None:
            self.home.tell_games(self.program.before(), self.program.settings.nick)
            self.nearby.start()
            self.score.start()

    @Slot(object)
    def use(self, settings: Settings) -> None:
        """Keep these settings and show them."""
        before, why = self.program.settings, self.program.save_settings(settings)
        self.side.tell_settings_warning(why)
        settings = self.program.settings
        self.nearby.renew(before, settings)
        theme, manner = put_on(settings), manner_of(settings)
        self.home.tell_player(settings.nick, self.program.key)
        self.home.set_look(theme, settings.scale)
        self.form.set_theme(theme)
        self.waiting.set_theme(theme)
        for screen in (self.at_table, self.replay):
            if screen is not None:
                screen.set_manner(manner)

    def load(self, loader: Loader) -> None:
        """Check a record, then show it."""
        self._drop_replay()
        self.waiting.begin("Checking the record")
        self.pages.setCurrentWidget(self.waiting)
        self._loader = loader
        loader.progress.connect(self.waiting.tell_progress)
        loader.done.connect(self._loaded)
        loader.run()

    def show_home(self) -> None:
        """The lobby."""
        self.pages.setCurrentWidget(self.home)
        QTimer.singleShot(0, self, self.look_at_games)

    # -- what the table tells ---------------------------------------------------------------

    @Slot(object)
    def _before_the_table(self, batch: tuple[News, ...]) -> None:
        """What is told until the game begins; from then on the table's screen is told, and tells us."""
        if self._bridge is None or self.running is None:
            return
        for news in batch:
            if isinstance(news, Started):
                screen = self._open_table(news, self.running.put)
                self._bridge.news.disconnect(self._before_the_table)
                self._bridge.news.connect(screen.show_news)
                screen.show_news(batch)
                return
            self._tell_waiting(news)
        self._heard(batch)

    def _tell_waiting(self, news: News) -> None:
        match news:
            case Gathering():
                self.waiting.tell(news)
            case Knock():
                self._knock(news)
            case KnockGone():
                self._knock_gone(news)
            case LobbyLine():
                self.waiting.tell_line(news)
            case Refused(text=text):
                self.waiting.tell_trouble(text)
            case Trouble(text=text):
                self.waiting.tell_trouble(text)
                if news.ends:
                    self.home.tell_warning(text)

    @Slot(object)
    def _heard(self, taken: tuple[News, ...]) -> None:
        """What is now so, the table's news at the table's own pace: sound it, and call the player."""
        cue = cue_of(taken, self.program.settings)
        if cue is not None:
            self._sound.play(cue)
        if self.at_table is not None:
            self.side.tell_table(self.at_table.model)
            if self.at_table.model.is_our_turn and not self.isActiveWindow():
                QApplication.alert(self)

    def _open_table(self, news: Started, put: Callable[[Order], None]) -> TableScreen:
        screen = TableScreen(news.info, manner_of(self.program.settings), put)
        screen.leave_wanted.connect(self.ask_leave)
        screen.rematch_wanted.connect(self.rematch)
        screen.change_wanted.connect(self.change)
        screen.replay_wanted.connect(self.look_again)
        screen.save_wanted.connect(self.save_record)
        screen.table.rule_wanted.connect(self.beside.open_rule)
        screen.proven_wanted.connect(self.show_proven)
        screen.told.connect(self._heard)
        self.at_table = screen
        self.pages.addWidget(screen)
        self.pages.setCurrentWidget(screen)
        self.setWindowTitle(f"{game_title(news.info.game)} – Shoal")
        self.beside.show_table(screen, theme_of(self.program.settings))
        if screen.model.has_people:
            invite = tool("Invite somebody back", Icon.ADD, theme_of(self.program.settings))
            invite.clicked.connect(lambda: self.side.show_invitation(screen.model))
            screen.tools.addWidget(invite)
        self._add_buttons(screen.tools)
        screen.table.setFocus()
        self._forget_knocks()
        return screen

    def _add_buttons(self, tools: QHBoxLayout) -> None:
        """What every table has beside its docks' buttons, a replay, too."""
        theme = theme_of(self.program.settings)
        keys = tool("Keys", Icon.HELP, theme, key="?")
        settings = tool("Settings", Icon.SETTINGS, theme, key="Ctrl+,")
        keys.clicked.connect(self.show_keys)
        settings.clicked.connect(self.side.show_settings)
        if self.at_table is not None and not self.at_table.model.is_ours:
            large = tool("Large, for everybody in the room", Icon.ZOOM_IN, theme, key="F11")
            large.clicked.connect(self.show_large)
            tools.addWidget(large)
        for each in (keys, settings):
            tools.addWidget(each)

    def _knock(self, news: Knock) -> None:
        if news.key not in self.knocks:
            self.knocks[news.key] = news
            self.knocking.tell(tuple(self.knocks.values()))

    def _knock_gone(self, news: KnockGone) -> None:
        if self.knocks.pop(news.key, None) is not None:
            self.knocking.tell(tuple(self.knocks.values()))

    @Slot(object)
    def _admit(self, order: Admit) -> None:
        self.knocks.pop(order.key, None)
        self.put(order)
        self.knocking.tell(tuple(self.knocks.values()))

    def _forget_knocks(self) -> None:
        self.knocks.clear()
        self.knocking.tell(())

    @Slot()
    def _closed(self) -> None:
        if self._bridge is not None:
            self._bridge.close()
            self._bridge.deleteLater()
            self._bridge = None
        self.running = None
        self._forget_knocks()
        self.home.tell_notice("" if self.at_table is None else self.at_table.model.adjourned)
        self._drop_table()
        then, self._then = self._then or self.show_home, None
        then()

    def _drop_table(self) -> None:
        if self.large is not None:
            self.large.close()
        if self.at_table is not None:
            self.beside.hide_table()
            self.side.close_all()
            self.pages.removeWidget(self.at_table)
            self.at_table.deleteLater()
            self.at_table = None
            self.setWindowTitle("Shoal")

    @Slot(object)
    def _loaded(self, recording: Recording) -> None:
        self._drop_replay()
        if recording.info is None or not recording.events:
            self.home.tell_warning(recording.verdict)
            self.show_home()
            return
        self.replay = ReplayScreen(recording, manner_of(self.program.settings))
        self.beside.lay_out_rules(recording.info.game)  # they may stand open since the lobby
        self.replay.leave_wanted.connect(self.leave)
        self._add_buttons(self.replay.tools)
        rules = tool("Rules", Icon.RULES, theme_of(self.program.settings), key="F1")
        rules.clicked.connect(self.show_rules)
        self.replay.tools.addWidget(rules)
        self.pages.addWidget(self.replay)
        self.pages.setCurrentWidget(self.replay)

    def _drop_replay(self) -> None:
        if self._loader is not None:
            self._loader.drop()
            self._loader.deleteLater()
            self._loader = None
        if self.replay is not None:
            self.pages.removeWidget(self.replay)
            self.replay.deleteLater()
            self.replay = None
            self.beside.hide_table()

    def _connect(self) -> None:
        home = self.home
        home.play_wanted.connect(lambda game: self.begin(against_bots(game)))
        home.host_wanted.connect(lambda: self._show_form(self.form.wish))
        home.nearby.invite_wanted.connect(lambda person: self._show_form(self.form.wish, person))
        home.join_wanted.connect(lambda text: self.begin(Joining(text)))
        home.onlook_wanted.connect(lambda text: self.begin(LookingOn(text)))
        home.resume_wanted.connect(lambda table: self.begin(Resuming(table)))
        home.delete_wanted.connect(self.side.ask_delete)
        home.away_wanted.connect(self.side.put_away)
        home.look_wanted.connect(self.look_at_games)
        home.watch_wanted.connect(lambda table: self.begin(Looking(table)))
        home.save_wanted.connect(self.side.save_game)
        home.record_wanted.connect(self.side.open_record)
        home.settings_wanted.connect(self.side.show_settings)
        self.form.opened.connect(self._open)
        self.form.back_wanted.connect(self.show_home)
        self.waiting.cancelled.connect(self.leave)
        self.waiting.code_wanted.connect(self.side.show_code)
        self.waiting.said.connect(lambda text: self.put(Say(text)))
        self.waiting.unseat_wanted.connect(lambda key: self.put(Unseat(bytes(key))))
        self.beside.chosen.connect(self._chosen_beside)
        self.beside.said.connect(self._said_beside)
        self.beside.reacted.connect(self._reacted_beside)
        self.beside.door.connect(self._door_beside)
        self.beside.answered.connect(self._answered_beside)
        self.side.used.connect(self.use)
        self.side.left.connect(lambda for_good: self._left(for_good=for_good))
        self.side.stayed.connect(self._stayed)
        self.side.deleted.connect(self.look_at_games)
        self.side.record_chosen.connect(self._look_at)
        self.side.warned.connect(home.tell_warning)

    def _add_keys(self) -> None:
        """The window's shortcuts; `app.screens.keys` tells the player about them."""
        keys: dict[str, Callable[[], object]] = {
            "L": lambda: self.beside.toggle("log"),
            "C": lambda: self.beside.toggle("chat"),
            "B": lambda: self.beside.toggle("board"),
            "W": lambda: self.beside.toggle("watchers"),
            "F11": self.show_large,
            "P": self.show_proven,
            "H": self._ask_hint,
            "Q": self.ask,
            "F1": self.show_rules,
            "Shift+F1": self.side.show_manual,
            "?": self.show_keys,
            "Ctrl+F": self.beside.search,
            "Ctrl+,": self.side.show_settings,
            "Ctrl+W": self.ask_leave,
            "Ctrl+Q": self.close,
        }
        for key, does in keys.items():
            QShortcut(QKeySequence(key), self).activated.connect(does)

    @Slot(object)
    def _look_at(self, record: Path) -> None:
        self.begin(Watching(record))

    def _left(self, *, for_good: bool) -> None:
        """Leave as it was chosen; the window closes behind it if that is what was wanted."""
        if self._closes:
            self._then = self._close_now
        self.leave(for_good=for_good)

    def _close_now(self) -> None:
        self.close()

    def _stayed(self) -> None:
        self._closes = False

    def _leave_for(self, then: Callable[[], None]) -> None:
        self._then = then
        self.leave()

    def _show_form(
        self, wish: Wish, invited: FoundPerson | None = None, *, welcome: tuple[str, ...] = ()
    ) -> None:
        self._invited, self._welcome = invited, welcome
        self.form.tell_invited("" if invited is None else invited.nick)
        self.home.tell_warning("")
        self.form.show_wish(wish, anew=True)
        self.pages.setCurrentWidget(self.form)

    def _open(self, wish: Wish) -> None:
        settings = self.program.settings
        if wish.bots < wish.seats - 1 and not (settings.visible or settings.asked_visible):
            self.side.ask_visible(lambda is_wanted: self._open_after(wish, is_wanted=is_wanted))
        else:
            self._open_now(wish)

    def _open_after(self, wish: Wish, *, is_wanted: bool) -> None:
        self.use(replace(self.program.settings, visible=is_wanted, asked_visible=True))
        self._open_now(wish)

    def _open_now(self, wish: Wish) -> None:
        why = self.program.save_settings(replace(self.program.settings, terms=wish.kept_terms))
        hosting = replace(wish.hosting(asks=self.program.settings.asks), welcome=self._welcome)
        self.begin(hosting if self._invited is None else calling(hosting, self._invited))
        self.waiting.tell_trouble(why)

    def _chosen_beside(self, action: Action) -> None:
        if self.at_table is not None:
            self.at_table.choose(action)

    def _said_beside(self, text: str) -> None:
        if self.at_table is not None:
            self.at_table.say(text)

    @Slot(str)
    def _reacted_beside(self, what: str) -> None:
        if self.at_table is not None:
            self.at_table.react(what)

    def _ask_hint(self) -> None:
        if self.at_table is not None:
            self.at_table.ask_hint()

    @Slot(bool)
    def _door_beside(self, is_open: bool) -> None:
        if self.at_table is not None:
            self.at_table.keep_door(is_open=is_open)

    @Slot(bool)
    def _answered_beside(self, admit: bool) -> None:
        if self.at_table is not None:
            self.at_table.answer_watcher(admit=admit)

    def show_large(self) -> None:
        """What a watcher sees, large, for everybody in the room: on the second screen if there is one."""
        if self.large is not None:
            self.large.close()
        elif self.at_table is not None and not self.at_table.model.is_ours:
            manner = manner_of(replace(self.program.settings, scale=SCALE))
            self.large = LargeTable(self.at_table, manner, self)
            self.large.closed.connect(self._large_closed)
            self.large.open()

    def _large_closed(self) -> None:
        self.large = None

    # -- the end ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        """Esc that nobody else wanted leads back to the table."""
        if event.key() == Qt.Key.Key_Escape:
            self.beside.leave()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        """A game under way is asked about first; then the table is left at once, and `finish` waits."""
        ends = QApplication.instance()
        is_told_to = isinstance(ends, QApplication) and ends.isSavingSession()  # the computer is shut down
        if self._is_under_way and not self._closes and not is_told_to:
            event.ignore()
            self.ask_leave()
            self._closes = True  # once it is left
            return
        layout = QSettings(str(self.program.layout_file()), QSettings.Format.IniFormat)
        layout.setValue("geometry", self.saveGeometry())
        layout.setValue("docks", self.beside.arrangement)
        layout.sync()
        self.side.close_all()
        if self.running is not None:
            self.running.put(Quit())
        super().closeEvent(event)

    def finish(self) -> None:
        """Wait until the table that still runs has let go of everything."""
        self._drop_replay()
        self.nearby.stop(whole=True)
        self.score.stop(whole=True)
        if self._bridge is not None:
            self._bridge.close()
        if self.running is not None:
            self.running.stop()
            self.running = None
        self._sound.close()


def _kept(layout: QSettings, key: str) -> QByteArray:
    """What the last window left; nothing if it is no such thing (the file is anybody's to write)."""
    value = layout.value(key)
    return value if isinstance(value, QByteArray) else QByteArray()


def _opening(start: Start) -> str:
    if isinstance(start, Hosting):
        return f"{game_title(start.game)}: the table opens"
    if isinstance(start, LookingOn):
        return "Looking for the table"
    if isinstance(start, Joining) and start.waits:
        return "Waiting until the host opens the next table"
    return "Sitting down at the table" if isinstance(start, Joining) else "Going on with the game"
