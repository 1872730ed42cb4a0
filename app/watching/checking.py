"""A watcher's second thread: goes through the log that is given to it, at once and then with every check.

Checking a long game takes seconds of arithmetic; the network thread goes on meanwhile. What comes out is one
of three: where the game stands though nothing is checked yet, heights that hold, or the first that does not.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from net.agreement.walk import BadRecord, Step
from net.watch.judge import Judge

LONG = 8
"""With so many heights unchecked, where the game stands is looked up before they are checked."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Heights that were gone through without any check."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """Heights that hold, with their records."""

    steps: tuple[Step, ...]
    raws: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """What came from height `k` on does not hold: `k` itself, or something that it needs to be certain."""

    k: int
    why: BadRecord


Finding: TypeAlias = Ahead | Held | Failed | BaseException


class Checker:
    """Checks in a thread of its own what `add` is given. `tell` is called in that thread with findings."""

    def __init__(self, judge: Judge, tell: Callable[[Finding], None]) -> None:
        self._judge = judge
        self._tell = tell
        self._coming: queue.SimpleQueue[tuple[int, tuple[bytes, ...]] | None] = queue.SimpleQueue()
        self._raws: list[bytes] = []
        self._thread = threading.Thread(target=self._run, name="check", daemon=True)
        self._thread.start()

    def add(self, first: int, raws: tuple[bytes, ...]) -> None:
        """Records from height `first` on. What does not go on from here is of a source that was left."""
        self._coming.put((first, raws))

    def close(self) -> None:
        """Check no more, and wait for the record that is being checked."""
        self._coming.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._take():
                if len(self._raws) - self._judge.k >= LONG:
                    steps = self._judge.look_ahead(self._raws)
                    if steps:
                        self._tell(Ahead(steps))
                self._check_one()
        # The top of a thread: whatever is left is a bug of ours, which must be seen.
        except Exception as why:
            self._tell(why)

    def _take(self) -> bool:
        """Take in all that has come, waiting for some if there is nothing to check; False at the end."""
        while True:
            try:
                has_work = self._judge.k < len(self._raws)
                coming = self._coming.get_nowait() if has_work else self._coming.get()
            except queue.Empty:
                return True
            if coming is None:
                return False
            self._put(*coming)

    def _put(self, first: int, raws: tuple[bytes, ...]) -> None:
        """Take in records; they replace what was not certain yet, for another source has given them."""
        known = max(0, self._judge.certain_k + 1 - first)
        first, raws = first + known, raws[known:]
        if raws and first <= len(self._raws) + 1:
            del self._raws[first - 1 :]
            self._raws += raws
            if self._judge.k >= first:
                self._judge.rewind()

    def _check_one(self) -> None:
        before = self._judge.certain_k
        try:
            steps = self._judge.check(self._raws[self._judge.k])
        except BadRecord as why:
            k = self._judge.certain_k + 1
            del self._raws[k - 1 :]
            self._tell(Failed(k, why))
            return
        if steps:
            self._tell(Held(steps, tuple(self._raws[before : self._judge.certain_k])))
