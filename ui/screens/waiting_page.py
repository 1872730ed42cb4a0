"""The room where a table fills: the invitation, who has come, who is waited for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.messages import (
    BringBots,
    Gathering,
    Guest,
    HostGone,
    LobbyLine,
    News,
    Refused,
    Say,
    Stay,
    Trouble,
    Unseat,
)
from app.screens.lobby import (
    bots_to_bring,
    bringing_text,
    can_talk,
    can_unseat,
    game_title,
    guest_lines,
    host_gone_text,
    letters_text,
    options_text,
    reach_text,
    staying_words,
    terms_text,
    waiting_text,
    warning_text,
)
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.pieces.players import avatar_of, paint_avatar
from ui.art.theme import Theme
from ui.docks.chat import ChatPanel
from ui.parts import button, card, clear, label, nest, renew_icons, sized, tool

if TYPE_CHECKING:
    from app.screens.table import LogLine

COPIED_MS = 1500
LINES_MAX = 200
"""So many lines of chat are shown."""
FACE, LINES_HIGH = 44, 34
"""How large whoever sits there is at least, and how high the two lines beside are at 100 %."""
SIDE, NARROW = 36, 450
BESIDE, PADDING, GAP = 16, 20, 8
"""Between the two halves, around what a card holds, between its two buttons."""
TALK_LEAST = 72
"""How high their list is at least."""


class WaitingPage(QScrollArea):
    """Told the gathering as it is; tells that the player does not want to wait any more."""

    cancelled = Signal()
    code_wanted = Signal(str)
    """The invitation is to be shown as a picture."""
    ordered = Signal(object)
    """An order for the table: to take a guest's seat away, or to stay though the host is gone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._invites = False
        self._lines: list[LogLine] = []
        self.title = label("", "title")
        self.state = label("", "heading")
        self.trouble = label("", "error")
        self.warning = label("", "error")
        self.letters = label("", "muted", selectable=True)
        self.options = label("", "muted")
        self.terms = label("", selectable=True)
        self.guests = QVBoxLayout()
        inside = QWidget()
        page = QVBoxLayout(inside)
        self._page = page
        page.setSpacing(10)
        head = QHBoxLayout()
        self.leave = button("Leave", self.cancelled.emit, icon=(Icon.LEAVE, theme))
        head.addWidget(self.title, 1)
        head.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignTop)
        nest(page, head)
        for each in (
            self.state,
            self.trouble,
            self.warning,
            self.letters,
            self.options,
            self.terms,
        ):
            page.addWidget(each)
        self.stay = button("", self._stay, role="primary")
        self.stay.hide()
        page.addWidget(self.stay, 0, Qt.AlignmentFlag.AlignLeft)
        page.addWidget(self._bringing())
        self._row = row = QHBoxLayout()
        row.setSpacing(BESIDE)
        row.addWidget(card(self.guests), 1)
        self.invite = self._invitation()
        beside = QVBoxLayout()
        beside.setSpacing(BESIDE)
        beside.addWidget(self.invite)
        self.talk = self._talk()
        beside.addWidget(self.talk, 1)
        nest(row, beside, 1)
        nest(page, row, 1)
        self.setAccessibleName("Waiting for the table")
        self.setWidgetResizable(True)
        self.setWidget(inside)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(lambda: self.copy.setText("Copy the invitation"))

    def begin(self, text: str, *, invites: bool = False) -> None:
        """A table was asked for and has not answered yet; `invites` says whether people are to come."""
        self._invites = invites
        self.title.setText(text)
        self.state.setText("One moment…")
        for each in (self.trouble, self.warning, self.letters, self.options, self.terms):
            each.setText("")
            each.hide()
        self._show_beside(invites=False, talks=False)
        self.bringing.hide()
        self.stay.hide()
        self._lines.clear()
        self.chat.tell([])
        clear(self.guests)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Narrow margins in a narrow window."""
        super().resizeEvent(event)
        side = SIDE if event.size().width() >= sized(NARROW) else SIDE // 2
        self._page.setContentsMargins(side, 24, side, 24)
        wide = sum(each.sizeHint().width() for each in (self.copy, self.code)) + GAP
        room = (event.size().width() - 2 * side - BESIDE) // 2 - 2 * PADDING
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._ways.setDirection(right if wide <= room else down)

    def _show_beside(self, *, invites: bool, talks: bool) -> None:
        """The invitation and the chat. Without them the seats have all the width: Qt stretches empty room."""
        self.invite.setVisible(invites)
        self.talk.setVisible(talks)
        self._row.setStretch(1, 1 if invites or talks else 0)

    def hear(self, news: News) -> None:
        """Show what is told until the game begins."""
        match news:
            case Gathering():
                self.tell(news)
            case LobbyLine():
                self.tell_line(news)
            case HostGone():
                self.tell_host_gone(news)
            case Refused(text=text) | Trouble(text=text):
                self.tell_trouble(text)

    def tell(self, gathering: Gathering) -> None:
        """Who is here now; what went wrong with somebody who has come after all is said no more."""
        if any(guest.nick and self.trouble.text().startswith(guest.nick) for guest in gathering.guests):
            self.tell_trouble("")
        self.title.setText(game_title(gathering.game))
        self.state.setText(waiting_text(gathering))
        for line, text in ((self.warning, warning_text(gathering)), (self.letters, letters_text(gathering))):
            line.setText(text)
            line.setVisible(bool(text))
        self.options.setText(" · ".join(options_text(gathering.game, gathering.options)))
        self.options.setVisible(bool(self.options.text()))
        self.terms.setText(terms_text(gathering))
        self.terms.show()
        invites = self._invites and len(gathering.guests) < gathering.seats
        self._show_beside(invites=invites, talks=can_talk(gathering))
        self._tell_bots(gathering)
        if self.invitation.toPlainText() != gathering.invitation:
            self.invitation.setPlainText(gathering.invitation)
            self.reach.setText(reach_text(gathering.invitation))
        clear(self.guests)
        for seat, (name, about) in enumerate(guest_lines(gathering)):
            guest = gathering.guests[seat] if seat < len(gathering.guests) else None
            made, row = self._guest(seat, name, about, guest)
            if guest is not None and can_unseat(gathering, guest):
                row.addWidget(self._unseat(guest), 0, Qt.AlignmentFlag.AlignTop)
            self.guests.addWidget(made)
        self.guests.addStretch(1)

    def tell_host_gone(self, news: HostGone) -> None:
        """The host is gone; one press goes on without it."""
        self._invites = news.is_next
        self.state.setText(host_gone_text(news))
        self.stay.setText(staying_words(news))
        self.stay.show()
        self.stay.setFocus()
        self._show_beside(invites=False, talks=False)
        self.bringing.hide()

    def _stay(self) -> None:
        self.stay.hide()
        self.state.setText("One moment…")
        self.ordered.emit(Stay())

    def _tell_bots(self, gathering: Gathering) -> None:
        """Whether bots can come along, and what that means."""
        most, text = bots_to_bring(gathering), bringing_text(gathering)
        self.bots.setRange(1, max(1, most))
        self.about_bots.setText(text)
        self.bots.setAccessibleDescription(text)
        for each in (self.bots_label, self.bots, self.bring):
            each.setVisible(most > 0)
        self.bringing.setVisible(bool(text))

    def tell_line(self, line: LobbyLine) -> None:
        """Somebody has written something."""
        from app.screens.table import LogLine  # noqa: PLC0415  (with a table: the window opens the sooner)

        self._lines = [*self._lines, LogLine(f"{line.nick}: {line.text}", 0)][-LINES_MAX:]
        self.chat.tell(self._lines)

    def tell_progress(self, done: int, of: int) -> None:
        """How far a record is checked."""
        self.state.setText(f"{done} of {of} steps are checked")

    def tell_trouble(self, text: str) -> None:
        """What went wrong on the way."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        """Another theme, from the next news on."""
        self._theme = theme
        renew_icons(self, theme)

    def _invitation(self) -> QWidget:
        inside = QVBoxLayout()
        inside.addWidget(label("Invite the others", "heading"))
        inside.addWidget(label("Send them this text. They paste it into their Shoal.", "muted"))
        self.invitation = QPlainTextEdit()
        self.invitation.setReadOnly(True)
        self.invitation.setTabChangesFocus(True)
        self.invitation.setAccessibleName("Invitation to this table")
        self.copy = button("Copy the invitation", self._copy, role="primary", icon=(Icon.COPY, self._theme))
        self.reach = label("", "muted", selectable=True)
        self.invitation.setFixedHeight(sized(72))
        inside.addWidget(self.invitation)
        self.code = button("QR code", lambda: self.code_wanted.emit(self.invitation.toPlainText()))
        self._ways = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._ways.setSpacing(GAP)
        self._ways.addWidget(self.copy, 1)
        self._ways.addWidget(self.code)
        nest(inside, self._ways)
        inside.addWidget(self.reach)
        inside.addStretch(1)
        return card(inside)

    def _bringing(self) -> QWidget:
        """How a guest brings bots along."""
        self.bringing, self.bots = QWidget(), QSpinBox()
        self.bots.setAccessibleName("Bots that come with you")
        self.bots_label = label("Bots that come with you", wraps=False)
        self.bots_label.setBuddy(self.bots)
        self.bring = button("Bring them", lambda: self.ordered.emit(BringBots(self.bots.value())))
        self.about_bots = label("", "muted")
        column = QVBoxLayout(self.bringing)
        column.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        for each in (self.bots_label, self.bots, self.bring):
            row.addWidget(each)
        row.addStretch(1)
        nest(column, row)
        column.addWidget(self.about_bots)
        self.bringing.hide()
        return self.bringing

    def _talk(self) -> QWidget:
        inside = QVBoxLayout()
        inside.addWidget(label("Chat", "heading"))
        self.chat = ChatPanel()
        self.chat.column.setContentsMargins(0, 0, 0, 0)
        self.chat.search.hide()  # there is not much to search yet
        self.chat.list.setMinimumHeight(TALK_LEAST)
        self.chat.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.chat.said.connect(lambda text: self.ordered.emit(Say(text)))
        inside.addWidget(self.chat, 1)
        return card(inside)

    def _unseat(self, guest: Guest) -> QWidget:
        made = tool(f"Take {guest.nick}'s seat away", Icon.CLOSE, self._theme)
        made.clicked.connect(partial(self.ordered.emit, Unseat(guest.key)))
        return made

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.invitation.toPlainText())
        self.copy.setText("Copied")
        self._again.start(COPIED_MS)

    def _guest(self, seat: int, name: str, about: str, guest: Guest | None) -> tuple[QWidget, QHBoxLayout]:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 2, 0, 2)
        face = QLabel()
        side = max(FACE, sized(LINES_HIGH))
        face.setFixedSize(side, FACE if guest is None else side)
        face.setAlignment(Qt.AlignmentFlag.AlignCenter)
        if guest is not None:
            avatar = avatar_of(guest.animal, seat)
            face.setPixmap(
                draw_pixmap(
                    paint_avatar, avatar, self._theme, size=PixelSize(side, side, self.devicePixelRatioF())
                )
            )
        else:
            sign = qt_icon(Icon.SEAT, self._theme, pixels=FACE // 2, colour=self._theme.text_muted)
            face.setPixmap(sign.pixmap(QSize(FACE // 2, FACE // 2)))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(name, "muted" if guest is None else ""))
        if about:
            words.addWidget(label(about, "muted"))
        row.addWidget(face)
        nest(row, words, 1)
        line.setAccessibleName(f"Seat {seat + 1}: {name}{', ' if about else ''}{about}")
        return line, row
