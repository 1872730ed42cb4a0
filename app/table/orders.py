"""The queue of orders into a network thread, from any thread."""

from __future__ import annotations

import queue
from collections.abc import Callable

from app.messages import Order


class Orders:
    """A queue: `put` from any thread, `take` in the network thread alone.

    That thread gives a function that wakes it from its poll, see `attach`.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._wake: Callable[[], None] = lambda: None

    def put(self, order: Order) -> None:
        """Hand in an order."""
        self._queue.put(order)
        self._wake()

    def attach(self, wake: Callable[[], None]) -> None:
        """From now on `wake` is called after every order."""
        self._wake = wake

    def take(self) -> Order | None:
        """The next order, None if there is none now."""
        try:
            return self._queue.get_nowait()
        except queue.Empty:
            return None
