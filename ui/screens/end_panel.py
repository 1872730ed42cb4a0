"""The panel at the end of a game: the result, the sheet, and what the player can do now."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.animals import Animal
from ui.art.icon_paths import Icon
from ui.art.theme import Theme
from ui.kit.standings import Placed, Standings, Winner
from ui.parts import AT_LEFT, FLUSH, button, hold, label, pack, show_text, sized, turn
from ui.screens.face_row import FaceRow
from ui.screens.turning_points import TurningPointPictures

LARGEST = QSize(960, 720)
NARROWEST = 560
LOWEST = 130
"""Least visible height of the scores at 100 %; the rest scrolls."""
GAP, EDGES = 16, 80
WINNER = 9
"""The winner's picture is at most as high as the window's height divided by this."""
FRAME, EDGE = 2, 4
"""Margins in pixels: for the panel's border, and above the rows at its foot."""
MARGINS = (28, 20, 28, 20)
OVER = "The game is over. "
"""Beginning of a result, left out here: the line above the table says it."""
TURNED, SCORES = "Show the turning points", "Show the scores"
OPEN, SURE = "Open my hand…", "Yes, show my hand to everybody"


class Saved(Enum):
    """Things of a game that can be saved, as the menu names them."""

    PICTURE = "A picture of this game…"
    EVENING = "A picture of the evening…"
    SHEET = "The score sheet (PDF)…"
    RECORD = "The record…"


class EndPanel(QFrame):
    """Shows the game's score sheet or the standings, which scroll, and below them what to do next."""

    rematch_wanted = Signal()
    change_wanted = Signal()
    replay_wanted = Signal(int)
    """Asks for the replay just before this event; 0: from the beginning."""
    look_back_wanted = Signal()
    save_wanted = Signal(object)
    """Carries a `Saved`."""
    leave_wanted = Signal()
    open_wanted = Signal()
    """Asks to open the player's hand for everybody."""
    resized = Signal()
    """The panel needs another size."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scores: QWidget | None = None
        self.setProperty("role", "card")
        self.setAccessibleName("The end of the game")
        self.result = label("", "title")
        self.why = label("", selectable=True)
        self.sheet = QVBoxLayout()
        self.rematch = button("Play again", self.rematch_wanted.emit, role="primary")
        self.change = button("Change and play again…", self.change_wanted.emit)
        self.leave = button("Back to the lobby", self.leave_wanted.emit)
        self.replay = button(
            "Watch the replay", lambda: self.replay_wanted.emit(0), role="quiet", icon=(Icon.RECORDS, theme)
        )
        self.look_back = TurningPointPictures(self)
        self.look_back.wanted.connect(self.replay_wanted)
        self.look_back.told.connect(self._tell_look_back)
        self.look_back.hide()
        self.turned = button(TURNED, self._turn, role="quiet", icon=(Icon.HINT, theme))
        self.others = label("", "heading")
        self.ready = FaceRow(theme)
        self.evening = label("", "aside", selectable=True)
        self.saved = label("", "aside")
        self.saved.hide()
        self.hands = label("", selectable=True)
        self.hand = button(OPEN, self._open, icon=(Icon.EYE, theme))
        for each in (self.others, self.ready, self.evening, self.hands, self.hand):
            each.hide()
        self._again = pack(QHBoxLayout(), self.rematch, self.change, self.leave, None)
        self.save = button("Save or share", bool, role="quiet", icon=(Icon.SAVE, theme))
        self.saves = self._menu()
        self._lay_out()

    def _lay_out(self) -> None:
        view = button("Look at the table", self.hide, role="quiet", icon=(Icon.EYE, self._theme))
        self._pairs = pack(QHBoxLayout(), view, self.replay), pack(QHBoxLayout(), self.turned, self.save)
        self._looks = pack(QHBoxLayout(), *self._pairs, None)
        self._all = QWidget()
        self._head = _head(self.result, self.evening)
        layout = pack(
            QVBoxLayout(self._all),
            *(self._head, self.why, (self.sheet, 1)),
            *(self.hands, (self.hand, 0, AT_LEFT)),
            *(self._looks, self.saved),
            edges=MARGINS,
            gap=16,
        )
        self._page = _Page(self._all, layout)
        left, _, right, bottom = MARGINS
        row = pack(QHBoxLayout(), self.ready, (self.others, 1), edges=(left, EDGE, right, 0), gap=GAP // 2)
        pack(self._again, edges=(left, EDGE, right, bottom), gap=GAP // 2)
        pack(QVBoxLayout(self), (self._page, 1), row, self._again, edges=(FRAME,) * 4, gap=0)

    def _menu(self) -> dict[Saved, QAction]:
        """The menu of what can be saved."""
        menu = QMenu(self.save)
        self.save.setMenu(menu)
        made = {what: menu.addAction(what.value) for what in Saved}
        for what, action in made.items():
            action.triggered.connect(partial(self.save_wanted.emit, what))
        made[Saved.EVENING].setVisible(False)
        return made

    def tell(
        self, result: str, why: str, sheet: QWidget | None, placed: Sequence[Placed], *, motion_ms: int = 0
    ) -> None:
        """Show the end; `why` says why the game stopped, and names proven lies; "" for neither. Without a
        `sheet` the standings of `placed` are shown. Their points grow at the pace of cards (`motion_ms`)."""
        self.result.setText(result.removeprefix(OVER))
        show_text(self.why, why)
        if sheet is not None:
            sheet.setMinimumSize(sized(310), sized(300))
        if placed:
            self._head.insertWidget(0, Winner(placed, self._theme, most=self.window().height() // WINNER))
        if sheet is None and placed:
            sheet = Standings(placed, self._theme, scale=round(100 * sized(100) / 100))
        if sheet is not None:
            self._scores = sheet
            scores = _Area(_over(self.look_back, sheet))
            self.sheet.addWidget(scores)
            self._page.hold(scores)
            for each in (sheet, *sheet.findChildren(Standings)):
                if isinstance(each, Standings):
                    each.grow(motion_ms)

    def tell_again(self, line: str, faces: Sequence[Animal | None] = ()) -> None:
        """Show which of the others want to play again; "" for nobody."""
        self.ready.tell(faces)
        self.others.setText(line)
        for each in (self.ready, self.others):
            each.setVisible(bool(line))

    def tell_evening(self, lines: Sequence[str]) -> None:
        """Show the score of the evening with the same people, this game included; () hides it."""
        show_text(self.evening, "\n".join(lines))
        self.saves[Saved.EVENING].setVisible(bool(lines))

    def tell_saved(self, text: str) -> None:
        """Show where a file was saved, or why it could not be saved; "" hides it."""
        show_text(self.saved, text)

    def tell_hands(self, line: str, *, may_open: bool) -> None:
        """Show which hands were opened, and offer to open the player's own if it can be."""
        show_text(self.hands, line)
        self.hand.setVisible(may_open)

    def _turn(self) -> None:
        """Begin or stop the search for turning points; once found, switch between them and the scores."""
        if self.look_back.is_working:
            self.look_back.drop()
        elif self.look_back.isHidden() and not self.look_back.is_there:
            self.look_back_wanted.emit()
        else:
            self._show_look_back(are_shown=self.look_back.isHidden())

    @Slot()
    def _tell_look_back(self) -> None:
        if self.look_back.is_working:
            self.turned.setText(f"{self.look_back.words}. Stop")
        else:
            self._show_look_back(are_shown=self.look_back.is_there)

    def _show_look_back(self, *, are_shown: bool) -> None:
        self.look_back.setVisible(are_shown)
        if self._scores is not None:
            self._scores.setVisible(not are_shown)
        self.turned.setText(SCORES if are_shown else TURNED)
        self.resized.emit()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  (Qt's name)
        """Stop looking for turning points once the panel is closed."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.look_back.drop()

    def _open(self) -> None:
        """Ask to open the hand at the second press only, as it cannot be undone."""
        if self.hand.text() == OPEN:
            self.hand.setText(SURE)
        else:
            self.hand.setEnabled(False)
            self.open_wanted.emit()

    def best_size(self, room: QSize) -> QSize:
        """Lay the buttons out for this room over the table; return the size that the panel needs in it."""
        bar = self._page.verticalScrollBar().sizeHint().width()  # it may have to scroll
        inside = min(room.width(), sized(LARGEST.width())) - EDGES - bar
        is_offered = not self.rematch.isHidden()
        firsts = (self.rematch, self.change, self.leave) if is_offered else (self.leave,)
        has_room = sum(each.sizeHint().width() + GAP for each in firsts) <= inside
        # better to move one button down than to put all of them into a column
        self._put_change(*((self._again, 1) if has_room else (self._looks, 0)))
        for row in (self._again, *self._pairs, self._looks):  # the outer layout needs its size
            turn(row, down=False)
            turn(row, down=row.sizeHint().width() > inside)
        largest = QSize(sized(LARGEST.width()), sized(LARGEST.height()))
        wanted = max(self._all.sizeHint().width(), self._again.sizeHint().width())
        wanted += 2 * (FRAME + EDGE) + bar
        wide = min(max(wanted, sized(NARROWEST)), largest.width(), room.width())
        if (inside_it := self._all.layout()) is not None:
            inside_it.activate()  # only then do nested layouts count a label that was just shown
        high = self._all.heightForWidth(wide - 2 * (FRAME + EDGE)) + 2 * (FRAME + EDGE)
        high += self._again.sizeHint().height()
        if not self.others.isHidden():
            beside = wide - self.ready.sizeHint().width() - MARGINS[0] - MARGINS[2] - GAP // 2
            high += EDGE + max(self.others.heightForWidth(beside), self.ready.sizeHint().height())
        return QSize(wide, min(high, largest.height(), room.height()))

    def _put_change(self, row: QBoxLayout, place: int) -> None:
        if row.indexOf(self.change) < 0:
            for each in (self._again, self._looks):
                each.removeWidget(self.change)
            row.insertWidget(place, self.change)
            self.change.setVisible(not self.rematch.isHidden())  # a new parent hides it


class _Area(QScrollArea):
    """A scroll area as large as its content if there is room."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setWidgetResizable(True)
        self.setAccessibleName("The scores")
        hold(self, inside)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """The size of the whole content."""
        return self._inside.sizeHint().expandedTo(self._inside.minimumSize())


class _Page(QScrollArea):
    """A page as wide as its room, and as high if its least height allows; otherwise it scrolls vertically.

    Qt would give a page of wrapped text its full height, though the scores in it can scroll. They scroll by
    themselves if `LOWEST` of them is visible; otherwise the page scrolls, with all of them.
    """

    def __init__(self, inside: QWidget, layout: QVBoxLayout) -> None:
        super().__init__()
        self._inside, self._layout = inside, layout
        self._scores: _Area | None = None
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("The end of the game")
        hold(self, inside)
        inside.installEventFilter(self)

    def hold(self, scores: _Area) -> None:
        """Set the part of the page that can scroll by itself."""
        self._scores = scores
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        room = self.maximumViewportSize()
        seen = sized(LOWEST)
        if self._least(room.width(), seen) > room.height():
            room.setWidth(room.width() - self.verticalScrollBar().sizeHint().width())
            seen = max(seen, 0 if self._scores is None else self._scores.sizeHint().height())
        least = self._least(room.width(), seen)
        if self._scores is not None and self._scores.minimumHeight() != seen:
            self._scores.setMinimumHeight(seen)
        self._inside.resize(room.width(), max(least, room.height()))

    def _least(self, width: int, seen: int) -> int:
        """Return the least height of the page with this height of visible scores."""
        least = self._layout.totalMinimumHeightForWidth(width)
        return least if self._scores is None else least - self._scores.minimumHeight() + seen


def _over(*parts: QWidget) -> QWidget:
    """Put parts into one widget; at most one is to be visible at a time, and fills it."""
    inside = QWidget()
    pack(QVBoxLayout(inside), *parts, edges=FLUSH)
    return inside


def _head(result: QLabel, evening: QLabel) -> QBoxLayout:
    """Lay out the head: the result and the evening's score; `tell` adds the winner's picture before them."""
    words = pack(QVBoxLayout(), None, result, evening, None)
    return pack(QHBoxLayout(), (words, 1), gap=GAP)
