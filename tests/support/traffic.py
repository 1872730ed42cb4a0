"""A simulated table whose bytes are counted, on lines of limited bandwidth, with players who take their time.

Frames of one sender to one receiver keep their order, as on any connection, and wait for one another
where the bandwidth is low.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from net.wire.frame import Kind, parse_frame
from tests.support.simulation import Peer, Simulation


class Patient(Peer):
    """A peer that writes entries of a given size, and takes a while to judge and to think."""

    net: Counted

    def payload(self, k: int) -> tuple[bytes, bytes]:
        pay, secret = super().payload(k)
        return pay.ljust(self.net.pay), secret

    def idle(self, *seconds: float) -> float:
        return self.rng.uniform(*self.net.busy_s)


@dataclass(slots=True)
class Counted(Simulation):
    """`rate` is the bandwidth of each line in bytes a second (0: no limit), `busy_s` how long judging and
    thinking each take, `pay` the bytes of an entry's payload."""

    rate: float = 0.0
    busy_s: tuple[float, float] = (0.0, 0.01)
    pay: int = 100
    sent: Counter[Kind] = field(default_factory=Counter)
    again: int = 0
    """Frames sent to the same peer a second time; the first second does not count, because a new link has
    lost what was sent before it."""
    _carried: set[tuple[int, int, bytes]] = field(default_factory=set)
    _free_at: dict[tuple[int, int], float] = field(default_factory=dict)

    def make(self, seat: int) -> Peer:
        return Patient(self, seat)

    def carry(self, sender: int, to: int, frame: bytes) -> None:
        kind = Kind(parse_frame(frame).t)
        self.frames += 1
        self.sent[kind] += len(frame)
        self.again += kind is not Kind.HEAD and self.now > 1.0 and (sender, to, frame) in self._carried
        self._carried.add((sender, to, frame))
        if frozenset((sender, to)) in self.cut:
            return
        begin = max(self.now, self._free_at.get((sender, to), 0.0))
        done = begin + (len(frame) / self.rate if self.rate else 0.0)
        self._free_at[sender, to] = done
        self.at(done + self.delay_s[1], self.peers[to].receive, sender, frame)

    @property
    def ratio(self) -> float:
        """Bytes sent over all lines, divided by the bytes of one copy of the log for each receiver."""
        table = self.peers[0].table
        assert table is not None
        return sum(self.sent.values()) / (sum(map(len, table.log.records)) * (self.seats - 1))
