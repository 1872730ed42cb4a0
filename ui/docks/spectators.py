"""The panel of the spectators: their names, their talk, and for a player the question who may watch."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.screens.spectators import SpectatorsModel
from ui.docks.chat import ChatPanel
from ui.parts import AT_LEFT, button, hold, label, pack, turn

GAP, LEAST = 8, 60


class SpectatorsPanel(QWidget):
    """Shows a `SpectatorsModel`. `said` carries a line of chat, `allowed` whether this player lets others
    watch, `answered` True to admit the person who asks."""

    said = Signal(str)
    allowed = Signal(bool)
    answered = Signal(bool)
    sent_off = Signal(bytes)
    """The key of a spectator whom the player removes."""

    def __init__(self) -> None:
        super().__init__()
        self.who = label("", selectable=True)
        self.question = label("")
        self.admit = button("Let them watch", lambda: self.answered.emit(True), role="primary")
        self.refuse = button("No", lambda: self.answered.emit(False))
        self.remove = QPushButton("Remove a spectator")
        self.remove.setToolTip("That spectator may not come back to this table")
        self._told: tuple[tuple[str, bytes], ...] = ()
        self.open = QCheckBox("Others may watch")
        self.open.setToolTip("If one player says no, nobody can watch.")
        self.open.clicked.connect(self.allowed)
        self.hidden = QCheckBox("Show their chat")
        self.hidden.setChecked(True)
        self.hidden.toggled.connect(self._show_lines)
        self.chat = ChatPanel()
        self.chat.said.connect(self.said)
        self.chat.entry.setAccessibleName("Say something to the other spectators")
        self._above = QWidget()
        self._answers = pack(QHBoxLayout(), self.admit, self.refuse)
        pack(
            QVBoxLayout(self._above),
            *(self.who, self.question, self._answers),
            *(self.open, self.hidden, (self.remove, 0, AT_LEFT), None),
            edges=(8, 0, 8, 0),
        )
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        hold(self._area, self._above)
        self._rest = QWidget()
        self._column = pack(QVBoxLayout(self), self._area, (self.chat, 1), self._rest, edges=(0, 8, 0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Give the upper part at most half of the height, or two thirds while somebody asks; it scrolls."""
        super().resizeEvent(event)
        self._divide()

    def _divide(self) -> None:
        wide = self.width() - self._area.verticalScrollBar().sizeHint().width()
        both = self.admit.sizeHint().width() + self.refuse.sizeHint().width()
        turn(self._answers, down=both + 3 * GAP > wide)
        share = 2 if self.question.isHidden() else 3  # room for the question and both answers
        lines = 0 if self.chat.isHidden() else self.chat.minimumSizeHint().height() + 2 * GAP
        room = min(self.height() * (share - 1) // share, self.height() - lines)
        self._area.setFixedHeight(max(0, min(self._above.heightForWidth(wide), max(LEAST, room))))

    def tell(self, watching: SpectatorsModel) -> None:
        """Show who watches and asks to watch, and the spectators' chat."""
        from app.screens.table import LogLine  # noqa: PLC0415  (not before a table: the window opens sooner)

        self.who.setText(watching.who)
        self.question.setText(watching.question)
        for each in (self.question, self.admit, self.refuse):
            each.setVisible(bool(watching.question))
        self._offer(() if watching.is_ours else watching.named)
        self._divide()
        self.open.setVisible(not watching.is_ours)
        self.open.setChecked(not watching.is_kept_closed)
        has_lines = watching.spectators.may_chat
        self.hidden.setVisible(has_lines and not watching.is_ours)
        self.chat.allow(writing=watching.may_write)
        self.chat.tell([LogLine(line, 0) for line in watching.lines])
        self._has_lines = has_lines
        self._show_lines()

    def _offer(self, named: tuple[tuple[str, bytes], ...]) -> None:
        """Fill the menu of spectators who can be removed: names and keys."""
        self.remove.setVisible(bool(named))
        if named == self._told:
            return
        self._told = named
        menu = QMenu(self.remove)
        for name, key in named:
            menu.addAction(name).triggered.connect(partial(self.sent_off.emit, key))
        self.remove.setMenu(menu)

    @property
    def shows_talk(self) -> bool:
        """True if the player wants to see the spectators' chat."""
        return self.hidden.isChecked()

    _has_lines = False

    def _show_lines(self) -> None:
        is_shown = self._has_lines and self.hidden.isChecked()
        self.chat.setVisible(is_shown)
        self._column.setStretchFactor(self._rest, 0 if is_shown else 1)
