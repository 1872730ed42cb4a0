"""The player's hand sorted the other way, and a picked card put back, by button and by key, in every game."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.games.catalogue import catalogue
from app.games.hand import Sort
from app.games.kings.presses import Presses
from app.games.scene import Scene, slot_of
from app.messages import Advanced
from rules.api import Face, Seat, Slot
from rules.cahoots.cards import suit as drinker
from rules.cahoots.cards import value
from rules.cards import RANK, SUIT
from rules.driver import LocalTable
from rules.kings.actions import Put
from rules.kings.cards import SUIT as KINGS_SUIT
from tests.gallery_states.kings import STATES
from tests.support.table_hands import click, key, preferences, seated
from ui.art.marks import Mark
from ui.kit.card_table import CardTable
from ui.tables.catalogue import make_table
from ui.tables.kings.table import KingsTable, hand_key

pytestmark = pytest.mark.usefixtures("sketched")

PLACES = {
    ("plump", Sort.RANK): lambda face: RANK[face],
    ("plump", Sort.SUIT): lambda face: SUIT[face],
    ("cahoots", Sort.SUIT): drinker,
    ("cahoots", Sort.RANK): value,
    ("kings", Sort.SUIT): lambda face: KINGS_SUIT[face],
}
"""The property by which cards of a game stand together in an order of the hand.

Kings' own order begins with the cards that the player's king takes.
"""


def at_own_turn(qtbot: QtBot, game: str, *, seed: int = 5, size: tuple[int, int] = (1280, 800)) -> CardTable:
    """A table in the middle of a game, where the player is to choose a card of the hand."""
    local = LocalTable(catalogue().named(game).rules.start(4, {}), 4, random.Random(seed))
    table = make_table(seated(game, 4), preferences())
    assert isinstance(table, CardTable)
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    for _ in range(12 if game == "plump" else 6):
        local.play(local.actions()[-1])
    rng = random.Random(seed)
    while local.turn != 0 or (game == "kings" and not any(isinstance(each, Put) for each in local.actions())):
        local.play(rng.choice(local.actions()))
    table.show_advanced(Advanced(1, local.view(Seat(0)), ()))
    return table


def faces(table: CardTable) -> list[Face]:
    """The faces of the hand, from the left."""
    shown = table.shown  # type: ignore[attr-defined]
    if isinstance(shown, Presses):
        keys = {hand_key(card.at): card.face for card in shown.scene.pieces("hand")}
        return [keys[slot] for slot in table.hand.slots]
    scene = shown if isinstance(shown, Scene) else shown.scene
    cards = {slot_of(card.at): card.face for card in scene.pieces("hand")}
    return [cards[Slot(slot)] for slot in table.hand.slots]


def lit(table: CardTable) -> list[int]:
    """The slots of the cards that can be played."""
    return [slot for slot in table.hand.slots if table.cards[slot].mark is Mark.PLAYABLE]


def groups(values: list[int]) -> int:
    """The number of runs of equal values."""
    return 1 + sum(one != other for one, other in pairwise(values))


@pytest.mark.parametrize("game", ["plump", "cahoots", "kings"])
def test_the_button_and_the_key_sort_the_hand_the_other_way(qtbot: QtBot, game: str) -> None:
    table = at_own_turn(qtbot, game)
    told: list[str] = []
    table.sorted_by.connect(told.append)
    usual, first = table.hand.slots, table.sort
    assert table.tools.sort.isVisible()
    click(table, table.tools.sort, (0.0, 0.0))
    other = table.sort
    assert other is not None and other is not first

    assert sorted(table.hand.slots) == sorted(usual)
    if (place := PLACES.get((game, other))) is not None:
        stands = [place(face) for face in faces(table)]
        assert groups(stands) == len(set(stands))
    key(table, Qt.Key.Key_O)
    assert (table.sort, table.hand.slots) == (first, usual)
    assert told == [str(other), str(first)]


def test_a_hand_is_sorted_as_the_settings_say(qtbot: QtBot) -> None:
    table = at_own_turn(qtbot, "plump")
    usual = table.hand.slots
    table.sort_other_way()
    sorted_by_rank, kept = table.hand.slots, table.preferences
    table.set_preferences(preferences())
    assert table.hand.slots == usual
    table.set_preferences(kept)
    assert table.hand.slots == sorted_by_rank
    assert [RANK[face] for face in faces(table)] == sorted(RANK[face] for face in faces(table))


def test_where_there_is_only_one_order_there_is_no_button(qtbot: QtBot) -> None:
    table = at_own_turn(qtbot, "matriculation")
    before = table.hand.slots
    key(table, Qt.Key.Key_O)

    assert not table.tools.sort.isVisible()
    assert table.hand.slots == before


@pytest.mark.parametrize("game", ["plump", "cahoots", "kings", "matriculation"])
@pytest.mark.parametrize("way", ["button", "backspace", "ctrl+z"])
def test_a_picked_card_is_put_back_and_nothing_is_sent(qtbot: QtBot, game: str, way: str) -> None:
    table = at_own_turn(qtbot, game)
    chosen: list[object] = []
    table.chosen.connect(chosen.append)
    assert not table.tools.back.isVisible()
    table.hand.pick(lit(table)[0])
    assert table.tools.back.isVisible()
    if way == "button":
        click(table, table.tools.back, (0.0, 0.0))
    elif way == "backspace":
        key(table, Qt.Key.Key_Backspace)
    else:
        QTest.keyClick(table.surface, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert table.hand.picked_slot == -1
    assert not table.tools.back.isVisible()
    assert chosen == []


def test_an_attack_is_taken_back_step_by_step(qtbot: QtBot) -> None:
    table = dict(STATES)["kings-attack-aimed"](preferences())
    assert isinstance(table, KingsTable)
    qtbot.addWidget(table)
    table.resize(1280, 740)
    table.show()
    house, target = table.hold
    assert house in table.piles and target in table.piles
    key(table, Qt.Key.Key_Backspace)
    assert table.hold == (house,)
    key(table, Qt.Key.Key_Backspace)

    assert table.hold == ()
    assert not table.tools.back.isVisible()


@pytest.mark.parametrize("game", ["plump", "cahoots", "kings", "matriculation"])
@pytest.mark.parametrize("size", [(1280, 800), (800, 500)])
def test_the_buttons_lie_over_no_card(qtbot: QtBot, game: str, size: tuple[int, int]) -> None:
    table = at_own_turn(qtbot, game, size=size)
    table.hand.pick(lit(table)[-1])
    last = table.cards[table.hand.slots[-1]].sceneBoundingRect()

    assert table.tools.back.isVisible()
    for piece in (table.tools.sort, table.tools.back):
        box = piece.sceneBoundingRect()
        assert not piece.isVisible() or (not box.intersects(last) and box.right() <= table.width())
