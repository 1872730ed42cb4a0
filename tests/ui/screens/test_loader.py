"""Long work in a thread, and the end of its screen."""

from __future__ import annotations

import threading

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.records.recording import Progress
from ui.screens.loader import LOOK_MS, Loader


@pytest.mark.parametrize("reports", [True, False])
def test_work_ends_silently_when_its_screen_is_gone(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, reports: bool
) -> None:
    """Its result has nobody to go to; an exception in the thread would be a traceback for the player."""
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    begun, gone, ended = threading.Event(), threading.Event(), []

    def read(progress: Progress) -> object:
        begun.set()
        gone.wait()
        if reports:
            progress(1, 2)
        ended.append("by itself")
        return None

    screen = QObject()
    loader = Loader(read, screen)
    loader.run()
    begun.wait()
    shiboken6.delete(screen)
    gone.set()
    loader._thread.join()

    assert raised == [] and ended == ([] if reports else ["by itself"])


def test_the_result_of_background_work_comes_once_after_its_progress(qtbot: QtBot) -> None:
    told: list[object] = []

    def read(progress: Progress) -> object:
        for done in range(1, 4):
            progress(done, 3)  # at once: only the last is passed on
        return "read"

    loader = Loader(read)
    loader.progress.connect(lambda done, of: told.append((done, of)))
    loader.done.connect(told.append)
    loader.run()
    loader._thread.join()
    assert told == [], "it comes in the window's own turn"
    qtbot.waitUntil(lambda: "read" in told)
    QApplication.processEvents()

    assert told == [(3, 3), "read"]


def test_dropped_work_ends_at_its_next_report_and_tells_nothing(qtbot: QtBot) -> None:
    told: list[object] = []
    steps: list[int] = []
    begun, dropped = threading.Event(), threading.Event()

    def read(progress: Progress) -> object:
        begun.set()
        assert dropped.wait(30)
        for done in range(3):
            steps.append(done)
            progress(done, 3)
        return "read"

    loader = Loader(read)
    loader.progress.connect(lambda *words: told.append(words))
    loader.done.connect(told.append)
    loader.run()
    assert begun.wait(30)
    loader.drop(whole=False)  # returns while the thread still works
    assert loader._thread.is_alive() and loader._thread.daemon
    dropped.set()
    loader.drop()
    assert not loader._thread.is_alive()
    qtbot.wait(2 * LOOK_MS)

    assert steps == [0] and told == []


def test_work_that_ends_without_a_report_after_it_was_dropped_tells_nothing(qtbot: QtBot) -> None:
    told: list[object] = []
    dropped = threading.Event()
    loader = Loader(lambda _: dropped.wait(30))
    loader.done.connect(told.append)
    loader.run()
    loader.drop(whole=False)
    dropped.set()
    loader.drop()
    qtbot.wait(2 * LOOK_MS)

    assert told == []


def test_a_result_on_its_way_is_not_delivered_to_one_who_has_cancelled(qtbot: QtBot) -> None:
    told: list[object] = []
    loader = Loader(lambda progress: "read")
    loader.done.connect(told.append)
    loader.run()
    loader._thread.join()
    loader.drop()
    qtbot.wait(2 * LOOK_MS)

    assert told == []
