"""Longest stops of the window: while a table opens, and while moves are shown.

    .venv/bin/python -m tests.bench.stops GAME        the two figures, in ms, as JSON

It runs in a process of its own, because only a first table imports modules that the lobby does not need. A
stop is the time of one turn of the event loop, in CPU time of the window's thread: work of other threads and
of other programs does not count.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.messages import News
from app.screens.lobby import against_bots
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story
from ui.start import after_the_first_paint
from ui.window import Window

SIZE = (1600, 1000)
MOVES = 60
WAITED_S = 3.0
"""Seconds that pass, at least, until a new table is there; in them the program prepares for it."""
AT_REST_S = 0.3
"""Seconds without work after which the event loop counts as at rest."""


def turns(least_s: float = AT_REST_S) -> list[float]:
    """Let the event loop run until it is at rest; return the milliseconds of each of its turns."""
    took: list[float] = []
    rested = time.monotonic()
    while time.monotonic() - rested < least_s:
        began = time.thread_time()
        QCoreApplication.processEvents()
        took.append(1000 * (time.thread_time() - began))
        if took[-1] > 1.0:
            rested = time.monotonic()
        else:
            time.sleep(0.001)
    return took


def news_of(game: str) -> list[News]:
    """The first moves of a random game, each as the news that one seat gets."""
    story = Story(game)
    told: list[News] = [story.started, story.until_own_turn()]
    while story.local.turn is not None and len(told) < MOVES:
        story.step()
        told.append(story.news())
    return told


def measured(game: str) -> dict[str, float]:
    """The longest stop of opening a table of this game, and of showing one of its moves."""
    app = QApplication(sys.argv[:1])
    told = news_of(game)
    with tempfile.TemporaryDirectory() as folder:
        program = FakeProgram(Path(folder), replace(STILL, animation="normal"))
        window = Window(program, Ear())
        window.resize(*SIZE)
        window.show()
        turns()
        after_the_first_paint(window, "", None)  # makes what the first paint did not need
        turns()
        (pressed,) = (each for each in window.home.games if each.offer.key == game)
        QTest.mouseMove(pressed)
        turns()
        began = time.thread_time()
        window.begin(against_bots(game))
        opening = [1000 * (time.thread_time() - began), *turns(WAITED_S)]
        program.tell(*told[:2])
        opening += turns()
        moves: list[float] = []
        for news in told[2:]:
            program.tell(news)
            moves += turns()
        window.close()
        window.finish()
        del window
    app.quit()
    return {"opening": max(opening), "moves": max(moves)}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
