"""Records that another seat has locked, or holds as final, on messages that a liar has shown to it, not us.

Of two messages for one slot each seat keeps the first. So a record on the other message cannot be pieced
together here. It is taken as its owner gives it, and judged by the signatures in it and by the rules, and
never by which message a slot saw first (R12, R14).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from net.agreement.round import Lock, Round
from net.agreement.walk import Step, Walk
from net.machine import Place
from net.wire.hashes import body_hash
from net.wire.record import Record

TRIES: Final = 8
"""Maximum number of different runs of locked records that we judge for one seat while a height is open:
judging a run can cost as much as checking its proofs."""


class Lent:
    """The last path that each other seat has shown: locked records above the last final height."""

    def __init__(self) -> None:
        self._paths: dict[int, tuple[Lock, ...]] = {}
        self._tried: dict[int, set[bytes]] = {}

    def may_judge(self, sender: int, last: Record) -> bool:
        """Count the run of a seat up to its `last` record: True if it is new and within the limit."""
        tried, h = self._tried.setdefault(sender, set()), body_hash(last.encode())
        if h in tried or len(tried) >= TRIES:
            return False
        tried.add(h)
        return True

    def keep(self, sender: int, path: tuple[Lock, ...]) -> None:
        """Keep the locked records of a seat in place of its earlier ones."""
        self._paths[sender] = path

    def forget(self) -> None:
        """Forget all paths: another height is final, and a path that stands on it is lent again."""
        self._paths.clear()
        self._tried.clear()

    def to(self, v: int, k: int, h: bytes) -> tuple[Lock, ...] | None:
        """The path whose last record is of this view, height and chain hash, if somebody has shown it."""
        for path in self._paths.values():
            for at, lock in enumerate(path, start=1):
                if (lock.record.v, lock.record.k, lock.h) == (v, k, h):
                    return path[:at]
        return None

    def below(self, v: int) -> Iterator[tuple[tuple[Lock, ...], bytes]]:
        """Yield for each change to view `v` that a seat has shown: the locks below it, and its chain hash."""
        for path in self._paths.values():
            for at, lock in enumerate(path):
                if lock.record.v == v and not lock.record.is_round:
                    yield path[:at], lock.h


def judge(walk: Walk, records: Sequence[Record]) -> tuple[tuple[Lock, ...], tuple[Lock, ...]]:
    """Walk through records above the head of `walk`. Return those that are final by their acks, and those
    that are locked above them. Raises `PeerError` at the first that does not hold."""
    by_height = {record.k: record for record in records}
    final: list[Step] = []
    for record in records:
        final += walk.take(record.encode())
    return (
        tuple(_lock(by_height[step.place.k], step) for step in final),
        tuple(_lock(by_height[step.place.k], step) for step in walk.unsigned),
    )


def _lock(record: Record, step: Step) -> Lock:
    entries = tuple((entry.seat, entry.pay) for entry in step.entries)
    return Lock(record.with_acks(()), step.h, step.machine.digest(), entries, step.machine, step.view)


def opened_by(game: bytes, path: tuple[Lock, ...], below: Round) -> Round:
    """The height of the last lock of `path`, standing on the other locks, above the open round `below`."""
    machine = path[-2].machine if len(path) > 1 else below.machine
    prev = path[-2].h if len(path) > 1 else below.place.prev
    last = path[-1]
    opened = Round(Place(game, last.record.k, prev), machine, last.record.act, v=last.record.v)
    opened.actors = ()
    opened.path, opened.lock = path[:-1], last
    return opened
