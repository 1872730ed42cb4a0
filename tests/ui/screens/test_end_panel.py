"""The panel at the end of a game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.animals import Animal
from tests.support.window import settled
from ui.art.theme import ThemeName, themed
from ui.kit.standings import Placed, Standings
from ui.screens.end_panel import EndPanel

pytestmark = pytest.mark.usefixtures("sketched")
ROOM = QSize(1200, 700)


def test_the_panel_has_all_of_its_height_at_once(qapp: QApplication, qtbot: QtBot) -> None:
    """It was 50 pixels high until it was resized: rows within rows reported the height they had before."""
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    for tell in (
        lambda: end.tell("The game is over. You have won.", "", None, ()),
        lambda: end.tell_evening(["This evening at Plump: Lisa 2, Stephen 1."]),
        lambda: end.tell_hands("Lisa has opened her hand.", may_open=True),
    ):
        tell()
        at_once = end.best_size(ROOM)
        end.resize(at_once)
        end.show()
        settled()
        assert end.best_size(ROOM) == at_once
        end.hide()


PLACED = [Placed(1, 0, "Lisa", "43", "1. Lisa, 43 points", Animal.CRAB, 43)]


@pytest.mark.parametrize("has_sheet", [True, False])
def test_the_games_own_sheet_is_shown_and_without_one_the_standings(qtbot: QtBot, *, has_sheet: bool) -> None:
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    end.tell("You have won.", "", QLabel("points of each deal") if has_sheet else None, PLACED)
    end.show()
    scores = [each for each in end.findChildren(QLabel) if each.text() == "points of each deal"]
    standings = end.findChildren(Standings)
    assert (len(scores), len(standings)) == ((1, 0) if has_sheet else (0, 1))
    [shown] = [*scores, *standings]

    assert shown.isVisible()


def test_in_a_narrow_window_the_change_button_moves_down_and_the_players_of_the_rematch_have_room(
    qtbot: QtBot,
) -> None:
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    end.tell("You have won.", "", None, PLACED)
    end.show()
    for room in (ROOM, QSize(420, 700), ROOM):
        end.resize(end.best_size(room))
        settled()
        assert end.change.isVisible()
        assert (end.change.y() == end.rematch.y()) is (room == ROOM)
    before = end.best_size(ROOM).height()
    end.tell_again("Stephen wants to play again.", (Animal.SEAL,))
    assert end.best_size(ROOM).height() > before + 20

    end.rematch.hide()
    end.change.hide()
    end.resize(end.best_size(QSize(420, 700)))
    assert end.change.isHidden() and end.leave.isVisible()
