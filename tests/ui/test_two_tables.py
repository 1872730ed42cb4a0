"""One person at two tables at once, with the real program under both windows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.table.start import Resuming
from tests.support.processes import ROOT
from tests.support.two_tables import OneProgram, play, wait_until
from ui.window import Window


@pytest.fixture
def lisa(qtbot: QtBot, tmp_path: Path) -> Iterator[OneProgram]:
    made = OneProgram(tmp_path / "home")
    yield made
    made.close()


def press(window: Window, text: str) -> None:
    """Press a button of the question over a window, or of the lobby's list."""
    inside = window.side.top if window.table.is_under_way else window.home.list
    next(each for each in inside.findChildren(QPushButton) if each.text().startswith(text)).click()


def listed(window: Window) -> list[str]:
    """The actions offered for earlier games."""
    verbs = ("Continue", "Show its window")
    return [each.text() for each in window.home.list.findChildren(QPushButton) if each.text() in verbs]


def test_one_table_is_closed_the_other_goes_on_and_the_first_is_taken_up_again(lisa: OneProgram) -> None:
    one, other = lisa.sit_down(), lisa.sit_down()
    for window in (one, other, one):
        play(window)
    lobby = lisa.windows.open()
    wait_until(lambda: listed(lobby) == ["Show its window"] * 2)
    one.close()
    press(one, "Close and")
    wait_until(lambda: sorted(listed(lobby)) == ["Continue", "Show its window"])
    height = play(other)
    press(lobby, "Continue")
    again = play(lobby)

    assert play(other) > height
    assert play(lobby) > again
    assert lobby.at_table is not None and other.at_table is not None
    assert lobby.at_table.model.info.table != other.at_table.model.info.table
    assert lobby.at_table.model.stopped is other.at_table.model.stopped is None


@pytest.mark.slow
def test_both_tables_of_a_killed_program_are_continued(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    killed = subprocess.Popen(
        [sys.executable, "-m", "tests.support.two_tables", str(home)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
    )
    with killed:
        assert killed.stdout is not None and killed.stdout.readline() == "playing\n"
        killed.kill()
    lisa = OneProgram(home)
    try:
        games = lisa.program.games().unfinished
        windows = [lisa.windows.open() for _ in games]
        for window, game in zip(windows, games, strict=True):
            window.begin(Resuming(game.table))
        heights = [play(window) for window in windows]

        assert len(games) == 2
        assert all(height > game.heights for height, game in zip(heights, games, strict=True))
        assert [play(window) for window in windows] > heights
        assert all(each.at_table is not None and each.at_table.model.stopped is None for each in windows)
    finally:
        lisa.close()
