"""The promises of the link between peers: channels, limits, events.

`net/link/zmq_link.py` keeps these promises over ZeroMQ. A *frame* is the raw bytes of one message; the
link never looks inside. A *key* is the CURVE public key of a peer (32 bytes), which the handshake has
proven. Delivery is not promised: frames may be lost, doubled or reordered when links break. The log heals
that (net 5.5 R9); the lobby repeats itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import Enum, auto
from typing import Final, Generic, Protocol, Self, TypeAlias, TypeVar

from msgspec import Struct

from net.link.address import Address

K = TypeVar("K")
Clock: TypeAlias = Callable[[], float]
"""Seconds that never run backwards, from any start (`time.monotonic` fits)."""


class Way(Enum):
    """One of the two connections that a pair of peers can have."""

    OUTBOUND = auto()
    """The connection that we have opened to the peer."""
    INBOUND = auto()
    """The connection that the peer has opened to us; of several, the one heard last."""


class Channel(Enum):
    """Kind of listening socket; their trust differs (net 2.4). The ZAP domain begins with the value."""

    LOBBY = "L"
    """Any key may come in."""
    TABLE = "T"
    """Only the roster of the table may come in."""
    WATCH = "S"
    """Spectators: a caller may do little, the peer that is called may send a whole game."""


class Limits(Struct, frozen=True):
    """Limits for one key on one channel and by one way (net 5.1). Sizes in bytes, rates per second."""

    frame_in: int
    frame_out: int
    queue_in: int
    """RCVHWM, messages per connection."""
    queue_out: int
    """SNDHWM, messages per connection."""
    frames_rate: int
    frames_burst: int
    bytes_rate: int
    bytes_burst: int
    connections: int
    """Limit of open connections to one listening socket; above it, the socket is closed and opened again."""
    connections_of_a_host: int
    """Limit of connections from one computer; a further connection is ended at once."""


KIB: Final = 1024
# The table's rates are far above what people need, for the bots: two of them play 252 rounds/s with 3.8
# frames a round (net 3.2), that is 480 frames/s on each way; six peers 103 frames/s. A peer that comes back
# after a whole game is sent its log by each of the others in frames of up to 200 KiB: at 33 kB a shuffle, 6
# seats and 60 shuffles 12 MB. Frames over the rate are dropped and come again with the next head, so the
# limit only has to bound the work of a flood: 1000 signatures/s are a sixth of one core. Its queues hold 500
# frames and not 1000, because 1000 of 256 KiB would be 250 MB a peer.
LIMITS: Final = {
    Channel.LOBBY: Limits(
        frame_in=4 * KIB, frame_out=4 * KIB, queue_in=20, queue_out=50, connections=64,
        connections_of_a_host=32,
        frames_rate=5, frames_burst=30, bytes_rate=20 * KIB, bytes_burst=80 * KIB,
    ),
    Channel.TABLE: Limits(
        frame_in=256 * KIB, frame_out=256 * KIB, queue_in=500, queue_out=500, connections=96,
        connections_of_a_host=48,
        frames_rate=1000, frames_burst=4000, bytes_rate=4096 * KIB, bytes_burst=16384 * KIB,
    ),
    Channel.WATCH: Limits(
        frame_in=4 * KIB, frame_out=256 * KIB, queue_in=50, queue_out=200, connections=160,
        connections_of_a_host=120,
        frames_rate=10, frames_burst=40, bytes_rate=40 * KIB, bytes_burst=160 * KIB,
    ),
}  # fmt: skip
"""Limits of each channel for frames of incoming connections."""
_FOLLOWING: Final = Limits(
    frame_in=256 * KIB, frame_out=4 * KIB, queue_in=200, queue_out=50, connections=0, connections_of_a_host=0,
    frames_rate=400, frames_burst=1600, bytes_rate=8192 * KIB, bytes_burst=16384 * KIB,
)  # fmt: skip


def limits_of(channel: Channel, way: Way) -> Limits:
    """Return the allowance of a peer on its connection to us, or on ours to it.

    Only on the spectators' channel do the two differ: a table's frames to a spectator are as large as at the
    table and come at up to 8 MiB a second, a spectator's frames to a table are a few small words.
    """
    return _FOLLOWING if channel is Channel.WATCH and way is Way.OUTBOUND else LIMITS[channel]


class Arrived(Struct, frozen=True):
    """A frame of a peer that has proven its key. `address` is its host, a hint; `way` says who called: the
    peer (`INBOUND`) or we (`OUTBOUND`)."""

    channel: Channel
    key: bytes
    address: str
    frame: bytes
    way: Way = Way.INBOUND


class Up(Struct, frozen=True):
    """A connection to the peer came up, or came up again: send it the messages that open a conversation. It
    comes at every handshake of our own connection, and when a peer is heard first or after silence; so it
    may come twice without a `Down` in between."""

    channel: Channel
    key: bytes


class Down(Struct, frozen=True):
    """Nothing was heard from the peer for `SILENT_S`."""

    channel: Channel
    key: bytes


class LinkRefusal(Enum):
    """Reason why a message did not get through; the value follows the peer's name in a sentence."""

    NOT_ADMITTED = "does not let us in yet"
    NO_ANSWER = "does not answer"
    """A computer answers, and the handshake failed: another key, another program, or a lost connection."""
    TOO_FAST = "sends more than is allowed"
    TOO_LARGE = "sends larger messages than are allowed"
    MULTIPART = "sends messages in parts, which is not allowed"
    STRANGER = "is not on the list of this table"


class LinkRefused(Struct, frozen=True):
    """We or the peer refused something; reported at most once per peer, reason and second."""

    channel: Channel
    key: bytes
    why: LinkRefusal


class Flooded(Struct, frozen=True):
    """Somebody filled our memory with a message without end; all links were closed and reopened.

    `suspects`: the connected peers that had fallen silent, perhaps none.
    """

    grown_bytes: int
    suspects: tuple[bytes, ...]


LinkEvent: TypeAlias = Arrived | Up | Down | LinkRefused | Flooded

SILENT_S: Final = 6.0
"""Heads come within four seconds, questions of the lobby within two: this long is silence, no pause."""


class TokenBucket:
    """A rate with a burst: holds up to `burst` tokens, refilled with `rate` a second; full at first."""

    __slots__ = ("_burst", "_level", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._level = burst
        self._then = float("inf")

    def take(self, amount: float, now: float) -> bool:
        """Take `amount` if it is there; take nothing if it is not."""
        self._level = min(self._burst, self._level + self._rate * max(0.0, now - self._then))
        self._then = now
        if amount > self._level:
            return False
        self._level -= amount
        return True


class TokenBuckets(Generic[K]):
    """One bucket for each of the `most` keys seen last, so that many keys cannot fill the memory."""

    def __init__(self, rate: float, burst: float, *, most: int = 256) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._all: dict[K, TokenBucket] = {}

    def take(self, key: K, amount: float, now: float) -> bool:
        """Take `amount` of the bucket of a key if it is there; take nothing if it is not."""
        bucket = self._all.pop(key, None) or TokenBucket(self._rate, self._burst)
        self._all[key] = bucket
        if len(self._all) > self._most:
            del self._all[next(iter(self._all))]
        return bucket.take(amount, now)


class Link(Protocol):
    """Listens, calls peers and carries frames, all in one thread except for `wake`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_lobby(self, *, host: str = "*", port: int = 0) -> int:
        """Listen for anybody and return the port (a free one for 0). Raises `LinkError` if it is taken."""

    def open_table(self, table: str, roster: Collection[bytes], *, host: str = "*", port: int = 0) -> int:
        """Listen only for the keys of `roster` and return the port; `table` is the table's id in hex."""

    def open_watch(self, table: str, *, host: str = "*") -> int:
        """Listen for spectators with any key: the messages decide who may watch (net 5.10)."""

    def shut(self, channel: Channel) -> None:
        """Close the listening socket and all connections of a channel, and forget its peers."""

    def connect(
        self,
        key: bytes,
        addresses: Iterable[Address],
        *,
        channel: Channel = Channel.TABLE,
        once: bool = False,
    ) -> None:
        """Call the peer with that key at any of its addresses (the first 4), and go on calling; with `once`
        until it fails or the connection is lost: for addresses known only from an announcement.

        The same call again changes nothing; other addresses replace the old ones.
        """

    def connect_lobby(self, host_key: bytes, addresses: Iterable[Address]) -> None:
        """Call the lobby of a host."""
        self.connect(host_key, addresses, channel=Channel.LOBBY)

    def hang_up(self, key: bytes, *, channel: Channel = Channel.TABLE) -> None:
        """Close our connection to a peer, and stop calling."""

    def reaches(self, key: bytes, *, channel: Channel) -> bool | None:
        """True if our own connection to the key works, False if not yet; None if we do not call it."""

    def send(self, key: bytes, frame: bytes, *, channel: Channel = Channel.TABLE) -> bool:
        """Send by a way that works now. False if there is none: the frame is dropped, not queued.

        True promises only that libzmq took it. Raises `LocalError` for a frame that no peer would take.
        """

    def send_watch(self, key: bytes, frame: bytes, way: Way) -> bool:
        """`send` for spectators: on a spectator's connection to us, or on ours to a table that we watch."""

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        """`send` on the lobby channel."""
        return self.send(key, frame, channel=Channel.LOBBY)

    def poll(self, timeout_s: float) -> tuple[LinkEvent, ...]:
        """Return the events so far, after waiting at most this long for one. May return early with ()."""

    def wake(self) -> None:
        """Make `poll` return. The one method that any thread may call, at any time."""

    def attend(self, fileno: int, handle: Callable[[], None]) -> None:
        """Call `handle` from `poll` whenever this file descriptor, which is not the link's, can be read."""

    def leave_alone(self, fileno: int) -> None:
        """End `attend`; call it before the file is closed."""

    def close(self) -> None:
        """Close everything at once; frames not sent yet are lost. Safe to call twice."""
