"""Output to the spectators of one game, and its pace.

Unconfirmed output is bounded, because a spectator that never reads must not use up memory. A spectator that
lacks many records waits for a turn; only a few have one at a time. Together these send a limited number of
bytes a second, so that catching up never disturbs a game. New records go to the spectators that have all
others before any old record goes to anybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, field

from net.link.address import Address
from net.link.contract import TokenBucket
from net.lobby.phases import Tell
from net.watch.phases import (
    CATCHING_BURST,
    CATCHING_BYTES_S,
    CATCHING_MAX,
    STALLED_S,
    WINDOW_BYTES,
    WINDOW_RECORDS,
    SpectatorProgress,
)
from net.watch.words import Named
from net.wire.frame import Frame, Kind, fitting, pack_records

PUMP_S: Final = 0.02
"""Interval for looking at output that waits for its turn."""


class SpectatorStream(Struct, eq=False):
    """One spectator here. `next` is the height to send next, `confirmed` the last that it has."""

    key: bytes
    ed: bytes
    nick: str
    place: tuple[Address, ...]
    """Address at which this spectator serves others; () if it does not."""
    heard_at: float
    lines: TokenBucket
    next: int
    confirmed: int
    moved_at: float = 0.0
    """Time at which it last began its turn, confirmed a record, or got one after it had confirmed all."""
    phase: SpectatorProgress = SpectatorProgress.QUEUED
    open_bytes: int = 0
    open: deque[tuple[int, int]] = field(default_factory=deque)
    """Frames that were sent and not confirmed yet: the last height and the bytes of each."""
    shown: int = 0
    """Number of frames after the last record that were sent to it."""
    behind: tuple[Named, ...] = ()
    more: int = 0
    named_on: int = 0
    """Number of times it was named to others."""
    host: str = ""
    """The host that its frames come from."""

    def is_stalled(self, now: float) -> bool:
        """True if it takes nothing of what it was sent."""
        return self.phase is SpectatorProgress.STALLED or (
            bool(self.open) and now - self.moved_at >= STALLED_S
        )

    @property
    def has_room(self) -> bool:
        """True if more may be sent before it confirms."""
        return self.open_bytes < WINDOW_BYTES and self.next - 1 - self.confirmed < WINDOW_RECORDS


class Streams:
    """All spectators of a log and their turns. `add` and `pump` give the frames to send, in order."""

    def __init__(self, records: Sequence[bytes]) -> None:
        self.records = list(records)
        self.spectators: dict[bytes, SpectatorStream] = {}
        self._behind: list[bytes] = []
        self._queue: deque[bytes] = deque()
        self._volume = TokenBucket(CATCHING_BYTES_S, CATCHING_BURST)

    @property
    def k(self) -> int:
        """The last height of the log."""
        return len(self.records)

    @property
    def is_busy(self) -> bool:
        """True if a spectator has its turn at catching up: then `pump` must be called often."""
        return any(spectator.phase is SpectatorProgress.CATCHING for spectator in self.spectators.values())

    def enter(self, spectator: SpectatorStream) -> None:
        """Add a spectator; it waits for its turn."""
        self.spectators[spectator.key] = spectator
        self._wait(spectator)

    def drop(self, key: bytes) -> bool:
        """Remove a spectator; True if it was here."""
        return self.spectators.pop(key, None) is not None

    def add(self, raw: bytes, now: float) -> list[Tell]:
        """Send a new record to every spectator that was sent all others and has room."""
        self.records.append(raw)
        frame, out = Frame(Kind.RECS, pack_records((raw,))).encode(), list[Tell]()
        for spectator in self.spectators.values():
            if spectator.phase is SpectatorProgress.LIVE:
                if spectator.has_room:
                    out.append(self._sent(spectator, frame, 1, len(raw), now))
                else:
                    spectator.phase = SpectatorProgress.STALLED
        return out

    def confirm(self, spectator: SpectatorStream, k: int, now: float) -> None:
        """Note that the spectator has all records up to `k`, unless that is known or they were not sent."""
        if not spectator.confirmed < k < spectator.next:
            return
        spectator.confirmed, spectator.moved_at = k, now
        while spectator.open and spectator.open[0][0] <= k:
            spectator.open_bytes -= spectator.open.popleft()[1]
        if spectator.phase is SpectatorProgress.STALLED and spectator.has_room:
            self._wait(spectator)

    def rewind(self, spectator: SpectatorStream, first: int) -> None:
        """Begin again at a height."""
        spectator.next = min(first, self.k + 1)
        spectator.confirmed = spectator.next - 1
        spectator.open.clear()
        spectator.open_bytes = 0
        self._wait(spectator)

    def follow(self, frames: Iterable[bytes]) -> None:
        """Send the frames after the records, each once, to every spectator that has all records."""
        self._behind += [frame for frame in frames if frame not in self._behind]

    def pump(self, now: float) -> list[Tell]:
        """Give free turns to waiting spectators, and send more to those that have one."""
        out: list[Tell] = []
        turns = [each for each in self.spectators.values() if each.phase is SpectatorProgress.CATCHING]
        for spectator in turns:
            if spectator.open and now - spectator.moved_at >= STALLED_S:
                spectator.phase = SpectatorProgress.STALLED
        while True:
            turns = [spectator for spectator in turns if spectator.phase is SpectatorProgress.CATCHING]
            while self._queue and len(turns) < CATCHING_MAX:
                waiting = self.spectators.get(self._queue.popleft())
                if waiting is not None and waiting.phase is SpectatorProgress.QUEUED:
                    waiting.phase, waiting.moved_at = SpectatorProgress.CATCHING, now
                    turns.append(waiting)
            # A turn that is done makes a place for the next one that waits.
            done = [spectator for spectator in turns if self._catch_up(spectator, out, now)]
            if not done or not self._queue:
                break
        self._send_behind(out, now)
        return out

    def _wait(self, spectator: SpectatorStream) -> None:
        spectator.phase = SpectatorProgress.QUEUED
        if spectator.key not in self._queue:
            self._queue.append(spectator.key)

    def _catch_up(self, spectator: SpectatorStream, out: list[Tell], now: float) -> bool:
        """Send as much as there is room for; True if the spectator has now been sent everything."""
        while spectator.next <= self.k and spectator.has_room:
            run = fitting(self.records[spectator.next - 1 : spectator.next - 1 + WINDOW_RECORDS])
            size = sum(map(len, run))
            if not self._volume.take(size, now):
                return False
            frame = Frame(Kind.RECS, pack_records(run)).encode()
            out.append(self._sent(spectator, frame, len(run), size, now))
        if spectator.next <= self.k:
            return False
        spectator.phase = SpectatorProgress.LIVE
        return True

    def _sent(self, spectator: SpectatorStream, frame: bytes, records: int, size: int, now: float) -> Tell:
        if not spectator.open:
            spectator.moved_at = now
        spectator.next += records
        spectator.open.append((spectator.next - 1, size))
        spectator.open_bytes += size
        return Tell(spectator.key, frame)

    def _send_behind(self, out: list[Tell], now: float) -> None:
        for spectator in self.spectators.values():
            # All frames go at once, and count as one burst at most: a larger amount would never be allowed.
            frames = self._behind[spectator.shown :]
            is_due = bool(frames) and spectator.phase is SpectatorProgress.LIVE
            if is_due and self._volume.take(min(sum(map(len, frames)), CATCHING_BURST), now):
                spectator.shown = len(self._behind)
                out += [Tell(spectator.key, frame) for frame in frames]
