"""Looking through the discards of Kings' table, which lie open to all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.games.kings.scene import DISCARDS
from app.games.kings.words import card_name, kings_state
from app.messages import Advanced
from rules.api import Face, Seat
from tests.gallery_states import kings as states
from tests.support.table_hands import click, preferences
from ui.tables.kings.table import KingsTable


def lying(table: KingsTable) -> tuple[Face, ...]:
    """The discards, with the latest at the end."""
    assert table.shown is not None
    zone = table.shown.scene.zone(DISCARDS)
    discard = kings_state(table.shown.view).discard
    assert zone is not None and zone.count == len(discard)
    return discard


def test_the_discards_which_lie_open_to_all_can_be_looked_through(qtbot: QtBot) -> None:
    made = states.discards(preferences())
    qtbot.addWidget(made)
    assert isinstance(made, KingsTable)
    made.resize(1280, 740)
    made.show()
    QApplication.processEvents()
    made.discards.dismiss()
    made.activateWindow()
    assert made.discards.isHidden()
    click(made, made.panels.discard, (0, 0))
    faces, cards = lying(made), made.discards.cards

    assert made.discards.isVisible() and made.discards.geometry() == made.rect()
    assert [cards.item(row).text() for row in range(cards.count())] == list(map(card_name, faces[::-1]))
    assert len(faces) > 1
    assert cards.accessibleName() == f"Discards, the last one first, {len(faces)} cards"
    QTest.keyClick(cards, Qt.Key.Key_Escape)
    assert made.discards.isHidden() and made.surface.hasFocus()


def test_an_open_discard_pile_is_updated(qtbot: QtBot) -> None:
    story = states.Story(seed=1).until(states.rich)
    made = story.table(preferences())
    qtbot.addWidget(made)
    made.show()
    made.panels.discard.press()
    before = made.discards.cards.count()
    while len(lying(made)) == before:
        story.step()
        made.show_advanced(Advanced(1, story.local.view(Seat(0)), ()))

    assert made.discards.cards.count() == len(lying(made)) != before


def test_there_is_nothing_to_look_through_before_the_first_discard(qtbot: QtBot) -> None:
    made = states.Story().table(preferences())
    qtbot.addWidget(made)
    made.show()
    assert lying(made) == ()
    click(made, made.panels.discard, (0, 0))

    assert made.discards.isHidden()
    assert made.panels.discard.name == "Discards: no cards"
