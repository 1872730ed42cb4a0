"""The lobby: play at once, host, join, continue a game, watch a replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.animals import Animal
from app.screens.lesson import taught_games
from app.screens.lobby import find_invitation, invitation_fault, kept_seat, kept_seat_text, left_out, offers
from app.screens.program import KeptGames
from app.table.start import Unfinished
from ui.art.app_icon import icon_pixmap
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.docks.lesson_menu import fill_lessons
from ui.parts import (
    AT_TOP,
    FLUSH,
    button,
    card,
    give_icon,
    label,
    pack,
    renew_icons,
    show_text,
    show_word,
    sized,
    tool,
    turn,
)
from ui.screens.face_row import FaceRow
from ui.screens.game_button import FULL, WORDS, GameButton
from ui.screens.games_list import GamesList
from ui.screens.nearby_list import NearbyList

EDGE, GAP = 36, 14
MOST = 1500
"""Greatest width of the page, at 100 %: very long lines are hard to read."""
LEAST, NARROW, WIDE = 480, 760, 1040
"""Widths at 100 %: on a page narrower than `NARROW` the halves stand below one another. The invitation stands
above its buttons in halves side by side up to `WIDE`, and in halves below one another up to `LEAST`."""
HEAD = 640
"""On a page narrower than this, at 100 %, the player's name stands below Shoal's icon."""
LOW = 720
"""On a page lower than this, at 100 %, or without room for all games in a row, the games are small, so that
the earlier games are visible."""
BELOW = 560
"""Height at 100 % that the games leave for the rest of the page."""
SHAPE = 0.8
"""Greatest height of a game's picture, as a multiple of its width: its contents would not grow further."""


class HomePage(QScrollArea):
    """Shows the games to play, the people and tables nearby, and earlier games. Of the signals `play_wanted`
    carries a game's key, `join_wanted` an invitation, `resume_wanted` the table of an unfinished game."""

    play_wanted = Signal(str)
    play_considered = Signal(str)
    """The pointer moves over a game, or the focus is on it."""
    host_wanted = Signal()
    join_wanted = Signal(str)
    spectate_wanted = Signal(str)
    """Asks to watch the table of an invitation."""
    resume_wanted = Signal(str)
    learn_wanted = Signal(str, int)
    """Asks for a lesson of a game, by its key and number."""
    record_wanted = Signal()
    recent_wanted = Signal(str)
    """Asks for a record that was opened before, by its path."""
    statistics_wanted = Signal()
    settings_wanted = Signal()
    window_wanted = Signal()
    """Asks for one more window beside this one."""

    def __init__(self, theme: Theme, scale: int) -> None:
        super().__init__()
        self._theme = theme
        self._columns = 0
        self._recent: tuple[str, ...] = ()
        self._kept: Unfinished | None = None
        self._own_key: Callable[[], bytes] = bytes
        self.games = [GameButton(offer, theme, scale) for offer in offers()]
        self.setAccessibleName("The lobby")
        self.setWidgetResizable(True)
        inside = QWidget()
        self._top = self._head()
        self._page = layout = pack(QVBoxLayout(inside), self._top, gap=14)
        self.notice, self.warning = label("", "heading"), label("", "error")
        for each in (self.notice, self.warning):
            each.hide()
        self._row = self._game_row()
        pack(layout, self.notice, self.warning, self._games_head(), self._row)
        pack(layout, *(label(text, "muted") for text in left_out()))
        layout.addSpacing(8)
        self._halves = pack(QHBoxLayout(), (self._together(), 1), (self._before(), 1), gap=GAP)
        pack(layout, (self._halves, 1))
        self.setWidget(inside)
        QGuiApplication.clipboard().dataChanged.connect(self._look_at_clipboard)
        self._look_at_clipboard()

    def hold_pictures(self, *, is_held: bool) -> None:
        """Leave out the pictures of the games, so that the first paint comes sooner, or draw them again."""
        for each in self.games:
            each.is_held = is_held
            each.repaint()

    def tell_player(self, nick: str, key: Callable[[], bytes], animal: str = "") -> None:
        """Show the player's name, and the animal if one is chosen. `key` returns the player's key; it is
        called to recognise the player's own invitations."""
        self._own_key = key
        self.face.tell((Animal(animal),) if animal else ())
        self.name.setText(nick)
        self.name.setToolTip("The name you play under")
        self.name.setAccessibleName(f"You play as {nick}" if nick else "")
        self._judge()

    def show_link(self, invitation: str) -> None:
        """Show an invitation from a link, ready to be joined."""
        self.invitation.setText(invitation)
        self.invitation.setFocus()
        if self.join.isEnabled():
            self.fault.setText("This invitation came from a link. Join if you trust the sender.")

    def tell_warning(self, text: str) -> None:
        """Show a warning to the player; "" hides it."""
        show_text(self.warning, text)

    def tell_notice(self, text: str) -> None:
        """Show how the last table ended; "" hides it."""
        show_text(self.notice, text)

    def tell_games(self, before: KeptGames, nick: str) -> None:
        """Show the earlier games and, at the top, the way back to an unfinished one of the last day."""
        self.list.tell(before, nick)
        self.nearby.tell_own(before.unfinished)
        self._kept = kept = kept_seat(before, now=int(time.time()))
        if kept is not None:
            self.kept_text.setText(kept_seat_text(kept, nick))
            seats = enumerate(kept.guests)
            self.kept_faces.tell([guest.animal for seat, guest in seats if seat != kept.seat])
        self.kept.setVisible(kept is not None)
        self.aim.setVisible(kept is None)

    def tell_records(self, paths: Sequence[str]) -> None:
        """Show a menu of the records opened last; none takes the menu away."""
        self._recent = tuple(paths)
        menu = QMenu(self.record) if paths else None
        if menu is not None:
            for path in paths:
                action = menu.addAction(Path(path).name)
                action.setToolTip(path)
                action.triggered.connect(partial(self.recent_wanted.emit, path))
            menu.addSeparator()
            menu.addAction("Another file…").triggered.connect(self.record_wanted.emit)
        self.record.setMenu(menu)  # type: ignore[arg-type]  # None takes it away

    def _open_record(self) -> None:
        if not self._recent:
            self.record_wanted.emit()

    def tell_evenings(self, lines: Sequence[str]) -> None:
        """Show the score of this evening, by group and game."""
        show_text(self.evening, "\n".join(lines))

    def set_look(self, theme: Theme, scale: int) -> None:
        """Apply another theme or size."""
        self._theme = theme
        for each in self.games:
            each.set_look(theme, scale)
        self.nearby.set_theme(theme)
        self.list.set_theme(theme)
        renew_icons(self, theme)
        self._reflow()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Lay out as many games in a row as fit, and the halves below one another if it is narrow."""
        super().resizeEvent(event)
        self._reflow()

    def _reflow(self) -> None:
        """Lay out the page. The height of the games depends only on the size of the page: when a table is
        found, nothing below them moves away from the mouse."""
        page = min(self.width(), sized(MOST) + 2 * EDGE)
        side = EDGE + (self.width() - page) // 2
        self._page.setContentsMargins(side, 24, side, 24)
        whole = len(self.games) * (sized(FULL) + GAP) + 2 * EDGE
        is_low = self.height() < sized(LOW) or page < whole
        for each in self.games:
            each.set_low(is_low=is_low)
        least = self.games[0].minimumSizeHint()
        wide = (page - 2 * EDGE - (len(self.games) - 1) * GAP) / len(self.games)
        most = round(wide * SHAPE) + sized(WORDS)
        high = least.height() if is_low else min(self.height() - sized(BELOW), most)
        for each in self.games:
            each.setFixedHeight(max(least.height(), high))
        columns = max(1, min(len(self.games), (page - 2 * EDGE) // (least.width() + GAP)))
        if columns != self._columns:
            self._columns = columns
            for place, each in enumerate(self.games):
                self._row.addWidget(each, place // columns, place % columns)
        turn(self._halves, down=self.width() < sized(NARROW))
        is_tight = sized(NARROW) <= self.width() < sized(WIDE) or self.width() < sized(LEAST)
        for row in (self._asked, self._before_head):
            turn(row, down=is_tight)
        turn(self._top, down=self.width() < sized(HEAD))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Put the clipboard's invitation into the field if it is empty when it gets the focus."""
        if watched is self.invitation and event.type() == QEvent.Type.FocusIn:
            self._look_at_clipboard()
        return super().eventFilter(watched, event)

    def _head(self) -> QBoxLayout:
        """Shoal's icon, the player, and between them the way back to the player's table or, in the same
        place, a line about Shoal."""
        sign = QLabel()
        sign.setPixmap(icon_pixmap(52, self.devicePixelRatioF()))
        sign.setAccessibleName("Shoal")
        self.aim = QWidget()
        about = label("Play with people on your network. No server needed.", "muted")
        pack(QVBoxLayout(self.aim), label("Shoal", "title"), about, edges=FLUSH, gap=0)
        shoal = pack(QHBoxLayout(), sign)
        shoal.addSpacing(8)
        pack(shoal, (self.aim, 1), (self._kept_row(), 1))
        self.name, self.face = label("", wraps=False), FaceRow(self._theme)
        wanted, more = self.settings_wanted.emit, self.window_wanted.emit
        tools = (
            tool("Settings", Icon.SETTINGS, self._theme, wanted, key="Ctrl+,", word="Settings"),
            tool("One more window", Icon.WINDOW, self._theme, more, key="Ctrl+N", word="Window"),
        )
        player = pack(QHBoxLayout(), None, self.face, self.name, *map(show_word, tools))
        return pack(QHBoxLayout(), (shoal, 1), player)

    def _kept_row(self) -> QWidget:
        """The player's seat in a game that goes on, and the button to return to it."""
        self.kept, self.kept_faces, self.kept_text = QWidget(), FaceRow(self._theme), label("", "strong")
        self.back = button(
            "Return", self._return, role="primary", icon=(Icon.PLAY, self._theme), tip="Back to your seat"
        )
        row = QHBoxLayout(self.kept)
        pack(row, self.kept_faces, (self.kept_text, 1), self.back, edges=FLUSH, gap=GAP)
        self.kept.hide()
        return self.kept

    def _return(self) -> None:
        if self._kept is not None:
            self.resume_wanted.emit(self._kept.table)

    def _games_head(self) -> QHBoxLayout:
        self.learn = QPushButton("Learn a game")
        self.learn.setProperty("role", "quiet")
        give_icon(self.learn, Icon.HELP, self._theme)
        menu = QMenu(self.learn)
        for key, title in taught_games():
            fill_lessons(menu.addMenu(title), key, self.learn_wanted.emit)
        self.learn.setMenu(menu)
        return pack(QHBoxLayout(), (label("Play at once against bots", "heading"), 1), self.learn)

    def _game_row(self) -> QGridLayout:
        row = QGridLayout()
        row.setSpacing(GAP)
        for place, each in enumerate(self.games):
            each.clicked.connect(partial(self.play_wanted.emit, each.offer.key))
            each.considered.connect(partial(self.play_considered.emit, each.offer.key))
            row.addWidget(each, 0, place)
        return row

    def _together(self) -> QWidget:
        self.nearby = NearbyList(self._theme)
        self.nearby.rows.join_wanted.connect(self.join_wanted)
        self.nearby.rows.resume_wanted.connect(self.resume_wanted)
        self.nearby.rows.spectate_wanted.connect(self.spectate_wanted)
        self.host = button(
            "Host a table…", self.host_wanted.emit, role="primary", icon=(Icon.HOST, self._theme)
        )
        self.invitation = QLineEdit()
        self.invitation.setPlaceholderText("Paste an invitation: SHOAL:…")
        self.invitation.setAccessibleName("Invitation")
        self.invitation.setMinimumHeight(44)
        self.invitation.textChanged.connect(self._judge)
        self.invitation.returnPressed.connect(self._join)
        self.invitation.installEventFilter(self)
        self.join = button("Join", self._join, icon=(Icon.JOIN, self._theme))
        self.spectate = button(
            "Watch", self._spectate, icon=(Icon.WATCH, self._theme), tip="Watch that table without playing"
        )
        self._asked = pack(QHBoxLayout(), (self.invitation, 1), pack(QHBoxLayout(), self.join, self.spectate))
        self.fault = label("", "muted")
        # the list is last, so that people who are found do not move any button
        parts = (self.host, self._asked, self.fault, (self.nearby, 1))
        return card(pack(QVBoxLayout(), label("Play with other people", "heading"), *parts, gap=10))

    def _before(self) -> QWidget:
        title = label("Your games", "heading", wraps=False)
        self.statistics = button("Statistics", self.statistics_wanted.emit, role="quiet")
        self.record = button("Open a record…", self._open_record, role="quiet", icon=(Icon.OPEN, self._theme))
        verbs = pack(QHBoxLayout(), self.statistics, self.record, None)
        self._before_head = pack(QHBoxLayout(), (title, 1, AT_TOP), verbs)  # level with the other title
        self.evening = label("", "strong")
        self.evening.setToolTip("Each of these games was checked from its record.")
        self.evening.setContentsMargins(0, 0, 0, sized(8))
        self.evening.hide()
        self.list = GamesList(self._theme)
        self.list.resume_wanted.connect(self.resume_wanted)
        return card(pack(QVBoxLayout(), self._before_head, self.evening, (self.list, 1)))

    def _look_at_clipboard(self) -> None:
        found = find_invitation(QGuiApplication.clipboard().text(), self._own_key())
        if found and not self.invitation.text():
            self.invitation.setText(found)
            self.fault.setText("This invitation is from your clipboard.")
        else:
            self._judge()

    def _judge(self) -> None:
        text = self.invitation.text().strip()
        fault = invitation_fault(text, self._own_key()) if text else ""
        for each in (self.join, self.spectate):
            each.setEnabled(bool(text) and not fault)
        self.fault.setText(fault[:1].upper() + fault[1:] + "." if fault else "")

    def _join(self) -> None:
        if self.join.isEnabled():
            self.join_wanted.emit(self.invitation.text().strip())

    def _spectate(self) -> None:
        if self.spectate.isEnabled():
            self.spectate_wanted.emit(self.invitation.text().strip())
