"""Two windows of one program, each with a table against a bot of its own: real threads, links and journal.

As a program it plays a card at both, says so, and goes on until it is killed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.build import build_environment
from app.keep.home import Home
from app.keep.settings import Settings
from app.program import WindowProgram
from app.screens.lobby import setup_for
from tests.support.window import Ear
from ui.window import Window, Windows

PATIENCE_S = 120.0


class OneProgram:
    """A program with its windows; `sit_down` begins a table in a new one."""

    def __init__(self, home: Path) -> None:
        env = build_environment(nick="Lisa", address="127.0.0.1", home=Home(home))
        self.program = WindowProgram(env)
        self.program.save_settings(
            Settings(
                nick="Lisa", animation="off", sound=False, asked_visible=True, taught="plump", tips=False
            )
        )
        self.windows = Windows(self.program, Ear())

    def sit_down(self) -> Window:
        """Open one more window, with a table in it."""
        window = self.windows.open()
        setup = setup_for("plump", seats=2).with_option("length", "short").with_bots(1)
        window.begin(setup.hosting(asks=False))
        return window

    def close(self) -> None:
        """Close everything, as at the end of the program."""
        for each in tuple(self.windows.all):
            each.leave_at_once()
        self.windows.finish()
        self.program.close()


def wait_until(reached: Callable[[], bool]) -> None:
    """Let the event loop run until a condition holds."""
    ends = time.monotonic() + PATIENCE_S
    while not reached():
        assert time.monotonic() < ends, "it took too long"
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        time.sleep(0.002)


def is_our_turn(window: Window) -> bool:
    """True if the table in a window waits for the player."""
    return window.at_table is not None and window.at_table.model.is_our_turn


def play(window: Window) -> int:
    """Wait for our turn and take it in the board as text, by Enter; return the height afterwards."""
    wait_until(lambda: is_our_turn(window))
    panel, screen = window.table_docks.board, window.at_table
    assert screen is not None
    if window.table_docks.docks["board"].isHidden():
        window.table_docks.toggle("board")
    index, before = panel.model.index(0, 0), screen.model.k
    while index.isValid() and panel.model.action_at(index) is None:
        index = panel.tree.indexBelow(index)
    panel.tree.setCurrentIndex(index)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    wait_until(lambda: screen.model.k > before)
    return screen.model.k


def main() -> None:
    app = QApplication(sys.argv[:1])
    made = OneProgram(Path(sys.argv[1]))
    for window in (made.sit_down(), made.sit_down()):
        play(window)
        play(window)
    print("playing", flush=True)
    app.exec()


if __name__ == "__main__":
    main()
