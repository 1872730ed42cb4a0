"""From the command line to a window."""

from __future__ import annotations

import argparse
import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.lobby_model import against_bots
from app.program_model import Joining, Program, Start
from ui.window import Window


def run_window(words: argparse.Namespace, program: Program) -> int:
    """Open the window and stay until it is closed; the exit status."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(app, QApplication):
        return 2
    app.setApplicationName("shoal")
    app.setApplicationDisplayName("Shoal")
    app.setDesktopFileName("shoal")
    start = start_of(words)
    window = Window(program)
    if start is not None:
        window.begin(start)
    window.show()
    QTimer.singleShot(0, window.look_at_games)
    try:
        return int(app.exec())
    finally:
        window.finish()


def start_of(words: argparse.Namespace) -> Start | None:
    """The table that the command line asks for; raises `BadOptions`."""
    if words.command == "play":
        return against_bots(words.game, seats=words.seats, level=words.level)
    if words.command == "join":
        return Joining(words.invitation)
    return None
