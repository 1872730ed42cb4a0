"""The tables and people on this network, in the lobby; new ones come last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.nearby.around import Around
from app.screens.nearby import ROWS_MAX, SAY_MAX, NearbyRow, found, more_text, nothing_text, rows, spoken_text
from app.table.start import Unfinished
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.parts import AT_LEFT, AT_TOP, FLUSH, button, label, pack, show_text, sized, turn
from ui.screens.face_row import FaceRow

if TYPE_CHECKING:
    from app.nearby.diagnosis import Finding

BESIDE = 10
"""Space between a row's faces, words and buttons."""
NARROW = 430
"""In a list narrower than this, at 100 %, a row's buttons stand below its words."""


class RowList(QWidget):
    """Rows of tables and people with buttons. Signals carry an invitation to watch or to join, a table of the
    player's own to continue, or people."""

    spectate_wanted = Signal(str)
    join_wanted = Signal(str)
    resume_wanted = Signal(str)
    invite_wanted = Signal(object)
    """Asks to invite a `FoundPerson` to a table of ours."""
    play_wanted = Signal(object)
    """Asks to open a table for `FoundPerson`s, without the form."""
    asked = Signal(object)
    """Asks another player to host, because a third (`UnreachablePerson`) cannot reach us."""
    pointed = Signal(bytes)
    """The key of the row under the mouse or with the focus; b"" for none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: dict[str, _RowWidget] = {}
        self._list = pack(QVBoxLayout(self), edges=FLUSH, gap=10)

    def tell(self, rows: Sequence[NearbyRow]) -> None:
        """Show these rows: those that stay keep their order and new ones come last, against wrong presses."""
        wanted = {row.name: row for row in rows}
        for name in [name for name in self._rows if name not in wanted]:
            gone = self._rows.pop(name)
            self._list.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for name, row in wanted.items():
            if name not in self._rows:
                self._rows[name] = made = _RowWidget(
                    self._theme, role="primary" if row.join or row.resumes else ""
                )
                made.join.clicked.connect(lambda _=False, made=made: self._pressed(made))
                made.spectate.clicked.connect(lambda _=False, made=made: self._spectate(made))
                made.choose.clicked.connect(lambda _=False, made=made: self._choose(made))
                made.pointed.connect(self.pointed)
                self._list.addWidget(made)
            self._rows[name].tell(row)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme for new rows."""
        self._theme = theme

    def _spectate(self, row: _RowWidget) -> None:
        if row.row is not None:
            self.spectate_wanted.emit(row.row.watch)

    def _choose(self, row: _RowWidget) -> None:
        if row.row is not None and row.row.invite is not None:
            self.invite_wanted.emit(row.row.invite)

    def _pressed(self, row: _RowWidget) -> None:
        if row.row is None:
            return
        if row.row.resumes:
            self.resume_wanted.emit(row.row.resumes)
        elif row.row.asks is not None:
            self.asked.emit(row.row.asks)
            row.join.setText("Asked")
            row.join.setEnabled(False)
        elif row.row.hosts_for:
            self.play_wanted.emit(row.row.hosts_for)
        elif row.row.invite is not None and row.row.plays:
            self.play_wanted.emit((row.row.invite,))
        elif row.row.invite is not None:
            self.invite_wanted.emit(row.row.invite)
        else:
            self.join_wanted.emit(row.row.join)


class NearbyList(QWidget):
    """Shows the rows and, below them, the player's line to everybody and buttons about this network."""

    help_wanted = Signal()
    people_wanted = Signal()
    visible_wanted = Signal()
    scoreboard_wanted = Signal()
    update_dismissed = Signal()
    said = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._around, self._is_seen, self._line = Around(), False, ""
        self.own: Sequence[Unfinished] = ()
        """The player's unfinished games."""
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Find a name or a game here")
        self.filter.setAccessibleName("Find a name or a game here")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show_rows)
        self.rows = RowList(theme)
        self.more = label("", "muted")
        self.nothing = label(nothing_text(None), "muted")
        self.finding = label("", "muted")
        self.later = label("", "muted")
        self.dismiss_update = button("Do not tell me again", self.update_dismissed.emit, role="quiet")
        self.say = QLineEdit()
        self.say.setPlaceholderText("Say something to everybody here, and press Enter")
        self.say.setAccessibleName("A message to everybody here")
        self.say.setMaxLength(SAY_MAX)
        self.say.returnPressed.connect(self._say)
        self.spoken = label("", "muted")
        self.seen = button("Let others see you here…", self.visible_wanted.emit, role="quiet")
        self.help = button("Find the cause…", self.help_wanted.emit, role="quiet")
        self.people = button("People you have met…", self.people_wanted.emit, role="quiet")
        self.all_tables = button(
            "All tables, large (F11)",
            self.scoreboard_wanted.emit,
            role="quiet",
            tip="All tables on a projector: scores, who is free, who plays next",
        )
        self._quiet = (self.seen, self.help, self.people, self.all_tables)
        self._links = pack(QHBoxLayout(), *((quiet, 0, AT_LEFT) for quiet in self._quiet), None)
        pack(
            QVBoxLayout(self),
            *(self.filter, self.rows, self.more, self.nothing, self.finding, None),
            *(self.say, self.spoken, self._links, self.later, (self.dismiss_update, 0, AT_LEFT)),
            edges=FLUSH,
            gap=6,
        )
        for hidden in (
            *(self.filter, self.more, self.say, self.spoken, self.finding),
            *(self.later, self.dismiss_update, *self._quiet),
        ):
            hidden.hide()

    def tell(
        self,
        around: Around,
        finding: Finding | None,
        later: str = "",
        *,
        is_seen: bool = False,
        line: str = "",
    ) -> None:
        """Show tables and people, the obstacle `finding`, if any, and `later`, the sentence about a newer
        version or "". `is_seen`: others see the player, and read `line`."""
        self._around, self._is_seen, self._line = around, is_seen, line
        self._show_rows()
        for line_of, text in (
            (self.nothing, nothing_text(around)),
            (self.finding, finding.text if finding else ""),
            (self.later, later),
            (self.spoken, spoken_text(line) if is_seen else ""),
        ):
            show_text(line_of, text)
        self.dismiss_update.setVisible(bool(later))
        self.say.setVisible(is_seen and bool(around.people or around.tables or line))
        self.seen.setVisible(not is_seen and around.facts.looked_s > 0)
        self.help.setVisible(finding is not None)
        self.people.setVisible(bool(around.met))
        self.all_tables.setVisible(len(around.tables) > 1)
        self._fit_links()

    def tell_own(self, own: Sequence[Unfinished]) -> None:
        """Set the player's unfinished games: rows of their tables offer a return."""
        self.own = own
        self._show_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        self._fit_links()

    def _fit_links(self) -> None:
        """Put the quiet buttons side by side, or below one another if the list is narrow."""
        shown = [each.sizeHint().width() for each in self._quiet if not each.isHidden()]
        wide = sum(shown) + self._links.spacing() * len(shown)
        turn(self._links, down=wide > self.width())

    def set_theme(self, theme: Theme) -> None:
        """Use another theme for new rows."""
        self.rows.set_theme(theme)

    @Slot()
    def _show_rows(self) -> None:
        """Show the rows that the filter leaves, at most `ROWS_MAX`."""
        every = rows(self._around, is_seen=self._is_seen, own=self.own)
        is_many = len(every) > ROWS_MAX
        shown = found(every, self.filter.text() if is_many else "")
        self.filter.setVisible(is_many)
        self.rows.tell(shown)
        show_text(self.more, more_text(len(every), len(shown)))

    @Slot()
    def _say(self) -> None:
        self.said.emit(self.say.text().strip())


class _RowWidget(QWidget):
    """One row with its buttons."""

    pointed = Signal(bytes)

    def __init__(self, theme: Theme, *, role: str) -> None:
        super().__init__()
        self.row: NearbyRow | None = None
        self.faces = FaceRow(theme)
        self.text, self.about, self.hindrance = label("", "strong"), label("", "muted"), label("", "muted")
        self.warning = label("", "error")
        words = pack(QVBoxLayout(), self.text, self.warning, self.about, self.hindrance, gap=0)
        who = pack(QHBoxLayout(), (self.faces, 0, AT_TOP), (words, 1), gap=BESIDE)
        self.join = button("", lambda: None, role=role, icon=(Icon.JOIN, theme))
        self.spectate = button("Watch", lambda: None, icon=(Icon.WATCH, theme), tip="Watch without playing")
        self.choose = button("Choose…", lambda: None, tip="Choose the game, and who else may come")
        buttons = (self.join, self.spectate, self.choose)
        verbs = pack(QHBoxLayout(), *((verb, 0, AT_TOP) for verb in buttons))
        self._line = QHBoxLayout(self)
        pack(self._line, (who, 1), verbs, edges=FLUSH, gap=BESIDE)
        for verb in buttons:
            verb.installEventFilter(self)

    def tell(self, row: NearbyRow) -> None:
        """Show the present state of the row."""
        if row == self.row:
            return
        self.row = row
        self.faces.tell(row.faces, row.free)
        self.text.setToolTip(row.letters)
        self.text.setAccessibleDescription(row.letters)
        for line, text in (
            (self.text, row.text),
            (self.about, row.about),
            (self.warning, f"{row.warning} {row.letters}." if row.warning else ""),
            (self.hindrance, row.hindrance),
        ):
            show_text(line, text)
        self.join.setText(row.verb)
        self.join.setEnabled(not row.hindrance)
        self.join.setVisible(bool(row.verb))
        self.join.setAccessibleName(f"{row.verb}: {row.text}")
        self.choose.setVisible(row.plays)
        self.choose.setEnabled(not row.hindrance)
        self.choose.setAccessibleName(f"Choose a game: {row.text}")
        self.spectate.setVisible(bool(row.watch))
        self.spectate.setAccessibleName(f"Watch: {row.text}")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Put the buttons below the words if the row is narrow."""
        super().resizeEvent(event)
        turn(self._line, down=self.width() < sized(NARROW))

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802  (Qt's name)
        """Emit the row's key, if it has one: the mouse is on the row."""
        super().enterEvent(event)
        self._point()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802  (Qt's name)
        """Emit b"": the mouse has left the row."""
        super().leaveEvent(event)
        self.pointed.emit(b"")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Emit the row's key, if it has one: a button of the row has got the focus."""
        if event.type() == QEvent.Type.FocusIn:
            self._point()
        return super().eventFilter(watched, event)

    def _point(self) -> None:
        if self.row is not None and self.row.key:
            self.pointed.emit(self.row.key)
