"""The table while it fills: players arrive on their chairs, the invitation lies on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QProgressBar,
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
from app.screens.qr import code_of, link_of
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.dialogs.qr import CodePicture
from ui.docks.chat import ChatPanel
from ui.parts import button, card, label, nest, renew_icons, sized, tool
from ui.screens.waiting_table import Chair, WaitingTable

if TYPE_CHECKING:
    from app.screens.table import LogLine

COPIED_MS = 1500
BOTS_READ = "Whoever runs a bot can read its hand."
LINES_MAX = 200
"""Number of lines of chat that are shown."""
NARROW, BESIDE, TALK = 700, 300, 260
"""At 100 %: the chat stands below the table in a narrower window, so wide beside it, so high below."""
LYING, SMALL = 470, 4
"""At 100 %: the picture of the invitation lies beside its text on a table so wide; the
size of the picture's modules."""
PADDING, SPACING = 16, 10
TALK_LEAST = 72
"""Least height of their list."""


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
        self.title = label("", "aside")
        self.state = label("", "heading")
        self.trouble = label("", "error")
        self.warning = label("", "error")
        self.letters = label("", "muted", selectable=True)
        self.reach = label("", "muted", selectable=True)
        self.options = label("", "muted")
        self.terms = label("", "muted", selectable=True)
        self._lines_below = (self.reach, self.letters, self.options, self.terms)
        inside = QWidget()
        page = QVBoxLayout(inside)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        nest(page, self._head())
        self.invite = self._invitation()
        self.talk = self._talk()
        self.table = WaitingTable(self.invite, theme)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(0)
        row.addWidget(self.table, 1)
        row.addWidget(self.talk)
        nest(page, row, 1)
        nest(page, self._foot())
        self.setAccessibleName("Waiting for the table")
        self.setWidgetResizable(True)
        self.setWidget(inside)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(lambda: self.copy.setText("Copy the invitation"))

    def _head(self) -> QHBoxLayout:
        """The bar above the table, as a game has it."""
        head, words = QHBoxLayout(), QVBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.setSpacing(SPACING)
        words.setSpacing(0)
        self.leave = button("Leave", self.cancelled.emit, role="quiet", icon=(Icon.LEAVE, self._theme))
        self.stay = button("", self._stay, role="primary")
        self.stay.hide()
        for each in (self.state, self.title, self.trouble, self.warning):
            words.addWidget(each)
        words.addWidget(self.stay, 0, Qt.AlignmentFlag.AlignLeft)
        head.addWidget(self.leave, 0, Qt.AlignmentFlag.AlignTop)
        nest(head, words, 1)
        return head

    def _foot(self) -> QVBoxLayout:
        """The edge below the table: how far something is, and what is agreed on."""
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 10)
        foot.setSpacing(2)
        self.progress = label("", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("How far it is")
        for each in (
            self.bar,
            self.progress,
            self.reach,
            self.letters,
            self.options,
            self.terms,
            self._bringing(),
        ):
            foot.addWidget(each)
        return foot

    def begin(self, text: str, *, invites: bool = False, expected: Gathering | None = None) -> None:
        """A table was asked for and has not answered yet; `invites` says whether people are to come,
        `expected` what is known of it already."""
        self._invites = invites
        for each in (
            self.trouble,
            self.warning,
            self.letters,
            self.options,
            self.terms,
            self.reach,
            self.progress,
        ):
            each.setText("")
            each.hide()
        self._show_beside(invites=False, talks=False)
        self.bar.hide()
        self.bringing.hide()
        self.stay.hide()
        self._lines.clear()
        self.chat.tell([])
        self.invitation.clear()
        self.table.tell(() if expected is None else self._chairs(expected))
        self.title.setText(text)
        self.state.setText("One moment…")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """The chat stands beside the table, or below it in a narrow window."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < sized(NARROW)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if is_narrow else right)
        self.talk.setMinimumHeight(sized(TALK) if is_narrow else 0)
        self.talk.setFixedWidth(event.size().width() if is_narrow else sized(BESIDE))
        beside = event.size().width() - (0 if is_narrow else sized(BESIDE))
        self._across.setDirection(right if beside >= sized(LYING) else down)
        self.invite.updateGeometry()
        self.table.settle()

    def _show_beside(self, *, invites: bool, talks: bool) -> None:
        """The invitation on the table, and the chat beside it."""
        self.invite.setVisible(invites)
        self.talk.setVisible(talks)
        self.table.settle()

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
        """Show the people who are here now; what went wrong with somebody who has come after all is said no
        more."""
        if any(guest.nick and self.trouble.text().startswith(guest.nick) for guest in gathering.guests):
            self.tell_trouble("")
        self.title.setText(game_title(gathering.game))
        self.state.setText(waiting_text(gathering))
        for line, text in ((self.warning, warning_text(gathering)), (self.letters, letters_text(gathering))):
            line.setText(text)
            line.setVisible(bool(text))
        self.options.setText(" · ".join(options_text(gathering.game, gathering.options)))
        self.options.setVisible(bool(self.options.text()))
        reads = [BOTS_READ] if any(guest.bot for guest in gathering.guests) else []
        self.terms.setText(" ".join((terms_text(gathering), *reads)))
        self.terms.show()
        self._tell_bots(gathering)
        if self.invitation.toPlainText() != gathering.invitation:
            self.invitation.setPlainText(gathering.invitation)
            self.reach.setText(reach_text(gathering.invitation) if self._invites else "")
            self.reach.setVisible(bool(self.reach.text()))
            if gathering.invitation:
                self.picture.tell(code_of(link_of(gathering.invitation)))
        invites = self._invites and bool(gathering.invitation) and len(gathering.guests) < gathering.seats
        self._show_beside(invites=invites, talks=can_talk(gathering))
        self.table.tell(self._chairs(gathering))

    def _chairs(self, gathering: Gathering) -> list[Chair]:
        """The seats, the own one first: it stands at the lower edge."""
        words = [guest.words for guest in gathering.guests]
        own = words.index(gathering.own) if gathering.own in words else 0
        chairs = []
        for seat, (name, about) in enumerate(guest_lines(gathering)):
            guest = gathering.guests[seat] if seat < len(gathering.guests) else None
            short = about if guest is None else guest.kind or ("you" if seat == own else "")
            made = Chair(seat, name, short, guest=guest, theme=self._theme)
            if guest is not None and can_unseat(gathering, guest):
                made.add(self._unseat(guest))
            told = ", ".join(filter(None, (name, about or short)))
            made.setAccessibleName(f"Seat {seat + 1}: {told}")
            made.setToolTip(about)
            chairs.append(made)
        return chairs[own:] + chairs[:own]

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
        """True if bots can come along, and what that means."""
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
        """Show the progress of a record's check."""
        self.progress.setText(f"{done} of {of} steps are checked")
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.progress.show()
        self.bar.show()

    def tell_trouble(self, text: str) -> None:
        """Show a trouble on the way."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        """Another theme, from the next news on."""
        self._theme = theme
        self.table.set_theme(theme)
        renew_icons(self, theme)

    def _invitation(self) -> QWidget:
        inside = QVBoxLayout()
        inside.setSpacing(6)
        inside.addWidget(label("Invite the others", "heading"))
        inside.addWidget(label("They paste this text, or read the picture.", "muted"))
        self.invitation = QPlainTextEdit()
        self.invitation.setReadOnly(True)
        self.invitation.setTabChangesFocus(True)
        self.invitation.setAccessibleName("Invitation to this table")
        self.copy = button("Copy the invitation", self._copy, role="primary", icon=(Icon.COPY, self._theme))
        self.invitation.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        for set_bar in (
            self.invitation.setHorizontalScrollBarPolicy,
            self.invitation.setVerticalScrollBarPolicy,
        ):
            set_bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.invitation.setFixedHeight(sized(40))
        inside.addWidget(self.invitation)
        self.code = button("Larger picture", lambda: self.code_wanted.emit(self.invitation.toPlainText()))
        inside.addWidget(self.copy)
        inside.addWidget(self.code)
        inside.addStretch(1)
        self.picture = CodePicture(((True,),), module=SMALL)
        self.picture.setAccessibleName("QR code of the invitation to this table")
        self._across = across = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        across.setSpacing(PADDING)
        across.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignCenter)
        nest(across, inside, 1)
        return card(across)

    def _bringing(self) -> QWidget:
        """Return the widget by which a guest brings bots along."""
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
