"""Small widgets that every screen is made of, with their roles, icons and accessible names."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFont,
    QShowEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGraphicsItem,
    QGridLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from ui.art.fonts import MONO
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.stylesheet import BASE_PIXELS, pixels
from ui.art.theme import Theme


def label(text: str = "", role: str = "", *, wraps: bool = True, selectable: bool = False) -> QLabel:
    """A label in one of the style sheet's roles. Plain text always: names come from other players."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wraps)
    if role:
        made.setProperty("role", role)
    if selectable:
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
    return made


class ScrolledLabel(QScrollArea):
    """Words that take a tenth of the window's height, or two lines, and scroll if they have more."""

    def __init__(self, words: QWidget) -> None:
        super().__init__()
        self._words = words
        self.setAccessibleName(words.accessibleName())
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(words)
        for each in (words, self.viewport()):
            each.setAutoFillBackground(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, wide: int, /) -> int:  # noqa: N802  (Qt's name)
        """Return the height of the words, as far as they may grow."""
        line = self._words.fontMetrics().lineSpacing()
        lines = max(2, self.window().height() // 10 // line)  # whole ones: none is cut in half
        return min(self._words.heightForWidth(wide), lines * line)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        """Words that were written while nobody saw them have their height: Qt asks for none then."""
        super().showEvent(event)
        self._words.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """A line."""
        return QSize(0, self._words.fontMetrics().lineSpacing())


def button(
    text: str,
    clicked: Callable[[], object],
    *,
    role: str = "",
    icon: tuple[Icon, Theme] | None = None,
    tip: str = "",
) -> QPushButton:
    """A button that calls `clicked`."""
    made = QPushButton(text)
    if role:
        made.setProperty("role", role)
    if icon is not None:
        give_icon(made, *icon)
    if tip:
        made.setToolTip(tip)
    made.clicked.connect(lambda: clicked())  # noqa: PLW0108  (drops Qt's `checked`)
    return made


def tool(name: str, icon: Icon, theme: Theme, *, key: str = "", word: str = "") -> QToolButton:
    """A button that is an icon alone; `name` is its tip and accessible name, `key` its shortcut in words.
    Where there is room, as in a table's bar, `show_word` puts its `word` below the icon."""
    made = QToolButton()
    if word:
        made.setText(word)
        made.setProperty("worded", True)
    made.setProperty("icon_name", icon.value)
    made.setToolTip(f"{name} ({key})" if key else name)
    made.setAccessibleName(name)
    made.setProperty("role", "tool")
    made.setIcon(qt_icon(icon, theme))
    return made


def show_word(made: QToolButton, *, shown: bool = True) -> QToolButton:
    """Show a tool's word, or its icon alone."""
    style = Qt.ToolButtonStyle
    made.setToolButtonStyle(style.ToolButtonTextUnderIcon if shown else style.ToolButtonIconOnly)
    return made


def sized(design: float) -> int:
    """A length of the design in device-independent pixels, at the scale that the program is dressed in."""
    return pixels(design, QApplication.font().pixelSize() / BASE_PIXELS)


def give_icon(made: QPushButton, icon: Icon, theme: Theme) -> None:
    """Put an icon on a button, in the ink of its role."""
    inks = {"primary": theme.accent_text, "danger": theme.danger_text, "quiet": theme.link}
    made.setProperty("icon_name", icon.value)
    made.setIcon(qt_icon(icon, theme, colour=inks.get(made.property("role") or "")))


def renew_icons(root: QWidget, theme: Theme) -> None:
    """Draw all icons below `root` again, in another theme."""
    for each in root.findChildren(QPushButton):
        if each.property("icon_name"):
            give_icon(each, Icon(each.property("icon_name")), theme)
    for made in root.findChildren(QToolButton):
        if made.property("icon_name"):
            made.setIcon(qt_icon(Icon(made.property("icon_name")), theme))


def card(layout: QLayout) -> QFrame:
    """A raised panel around a layout."""
    frame = QFrame()
    frame.setProperty("role", "card")
    layout.setContentsMargins(20, 16, 20, 16)
    fill_with(frame, layout)
    return frame


def soon(owner: QObject, do: Callable[[], object]) -> None:
    """Do something of `owner` when what is under way is through, and nothing if it is gone by then.

    No `QTimer.singleShot`: PySide keeps its method, with all that hangs on it, if its object is gone first.
    """
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.timeout.connect(do)
    timer.timeout.connect(timer.deleteLater)
    timer.start(0)


class NextTurn:
    """Calls `do` once, in the turn after the one in which it was told to `start`.

    A timer of 0 ms alone is not enough: where one is started by an event that was posted, it goes off in the
    same turn, before anything is painted.
    """

    def __init__(self, do: Callable[[], object], parent: QObject | None = None) -> None:
        self._do = do
        self._is_next = False
        self._timer = QTimer(parent)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._come)

    @property
    def is_waiting(self) -> bool:
        """True if it was started and has not come yet."""
        return self._timer.isActive()

    def start(self) -> None:
        """Do it in the next turn."""
        if not self._timer.isActive():
            self._is_next = False
            self._timer.start()

    def stop(self) -> None:
        """Do not do it. The timer may be gone already: what nobody holds is let go of in any order."""
        if is_there(self._timer):
            self._timer.stop()

    def _come(self) -> None:
        if self._is_next:
            self._do()
        else:
            self._is_next = True
            self._timer.start()


def is_there(thing: QObject | QGraphicsItem) -> bool:
    """True if Qt still has what Python holds."""
    return shiboken6.Shiboken.isValid(thing)


def nest(outer: QBoxLayout | QGridLayout, inner: QLayout, *place: int) -> None:
    """Put a layout into another; `place` is the stretch in a row, or row, column and spans in a grid.

    Nobody else calls Qt's `addLayout`, nor `setLayout`: PySide makes a Python object for every item of a
    layout that comes filled. Qt deletes an item with its widget and tells nobody; the Python object stays
    known under the item's address, and what Qt builds there next and hands to Python (an option of a
    style, an event) is taken for it: a TypeError where nobody expects one, or a crash.
    """
    outer.addLayout(inner, *place)  # type: ignore[call-overload]  # how many numbers, the layout knows
    _let_go(inner)


def fill_with(widget: QWidget, layout: QLayout) -> None:
    """Give a widget its layout; see `nest`."""
    widget.setLayout(layout)
    _let_go(layout)


def _let_go(layout: QLayout) -> None:
    for at in range(layout.count()):
        item = layout.itemAt(at)
        if isinstance(item, QLayout):
            _let_go(item)
        elif item is not None:
            shiboken6.Shiboken.invalidate(item)


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it go."""
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            break
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)


def show_markdown(browser: QTextBrowser, text: str) -> None:
    """Show Markdown with calm headings (Qt's own are twice as large as the text), and with our own letters
    for boards and literal words (Qt takes those of the system)."""
    browser.setMarkdown(text)
    whole = QTextCursor(browser.document())
    whole.beginEditBlock()  # the page is laid out once, not after every paragraph
    block = browser.document().begin()
    while block.isValid():
        level = block.blockFormat().headingLevel()
        cursor = QTextCursor(block)
        shape = block.blockFormat()
        shape.setTopMargin(14 if level else 0)
        shape.setBottomMargin(4 if level else 6)
        shape.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(shape)
        if level:
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            look = QTextCharFormat()
            look.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
            look.setFontWeight(QFont.Weight.Bold)
            cursor.mergeCharFormat(look)
        _bring_letters(block)
        block = block.next()
    whole.endEditBlock()
    browser.moveCursor(QTextCursor.MoveOperation.Start)


def _bring_letters(block: QTextBlock) -> None:
    """Set in our own letters what has those of the system: nothing else has a family of its own."""
    look = QTextCharFormat()
    look.setFontFamilies([MONO])
    if block.charFormat().fontFamilies():  # which makes an empty line as high as the others
        QTextCursor(block).mergeBlockCharFormat(look)
    each, places = block.begin(), []
    while not each.atEnd():
        part = each.fragment()
        if part.charFormat().fontFamilies():
            places.append((part.position(), part.position() + part.length()))
        each += 1
    for start, end in places:
        cursor = QTextCursor(block)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(look)
