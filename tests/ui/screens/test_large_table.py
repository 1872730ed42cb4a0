"""The watched table on a large screen: the size of its words, the last moves, and the standings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.messages import SPECTATOR, Finished, Reaction
from app.screens.reactions import reaction_text
from app.screens.table import SPECTATING
from rules.api import Outcome
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import Story
from ui.docks.faces import Face
from ui.kit.surface import Surface
from ui.screens.large_table import LargeTable
from ui.screens.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("unpainted")


class Room:
    """A watched table of the window, and the large one."""

    def __init__(self, qtbot: QtBot) -> None:
        self.story = Story("plump")
        info = replace(self.story.info, seat=SPECTATOR)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.screen = TableScreen(info, preferences(), lambda _: None, self.window)
        self.news()
        self.large = LargeTable(self.screen, preferences(), self.window)
        qtbot.addWidget(self.large)

    def news(self) -> None:
        self.story.step()
        self.screen.show_news((self.story.news(),))

    def show(self, wide: int, high: int) -> None:
        self.large.resize(wide, high)
        self.large.show()
        for _ in range(3):
            QApplication.processEvents()


@pytest.mark.parametrize(
    ("size", "pixels", "lines"),
    [((1280, 800), 22, 3), ((1279, 800), 18, 1), ((1280, 799), 18, 1), ((1920, 1080), 22, 3)],
)
def test_words_are_larger_and_more_moves_are_shown_where_there_is_room(
    qtbot: QtBot, size: tuple[int, int], pixels: int, lines: int
) -> None:
    room = Room(qtbot)
    for _ in range(5):
        room.news()
    room.show(*size)
    shown = [each.text() for each in room.large.lines if each.isVisible()]
    log = [line.text for line in room.screen.model.log if line.text != SPECTATING]

    assert room.large.names.font().pixelSize() == pixels
    assert room.large.table.preferences.scale == (160 if lines == 3 else 130)
    assert shown == log[-lines:] and len(log) > 3
    room.news()
    log = [line.text for line in room.screen.model.log if line.text != SPECTATING]
    assert [each.text() for each in room.large.lines if each.isVisible()] == log[-lines:]
    assert room.large.status.text() == room.screen.model.status.text
    assert room.large.checked.text() == "Nobody is watching."


def test_the_large_table_first_shows_the_present_position_and_real_moves_only(qtbot: QtBot) -> None:
    room = Room(qtbot)
    room.show(1920, 1080)
    log = [line.text for line in room.screen.model.log]
    shown = [each.text() for each in room.large.lines]

    plates = [
        {each.name for each in table.findChild(Surface).buttons()}
        for table in (room.large.table, room.screen.table)
    ]
    assert plates[0] == plates[1] != set()
    assert shown == [*[text for text in log if text != SPECTATING][-3:], "", "", ""][:3]
    assert not room.large.names.isVisible(), "nobody has won yet"


def test_the_end_names_all_players_by_rank_and_faces_are_said_over_the_table(qtbot: QtBot) -> None:
    room = Room(qtbot)
    room.show(1920, 1080)
    room.screen.show_news((Reaction(2, "laugh"),))
    [face] = room.large.findChildren(Face)
    assert face.accessibleName() == reaction_text(Reaction(2, "laugh"), room.screen.model.names, SPECTATOR)
    room.screen.show_news((Finished(Outcome((9, 1, 2, 3), (1, 4, 3, 2))),))
    room.show(1920, 1080)
    names = [guest.nick for guest in room.story.info.guests]

    assert room.large.names.isVisible()
    assert room.large.names.text() == (
        f"1. {names[0]} 9 points   2. {names[3]} 3 points   3. {names[2]} 2 points   4. {names[1]} 1 point"
    )


@pytest.mark.parametrize(
    ("key", "closes"), [(Qt.Key.Key_Escape, True), (Qt.Key.Key_F11, True), (Qt.Key.Key_A, False)]
)
def test_the_large_table_is_closed_by_escape_and_f11(qtbot: QtBot, key: Qt.Key, *, closes: bool) -> None:
    room = Room(qtbot)
    room.show(1280, 800)
    closed: list[bool] = []
    room.large.closed.connect(lambda: closed.append(True))
    qtbot.keyClick(room.large, key)

    assert closed == [True] * closes
