"""What a watcher knows of the log that it was given: what it has checked, and what lies ahead unchecked.

Checking a long log takes seconds; whoever comes late wants to see where the game is at once. So the log is
gone through twice: quickly, believing it, up to its end; and record by record as `shoal verify` does. The
two are never mixed: what was gone through quickly is shown as not yet checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from net.agreement.walk import BadRecord, Step, Walk
from net.errors import NetError
from net.machine import Machine
from net.wire.signing import Verify
from rules.errors import RulesError


class Judge:
    """Checks the log of one game. Raises `BadRecord` where it does not hold.

    A record without acks is certain only by a change of view that stands on it; so checking may be ahead of
    what is certain, and goes back to that when something does not hold.
    """

    def __init__(self, genesis: bytes, sigs: Sequence[bytes], *, machine: Machine, verify: Verify) -> None:
        self._walk = Walk(genesis, sigs, machine=machine, verify=verify)
        self._certain = copy(self._walk)
        self._ahead: Walk | None = None

    @property
    def k(self) -> int:
        """The last height that was looked at."""
        return self._walk.k

    @property
    def certain_k(self) -> int:
        """The last height that is certain."""
        return self._certain.k

    def check(self, raw: bytes) -> tuple[Step, ...]:
        """Check the next record: the heights that are certain by it. Raises `BadRecord`, and is then back at
        the last certain height."""
        try:
            steps = self._walk.take(raw)
        except BadRecord:
            self.rewind()
            raise
        if steps:
            self._certain = copy(self._walk)
        return steps

    def rewind(self) -> None:
        """Go back to the last certain height: what stood on it was withdrawn."""
        self._walk, self._ahead = copy(self._certain), None

    def look_ahead(self, raws: Sequence[bytes]) -> tuple[Step, ...]:
        """Go through the rest of `raws`, all records from height 1 on, without checking it; () where that
        leads nowhere.

        Nobody has vouched for these bytes, so whatever they make the rules or the deck say is no news:
        what is wrong is found, and said, when it is checked.
        """
        ahead = self._ahead if self._ahead is not None and self._ahead.k >= self.k else self._walk.ahead()
        steps: list[Step] = []
        try:
            for raw in raws[ahead.k :]:
                steps += ahead.take(raw)
        except (NetError, RulesError, ArithmeticError, LookupError, TypeError, ValueError):
            self._ahead = None
            return ()
        self._ahead = ahead
        return tuple(steps)
