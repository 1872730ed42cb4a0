"""The first screen: play at once, host, join, continue a game, watch a replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
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
from app.screens.lobby import (
    find_invitation,
    invitation_fault,
    kept_seat,
    kept_seat_text,
    left_out,
    offers,
)
from app.screens.program import Before
from app.table.start import Unfinished
from ui.art.app_icon import icon_pixmap
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.docks.lesson_menu import fill_lessons
from ui.parts import button, card, give_icon, label, nest, renew_icons, show_word, sized, tool
from ui.screens.crowd import Crowd
from ui.screens.game_button import FULL, WORDS, GameButton
from ui.screens.games_list import GamesList
from ui.screens.nearby_list import NearbyList

EDGE, GAP = 36, 14
MOST = 1500
"""Greatest width of the page, at 100 %: very long lines are hard to read."""
LEAST, NARROW, WIDE = 480, 760, 1040
"""Widths at 100 %: on a page narrower than `NARROW` the halves stand below one another; the invitation stands
above its buttons in a half of a page up to `WIDE`, and on a page narrower than `LEAST`."""
HEAD = 640
"""On a page narrower than this, at 100 %, the player's name stands below the sign."""
LOW = 720
"""On a page lower than this, or without room for all games in a row, the games are small, so that the earlier
games are visible.
"""
BELOW, HIGHEST = 560, 520
"""Heights at 100 %: room that the games leave for the rest, and the greatest height of the games."""
SHAPE = 0.8
"""Greatest height of a game's picture, in its widths: its contents would not grow further."""


class HomePage(QScrollArea):
    """Shows the earlier games; reports what the player wants."""

    play_wanted = Signal(str)
    host_wanted = Signal()
    join_wanted = Signal(str)
    spectate_wanted = Signal(str)
    """Asks to watch the table of an invitation."""
    resume_wanted = Signal(str)
    delete_wanted = Signal(object)
    """Asks to delete the `Unfinished` game, after a question."""
    away_wanted = Signal(str, bool)
    """Asks to put an earlier game away, or to list it again."""
    look_wanted = Signal()
    learn_wanted = Signal(str, int)
    """Asks for a lesson of a game, by its key and number."""
    watch_wanted = Signal(str)
    save_wanted = Signal(str)
    record_wanted = Signal()
    recent_wanted = Signal(str)
    """Asks for a record that was opened before, by its path."""
    statistics_wanted = Signal()
    settings_wanted = Signal()
    window_wanted = Signal()
    """Asks for one more window beside this one."""

    def __init__(self, theme: Theme, scale: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._columns = 0
        self._recent: tuple[str, ...] = ()
        self._kept: Unfinished | None = None
        self._own_key: Callable[[], bytes] = bytes
        self.games = [GameButton(offer, theme, scale) for offer in offers()]
        self.setAccessibleName("The lobby")
        self.setWidgetResizable(True)
        inside = QWidget()
        self._page = layout = QVBoxLayout(inside)
        layout.setSpacing(14)
        self._top = self._head()
        nest(layout, self._top)
        self.warning = label("", "error")
        self.warning.hide()
        self.notice = label("", "heading")
        self.notice.hide()
        layout.addWidget(self.notice)
        layout.addWidget(self.warning)
        nest(layout, self._games_head())
        self._row = self._game_row()
        nest(layout, self._row)
        for text in left_out():
            layout.addWidget(label(text, "muted"))
        layout.addSpacing(8)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._halves.setSpacing(GAP)
        self._halves.addWidget(self._together(), 1)
        self._halves.addWidget(self._before(), 1)
        nest(layout, self._halves, 1)
        self.setWidget(inside)
        QGuiApplication.clipboard().dataChanged.connect(self._look_at_clipboard)
        self._look_at_clipboard()

    def tell_player(self, nick: str, key: Callable[[], bytes], animal: str = "") -> None:
        """Show how the others see the player.

        `key` derives the key in the player's own invitations, once there is an invitation to compare it with.
        """
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
        self.warning.setText(text)
        self.warning.setVisible(bool(text))

    def tell_notice(self, text: str) -> None:
        """Show how the last table ended; "" hides it."""
        self.notice.setText(text)
        self.notice.setVisible(bool(text))

    def tell_games(self, before: Before, nick: str) -> None:
        """Show the player's earlier games; a seat kept in one of today comes first."""
        self.list.tell(before, nick)
        self.nearby.tell_own(before.unfinished)
        self._kept = kept = kept_seat(before, now=int(time.time()))
        if kept is not None:
            self.kept_text.setText(kept_seat_text(kept, nick))
            seats = enumerate(kept.guests)
            self.kept_crowd.tell([guest.animal for seat, guest in seats if seat != kept.seat])
        self.kept.setVisible(kept is not None)
        self.aim.setVisible(kept is None)

    def tell_records(self, paths: Sequence[str]) -> None:
        """Show a menu of the records opened last, of those that still exist."""
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
        self.evening.setText("\n".join(lines))
        self.evening.setVisible(bool(lines))

    def set_look(self, theme: Theme, scale: int) -> None:
        """Take over another theme or size."""
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
        """Lay out the page. The height of the games depends only on the page's, so that the things below them
        stay under the mouse when a table is found.
        """
        page = min(self.width(), sized(MOST) + 2 * EDGE)
        side = EDGE + (self.width() - page) // 2
        self._page.setContentsMargins(side, 24, side, 24)
        whole = len(self.games) * (sized(FULL) + GAP) + 2 * EDGE
        is_low = self.height() < sized(LOW) or page < whole
        for each in self.games:
            each.set_low(is_low=is_low)
        least = self.games[0].minimumSizeHint()
        wide = (page - 2 * EDGE - (len(self.games) - 1) * GAP) / len(self.games)
        most = min(sized(HIGHEST), round(wide * SHAPE) + sized(WORDS))
        high = least.height() if is_low else min(self.height() - sized(BELOW), most)
        for each in self.games:
            each.setFixedHeight(max(least.height(), high))
        columns = max(1, min(len(self.games), (page - 2 * EDGE) // (least.width() + GAP)))
        if columns != self._columns:
            self._columns = columns
            for place, each in enumerate(self.games):
                self._row.addWidget(each, place // columns, place % columns)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._halves.setDirection(down if self.width() < sized(NARROW) else right)
        is_tight = sized(NARROW) <= self.width() < sized(WIDE) or self.width() < sized(LEAST)
        for row in (self._asked, self._before_head):
            row.setDirection(down if is_tight else right)
        self._top.setDirection(down if self.width() < sized(HEAD) else right)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Put the clipboard's invitation into the empty field when it is clicked."""
        if watched is self.invitation and event.type() == QEvent.Type.FocusIn:
            self._look_at_clipboard()
        return super().eventFilter(watched, event)

    def _head(self) -> QBoxLayout:
        """The sign, the player, and between them the way back to the own seat or, in the same place, a line
        about Shoal.
        """
        head, row = QBoxLayout(QBoxLayout.Direction.LeftToRight), QHBoxLayout()
        sign = QLabel()
        sign.setPixmap(icon_pixmap(52, self.devicePixelRatioF()))
        sign.setAccessibleName("Shoal")
        row.addWidget(sign)
        self.aim = QWidget()
        words = QVBoxLayout(self.aim)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(0)
        words.addWidget(label("Shoal", "title"))
        words.addWidget(label("Play with people on your network. No server needed.", "muted"))
        row.addSpacing(8)
        row.addWidget(self.aim, 1)
        row.addWidget(self._kept_row(), 1)
        nest(head, row, 1)
        row = QHBoxLayout()
        self.name, self.face = label("", wraps=False), Crowd(self._theme)
        row.addStretch(1)
        row.addWidget(self.face)
        settings = tool("Settings", Icon.SETTINGS, self._theme, key="Ctrl+,", word="Settings")
        settings.clicked.connect(self.settings_wanted)
        row.addWidget(self.name)
        row.addWidget(show_word(settings))
        more = tool("One more window", Icon.WINDOW, self._theme, key="Ctrl+N", word="Window")
        more.clicked.connect(self.window_wanted)
        row.addWidget(show_word(more))
        nest(head, row)
        return head

    def _kept_row(self) -> QWidget:
        """The own seat in a game that goes on, and the button to return to it."""
        self.kept, self.kept_crowd, self.kept_text = QWidget(), Crowd(self._theme), label("", "strong")
        self.back = button(
            "Return", self._return, role="primary", icon=(Icon.PLAY, self._theme), tip="Back to your seat"
        )
        row = QHBoxLayout(self.kept)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        row.addWidget(self.kept_crowd)
        row.addWidget(self.kept_text, 1)
        row.addWidget(self.back)
        self.kept.hide()
        return self.kept

    def _return(self) -> None:
        if self._kept is not None:
            self.resume_wanted.emit(self._kept.table)

    def _games_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(label("Play at once against bots", "heading"), 1)
        self.learn = QPushButton("Learn a game")
        self.learn.setProperty("role", "quiet")
        give_icon(self.learn, Icon.HELP, self._theme)
        menu = QMenu(self.learn)
        for key, title in taught_games():
            fill_lessons(menu.addMenu(title), key, self.learn_wanted.emit)
        self.learn.setMenu(menu)
        row.addWidget(self.learn)
        return row

    def _game_row(self) -> QGridLayout:
        row = QGridLayout()
        row.setSpacing(GAP)
        for place, each in enumerate(self.games):
            each.clicked.connect(partial(self.play_wanted.emit, each.offer.key))
            row.addWidget(each, 0, place)
        return row

    def _together(self) -> QWidget:
        inside = QVBoxLayout()
        inside.setSpacing(10)
        inside.addWidget(label("Play with other people", "heading"))
        self.nearby = NearbyList(self._theme)
        self.nearby.join_wanted.connect(self.join_wanted)
        self.nearby.resume_wanted.connect(self.resume_wanted)
        self.nearby.spectate_wanted.connect(self.spectate_wanted)
        self.host = button(
            "Host a table…", self.host_wanted.emit, role="primary", icon=(Icon.HOST, self._theme)
        )
        inside.addWidget(self.host)
        self.invitation = QLineEdit()
        self.invitation.setPlaceholderText("Paste an invitation: SHOAL:…")
        self.invitation.setAccessibleName("Invitation")
        self.invitation.setMinimumHeight(44)
        self.invitation.textChanged.connect(self._judge)
        self.invitation.returnPressed.connect(self._join)
        self.invitation.installEventFilter(self)
        self.join = button("Join", self._join, icon=(Icon.JOIN, self._theme))
        self.spectate = button(
            "Watch",
            self._spectate,
            icon=(Icon.WATCH, self._theme),
            tip="Watch that table without playing",
        )
        self._asked = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._asked.addWidget(self.invitation, 1)
        row = QHBoxLayout()
        row.addWidget(self.join)
        row.addWidget(self.spectate)
        nest(self._asked, row)
        nest(inside, self._asked)
        self.fault = label("", "muted")
        inside.addWidget(self.fault)
        inside.addWidget(self.nearby, 1)  # last, so that people who are found do not move any button
        return card(inside)

    def _before(self) -> QWidget:
        inside = QVBoxLayout()
        self._before_head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        title = label("Your games", "heading", wraps=False)
        self._before_head.addWidget(title, 1, Qt.AlignmentFlag.AlignTop)  # beside the one of the other half
        verbs = QHBoxLayout()
        self.statistics = button("Statistics", self.statistics_wanted.emit, role="quiet")
        verbs.addWidget(self.statistics)
        self.record = button("Open a record…", self._open_record, role="quiet", icon=(Icon.OPEN, self._theme))
        verbs.addWidget(self.record)
        verbs.addStretch(1)
        nest(self._before_head, verbs)
        nest(inside, self._before_head)
        self.evening = label("", "strong")
        self.evening.setToolTip("Each of these games was checked from its record.")
        self.evening.setContentsMargins(0, 0, 0, sized(8))
        self.evening.hide()
        inside.addWidget(self.evening)
        self.list = GamesList(self._theme)
        self.list.resume_wanted.connect(self.resume_wanted)
        self.list.delete_wanted.connect(self.delete_wanted)
        self.list.watch_wanted.connect(self.watch_wanted)
        self.list.save_wanted.connect(self.save_wanted)
        self.list.away_wanted.connect(self.away_wanted)
        self.list.look_wanted.connect(self.look_wanted)
        inside.addWidget(self.list, 1)
        return card(inside)

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
