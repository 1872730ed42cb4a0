"""Long work, such as checking a record, in a thread of its own while the window stays responsive."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.records.recording import Progress

REPORT_EVERY_S = 0.05


class Loader(QObject):
    """Runs `read` in a thread. In the window's thread `progress` reports how far it is, at most every
    `REPORT_EVERY_S`, and `done` carries the result, once."""

    progress = Signal(int, int)
    done = Signal(object)
    _progress = Signal(int, int)
    _done = Signal(object)

    def __init__(self, read: Callable[[Progress], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._reported = 0.0
        self._is_dropped = False
        self._lock = threading.Lock()
        self._progress.connect(self.progress, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._work, name="record", daemon=True)

    def run(self) -> None:
        """Start the thread."""
        self._thread.start()

    def drop(self, *, whole: bool = True) -> None:
        """Cancel: the thread reports nothing more, and the loader may be deleted. The thread ends at its next
        report of progress, or at its end; with `whole` wait for that."""
        with self._lock:
            self._is_dropped = True
        if whole:
            self._thread.join()

    def _work(self) -> None:
        try:
            made = self._read(self._tell)
        except _DroppedError:
            return
        with self._lock, suppress(RuntimeError):  # Qt has deleted us together with the screen
            if not self._is_dropped:
                self._done.emit(made)

    def _tell(self, done: int, of: int) -> None:
        with self._lock:
            if self._is_dropped:
                raise _DroppedError
            now = time.monotonic()
            if now - self._reported >= REPORT_EVERY_S:
                self._reported = now
                try:
                    self._progress.emit(done, of)
                except RuntimeError:  # Qt has deleted us together with the screen
                    raise _DroppedError from None

    @Slot(object)
    def _finish(self, made: object) -> None:
        self.done.emit(made)


class _DroppedError(Exception):
    """Stops the work of a cancelled loader."""
