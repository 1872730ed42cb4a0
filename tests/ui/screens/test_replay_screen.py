"""A replay on the screen, whose viewer is none of the players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from rules.api import Seat
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only
from tests.support.table_hands import preferences
from tests.support.window import Story, settled
from tests.support.written import written
from ui.kit.surface import Surface
from ui.screens.replay_screen import ReplayScreen

pytestmark = pytest.mark.usefixtures("sketched")

STOPS = 4
"""Number of stops that are looked at, spread over the game."""


def said(root: QWidget) -> set[str]:
    """All words that are written or said to screen readers below `root`."""
    texts = {each.text for each in written(root)}
    texts |= {each.accessibleName() for each in root.findChildren(QWidget) if each.isVisible()}
    for surface in root.findChildren(Surface):
        texts |= {piece.name for piece in surface.buttons()}
    return texts


def addressed(texts: set[str]) -> set[str]:
    """The texts that address the reader as a player."""
    return {each for each in texts if "(you)" in each or {"You", "Your", "you", "your"} & {*each.split()}}


def through(replay: ReplayScreen) -> Iterator[set[str]]:
    """The words at stops all over the game."""
    last = len(replay.model.stops) - 1
    for at in range(STOPS + 1):
        replay.go(at * last // STOPS)
        QApplication.processEvents()
        yield said(replay)


@pytest.mark.parametrize("game", quick_only(GAMES, "plump", "cahoots"))
def test_a_replay_from_no_seat_calls_nobody_you(qtbot: QtBot, game: str) -> None:
    story = Story(game)
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(replay)
    replay.resize(1280, 900)
    replay.show()
    as_spectator = [addressed(texts) for texts in through(replay)]
    replay.perspective.setCurrentIndex(1)
    is_found = any(addressed(texts) for texts in through(replay))

    assert not any(as_spectator)
    assert is_found, "the words are looked for where they do not stand"


def test_the_log_keeps_its_width_when_the_perspective_changes(qtbot: QtBot) -> None:
    replay = ReplayScreen(Story("plump").recording(), preferences())
    qtbot.addWidget(replay)
    replay.resize(1280, 900)
    replay.show()
    QApplication.processEvents()
    splitter = replay.findChild(QSplitter)
    assert splitter is not None
    splitter.setSizes([900, 380])
    before = splitter.sizes()
    for at in (1, 2, 0):
        replay.perspective.setCurrentIndex(at)
        QApplication.processEvents()

        assert abs(splitter.sizes()[1] - before[1]) <= 2
        assert replay.list.width() > 300


def test_the_present_line_stays_in_sight_when_the_look_back_opens(qtbot: QtBot) -> None:
    story = Story("plump")
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(replay)
    replay.resize(1280, 800)
    replay.show()
    replay.go(15)
    replay.look_back.setFixedHeight(320)
    replay.look_back.show()

    def is_seen() -> bool:
        line = replay.list.visualRect(replay.list.currentIndex())
        return replay.list.viewport().rect().contains(line)

    settled()
    assert replay.list.height() < 450 and is_seen()


def test_the_record_of_the_players_game_opens_from_their_seat(qtbot: QtBot) -> None:
    story = Story("plump", seat=2)
    story.to_the_end()
    replay = ReplayScreen(replace(story.recording(), own_seat=Seat(2)), preferences())
    qtbot.addWidget(replay)

    assert replay.perspective.currentText() == f"As {story.info.guests[2].nick} saw it"
    assert replay.table.info.seat == 2
