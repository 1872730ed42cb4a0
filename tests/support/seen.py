"""The visible controls of a window, and their faults.

A control that is in no window, outside of it, cut by what holds it, too small to hit, without a name or
out of reach of Tab does not exist for the person who needs it.
"""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QGraphicsView,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTextBrowser,
    QWidget,
)

from tests.support.brought import strange_letters
from tests.support.written import Written, written
from ui.art.letters import READABLE
from ui.kit.game_table import GameTable
from ui.screens.game_button import GameButton

SMALLEST = 24
"""Least width and height of a control, in device-independent pixels (WCAG 2.2, target size)."""
MOST_SIZES = 3
"""Sizes of words, on a table and around it together."""
CONTROLS = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox),
    *(QComboBox, QLineEdit, QTextBrowser, QGraphicsView),
)

FACES = frozenset(
    {
        *("paint_card", "paint_patron", "paint_tagged", "paint_held_patrons"),
        *("paint_study", "paint_house", "paint_king", "paint_counted", "paint_strip"),
        *("paint_held_cards", "paint_card_fan", "paint_kings", "paint_plump", "paint_held", "paint_badge"),
        *("paint_bubble", "paint_barrier", "Speech"),
    }
)
"""Painters of cards, which overlap one another, and of things that cover them for a while."""
MAY_END_IN_DOTS = frozenset(
    {
        *("paint_player", "paint_barrier", "paint_status_line"),
        *("QTabBar", "QDockWidget", "QLineEdit", "QPushButton", "QLabel"),
    }
)
"""Painters and widgets whose text may end in dots: names of any length, or words that the log, a tip or the
status has in full. The texts of buttons and labels are their own tooltips."""


def controls(root: QWidget) -> list[QWidget]:
    """The visible controls below `root`, without the parts that Qt makes of larger ones."""
    return [each for each in root.findChildren(QWidget) if isinstance(each, CONTROLS) and _is_whole(each)]


def complaints(root: QWidget) -> list[str]:
    """The faults of the visible controls below `root`, one line each."""
    found = []
    for each in controls(root):
        if each.isVisible() and not _is_behind_a_tab(each):
            found += [f"{_called(each)} {what}" for what in _faults(each, root)]
    return [*found, *_nameless(root)]


def strays() -> list[str]:
    """Controls that belong to no window at all: nobody can ever see them."""
    return [
        _called(each)
        for each in QApplication.allWidgets()
        if isinstance(each, CONTROLS) and each.parentWidget() is None and not each.isVisible()
    ]


def items_held() -> list[str]:
    """Layout items that have a Python object: Qt deletes the item without a report (`ui.parts.nest`)."""
    return [
        str(each)
        for each in shiboken6.Shiboken.getAllValidWrappers()
        if isinstance(each, QLayoutItem) and not isinstance(each, QLayout)
    ]


def name_of(control: QWidget) -> str:
    """The name for screen readers: its own, its text, or its label's."""
    if control.accessibleName():
        return control.accessibleName()
    if isinstance(control, QAbstractButton) and control.text():
        return control.text()
    window = control.window()
    return next((label.text() for label in window.findChildren(QLabel) if label.buddy() is control), "")


def _nameless(root: QWidget) -> list[str]:
    """Scrolling widgets that can have the keyboard and have no name for a screen reader."""
    return [
        f"{type(each).__name__} {each.objectName()!r} has no name"
        for each in (root, *root.findChildren(QScrollArea))
        if isinstance(each, QScrollArea)
        and each.isVisible()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not each.accessibleName()
    ]


def _faults(control: QWidget, root: QWidget) -> list[str]:
    found = []
    shown = _shown(control, root)
    if shown.isEmpty():
        if not _can_be_scrolled_to(control):
            return ["lies outside of its window"]
        shown = control.rect()
    if (control.width(), control.height()) < (SMALLEST, 0) or control.height() < SMALLEST:
        found.append(f"is {control.width()} x {control.height()} small")
    elif not _can_be_scrolled_to(control) and shown.size() != control.size():
        found.append(
            f"is cut to {shown.width()} x {shown.height()} of {control.width()} x {control.height()}"
        )
    if not name_of(control):
        found.append("has no name")
    if control.isEnabled() and not control.focusPolicy() & Qt.FocusPolicy.TabFocus:
        found.append("is out of reach of Tab")
    return found


def _shown(control: QWidget, root: QWidget) -> QRect:
    """The part of a control that its parents leave, in its own coordinates."""
    rect, each = control.rect(), control
    while each is not root:
        parent = each.parentWidget()
        if parent is None:
            break
        rect = rect.translated(each.pos()).intersected(parent.rect())
        each = parent
    return rect


def _can_be_scrolled_to(control: QWidget) -> bool:
    parent = control.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def _is_behind_a_tab(control: QWidget) -> bool:
    """True in a dock whose tab is not in front: Qt puts such docks far outside."""
    parent = control.parentWidget()
    while parent is not None:
        window = parent.parentWidget()
        if isinstance(parent, QDockWidget) and isinstance(window, QMainWindow):
            return bool(window.tabifiedDockWidgets(parent)) and parent.geometry().right() < 0
        parent = window
    return False


def _is_whole(control: QWidget) -> bool:
    """True for a control of its own, no part of another (a list's bar, a dock's cross)."""
    if isinstance(control, QScrollBar) or control.objectName().startswith("qt_"):
        return False
    parent = control.parentWidget()
    while parent is not None:
        if isinstance(
            parent, (QComboBox, QAbstractSpinBox, QAbstractItemView, QLineEdit, QTabBar, QDockWidget)
        ):
            return isinstance(parent, QDockWidget) and parent.widget() is not None and _below(parent, control)
        parent = parent.parentWidget()
    return True


def _below(dock: QDockWidget, control: QWidget) -> bool:
    inside = dock.widget()
    return inside is not None and (inside is control or inside.isAncestorOf(control))


def _called(control: QWidget) -> str:
    return f"{type(control).__name__} {name_of(control) or control.toolTip() or control.objectName()!r}"


def shortcomings(root: QWidget) -> list[str]:
    """Faults of a window's text, a line each: cut, small, in many sizes, overlapping, in a strange font."""
    texts = written(root)
    return [
        *(*_cut_labels(root), *_cut_texts(texts, root), *_small_texts(texts), *_overlaps(texts)),
        *(*_many_sizes(texts, root), *_cut_choices(root), *_scrolled_aside(root), *_strange(texts)),
    ]


def sizes_of_words(texts: list[Written], root: QWidget) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
    """The sizes of all words on the table and around it, each with its texts.

    Figures may be as large as what they stand on; figures printed on cards are part of the cards.
    """
    said = " ".join(f"{each.text()} {each.accessibleDescription()}" for each in root.findChildren(GameButton))
    table: dict[int, set[str]] = {}
    around: dict[int, set[str]] = {}
    for each in texts:
        is_printed = each.by in FACES or (each.by == "GameButton" and each.text not in said)
        if len(each.text) > 3 and any(letter.isalpha() for letter in each.text) and not is_printed:
            sizes = table if each.by.startswith("paint_") else around
            sizes.setdefault(round(each.pixels), set()).add(each.text)
    return table, around


def _many_sizes(texts: list[Written], root: QWidget) -> list[str]:
    table, around = sizes_of_words(texts, root)
    sizes = {size: min(table.get(size, set()) | around.get(size, set())) for size in {*table, *around}}
    return [f"words in {len(sizes)} sizes: {dict(sorted(sizes.items()))}"] if len(sizes) > MOST_SIZES else []


def _cut_labels(root: QWidget) -> list[str]:
    """Labels and buttons that have less room than their words need."""
    found = []
    for each in root.findChildren(QWidget):
        if not each.isVisible() or not isinstance(each, (QLabel, QAbstractButton)) or not _words(each):
            continue
        if isinstance(each, QLabel) and each.wordWrap():
            if each.heightForWidth(each.width()) > each.height() + 1:
                needed = each.heightForWidth(each.width())
                found.append(f"{_words(each)!r} is {each.height()} high and needs {needed}")
        elif isinstance(each, (QLabel, QPushButton, QCheckBox)):
            needed = max(map(each.fontMetrics().horizontalAdvance, _words(each).split("\n")))
            if needed > each.width() + 1:
                found.append(f"{_words(each)!r} is {each.width()} wide and needs {needed}")
    return found


def _cut_choices(root: QWidget) -> list[str]:
    """Boxes whose choice has less room than its words need."""
    found = []
    for each in root.findChildren(QComboBox):
        option = QStyleOptionComboBox()
        each.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = each.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, each).width()
        needed = each.fontMetrics().horizontalAdvance(each.currentText())
        if each.isVisible() and needed > room + 1:
            found.append(f"{each.currentText()!r} has {room} and needs {needed}")
    return found


def _scrolled_aside(root: QWidget) -> list[str]:
    """The texts that must be scrolled sideways to be read."""
    return [
        f"{_called(each)} scrolls aside by {each.horizontalScrollBar().maximum()}"
        for each in root.findChildren(QAbstractScrollArea)
        if each.isVisible()
        and not isinstance(each, QGraphicsView)
        and each.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        and each.horizontalScrollBar().maximum() > 0
    ]


def _strange(texts: list[Written]) -> list[str]:
    """Text in a font that Shoal does not bring."""
    fonts = {(each.text, each.font.toString()): each for each in texts}.values()
    return [
        f"{each.by}: {each.text!r} is set in {found}"
        for each in fonts
        if (found := ", ".join(strange_letters(each.text, each.font)))
    ]


def _words(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else ""
    return text.replace("&", "")


def _is_name(text: str, root: QWidget) -> bool:
    """True for the beginning of a player's name, which may be of any length."""
    tables = [*root.findChildren(GameTable), *([root] if isinstance(root, GameTable) else [])]
    guests = [guest.nick for table in tables for guest in table.info.guests]
    return any(nick.startswith(text.removesuffix("…")) for nick in guests)


def _cut_texts(texts: list[Written], root: QWidget) -> list[str]:
    """Text that is cut off by more than 2 px, or that ends in dots where no text may."""
    outside = [each for each in texts if not each.scrolls and each.cut > 2]
    dotted = [
        each
        for each in texts
        if each.text.endswith("…")
        and each.by not in MAY_END_IN_DOTS
        and not (each.by == "paint_plate" and _is_name(each.text, root))
    ]
    return [
        *(f"{each.by}: {each.text!r} is out of sight by {each.cut:.0f} px" for each in outside),
        *(f"{each.by}: {each.text!r} is cut" for each in dotted),
    ]


def _small_texts(texts: list[Written]) -> list[str]:
    return [
        f"{each.by}: {each.text!r} is {each.pixels:.1f} px small"
        for each in texts
        if each.pixels < READABLE - 0.25
        and each.by not in FACES
        and not (each.by == "GameButton" and len(each.text) <= 3)  # on the cards in its picture
    ]


def _overlaps(texts: list[Written]) -> list[str]:
    """Words over words. Cards overlap, so words on their faces are left out."""
    plain = [each for each in texts if each.by not in FACES and len(each.text) > 3]
    found = []
    for place, one in enumerate(plain):
        for other in plain[place + 1 :]:
            both = one.rect.intersected(other.rect)
            if one.text != other.text and both.width() > 2 and both.height() > 2:
                found.append(f"{one.by}: {one.text!r} lies over {other.by}: {other.text!r}")
    return found
