"""The form to host a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.screens.lobby import TableSetup, offers, setup_for
from rules.api import Option
from ui.art.icon_paths import Icon
from ui.art.stylesheet import BASE_PIXELS
from ui.art.theme import Theme
from ui.parts import FLUSH, button, card, clear, label, pack, renew_icons, show_text, sized
from ui.screens.game_button import GameButton

TITLES = 160
"""Least width of the titles at 100 %."""
WIDEST, SIDE = 900, 36
"""Greatest width of the form and the margin at its sides, at 100 %."""
NARROW = 520
"""In a window narrower than this, at 100 %, boxes stand below their titles."""
ROW_GAP, PADDING = 8, 44
"""Gap between rows, and the padding at both sides of the card together, in pixels."""


class HostPage(QWidget):
    """Shows and changes a `TableSetup`; `opened` carries the final one. The form scrolls; the summary and the
    buttons are always visible."""

    opened = Signal(object)
    back_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setup = setup_for("plump")
        self._offered: tuple[Option, ...] = ()
        inside = QWidget()
        self._form, self.seats = _Rows(ROW_GAP), QSpinBox()
        self._form.add(
            "Seats", self.seats, "At the table, press a chair for a bot, or add and remove chairs."
        )
        self.seats.valueChanged.connect(lambda seats: self.show_setup(self.setup.with_seats(seats)))
        self.more = button("More", self._show_more, role="quiet")
        self.rest = label("", "muted")
        line = pack(QHBoxLayout(), (self.rest, 1), self.more)
        self.seldom, self._options, self._terms = QWidget(), _Rows(2), _Rows(2)
        pack(
            QVBoxLayout(self.seldom),
            *(label("Rules of this table", "heading"), self._options),
            *(label("Everybody who sits down agrees to this", "heading"), self._terms),
            edges=FLUSH,
            gap=12,
        )
        self.seldom.hide()
        form = card(pack(QVBoxLayout(), self._pictures(theme), self._form, line, self.seldom, gap=12))
        title = label("Host a table", "title")
        self._page = pack(QVBoxLayout(inside), title, form, None, edges=(SIDE, 24, SIDE, 24))
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inside)
        self._foot = self._make_foot(theme)
        pack(QVBoxLayout(self), (self._area, 1), self._foot, edges=FLUSH)
        self.show_setup(self.setup, rebuild=True)

    def _make_foot(self, theme: Theme) -> QVBoxLayout:
        self.summary = label("", "heading")
        self.fault = label("", "error")
        self.invited = label("")
        self.invited.hide()
        self.open = button("Open the table", self._open, role="primary", icon=(Icon.HOST, theme))
        buttons = pack(QHBoxLayout(), self.open, button("Back", self.back_wanted.emit), None)
        return pack(QVBoxLayout(), self.summary, self.invited, self.fault, buttons)

    def show_setup(self, setup: TableSetup, *, rebuild: bool = False) -> None:
        """Show `setup` in the form; with `rebuild` also make the boxes of its options again."""
        self.setup = setup
        self.seats.blockSignals(True)
        for each in self.games:
            each.setChecked(each.offer.key == setup.game)
        self.seats.setRange(setup.seats_range[0], setup.seats_range[-1])
        self.seats.setValue(setup.seats)
        self.seats.blockSignals(False)
        if rebuild:
            self._options.empty()
            for option in setup.offered:
                self._options.add(
                    option.title, _choices(option, setup.value(option.key), self._chose), option.about
                )
        if rebuild or setup.offered_terms != self._offered:
            self._offered = setup.offered_terms
            self._terms.empty()
            for option in self._offered:
                self._terms.add(
                    option.title, _choices(option, setup.term(option.key), self._agreed), option.about
                )
        self.rest.setText(setup.rest)
        self.summary.setText(setup.summary)
        show_text(self.fault, setup.fault)
        self.open.setEnabled(not setup.fault)

    def tell_invited(self, nick: str) -> None:
        """Show the name of the person who is invited as soon as the table is open; "" for nobody."""
        self.invited.setText(f"{nick} sees your invitation as soon as the table is open.")
        self.invited.setVisible(bool(nick))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Keep the lines short by wide margins: with a maximum width Qt would compute wrong heights."""
        super().resizeEvent(event)
        spare = max(0, event.size().width() - 2 * SIDE - sized(WIDEST))
        side = SIDE + spare // 2
        self._page.setContentsMargins(side, 24, side, 24)
        self._foot.setContentsMargins(side, 4, side, 16)
        for each in (self._form, self._options, self._terms):
            each.lay(is_narrow=event.size().width() < sized(NARROW))
        room = event.size().width() - 2 * side - PADDING
        columns = max(1, min(len(self.games), room // (self.games[0].minimumSizeHint().width() + ROW_GAP)))
        for place, made in enumerate(self.games):
            self._row.addWidget(made, place // columns, place % columns)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme."""
        for each in self.games:
            each.set_look(theme, _percent())
        renew_icons(self, theme)

    def _pictures(self, theme: Theme) -> QGridLayout:
        """The pictures of the games; one of them is chosen."""
        self._row = QGridLayout()
        self._row.setSpacing(ROW_GAP)
        self.games = [GameButton(offer, theme, _percent(), self) for offer in offers()]
        for each in self.games:
            each.set_low(is_low=True)
            each.setCheckable(True)
            each.setAccessibleName(f"Host {each.offer.title}")
            each.setToolTip(each.offer.blurb)
            each.clicked.connect(partial(self._choose_game, each.offer.key))
        return self._row

    def _choose_game(self, game: str) -> None:
        self.show_setup(setup_for(game, terms=dict(self.setup.terms)), rebuild=True)

    def _show_more(self) -> None:
        self.seldom.setVisible(self.seldom.isHidden())
        self.more.setText("More" if self.seldom.isHidden() else "Less")

    def _chose(self, key: str, value: str) -> None:
        self.show_setup(self.setup.with_option(key, value))

    def _agreed(self, key: str, value: str) -> None:
        self.show_setup(self.setup.with_term(key, value))

    def _open(self) -> None:
        self.opened.emit(self.setup)


def _percent() -> int:
    """Return the scale of the program's look, in per cent."""
    return round(100 * QApplication.font().pixelSize() / BASE_PIXELS)


def _choices(option: Option, value: str, chose: Callable[[str, str], None]) -> QComboBox:
    """Return a box for an option; it calls `chose` with the option's key and the chosen value."""
    box = _box()
    box.setObjectName(option.key)
    for choice in option.choices:
        box.addItem(option.worded(choice), choice)
    if value not in option.choices:
        box.addItem(option.worded(value), value)
    box.setCurrentIndex(box.findData(value))
    box.setAccessibleDescription(option.about)
    box.currentIndexChanged.connect(lambda: chose(option.key, box.currentData()))
    return box


def _box() -> QComboBox:
    """Return a box that may be narrower than its longest choice, so that the form never scrolls sideways."""
    made = QComboBox()
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(8)
    return made


class _Rows(QGridLayout):
    """Rows of title, box and explanation: titles to the left of the boxes, or above them if it is narrow."""

    def __init__(self, gap: int) -> None:
        super().__init__()
        self._rows: list[tuple[QWidget, QWidget, QWidget]] = []
        self._is_narrow = False
        self.setHorizontalSpacing(12)
        self.setVerticalSpacing(gap)
        self._share()

    def add(self, text: str, box: QComboBox | QSpinBox, about: str = "") -> None:
        """Add a title, its box at the same height, and an explanation below it."""
        title = label(text, wraps=False)
        title.setBuddy(box)
        box.setAccessibleName(text)
        box.installEventFilter(_PassWheel(box))
        words = label(about, "muted")
        words.setContentsMargins(0, 0, 0, sized(ROW_GAP))
        if not about:
            words.hide()  # without a parent yet, showing it would open it as a window
        self._rows.append((title, box, words))
        self._lay(len(self._rows) - 1)

    def lay(self, *, is_narrow: bool) -> None:
        """Put titles beside the boxes, or above them."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._share()
            for place in range(len(self._rows)):
                self._lay(place)

    def empty(self) -> None:
        """Remove all rows."""
        clear(self)
        self._rows.clear()

    def _share(self) -> None:
        self.setColumnMinimumWidth(0, 0 if self._is_narrow else sized(TITLES))
        self.setColumnStretch(1, 1)

    def _lay(self, place: int) -> None:
        title, box, words = self._rows[place]
        for each in (title, box, words):
            self.removeWidget(each)
        if self._is_narrow:
            self.addWidget(title, 3 * place, 0, 1, 2)
            self.addWidget(box, 3 * place + 1, 0, 1, 2)
            self.addWidget(words, 3 * place + 2, 0, 1, 2)
        else:
            self.addWidget(title, 3 * place, 0, Qt.AlignmentFlag.AlignVCenter)
            self.addWidget(box, 3 * place, 1)
            self.addWidget(words, 3 * place + 1, 1)


class _PassWheel(QObject):
    """Makes the wheel scroll the form and change no box under the mouse."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        del watched
        if event.type() is not QEvent.Type.Wheel:
            return False
        event.ignore()  # then the scroll area gets it
        return True
