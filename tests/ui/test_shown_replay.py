"""The replay in a window: what opens it, before which event, and the practice game in front of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.records.recording import Recording
from app.screens.program import Replaying, ReplayingFile
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, settled
from ui.screens.replay_screen import ReplayScreen
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton


class Record:
    """A window, and a record that its program reads."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot, self.program = qtbot, FakeProgram(folder)
        story = Story()
        story.to_the_end()
        self.program.recording = story.recording()
        self.window = Window(self.program, Ear())
        qtbot.addWidget(self.window)
        self.window.show()

    def open(self, start: ReplayingFile | Replaying) -> ReplayScreen:
        self.window.begin(start)
        self.qtbot.waitUntil(lambda: self.window.watched.screen is not None)
        screen = self.window.watched.screen
        assert screen is not None
        return screen


@pytest.fixture
def record(qtbot: QtBot, tmp_path: Path) -> Record:
    return Record(qtbot, tmp_path)


def test_a_replay_opens_at_its_start_or_before_the_event_that_was_asked_for(
    record: Record, tmp_path: Path
) -> None:
    file = tmp_path / "evening.shoal"
    stops = [record.open(Replaying("ab", at)).model.stop for at in (0, 40)]
    assert record.program.settings.records == "", "a game of this computer is no file"
    later = record.open(Replaying("ab", 40)).model
    stops.append(record.open(ReplayingFile(file)).model.stop)

    assert stops == [0, later.before(40), 0] and stops[1] > 0
    assert record.program.settings.records == str(file)
    assert record.window.windowTitle().startswith("Record of Plump with ")


@pytest.mark.parametrize("is_known", [True, False])
def test_a_record_without_a_game_leads_back_to_the_lobby(record: Record, is_known: bool) -> None:
    info = record.program.recording.info if is_known else None
    record.program.recording = replace(record.program.recording, info=info, events=())
    record.window.begin(Replaying("ab"))
    record.qtbot.waitUntil(lambda: record.window.is_free)

    assert record.window.watched.screen is None and record.window.home.warning.text() != ""


def test_a_practice_game_is_left_for_its_replay_or_begun_again(record: Record) -> None:
    replay = record.open(Replaying("ab"))
    replay.perspective.setCurrentIndex(1)
    replay.timeline.setValue(5)
    record.qtbot.mouseClick(replay.on_button, LEFT)
    settled()
    first = record.window.watched.practice
    assert first is not None and record.window.pages.currentWidget() is first
    first.rematch_wanted.emit()
    settled()
    second = record.window.watched.practice
    assert second is not None and second is not first
    assert record.window.pages.currentWidget() is second and second.model.is_our_turn
    second.leave_wanted.emit()
    assert record.window.watched.practice is None and record.window.pages.currentWidget() is replay
    record.window.leave()

    assert record.window.watched.screen is None and record.window.is_free
    assert not record.window.table_docks.docks["log"].isVisible()


def test_another_record_takes_the_place_of_the_first(record: Record) -> None:
    first = record.open(Replaying("ab"))
    second = record.open(Replaying("cd"))

    assert second is not first and record.program.read == ["ab", "cd"]
    record.program.recording = Recording(None, problem="no such record")
    record.window.begin(Replaying("ef"))
    assert record.window.watched.screen is None, "while the next one is checked"
