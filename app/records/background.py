"""Checks of records in a thread of their own, which can be stopped at any time."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

log = logging.getLogger(__name__)


class CheckCancelled(Exception):
    """Breaks off the check of a record whose result nobody wants any more."""


class Background(ABC):
    """Runs `_work` in a thread of its own until `stop`; a subclass sets its attributes before `__init__`."""

    def __init__(self, name: str) -> None:
        self._stop = threading.Event()
        self._lock = threading.RLock()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self, *, whole: bool = True) -> None:
        """Report nothing from now on; with `whole` the thread has ended on return."""
        with self._lock:
            self._stop.set()
        if whole:
            self._thread.join()

    @abstractmethod
    def _work(self) -> None:
        """Do all checks, with `_go_on` as their progress, and `_report` the results."""

    def _report(self, report: Callable[[], None]) -> None:
        """Call `report`, unless `stop` was called."""
        with self._lock:
            if not self._stop.is_set():
                report()

    def _go_on(self, _done: int, _of: int) -> None:
        """Raise `CheckCancelled` after `stop`."""
        if self._stop.is_set():
            raise CheckCancelled

    def _run(self) -> None:
        try:
            self._work()
        except CheckCancelled:
            pass
        # Top of a thread: anything uncaught is a bug of ours. It must be seen, and the lobby must go on.
        except Exception:
            log.exception("the thread %r has failed", self._thread.name)
