"""The setting that plays a move by itself when it is the only choice."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import Choose, Order
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import Story
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("sketched")


def opened(qtbot: QtBot, *, is_wanted: bool) -> tuple[TableScreen, Story, list[Order]]:
    story, orders = Story("plump"), list[Order]()
    screen = TableScreen(story.info, replace(preferences(), plays_forced=is_wanted), orders.append)
    qtbot.addWidget(screen)
    screen.show()
    screen.show_news((story.started, story.until_own_turn()))
    return screen, story, orders


def to_a_turn(screen: TableScreen, story: Story, *, choices: range) -> None:
    """Play until the number of the player's choices is in this range."""
    while len(story.local.actions()) not in choices or story.local.turn != story.info.seat:
        story.step()
    QApplication.processEvents()  # nothing from before the turn is still to come
    screen.show_news((story.news(),))
    screen.table.hurry()


@pytest.mark.parametrize("is_wanted", [True, False])
def test_the_last_card_is_played_automatically_if_the_player_wants_that(
    qtbot: QtBot, *, is_wanted: bool
) -> None:
    screen, story, orders = opened(qtbot, is_wanted=is_wanted)
    to_a_turn(screen, story, choices=range(1, 2))
    (only,) = story.local.actions()
    if is_wanted:
        qtbot.waitUntil(lambda: bool(orders))
        assert orders == [Choose(story.k, only)]
    else:
        QApplication.processEvents()
        assert orders == [] and screen.model.forced == only


def test_a_choice_is_left_to_the_player(qtbot: QtBot) -> None:
    screen, story, orders = opened(qtbot, is_wanted=True)
    to_a_turn(screen, story, choices=range(2, 20))
    QApplication.processEvents()

    assert orders == [] and screen.model.forced is None and screen.model.is_our_turn
