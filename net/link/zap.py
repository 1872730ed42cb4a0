"""Admission of connections: the answers of ZeroMQ's authentication protocol (RFC 27), without sockets.

libzmq asks at every handshake, over a pipe inside the process. It must be made to ask: without
`ZAP_ENFORCE_DOMAIN` and a domain a stranger gets in when nobody answers (net 1.2). Answers are
200 or 400, never 300, after which libzmq's client cannot be relied on.

Rates: a peer on the list, and anybody where all may connect, may shake hands twice a second with a
burst of 30, per host and (where there is a list) key, so that nobody fills the table of
connections faster than the link can close it. For spectators it is ten a second and a burst of
60: a computer may show a table to a room full of people, and a crowd there costs the table nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from net.errors import LocalError
from net.link.contract import TokenBucket

ENDPOINT: Final = "inproc://zeromq.zap.01"
_VERSION: Final = b"1.0"
_RATES: Final = {"S": (10.0, 60.0)}
_USUAL: Final = (2.0, 30.0)
"""Handshakes a second and in a burst; `_RATES` has other numbers by the first letter of a domain."""
_MAX_BUCKETS: Final = 512


class Handshake(Struct, frozen=True):
    """A caller: the ZAP domain that it calls, its host and its proven CURVE key."""

    request: bytes
    domain: str
    address: str
    key: bytes


class ZapHandler:
    """The list of keys for each domain; it decides every answer."""

    def __init__(self, counters: Counter[str]) -> None:
        self._lists: dict[str, frozenset[bytes] | None] = {}
        self._buckets: dict[tuple[str, str, bytes], TokenBucket] = {}
        self._counters = counters

    def keep(self, domain: str, allowed: frozenset[bytes] | None) -> None:
        """Let in these keys, or anybody (None), from now on."""
        self._lists[domain] = allowed

    def lock(self, domain: str) -> None:
        """Let nobody in."""
        self._lists.pop(domain, None)

    def lets_in(self, domain: str, key: bytes) -> bool:
        """True if the key is on the list now; asked for frames of peers that are already inside."""
        allowed = self._lists.get(domain, frozenset())
        return allowed is None or key in allowed

    def answer(self, frames: Sequence[bytes], *, now: float) -> tuple[list[bytes], Handshake | None]:
        """The reply for libzmq, and the handshake if it was let in."""
        handshake = parse_request(frames)
        if not self.lets_in(handshake.domain, handshake.key):
            self._counters["handshake refused"] += 1
            return _turn_away(handshake), None
        is_open = self._lists[handshake.domain] is None
        if not self._bucket(handshake, is_open).take(1, now):
            self._counters["handshake too fast"] += 1
            return _turn_away(handshake), None
        return _admit(handshake), handshake

    def _bucket(self, handshake: Handshake, is_open: bool) -> TokenBucket:
        # A caller can make any number of keys, but has few hosts.
        at = (handshake.domain, handshake.address, b"" if is_open else handshake.key)
        bucket = self._buckets.pop(at, None) or TokenBucket(*_RATES.get(handshake.domain[:1], _USUAL))
        self._buckets[at] = bucket
        if len(self._buckets) > _MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return bucket


def parse_request(frames: Sequence[bytes]) -> Handshake:
    """The request of libzmq for the CURVE mechanism; raises `LocalError` for anything else."""
    match tuple(frames):
        case (version, request, domain, address, _, b"CURVE", key) if version == _VERSION and len(key) == 32:
            return Handshake(
                request, domain.decode("ascii", "replace"), address.decode("ascii", "replace"), key
            )
    raise LocalError("libzmq asked for an authentication that was not set up")


def _admit(handshake: Handshake) -> list[bytes]:
    # The key in hex becomes the `User-Id` of every frame that comes in by this connection.
    return [_VERSION, handshake.request, b"200", b"OK", handshake.key.hex().encode(), b""]


def _turn_away(handshake: Handshake) -> list[bytes]:
    return [_VERSION, handshake.request, b"400", b"not on the list", b"", b""]
