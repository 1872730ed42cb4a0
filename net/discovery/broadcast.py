"""The sockets of the broadcast (`net/discovery/datagram.py`), and the way to make the one for multicast."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from net.discovery import datagram
from net.discovery.interfaces import Net, is_in
from net.errors import LinkError, PeerError
from net.link.contract import Clock, TokenBucket, TokenBuckets

_BATCH: Final = 64
_QUESTIONS_OPEN: Final = 16
_BUFFER: Final = 1 << 20
"""Buffer in bytes: hundreds of answers come at once."""
ANSWERS_PER_S: Final = 120.0
_ANSWERS_BURST = 240.0
TO_ONE_PER_S: Final = 4.0
_TO_ONE_BURST = 16.0
_READ_PER_S, _READ_BURST = 400.0, 800.0
_OF_ONE_PER_S, _OF_ONE_BURST = 16.0, 64.0
"""Limits of answers that are checked, from all computers and from one: a signature costs time."""


class Budget:
    """A rate for each computer, and one for all of them together. `now` is in seconds."""

    def __init__(self, whole: tuple[float, float], one: tuple[float, float]) -> None:
        self._whole = TokenBucket(*whole)
        self._each = TokenBuckets[str](*one, most=_BATCH * _QUESTIONS_OPEN)

    def take(self, host: str, now: float) -> bool:
        """True if one more may be spent on this computer now."""
        return self._each.take(host, 1, now) and self._whole.take(1, now)


class Asker:
    """Asks a subnet who is here, from a port of its own, and receives the answers to its own questions."""

    def __init__(self, randomness: Callable[[int], bytes], clock: Clock) -> None:
        self._socket = _open(0)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER)
        self._randomness = randomness
        self._clock = clock
        self._nonces: deque[bytes] = deque(maxlen=_QUESTIONS_OPEN)
        self._budget = Budget((_READ_PER_S, _READ_BURST), (_OF_ONE_PER_S, _OF_ONE_BURST))
        self.problem = ""
        """Reason why the last question could be sent nowhere; "" if it went out."""

    def fileno(self) -> int:
        return self._socket.fileno()

    def ask(
        self, hosts: Iterable[str], page: datagram.Page | None = None, *, port: int = datagram.PORT
    ) -> None:
        """Ask everybody of a page (or all) at these addresses: of broadcasts, or of single computers."""
        problems, sent = [], False
        nonce = self._randomness(datagram.NONCE_BYTES)
        self._nonces.append(nonce)
        for host in hosts:
            try:
                self._socket.sendto(datagram.write_question(nonce, page or datagram.Page()), (host, port))
                sent = True
            except OSError as why:
                problems.append(why.strerror or str(why))
        self.problem = "" if sent else next(iter(problems), "there is no network to ask in")

    def answers(self) -> Iterable[tuple[str, datagram.Presence]]:
        """Return the answers so far, each with its host; other datagrams are ignored."""
        for data, (host, _) in received(self._socket, datagram.DATAGRAM_MAX):
            with suppress(PeerError):
                if datagram.nonce_of(data) in self._nonces and self._budget.take(host, self._clock()):
                    yield host, datagram.parse_answer(data)

    def close(self) -> None:
        self._socket.close()


class Answerer:
    """Answers those who ask in the subnet. Several programs of one computer may do so at the same time.
    `sign` signs for the player.

    Raises `LinkError` if another program keeps the port for itself.
    """

    def __init__(self, clock: Clock, sign: Callable[[bytes], bytes], *, port: int = datagram.PORT) -> None:
        self._clock = clock
        self._sign = sign
        self._socket = _open(port)
        self._budget = Budget((ANSWERS_PER_S, _ANSWERS_BURST), (TO_ONE_PER_S, _TO_ONE_BURST))

    def fileno(self) -> int:
        return self._socket.fileno()

    def answer(self, presence: datagram.Presence, nets: Sequence[Net]) -> None:
        """Answer everybody in these networks who has asked for our page, within limits that fit people."""
        for data, origin in received(self._socket, datagram.DATAGRAM_MAX):
            with suppress(PeerError, OSError):  # one that cannot be answered asks again
                nonce, page = datagram.parse_question(data)
                if not page.has(presence.notice.key) or not is_in(origin[0], nets):
                    continue
                if self._budget.take(origin[0], self._clock()):
                    self._socket.sendto(datagram.write_answer(nonce, presence, self._sign), origin)

    def close(self) -> None:
        self._socket.close()


def shared_socket(family: socket.AddressFamily, port: int) -> socket.socket:
    """A UDP socket that does not block, at a port that other programs may share. Raises `OSError`."""
    made = socket.socket(family, socket.SOCK_DGRAM)
    try:
        made.setblocking(False)
        if port:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                # BSD and macOS deliver a broadcast to several sockets only with this
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(("", port))
    except OSError:
        made.close()
        raise
    return made


def received(opened: socket.socket, most: int) -> Iterator[tuple[bytes, tuple[str, int]]]:
    """The datagrams that have come, each with its origin; of longer ones, `most` + 1 bytes."""
    for _ in range(_BATCH):
        try:
            data, origin = opened.recvfrom(most + 1)
        except BlockingIOError:
            return
        except OSError:  # Windows reports here that an answer found nobody, and that a datagram was too long
            continue
        yield data, (origin[0], origin[1])


def _open(port: int) -> socket.socket:
    try:
        made = shared_socket(socket.AF_INET, port)
    except OSError as why:
        raise LinkError(f"cannot listen for broadcasts at port {port}: {why.strerror}") from None
    made.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    return made
