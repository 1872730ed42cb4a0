"""The small widgets of all screens: heights, turns of the event loop, boxes, and pages of text."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont, QTextBlock
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.art.fonts import MONO
from ui.art.icon_paths import Icon
from ui.art.theme import DARK, LIGHT
from ui.parts import (
    NextTurn,
    ScrolledLabel,
    button,
    card,
    clear,
    defer,
    label,
    pack,
    renew_icons,
    show_markdown,
    tool,
)


@pytest.mark.parametrize(("high", "lines"), [(100, 2), (340, 2), (600, 3), (850, 5), (1010, 5), (1020, 6)])
def test_a_scrolled_label_takes_a_tenth_of_the_window_in_whole_lines_and_at_least_two(
    qtbot: QtBot, high: int, lines: int
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    words = label("word " * 500)
    area = ScrolledLabel(words)
    pack(QVBoxLayout(window), area)
    window.resize(400, high)
    window.show()
    line = words.fontMetrics().lineSpacing()
    assert line == 17, "the numbers of this test are for the usual size"

    assert area.heightForWidth(300) == lines * line
    assert area.minimumSizeHint().height() == line
    words.setText("word")
    assert area.heightForWidth(300) == words.heightForWidth(300) <= 2 * line


def test_the_next_turn_comes_once_and_only_after_a_whole_turn(qtbot: QtBot) -> None:
    done: list[str] = []
    owner = QObject()
    turn = NextTurn(lambda: done.append("done"), owner)
    assert not turn.is_waiting
    turn.start()
    assert turn.is_waiting and done == []
    QApplication.processEvents()
    turn.start()  # asked again meanwhile: the wait is not longer for it
    assert done == [] and turn.is_waiting
    QApplication.processEvents()
    assert done == ["done"] and not turn.is_waiting
    QApplication.processEvents()
    assert done == ["done"]
    turn.start()
    turn.stop()
    for _ in range(3):
        QApplication.processEvents()
    assert done == ["done"] and not turn.is_waiting
    turn.start()
    QApplication.processEvents()
    assert done == ["done"], "a whole turn, also the second time"
    QApplication.processEvents()
    assert done == ["done", "done"]


def test_soon_runs_after_this_event_and_not_for_a_deleted_object(qtbot: QtBot) -> None:
    done: list[str] = []
    here, gone = QObject(), QObject()
    defer(here, lambda: done.append("here"))
    defer(gone, lambda: done.append("gone"))
    shiboken6.delete(gone)
    assert done == []
    for _ in range(3):
        QApplication.processEvents()

    assert done == ["here"]


def test_parts_are_packed_in_their_order_with_their_stretch_and_room_to_spare(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    one, two, three = QWidget(), QWidget(), QWidget()
    inner = pack(QVBoxLayout(), two)
    row = pack(QHBoxLayout(window), one, (inner, 2), (three, 1, Qt.AlignmentFlag.AlignTop), None)

    assert [row.stretch(at) for at in range(row.count())] == [0, 2, 1, 1]
    assert row.itemAt(0).widget() is one and row.itemAt(2).alignment() == Qt.AlignmentFlag.AlignTop
    assert row.itemAt(1).layout() is inner and row.itemAt(3).spacerItem() is not None
    usual = QHBoxLayout().contentsMargins()
    assert (pack(QHBoxLayout()).contentsMargins(), pack(QHBoxLayout()).spacing()) == (
        usual,
        QHBoxLayout().spacing(),
    )
    tight = pack(QHBoxLayout(), edges=(1, 2, 3, 4), gap=5)
    margins = tight.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (1, 2, 3, 4)
    assert tight.spacing() == 5


def test_a_cleared_box_has_nothing_left_also_of_boxes_inside(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    words = [QLabel(text) for text in ("one", "two", "three")]
    box = pack(QVBoxLayout(window), words[0], None, pack(QHBoxLayout(), words[1]), words[2])
    window.show()
    clear(box)

    assert box.count() == 0 and not any(each.isVisible() for each in words)


def test_buttons_say_nothing_of_qts_state_and_are_drawn_in_the_new_theme(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    pressed: list[str] = []
    plain = button("Go", lambda: pressed.append("go"), tip="a tip")
    quiet = button("Look", bool, role="quiet", icon=(Icon.EYE, LIGHT))
    bare = QPushButton("bare")
    tooled = tool("Settings", Icon.SETTINGS, LIGHT, lambda: pressed.append("tool"), key="Ctrl+,", word="Set")
    pack(QVBoxLayout(window), plain, quiet, bare, tooled, tool("Log", Icon.LOG, LIGHT))
    plain.setCheckable(True)
    plain.click()
    tooled.click()
    assert pressed == ["go", "tool"]
    assert (plain.toolTip(), quiet.toolTip(), tooled.toolTip()) == ("a tip", "", "Settings (Ctrl+,)")
    assert tooled.accessibleName() == "Settings" and tooled.property("worded") is True
    assert plain.icon().isNull() and not quiet.icon().isNull()
    before = [each.icon().cacheKey() for each in (quiet, tooled)]
    renew_icons(window, DARK)

    assert bare.icon().isNull() and plain.icon().isNull()
    assert all(old != each.icon().cacheKey() for old, each in zip(before, (quiet, tooled), strict=True))


def test_labels_are_plain_text_and_selectable_only_on_request(qtbot: QtBot) -> None:
    flags = Qt.TextInteractionFlag
    plain, copied = label("<b>Lisa</b>"), label("a key", selectable=True)
    for each in (plain, copied):
        qtbot.addWidget(each)

    assert plain.textFormat() is Qt.TextFormat.PlainText and plain.wordWrap()
    assert not label("one", wraps=False).wordWrap() and label("one", "muted").property("role") == "muted"
    assert not plain.textInteractionFlags() & flags.TextSelectableByMouse
    assert copied.textInteractionFlags() == flags.TextSelectableByMouse | flags.TextSelectableByKeyboard
    framed = card(pack(QVBoxLayout(), plain))
    margins = framed.layout().contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (20, 16, 20, 16)


def test_a_page_has_headings_of_the_texts_size_and_fixed_letters_of_our_own(qtbot: QtBot) -> None:
    page = QTextBrowser()
    qtbot.addWidget(page)
    show_markdown(page, "# Head\n\nA word `fixed` and more.\n\n```\nboard\n\nrow\n```\n\nlast")
    blocks: list[QTextBlock] = []
    block = page.document().begin()
    while block.isValid():
        blocks.append(block)
        block = block.next()
    shapes = {
        each.text(): (each.blockFormat().topMargin(), each.blockFormat().bottomMargin()) for each in blocks
    }
    assert shapes["Head"] == (14, 4) and shapes["last"] == (0, 6)
    assert {each.blockFormat().lineHeight() for each in blocks} == {125}
    families = {}
    for each in blocks:
        at = each.begin()
        while not at.atEnd():
            look = at.fragment().charFormat()
            families[at.fragment().text()] = look.fontFamilies()
            if each.text() == "Head":
                assert look.fontWeight() == QFont.Weight.Bold
                assert look.property(look.Property.FontSizeAdjustment) in (0, None)
            at += 1

    assert families["fixed"] == [MONO] and families["board"] == [MONO]
    assert not families["last"] and not families["A word "] and not families[" and more."]
    assert page.textCursor().position() == 0
