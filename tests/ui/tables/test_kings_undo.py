"""Undo on Kings' table: by the button beside the hand and by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.games.kings.scene import KING, pile_at
from app.messages import Advanced
from rules.api import Moved, Seat, View, opened
from rules.kings.game import KingsGame
from tests.support.kings_views import RICH, seen, side
from tests.support.table_hands import click, key, preferences, seated
from ui.kit.pieces import Piece
from ui.tables.kings.table import KingsTable


class Sitting:
    """A table with one player, whose choices are played at once."""

    def __init__(self, qtbot: QtBot, view: View, *, seat: int = 0, motion_ms: int = 0) -> None:
        self.table = KingsTable(seated("kings", 4, seat=seat), preferences(motion_ms=motion_ms))
        qtbot.addWidget(self.table)
        self.table.resize(1280, 740)
        with qtbot.waitExposed(self.table):
            self.table.show()
        self.view = view
        self.chosen: list[str] = []
        self.table.chosen.connect(lambda action: self.happen(str(action)))
        self.table.show_advanced(Advanced(1, view, ()))

    def happen(self, text: str) -> None:
        """Let the mover take this action."""
        self.chosen.append(text)
        event = Moved(Seat(0), KingsGame().parse_action(text))
        known = {**self.view.known, **dict(opened(event))}
        self.view = View(self.view.state.after(event), self.view.seat, known)
        self.table.show_advanced(Advanced(len(self.chosen) + 1, self.view, (event,)))

    @property
    def names(self) -> list[str]:
        """The names of the cards in the hand, from the left."""
        return [self.table.cards[slot].name for slot in self.table.hand.slots]


def put_a_card(sitting: Sitting) -> None:
    """Put the 7 of hearts on the player's king, by mouse."""
    table = sitting.table
    click(table, table.cards[0])
    click(table, table.piles[pile_at(0, KING)])


@pytest.mark.parametrize("way", ["button", "backspace", "ctrl+z"])
def test_a_card_laid_by_mistake_comes_back(qtbot: QtBot, way: str) -> None:
    sitting = Sitting(qtbot, seen(*RICH))
    table, before = sitting.table, len(sitting.names)
    assert not table.tools.back.isVisible()
    put_a_card(sitting)
    assert sitting.chosen == ["king 0=7h"]
    assert table.tools.back.isVisible() and table.tools.back.name == "Take back the 7 of hearts from the king"
    if way == "button":
        click(table, table.tools.back, (0.0, 0.0))
    elif way == "backspace":
        key(table, Qt.Key.Key_Backspace)
    else:
        QTest.keyClick(table.surface, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert sitting.chosen == ["king 0=7h", "undo"]
    assert len(sitting.names) == before and "7 of hearts, open, playable" in sitting.names
    assert table.panels.message.name.endswith("You take back the 7 of hearts from the king.")
    assert not table.tools.back.isVisible()
    assert table.piles[pile_at(0, KING)].name.startswith("king of hearts has 2 of 9")


def test_undo_first_puts_back_the_picked_card_and_then_each_step(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seen(*RICH))
    table = sitting.table
    sitting.happen("attack 1 at 1")
    sitting.happen("swap 2 3")
    key(table, Qt.Key.Key_1)
    assert table.tools.back.name == "Take back what you have picked"
    key(table, *[Qt.Key.Key_Backspace] * 3)

    assert sitting.chosen[2:] == ["undo", "undo"]
    assert sitting.view.state.sides == seen(*RICH).state.sides  # type: ignore[attr-defined]
    assert table.panels.message.name.endswith("You take back the attack on Lisa.")


def test_with_nothing_to_take_back_undo_is_refused_with_its_rule(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seen(*RICH))
    with qtbot.waitSignal(sitting.table.why_not) as told:
        key(sitting.table, Qt.Key.Key_Backspace)

    assert "(kings R25)" in told.args[0] and "nothing to take back" in sitting.table.bubble.text
    assert sitting.chosen == []


def test_out_of_turn_nothing_can_be_taken_back(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seen(*RICH, seat=1), seat=1)
    sitting.happen("swap 1 2")
    with qtbot.waitSignal(sitting.table.why_not) as told:
        key(sitting.table, Qt.Key.Key_Backspace)

    assert told.args[0] == "It is not your turn. (kings 3)"
    assert not sitting.table.tools.back.isVisible()


def test_a_spectator_is_offered_nothing(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seen(*RICH, seat=None), seat=-1)
    sitting.happen("swap 1 2")
    key(sitting.table, Qt.Key.Key_Backspace)

    assert sitting.chosen == ["swap 1 2"] and not sitting.table.tools.back.isVisible()
    sitting.happen("undo")
    assert sitting.table.panels.message.name.endswith("Ada takes back the swap of houses 1 and 2.")


def test_with_the_last_card_laid_the_button_stands_beside_the_story(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, seen(side(houses="Qs/-/-"), hand="7h"))
    put_a_card(sitting)
    table = sitting.table
    back, story = table.tools.back.sceneBoundingRect(), table.panels.story.sceneBoundingRect()

    assert sitting.names == [] and table.tools.back.isVisible() and table.panels.story.isVisible()
    assert not back.intersects(story)
    click(table, table.tools.back, (0.0, 0.0))
    assert sitting.names == ["7 of hearts, open, playable"]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_card_taken_back_is_seen_to_go_from_its_pile_to_the_hand(qtbot: QtBot, seat: int) -> None:
    view = seen(*RICH, seat=seat)
    laid = view.state.after(Moved(Seat(0), KingsGame().parse_action("king 0=7h")))
    sitting = Sitting(qtbot, View(laid, view.seat, view.known), seat=seat, motion_ms=40)
    table = sitting.table
    lying = set(pieces(table))
    sitting.happen("undo")
    [flying] = set(pieces(table)) - lying
    pile = table.piles[pile_at(0, KING)].sceneBoundingRect()

    assert pile.contains(flying.sceneBoundingRect().center())
    qtbot.waitUntil(lambda: not pile.contains(flying.sceneBoundingRect().center()))


def pieces(table: KingsTable) -> list[Piece]:
    """All pieces in the scene."""
    return [item for item in table.surface.scene().items() if isinstance(item, Piece)]
