"""The question how to go on without somebody: a panel over the upper part of the table.

It leaves the focus in the game and does not cover the own hand, unless its player opens it and there is no
other room; it can be folded to its title.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.messages import AbsentChoice
from app.screens.absence import Question, WayOn
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.parts import button, label, nest, sized

WIDEST = 980
"""Greatest width at 100 %: longer lines are hard to read."""
BUTTON = 250
"""Width of a button at 100 %, if there is room for it and for the sentence beside it."""
SIGN = 24
GAP = 8


class QuestionPanel(QFrame):
    """Shows a `Question`; `decided` carries the `AbsentChoice` of a pressed button."""

    decided = Signal(object)
    folded = Signal()
    """The panel was folded or unfolded, and needs another size."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ways: dict[AbsentChoice, _WayRow] = {}
        self._is_open: bool | None = None
        """True if the player opened it, False if folded; None: open if there is room."""
        self.setProperty("role", "card")
        self.setAccessibleName("How to go on")
        self.sign = QLabel()
        self.title = label("", "heading")
        self.fold = button("Fold", self._fold, role="quiet")
        head = QHBoxLayout()
        head.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.title, 1)
        head.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignTop)
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(GAP)
        self._grid.setHorizontalSpacing(2 * GAP)
        self._grid.setColumnStretch(1, 1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._inside)
        for each in (self._inside, self.area.viewport()):
            each.setAutoFillBackground(False)
        self.note = label("", "aside")
        self._grid.addWidget(self.note, 0, 0, 1, 2)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(16, 10, 16, 10)
        self._whole.setSpacing(GAP)
        nest(self._whole, head)
        self._whole.addWidget(self.area, 1)
        self.hide()

    def tell(self, question: Question | None) -> None:
        """Show a question; None hides the panel."""
        if question is None:
            self.hide()
            self._is_open = None
            return
        self.title.setText(question.title)
        self.note.setText(question.note)
        self.note.setVisible(bool(question.note))
        if [each.choice for each in question.ways] != list(self._ways):
            self._lay(question)
        for way in question.ways:
            self._ways[way.choice].tell(way)
        self.set_theme(self._theme)
        self.show()
        self.raise_()

    def set_theme(self, theme: Theme) -> None:
        """Take over another theme."""
        self._theme = theme
        side = sized(SIGN)
        sign = qt_icon(Icon.SEAT, theme, pixels=side, colour=theme.accent)
        self.sign.setPixmap(sign.pixmap(QSize(side, side), self.devicePixelRatioF()))

    def take_focus(self) -> None:
        """Focus the choice that is made at the timeout, or else the first that is possible."""
        if self.area.isHidden():
            self._fold()
        rows = [row.press for row in self._ways.values() if row.press.isEnabled()]
        first = next((row.press for row in self._ways.values() if row.is_coming and row.press in rows), None)
        if rows:
            (first or rows[0]).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def fit(self, room: QSize, *, most: int) -> QSize:
        """The size within the room over the table; the panel folds if not even one choice has room.

        If the player opens it nevertheless, it is up to `most` pixels high.
        """
        wide = min(sized(WIDEST), room.width())
        margins = self._whole.contentsMargins()
        inner = wide - margins.left() - margins.right() - 2 * self.frameWidth()
        is_narrow = inner < sized(BUTTON) * 2
        for place, row in enumerate(self._ways.values()):
            row.lay(self._grid, place, is_narrow=is_narrow)
        self._grid.setColumnMinimumWidth(0, 0 if is_narrow else sized(BUTTON))
        first = max((row.press.sizeHint().height() for row in self._ways.values()), default=0)
        has_room = self._head(inner) + GAP + first <= room.height()
        self._open(is_open=has_room if self._is_open is None else self._is_open)
        if self.area.isHidden():
            return QSize(wide, min(self._head(inner), most))
        bar = self.area.verticalScrollBar().sizeHint().width()
        high = self._head(inner) + GAP + self._grid.heightForWidth(inner - bar)
        return QSize(wide, min(high, room.height() if has_room else most))

    def _head(self, inner: int) -> int:
        """The height of title and margins, in a width without the margins."""
        margins = self._whole.contentsMargins()
        buttons = self.fold.sizeHint().width() + self.sign.sizeHint().width() + 2 * GAP
        high = max(self.title.heightForWidth(inner - buttons), self.fold.sizeHint().height())
        return int(high) + margins.top() + margins.bottom() + 2 * self.frameWidth()

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

    def _fold(self) -> None:
        self._is_open = self.area.isHidden()
        self._open(is_open=self._is_open)
        self.folded.emit()

    def _open(self, *, is_open: bool) -> None:
        self.area.setVisible(is_open)
        self.fold.setText("Fold" if is_open else "Show")


class _WayRow:
    """A button and a sentence that explains it; updated in place, so that the focus stays."""

    def __init__(self, way: WayOn, pressed: partial[None]) -> None:
        self.press: QPushButton = button("", pressed)
        self.press.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.press.setAutoDefault(False)  # an Enter typed for something else must decide nothing
        self.press.setObjectName(f"way-{way.choice}")
        self.means = label("")
        self.is_coming = False

    def tell(self, way: WayOn) -> None:
        """Show the present state of a choice."""
        self.is_coming = way.is_coming
        role = "primary" if way.is_coming or way.is_own else ""
        if self.press.property("role") != role:
            self.press.setProperty("role", role)
            self.press.style().polish(self.press)
        self.press.setText(f"✓ {way.words}" if way.is_own else way.words)
        self.press.setEnabled(not way.hindrance)
        self.press.setAccessibleName(way.spoken)
        self.means.setText(" ".join(filter(None, (way.about, way.votes))))

    def lay(self, grid: QGridLayout, place: int, *, is_narrow: bool) -> None:
        """Put the sentence beside the button, or below it."""
        for each in (self.press, self.means):
            grid.removeWidget(each)
        if is_narrow:
            grid.addWidget(self.press, 2 * place, 0, 1, 2)
            grid.addWidget(self.means, 2 * place + 1, 0, 1, 2)
        else:
            grid.addWidget(self.press, 2 * place, 0)
            grid.addWidget(self.means, 2 * place, 1)

    def drop(self) -> None:
        """Remove both."""
        for each in (self.press, self.means):
            each.hide()
            each.deleteLater()
