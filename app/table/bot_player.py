"""A bot at a table: its choices come from a policy, in a thread of low priority."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from random import Random

from app import messages
from app.bots.api import BotPolicy
from app.thread_priority import lower_thread_priority


class BotPlayer:
    """Answers `Advanced` news with choices. `show` may be called from the network thread. The policy sees
    only the view, and has random numbers of its own."""

    def __init__(self, policy: BotPolicy, rng: Random, order: Callable[[messages.Order], None]) -> None:
        self._policy = policy
        self._rng = rng
        self._order = order
        self._turns: queue.SimpleQueue[messages.Advanced | None] = queue.SimpleQueue()
        self._failure: Exception | None = None
        self._lingers = False
        self._thread = threading.Thread(target=self._run, name="bot", daemon=True)
        self._thread.start()

    def show(self, news: messages.News) -> None:
        """Take in news."""
        if isinstance(news, messages.Advanced) and news.view.actions():
            if self._lingers:
                self._lingers = False
            else:
                self._turns.put(news)

    def linger(self) -> None:
        """Make no move on the next turn; play again if somebody else makes that move."""
        self._lingers = True

    def stop(self) -> None:
        """End the thread; raise the policy's exception, if it failed."""
        self._turns.put(None)
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        lower_thread_priority()
        try:
            while (turn := self._turns.get()) is not None:
                self._order(messages.Choose(turn.k, self._policy.choose(turn.view, self._rng)))
        # Top of a thread. The table would wait for a dead bot for ever: the bot leaves, and `stop` raises.
        except Exception as why:
            self._failure = why
            self._order(messages.Quit())
