"""The tables and people of this network, in the lobby: told whole, kept in the order in which they came."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.nearby.around import Around
from app.nearby.diagnosis import Finding
from app.screens.nearby import NearbyRow, nothing_text, rows
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.parts import button, label, nest


class RowList(QWidget):
    """Lines with a verb each; tells whose table is wanted, to play or to look on, and who is invited."""

    onlook_wanted = Signal(str)
    join_wanted = Signal(str)
    invite_wanted = Signal(object)
    """The `FoundPerson` who is to come to a table of ours."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: dict[str, _RowWidget] = {}
        self._list = QVBoxLayout(self)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(10)

    def tell(self, rows: Sequence[NearbyRow]) -> None:
        """The rows as they are now.

        A row that stays keeps its place: nobody shall press another than the one that was meant.
        """
        wanted = {row.name: row for row in rows}
        for name in [name for name in self._rows if name not in wanted]:
            gone = self._rows.pop(name)
            self._list.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for name, row in wanted.items():
            if name not in self._rows:
                self._rows[name] = made = _RowWidget(self._theme, role="primary" if row.join else "")
                made.join.clicked.connect(lambda _=False, made=made: self._pressed(made))
                made.onlook.clicked.connect(lambda _=False, made=made: self._onlook(made))
                self._list.addWidget(made)
            self._rows[name].tell(row)

    def set_theme(self, theme: Theme) -> None:
        """Another theme, for the rows to come."""
        self._theme = theme

    def _onlook(self, row: _RowWidget) -> None:
        if row.row is not None:
            self.onlook_wanted.emit(row.row.watch)

    def _pressed(self, row: _RowWidget) -> None:
        if row.row is None:
            return
        if row.row.invite is not None:
            self.invite_wanted.emit(row.row.invite)
        else:
            self.join_wanted.emit(row.row.join)


class NearbyList(QWidget):
    """Told what is around; tells what `RowList` tells, and that help or the people met are wanted."""

    onlook_wanted = Signal(str)
    join_wanted = Signal(str)
    invite_wanted = Signal(object)
    help_wanted = Signal()
    people_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        self.rows = RowList(theme)
        self.rows.onlook_wanted.connect(self.onlook_wanted)
        self.rows.join_wanted.connect(self.join_wanted)
        self.rows.invite_wanted.connect(self.invite_wanted)
        whole.addWidget(self.rows)
        self.nothing = label(nothing_text(None), "muted")
        self.finding = label("", "muted")
        self.later = label("", "muted")
        self.help = button("What may be in the way…", self.help_wanted.emit, role="quiet")
        self.people = button("People you have met…", self.people_wanted.emit, role="quiet")
        whole.addWidget(self.nothing)
        whole.addWidget(self.finding)
        for each in (self.help, self.people):
            whole.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
            each.hide()
        whole.addWidget(self.later)
        for line in (self.finding, self.later):
            line.hide()

    def tell(self, around: Around, finding: Finding | None, later: str = "") -> None:
        """What is around now, the one thing that may be in the way, and who has a later program."""
        self.rows.tell(rows(around))
        for line, text in (
            (self.nothing, nothing_text(around)),
            (self.finding, finding.text if finding else ""),
            (self.later, later),
        ):
            _say(line, text)
        self.help.setVisible(finding is not None)
        self.people.setVisible(bool(around.met))

    def set_theme(self, theme: Theme) -> None:
        """Another theme, for the rows to come."""
        self.rows.set_theme(theme)


class _RowWidget(QWidget):
    """One line with its button."""

    def __init__(self, theme: Theme, *, role: str) -> None:
        super().__init__()
        self.row: NearbyRow | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        words = QVBoxLayout()
        words.setSpacing(0)
        self.text, self.about, self.hindrance = label(), label("", "muted"), label("", "muted")
        self.warning = label("", "error")
        for each in (self.text, self.warning, self.about, self.hindrance):
            words.addWidget(each)
        nest(line, words, 1)
        self.join = button("Join", lambda: None, role=role, icon=(Icon.JOIN, theme))
        self.onlook = button("Watch", lambda: None, icon=(Icon.WATCH, theme), tip="Look on, without a seat")
        line.addWidget(self.join, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.onlook, 0, Qt.AlignmentFlag.AlignTop)

    def tell(self, row: NearbyRow) -> None:
        """The row as it is now."""
        if row == self.row:
            return
        self.row = row
        for line, text in (
            (self.text, row.text),
            (self.about, row.about),
            (self.warning, row.warning),
            (self.hindrance, row.hindrance),
        ):
            _say(line, text)
        self.join.setText(row.verb)
        self.join.setEnabled(not row.hindrance)
        self.join.setVisible(bool(row.verb))
        self.join.setAccessibleName(f"{row.verb}: {row.text}")
        self.onlook.setVisible(bool(row.watch))
        self.onlook.setAccessibleName(f"Watch: {row.text}")


def _say(line: QLabel, text: str) -> None:
    line.setText(text)
    line.setVisible(bool(text))
