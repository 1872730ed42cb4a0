"""The bar above a table: the way out, the status, the work of the deck, and the buttons of the docks."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.games.narrator import counted
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.parts import (
    AT_TOP,
    FLUSH,
    ScrolledLabel,
    button,
    label,
    nest,
    pack,
    show_text,
    show_word,
    sized,
    tool,
)

WORDS = 300
"""Least width of the status, at 100 %, on a line with the buttons; else it gets its own line."""
SIGN = 26
SPACING = 10
BELOW = (1, 0, 1, 5)
"""Place of `tools` on a line of its own: row, column, rows, columns."""
EDGE = 12
LOW = 480
"""In a window lower than this, at 100 %, the icons have no words: the table needs the room."""
ICON, ICON_LEAST, ICON_EDGE = 22, 34, 10
"""Width of an icon at 100 %, its least width, and both paddings together, as in the style sheet."""
ROOM_PART = 0.16
"""Greatest share of the window's height for words, unless a line of status and two of a tip need more."""


class TableBar(QFrame):
    """Has one line if there is room; else buttons above and words below, or even a third line for `tools`.

    `tools` holds hint, pause, the docks' buttons and what else a screen adds. The bar reserves two lines for
    the status and two for the last event, a tip or a question: otherwise a longer sentence would move the
    table, and a press already aimed would hit something else. So in a game it never gets lower by itself.
    """

    def __init__(
        self,
        theme: Theme,
        *,
        leave: Callable[[], object],
        proven: Callable[[], object],
        result: Callable[[], object],
        pause: Callable[[], object],
        hint: Callable[[], object],
    ) -> None:
        super().__init__()
        self.setObjectName("bar")
        self._leave = tool("Leave the table", Icon.LEAVE, theme, leave, key="Ctrl+W", word="Leave")
        self.sign = QLabel()
        self.status = label("", "heading")
        self.status.setAccessibleName("Your task")
        self.clock = label("", "heading", wraps=False)
        self.clock.setAccessibleName("The time of your move")
        self.clock.hide()
        self.happened = label("", "aside")
        self.happened.setAccessibleName("The latest move")
        self.deck = label("", "aside")
        self.deck.setAccessibleName("The deck's work")
        self._column = pack(QVBoxLayout(), self.status, self._usual(), gap=0)
        self.notices: tuple[QWidget, ...] = ()
        self.keeps_room = True
        self._words = QWidget()
        words = ((self.sign, 0, AT_TOP), (self._column, 1), self.clock)
        pack(QHBoxLayout(self._words), *words, edges=FLUSH, gap=SPACING)
        self.result = button("The result", result)
        self._pause = tool("Ask for a pause", Icon.PAUSE, theme, pause, word="Pause")
        self._pause.hide()
        self.proofs = button(
            "", proven, role="quiet", icon=(Icon.VERIFIED, theme), tip="The proofs of this table"
        )
        self._hint = tool("A hint", Icon.HINT, theme, hint, key="H", word="Hint")
        self._hint.hide()
        self.tools = pack(QHBoxLayout(), self._hint, self._pause, gap=SPACING // 2)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(EDGE, 6, EDGE, 6)
        self._grid.setHorizontalSpacing(SPACING)
        self._grid.setVerticalSpacing(2)
        self._lines = 1
        self._lay()

    def _usual(self) -> QWidget:
        """Make the lines below the status, which are shown while there is no notice."""
        inside = QWidget()
        pack(QVBoxLayout(inside), self.happened, self.deck, None, edges=FLUSH, gap=0)
        self._below = ScrolledLabel(inside)
        self._below.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return self._below

    def hold(self, *notices: QWidget) -> None:
        """Reserve room for one of these notices in the place of the last event."""
        self.notices = notices
        pack(self._column, *notices)
        self._keep_room()

    def show_notice(self, shown: QWidget | None) -> None:
        """Show one of the notices and no other; None shows the last event."""
        for each in self.notices:
            each.setVisible(each is shown)
        self._below.setVisible(shown is None)

    def give_up_room(self) -> None:
        """Reserve no more room for words: the game is over, so nothing on the table can be pressed."""
        self.keeps_room = False
        self._be_low()
        self._keep_room()

    def fit(self) -> None:
        """Lay out changed words at once, inner layouts first: by itself Qt takes three turns of its event
        loop, and shows words cut in half meanwhile."""
        self._keep_room()
        for each in (self._words, self):
            layout = each.layout()
            if layout is not None:
                layout.activate()
        if self.isVisible():
            self._grow(self._grid.totalHeightForWidth(self.width()))

    def show_sign(self, icon: Icon, theme: Theme, *, colour: str | None) -> None:
        """Show an icon before the status; `colour` None is the theme's."""
        side = sized(SIGN)
        drawn = qt_icon(icon, theme, pixels=side, colour=colour)
        self.sign.setPixmap(drawn.pixmap(QSize(side, side), self.devicePixelRatioF()))

    def show_clock(self, text: str, *, is_late: bool) -> None:
        """Show the time left for the player's move, "" for no limit; `is_late`: as a warning."""
        role = "error" if is_late else "heading"
        if self.clock.property("role") != role:
            self.clock.setProperty("role", role)
            self.clock.style().polish(self.clock)
        show_text(self.clock, text)

    def offer_pause(self, *, possible: bool) -> None:
        """Show or hide the button that asks for a pause."""
        self._pause.setVisible(possible)

    def offer_hint(self, *, possible: bool) -> None:
        """Show or hide the button for a hint. Once shown, it keeps its place while hidden."""
        if possible:
            keeps = self._hint.sizePolicy()
            keeps.setRetainSizeWhenHidden(True)
            self._hint.setSizePolicy(keeps)
        self._hint.setVisible(possible)

    def show_proofs(self, proofs: int) -> None:
        """Show the number of checked proofs; a narrow bar has room for fewer words or only the shield."""
        counts = counted(proofs, "proof", none="0")
        words = f"{counts} checked"
        self.proofs.setAccessibleName(words)
        self._proofs = (counts, words)
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Change the number of lines if needed."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._be_low()
        self._settle()
        self._keep_room()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  (Qt's name)
        """Lay out again for another size of letters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._be_low()
            self._settle()
            self._keep_room()

    def event(self, event: QEvent) -> bool:
        """Lay out again after a change of the buttons."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._settle()
        return done

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the usual least height, and any width, as the bar can use more lines."""
        return QSize(0, super().minimumSizeHint().height())

    _proofs = ("", "")
    _tallest = 0

    def _be_low(self) -> None:
        """Let the bar get lower once, because its width, its letters or its reserved room have changed."""
        self._tallest = 0
        self.setMinimumHeight(0)

    def _grow(self, high: int) -> None:
        if high > self._tallest:
            self._tallest = high
            self.setMinimumHeight(high)

    def _keep_room(self) -> None:
        """Reserve two lines for the status and two below; in a low window with large letters one and two, or
        two and a notice of one line."""
        todo, below = (
            ceil(QFontMetricsF(each.font()).lineSpacing()) for each in (self.status, self.happened)
        )
        low = 2 * below
        least = max((each.minimumSizeHint().height() for each in self.notices), default=0)
        low = max(low, least)
        wanted = min(2 * todo + low, round(ROOM_PART * self.window().height()))
        room = max(todo + low, 2 * todo + least, wanted)
        self._words.setMinimumHeight(room if self.keeps_room else 0)
        high = max(least, room - self.status.heightForWidth(max(1, self.status.width())))
        self._below.setMaximumHeight(high)
        self._below.setMinimumHeight(high if self.keeps_room else 0)
        for each in self.notices:
            each.setFixedHeight(high)

    def _settle(self) -> None:
        self._word()
        counts, words = self._proofs
        fewer = counts if self.width() >= self._buttons(counts) else ""
        lines = 1 if self.width() >= self._needed() else 2 if self.width() >= self._buttons(fewer) else 3
        self.proofs.setText(words if lines == 1 else fewer)
        if lines != self._lines:
            self._lines = lines
            self._lay()

    def _word(self) -> None:
        """Show words below all icons, unless the bar then needed one more line, or the window is low."""
        tools = [each for each in self.findChildren(QToolButton) if each.property("worded")]
        icon = max(sized(ICON), ICON_LEAST) + ICON_EDGE
        longer = sum(max(0, ceil(_wide(each, each.text())) + ICON_EDGE - icon) for each in tools)
        row = len(tools) * (icon + SPACING) + 2 * EDGE
        fixed = self._proofs_width("")
        fixed += 0 if self.result.isHidden() else self.result.sizeHint().width() + SPACING
        two_lines = self.width() >= row + fixed
        fits = self.width() >= row + longer + (fixed if two_lines else 0)
        fits = fits and self.window().height() >= sized(LOW)
        for each in tools:
            show_word(each, shown=fits)

    def _proofs_width(self, words: str) -> int:
        return sized(64) + ceil(_wide(self.proofs, words))

    def _needed(self) -> int:
        """Return the least width of the bar on a single line with all words."""
        return self._buttons(self._proofs[1]) + self.sign.sizeHint().width() + sized(WORDS)

    def _buttons(self, proofs_words: str) -> int:
        """Return the width of a line with only the buttons and these words about the proofs."""
        fixed = [self._leave, *([] if self.result.isHidden() else [self.result])]
        proofs = self._proofs_width(proofs_words)
        wide = sum(each.sizeHint().width() + SPACING for each in fixed)
        return wide + proofs + self.tools.sizeHint().width() + 2 * EDGE + 3 * SPACING

    def _lay(self) -> None:
        grid, lines = self._grid, self._lines
        for each in (self._leave, self._words, self.result, self.proofs):
            grid.removeWidget(each)
        grid.removeItem(self.tools)
        self.tools.setParent(None)
        for column in range(6):
            grid.setColumnStretch(column, 0)
        if lines > 1:
            for column, each in enumerate((self._leave, self.result, self.proofs)):
                grid.addWidget(each, 0, column)
            grid.setColumnStretch(3, 1)
            if lines == 2:
                nest(grid, self.tools, 0, 4)
            else:
                nest(grid, self.tools, *BELOW)
            grid.addWidget(self._words, 2, 0, 1, 5)
        else:
            for column, each in enumerate((self._leave, self._words, self.result, self.proofs)):
                grid.addWidget(each, 0, column)
            grid.setColumnStretch(1, 1)
            nest(grid, self.tools, 0, 5)
        self.updateGeometry()


def _wide(control: QWidget, words: str) -> float:
    return QFontMetricsF(control.font()).horizontalAdvance(words)
