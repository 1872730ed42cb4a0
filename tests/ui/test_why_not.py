"""From a refusal to its rule: F1 and a click on the bubble open the paragraph that it cites."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import Refused
from tests.ui.test_window import Stage
from ui.docks.rules import RulesPanel
from ui.kit.card_table import CardTable
from ui.kit.pieces import Piece


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Stage:
    """A table of Kings, where K without a chosen card has just been refused by kings 4.1."""
    stage = Stage(qtbot, tmp_path)
    stage.sit_down("kings")
    qtbot.keyClick(table(stage).surface, Qt.Key.Key_K)
    QApplication.processEvents()
    return stage


def table(stage: Stage) -> CardTable:
    screen = stage.window.at_table
    assert screen is not None and isinstance(screen.table, CardTable)
    return screen.table


def bubble(stage: Stage) -> Piece:
    """The piece of the bubble on the table."""
    said = table(stage).bubble.text
    assert said
    return next(piece for piece in table(stage).surface.pieces() if piece.name == said)


def rules(stage: Stage) -> RulesPanel:
    assert stage.window.table_docks.docks["rules"].isVisible()
    return stage.window.table_docks.rules


def is_seen(panel: RulesPanel) -> bool:
    """True if the first marked line of the page is visible."""
    marks = panel.text.extraSelections()
    return panel.text.viewport().rect().contains(panel.text.cursorRect(marks[0].cursor).center())


def test_f1_opens_the_paragraph_of_the_refusal(stage: Stage) -> None:
    assert "kings 4.1" in table(stage).bubble.text
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()

    panel = rules(stage)
    assert panel.marked.startswith("4.1 King pile")
    assert panel.marked.splitlines()[-1].startswith("Example:")
    assert is_seen(panel) and panel.text.hasFocus()


def test_a_second_f1_closes_the_rules_and_a_third_opens_them_at_the_same_paragraph(stage: Stage) -> None:
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()
    assert not stage.window.table_docks.docks["rules"].isVisible()
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()

    assert rules(stage).marked.startswith("4.1 King pile")


def test_a_click_on_the_bubble_opens_the_paragraph(stage: Stage) -> None:
    surface = table(stage).surface
    at = surface.mapFromScene(bubble(stage).mapToScene(QPointF(0, 0)))
    stage.qtbot.mouseClick(surface.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()

    assert rules(stage).marked.startswith("4.1 King pile")


def test_a_search_does_not_hide_the_paragraph(stage: Stage) -> None:
    stage.window.table_docks.rules.search.setText("xyzzy")
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()

    assert rules(stage).search.text() == ""
    assert rules(stage).marked.startswith("4.1 King pile") and is_seen(rules(stage))


def test_a_refusal_by_other_programs_also_leads_to_its_rule(stage: Stage) -> None:
    stage.tell(Refused("attacks-over", "kings R12", "You attack before you put a card anywhere."))
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()

    assert rules(stage).marked.startswith("R12 May I attack after organising?")


def test_without_a_refusal_f1_shows_the_page_from_its_beginning(qtbot: QtBot, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.sit_down("kings")
    qtbot.keyClick(stage.window, Qt.Key.Key_F1)
    QApplication.processEvents()

    assert rules(stage).marked == "" and rules(stage).text.verticalScrollBar().value() == 0
    assert rules(stage).search.hasFocus()


def test_a_missing_paragraph_number_changes_nothing(stage: Stage) -> None:
    panel = stage.window.table_docks.rules

    assert not panel.open_paragraph("99") and panel.marked == ""
    assert panel.open_paragraph("5") and panel.marked.startswith("5 The first king pile")
    assert panel.open_paragraph("8.4") and panel.marked.startswith("8.4 Actions")
