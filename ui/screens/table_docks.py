"""The docks beside the table: story, chat, spectators, the board as text, rules; and their buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, SignalInstance, Slot
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QToolButton, QWidget

from app.games.catalogue import game_title
from app.games.narrator import counted
from app.messages import AllowSpectators, ChatLine, News, Order, React, Say, SendOff, SpectatorLine
from rules.api import Action
from ui.art.theme import Theme
from ui.docks.board_tree import BoardPanel
from ui.docks.chat import ChatPanel
from ui.docks.lines import LinesPanel
from ui.docks.remarks import NOBODY
from ui.docks.rules import RulesPanel
from ui.docks.signs import SIGNS
from ui.docks.spectators import SpectatorsPanel
from ui.parts import sized, tool

if TYPE_CHECKING:
    from ui.screens.table_screen import TableScreen

WORDS = {"board": "Text"}
"""Words below the icon of a dock, if they differ from its name."""
TITLES = {"board": "Board"}
"""Titles of docks that differ from their names: they must fit side by side as tabs, in large letters too."""
WIDE = 250
"""Width of a dock at 100 %, until the player moves its edge."""
MOST_OF_WINDOW = 0.43
"""Greatest share of the window's width for the docks."""
LEAST = (150, 60)
"""Least size of a dock's content in pixels: so small that Qt never enlarges the window for it."""
LOW = 560
"""In a window lower than this, at 100 %, the chat is a tab beside the story instead of below it."""
TALK = ("chat", "spectators")
"""Docks whose buttons count the lines that came while these docks could not be seen."""
AT_FIRST = ("log",)
"""Docks that are open at a player's first table, if the window has `ROOM_FOR_BOTH`."""
ROOM_FOR_BOTH = 700
"""Least width of the window for table and docks, at 100 %."""
MANY = 9
"""Largest number of unread lines that the mark shows."""


class TableDocks(QObject):
    """The docks beside a table; they pass on the player's choices and chat to it. Without a table only the
    rules can be opened. `arrangement` is Qt's record of which docks are open and where; it is kept across
    tables and starts."""

    def __init__(self, window: QMainWindow, arrangement: QByteArray) -> None:
        super().__init__(window)
        self._window = window
        self._screen: TableScreen | None = None
        self._arrangement = arrangement
        self.log, self.chat = LinesPanel("log"), ChatPanel()
        self.board, self.rules = BoardPanel(), RulesPanel()
        self.spectators = SpectatorsPanel()
        orders: tuple[tuple[SignalInstance, Callable[..., Order]], ...] = (
            (self.chat.said, Say),
            (self.chat.reacted, React),
            (self.spectators.said, Say),
            (self.spectators.allowed, AllowSpectators),
            (self.spectators.sent_off, SendOff),
        )
        for told, order in orders:
            told.connect(partial(self._put, order))
        self.spectators.answered.connect(self._answer)
        self.board.chosen.connect(self._choose)
        panels: dict[str, QWidget] = {key: getattr(self, key) for key in SIGNS}
        self.docks = {
            key: self._dock(key, TITLES.get(key, SIGNS[key][0]), panel) for key, panel in panels.items()
        }
        window.tabifyDockWidget(self.docks["log"], self.docks["spectators"])
        window.tabifyDockWidget(self.docks["spectators"], self.docks["board"])
        window.tabifyDockWidget(self.docks["board"], self.docks["rules"])
        self._unread: dict[str, Unread] = {}
        self._game = ""
        self._is_folded = False
        self._met: set[QDockWidget] = set()
        # No `QTimer.singleShot`: if we are gone first, PySide keeps its method and everything that it refers
        # to.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.fit)
        window.installEventFilter(self)
        self.hide_table()

    @property
    def arrangement(self) -> QByteArray:
        """Arrangement of the docks now, or at the last table."""
        return self._window.saveState() if self._screen is not None else self._arrangement

    def show_table(self, screen: TableScreen, theme: Theme) -> None:
        """Show this table in the docks, open those that were open last, and add their buttons to its bar."""
        self._screen = screen
        screen.told.connect(self._hear)
        screen.spectators_wanted.connect(self._show_spectators)
        self.lay_out_rules(screen.model.info.game)
        if not self._arrangement.isEmpty():
            self._window.restoreState(self._arrangement)
        elif self._window.width() >= sized(ROOM_FOR_BOTH):
            for key in AT_FIRST:
                self.docks[key].show()
        for key in self._left_out:
            self.docks[key].hide()
        self.chat.offer_reactions(theme)
        self.fit()
        for key, (name, icon, shortcut) in SIGNS.items():
            if key in self._left_out:
                continue
            made = tool(name, icon, theme, key=shortcut, word=WORDS.get(key, name))
            made.setCheckable(True)
            action = self.docks[key].toggleViewAction()
            made.setChecked(not self.docks[key].isHidden())
            made.clicked.connect(action.trigger)
            action.toggled.connect(made.setChecked)
            screen.tools.addWidget(made)
            if key in TALK:
                self._unread[key] = Unread(made)
        self._tell()

    def hide_table(self) -> None:
        """Keep the arrangement, and close the docks: the table, replay or lesson is closed."""
        if self._screen is not None:
            self._arrangement = self._window.saveState()
        self._screen = None
        self._unread = {}
        for dock in self.docks.values():
            dock.hide()
        for panel in (self.log, self.chat):
            panel.tell([])

    @property
    def _left_out(self) -> tuple[str, ...]:
        """Docks without a use: the players' chat for a spectator, spectators where nobody can watch."""
        if self._screen is None:
            return ()
        model = self._screen.model
        if not model.is_ours:
            return ("chat",)
        return () if model.watching.is_possible else ("spectators",)

    @property
    def _may_write(self) -> bool:
        return self._screen is not None and self._screen.model.watching.may_write

    def toggle(self, key: str) -> None:
        """Open a dock and move the focus into it, or close it if the focus is in it; unless it has no use."""
        if (self._screen is None and key != "rules") or key in self._left_out:
            return
        dock = self.docks[key]
        if self.is_in(key):
            dock.hide()
            self.leave()
            return
        dock.show()
        dock.raise_()
        goal: dict[str, QWidget] = {
            "log": self.log.list,
            "chat": self.chat.entry,
            "spectators": self.spectators.chat.entry if self._may_write else self.spectators,
            "board": self.board.tree,
            "rules": self.rules.search,
        }
        goal[key].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def fit(self) -> None:
        """Share the window's room among the docks, after a change of its size or of the open docks."""
        window, log, chat = self._window, self.docks["log"], self.docks["chat"]
        titles = log.minimumSizeHint().height() - LEAST[1]
        needs = [panel.minimumSizeHint().height() + titles for panel in (self.log, self.chat)]
        is_low = window.height() < max(sized(LOW), sum(needs))
        is_tab = chat in window.tabifiedDockWidgets(log)
        if is_low and not is_tab:
            was_shown = chat.isVisible()
            window.tabifyDockWidget(log, chat)
            self._is_folded = True
            if was_shown:
                chat.raise_()
        elif not is_low and is_tab and self._is_folded:
            self._is_folded = False
            window.addDockWidget(window.dockWidgetArea(log), chat)  # `splitDockWidget` would only add a tab
        shown = [dock for dock in self.docks.values() if dock.isVisible() and not dock.isFloating()]
        most = round(window.width() * MOST_OF_WINDOW)
        wanted = min(sized(WIDE), most)
        for dock in shown:
            if dock.width() > most or (dock.width() < wanted and dock not in self._met):
                window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)
        self._met.update(shown)
        if not is_low and log in shown and chat in shown and chat.height() < needs[1]:
            high = [log.height() + chat.height() - needs[1], needs[1]]
            window.resizeDocks([log, chat], high, Qt.Orientation.Vertical)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Limit the docks to their share after a change of the window's size."""
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._soon.start()
        return super().eventFilter(watched, event)

    def search(self) -> None:
        """Open the story, with the focus in its search field."""
        if self._screen is not None:
            self.docks["log"].show()
            self.docks["log"].raise_()
            self.log.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Return the focus to the table, if there is one."""
        if self._screen is not None:
            self._screen.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_rules(self, game: str) -> None:
        """Show or hide the rules of a game, without a table."""
        self.lay_out_rules(game)
        self.toggle("rules")

    def lay_out_rules(self, game: str) -> None:
        """Set the game whose rules the dock shows, open or not."""
        self._game = game
        self.rules.show_game(game)
        self.rules.setAccessibleName(f"Rules of {game_title(game)}")

    def open_rule(self, citation: str) -> None:
        """Open the rules. If the citation of a refusal (game and paragraph number) is about their game, go to
        that paragraph and mark it."""
        self.docks["rules"].show()
        self.docks["rules"].raise_()
        game, _, number = citation.partition(" ")
        if game == self._game:
            self.rules.open_paragraph(number)
        self.rules.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def is_in(self, key: str) -> bool:
        """True if the dock is visible and the focus is in it."""
        inside = self._window.focusWidget()
        return self.docks[key].isVisible() and inside is not None and self.docks[key].isAncestorOf(inside)

    @Slot(object)
    def _hear(self, taken: tuple[News, ...]) -> None:
        """Show chat on the table if its dock is not visible, others' as unread; then update the docks."""
        if self._screen is not None:
            model = self._screen.model
            for news in taken:
                if isinstance(news, ChatLine) and not self._is_read("chat"):
                    self._screen.remarks.say(news.seat, model.names[news.seat], news.text)
                    self._count("chat", is_own=news.seat == model.info.viewer)
                elif isinstance(news, SpectatorLine) and not self._is_read("spectators"):
                    if not self.spectators.shows_talk:
                        continue
                    self._screen.remarks.say(NOBODY, f"{news.name} (watching)", news.text)
                    self._count("spectators")
        self._tell()

    def _count(self, key: str, *, is_own: bool = False) -> None:
        if key in self._unread and not is_own:
            self._unread[key].tell(self._unread[key].count + 1)

    def _is_read(self, key: str) -> bool:
        """True if the lines of that dock are visible: it is open, and not behind another tab."""
        return not self.docks[key].visibleRegion().isEmpty()

    def _tell(self) -> None:
        for key, unread in self._unread.items():
            if self._is_read(key):
                unread.tell(0)
        if self._screen is not None:
            model = self._screen.model
            self.log.tell(model.log)
            self.chat.tell(model.chat)
            self.spectators.tell(model.watching)
            if self.docks["board"].isVisible():
                self.board.tell(model.board)

    @Slot(object)
    def _choose(self, action: Action) -> None:
        if self._screen is not None:
            self._screen.table.choose(action)

    def _put(self, order: Callable[..., Order], value: object) -> None:
        if self._screen is not None:
            self._screen.put(order(value))

    @Slot()
    def _show_spectators(self) -> None:
        self.docks["spectators"].show()
        self.docks["spectators"].raise_()
        self.spectators.admit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(bool)
    def _answer(self, admit: bool) -> None:
        if self._screen is not None:
            self._screen.answer_spectator(admit=admit)

    def _dock(self, name: str, title: str, inside: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(inside)
        inside.setMinimumSize(*LEAST)
        dock.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        dock.visibilityChanged.connect(self._tell)
        dock.visibilityChanged.connect(lambda: self._soon.start())  # noqa: PLW0108  (drops Qt's `visible`)
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        return dock


class Unread(QLabel):
    """The number of unread lines, in a corner of a dock's button; hidden at 0."""

    def __init__(self, over: QToolButton) -> None:
        super().__init__(over)
        self._over, self._name, self._tip = over, over.accessibleName(), over.toolTip()
        self.count = 0
        self.setProperty("role", "unread")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def tell(self, count: int) -> None:
        """Show the number of unread lines."""
        self.count = count
        said = f": {counted(count, 'new line')}" if count else ""
        self._over.setAccessibleName(self._name + said)
        self._over.setToolTip(self._tip + said)
        self.setText(str(count) if count <= MANY else f"{MANY}+")
        self.adjustSize()
        self.move(self._over.width() - self.width(), 0)
        self.setVisible(bool(count))
