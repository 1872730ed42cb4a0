"""While the deck is made ready after somebody has gone, nobody is on turn, and no table says otherwise."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.gallery import give_size, put_up, take_down
from tests.gallery_states.shell import at_table, held
from tests.support.catalogue import GAMES
from tests.support.written import written
from ui.kit.game_table import GameTable
from ui.kit.pieces import Mark, Piece
from ui.kit.surface import Surface
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

CLAIMS = re.compile(
    r"^(▼ ?)?(your (turn|bid)\b.*|you (play|draw|bid)\.?|to (play|bid)|choose.*)$", re.IGNORECASE
)
PRESSES = 12
LIT = {Mark.PLAYABLE, Mark.TARGET}


def said(shown: Window) -> list[str]:
    labels = [each.text() for each in shown.findChildren(QLabel) if each.isVisible()]
    return [text for text in (*labels, *(each.text for each in written(shown))) if text]


def pieces(shown: Window) -> list[tuple[Surface, Piece]]:
    return [(view, piece) for view in shown.findChildren(Surface) for piece in view.buttons()]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_table_calls_for_a_move_while_the_cards_are_made_ready(qapp: QApplication, game: str) -> None:
    shown = put_up(lambda preferences: held(preferences, game))
    assert isinstance(shown, Window) and shown.at_table is not None
    give_size(shown, (1280, 800))
    table, model = shown.at_table.table, shown.at_table.model
    assert isinstance(table, GameTable)
    refused: list[str] = []
    chosen: list[object] = []
    table.why_not.connect(refused.append)
    table.chosen.connect(chosen.append)
    status, is_ours = model.status.text, model.is_our_turn
    claims = [text for text in said(shown) if CLAIMS.match(text)]
    lit = [piece.name for _, piece in pieces(shown) if piece.mark in LIT]
    some = pieces(shown)
    for view, piece in some[:: max(1, len(some) // PRESSES)]:
        at = view.mapFromScene(piece.mapToScene(QPointF(0, 0)))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        qapp.processEvents()
    take_down(shown)

    assert status.endswith("Then it is your turn.") and not is_ours
    assert claims == [] and lit == [] and chosen == []
    assert [text for text in refused if "turn" in text] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_table_calls_for_a_move_once_it_is_ready(qapp: QApplication, game: str) -> None:
    """Without the wait the words that the other test must not find are there."""
    shown = put_up(lambda preferences: at_table(preferences, game)[0])
    assert isinstance(shown, Window) and shown.at_table is not None
    give_size(shown, (1280, 800))
    found = [text for text in said(shown) if CLAIMS.match(text)]
    is_ours = shown.at_table.model.is_our_turn
    take_down(shown)

    assert found and is_ours
