"""The link between peers over ZeroMQ: the only file that imports `zmq` (net 1, 2, 3.5).

One thread owns a `Link` and calls everything but `wake` from it. There is one ROUTER per channel that is open
(`_Inbound`) and one DEALER per peer and channel that we call (`_Outbound`), CURVE on all of them; the handler
that decides who may come in runs in the same poller. The rules, each learned from a failure (net 1.2, 2.1):

- no routing id is ever set and none is handed over: after a crash messages to a fixed one are lost, or others
  can take them over. A peer is the key that the handshake proved (`User-Id`), not its routing id;
- nothing blocks: what cannot be sent now is dropped, and `send` says so;
- a message is one frame; one of several parts is thrown away, and the memory guard stops one
  without end;
- a DEALER that was turned away is dead for libzmq, so it is closed and replaced.
"""

from __future__ import annotations

import math
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, TypeAlias

import zmq
from msgspec import Struct, field

from net.errors import LinkError, LocalError
from net.link.address import Address, hosts_to_call
from net.link.contract import (
    LIMITS,
    Channel,
    Clock,
    Flooded,
    Limits,
    Link,
    LinkEvent,
    LinkRefusal,
    Way,
    limits_of,
)
from net.link.memory import GROWTH_BYTES, Guard, Memory
from net.link.peers import Peers
from net.link.zap import ENDPOINT, ZapHandler

_CURVE_OVERHEAD: Final = 64  # a message under CURVE is 33 bytes longer than its frame
_MAX_PARTS: Final = 64  # read and thrown away; for more the socket is closed
_BATCH_BYTES: Final = 4 * 1024 * 1024
_BATCH_FRAMES: Final = 256
_MAX_ADDRESSES: Final = 4  # that one DEALER calls at a time
_BACK_OFF_S: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_LISTEN_AGAIN_S: Final = 0.05
_OUTBOUND_EVENTS: Final = (
    zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_DISCONNECTED
)  # fmt: skip
_INBOUND_EVENTS: Final = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
_FOREVER: Final = float("inf")

_Socket: TypeAlias = "zmq.Socket[bytes]"


class _Inbound(Struct, eq=False):
    channel: Channel
    domain: str
    host: str
    port: int
    socket: _Socket | None = None
    monitor: _Socket | None = None
    connections: dict[int, str] = field(default_factory=dict)
    """The file descriptors of the open connections, with the computer at the other end."""
    again_at: float = _FOREVER
    """Time to listen again after the socket was closed."""


class _Outbound(Struct, eq=False):
    channel: Channel
    key: bytes
    addresses: tuple[Address, ...]
    socket: _Socket | None = None
    monitor: _Socket | None = None
    once: bool = False
    """True for a single attempt: it is dropped when it fails or is lost."""
    alive: set[str] = field(default_factory=set)
    """The endpoints that have shaken hands and are not lost."""
    refusals: int = 0
    again_at: float = _FOREVER
    """Time to call again after the socket was closed."""


class ZmqLink(Link):
    """A link over ZeroMQ: its sockets and the poller.

    `clock` gives monotonic seconds; `memory` is that of the process, whose growth by more than
    `growth_bytes` closes and reopens everything (net 3.5).
    """

    def __init__(
        self,
        curve_secret: bytes,
        curve_public: bytes,
        *,
        clock: Clock,
        memory: Memory,
        growth_bytes: int = GROWTH_BYTES,
        source: str = "",
    ) -> None:
        self._secret = curve_secret
        self._source = source
        self._public = curve_public
        self._clock = clock
        self._events: list[LinkEvent] = []
        self.counters: Counter[str] = Counter()
        """Numbers of frames that came and went, and of refusals."""
        self._peers = Peers(self._events, self.counters)
        self._handler = ZapHandler(self.counters)
        self._guard = Guard(memory, growth_bytes, now=clock())
        self._flood: Flooded | None = None
        self._inbound: dict[Channel, _Inbound] = {}
        self._outbound: dict[tuple[Channel, bytes], _Outbound] = {}
        self._handlers: dict[_Socket | int, Callable[[], None]] = {}
        self._poller = zmq.Poller()
        self._monitors = 0
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        self.attend(self._wake_in.fileno(), self._drain_wakes)
        self._context = zmq.Context()
        self._zap: _Socket = self._context.socket(zmq.REP)
        self._zap.linger = 0
        self._zap.bind(ENDPOINT)
        self._watch(self._zap, self._answer_handshakes)

    # -- inbound ------------------------------------------------------------------------------

    def open_lobby(self, *, host: str = "*", port: int = 0) -> int:
        return self._open(_Inbound(Channel.LOBBY, "L", host, port), None)

    def open_table(self, table: str, roster: Collection[bytes], *, host: str = "*", port: int = 0) -> int:
        return self._open(_Inbound(Channel.TABLE, f"T:{table}", host, port), frozenset(roster))

    def open_watch(self, table: str, *, host: str = "*") -> int:
        return self._open(_Inbound(Channel.WATCH, f"S:{table}", host, 0), None)

    def shut(self, channel: Channel) -> None:
        if (inbound := self._inbound.pop(channel, None)) is not None:
            self._handler.lock(inbound.domain)
            self._unplug(inbound)
        for key in [key for on, key in self._outbound if on is channel]:
            self.hang_up(key, channel=channel)
        self._peers.forget(channel)

    # -- outbound ------------------------------------------------------------------------------

    def connect(
        self,
        key: bytes,
        addresses: Iterable[Address],
        *,
        channel: Channel = Channel.TABLE,
        once: bool = False,
    ) -> None:
        wanted = tuple(dict.fromkeys(addresses))[:_MAX_ADDRESSES]
        outbound = self._outbound.get((channel, key))
        if outbound is not None and outbound.addresses == wanted:
            return
        if outbound is not None:
            self._unplug(outbound)
        self._peers.know(channel, key)
        outbound = self._outbound[channel, key] = _Outbound(channel, key, wanted, once=once)
        self._call(outbound)

    def hang_up(self, key: bytes, *, channel: Channel = Channel.TABLE) -> None:
        if (outbound := self._outbound.pop((channel, key), None)) is not None:
            self._unplug(outbound)

    def reaches(self, key: bytes, *, channel: Channel) -> bool | None:
        outbound = self._outbound.get((channel, key))
        return None if outbound is None else bool(outbound.alive)

    # -- frames -----------------------------------------------------------------------------

    def send(self, key: bytes, frame: bytes, *, channel: Channel = Channel.TABLE) -> bool:
        _check_size(frame, channel, Way.INBOUND)
        peer = self._peers.find(channel, key)
        ways = () if peer is None else peer.ways(self._clock())
        taken = [way for way in ways if self._send_by(way, channel, key, frame)]
        if ways and not taken:
            taken = [way for way in Way if way not in ways and self._send_by(way, channel, key, frame)]
        self.counters["sent" if taken else "not sent"] += 1
        return bool(taken)

    def send_watch(self, key: bytes, frame: bytes, way: Way) -> bool:
        is_taken = self._send_by(way, Channel.WATCH, key, frame)
        self.counters["sent" if is_taken else "not sent"] += 1
        return is_taken

    def poll(self, timeout_s: float) -> tuple[LinkEvent, ...]:
        if self._context.closed:
            raise LocalError("the link is closed")
        again = (wired.again_at for wired in self._wired())
        due = min((self._guard.due_at, *again))
        wait_s = max(0.0, min(timeout_s, due - self._clock()))
        for wired, _ in self._poller.poll(math.ceil(wait_s * 1000)):
            if (handle := self._handlers.get(wired)) is not None:  # an earlier one may have closed it
                handle()
        self._keep_up()
        events = tuple(self._events)
        self._events.clear()
        return events

    def wake(self) -> None:
        with suppress(OSError):  # full: it will wake anyhow; closed: nobody is left to wake
            self._wake_out.send(b"\0")

    def attend(self, fileno: int, handle: Callable[[], None]) -> None:
        self._handlers[fileno] = handle
        self._poller.register(fileno, zmq.POLLIN)

    def leave_alone(self, fileno: int) -> None:
        if self._handlers.pop(fileno, None) is not None:
            self._poller.unregister(fileno)

    def close(self) -> None:
        if self._context.closed:
            return
        for wired in self._wired():
            self._unplug(wired)
        self._drop(self._zap)
        self._wake_in.close()
        self._wake_out.close()
        self._context.term()

    # -- reading ----------------------------------------------------------------------------

    def _answer_handshakes(self) -> None:
        with suppress(zmq.Again):
            while True:
                answer, handshake = self._handler.answer(
                    self._zap.recv_multipart(zmq.DONTWAIT), now=self._clock()
                )
                self._zap.send_multipart(answer)
                if handshake is not None:
                    channel = Channel(handshake.domain[0])
                    self._peers.connected(channel, handshake.key, now=self._clock(), is_outbound=False)

    def _read(self, wired: _Inbound | _Outbound) -> None:
        """Take in a batch; a socket with a message of too many parts is closed and replaced."""
        taken = 0
        for _ in range(_BATCH_FRAMES):
            if wired.socket is None or taken > _BATCH_BYTES:
                return
            try:
                parts = _receive(wired.socket)
            except zmq.Again:
                return
            is_unfinished = parts[-1].more
            taken += self._take(wired, parts)
            if is_unfinished:
                self._unplug(wired)
                wired.again_at = self._clock()

    def _take(self, wired: _Inbound | _Outbound, parts: list[zmq.Frame]) -> int:
        now, channel = self._clock(), wired.channel
        route = parts.pop(0).bytes if isinstance(wired, _Inbound) else None
        size = sum(len(part) for part in parts)
        if not parts:
            return 0
        key = wired.key if isinstance(wired, _Outbound) else bytes.fromhex(str(parts[0].get("User-Id")))
        if isinstance(wired, _Inbound) and not self._handler.lets_in(wired.domain, key):
            self._peers.refused(channel, key, LinkRefusal.STRANGER, now=now)
        elif len(parts) != 1:
            self._peers.refused(channel, key, LinkRefusal.MULTIPART, now=now)
        else:
            address = str(parts[0].get("Peer-Address")).removeprefix("::ffff:").partition("%")[0]
            self._peers.arrived(channel, key, parts[0].bytes, address=address, route=route, now=now)
        return size

    def _read_inbound_monitor(self, inbound: _Inbound) -> None:
        for report in _monitored(inbound.monitor):
            if report.event == zmq.EVENT_ACCEPTED:
                self._let_in(inbound, report.value)
            else:
                inbound.connections.pop(report.value, None)
        if len(inbound.connections) > LIMITS[inbound.channel].connections:
            self.counters["inbound full"] += 1
            self._unplug(inbound)
            inbound.again_at = self._clock()

    def _let_in(self, inbound: _Inbound, handle: int) -> None:
        """Note a new connection, or end it if its computer has too many.

        By the time this report is read, the file descriptor may belong to something else in this program.
        So the system is asked what it is now, and only a connection to this socket is counted or ended.
        """
        host = ""
        with suppress(OSError):  # gone already, or no socket
            outbound = socket.socket(fileno=handle)
            try:
                own, other = outbound.getsockname(), outbound.getpeername()
                if isinstance(own, tuple) and isinstance(other, tuple) and own[1] == inbound.port:
                    host = str(other[0])
                    of_host = sum(each == host for each in inbound.connections.values())
                    if of_host >= LIMITS[inbound.channel].connections_of_a_host:
                        self.counters["host crowded"] += 1
                        outbound.shutdown(socket.SHUT_RDWR)
            finally:
                # The descriptor belongs to libzmq: it must not be closed here.
                outbound.detach()
        inbound.connections[handle] = host

    def _read_outbound_monitor(self, outbound: _Outbound) -> None:
        now = self._clock()
        for report in _monitored(outbound.monitor):
            endpoint = str(report.endpoint)
            if report.event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                outbound.refusals = 0
                outbound.alive.add(endpoint)
                self._peers.connected(outbound.channel, outbound.key, now=now, is_outbound=True)
            elif outbound.once:
                self.hang_up(outbound.key, channel=outbound.channel)
                return
            elif report.event == zmq.EVENT_DISCONNECTED:
                outbound.alive.discard(endpoint)
            elif not outbound.alive:  # otherwise only one of several addresses is wrong
                is_turned_away = report.event == zmq.EVENT_HANDSHAKE_FAILED_AUTH
                why = LinkRefusal.NOT_ADMITTED if is_turned_away else LinkRefusal.NO_ANSWER
                self._peers.refused(outbound.channel, outbound.key, why, now=now)
                if is_turned_away:
                    self._unplug(outbound)
                    outbound.again_at = now + _BACK_OFF_S[min(outbound.refusals, len(_BACK_OFF_S) - 1)]
                    outbound.refusals += 1
                    return

    # -- keeping up -------------------------------------------------------------------------

    def _keep_up(self) -> None:
        now = self._clock()
        if now >= self._guard.due_at:  # both at once: each wait that ends wakes the processor
            self._peers.sweep(now)
        if (grown := self._guard.grown(now)) is not None:
            self.counters["flooded"] += 1
            self._flood = Flooded(grown, self._peers.suspects(now))
            reopen_at = self._guard.relieve(now)
            for wired in self._wired():
                self._unplug(wired)
                wired.again_at = reopen_at
        # Only memory that closing the links gave back was filled by a peer.
        elif self._flood is not None and self._guard.freed is not None:
            if 2 * self._guard.freed >= self._flood.grown_bytes:  # else this program itself has grown
                self._events.append(self._flood)
            self._flood = None
        self._reopen(now)

    def _reopen(self, now: float) -> None:
        """Reopen the sockets whose wait after a close is over."""
        for inbound in self._inbound.values():
            if now >= inbound.again_at:
                self._listen_again(inbound, now)
        for outbound in [outbound for outbound in self._outbound.values() if now >= outbound.again_at]:
            if outbound.once:
                self.hang_up(outbound.key, channel=outbound.channel)
            else:
                self._call(outbound)

    def _listen_again(self, inbound: _Inbound, now: float) -> None:
        try:
            self._listen(inbound)
        except zmq.ZMQError:  # the port is not free yet: the old socket closes in another thread
            self._unplug(inbound)
            inbound.again_at = now + _LISTEN_AGAIN_S

    def _send_by(self, way: Way, channel: Channel, key: bytes, frame: bytes) -> bool:
        _check_size(frame, channel, way)
        peer = self._peers.find(channel, key)
        wired = self._outbound.get((channel, key)) if way is Way.OUTBOUND else self._inbound.get(channel)
        route = None if peer is None else peer.route
        if wired is None or wired.socket is None or (way is Way.INBOUND and route is None):
            return False
        parts = [frame] if route is None or way is Way.OUTBOUND else [route, frame]
        try:
            wired.socket.send_multipart(parts, zmq.DONTWAIT)
        except zmq.Again:
            return False
        except zmq.ZMQError as why:
            # ROUTER_MANDATORY: the routing id has gone with its connection.
            if why.errno != zmq.EHOSTUNREACH or peer is None or route is None:
                raise
            peer.lose(route)
            return False
        return True

    def _wired(self) -> tuple[_Inbound | _Outbound, ...]:
        return (*self._inbound.values(), *self._outbound.values())

    # -- sockets ----------------------------------------------------------------------------

    def _open(self, inbound: _Inbound, allowed: frozenset[bytes] | None) -> int:
        if inbound.channel in self._inbound:
            raise LocalError(f"{inbound.channel.name} is open already")
        try:
            self._listen(inbound)
        except zmq.ZMQError as why:
            self._unplug(inbound)
            raise LinkError(f"cannot listen on {inbound.host}:{inbound.port}: {why.strerror}") from None
        self._handler.keep(inbound.domain, allowed)
        self._inbound[inbound.channel] = inbound
        for key in sorted(allowed or ()):
            self._peers.know(inbound.channel, key)
        return inbound.port

    def _listen(self, inbound: _Inbound) -> None:
        inbound.socket = made = self._socket(zmq.ROUTER, limits_of(inbound.channel, Way.INBOUND))
        made.router_mandatory = True
        made.curve_server = True
        made.curve_secretkey = self._secret
        made.zap_domain = inbound.domain.encode()
        made.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
        made.ipv6 = inbound.host == "*" or ":" in inbound.host  # "*" is both; libzmq falls back to IPv4
        inbound.monitor = self._monitor(made, _INBOUND_EVENTS)
        made.bind(f"tcp://{inbound.host}:{inbound.port}")
        inbound.port = int(bytes(made.getsockopt(zmq.LAST_ENDPOINT)).rpartition(b":")[2])
        inbound.again_at = _FOREVER
        inbound.connections.clear()
        self._watch(made, lambda: self._read(inbound))
        self._watch(inbound.monitor, lambda: self._read_inbound_monitor(inbound))

    def _call(self, outbound: _Outbound) -> None:
        outbound.socket = made = self._socket(zmq.DEALER, limits_of(outbound.channel, Way.OUTBOUND))
        made.immediate = True
        made.curve_serverkey = outbound.key
        made.curve_secretkey = self._secret
        made.curve_publickey = self._public
        made.reconnect_ivl = -1 if outbound.once else 100
        made.reconnect_ivl_max = 2000
        made.setsockopt(zmq.CONNECT_TIMEOUT, 2000)
        made.ipv6 = any(address.is_ipv6 for address in outbound.addresses)
        outbound.monitor = self._monitor(made, _OUTBOUND_EVENTS | (zmq.EVENT_CLOSED if outbound.once else 0))
        outbound.again_at = _FOREVER
        outbound.alive.clear()
        for address in outbound.addresses:
            for endpoint in endpoints_of(address, self._source):
                made.connect(endpoint)
        self._watch(made, lambda: self._read(outbound))
        self._watch(outbound.monitor, lambda: self._read_outbound_monitor(outbound))

    def _socket(self, kind: int, limits: Limits) -> _Socket:
        made: _Socket = self._context.socket(kind)
        made.linger = 0
        made.maxmsgsize = limits.frame_in + _CURVE_OVERHEAD
        made.rcvhwm = limits.queue_in
        made.sndhwm = limits.queue_out
        made.setsockopt(zmq.HANDSHAKE_IVL, 2000)
        # Each heartbeat wakes three threads. While frames are sent, Linux finds a lost connection sooner;
        # where a system does not know the option (Wine), libzmq ends every connection.
        if sys.platform == "linux":
            made.setsockopt(zmq.TCP_MAXRT, 4000)
        made.setsockopt(zmq.HEARTBEAT_IVL, 5000)
        made.setsockopt(zmq.HEARTBEAT_TIMEOUT, 3000)
        made.setsockopt(zmq.HEARTBEAT_TTL, 8000)
        return made

    def _monitor(self, of: _Socket, events: int) -> _Socket:
        # Without a limit: at a full monitor libzmq's I/O thread would wait, not drop.
        made: _Socket = self._context.socket(zmq.PAIR)
        made.linger = 0
        made.rcvhwm = 0
        self._monitors += 1
        name = f"inproc://monitor-{self._monitors}"
        of.monitor(name, events)
        made.connect(name)
        return made

    def _watch(self, wired: _Socket, handle: Callable[[], None]) -> None:
        self._handlers[wired] = handle
        self._poller.register(wired, zmq.POLLIN)

    def _drop(self, wired: _Socket) -> None:
        if self._handlers.pop(wired, None) is not None:
            self._poller.unregister(wired)
        wired.close()

    def _unplug(self, wired: _Inbound | _Outbound) -> None:
        if wired.socket is not None:
            wired.socket.disable_monitor()
            self._drop(wired.socket)
        if wired.monitor is not None:
            self._drop(wired.monitor)
        wired.socket = wired.monitor = None
        wired.again_at = _FOREVER

    def _drain_wakes(self) -> None:
        with suppress(BlockingIOError):
            while self._wake_in.recv(4096):
                pass


def endpoints_of(address: Address, source: str = "") -> tuple[str, ...]:
    """The endpoints of an address for libzmq, called from our address `source`, if one is given."""
    own = f"{Address(source, 0)};" if source else ""
    return tuple(f"tcp://{own}{Address(host, address.port)}" for host in hosts_to_call(address))


def _check_size(frame: bytes, channel: Channel, way: Way) -> None:
    """Raise `LocalError` for a frame that no peer would take."""
    if len(frame) > limits_of(channel, way).frame_out:
        raise LocalError(f"a frame of {len(frame)} bytes is too large for {channel.name}")


def _receive(wired: _Socket) -> list[zmq.Frame]:
    """The parts of one message, or the first of too many; raises `zmq.Again` if there is none."""
    parts = [wired.recv(zmq.DONTWAIT, copy=False)]
    while parts[-1].more and len(parts) <= _MAX_PARTS:
        parts.append(wired.recv(zmq.DONTWAIT, copy=False))
    return parts


class _MonitorEvent(Struct, frozen=True):
    """Report of a monitor: an event, its number, and its endpoint."""

    event: int
    value: int
    endpoint: bytes


def _monitored(monitor: _Socket | None) -> Iterable[_MonitorEvent]:
    """All events that a monitor has to report (zmq_socket_monitor(3): 16 bits, 32 bits; then the endpoint).

    pyzmq can read it as well, but in a module that imports all of asyncio and TLS.
    """
    if monitor is None:
        return
    with suppress(zmq.Again):
        while not monitor.closed:
            head, endpoint = monitor.recv_multipart(zmq.DONTWAIT)
            event, value = struct.unpack("=hi", head)
            yield _MonitorEvent(event, value, endpoint)
