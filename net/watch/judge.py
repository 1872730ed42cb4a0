"""The log as a spectator knows it: the part that it has checked, and the unchecked rest.

Checking a long log takes seconds, and a late spectator wants to see at once where the game is. So the log
is read twice: quickly and without checks up to its end; and record by record as `shoal verify` does. The
two are never mixed: the quick reading is shown as not checked yet.

Several processes can share the check of a long log (`net.agreement.walk.Stride`): then a height is certain
when all of them have checked up to it and found no error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import copy
from typing import Final

from msgspec import Struct

from net.agreement.walk import ALL, BadRecord, Step, Stride, Walk
from net.errors import Malformed, NetError
from net.machine import Machine
from net.wire.signing import Verify
from rules.errors import RulesError

UNVOUCHED: Final = (NetError, RulesError, ArithmeticError, LookupError, TypeError, ValueError)
"""Errors that unchecked bytes can cause in the rules or the deck."""


class _Looked(Struct, frozen=True):
    """Heights that we have read, and the walk after the last of them."""

    steps: tuple[Step, ...]
    walk: Walk


class Judge:
    """The check of one game's log. Raises `BadRecord` if it does not hold. A record without acks is certain
    only when a change of view stands on it, and a height that others check is certain only when they have
    checked it. So the check may be ahead of the certain heights. If a record does not hold, the check goes
    back to the last certain height."""

    def __init__(self, genesis: bytes, sigs: Sequence[bytes], *, machine: Machine, verify: Verify) -> None:
        self._walk = Walk.whole(genesis, sigs, machine=machine, verify=verify)
        self._certain = copy(self._walk)
        self._ahead: Walk | None = None
        self._looked: deque[_Looked] = deque()
        self._others_k: int | None = None

    @property
    def k(self) -> int:
        """The last height that was read."""
        return self._walk.k

    @property
    def certain_k(self) -> int:
        """The last height that is certain."""
        return self._certain.k

    @property
    def is_shared(self) -> bool:
        """True if others check a part."""
        return self._others_k is not None

    def check(self, raw: bytes) -> tuple[Step, ...]:
        """Check the next record and return the heights that are certain by it. Raises `BadRecord`, and is
        then back at the last certain height, without helpers. If others share the check, it must be repeated
        without them: only then is the error certain as well."""
        try:
            steps = self._walk.take(raw)
        except BadRecord:
            self.rewind()
            raise
        except UNVOUCHED as why:
            if not self.is_shared:
                raise
            k = self.k + 1
            self.rewind()
            raise BadRecord(
                k, Malformed("unchecked", "the heights that others checked do not lead to a valid game")
            ) from why
        if steps:
            self._looked.append(_Looked(steps, self._walk.checking(ALL)))
        return self._settled()

    def divide(self, part: int, parts: int) -> None:
        """From the last certain height on, check only a part; `others` reports the progress of the rest."""
        self._looked.clear()
        self._walk = self._certain.checking(Stride(part, parts, self.certain_k + 1))
        self._others_k = self.certain_k

    def others(self, k: int) -> tuple[Step, ...]:
        """Note that all others have checked up to height `k`; returns the heights that are certain by it."""
        self._others_k = k
        return self._settled()

    def rewind(self) -> None:
        """Go back to the last certain height, without helpers: the records above it were withdrawn."""
        self._walk, self._ahead = copy(self._certain), None
        self._looked.clear()
        self._others_k = None

    def look_ahead(self, raws: Sequence[bytes]) -> tuple[Step, ...]:
        """Read the rest of `raws`, which are all records from height 1 on, without checking it; () if it
        cannot be read. Nobody has vouched for these bytes, so errors that they cause in the rules or the deck
        are not reported: the check will find them."""
        ahead = self._ahead if self._ahead is not None and self._ahead.k >= self.k else self._walk.ahead()
        steps: list[Step] = []
        try:
            for raw in raws[ahead.k :]:
                steps += ahead.take(raw)
        except UNVOUCHED:
            self._ahead = None
            return ()
        self._ahead = ahead
        return tuple(steps)

    def _settled(self) -> tuple[Step, ...]:
        """Return the steps that have become certain."""
        steps: list[Step] = []
        others_k = self._others_k
        while self._looked and (others_k is None or self._looked[0].walk.k <= others_k):
            looked = self._looked.popleft()
            steps += looked.steps
            self._certain = looked.walk
        return tuple(steps)
