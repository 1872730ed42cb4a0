"""The window: which screen is shown, which table runs, and what stands beside it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.lobby_model import Wish, against_bots, game_title
from app.messages import Admit, Closed, Gathering, Knock, News, Order, Quit, Started, Trouble
from app.program_model import Hosting, Joining, Program, Resuming, Running, Start
from ui.art.app_icon import app_icon
from ui.beside import Beside
from ui.bridge import Bridge
from ui.dialogs.knock import KnockDialog
from ui.dialogs.name import NameDialog
from ui.lobby.home_page import HomePage
from ui.lobby.host_page import HostPage
from ui.lobby.waiting_page import WaitingPage
from ui.look import manner_of, put_on
from ui.table_screen import TableScreen


class Window(QMainWindow):
    """One window, one table at a time. `begin` opens it as the command line wants it."""

    def __init__(self, program: Program, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.program = program
        self.running: Running | None = None
        self.screen_of_table: TableScreen | None = None
        self._start: Start | None = None
        self._next: Start | None = None
        self._bridge: Bridge | None = None
        theme = put_on(program.settings)
        self.setObjectName("shoal")
        self.setWindowTitle("Shoal")
        self.setWindowIcon(app_icon())
        self.resize(1280, 800)
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self.home = HomePage(theme, program.settings.scale)
        self.form = HostPage(theme)
        self.waiting = WaitingPage(theme)
        for page in (self.home, self.form, self.waiting):
            self.pages.addWidget(page)
        self.beside = Beside(self, theme)
        self._connect()
        self.home.tell_name(program.settings.nick)

    # -- what the player wants --------------------------------------------------------------

    def begin(self, start: Start) -> None:
        """Host, join or resume a table; one that runs is left first."""
        if self.running is not None:
            self._next = start
            self.leave()
            return
        self._start, self._next = start, None
        self.waiting.begin(_opening(start))
        self.pages.setCurrentWidget(self.waiting)
        self._bridge = Bridge(self)
        self._bridge.news.connect(self._show_news)
        self.running = self.program.start(start, self._bridge.listen)

    def leave(self) -> None:
        """Leave the table; the lobby is shown when everything is let go of."""
        if self.running is None:
            self._show_home()
        else:
            self.running.put(Quit())

    def rematch(self) -> None:
        """The same table once more."""
        if self._start is not None:
            self.begin(self._start)

    def put(self, order: Order) -> None:
        """Hand an order to the table that runs."""
        if self.running is not None:
            self.running.put(order)

    def look_at_games(self) -> None:
        """Fill the lists of games of before: after the first paint, for it reads the disk."""
        if self.running is None:
            self.home.tell_games(self.program.unfinished(), self.program.past())

    def ask_name(self) -> None:
        """The first-run question."""
        dialog = NameDialog("", self)
        dialog.accepted.connect(lambda: self._named(dialog.name))
        dialog.open()

    # -- what the table tells ---------------------------------------------------------------

    @Slot(object)
    def _show_news(self, batch: tuple[News, ...]) -> None:
        for news in batch:
            if isinstance(news, Started) and self.screen_of_table is None:
                self._open_table(news)
            elif isinstance(news, Gathering):
                self.waiting.tell(news)
            elif isinstance(news, Knock):
                self._knock(news)
            elif isinstance(news, Trouble) and self.screen_of_table is None:
                self._trouble_before_the_table(news)
        if self.screen_of_table is not None:
            self.screen_of_table.show_news(batch)
        if any(isinstance(news, Closed) for news in batch):
            self._closed()

    def _open_table(self, news: Started) -> None:
        screen = TableScreen(news.info, manner_of(self.program.settings), self.put)
        screen.leave_wanted.connect(self.leave)
        screen.rematch_wanted.connect(self.rematch)
        self.screen_of_table = screen
        self.pages.addWidget(screen)
        self.pages.setCurrentWidget(screen)
        self.setWindowTitle(f"{game_title(news.info.game)} – Shoal")
        self.beside.show_table(screen)

    def _knock(self, news: Knock) -> None:
        dialog = KnockDialog(news, self)
        dialog.answered.connect(self._admit)
        dialog.open()

    @Slot(object)
    def _admit(self, order: Admit) -> None:
        self.put(order)

    def _trouble_before_the_table(self, news: Trouble) -> None:
        self.waiting.tell_trouble(news.text)
        if news.ends:
            self.home.tell_warning(news.text)

    def _closed(self) -> None:
        if self._bridge is not None:
            self._bridge.close()
            self._bridge.deleteLater()
            self._bridge = None
        self.running = None
        self._drop_table()
        if self._next is not None:
            self.begin(self._next)
        else:
            self._show_home()

    def _drop_table(self) -> None:
        if self.screen_of_table is not None:
            self.beside.hide_table()
            self.pages.removeWidget(self.screen_of_table)
            self.screen_of_table.deleteLater()
            self.screen_of_table = None
            self.setWindowTitle("Shoal")

    def _show_home(self) -> None:
        self.pages.setCurrentWidget(self.home)
        QTimer.singleShot(0, self.look_at_games)

    def _show_form(self) -> None:
        self.home.tell_warning("")
        self.pages.setCurrentWidget(self.form)

    def _open(self, wish: Wish) -> None:
        self.begin(wish.hosting(asks=self.program.settings.asks))

    def _named(self, name: str) -> None:
        why = self.program.save_settings(replace(self.program.settings, nick=name))
        self.home.tell_warning(why)
        self.home.tell_name(self.program.settings.nick)

    def _connect(self) -> None:
        self.home.play_wanted.connect(lambda game: self.begin(against_bots(game)))
        self.home.host_wanted.connect(self._show_form)
        self.home.join_wanted.connect(lambda text: self.begin(Joining(text)))
        self.home.resume_wanted.connect(lambda table: self.begin(Resuming(table)))
        self.form.opened.connect(self._open)
        self.form.back_wanted.connect(self._show_home)
        self.waiting.cancelled.connect(self.leave)
        self.beside.chosen.connect(self._chosen_beside)
        self.beside.said.connect(self._said_beside)

    def _chosen_beside(self, action: object) -> None:
        if self.screen_of_table is not None:
            self.screen_of_table.table.chosen.emit(action)

    def _said_beside(self, text: str) -> None:
        if self.screen_of_table is not None:
            self.screen_of_table.say(text)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  (Qt's name)
        """The table is left at once; `finish` waits for it."""
        if self.running is not None:
            self.running.put(Quit())
        super().closeEvent(event)

    def finish(self) -> None:
        """Wait until the table that still runs has let go of everything."""
        if self._bridge is not None:
            self._bridge.close()
        if self.running is not None:
            self.running.stop()
            self.running = None


def _opening(start: Start) -> str:
    if isinstance(start, Hosting):
        return f"{game_title(start.game)}: the table opens"
    return "Sitting down at the table" if isinstance(start, Joining) else "Going on with the game"
