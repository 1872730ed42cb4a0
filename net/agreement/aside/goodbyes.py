"""Goodbyes of seats that go (net 5.7), kept across a restart of the peers that received them. A goodbye binds
nobody. But its author sends the shares in it only once. The table needs these shares to go on without that
seat, and if all peers that received them forgot them in a restart, nobody is left to ask.
"""

from __future__ import annotations

from collections.abc import Callable

from net.agreement.effects import Went
from net.agreement.journal import Journal, Stored
from net.wire.bodies import Leave, parse_body
from net.wire.envelope import Envelope, open_envelope
from net.wire.record import parse_record


class Goodbyes:
    """The last goodbye of each seat. A goodbye with shares is journalled by `keep`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._last: dict[int, Leave] = {}
        self._raws: dict[int, bytes] = {}

    def recall(self, stored: Stored | None, k: int, *, has: Callable[[int], bool]) -> tuple[Went, ...]:
        """Take in the journal's goodbyes, at final height `k`. `has` is True for heights whose machine is
        at hand: goodbyes for older heights cannot be judged, and are left out."""
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
        """Take in a seat's goodbye, and return the report of it."""
        self._last[leave.seat] = leave
        self._raws[leave.seat] = envelope.raw
        return Went(leave.seat, leave.why, leave.k, leave.shares, is_late)

    def keep(self, envelope: Envelope, leave: Leave, *, after: Leave | None) -> None:
        """Journal the shares left behind, once per height; `after` is the seat's goodbye before. Raises
        `DiskFull`, and then the goodbye lasts until the next start."""
        if leave.shares and (after is None or after.k != leave.k):
            self._journal.goodbye(leave.seat, leave.k, envelope.raw)

    def note(self, envelope: Envelope, leave: Leave) -> None:
        """Journal this seat's own last goodbye (`has_parted`); raises `DiskFull`."""
        self._journal.goodbye(leave.seat, leave.k, envelope.raw)

    def is_here(self, seat: int) -> None:
        """Note that a seat came up: others are no longer told that it went."""
        self._raws.pop(seat, None)

    def raws(self, but: int) -> tuple[bytes, ...]:
        """The last goodbyes of all seats except `but`, as they came, for a peer that may have missed them."""
        return tuple(raw for seat, raw in sorted(self._raws.items()) if seat != but)


def has_parted(stored: Stored, seat: int) -> bool:
    """True if this seat was given up before this start, and has been at the table ever since."""
    said = [parse_body(each.body) for each in map(open_envelope, stored.goodbyes) if each.seat == seat]
    left = max((leave.k for leave in said if isinstance(leave, Leave)), default=None)
    if left is None:
        return False
    return all(seat in parse_record(raw).act for raw in stored.records[max(0, left - 1) :])
