"""The one door from a network thread to the window: news in batches, by one queued signal."""

from __future__ import annotations

import queue

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.messages import News


class Bridge(QObject):
    """`listen` may be called in any thread and never waits; `news` comes in the window's thread.

    `news` carries a tuple of all that has come since the last time, so that a burst is painted
    once. After `close` nothing comes any more.
    """

    news = Signal(object)
    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._closed = False
        self._woken.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def listen(self, news: News) -> None:
        """Take news of a network thread."""
        self._waiting.put(news)
        if not self._closed:
            self._woken.emit()

    def close(self) -> None:
        """Let nothing through any more."""
        self._closed = True

    @Slot()
    def _deliver(self) -> None:
        batch: list[News] = []
        while not self._waiting.empty():
            batch.append(self._waiting.get())
        if batch and not self._closed:
            self.news.emit(tuple(batch))
