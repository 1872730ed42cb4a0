"""Opens the first window for a command line, and runs the program until the last window is closed."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from PySide6.QtCore import QEvent, QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app.screens.program import OpenLink, OpenScoreboard, Program, ReplayingFile
from app.table.start import Hosting, Joining, Start
from ui.art.app_icon import app_icon
from ui.instance import Instance, Wanted, hand_over
from ui.reduced_motion import ask_portal
from ui.sound import Speaker
from ui.window import Window, Windows

log = logging.getLogger("ui")
_Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None
BEAT_MS = 1000
"""Milliseconds between two beats of the watchdog; each wakes the processor."""
STALL_MS = 250
UNSEEN_MS = 2000
"""Longest wait for the first paint, in milliseconds: a window that starts minimised is not painted."""
LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def run_window(
    wanted: Start | ReplayingFile | OpenLink | OpenScoreboard | None, home: Path, make: Callable[[], Program]
) -> int:
    """Open a window for the program that `make` returns, and return the exit status once all windows are
    closed. If a window of `home` is open already, a request that can be handed over goes to it instead."""
    qInstallMessageHandler(_log_qt)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("shoal")
    app.setApplicationDisplayName("Shoal")
    app.setDesktopFileName(os.environ.get("FLATPAK_ID", "shoal"))
    asked = handed_over(wanted)
    if asked is not None and hand_over(home, asked):
        return 0
    program, speaker = make(), Speaker()
    windows = Windows(program, speaker)
    window = Window(program, speaker, windows)
    instance = Instance(windows)
    instance.wanted.connect(windows.show_wanted)
    left = program.watch(windows.reported.emit)
    watchdog = Watchdog(windows)
    waits: Start | ReplayingFile | None = None
    """Request of a new player, which waits for an answer to the question for a name."""
    if isinstance(wanted, OpenLink):
        window.show_link(wanted.invitation)
    elif program.is_new and isinstance(wanted, Start | ReplayingFile):
        waits = wanted
    elif wanted is not None and not isinstance(wanted, OpenScoreboard):
        window.begin(wanted)
    window.home.hold_pictures(is_held=True)
    window.show()
    if isinstance(wanted, OpenScoreboard):
        window.nearby.show_scoreboard()
    before = _leave_on_signals(windows)
    painted = FirstPaint(window)
    painted.timeout.connect(lambda: instance.listen(home))
    painted.timeout.connect(lambda: after_the_first_paint(window, left, waits))
    try:
        return int(app.exec())
    finally:
        watchdog.stop()
        instance.close()
        windows.finish()
        speaker.close()
        for number, handler in before.items():
            signal.signal(number, handler)
        program.close()
        qInstallMessageHandler(None)


def handed_over(wanted: Start | ReplayingFile | OpenLink | OpenScoreboard | None) -> Wanted | None:
    """Return the request that a second start can hand over to an open window; None for any other start."""
    match wanted:
        case None:
            return Wanted()
        case OpenLink(invitation):
            return Wanted(link=invitation)
        case Joining(invitation):
            return Wanted(join=invitation)
        case ReplayingFile(path):
            return Wanted(record=str(path.absolute()))
    return None


class FirstPaint(QTimer):
    """Fires after the first paint of a window that has just been shown, or after `UNSEEN_MS`.

    A window of X11 or Wayland is painted when the system exposes it, some turns of the event loop later.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setSingleShot(True)
        handle = window.windowHandle()
        handle.installEventFilter(self)
        self.timeout.connect(lambda: handle.removeEventFilter(self))
        self.start(0 if handle.isExposed() else UNSEEN_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Fire after the window is exposed: Qt paints it during that event."""
        if event.type() == QEvent.Type.Expose:
            self.start(0)
        return False


class Watchdog:
    """Collects garbage at every beat, and logs each halt of its thread that delays one by more than
    `STALL_MS`."""

    def __init__(self, owner: QObject) -> None:
        self._beat = time.monotonic()
        self._timer = QTimer(owner)
        self._timer.timeout.connect(self.beat)
        self._timer.start(BEAT_MS)

    def beat(self) -> None:
        """Log how long the window stood still, if this beat is late."""
        now = time.monotonic()
        late_ms = int((now - self._beat) * 1000) - BEAT_MS
        self._beat = now
        if late_ms > STALL_MS:
            log.warning("the window stood still for %d ms", late_ms)
        collect_garbage()

    def stop(self) -> None:
        """Stop watching."""
        self._timer.stop()


def collect_garbage() -> None:
    """Collect what Python would collect by itself, if it did so in this thread.

    Automatic collection is off in a window's program: it runs in whichever thread allocates, and a widget
    that is collected outside of the window's thread ends the program.
    """
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(counts) if 0 < most < count]  # 0: never
    if due:
        gc.collect(due[-1])


def _leave_on_signals(windows: Windows) -> dict[int, _Handler]:
    """Handle Ctrl-C, SIGTERM and a closed terminal: close all tables properly, to be resumed later; the
    same signal again ends the program at once. Return the previous handlers.

    Python handles a signal only while it runs itself, at the latest at the next beat of the watchdog.
    """

    def leave(number: int, frame: object) -> None:
        del frame
        signal.signal(number, signal.SIG_DFL)
        QTimer.singleShot(0, windows, windows.leave_at_once)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]  # Windows has no SIGHUP
    return {number: signal.signal(number, leave) for number in numbers}


def after_the_first_paint(window: Window, left: str, waits: Start | ReplayingFile | None) -> None:
    """Fill the lobby; show the report `left` by a crash, then ask a new player's name and begin `waits`."""
    # Leave the start's objects out of garbage collections: visiting them would stop the window for 30 ms.
    gc.freeze()
    QApplication.setWindowIcon(app_icon())
    window.home.hold_pictures(is_held=False)
    window.look_at_games()
    ask_portal()
    if left:
        window.side.show_report(left).finished.connect(lambda: _greet(window, waits))
    else:
        _greet(window, waits)


def _greet(window: Window, waits: Start | ReplayingFile | None) -> None:
    if window.program.is_new:
        window.side.ask_name()
        window.side.after_name(lambda is_named: _begin_first(window, waits, is_named))


def _begin_first(window: Window, start: Start | ReplayingFile | None, is_named: bool) -> None:
    """Begin a new player's request. Without a name only a record opens; hosting first offers a lesson."""
    if isinstance(start, Hosting) and is_named:
        window.lessons.before(start.game, lambda: window.begin(start))
    elif start is not None and (is_named or isinstance(start, ReplayingFile)):
        window.begin(start)


def _log_qt(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    if "propagateSizeHints" not in text:
        log.log(LEVELS[kind], "Qt: %s", text)
