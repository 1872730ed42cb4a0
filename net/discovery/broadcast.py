"""The socket of the broadcast (`net/discovery/datagram.py`), and how the one of multicast is made."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from net.discovery.datagram import (
    DATAGRAM_MAX,
    NONCE_BYTES,
    PORT,
    parse_answer,
    parse_question,
    write_answer,
    write_question,
)
from net.discovery.interfaces import Net, is_in
from net.discovery.notice import Notice
from net.errors import LinkError, PeerError
from net.link.contract import Clock, TokenBucket

_BATCH: Final = 64
_ANSWERS_PER_S, _ANSWERS_BURST = 20.0, 40.0


class Asker:
    """Asks a subnet who is here, from a port of its own, and takes the answers to its own question."""

    def __init__(self, randomness: Callable[[int], bytes]) -> None:
        self._socket = _open(0)
        self._nonce = randomness(NONCE_BYTES)
        self.problem = ""
        """Why the last question could not be sent anywhere; "" if it went out."""

    def fileno(self) -> int:
        """For a poller."""
        return self._socket.fileno()

    def ask(self, subnets: Iterable[str], *, port: int = PORT) -> None:
        """Ask everybody in these subnets (their broadcast addresses)."""
        problems, sent = [], False
        for subnet in subnets:
            try:
                self._socket.sendto(write_question(self._nonce), (subnet, port))
                sent = True
            except OSError as why:
                problems.append(why.strerror or str(why))
        self.problem = "" if sent else next(iter(problems), "there is no network to ask in")

    def answers(self) -> Iterable[tuple[str, Notice]]:
        """What has come, each with the host that it came from; what is no answer is passed over."""
        for data, (host, _) in received(self._socket, DATAGRAM_MAX):
            with suppress(PeerError):
                yield host, parse_answer(data, self._nonce)

    def close(self) -> None:
        """No more."""
        self._socket.close()


class Answerer:
    """Answers those who ask in the subnet. Several programs of one computer may at the same time.

    Raises `LinkError` where the port is another program's, which keeps it for itself.
    """

    def __init__(self, clock: Clock, *, port: int = PORT) -> None:
        self._clock = clock
        self._socket = _open(port)
        self._budget = TokenBucket(_ANSWERS_PER_S, _ANSWERS_BURST, clock())

    def fileno(self) -> int:
        """For a poller."""
        return self._socket.fileno()

    def answer(self, notice: Notice, nets: Sequence[Net]) -> None:
        """Answer everybody in these networks who has asked meanwhile, at a rate that people make."""
        for data, origin in received(self._socket, DATAGRAM_MAX):
            with suppress(PeerError, OSError):  # who cannot be answered asks again
                nonce = parse_question(data)
                if is_in(origin[0], nets) and self._budget.take(1, self._clock()):
                    self._socket.sendto(write_answer(nonce, notice), origin)

    def close(self) -> None:
        """No more."""
        self._socket.close()


def shared_socket(family: socket.AddressFamily, port: int) -> socket.socket:
    """A UDP socket that does not block, at a port that other programs may listen at too. Raises `OSError`."""
    made = socket.socket(family, socket.SOCK_DGRAM)
    try:
        made.setblocking(False)
        if port:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):  # BSD and macOS give a broadcast to several only so
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(("", port))
    except OSError:
        made.close()
        raise
    return made


def received(opened: socket.socket, most: int) -> Iterator[tuple[bytes, tuple[str, int]]]:
    """A batch of the datagrams that have come, each with its origin; of longer ones `most` + 1 bytes."""
    for _ in range(_BATCH):
        try:
            data, origin = opened.recvfrom(most + 1)
        except BlockingIOError:
            return
        except OSError:  # Windows tells here that an answer found nobody, and of what was too long
            continue
        yield data, (origin[0], origin[1])


def _open(port: int) -> socket.socket:
    try:
        made = shared_socket(socket.AF_INET, port)
    except OSError as why:
        raise LinkError(f"cannot listen for broadcasts at port {port}: {why.strerror}") from None
    made.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    return made
