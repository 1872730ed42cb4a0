"""A replay on the screen, whose viewer is none of the players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from rules.api import Seat
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only
from tests.support.table_hands import preferences
from tests.support.values import replace
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
def test_a_replay_without_a_seat_calls_nobody_you(qtbot: QtBot, game: str) -> None:
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


@pytest.fixture
def replay(qtbot: QtBot) -> ReplayScreen:
    """A replay of a short game without a seat of its own, at its beginning."""
    story = Story("plump", options={"length": "short"})
    story.to_the_end()
    made = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(made)
    made.resize(1280, 900)
    made.show()
    QApplication.processEvents()
    return made


def pressed(replay: ReplayScreen, name: str) -> QToolButton:
    [found] = [each for each in replay.findChildren(QToolButton) if each.accessibleName() == name]
    return found


def test_a_replay_is_stepped_through_by_keys_buttons_timeline_and_log(
    qtbot: QtBot, replay: ReplayScreen
) -> None:
    last = len(replay.model.stops) - 1
    ways = [
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_Right), 1),
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_PageDown), 11),
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_Left), 10),
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_PageUp), 0),
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_Left), 0),
        (lambda: qtbot.mouseClick(pressed(replay, "A step forward"), Qt.MouseButton.LeftButton), 1),
        (lambda: qtbot.mouseClick(pressed(replay, "A step forward"), Qt.MouseButton.LeftButton), 2),
        (lambda: qtbot.mouseClick(pressed(replay, "A step back"), Qt.MouseButton.LeftButton), 1),
        (lambda: qtbot.mouseClick(pressed(replay, "To the end"), Qt.MouseButton.LeftButton), last),
        (lambda: qtbot.mouseClick(pressed(replay, "A step forward"), Qt.MouseButton.LeftButton), last),
        (lambda: qtbot.mouseClick(pressed(replay, "To the beginning"), Qt.MouseButton.LeftButton), 0),
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_End), last),
        (lambda: qtbot.keyClick(replay, Qt.Key.Key_Home), 0),
        (lambda: replay.timeline.setValue(7), 7),
        (lambda: replay.list.clicked.emit(replay.list.model().index(3, 0)), replay.model.rows[3]),
    ]
    for go, stop in ways:
        go()
        assert (replay.model.stop, replay.timeline.value()) == (stop, stop)
        assert replay.place.text() == f"{stop} of {last}"
        assert replay.model.rows[replay.list.currentIndex().row()] == stop
    assert (replay.timeline.minimum(), replay.timeline.maximum()) == (0, last)


def test_space_plays_and_pauses_at_the_chosen_speed(qtbot: QtBot, replay: ReplayScreen) -> None:
    timer = replay._timer
    told = []
    for speed in range(3):
        replay.speed.setCurrentIndex(speed)
        assert not timer.isActive(), "a choice of speed plays nothing"
        qtbot.keyClick(replay, Qt.Key.Key_Space)
        told.append((timer.interval(), timer.isActive(), replay.play_button.isChecked()))
        qtbot.keyClick(replay, Qt.Key.Key_Space)
        told.append((timer.isActive(), replay.play_button.isChecked()))
    off = (False, False)

    assert told == [(2200, True, True), off, (1200, True, True), off, (500, True, True), off]
    qtbot.mouseClick(replay.play_button, Qt.MouseButton.LeftButton)
    replay.speed.setCurrentIndex(0)
    assert timer.isActive() and timer.interval() == 2200, "another speed counts at once"
    timer.timeout.emit()
    assert replay.model.stop == 1 and timer.isActive()
    replay.go(len(replay.model.stops) - 2)
    timer.timeout.emit()
    assert replay.model.stop == len(replay.model.stops) - 1
    assert not timer.isActive() and not replay.play_button.isChecked()


def test_a_replay_begins_at_the_usual_speed_and_from_no_seat(replay: ReplayScreen) -> None:
    assert replay.speed.currentText() == "normal speed"
    assert replay.perspective.currentIndex() == 0 and replay.model.seat is None
    assert replay.model.stop == 0 and not replay.look_back.isVisible()
    assert not replay.on_button.isEnabled()


@pytest.mark.parametrize(("own", "seat"), [(None, 0), (Seat(2), 2)])
def test_turning_points_are_those_of_the_players_seat_or_of_the_first(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, own: Seat | None, seat: int
) -> None:
    story = Story("plump", options={"length": "short"})
    story.to_the_end()
    made = ReplayScreen(replace(story.recording(), own_seat=own), preferences())
    qtbot.addWidget(made)
    made.perspective.setCurrentIndex(0)
    begun: list[int] = []
    monkeypatch.setattr(made.look_back, "begin", begun.append)
    made.look_at_turning_points()
    assert begun == [seat] and made.model.seat == seat and not made.look_back.isHidden()
    made.perspective.setCurrentIndex(2)
    assert made.look_back.isHidden(), "another seat has other turning points"
    made.look_at_turning_points()

    assert begun == [seat, 1]


def test_long_findings_stand_below_the_buttons_where_they_would_be_a_column_of_words(qtbot: QtBot) -> None:
    story = Story("plump")
    recording = replace(story.recording(), problem="the third signature of height 17 is wrong " * 3)
    parent = QWidget()  # with a layout, it would be as wide as its child wants
    qtbot.addWidget(parent)
    made = ReplayScreen(recording, preferences(), parent)
    parent.show()
    verdict, turned, choice = made.verdict, made._turned, made.perspective

    def is_below(lower: QWidget, upper: QWidget) -> bool:
        return lower.y() >= upper.y() + upper.height()

    looks = {}
    for wide in (1800, 800, 320, 1800):
        made.resize(wide, 700)
        settled()
        looks[wide] = (is_below(verdict, choice), is_below(turned, choice))
        assert verdict.width() > verdict.fontMetrics().horizontalAdvance("signature of height"), wide
        assert turned.isVisible() and turned.x() + turned.width() <= wide

    assert looks == {1800: (False, False), 800: (True, False), 320: (True, True)}
    assert verdict.x() < turned.x() < choice.x()
