"""Small widgets and layouts that all screens use, with their roles, icons and accessible names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import shiboken6
from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
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

Box = TypeVar("Box", bound=QBoxLayout)
Part: TypeAlias = (
    QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
)
"""A part of a box: alone, with its stretch, or with stretch and alignment; None is an elastic space."""
FLUSH = (0, 0, 0, 0)
"""Margins of a box that reaches the edges of its widget."""
AT_TOP, AT_LEFT = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft


def label(text: str = "", role: str = "", *, wraps: bool = True, selectable: bool = False) -> QLabel:
    """Return a label, with a role of the style sheet. Always plain text, as names come from other players."""
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


def show_text(line: QLabel, text: str) -> None:
    """Show a text on a label; "" hides the label."""
    line.setText(text)
    line.setVisible(bool(text))


def announce(of: QObject, text: str) -> None:
    """Let a screen reader say a text at once."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(of, text))


def hold(area: QScrollArea, inside: QWidget) -> None:
    """Put a widget into a scroll area, and let both show the background behind them, without a frame."""
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inside)
    for each in (inside, area.viewport()):
        each.setAutoFillBackground(False)


class ScrolledLabel(QScrollArea):
    """Shows a label in two lines or, if more, a tenth of the window's height at most; the rest scrolls."""

    def __init__(self, words: QWidget) -> None:
        super().__init__(widgetResizable=True)
        self._words = words
        self.setAccessibleName(words.accessibleName())
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        hold(self, words)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, wide: int, /) -> int:  # noqa: N802  (Qt's name)
        """Return the height that the label needs at this width, up to that limit."""
        line = self._words.fontMetrics().lineSpacing()
        lines = max(2, self.window().height() // 10 // line)  # whole lines: none is cut in half
        return min(self._words.heightForWidth(wide), lines * line)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        """Update the height: Qt asks for none while the words are hidden."""
        super().showEvent(event)
        self._words.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return one line's height, and any width."""
        return QSize(0, self._words.fontMetrics().lineSpacing())


def button(
    text: str,
    clicked: Callable[[], object],
    *,
    role: str = "",
    icon: tuple[Icon, Theme] | None = None,
    tip: str = "",
) -> QPushButton:
    """Return a button that calls `clicked`; `tip` is its tooltip."""
    made = QPushButton(text)
    if role:
        made.setProperty("role", role)
    if icon is not None:
        give_icon(made, *icon)
    if tip:
        made.setToolTip(tip)
    made.clicked.connect(lambda: clicked())  # noqa: PLW0108  (drops Qt's `checked`)
    return made


def tool(
    name: str,
    icon: Icon,
    theme: Theme,
    clicked: Callable[[], object] = bool,
    *,
    key: str = "",
    word: str = "",
) -> QToolButton:
    """Return an icon button; `name` is its accessible name and, with its shortcut `key`, its tooltip. Its
    `word` appears below the icon after `show_word`, as in a table's bar with enough room."""
    made = QToolButton()
    if word:
        made.setText(word)
        made.setProperty("worded", True)
    made.setProperty("icon_name", icon.value)
    made.setToolTip(f"{name} ({key})" if key else name)
    made.setAccessibleName(name)
    made.setProperty("role", "tool")
    made.setIcon(qt_icon(icon, theme))
    made.clicked.connect(lambda: clicked())  # noqa: PLW0108  (drops Qt's `checked`)
    return made


def show_word(made: QToolButton, *, shown: bool = True) -> QToolButton:
    """Show a tool's word below its icon, or only the icon; return the tool."""
    style = Qt.ToolButtonStyle
    made.setToolButtonStyle(style.ToolButtonTextUnderIcon if shown else style.ToolButtonIconOnly)
    return made


def sized(design: float) -> int:
    """Scale a length of the design (at 100 %) to device-independent pixels, at least 1."""
    return pixels(design, QApplication.font().pixelSize() / BASE_PIXELS)


def give_icon(made: QPushButton, icon: Icon, theme: Theme) -> None:
    """Put an icon on a button, in the colour of its text."""
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
    """Return a raised panel around a layout."""
    frame = QFrame()
    frame.setProperty("role", "card")
    layout.setContentsMargins(20, 16, 20, 16)
    fill_with(frame, layout)
    return frame


def defer(owner: QObject, do: Callable[[], object]) -> None:
    """Call `do` in the event loop, after the present event, unless `owner` is deleted first.

    Not `QTimer.singleShot`: if its object is gone first, PySide keeps the method and everything that it
    refers to.
    """
    timer = QTimer(owner, singleShot=True)
    timer.timeout.connect(do)
    timer.timeout.connect(timer.deleteLater)
    timer.start(0)


class NextTurn:
    """Calls `do` once after `start`, in the next turn of the event loop. A timer of 0 ms must fire twice for
    that: if a posted event starts it, it fires first in the same turn, before anything is painted."""

    def __init__(self, do: Callable[[], object], parent: QObject | None = None) -> None:
        self._do = do
        self._is_next = False
        self._timer = QTimer(parent, singleShot=True, interval=0)
        self._timer.timeout.connect(self._come)

    @property
    def is_waiting(self) -> bool:
        """True from `start` until the call."""
        return self._timer.isActive()

    def start(self) -> None:
        """Call `do` in the next turn; a second call before that changes nothing."""
        if not self._timer.isActive():
            self._is_next = False
            self._timer.start()

    def stop(self) -> None:
        """Cancel the call. The timer may be gone: Qt and Python delete unowned objects in any order."""
        if is_alive(self._timer):
            self._timer.stop()

    def _come(self) -> None:
        if self._is_next:
            self._do()
        else:
            self._is_next = True
            self._timer.start()


def is_alive(thing: QObject | QGraphicsItem) -> bool:
    """True if the Qt object of this Python object still exists."""
    return shiboken6.Shiboken.isValid(thing)


def pack(
    box: Box, *parts: Part, edges: tuple[int, int, int, int] | None = None, gap: int | None = None
) -> Box:
    """Add parts to a box layout, in order, with these margins and spacing in pixels; return the box."""
    if edges is not None:
        box.setContentsMargins(*edges)
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        if part is None:
            box.addStretch(1)
            continue
        each, *place = part if isinstance(part, tuple) else (part,)
        if isinstance(each, QLayout):
            nest(box, each, *place)
        else:
            box.addWidget(each, *place)  # type: ignore[arg-type]  # a stretch, and an alignment
    return box


def turn(row: QBoxLayout, *, down: bool) -> None:
    """Lay the parts of a row below one another, or side by side again."""
    row.setDirection(QBoxLayout.Direction.TopToBottom if down else QBoxLayout.Direction.LeftToRight)


def nest(outer: QBoxLayout | QGridLayout, inner: QLayout, *place: int) -> None:
    """Put a layout into another; `place` is the stretch in a box, or row, column and spans in a grid.

    Only this and `fill_with` call Qt's `addLayout` and `setLayout`: PySide makes a Python object for every
    item of a layout that arrives filled. Qt deletes an item with its widget and does not report it; the
    Python object stays known under the item's address. The next thing that Qt builds there and hands to
    Python (an option of a style, an event) is then mistaken for it: a TypeError where nobody expects one, or
    a crash.
    """
    outer.addLayout(inner, *place)  # type: ignore[call-overload]  # a row takes one number, a grid more
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
    """Remove everything from a layout, and delete the widgets."""
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
    """Show Markdown with bold headings in the size of the text (Qt's are up to twice as large), and with our
    own fixed-width font for boards and literal words (Qt takes the system's)."""
    browser.setMarkdown(text)
    whole = QTextCursor(browser.document())
    whole.beginEditBlock()  # lays the page out once, not after every paragraph
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
        _use_our_font(block)
        block = block.next()
    whole.endEditBlock()
    browser.moveCursor(QTextCursor.MoveOperation.Start)


def _use_our_font(block: QTextBlock) -> None:
    """Put fixed-width text in our font; only that text has a font family of its own."""
    look = QTextCharFormat()
    look.setFontFamilies([MONO])
    if block.charFormat().fontFamilies():  # so that an empty line is as high as the others
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
