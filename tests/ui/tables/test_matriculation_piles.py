"""Looking through the open piles of Matriculation's table, by mouse, by keys and for screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.board import PilePage
from app.games.matriculation.scene import CONTROL, DISCARDS, EXCEPTIONS, HOURS, PROBATION
from app.games.matriculation.story import pile_page
from rules.matriculation.cards import TITLES, parse_face
from tests.gallery_states import matriculation as states
from tests.support.table_hands import click, key, preferences
from ui.kit.overlay import PileView
from ui.tables.matriculation.table import MatriculationTable

pytestmark = pytest.mark.usefixtures("sketched")


@pytest.fixture
def table(qtbot: QtBot) -> MatriculationTable:
    """A table late in a hand: terms, setbacks and discards lie there, and it is the viewer's turn."""
    made = states.piled().table(preferences())
    assert isinstance(made, MatriculationTable)
    qtbot.addWidget(made)
    made.resize(1280, 740)
    made.show()
    QApplication.processEvents()
    return made


def page(table: MatriculationTable, key: str) -> PilePage:
    assert table.shown is not None
    return pile_page(table.shown.scene, key)


def lines(view: PileView) -> list[str]:
    """The readable lines of an open pile."""
    assert view.isVisible() and view.overlay.isVisible()
    return [view.cards.item(row).text() for row in range(view.cards.count())]


def test_a_click_on_a_players_hours_shows_their_terms(table: MatriculationTable) -> None:
    click(table, table.rows[1].piles[HOURS], (0, 0))
    wanted = page(table, f"{HOURS} 1")

    assert lines(table.pile) == list(wanted.lines) and wanted.lines
    assert table.pile.overlay.heading.text() == wanted.title
    assert "hours: " in wanted.title and "term" in wanted.title


def test_a_click_on_a_card_that_lies_there_shows_its_pile(table: MatriculationTable) -> None:
    """The cards lie over the place of the pile, and the last one of a fan lies at its right."""
    count = len(page(table, f"{HOURS} 1").faces)
    at = table.spots.rows[table.place(1)].term(count - 1, count) + QPointF(8, 0)
    viewport = table.surface.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=table.surface.mapFromScene(at))

    assert lines(table.pile) == list(page(table, f"{HOURS} 1").lines)


def test_the_discards_are_shown_the_last_one_first(table: MatriculationTable) -> None:
    assert table.story is not None
    click(table, table.side.discards, (0, 0))

    assert lines(table.pile) == list(page(table, DISCARDS).lines)
    assert page(table, DISCARDS).faces == table.story.state.discards[::-1]


def test_escape_closes_a_pile_and_the_table_has_the_keys_again(table: MatriculationTable) -> None:
    table.activateWindow()
    click(table, table.rows[0].piles[HOURS], (0, 0))
    assert lines(table.pile)
    QTest.keyClick(table.pile.cards, Qt.Key.Key_Escape)

    assert table.pile.isHidden()
    assert table.surface.hasFocus()


def test_a_press_beside_the_cards_closes_a_pile(table: MatriculationTable) -> None:
    click(table, table.side.discards, (0, 0))
    inside, beside = table.pile.overlay.geometry().center(), QPoint(4, 4)
    QTest.mouseClick(table.pile, Qt.MouseButton.LeftButton, pos=inside)
    assert table.pile.isVisible()
    QTest.mouseClick(table.pile, Qt.MouseButton.LeftButton, pos=beside)

    assert table.pile.isHidden()


def test_the_close_button_closes_a_pile(table: MatriculationTable) -> None:
    click(table, table.side.discards, (0, 0))
    QTest.mouseClick(table.pile.overlay.close_button, Qt.MouseButton.LeftButton)

    assert table.pile.isHidden()


def test_a_pile_with_the_focus_is_opened_by_enter(table: MatriculationTable) -> None:
    table.activateWindow()
    table.surface.setFocus()
    table.rows[1].piles[HOURS].setFocus(Qt.FocusReason.TabFocusReason)
    assert table.surface.focused() is table.rows[1].piles[HOURS]
    key(table, Qt.Key.Key_Return)

    assert lines(table.pile) == list(page(table, f"{HOURS} 1").lines)


def test_tab_goes_through_rows_and_then_their_piles(table: MatriculationTable) -> None:
    table.activateWindow()
    table.surface.setFocus()
    found = []
    for _ in range(6):
        key(table, Qt.Key.Key_Tab)
        found.append(table.surface.focused())

    assert any(piece in row.piles.values() for row in table.rows for piece in found)


def test_while_a_card_is_picked_a_pile_is_part_of_the_row(table: MatriculationTable) -> None:
    """A press anywhere on the row then lays the card."""
    table.hand.pick(table.hand.slots[0])
    told: list[object] = []
    table.why_not.connect(told.append)
    table.chosen.connect(told.append)
    click(table, table.rows[0].piles[HOURS], (0, 0))

    assert told and table.pile.isHidden()


def test_an_empty_pile_is_not_opened(table: MatriculationTable) -> None:
    empty = next(
        (seat, pile)
        for seat in range(2)
        for pile in (CONTROL, PROBATION, EXCEPTIONS)
        if not page(table, f"{pile} {seat}").faces
    )
    click(table, table.rows[empty[0]].piles[empty[1]], (0, 0))

    assert table.pile.isHidden()
    assert table.rows[empty[0]].piles[empty[1]].name.endswith(", empty")


def test_screen_readers_hear_which_cards_lie_in_a_pile(table: MatriculationTable) -> None:
    piece = table.rows[1].piles[HOURS]
    told = QAccessible.queryAccessibleInterface(piece)
    assert told is not None

    assert told.role() == QAccessible.Role.Button
    assert told.text(QAccessible.Text.Name).startswith("Lisa's hours: ")
    click(table, piece, (0, 0))
    assert table.pile.cards.accessibleName() == page(table, f"{HOURS} 1").spoken


def test_an_open_pile_is_updated(table: MatriculationTable) -> None:
    click(table, table.rows[1].piles[HOURS], (0, 0))
    table.pile.show_page(PilePage("Lisa's hours: 6 in 1 term", (parse_face("6h"),), ("6 Hour Term",)))

    assert lines(table.pile) == ["6 Hour Term"]


def test_every_pile_has_its_page(table: MatriculationTable) -> None:
    for seat, owner in enumerate(("Your ", "Lisa's ")):
        for pile in (HOURS, CONTROL, PROBATION, EXCEPTIONS):
            found = page(table, f"{pile} {seat}")

            assert found.title.startswith(owner)
            assert found.lines == tuple(TITLES[face] for face in found.faces)
    with pytest.raises(ValueError, match="no pile"):
        page(table, f"{HOURS} 2")
