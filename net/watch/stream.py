"""What goes out to those who watch one game, and how much of it at a time.

What was sent and not yet confirmed is bounded, for somebody who never reads must cost nothing. Who lacks
much waits for one of a few turns, in which together no more than so many bytes a second go out, so that
catching up never gets in the way of a game. What is new goes to those who have everything else before
anything old goes to anybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from net.link.address import Address
from net.link.contract import TokenBucket
from net.watch.phases import (
    CATCHING_BURST,
    CATCHING_BYTES_S,
    CATCHING_MAX,
    STALLED_S,
    WINDOW_BYTES,
    WINDOW_RECORDS,
    ReaderPhase,
    ToReader,
)
from net.watch.words import Named
from net.wire.frame import Frame, Kind, fitting, pack_records

PUMP_S: Final = 0.02
"""While something waits for its turn to go out it is looked at so often."""


@dataclass(slots=True, eq=False)
class StreamReader:
    """One that watches here. `next` is the height to send next, `confirmed` the last that it has."""

    key: bytes
    ed: bytes
    nick: str
    place: tuple[Address, ...]
    """Where it serves others; () if it does not."""
    heard_at: float
    lines: TokenBucket
    next: int
    confirmed: int
    moved_at: float = 0.0
    """When it last took something, or was last sent something after having taken everything."""
    phase: ReaderPhase = ReaderPhase.QUEUED
    open_bytes: int = 0
    open: deque[tuple[int, int]] = field(default_factory=deque)
    """What was sent and is not confirmed: last height and bytes of each frame."""
    shown: int = 0
    """How many of the frames that follow the last record it has been sent."""
    behind: tuple[Named, ...] = ()
    more: int = 0
    named_on: int = 0
    """How often it was named to others."""
    host: str = ""
    """The computer that its frames come from."""

    def is_stalled(self, now: float) -> bool:
        """True if it takes nothing of what it was sent."""
        return self.phase is ReaderPhase.STALLED or (bool(self.open) and now - self.moved_at >= STALLED_S)

    @property
    def has_room(self) -> bool:
        """Whether more may be sent before it confirms."""
        return self.open_bytes < WINDOW_BYTES and self.next - 1 - self.confirmed < WINDOW_RECORDS


class Streams:
    """All readers of a log and their turns. Every method gives the frames to send, in order."""

    def __init__(self, records: Sequence[bytes], now: float) -> None:
        self.records = list(records)
        self.readers: dict[bytes, StreamReader] = {}
        self._behind: list[bytes] = []
        self._queue: deque[bytes] = deque()
        self._volume = TokenBucket(CATCHING_BYTES_S, CATCHING_BURST, now)

    @property
    def k(self) -> int:
        """The last height there is."""
        return len(self.records)

    @property
    def is_busy(self) -> bool:
        """Whether somebody has its turn at catching up, so that time must pass."""
        return any(reader.phase is ReaderPhase.CATCHING for reader in self.readers.values())

    def enter(self, reader: StreamReader) -> None:
        """A new reader; it waits for its turn."""
        self.readers[reader.key] = reader
        self._wait(reader)

    def drop(self, key: bytes) -> bool:
        """Somebody goes; whether it was here."""
        return self.readers.pop(key, None) is not None

    def add(self, raw: bytes, now: float) -> list[ToReader]:
        """A new record, to everybody who has been sent all others."""
        self.records.append(raw)
        frame, out = Frame(Kind.RECS, pack_records((raw,))).encode(), list[ToReader]()
        for reader in self.readers.values():
            if reader.phase is ReaderPhase.LIVE:
                if reader.has_room:
                    out.append(self._sent(reader, frame, 1, len(raw), now))
                else:
                    reader.phase = ReaderPhase.STALLED
        return out

    def confirm(self, reader: StreamReader, k: int, now: float) -> None:
        """The reader says that it has all up to height `k`. Nothing follows where it said so before, or where
        so much was never sent."""
        if not reader.confirmed < k < reader.next:
            return
        reader.confirmed, reader.moved_at = k, now
        while reader.open and reader.open[0][0] <= k:
            reader.open_bytes -= reader.open.popleft()[1]
        if reader.phase is ReaderPhase.STALLED and reader.has_room:
            self._wait(reader)

    def rewind(self, reader: StreamReader, first: int) -> None:
        """Begin again at a height."""
        reader.next = min(first, self.k + 1)
        reader.confirmed = reader.next - 1
        reader.open.clear()
        reader.open_bytes = 0
        self._wait(reader)

    def follow(self, frames: Iterable[bytes]) -> None:
        """What comes behind the records, each once: for everybody who has all of them."""
        self._behind += [frame for frame in frames if frame not in self._behind]

    def pump(self, now: float) -> list[ToReader]:
        """Give free turns to those who wait, and send on to those who have one."""
        out: list[ToReader] = []
        turns = [reader for reader in self.readers.values() if reader.phase is ReaderPhase.CATCHING]
        for reader in turns:
            if reader.open and now - reader.moved_at >= STALLED_S:
                reader.phase = ReaderPhase.STALLED
        while True:
            turns = [reader for reader in turns if reader.phase is ReaderPhase.CATCHING]
            while self._queue and len(turns) < CATCHING_MAX:
                waiting = self.readers.get(self._queue.popleft())
                if waiting is not None and waiting.phase is ReaderPhase.QUEUED:
                    waiting.phase, waiting.moved_at = ReaderPhase.CATCHING, now
                    turns.append(waiting)
            done = [reader for reader in turns if self._catch_up(reader, out, now)]
            if not done or not self._queue:
                break
        self._send_behind(out, now)
        return out

    def _wait(self, reader: StreamReader) -> None:
        reader.phase = ReaderPhase.QUEUED
        if reader.key not in self._queue:
            self._queue.append(reader.key)

    def _catch_up(self, reader: StreamReader, out: list[ToReader], now: float) -> bool:
        """Send what there is room for; whether the reader has now been sent everything."""
        while reader.next <= self.k and reader.has_room:
            run = fitting(self.records[reader.next - 1 : reader.next - 1 + WINDOW_RECORDS])
            size = sum(map(len, run))
            if not self._volume.take(size, now):
                return False
            frame = Frame(Kind.RECS, pack_records(run)).encode()
            out.append(self._sent(reader, frame, len(run), size, now))
        if reader.next <= self.k:
            return False
        reader.phase = ReaderPhase.LIVE
        return True

    def _sent(self, reader: StreamReader, frame: bytes, records: int, size: int, now: float) -> ToReader:
        if not reader.open:
            reader.moved_at = now
        reader.next += records
        reader.open.append((reader.next - 1, size))
        reader.open_bytes += size
        return ToReader(reader.key, frame)

    def _send_behind(self, out: list[ToReader], now: float) -> None:
        for reader in self.readers.values():
            frames = self._behind[reader.shown :]
            is_due = bool(frames) and reader.phase is ReaderPhase.LIVE
            if is_due and self._volume.take(min(sum(map(len, frames)), CATCHING_BURST), now):
                reader.shown = len(self._behind)
                out += [ToReader(reader.key, frame) for frame in frames]
