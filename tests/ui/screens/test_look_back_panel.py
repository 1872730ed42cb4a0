"""The look back under a replay's timeline: marks and words that lead to the player's mistakes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip
from pytestqt.qtbot import QtBot

from app.games.look_back import LookBack, TurningPoint
from app.screens.practice import Practice
from app.screens.replay import ReplayModel
from tests.support.table_hands import preferences
from tests.support.window import Story
from ui.art.palette import contrast
from ui.art.stylesheet import qt_palette
from ui.art.theme import ThemeName, themed
from ui.screens.look_back_panel import LookBackPanel, TurningPointStrip
from ui.screens.replay_screen import ReplayScreen


def test_the_panel_lists_turning_points_and_leads_to_them(qtbot: QtBot) -> None:
    story = Story("plump", options={"length": "short"})
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(replay)
    replay.resize(1280, 900)
    replay.show()
    panel = replay.look_back
    assert not panel.isVisible()

    replay.look_at_turning_points()
    qtbot.waitUntil(lambda: "judged: " in panel.summary.text())

    assert panel.isVisible() and replay.model.seat == 0
    assert panel.list.count() > 0, "whoever plays any card loses somewhere"
    qtbot.keyClick(panel.list, Qt.Key.Key_Home)
    panel.list.itemActivated.emit(panel.list.item(0))
    stop = replay.model.stop
    assert replay.model.view.state.needs and replay.model.stops[stop] <= len(replay.model.recording.events)
    made: list[Practice] = []
    replay.play_wanted.connect(made.append)
    qtbot.mouseClick(panel.play_on, Qt.MouseButton.LeftButton)
    assert panel.list.item(0).text().startswith("Turn ") and len(made) == 1
    replay.perspective.setCurrentIndex(2)
    assert not panel.isVisible()


@pytest.mark.parametrize("name", ThemeName)
def test_the_marks_of_turning_points_stand_out(qtbot: QtBot, name: ThemeName) -> None:
    theme = themed(name)
    strip = TurningPointStrip()
    qtbot.addWidget(strip)
    strip.setPalette(qt_palette(theme))
    strip.resize(216, 28)
    strip.tell((TurningPoint(50, 1.0, "one"),), 100)
    picture = strip.grab().toImage()

    assert contrast(picture.pixelColor(108, 14).name(), theme.window) >= 4.5


def test_the_list_of_turning_points_shows_whole_lines(qtbot: QtBot) -> None:
    story = Story("plump")
    panel = LookBackPanel(ReplayModel(story.recording()))
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    panel._tell(LookBack(tuple(TurningPoint(at, 1.0, f"line {at}") for at in range(9)), 20, 0))
    bottoms = [panel.list.visualItemRect(panel.list.item(row)).bottom() for row in range(9)]

    assert panel.list.viewport().height() - 1 in bottoms


def test_a_click_on_a_mark_chooses_it(qtbot: QtBot) -> None:
    strip = TurningPointStrip()
    qtbot.addWidget(strip)
    strip.resize(216, 28)
    strip.tell((TurningPoint(10, 1.0, "one"), TurningPoint(90, 4.0, "two")), 100)
    chosen: list[int] = []
    strip.chosen.connect(chosen.append)
    for x in (8 + 180, 8 + 100, 8 + 20):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(x, 20))

    assert chosen == [1, 0]


def test_a_player_who_leaves_while_it_thinks_is_not_kept_waiting(qtbot: QtBot) -> None:
    story = Story("matriculation")
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(replay)
    replay.show()
    replay.look_at_turning_points()
    replay.drop()

    assert "Looking back" in replay.look_back.summary.text()


def test_a_mark_is_chosen_and_explained_within_eight_pixels_and_no_farther(qtbot: QtBot) -> None:
    strip = TurningPointStrip()
    qtbot.addWidget(strip)
    strip.resize(216, 28)
    strip.show()
    strip.tell((TurningPoint(10, 1.0, "one"), TurningPoint(90, 4.0, "two")), 100)
    chosen: list[int] = []
    strip.chosen.connect(chosen.append)
    told = {}
    for x in (20, 21, 28, 35, 36, 180, 181, 195, 196):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(x, 5))
        QToolTip.hideText()
        help_event = QHelpEvent(QEvent.Type.ToolTip, QPoint(x, 5), strip.mapToGlobal(QPoint(x, 5)))
        QApplication.sendEvent(strip, help_event)
        told[x] = QToolTip.text() if QToolTip.isVisible() else ""
    QToolTip.hideText()

    assert chosen == [0, 0, 0, 1, 1]
    assert {x: text for x, text in told.items() if text} == {
        **dict.fromkeys((21, 28, 35), str(TurningPoint(10, 1.0, "one"))),
        **dict.fromkeys((181, 195), str(TurningPoint(90, 4.0, "two"))),
    }
    strip.tell((), 0)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(8, 5))
    assert len(chosen) == 5


@pytest.mark.parametrize(("costs", "row"), [((1.0, 3.0, 2.0), 1), ((), -1)])
def test_the_worst_turning_point_is_marked_and_without_any_there_is_only_the_summary(
    qtbot: QtBot, costs: tuple[float, ...], row: int
) -> None:
    story = Story("plump")
    story.until_own_turn()
    panel = LookBackPanel(ReplayModel(story.recording()))
    qtbot.addWidget(panel)
    panel.show()
    asked: list[int] = []
    panel.play_wanted.connect(asked.append)
    found = LookBack(tuple(TurningPoint(at, cost, f"line {at}") for at, cost in enumerate(costs)), 20, 0)
    panel._tell(found)

    assert panel.list.currentRow() == row and panel.summary.text() == found.summary
    for each in (panel.strip, panel.list, panel.play_on):
        assert each.isVisible() is bool(costs)
    if costs:
        qtbot.mouseClick(panel.play_on, Qt.MouseButton.LeftButton)
        panel.list.setCurrentRow(-1)
        qtbot.mouseClick(panel.play_on, Qt.MouseButton.LeftButton)
        assert asked == [1, 0]


def test_progress_is_shown_and_closing_the_panel_is_signalled(qtbot: QtBot) -> None:
    panel = LookBackPanel(ReplayModel(Story("plump").recording()))
    qtbot.addWidget(panel)
    closed: list[bool] = []
    panel.closed.connect(lambda: closed.append(True))
    panel._tell_progress(3, 20)
    assert panel.summary.text() == "Looking back: 3 of 20 turns"
    [close] = [each for each in panel.findChildren(QPushButton) if each.text() == "Close"]
    close.click()

    assert closed == [True]
