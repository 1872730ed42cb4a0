"""The panel at the end of a game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.window import settled
from ui.art.theme import ThemeName, themed
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
