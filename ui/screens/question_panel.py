"""The question how to continue without somebody: a panel above the table, which the player opens.

Until then the bar shows the question in its reserved room, so that nothing on the table moves by itself.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.messages import AbsentChoice
from app.screens.absence import Question, WayOn
from ui.parts import button, hold, label, pack, show_text, sized

BUTTON = 250
"""Least width of a button at 100 %, if the panel is at least twice as wide."""
GAP = 8


class QuestionPanel(QFrame):
    """Shows a `Question`; `decided` carries the `AbsentChoice` of a pressed button."""

    decided = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ways: dict[AbsentChoice, _WayRow] = {}
        self.setProperty("role", "card")
        self.setAccessibleName("How to continue")
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(GAP)
        self._grid.setHorizontalSpacing(2 * GAP)
        self._grid.setColumnStretch(1, 1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        hold(self.area, self._inside)
        self.note = label("", "aside")
        self._grid.addWidget(self.note, 0, 0, 1, 2)
        self._whole = pack(QVBoxLayout(self), (self.area, 1), edges=(16, 10, 16, 10))
        self.hide()

    def tell(self, question: Question | None) -> None:
        """Set the question, without opening the panel; None hides the panel."""
        if question is None:
            self.hide()
            return
        show_text(self.note, question.note)
        if [each.choice for each in question.ways] != list(self._ways):
            self._lay(question)
        for way in question.ways:
            self._ways[way.choice].tell(way)

    def take_focus(self) -> None:
        """Open the panel. Focus the choice that is made at the timeout, or else the first possible one."""
        self.show()
        rows = [row.press for row in self._ways.values() if row.press.isEnabled()]
        first = next((row.press for row in self._ways.values() if row.is_coming and row.press in rows), None)
        if rows:
            (first or rows[0]).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def fit(self, room: QSize) -> None:
        """Lay out for the room's width, and take the height that the answers need, at most the room's."""
        wide = room.width()
        margins = self._whole.contentsMargins()
        inner = wide - margins.left() - margins.right() - 2 * self.frameWidth()
        is_narrow = inner < sized(BUTTON) * 2
        for place, row in enumerate(self._ways.values()):
            row.lay(self._grid, place, is_narrow=is_narrow)
        self._grid.setColumnMinimumWidth(0, 0 if is_narrow else sized(BUTTON))
        bar = self.area.verticalScrollBar().sizeHint().width()
        edges = margins.top() + margins.bottom() + 2 * self.frameWidth()
        self.setFixedHeight(min(self._grid.heightForWidth(inner - bar) + edges, room.height()))

    def _lay(self, question: Question) -> None:
        for row in self._ways.values():
            row.drop()
        self._ways = {}
        self._grid.removeWidget(self.note)
        for way in question.ways:
            self._ways[way.choice] = _WayRow(way, partial(self.decided.emit, way.choice))
        last = 2 * len(self._ways)
        self._grid.addWidget(self.note, last, 0, 1, 2)
        self._grid.setRowStretch(last + 1, 1)
        for place, row in enumerate(self._ways.values()):
            row.lay(self._grid, place, is_narrow=False)


class _WayRow:
    """A button and a sentence that explains it; updated in place, so that the focus stays."""

    def __init__(self, way: WayOn, pressed: partial[None]) -> None:
        self.press: QPushButton = button("", pressed)
        self.press.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.press.setAutoDefault(False)  # an Enter typed for something else must decide nothing
        self.press.setObjectName(f"way-{way.choice}")
        self.means = label("")
        self.is_coming = False
        self._text, self._is_narrow = "", False

    def _write(self) -> None:
        """Write the button's text, in a narrow panel with the time on a line of its own."""
        self.press.setText(self._text.replace(" (", "\n(") if self._is_narrow else self._text)

    def tell(self, way: WayOn) -> None:
        """Show the present state of a choice."""
        self.is_coming = way.is_coming
        role = "primary" if way.is_coming or way.is_own else ""
        if self.press.property("role") != role:
            self.press.setProperty("role", role)
            self.press.style().polish(self.press)
        self._text = f"✓ {way.words}" if way.is_own else way.words
        self._write()
        self.press.setEnabled(not way.hindrance)
        self.press.setAccessibleName(way.spoken)
        self.means.setText(" ".join(filter(None, (way.about, way.votes))))

    def lay(self, grid: QGridLayout, place: int, *, is_narrow: bool) -> None:
        """Put the sentence beside the button, or below it."""
        for each in (self.press, self.means):
            grid.removeWidget(each)
        self._is_narrow = is_narrow
        self._write()
        if is_narrow:
            grid.addWidget(self.press, 2 * place, 0, 1, 2)
            grid.addWidget(self.means, 2 * place + 1, 0, 1, 2)
        else:
            grid.addWidget(self.press, 2 * place, 0)
            grid.addWidget(self.means, 2 * place, 1)

    def drop(self) -> None:
        """Delete the button and the sentence."""
        for each in (self.press, self.means):
            each.hide()
            each.deleteLater()
