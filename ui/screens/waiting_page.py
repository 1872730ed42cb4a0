"""The table while it fills: players arrive on their chairs, and the invitation lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.games.catalogue import game_title
from app.messages import Gathering, HostGone, LobbyLine, News, Refused, Say, Stay, Trouble
from app.screens import lobby
from app.screens.chairs import Chair, chairs_of, changed_text
from app.screens.qr import code_of, link_of
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.dialogs.qr import CodePicture
from ui.docks.chat import ChatPanel
from ui.parts import AT_LEFT, AT_TOP, FLUSH, button, card, label, pack, renew_icons, show_text, sized, turn
from ui.screens.waiting_table import WaitingTable

if TYPE_CHECKING:
    from app.screens.table import LogLine

COPIED_MS = 1500
BOTS_READ = "The player who runs a bot can see its hand."
LINES_MAX = 200
"""Maximum number of lines of chat that are shown."""
NARROW, BESIDE, TALK = 700, 300, 260
"""At 100 %: width of the window under which the chat is below the table; its width beside, height below."""
LYING, SMALL = 470, 4
"""Least width at 100 % for the QR code beside the invitation's text; pixels of the code's modules."""
PADDING, SPACING = 16, 10
TALK_LEAST = 72
"""Least height of the chat's lines, in pixels."""


class WaitingPage(QScrollArea):
    """Shows a `Gathering`, then the news until the game begins; `cancelled` if the player stops waiting."""

    cancelled = Signal()
    code_wanted = Signal(str)
    """Asks to show the QR code of an invitation larger."""
    ordered = Signal(object)
    """An order for the table, such as to remove a guest, or to stay though the host is gone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: list[LogLine] = []
        self._seen: Gathering | None = None
        self._changed = ""
        self.title = label("", "aside")
        self.state = label("", "heading")
        self.trouble = label("", "error")
        self.warning = label("", "error")
        self.letters = label("", "muted", selectable=True)
        self.reach = label("", "muted", selectable=True)
        self.options = label("", "muted")
        self.terms = label("", "muted", selectable=True)
        inside = QWidget()
        head = self._head()
        self.invite = self._invitation()
        self.talk = self._talk()
        self.table = WaitingTable(self.invite, theme)
        self.table.wanted.connect(self.ordered)
        self._row = pack(QHBoxLayout(), (self.table, 1), self.talk, gap=0)
        pack(QVBoxLayout(inside), head, (self._row, 1), self._foot(), edges=FLUSH, gap=0)
        self.setAccessibleName("Waiting for the table")
        self.setWidgetResizable(True)
        self.setWidget(inside)
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(lambda: self.copy.setText("Copy the invitation"))

    def _head(self) -> QHBoxLayout:
        """Make the bar above the table, as in a game."""
        self.leave = button("Leave", self.cancelled.emit, role="quiet", icon=(Icon.LEAVE, self._theme))
        self.stay = button("", self._stay, role="primary")
        self.stay.hide()
        lines = (self.state, self.title, self.trouble, self.warning, (self.stay, 0, AT_LEFT))
        words = pack(QVBoxLayout(), *lines, gap=0)
        return pack(QHBoxLayout(), (self.leave, 0, AT_TOP), (words, 1), edges=(12, 6, 12, 6), gap=SPACING)

    def _foot(self) -> QVBoxLayout:
        """Make the edge below the table: progress, the invitation's reach, keys, options and terms."""
        self.progress = label("", "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress")
        lines = (self.bar, self.progress, self.reach, self.letters, self.options, self.terms)
        return pack(QVBoxLayout(), *lines, edges=(16, 8, 16, 10), gap=2)

    def begin(self, text: str, chairs: Sequence[Chair] = ()) -> None:
        """Show the line `text` while a table opens or a record is checked, and the chairs known already."""
        for each in (
            *(self.trouble, self.warning, self.letters, self.options),
            *(self.terms, self.reach, self.progress),
        ):
            show_text(each, "")
        self._show_beside(invites=False, talks=False)
        self.bar.hide()
        self.stay.hide()
        self._lines.clear()
        self.chat.tell([])
        self.invitation.clear()
        self._seen = None
        self.table.tell(chairs)
        self.title.setText(text)
        self.state.setText("One moment…")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Put the chat beside the table, or below it in a narrow window."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < sized(NARROW)
        turn(self._row, down=is_narrow)
        self.talk.setMinimumHeight(sized(TALK) if is_narrow else 0)
        self.talk.setFixedWidth(event.size().width() if is_narrow else sized(BESIDE))
        beside = event.size().width() - (0 if is_narrow else sized(BESIDE))
        turn(self._across, down=beside < sized(LYING))
        self.invite.updateGeometry()
        self.table.settle()

    def _show_beside(self, *, invites: bool, talks: bool) -> None:
        """Show or hide the invitation on the table, and the chat beside it."""
        self.invite.setVisible(invites)
        self.talk.setVisible(talks)
        self.table.settle()

    def hear(self, news: News) -> None:
        """Show a piece of news from before the game."""
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
        """Show the table and its people as they are now; hide the trouble of a guest who came after all."""
        if any(guest.nick and self.trouble.text().startswith(guest.nick) for guest in gathering.guests):
            self.tell_trouble("")
        self._changed = changed_text(self._seen, gathering) or ("" if self._seen is None else self._changed)
        self._seen = gathering
        self.title.setText(" · ".join(filter(None, (game_title(gathering.game), self._changed))))
        self.state.setText(lobby.waiting_text(gathering))
        show_text(self.warning, lobby.warning_text(gathering))
        show_text(self.letters, lobby.letters_text(gathering))
        show_text(self.options, " · ".join(lobby.options_text(gathering.game, gathering.options)))
        reads = [BOTS_READ] if any(guest.bot for guest in gathering.guests) else []
        self.terms.setText(" ".join((lobby.terms_text(gathering), *reads)))
        self.terms.show()
        if self.invitation.toPlainText() != gathering.invitation:
            self.invitation.setPlainText(gathering.invitation)
            self.reach.setText(lobby.reach_text(gathering.invitation))
            if gathering.invitation:
                self.picture.tell(code_of(link_of(gathering.invitation)))
        invites = bool(gathering.invitation) and len(gathering.guests) + gathering.bots < gathering.seats
        self.reach.setVisible(invites)
        self._show_beside(invites=invites, talks=lobby.can_talk(gathering))
        self.table.tell(chairs_of(gathering))

    def tell_host_gone(self, news: HostGone) -> None:
        """Say that the host is gone, and offer to go on without the host."""
        self.state.setText(lobby.host_gone_text(news))
        self.stay.setText(lobby.staying_words(news))
        self.stay.show()
        self.stay.setFocus()
        self._show_beside(invites=False, talks=False)
        left = () if self._seen is None else chairs_of(self._seen)
        self.table.tell([replace(each, actions=()) for each in left if each.guest is not None and each.seat])

    def _stay(self) -> None:
        self.stay.hide()
        self.state.setText("One moment…")
        self.ordered.emit(Stay())

    def tell_line(self, line: LobbyLine) -> None:
        """Show a line of chat."""
        from app.screens.table import LogLine  # noqa: PLC0415  (not before a table: the window opens sooner)

        self._lines = [*self._lines, LogLine(f"{line.nick}: {line.text}", 0)][-LINES_MAX:]
        self.chat.tell(self._lines)

    def tell_progress(self, done: int, of: int) -> None:
        """Show the progress of a record's check."""
        self.progress.setText(f"{done} of {of} steps checked")
        self.bar.setRange(0, of)
        self.bar.setValue(done)
        self.progress.show()
        self.bar.show()

    def tell_trouble(self, text: str) -> None:
        """Show a trouble with the table or with a guest; "" hides it."""
        show_text(self.trouble, text)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme."""
        self._theme = theme
        self.table.set_theme(theme)
        renew_icons(self, theme)

    def _invitation(self) -> QWidget:
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
        self.code = button("Larger QR code", lambda: self.code_wanted.emit(self.invitation.toPlainText()))
        inside = pack(
            QVBoxLayout(),
            label("Invite the others", "heading"),
            label("They paste this text or scan the QR code.", "muted"),
            *(self.invitation, self.copy, self.code, None),
            gap=6,
        )
        self.picture = CodePicture(((True,),), module=SMALL)
        self.picture.setAccessibleName("QR code of the invitation to this table")
        picture = (self.picture, 0, Qt.AlignmentFlag.AlignCenter)
        self._across = pack(QHBoxLayout(), picture, (inside, 1), gap=PADDING)
        return card(self._across)

    def _talk(self) -> QWidget:
        self.chat = ChatPanel()
        self.chat.column.setContentsMargins(0, 0, 0, 0)
        self.chat.search.hide()  # there is not much to search yet
        self.chat.list.setMinimumHeight(TALK_LEAST)
        self.chat.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.chat.said.connect(lambda text: self.ordered.emit(Say(text)))
        return card(pack(QVBoxLayout(), label("Chat", "heading"), (self.chat, 1)))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.invitation.toPlainText())
        self.copy.setText("Copied")
        self._again.start(COPIED_MS)
