"""The page of the rules: its paragraphs by number, what a search finds, and the place of the reader."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.docks.rules import PAGE_MARGIN, RulesPanel, _begins_another, _number_of


@pytest.fixture
def panel(qtbot: QtBot) -> RulesPanel:
    made = RulesPanel()
    qtbot.addWidget(made)
    made.resize(400, 400)
    made.show_game("kings")
    made.show()
    QApplication.processEvents()
    return made


def test_only_headings_and_bold_paragraphs_have_numbers(qtbot: QtBot) -> None:
    document = QTextDocument()
    document.setMarkdown(
        "# 2 Cards\n\n**2.1** One.\n\n2.2 Two.\n\n**Three** words.\n\n## The end\n\n2.30 pm\n\n**12** Twelve."
    )
    block, numbers, begins = document.begin(), [], []
    while block.isValid():
        numbers.append(_number_of(block))
        begins.append(_begins_another(block))
        block = block.next()

    assert numbers == ["2", "2.1", "", "", "", "", "12"]
    assert begins == [True, True, False, False, True, False, True]


def test_a_paragraph_is_opened_at_the_top_and_marked_alone(panel: RulesPanel) -> None:
    assert panel.marked == ""
    assert not panel.open_paragraph("99.9") and panel.marked == ""
    assert panel.open_paragraph("8.4")
    bar = panel.text.verticalScrollBar()
    block = panel.text.textCursor().block()
    top = panel.text.document().documentLayout().blockBoundingRect(block).top()

    assert panel.marked.startswith("8.4 ") and "8.5 " not in panel.marked and "8.3 " not in panel.marked
    assert bar.value() == min(round(top) - PAGE_MARGIN, bar.maximum()) > 0


def test_opening_a_paragraph_ends_the_search(panel: RulesPanel) -> None:
    panel.search.setText("king")
    assert panel.count.text().endswith(" sections") and panel.count.text()[0].isdigit()
    found, every = panel.count.text().removesuffix(" sections").split(" of ")
    assert 0 < int(found) <= int(every)
    assert panel.open_paragraph("8.4")
    assert panel.search.text() == "" and panel.count.text() == "" and panel.marked.startswith("8.4 ")


def test_a_paragraph_stays_where_it_was_opened_until_the_reader_scrolls(panel: RulesPanel) -> None:
    panel.open_paragraph("8.4")
    panel.resize(300, 300)
    for _ in range(3):
        QApplication.processEvents()
    assert panel.marked.startswith("8.4 ")
    at = panel.text.verticalScrollBar().value()
    top = panel.text.document().documentLayout().blockBoundingRect(panel.text.textCursor().block()).top()
    assert at == round(top) - PAGE_MARGIN
    panel.text.verticalScrollBar().triggerAction(panel.text.verticalScrollBar().SliderAction.SliderToMinimum)
    panel.resize(320, 300)
    for _ in range(3):
        QApplication.processEvents()
    assert panel.text.verticalScrollBar().value() == 0


def test_no_more_than_five_hundred_places_are_marked(panel: RulesPanel) -> None:
    panel.search.setText("e")

    assert len(panel.text.extraSelections()) == 500


def test_lessons_are_offered_where_there_are_some(panel: RulesPanel) -> None:
    wanted: list[tuple[str, int]] = []
    panel.learn_wanted.connect(lambda *each: wanted.append(each))
    assert panel.learn.isVisible()
    panel.learn.menu().aboutToShow.emit()
    panel.learn.menu().actions()[0].trigger()
    assert wanted == [("kings", 0)]
