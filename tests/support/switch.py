"""A switch between network namespaces that loses, delays and separates, as wireless networks do.

Runs in the root namespace over one end of each virtual cable (`AF_PACKET`), in a thread; every
port hears what is meant for it. Faults can be changed while it runs, and come from a seed.
"""

from __future__ import annotations

import heapq
import select
import socket
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

_EVERYTHING = 3  # ETH_P_ALL
_OUTGOING = 4  # PACKET_OUTGOING: sent by this end itself
_LONGEST = 65535
QUEUE_S = 4.0
"""Seconds that a packet may wait for a slow line."""


@dataclass(frozen=True, slots=True)
class Weather:
    """Faults of the network, as shares of 1 and in seconds. `apart` are pairs of ports without a connection.

    `mute` are kinds of IP packets that are dropped ("multicast", "broadcast"), `firewalled` the ports whose
    computers nobody can call: packets that open a connection to them are dropped, as a firewall does. `lossy`
    are the only ports towards which packets are lost; if empty, all are. `rate` is the bandwidth of each
    computer in bytes a second; a packet that would wait longer than `QUEUE_S` for it is lost.
    """

    loss: float = 0.0
    lossy: frozenset[int] = frozenset()
    rate: float = 0.0
    doubled: float = 0.0
    delay_s: float = 0.0
    jitter_s: float = 0.0
    reordered: float = 0.0
    apart: frozenset[frozenset[int]] = frozenset()
    mute: frozenset[str] = frozenset()
    firewalled: frozenset[int] = frozenset()


def parted(one: Iterable[int], other: Iterable[int]) -> frozenset[frozenset[int]]:
    """Every pair across a partition."""
    return frozenset(frozenset((a, b)) for a in one for b in tuple(other))


class Switch:
    """Joins interfaces by name until it is closed; `weather` may be set from any thread."""

    def __init__(self, interfaces: Sequence[str], *, seed: int = 1) -> None:
        self.weather = Weather()
        self.carried = self.lost = 0
        self._rng = Random(seed)
        self._ports = [_port(name) for name in interfaces]
        self._where: dict[bytes, int] = {}
        self._latest: dict[tuple[int, int], float] = {}
        self._busy: dict[int, float] = {}
        """Time at which the line of a port is free again."""
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        self._wake_in, self._wake_out = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="switch")
        self._thread.start()

    def close(self) -> None:
        """Pull every cable."""
        self._wake_out.close()
        self._thread.join()
        self._wake_in.close()
        for port in self._ports:
            port.close()

    def _run(self) -> None:
        while True:
            due = self._waiting[0][0] - time.monotonic() if self._waiting else 1.0
            ready, _, _ = select.select([self._wake_in, *self._ports], [], [], max(0.0, due))
            if self._wake_in in ready:
                return
            for port in ready:
                self._take(self._ports.index(port))
            self._deliver()

    def _take(self, came: int) -> None:
        for _ in range(64):
            try:
                packet, origin = self._ports[came].recvfrom(_LONGEST)
            except OSError:  # nothing more, or the cable was taken out
                return
            if origin[2] == _OUTGOING:
                continue
            self._where[packet[6:12]] = came
            known = None if packet[0] & 1 else self._where.get(packet[:6])
            for to in range(len(self._ports)) if known is None else (known,):
                if to != came:
                    self._send(came, to, packet)

    def _send(self, came: int, to: int, packet: bytes) -> None:
        weather, rng = self.weather, self._rng
        is_stopped = _kind(packet) in weather.mute or (to in weather.firewalled and _is_call(packet))
        is_lost = rng.random() < weather.loss and (not weather.lossy or to in weather.lossy)
        is_late = weather.rate > 0 and self._busy.get(came, 0.0) > time.monotonic() + QUEUE_S
        if frozenset((came, to)) in weather.apart or is_stopped or is_lost or is_late:
            self.lost += 1
            return
        for _ in range(2 if rng.random() < weather.doubled else 1):
            at = time.monotonic() + max(0.0, weather.delay_s + rng.uniform(-1, 1) * weather.jitter_s)
            if weather.rate > 0:
                at = self._busy[came] = max(at, self._busy.get(came, 0.0)) + len(packet) / weather.rate
            if rng.random() >= weather.reordered:  # everything else keeps its place
                at = self._latest[came, to] = max(at, self._latest.get((came, to), 0.0))
            self._count += 1
            heapq.heappush(self._waiting, (at, self._count, to, packet))

    def _deliver(self) -> None:
        now = time.monotonic()
        while self._waiting and self._waiting[0][0] <= now:
            _, _, to, packet = heapq.heappop(self._waiting)
            try:
                self._ports[to].send(packet)
            except OSError:  # a full queue: as lost as on any network
                self.lost += 1
            else:
                self.carried += 1


def _kind(packet: bytes) -> str:
    """The kind of an IP packet, by its receiver; "" for others, such as ARP, which broadcasts too."""
    if packet[12:14] not in (b"\x08\x00", b"\x86\xdd"):
        return ""
    if packet[:6] == b"\xff" * 6:
        return "broadcast"
    return "multicast" if packet[0] & 1 else "unicast"


def _is_call(packet: bytes) -> bool:
    """True if a packet opens a connection: TCP over IPv4, SYN without ACK."""
    if packet[12:14] != b"\x08\x00" or packet[23] != socket.IPPROTO_TCP:
        return False
    tcp = 14 + 4 * (packet[14] & 0x0F)
    return len(packet) > tcp + 13 and packet[tcp + 13] & 0x12 == 0x02


def _port(name: str) -> socket.socket:
    port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_EVERYTHING))
    port.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    port.bind((name, 0))
    port.setblocking(False)
    return port
