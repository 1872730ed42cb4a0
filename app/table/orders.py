"""The queue of orders into a network thread."""

from __future__ import annotations

import queue
from collections.abc import Callable

from app.messages import Order


class Orders:
    """A queue: `put` from any thread, `take` only in the network thread. That thread sets a function that
    wakes it from its poll, see `attach`."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._wake: Callable[[], None] = lambda: None

    def put(self, order: Order) -> None:
        """Add an order."""
        self._queue.put(order)
        self._wake()

    def attach(self, wake: Callable[[], None]) -> None:
        """Call `wake` after every order from now on."""
        self._wake = wake

    def take(self) -> Order | None:
        """Return the next order, or None."""
        try:
            return self._queue.get_nowait()
        except queue.Empty:
            return None
