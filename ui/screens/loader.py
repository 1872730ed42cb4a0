"""Long work, such as checking a record, in a thread of its own while the window stays responsive.

The thread touches nothing of Qt: a timer of the window's thread looks for what it has left. A signal that
is emitted in one thread while another deletes its object ends the program.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.records.recording import Progress

LOOK_MS = 20


class Loader(QObject):
    """Runs `read` in a thread: `progress` reports how far it is, `done` carries the result, once."""

    progress = Signal(int, int)
    done = Signal(object)

    def __init__(self, read: Callable[[Progress], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._dropped = threading.Event()
        self._reported: tuple[int, int] | None = None
        self._made: list[object] = []
        self._thread = threading.Thread(target=self._work, name="record", daemon=True)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self.destroyed.connect(self._dropped.set)

    def run(self) -> None:
        """Start the thread."""
        self._thread.start()
        self._timer.start()

    def drop(self, *, whole: bool = True) -> None:
        """Cancel: nothing more is reported, and the loader may be deleted. With `whole` the thread has ended
        when this returns; otherwise it ends at its next report of progress, if there is one."""
        self._dropped.set()
        self._timer.stop()
        if whole:
            self._thread.join()

    def _work(self) -> None:
        try:
            self._made.append(self._read(self._tell))
        except _DroppedError:
            return

    def _tell(self, done: int, of: int) -> None:
        if self._dropped.is_set():
            raise _DroppedError
        self._reported = (done, of)

    @Slot()
    def _look(self) -> None:
        is_done = bool(self._made)  # before the last report is taken
        reported, self._reported = self._reported, None
        if reported is not None:
            self.progress.emit(*reported)
        if is_done and not self._dropped.is_set():
            self._timer.stop()
            self.done.emit(self._made.pop())


class _DroppedError(Exception):
    """Stops the work of a cancelled loader."""
