"""The window of a game by ear: others move at random, the player's turns are taken automatically."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.messages import Finished
from app.screens.lobby import against_bots
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story
from ui.window import Window

SEATS = {"plump": 3, "matriculation": 2, "cahoots": 3, "kings": 4, "reef": 2}
PACE_MS = 150
"""Milliseconds between two own moves, so that a listener can keep up."""
FIRST_MS, LAST_MS = 4000, 3000


def main(game: str) -> int:
    """Play to the end; prints the number of own moves."""
    app = QApplication(["shoal"])
    program = FakeProgram(Path(tempfile.mkdtemp()), replace(STILL, tips=False))
    window = Window(program, Ear())
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    window.begin(against_bots(game))
    story = Story(game, SEATS[game], options={"length": "short"} if game == "plump" else None)
    program.tell(story.started, story.until_own_turn())
    moves = 0

    def step() -> None:
        nonlocal moves
        if window.at_table is None:
            return
        window.at_table.table.hurry()
        if story.local.turn is None:
            outcome = story.local.outcome
            assert outcome is not None
            program.tell(Finished(outcome))
            print(f"over after {moves}", flush=True)
            timer.stop()
            QTimer.singleShot(LAST_MS, app.quit)
            return
        moves += 1
        story.step()
        program.tell(story.until_own_turn())

    timer = QTimer()
    timer.timeout.connect(step)
    QTimer.singleShot(FIRST_MS, lambda: timer.start(PACE_MS))
    return app.exec()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
