"""Looking through the discards of Kings' table, which lie open to all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.kings.screen import KingsScreen, discards_page
from app.games.kings.words import card_name, kings_state
from app.messages import Advanced
from rules.api import Seat
from tests.gallery_states import kings as states
from tests.support.table_hands import click, manner
from ui.tables.kings.table import KingsTable


def shown(table: KingsTable) -> KingsScreen:
    assert table.shown is not None
    return table.shown


def test_the_discards_which_lie_open_to_all_can_be_looked_through(qtbot: QtBot) -> None:
    made = states.discards(manner())
    qtbot.addWidget(made)
    assert isinstance(made, KingsTable)
    made.resize(1280, 740)
    made.show()
    QApplication.processEvents()
    made.discards.put_away()
    made.activateWindow()
    assert made.discards.isHidden()
    click(made, made.panels.discard, (0, 0))
    page, lying = discards_page(shown(made)), kings_state(shown(made).view).discard
    cards = made.discards.cards

    assert made.discards.isVisible() and made.discards.geometry() == made.rect()
    assert [cards.item(row).text() for row in range(cards.count())] == list(page.lines)
    assert len(page.lines) == shown(made).discard > 1
    assert page.lines[0] == card_name(lying[-1]) and page.faces == lying[::-1]
    assert cards.accessibleName() == f"Discards, the last one first, {len(lying)} cards"
    QTest.keyClick(cards, Qt.Key.Key_Escape)
    assert made.discards.isHidden() and made.surface.hasFocus()


def test_discards_that_are_open_are_shown_as_they_become(qtbot: QtBot) -> None:
    story = states.Story(seed=1).until(states.rich)
    made = story.table(manner())
    qtbot.addWidget(made)
    made.show()
    made.panels.discard.press()
    before = made.discards.cards.count()
    while shown(made).discard == before:
        story.step()
        made.show_advanced(Advanced(1, story.local.view(Seat(0)), ()))

    assert made.discards.cards.count() == shown(made).discard != before


def test_there_is_nothing_to_look_through_before_the_first_discard(qtbot: QtBot) -> None:
    made = states.Story().table(manner())
    qtbot.addWidget(made)
    made.show()
    assert shown(made).discard == 0
    click(made, made.panels.discard, (0, 0))

    assert made.discards.isHidden()
    assert made.panels.discard.name == "Discards: no cards"
