"""The statistics in the window: counted while the dialog is open, told as they come."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.records.statistics.sums import Statistics
from app.records.statistics.words import PLOT_KEY
from tests.gallery_states.shell import SUMS
from tests.support.window import Ear, FakeProgram
from ui.dialogs.plots import CountGrid, PointsCurve
from ui.dialogs.statistics import RankPlot, StatisticsDialog
from ui.window import Window


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    made = Window(FakeProgram(tmp_path, sums=SUMS), Ear())
    qtbot.addWidget(made)
    made.show()
    return made


def opened(window: Window, qtbot: QtBot) -> StatisticsDialog:
    qtbot.mouseClick(window.home.statistics, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    dialog = window.side.top
    assert isinstance(dialog, StatisticsDialog)
    return dialog


def words(dialog: StatisticsDialog) -> list[str]:
    for _ in range(3):  # new widgets of a layout are shown by an event, and old ones are deleted by one
        QApplication.processEvents()
    return [each.text() for each in dialog.findChildren(QLabel) if each.text() and not each.isHidden()]


def test_games_people_and_evening_are_reported_each_game_with_its_plot(window: Window, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    said = words(dialog)

    assert {"Plump", "Reef Encounter", "With whom"} <= set(said)
    assert "31 games played (12 with people), 9 won (3 with people)" in said
    assert "Bids made: 143 of 268" in said
    assert any(each.startswith("Longest evening: ") for each in said)
    assert said.count(PLOT_KEY) == 1, "what the bars say, once"
    assert said.index("Plump") < said.index(PLOT_KEY) < said.index("Reef Encounter")
    plots = dialog.findChildren(RankPlot)
    assert plots[1].accessibleName() == "The latest games, the oldest first: 3rd of 3, 2nd of 3, 1st of 3"


def test_points_are_a_curve_and_who_beat_whom_is_a_grid(window: Window, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    [curve], [_, grid] = dialog.findChildren(PointsCurve), dialog.findChildren(CountGrid)
    places = curve.places()

    assert curve.accessibleName().endswith("the oldest first: 31, 28, 44, 40, 61, 38, 72, 66, 80, 58, 91")
    assert [each.x() for each in places] == sorted(each.x() for each in places)
    assert min(places, key=lambda each: each.y()) == places[-1], "the best evening is the highest"
    assert all(curve.rect().contains(each.toPoint()) for each in places)
    assert "You before Stephen 4" in grid.accessibleName() and "Toby before You 1" in grid.accessibleName()


def test_the_grid_shows_bids_against_tricks_with_made_bids_framed(window: Window, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    [grid, _] = dialog.findChildren(CountGrid)
    shown = grid.grab().toImage()
    side, row = grid.width() / 4, grid.height() / 6
    wide = (grid.width() - min(side, 120)) / 5

    def dark(bid: int, taken: int) -> int:
        """Darkness, 0..255, of the paper of a cell near its corner."""
        x, y = min(side, 120) + (taken + 0.12) * wide, (bid + 1.2) * row
        return 255 - shown.pixelColor(round(x), round(y)).lightness()

    assert "1 bid, 0 taken: 14" in grid.accessibleName() and "1 bid, 4 taken" not in grid.accessibleName()
    assert dark(0, 0) > dark(1, 1) > dark(1, 0) > dark(1, 4), "the more rounds, the darker"
    frame = shown.pixelColor(round(min(side, 120) + wide * 1.5), round(2 * row + 1))
    assert frame.lightness() < 128, "a bid that was made is framed"


def test_the_progress_of_counting_is_shown_and_stops_with_the_dialog(window: Window, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    dialog.tell(Statistics(), 2, 5)
    assert words(dialog) == ["Your statistics", "Checking new games: 2 of 5"]

    dialog.accept()

    counting = window.program.counting  # type: ignore[attr-defined]
    assert counting is not None and counting.stopped


def test_a_player_without_games_reads_that_there_are_none(window: Window, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    dialog.tell(Statistics(), 0, 0)

    assert any("You have not finished a game yet" in each for each in words(dialog))


def test_unreadable_records_are_reported(window: Window, qtbot: QtBot) -> None:
    window.program.complaint = "Shoal cannot read your games now: busy."  # type: ignore[attr-defined]
    dialog = opened(window, qtbot)

    assert "Shoal cannot read your games now: busy." in words(dialog)
