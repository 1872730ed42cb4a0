"""Hundreds of light peers, each on a computer of its own (a network namespace), in one process.

They run the part of a lobby or table that finds others: sockets for broadcasts, boards, signed answers. Time
stands still while they work, so two processors are enough for hundreds of programs: a second is over when
everything sent in it has been read. Sockets and connections are real and in real time. A bridge of the
kernel joins the computers. Needs root and `ip`; nothing leaves the namespaces.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from net.discovery.board import AskHost, BoardOut, NoticeBoard
from net.discovery.broadcast import Answerer, Asker
from net.discovery.datagram import Presence
from net.discovery.interfaces import Net
from net.discovery.notice import Access
from net.discovery.responder import AtTable, Responder
from net.lobby.identity import Identity
from net.lobby.messages import Info, Stage
from net.lobby.phases import CallOnce, Me
from tests.support.parlour import seeded

_SUBNET, _PREFIX = "10.214", 16
BROADCAST = f"{_SUBNET}.255.255"
LOBBY_PORT = 50001
STEP_S = 0.25
UNREAD_MAX = 40
"""Questions that may wait in the buffer of a socket."""
_NEIGHBOURS = Path("/proc/sys/net/ipv4/neigh/default/gc_thresh3")
_CLONE_NEWNET = 0x40000000


@contextmanager
def enter(namespace: str) -> Iterator[None]:
    """Put this thread into a namespace while the block runs, with the sockets and threads that it makes."""
    libc = ctypes.CDLL(None, use_errno=True)
    with (
        Path("/proc/thread-self/ns/net").open("rb") as here,
        Path("/run/netns", namespace).open("rb") as there,
    ):
        if libc.setns(there.fileno(), _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "cannot enter the namespace")
        try:
            yield
        finally:
            libc.setns(here.fileno(), _CLONE_NEWNET)


@dataclass
class Light:
    """A program with its lobby open, and with a `host` if it has a table that others find."""

    namespace: str
    address: str
    number: int
    asker: Asker
    board: NoticeBoard
    starts_at: float
    host: Answerer | None = None
    responder: Responder | None = None
    said: Presence | None = None
    asked: int = 0
    answered: int = 0
    calls: list[CallOnce] = field(default_factory=list)

    @property
    def nets(self) -> tuple[Net, ...]:
        return (Net(self.address, _PREFIX, "in"),)


class Crowd:
    """A lobby in each of the namespaces `names`, the first `tables` of them with a table; each starts `gap_s`
    after the one before."""

    def __init__(self, names: list[str], *, tables: int, gap_s: float) -> None:
        self.now = 0.0
        self.took: Counter[str] = Counter()
        self.peers: list[Light] = []
        for number, name in enumerate(names):
            random = seeded(f"crowd {number}")
            who = Identity.from_seed(random(32))
            with enter(name):
                light = Light(
                    name,
                    address_of(number),
                    number,
                    Asker(random, lambda: self.now),
                    NoticeBoard(frozenset({who.curve_public})),
                    number * gap_s,
                )
                if number < tables:
                    me = Me(who, f"Host {number}", 1, "0.1.0")
                    light.responder = Responder(me, lambda who=who, me=me: table_of(who, me))  # type: ignore[misc]
                    light.said = light.responder.presence(LOBBY_PORT, "")
                    light.host = Answerer(lambda: self.now, who.sign)
            self.peers.append(light)

    def run(self, seconds: float) -> None:
        """Let `seconds` pass."""
        for _ in range(round(seconds / STEP_S)):
            unread = 0
            for peer in self.peers:
                if peer.starts_at <= self.now and (page := peer.board.question(self.now)) is not None:
                    peer.asker.ask([BROADCAST], page)
                    assert not peer.asker.problem, peer.asker.problem
                    peer.asked += 1
                    unread += 1
                    if unread % UNREAD_MAX == 0:
                        self._drain()
            self._drain()
            for peer in self.peers:
                self._do(peer, peer.board.tick(self.now))
            self.now += STEP_S

    def close(self) -> None:
        for peer in self.peers:
            peer.asker.close()
            if peer.host is not None:
                peer.host.close()

    def _drain(self) -> None:
        """Read everything that was sent."""
        for peer in self.peers:
            if peer.host is not None and peer.said is not None:
                peer.host.answer(peer.said, peer.nets)
        for peer in self.peers:
            while True:
                heard = list(peer.asker.answers())
                for host, said in heard:
                    peer.answered += 1
                    self._do(peer, peer.board.answered(said, host, self.now))
                if not heard:
                    break

    def _do(self, peer: Light, outs: tuple[BoardOut, ...]) -> None:
        for out in outs:
            if isinstance(out, CallOnce):
                peer.calls.append(out)
            elif isinstance(out, AskHost):
                peer.asker.ask([out.host])


def table_of(who: Identity, me: Me) -> AtTable:
    """A table of four at which only its host sits."""
    info = Info(bytes(16), "plump", "1", bytes(32), b"", 4, ((who.public, me.nick, 0, 0),), Stage.GATHERING)
    return AtTable(info, Access.OPEN)


def address_of(number: int) -> str:
    return f"{_SUBNET}.{1 + number // 250}.{1 + number % 250}"


def bridge() -> str:
    """The name of the interface that joins all namespaces."""
    return f"shb{os.getpid() % 1_000_000}"


def cables() -> str:
    """The prefix of the names of their network interfaces."""
    return f"sc{os.getpid() % 100_000}x"


@contextmanager
def namespaces_of(count: int) -> Iterator[list[str]]:
    """Make `count` namespaces in one subnet, and yield their names."""
    names = [f"shoal-c{os.getpid()}-{number}" for number in range(count)]
    ends = [f"{cables()}{number}" for number in range(count)]
    before = _NEIGHBOURS.read_text()
    try:
        # The kernel counts neighbours of all namespaces together: each pair of peers is one.
        _NEIGHBOURS.write_text(str(max(int(before), 2 * count * count)))
        _batch([f"link add {bridge()} type bridge", f"link set {bridge()} up"])
        _batch([f"netns add {name}" for name in names])
        _batch(
            [
                line
                for name, cable in zip(names, ends, strict=True)
                for line in (
                    f"link add {cable} type veth peer name in netns {name}",
                    f"link set {cable} master {bridge()} up",
                )
            ]
        )
        for number, name in enumerate(names):
            address = f"address add {address_of(number)}/{_PREFIX} broadcast {BROADCAST} dev in"
            _batch(["link set lo up", address, "link set in up"], "-n", name)
        yield names
    finally:
        for words in ([f"link del {bridge()}"], [f"netns del {name}" for name in names]):
            with suppress(subprocess.CalledProcessError):
                _batch(words, "-force")
        _NEIGHBOURS.write_text(before)


def _batch(lines: list[str], *words: str) -> None:
    subprocess.run(["ip", *words, "-batch", "-"], input="\n".join(lines), text=True, check=True)
