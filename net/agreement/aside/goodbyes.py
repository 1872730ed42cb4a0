"""The last words of seats that go (net 5.7), and that they outlive a restart of whoever has heard them.

A Leave binds nobody. But what a seat leaves behind with it is said once: whoever would go on without that
seat needs it, and when all who have heard it have been started again there is nobody to ask.
"""

from __future__ import annotations

from collections.abc import Callable

from net.agreement.effects import Went
from net.agreement.journal import Journal, Stored
from net.wire.bodies import Leave, parse_body
from net.wire.envelope import Envelope, open_envelope
from net.wire.record import parse_record


class Goodbyes:
    """The last goodbye of each seat. What has shares is journalled by `keep`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._last: dict[int, Leave] = {}
        self._raws: dict[int, bytes] = {}

    def recall(self, stored: Stored | None, k: int, *, has: Callable[[int], bool]) -> tuple[Went, ...]:
        """Take in what the journal has kept, at final height `k`. `has` says of which heights the machine is
        at hand: what was left behind at others below cannot be judged any more."""
        found = []
        for raw in () if stored is None else stored.goodbyes:
            envelope = open_envelope(raw)
            leave = parse_body(envelope.body)
            if isinstance(leave, Leave) and (leave.k > k or has(leave.k)):
                found.append(self.take(envelope, leave, is_late=leave.k < k - 1))
        return tuple(found)

    def last(self, seat: int) -> Leave | None:
        """The last goodbye of a seat."""
        return self._last.get(seat)

    def take(self, envelope: Envelope, leave: Leave, *, is_late: bool) -> Went:
        """Take in what a seat says, and give what is to be told of it."""
        self._last[leave.seat] = leave
        self._raws[leave.seat] = envelope.raw
        return Went(leave.seat, leave.why, leave.k, leave.shares, is_late)

    def keep(self, envelope: Envelope, leave: Leave, *, after: Leave | None) -> None:
        """Journal what was left behind, once a height; `after` is what was said before. Raises `DiskFull`,
        and then it holds until the next start."""
        if leave.shares and (after is None or after.k != leave.k):
            self._journal.goodbye(leave.seat, leave.k, envelope.raw)

    def note(self, envelope: Envelope, leave: Leave) -> None:
        """Journal what this seat itself says last (`has_parted`); raises `DiskFull`."""
        self._journal.goodbye(leave.seat, leave.k, envelope.raw)

    def is_here(self, seat: int) -> None:
        """A seat came up: that it went is told to nobody else any more."""
        self._raws.pop(seat, None)

    def raws(self, but: int) -> tuple[bytes, ...]:
        """All last words as they came but those of `but`, for somebody who may not have heard them."""
        return tuple(raw for seat, raw in sorted(self._raws.items()) if seat != but)


def has_parted(stored: Stored, seat: int) -> bool:
    """True if this seat has left for good before this start, and sits at the table all the while since."""
    said = [parse_body(each.body) for each in map(open_envelope, stored.goodbyes) if each.seat == seat]
    left = max((leave.k for leave in said if isinstance(leave, Leave)), default=None)
    if left is None:
        return False
    return all(seat in parse_record(raw).act for raw in stored.records[max(0, left - 1) :])
