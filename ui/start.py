"""From the command line to a window."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias

from PySide6.QtCore import QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.screens.program import Program, Watching
from app.table.start import Start
from ui.sound import Speaker
from ui.window import Window

log = logging.getLogger("ui")
_Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None
BEAT_MS = 200
STALL_MS = 250
LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def run_window(wanted: Start | Watching | None, program: Program) -> int:
    """Open the window and stay until it is closed; the exit status."""
    qInstallMessageHandler(_log_qt)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("shoal")
    app.setApplicationDisplayName("Shoal")
    app.setDesktopFileName("shoal")
    window = Window(program, Speaker())
    left = program.watch(window.side.reported.emit)
    watchdog = Watchdog(window)
    if wanted is not None:
        window.begin(wanted)
    window.show()
    before = _leave_on_signals(window)
    QTimer.singleShot(0, window, lambda: _after_the_first_paint(window, left))
    try:
        return int(app.exec())
    finally:
        watchdog.stop()
        window.finish()
        for number, handler in before.items():
            signal.signal(number, handler)
        program.close()
        qInstallMessageHandler(None)


class Watchdog:
    """Notes in the log when the window stood still for longer than a player should notice."""

    def __init__(self, window: Window) -> None:
        self._beat = time.monotonic()
        self._timer = QTimer(window)
        self._timer.timeout.connect(self.beat)
        self._timer.start(BEAT_MS)

    def beat(self) -> None:
        """The window is alive."""
        now = time.monotonic()
        late_ms = int((now - self._beat) * 1000) - BEAT_MS
        self._beat = now
        if late_ms > STALL_MS:
            log.warning("the window stood still for %d ms", late_ms)

    def stop(self) -> None:
        """No more."""
        self._timer.stop()


def _leave_on_signals(window: Window) -> dict[int, _Handler]:
    """Ctrl-C, SIGTERM and a terminal that closes leave the table in order; twice ends at once.

    The watchdog's beat gives Python its turn, in which the signal is seen. Gives what was in force before.
    """

    def leave(number: int, frame: object) -> None:
        del frame
        signal.signal(number, signal.SIG_DFL)
        QTimer.singleShot(0, window, window.leave_at_once)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]  # Windows has no SIGHUP
    return {number: signal.signal(number, leave) for number in numbers}


def _after_the_first_paint(window: Window, left: str) -> None:
    window.look_at_games()
    if left:
        window.side.show_report(left)
    elif window.program.is_new:
        window.side.ask_name()


def _log_qt(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    if "propagateSizeHints" not in text:
        log.log(LEVELS[kind], "Qt: %s", text)
