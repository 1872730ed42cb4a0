"""The socket of the broadcast: the one file here that opens one (`net/discovery/datagram.py`)."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Sequence
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
        self._socket = _open("", 0)
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
        for data, (host, _) in _received(self._socket):
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
        self._socket = _open("", port)
        self._budget = TokenBucket(_ANSWERS_PER_S, _ANSWERS_BURST, clock())

    def fileno(self) -> int:
        """For a poller."""
        return self._socket.fileno()

    def answer(self, notice: Notice, nets: Sequence[Net]) -> None:
        """Answer everybody in these networks who has asked meanwhile, at a rate that people make."""
        for data, origin in _received(self._socket):
            with suppress(PeerError, OSError):  # who cannot be answered asks again
                nonce = parse_question(data)
                if is_in(origin[0], nets) and self._budget.take(1, self._clock()):
                    self._socket.sendto(write_answer(nonce, notice), origin)

    def close(self) -> None:
        """No more."""
        self._socket.close()


def _open(host: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        made.setblocking(False)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if port:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):  # BSD and macOS give a broadcast to several only so
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind((host, port))
    except OSError as why:
        made.close()
        raise LinkError(f"cannot listen for broadcasts at port {port}: {why.strerror}") from None
    return made


def _received(opened: socket.socket) -> Iterable[tuple[bytes, tuple[str, int]]]:
    for _ in range(_BATCH):
        try:
            yield opened.recvfrom(DATAGRAM_MAX + 1)
        except BlockingIOError:
            return
        except OSError:  # Windows tells here that an answer found nobody, and of what was too long
            continue
