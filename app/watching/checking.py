"""A spectator's second thread: walks through the received log, first without checks and then with all.

Checking a long game takes seconds of arithmetic, and the network thread must not wait for it; helper
processes take a part of a long log (`app.watching.pool`). There are three findings: the latest position,
not checked yet; heights that hold; the first height that does not hold.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import Struct

from app.watching.pool import Pool, helpers_worth
from net.agreement.walk import BadRecord, Step
from net.watch.judge import Judge

LONG: Final = 8
"""With this many unchecked heights, the latest position is shown before they are checked."""
LARGE: Final = 256 * 1024
"""With this many unchecked bytes, helpers are worth their start."""


class Unchecked(Struct, frozen=True):
    """Heights that were applied without any check."""

    steps: tuple[Step, ...]


class Checked(Struct, frozen=True):
    """Valid heights, with their raw records."""

    steps: tuple[Step, ...]
    raws: tuple[bytes, ...]


class Failed(Struct, frozen=True):
    """The data from height `k` on does not hold: `k` itself, or a later one on which its proof depends."""

    k: int
    why: BadRecord


Finding: TypeAlias = Unchecked | Checked | Failed | BaseException


class SignedGenesis(Struct, frozen=True):
    """The genesis of a game, with one signature per seat."""

    genesis: bytes
    sigs: tuple[bytes, ...]


class _Come(Struct, frozen=True):
    """Received records, from height `first` on."""

    first: int
    raws: tuple[bytes, ...]


class _Reached(Struct, frozen=True):
    """News from pool number `pool`: all its helpers have checked up to `k`. `k` None: a helper found
    something wrong, or is lost."""

    pool: int
    k: int | None


class Checker:
    """Checks the records given to `add`, in a thread of its own. `tell` is called in that thread with each
    finding. `helpers`: maximum number of helper processes (None: as the computer has room for)."""

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
        self._pool: Pool | None = None
        self._pools = 0
        self._coming: queue.SimpleQueue[_Come | _Reached | None] = queue.SimpleQueue()
        self._raws: list[bytes] = []
        self._thread = threading.Thread(target=self._run, name="check", daemon=True)
        self._thread.start()

    def add(self, first: int, raws: tuple[bytes, ...]) -> None:
        """Add records from height `first` on. Records that do not follow the known ones come from a source
        that we no longer follow, and are dropped."""
        self._coming.put(_Come(first, raws))

    def close(self) -> None:
        """Stop checking; wait for the record that is being checked."""
        self._coming.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._take():
                self._start_pool()
                if len(self._raws) - self._judge.k >= LONG:
                    steps = self._judge.look_ahead(self._raws)
                    if steps:
                        self._tell(Unchecked(steps))
                if self._judge.k < len(self._raws):
                    self._check_one()
                self._send_home()
        # Top of a thread: anything uncaught is a bug of ours and must be seen.
        except Exception as why:
            self._tell(why)
        finally:
            self._dismiss()

    def _take(self) -> bool:
        """Take in everything received; wait if there is nothing to check. Returns False at the end."""
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
        """Take in records; they replace uncertain ones, because another source has sent them."""
        known = max(0, self._judge.certain_k + 1 - first)
        first, raws = first + known, raws[known:]
        if raws and first <= len(self._raws) + 1:
            if first <= len(self._raws):  # the helpers have the replaced records
                self._alone()
            del self._raws[first - 1 :]
            self._raws += raws
            if self._pool is not None:
                self._pool.give(raws)

    def _check_one(self) -> None:
        before, was_shared = self._judge.certain_k, self._judge.is_shared
        try:
            steps = self._judge.check(self._raws[self._judge.k])
        except BadRecord as why:
            if was_shared:  # blame needs a check of everything below: do it without helpers
                self._alone(for_good=True)
                return
            k = self._judge.certain_k + 1
            del self._raws[k - 1 :]
            self._tell(Failed(k, why))
            return
        self._held(before, steps)

    def _held(self, before: int, steps: tuple[Step, ...]) -> None:
        if steps:
            self._tell(Checked(steps, tuple(self._raws[before : self._judge.certain_k])))

    # -- helpers ----------------------------------------------------------------------------

    def _start_pool(self) -> None:
        """Start helpers if much is unchecked."""
        judge = self._judge
        if self._pool is not None or not self._helpers:
            return
        if sum(map(len, self._raws[judge.certain_k :])) < LARGE:
            return
        self._pools += 1
        number, first = self._pools, judge.certain_k + 1
        self._pool = Pool(
            self._signed.genesis,
            self._signed.sigs,
            helpers=self._helpers,
            first=first,
            tell=lambda k: self._coming.put(_Reached(number, k)),
        )
        judge.divide(0, self._pool.parts)
        self._pool.give(self._raws)

    def _hear(self, reached: _Reached) -> None:
        if self._pool is None or reached.pool != self._pools:
            return  # from a dismissed pool
        if reached.k is None:
            self._alone(for_good=True)
            return
        before = self._judge.certain_k
        self._held(before, self._judge.others(reached.k))

    def _send_home(self) -> None:
        """Dismiss the helpers once everything is checked: new records come slowly enough for one thread."""
        if self._pool is not None and self._judge.certain_k == len(self._raws):
            self._alone()

    def _alone(self, *, for_good: bool = False) -> None:
        """Continue without helpers from the last certain height. `for_good`: never call helpers again,
        because they may fail again."""
        self._dismiss()
        self._judge.rewind()
        if for_good:
            self._helpers = 0

    def _dismiss(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None
