"""The form of a table to host."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.screens.lobby import Wish, offers, wish_for
from rules.api import Option
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.parts import button, card, clear, label, nest, renew_icons, sized

TITLES = 160
"""How wide the titles are at 100 %."""
WIDEST, SIDE = 900, 36
"""The form is no wider than that, at 100 %; what is free at its sides."""
ROW_GAP = 8
"""Between two rows."""


class HostPage(QWidget):
    """Shows a `Wish` and changes it; `opened` carries the one that was agreed to.

    The form scrolls; what it comes to, and the buttons, are always to be seen.
    """

    opened = Signal(object)
    back_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wish = wish_for("plump")
        self._offered: tuple[Option, ...] = ()
        inside = QWidget()
        self._page = page = QVBoxLayout(inside)
        page.setContentsMargins(SIDE, 24, SIDE, 24)
        page.addWidget(label("Host a table", "title"))
        form = QVBoxLayout()
        form.setSpacing(12)
        self._form = _grid(ROW_GAP)
        self._fixed()
        nest(form, self._form)
        form.addWidget(label("Rules of this table", "heading"))
        self._options = _grid(2)
        nest(form, self._options)
        form.addWidget(label("Agreed on by all who sit down", "heading"))
        self._terms = _grid(2)
        nest(form, self._terms)
        page.addWidget(card(form))
        page.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._area, 1)
        nest(whole, self._foot(theme))
        self.show_wish(self.wish, anew=True)

    def _foot(self, theme: Theme) -> QVBoxLayout:
        foot = QVBoxLayout()
        foot.setContentsMargins(SIDE, 4, SIDE, 16)
        self.summary = label("", "heading")
        self.fault = label("", "error")
        self.invited = label("")
        self.invited.hide()
        for each in (self.summary, self.invited, self.fault):
            foot.addWidget(each)
        buttons = QHBoxLayout()
        self.open = button("Open the table", self._open, role="primary", icon=(Icon.HOST, theme))
        buttons.addWidget(self.open)
        buttons.addWidget(button("Back", self.back_wanted.emit))
        buttons.addStretch(1)
        nest(foot, buttons)
        return foot

    def show_wish(self, wish: Wish, *, anew: bool = False) -> None:
        """Show another wish; `anew` for another game, whose options are others."""
        self.wish = wish
        for box in (self.game, self.seats, self.bots, self.level):
            box.blockSignals(True)
        self.game.setCurrentIndex(self.game.findData(wish.game))
        self.seats.setRange(wish.seats_range[0], wish.seats_range[-1])
        self.seats.setValue(wish.seats)
        self.bots.setRange(0, wish.bots_range[-1])
        self.bots.setValue(wish.bots)
        if anew:
            self.level.clear()
            self.level.addItems(wish.levels)
        self.level.setCurrentText(wish.level)
        self.level.setEnabled(wish.bots > 0)
        for box in (self.game, self.seats, self.bots, self.level):
            box.blockSignals(False)
        if anew:
            clear(self._options)
            for number, option in enumerate(wish.offered):
                _add_option(self._options, 2 * number, option, wish.value(option.key), self._chose)
        if anew or wish.offered_terms != self._offered:
            self._offered = wish.offered_terms
            clear(self._terms)
            for number, option in enumerate(self._offered):
                _add_option(self._terms, 2 * number, option, wish.term(option.key), self._agreed)
        self.summary.setText(wish.summary)
        self.fault.setText(wish.fault)
        self.fault.setVisible(bool(wish.fault))
        self.open.setEnabled(not wish.fault)

    def tell_invited(self, nick: str) -> None:
        """Who is told of the table as soon as it is open; "" for nobody."""
        self.invited.setText(f"{nick} sees your invitation as soon as the table is open.")
        self.invited.setVisible(bool(nick))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Keep the lines short. A maximum width would not do: Qt works out heights as if there were none."""
        super().resizeEvent(event)
        spare = max(0, event.size().width() - 2 * SIDE - sized(WIDEST))
        self._page.setContentsMargins(SIDE, 24, SIDE + spare, 24)

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        renew_icons(self, theme)

    def _fixed(self) -> None:
        self.game, self.seats, self.bots, self.level = _box(), QSpinBox(), QSpinBox(), _box()
        for offer in offers():
            self.game.addItem(f"{offer.title} ({offer.players})", offer.key)
        for text, box in (
            ("Game", self.game),
            ("Seats", self.seats),
            ("Bots among them", self.bots),
            ("Level of the bots", self.level),
        ):
            _add_row(self._form, self._form.rowCount(), text, box)
        self.game.currentIndexChanged.connect(
            lambda: self.show_wish(wish_for(self.game.currentData(), terms=dict(self.wish.terms)), anew=True)
        )
        self.seats.valueChanged.connect(lambda seats: self.show_wish(self.wish.with_seats(seats)))
        self.bots.valueChanged.connect(lambda bots: self.show_wish(self.wish.with_bots(bots)))
        self.level.currentTextChanged.connect(lambda level: self.show_wish(self.wish.with_level(level)))

    def _chose(self, key: str, value: str) -> None:
        self.show_wish(self.wish.with_option(key, value))

    def _agreed(self, key: str, value: str) -> None:
        self.show_wish(self.wish.with_term(key, value))

    def _open(self) -> None:
        self.opened.emit(self.wish)


def _add_option(
    grid: QGridLayout, row: int, option: Option, value: str, chose: Callable[[str, str], None]
) -> None:
    """A box for one of the options, and below it what it is about."""
    box = _box()
    box.setObjectName(option.key)
    for choice in option.choices:
        box.addItem(option.worded(choice), choice)
    if value not in option.choices:
        box.addItem(option.worded(value), value)
    box.setCurrentIndex(box.findData(value))
    box.setAccessibleDescription(option.about)
    box.currentIndexChanged.connect(lambda: chose(option.key, box.currentData()))
    _add_row(grid, row, option.title, box)
    about = label(option.about, "muted")
    about.setContentsMargins(0, 0, 0, sized(ROW_GAP))
    grid.addWidget(about, row + 1, 1)


def _box() -> QComboBox:
    """A box that may be narrower than its longest choice, so that the form never scrolls aside."""
    made = QComboBox()
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(8)
    return made


def _grid(gap: int) -> QGridLayout:
    """Titles at the left, all as wide, and what they name at the right."""
    made = QGridLayout()
    made.setHorizontalSpacing(12)
    made.setVerticalSpacing(gap)
    made.setColumnMinimumWidth(0, sized(TITLES))
    made.setColumnStretch(1, 1)
    return made


def _add_row(grid: QGridLayout, row: int, text: str, box: QComboBox | QSpinBox) -> None:
    """A title, and its box at the same height."""
    title = label(text, wraps=False)
    title.setBuddy(box)
    box.setAccessibleName(text)
    box.installEventFilter(_PassWheel(box))
    grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignVCenter)
    grid.addWidget(box, row, 1)


class _PassWheel(QObject):
    """Whoever scrolls the form with the wheel changes nothing that lies under the mouse."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        del watched
        if event.type() is not QEvent.Type.Wheel:
            return False
        event.ignore()  # then what scrolls gets it
        return True
