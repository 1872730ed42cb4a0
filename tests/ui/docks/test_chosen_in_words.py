"""A choice that is made in the board as text leaves nothing lit or held on the table, as one made there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from app.messages import Choose
from app.screens.plan import foreseen, goes_on
from tests.gallery import give_size, put_up, take_down
from tests.gallery_states.shell import at_table
from tests.support.catalogue import GAMES
from tests.support.window import FakeProgram, settled
from ui.docks.board_tree import BoardTree
from ui.kit.game_table import Preferences
from ui.kit.pieces import Mark
from ui.kit.surface import Surface
from ui.window import Window

LIT = {Mark.PLAYABLE, Mark.TARGET, Mark.SELECTED}
PICKS = {"kings": (Qt.Key.Key_A,), "reef": (Qt.Key.Key_5,)}
"""Key of a game that picks something: the first house, the shrimps; elsewhere the first card."""


def lit(shown: Window) -> list[str]:
    """The pieces that the table still offers to its player."""
    found = [piece for view in shown.findChildren(Surface) for piece in view.buttons()]
    return [piece.name for piece in found if piece.mark in LIT or piece.is_chosen]


def choices(tree: BoardTree, above: QModelIndex) -> list[QModelIndex]:
    """The lines that can be played, from above."""
    rows = [tree.index(row, 0, above) for row in range(tree.rowCount(above))]
    return [each for row in rows for each in ([row] if tree.action_at(row) else choices(tree, row))]


def sent_at_once(window: Window, lines: list[QModelIndex]) -> QModelIndex:
    """The last line that is not a step of a plan."""
    view = None if window.at_table is None else window.at_table.model.view
    assert view is not None
    tree = window.table_docks.board.model

    def stays_planned(line: QModelIndex) -> bool:
        action = tree.action_at(line)
        after = None if action is None else foreseen(view, (action,))
        return after is not None and goes_on(after)

    return next(line for line in reversed(lines) if not stays_planned(line))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_after_a_choice_on_the_board_panel_nothing_stays_lit(qapp: object, game: str) -> None:
    programs: list[FakeProgram] = []

    def make(preferences: Preferences) -> Window:
        window, program, _ = at_table(preferences, game)
        programs.append(program)
        return window

    shown = put_up(make)
    assert isinstance(shown, Window)
    give_size(shown, (1280, 800))
    [view] = shown.findChildren(Surface)
    QTest.keyClick(view, *PICKS.get(game, (Qt.Key.Key_1,)))
    picked = lit(shown)
    shown.table_docks.toggle("board")
    panel = shown.table_docks.board
    panel.tree.setCurrentIndex(sent_at_once(shown, choices(panel.model, QModelIndex())))
    orders = programs[0].tables[-1].orders
    before = len(orders)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    settled()
    after, made = lit(shown), orders[before:]
    take_down(shown)

    assert picked
    assert len(made) == 1 and isinstance(made[0], Choose)
    assert after == []
