"""The course of a game as a spectator receives it: records that stand on one another, and their sources."""

from __future__ import annotations

from typing import Final

from net.errors import Forked, Malformed
from net.wire.record import parse_record

COURSE_MAX_BYTES: Final = 256 * 1024 * 1024
"""Limit of a course in bytes, the same as of a record file."""


class Course:
    """The records so far, with the chain hash of each height. Heights up to `sure` are checked."""

    def __init__(self, game: bytes) -> None:
        self.raws: list[bytes] = []
        self.sure = 0
        self._game = game
        self._tips: list[bytes] = []
        self._givers: list[bytes] = []
        self._size = 0

    @property
    def k(self) -> int:
        """Number of heights so far."""
        return len(self.raws)

    def tip(self, k: int) -> bytes:
        """The chain hash of a received height."""
        return self._tips[k - 1] if k else self._game

    def giver(self, k: int) -> bytes | None:
        """The source of a received height; None for any other."""
        return self._givers[k - 1] if 0 < k <= self.k else None

    def put(self, raw: bytes, giver: bytes) -> bool:
        """Take in the record of the next height. One that is here is ignored; False for a later one, before
        which records are missing. Raises `PeerError` if it does not stand on the last or is too large."""
        record = parse_record(raw)
        if record.k <= self.k:
            return True
        if record.k != self.k + 1:
            return False
        if record.prev != self.tip(self.k):
            raise Forked("fork", "a source that goes on with another game")
        if self._size + len(raw) > COURSE_MAX_BYTES:
            raise Malformed("too-large", "a game larger than any record")
        self.raws.append(raw)
        self._tips.append(record.h)
        self._givers.append(giver)
        self._size += len(raw)
        return True

    def check(self, k: int) -> None:
        """Note that all records up to height `k` hold."""
        self.sure = max(self.sure, min(k, self.k))

    def cut(self, k: int) -> None:
        """Keep the heights up to `k`."""
        self._size -= sum(map(len, self.raws[k:]))
        del self.raws[k:], self._tips[k:], self._givers[k:]
