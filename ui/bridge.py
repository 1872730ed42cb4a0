"""The way from a table's network thread to the window: news in batches, by one queued signal."""

from __future__ import annotations

import queue
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.messages import Closed, News, Quit
from app.screens.program import Program
from app.table.start import Start
from ui.parts import NextTurn


class Bridge(QObject):
    """Carries news between threads: `listen` may be called in any of them and never waits.

    In the window's thread `news` carries a tuple of all news since the last batch, so that a burst is painted
    once. `ended` follows the batch with `Closed`, a table's last news. After `close` neither is emitted.
    `note` gets every piece of news at once, in the thread that calls `listen`.
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
        """Take news from a network thread."""
        self._note(news)
        self._waiting.put(news)
        if not self._closed:
            self._woken.emit()

    def deliver_later(self, batch: tuple[News, ...]) -> None:
        """Deliver a batch again in the next turn, in front of later news: its receiver was busy."""
        self._later = batch
        self._next_turn.start()

    def close(self) -> None:
        """Deliver nothing from now on."""
        self._closed = True

    @Slot()
    def _wake(self) -> None:
        """Deliver the news, unless a postponed batch must come first."""
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


class TableThread(Bridge):
    """A table in its own network thread; its news comes in the window's thread until `ended` or `stop`."""

    def __init__(self, program: Program, start: Start, parent: QObject) -> None:
        super().__init__(program.note, parent)
        self._running = program.start(start, self.listen)
        self.put = self._running.put

    def stop(self, *, whole: bool = True) -> None:
        """Quit the table and deliver no more of its news; with `whole` wait until everything is closed."""
        self.close()
        if whole:
            self._running.stop()
        else:
            self.put(Quit())
