"""The one door from a network thread to the window: news in batches, by one queued signal."""

from __future__ import annotations

import queue
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.messages import Closed, News
from ui.parts import NextTurn


class Bridge(QObject):
    """`listen` may be called in any thread and never waits; `news` comes in the window's thread.

    `news` carries a tuple of all that has come since the last time, so that a burst is painted
    once. `ended` follows the batch with which the table has closed. After `close` nothing comes any
    more. `note` is told every piece of news at once, in the thread that tells it.
    """

    news = Signal(object)
    ended = Signal()
    _woken = Signal()

    def __init__(self, note: Callable[[News], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._note = note
        self._waiting: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._later: tuple[News, ...] = ()
        self._next_turn = NextTurn(self._deliver, self)
        self._closed = False
        self._woken.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def listen(self, news: News) -> None:
        """Take news of a network thread."""
        self._note(news)
        self._waiting.put(news)
        if not self._closed:
            self._woken.emit()

    def deliver_later(self, batch: tuple[News, ...]) -> None:
        """Deliver this batch again later: its receiver had something else to do first: it comes again, before
        all others."""
        self._later = batch
        self._next_turn.start()

    def close(self) -> None:
        """Let nothing through any more."""
        self._closed = True

    @Slot()
    def _wake(self) -> None:
        """There is news; it waits for what comes again in the next turn."""
        if not self._later:
            self._deliver()

    def _deliver(self) -> None:
        batch, self._later = list(self._later), ()
        while not self._waiting.empty():
            batch.append(self._waiting.get())
        if batch and not self._closed:
            self.news.emit(tuple(batch))
        is_over = any(isinstance(news, Closed) for news in batch) and not self._later
        if is_over and not self._closed:
            self.ended.emit()
