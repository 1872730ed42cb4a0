"""State that the link keeps for each peer: is it there, which way works, and is it within its rates.

Every pair of peers may have two connections: ours (DEALER) to its ROUTER, and its own to ours
(ROUTER), which has a routing id that changes with every reconnect. A firewall may block one of the two, so
a way counts only if something has come in by it lately (net 2.4). Heartbeats of ZeroMQ cannot be told apart
by peer, so presence is counted in frames (2.2).
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct, field

from net.link.contract import (
    SILENT_S,
    Arrived,
    Channel,
    Down,
    LinkEvent,
    LinkRefusal,
    LinkRefused,
    TokenBucket,
    Up,
    Way,
    limits_of,
)

FRESH_S: Final = 3.0
_MAX_ROUTES: Final = 4
_MAX_GUESTS: Final = 256  # keys remembered where anybody may connect
_REPORT_EVERY_S: Final = 1.0
_SUSPECT_S: Final = 2.5
_MUTE_S: Final = 0.3
_LEFT_S: Final = 60.0


class _Rates(Struct, frozen=True):
    """Allowance of a key by one way."""

    frames: TokenBucket
    volume: TokenBucket


class Correspondent(Struct):
    """One key on one channel. Mutable; owned by `Peers`."""

    rates: dict[Way, _Rates]
    is_guest: bool
    """True if the key is on no list and we did not call it: it may be forgotten."""
    connected_at: float | None = None
    outbound_heard_at: float | None = None
    heard_at: float | None = None
    routes: dict[bytes, float] = field(default_factory=dict)
    """Routing id -> when it was last heard; a few, the latest last."""
    is_up: bool = False
    up_at: float = 0.0
    refused_at: dict[LinkRefusal, float] = field(default_factory=dict)

    @property
    def route(self) -> bytes | None:
        """The routing id that was heard last."""
        return next(reversed(self.routes), None)

    def ways(self, now: float) -> tuple[Way, ...]:
        """Return the one fresh way, our connection first; both when neither is fresh (doubles do no harm)."""
        if self.outbound_heard_at is not None and now - self.outbound_heard_at < FRESH_S:
            return (Way.OUTBOUND,)
        route = self.route
        if route is not None and now - self.routes[route] < FRESH_S:
            return (Way.INBOUND,)
        return (Way.OUTBOUND, Way.INBOUND)

    def lose(self, route: bytes) -> None:
        """Forget a routing id that leads nowhere."""
        self.routes.pop(route, None)


class Peers:
    """All keys that the link deals with. Reports go into `events`, numbers into `counters`."""

    def __init__(self, events: list[LinkEvent], counters: Counter[str]) -> None:
        self._all: dict[tuple[Channel, bytes], Correspondent] = {}
        self._events = events
        self._counters = counters

    def find(self, channel: Channel, key: bytes) -> Correspondent | None:
        return self._all.get((channel, key))

    def know(self, channel: Channel, key: bytes, *, is_guest: bool = False) -> Correspondent:
        """The peer with that key, made if necessary; of too many guests, the longest silent is forgotten."""
        peer = self._all.get((channel, key))
        if peer is None:
            if is_guest:
                self._make_room(channel)
            peer = self._all[channel, key] = Correspondent(_rates(channel), is_guest)
        elif not is_guest:
            peer.is_guest = False
        return peer

    def forget(self, channel: Channel) -> None:
        """Forget everybody on a channel."""
        self._all = {at: peer for at, peer in self._all.items() if at[0] is not channel}

    def connected(self, channel: Channel, key: bytes, *, now: float, is_outbound: bool) -> None:
        """Note a handshake that proved the key. Our own connection is good for sending at once: `Up`."""
        peer = self.know(channel, key, is_guest=True)
        peer.connected_at = now
        if is_outbound:
            peer.is_up = True
            peer.up_at = now
            self._events.append(Up(channel, key))

    def arrived(
        self, channel: Channel, key: bytes, frame: bytes, *, address: str, route: bytes | None, now: float
    ) -> None:
        """Take in or refuse a frame of an incoming connection (with its routing id) or of ours (None)."""
        way = Way.OUTBOUND if route is None else Way.INBOUND
        if len(frame) > limits_of(channel, way).frame_in:
            self.refused(channel, key, LinkRefusal.TOO_LARGE, now=now)
            return
        peer = self.know(channel, key, is_guest=True)
        self._note(peer, route, now)
        rates = peer.rates[way]
        # A peer that floods us still counts as present: its frames prove that.
        if not (rates.frames.take(1, now) and rates.volume.take(len(frame), now)):
            self.refused(channel, key, LinkRefusal.TOO_FAST, now=now)
            return
        if not peer.is_up:
            peer.is_up, peer.up_at = True, now
            self._events.append(Up(channel, key))
        self._counters["arrived"] += 1
        self._events.append(Arrived(channel, key, address, frame, way))

    def refused(self, channel: Channel, key: bytes, why: LinkRefusal, *, now: float) -> None:
        """Count a refusal, and report it at most once a second."""
        self._counters[why.name] += 1
        peer = self.know(channel, key, is_guest=True)
        if now - peer.refused_at.get(why, now - _REPORT_EVERY_S) >= _REPORT_EVERY_S:
            peer.refused_at[why] = now
            self._events.append(LinkRefused(channel, key, why))

    def sweep(self, now: float) -> None:
        """Report who has fallen silent."""
        for (channel, key), peer in self._all.items():
            if peer.is_up and now - max(peer.up_at, peer.heard_at or peer.up_at) >= SILENT_S:
                peer.is_up = False
                self._events.append(Down(channel, key))

    def suspects(self, now: float) -> tuple[bytes, ...]:
        """Return the peers whose messages stopped arriving though they are connected: none, one or several.

        Peers speak right after a handshake and usually every two seconds from then on. After a minute of
        silence a peer has left, and is no suspect.
        """
        return tuple(sorted(key for (_, key), peer in self._all.items() if _is_suspect(peer, now)))

    def _note(self, peer: Correspondent, route: bytes | None, now: float) -> None:
        peer.heard_at = now
        if route is None:
            peer.outbound_heard_at = now
            return
        peer.routes.pop(route, None)
        peer.routes[route] = now
        if len(peer.routes) > _MAX_ROUTES:
            del peer.routes[next(iter(peer.routes))]

    def _make_room(self, channel: Channel) -> None:
        guests = [at for at, peer in self._all.items() if at[0] is channel and peer.is_guest]
        if len(guests) >= _MAX_GUESTS:
            del self._all[min(guests, key=lambda at: self._all[at].heard_at or 0.0)]


def _rates(channel: Channel) -> dict[Way, _Rates]:
    found = {}
    for way in Way:
        limits = limits_of(channel, way)
        frames = TokenBucket(limits.frames_rate, limits.frames_burst)
        found[way] = _Rates(frames, TokenBucket(limits.bytes_rate, limits.bytes_burst))
    return found


def _is_suspect(peer: Correspondent, now: float) -> bool:
    if peer.connected_at is None:
        return False
    is_mute = peer.heard_at is None or peer.heard_at < peer.connected_at
    silence = now - (peer.connected_at if is_mute else peer.heard_at or 0.0)
    return (_MUTE_S if is_mute else _SUSPECT_S) <= silence < _LEFT_S
