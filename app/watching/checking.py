"""A spectator's second thread: goes through the log that is given to it, at once and then with every check.

Checking a long game takes seconds of arithmetic; the network thread goes on meanwhile, and processes of their
own take a part of a long log (`app.watching.crew`). What comes out is one of three: where the game stands
though nothing is checked yet, heights that hold, or the first that does not.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from app.watching.crew import Crew, helpers_worth
from net.agreement.walk import BadRecord, Step
from net.watch.judge import Judge

LONG: Final = 8
"""With so many heights unchecked, where the game stands is looked up before they are checked."""
LARGE: Final = 256 * 1024
"""Bytes unchecked from which on helpers are worth their start."""


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
    """The data from height `k` on does not hold: `k` itself, or something that it needs to be certain."""

    k: int
    why: BadRecord


Finding: TypeAlias = Ahead | Held | Failed | BaseException


@dataclass(frozen=True, slots=True)
class SignedGenesis:
    """The game: its genesis, with one signature per seat."""

    genesis: bytes
    sigs: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class _Come:
    """Records from a height on."""

    first: int
    raws: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class _Reached:
    """Height that the helpers of the crew with that number have reached; None: one of them has found
    something wrong, or is lost."""

    crew: int
    k: int | None


class Checker:
    """Checks in a thread of its own what `add` is given. `tell` is called in that thread with findings.

    `helpers`: how many processes may help (None: as many as the computer has room for).
    """

    def __init__(
        self,
        signed: SignedGenesis,
        judge: Judge,
        tell: Callable[[Finding], None],
        *,
        helpers: int | None = None,
    ) -> None:
        self._signed = signed
        self._judge = judge
        self._tell = tell
        self._helpers = helpers_worth() if helpers is None else helpers
        self._crew: Crew | None = None
        self._crews = 0
        self._coming: queue.SimpleQueue[_Come | _Reached | None] = queue.SimpleQueue()
        self._raws: list[bytes] = []
        self._thread = threading.Thread(target=self._run, name="check", daemon=True)
        self._thread.start()

    def add(self, first: int, raws: tuple[bytes, ...]) -> None:
        """Records from height `first` on. What does not go on from here is of a source that was left."""
        self._coming.put(_Come(first, raws))

    def close(self) -> None:
        """Check no more, and wait for the record that is being checked."""
        self._coming.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._take():
                self._call_crew()
                if len(self._raws) - self._judge.k >= LONG:
                    steps = self._judge.look_ahead(self._raws)
                    if steps:
                        self._tell(Ahead(steps))
                if self._judge.k < len(self._raws):
                    self._check_one()
                self._send_home()
        # The top of a thread: whatever is left is a bug of ours, which must be seen.
        except Exception as why:
            self._tell(why)
        finally:
            self._dismiss()

    def _take(self) -> bool:
        """Take in all that has come, waiting for some if there is nothing to check; False at the end."""
        while True:
            try:
                has_work = self._judge.k < len(self._raws)
                coming = self._coming.get_nowait() if has_work else self._coming.get()
            except queue.Empty:
                return True
            match coming:
                case None:
                    return False
                case _Come():
                    self._put(coming.first, coming.raws)
                case _Reached():
                    self._hear(coming)
                    self._send_home()

    def _put(self, first: int, raws: tuple[bytes, ...]) -> None:
        """Take in records; they replace what was not certain yet, for another source has given them."""
        known = max(0, self._judge.certain_k + 1 - first)
        first, raws = first + known, raws[known:]
        if raws and first <= len(self._raws) + 1:
            if first <= len(self._raws):  # helpers have been given what is replaced
                self._alone()
            del self._raws[first - 1 :]
            self._raws += raws
            if self._crew is not None:
                self._crew.give(raws)

    def _check_one(self) -> None:
        before, was_shared = self._judge.certain_k, self._judge.is_shared
        try:
            steps = self._judge.check(self._raws[self._judge.k])
        except BadRecord as why:
            if was_shared:  # who is to blame is said by whoever has checked everything below
                self._alone(for_good=True)
                return
            k = self._judge.certain_k + 1
            del self._raws[k - 1 :]
            self._tell(Failed(k, why))
            return
        self._held(before, steps)

    def _held(self, before: int, steps: tuple[Step, ...]) -> None:
        if steps:
            self._tell(Held(steps, tuple(self._raws[before : self._judge.certain_k])))

    # -- helpers ----------------------------------------------------------------------------

    def _call_crew(self) -> None:
        """Ask for help with much that is unchecked."""
        judge = self._judge
        if self._crew is not None or not self._helpers:
            return
        if sum(map(len, self._raws[judge.certain_k :])) < LARGE:
            return
        self._crews += 1
        number, first = self._crews, judge.certain_k + 1
        self._crew = Crew(
            self._signed.genesis,
            self._signed.sigs,
            helpers=self._helpers,
            first=first,
            tell=lambda k: self._coming.put(_Reached(number, k)),
        )
        judge.share(0, self._crew.parts)
        self._crew.give(self._raws)

    def _hear(self, reached: _Reached) -> None:
        if self._crew is None or reached.crew != self._crews:
            return  # of a crew that has gone home
        if reached.k is None:
            self._alone(for_good=True)
            return
        before = self._judge.certain_k
        self._held(before, self._judge.others(reached.k))

    def _send_home(self) -> None:
        """With everything checked helpers are needed no more: a game that goes on is checked as it comes."""
        if self._crew is not None and self._judge.certain_k == len(self._raws):
            self._alone()

    def _alone(self, *, for_good: bool = False) -> None:
        """Go on alone from the last certain height; `for_good`: what was spoiled once may be so again."""
        self._dismiss()
        self._judge.rewind()
        if for_good:
            self._helpers = 0

    def _dismiss(self) -> None:
        if self._crew is not None:
            self._crew.close()
            self._crew = None
