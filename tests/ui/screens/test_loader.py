"""Long work in a thread, and the end of its screen."""

from __future__ import annotations

import threading

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.records.recording import Progress
from ui.screens.loader import Loader


@pytest.mark.parametrize("reports", [True, False])
def test_work_ends_silently_when_its_screen_is_gone(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, reports: bool
) -> None:
    """Its result has nobody to go to; an exception in the thread would be a traceback for the player."""
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    begun, gone = threading.Event(), threading.Event()

    def read(progress: Progress) -> object:
        begun.set()
        gone.wait()
        if reports:
            progress(1, 2)
        return None

    screen = QObject()
    loader = Loader(read, screen)
    loader.run()
    begun.wait()
    shiboken6.delete(screen)
    gone.set()
    loader._thread.join()

    assert raised == []
