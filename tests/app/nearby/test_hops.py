"""An invitation's addresses, tried one by one: each kind of answer told apart, with words for both sides."""

from __future__ import annotations

import errno
import json
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from types import SimpleNamespace
from typing import cast

import pytest

from app.__main__ import main
from app.nearby.hops import HOPS, WAIT_S, Hop, _answers, _greets, hop_of, try_address
from net.link.address import make_address
from net.link.contract import Channel, Up
from net.link.memory import ProcessMemory
from net.link.zmq_link import ZmqLink
from net.lobby.identity import Identity
from net.lobby.invitation import Invitation

LOOP = "127.0.0.1"
HOST, OTHER = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2))


def invitation(port: int, *more: str) -> Invitation:
    hosts = (*more, LOOP)
    return Invitation(tuple(make_address(host, port) for host in hosts), HOST.curve_public)


@contextmanager
def lobby_of(who: Identity) -> Iterator[int]:
    """A lobby of `who`, served until the end; yields its port."""
    link = ZmqLink(who.curve_secret, who.curve_public, clock=time.monotonic, memory=ProcessMemory())
    port = link.open_lobby(host=LOOP)
    end = threading.Event()

    def serve() -> None:
        while not end.is_set():
            link.poll(0.05)
        link.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield port
    finally:
        end.set()
        thread.join()


@contextmanager
def stranger(words: bytes) -> Iterator[int]:
    """A port of another program, which says `words` to a caller and hangs up."""
    with socket.create_server((LOOP, 0)) as listening:

        def serve() -> None:
            line, _ = listening.accept()
            with closing(line):
                line.sendall(words)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def tried(invited: Invitation, *, wait_s: float = 4.0) -> Hop:
    return try_address(invited.addresses[0], invited, random=secrets.token_bytes, wait_s=wait_s)


def test_the_table_itself_is_reached() -> None:
    with lobby_of(HOST) as port:
        assert tried(invitation(port)) is Hop.REACHED


def test_the_test_starts_from_the_given_address_of_this_computer() -> None:
    with lobby_of(HOST) as port:
        invited = invitation(port)
        for source, hop in ((LOOP, Hop.REACHED), ("192.0.2.7", Hop.NO_ROUTE)):
            assert (
                try_address(
                    invited.addresses[0], invited, random=secrets.token_bytes, wait_s=4.0, source=source
                )
                is hop
            )


def test_another_table_at_the_address_is_not_accepted() -> None:
    with lobby_of(OTHER) as port:
        assert tried(invitation(port), wait_s=1.0) is Hop.OTHER_TABLE


@pytest.mark.parametrize("words", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" + b"x" * 64, b"\xff" + bytes(63)])
def test_another_program_is_recognised_by_its_greeting(words: bytes) -> None:
    with stranger(words) as port:
        assert tried(invitation(port)) is Hop.OTHER_PROGRAM


def test_a_closed_port_refuses() -> None:
    with socket.create_server((LOOP, 0)) as taken:
        port = taken.getsockname()[1]
    assert tried(invitation(port)) is Hop.REFUSED


def test_the_loopback_address_of_the_host_is_not_tried_from_another_computer() -> None:
    with lobby_of(HOST) as port:
        invited = invitation(port, "192.168.1.20")
        assert try_address(invited.addresses[1], invited, random=secrets.token_bytes) is Hop.OWN


@pytest.mark.parametrize(
    ("why", "hop"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, ""), Hop.REFUSED),
        (TimeoutError(), Hop.FILTERED),
        (OSError(errno.ETIMEDOUT, ""), Hop.FILTERED),
        (OSError(errno.EHOSTUNREACH, ""), Hop.ABSENT),
        (OSError(errno.EPERM, ""), Hop.FORBIDDEN),
        (OSError(errno.EACCES, ""), Hop.FORBIDDEN),
        (OSError(errno.ENETUNREACH, ""), Hop.NO_ROUTE),
        (OSError(errno.EADDRNOTAVAIL, ""), Hop.NO_ROUTE),
    ],
)
def test_each_error_of_the_system_leads_to_one_kind_of_hop(why: OSError, hop: Hop) -> None:
    assert hop_of(why) is hop


def test_every_obstacle_has_a_remedy_for_both_sides() -> None:
    assert set(HOPS) == set(Hop)
    for hop, words in HOPS.items():
        assert bool(words.here) == bool(words.there) == (hop not in {Hop.REACHED, Hop.OWN})


def test_the_command_tells_each_address_and_ends_well_if_one_leads_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with lobby_of(HOST) as port:
        assert main(["doctor", str(invitation(port))]) == 0
        assert "The table of this invitation answers here." in capsys.readouterr().out
    assert main(["doctor", str(invitation(port)), "--json"]) == 1
    [said] = json.loads(capsys.readouterr().out)["tried"]
    assert said["hop"] == "refused" and "still open" in said["there"]


def test_a_text_that_is_not_an_invitation_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "SHOAL:AB"]) == 2
    assert "This invitation is cut off" in "".join(capsys.readouterr())


GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + bytes(32)
"""A greeting of ZMTP 3.1 with CURVE: signature, version, mechanism, and filler."""


class Piecemeal:
    """A line whose other side says these pieces, one at a time, and is then lost or shut."""

    def __init__(self, *pieces: bytes, is_lost: bool = False) -> None:
        self.pieces, self.is_lost, self.sent, self.read = list(pieces), is_lost, b"", 0

    def sendall(self, words: bytes) -> None:
        self.sent += words

    def recv(self, most: int) -> bytes:
        if not self.pieces:
            if self.is_lost:
                raise ConnectionResetError
            return b""
        piece, rest = self.pieces[0][:most], self.pieces[0][most:]
        self.pieces[:1] = [rest] if rest else []
        self.read += len(piece)
        return piece


def with_byte(at: int, value: int) -> bytes:
    return GREETING[:at] + bytes([value]) + GREETING[at + 1 :]


@pytest.mark.parametrize(
    ("line", "is_ours"),
    [
        (Piecemeal(GREETING), True),
        (Piecemeal(GREETING[:10], GREETING[10:63], GREETING[63:] + b"more"), True),
        (Piecemeal(with_byte(0, 0xFE)), False),
        (Piecemeal(with_byte(9, 0x7E)), False),
        (Piecemeal(with_byte(12, ord("N"))), False),
        (Piecemeal(with_byte(17, ord("S"))), False),  # the name of the mechanism goes on
        (Piecemeal(GREETING[:10]), False),
        (Piecemeal(GREETING[:10], is_lost=True), False),
    ],
)
def test_a_greeting_is_ours_only_with_each_of_its_parts(line: Piecemeal, is_ours: bool) -> None:
    assert _greets(cast("socket.socket", line)) is is_ours
    assert line.sent == GREETING[:11] and line.read <= len(GREETING)


@pytest.mark.parametrize(("hosts", "is_tried"), [((LOOP,), True), ((LOOP, "192.168.1.20"), False)])
def test_loopback_is_tried_if_the_invitation_has_no_other_address(
    hosts: tuple[str, ...], is_tried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[str, int]] = []

    def refuse(at: tuple[str, int], **more: object) -> socket.socket:
        called.append(at)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    invited = Invitation(tuple(make_address(host, 4000) for host in hosts), HOST.curve_public)

    assert tried(invited) is (Hop.REFUSED if is_tried else Hop.OWN)
    assert called == ([(LOOP, 4000)] if is_tried else [])


def test_of_several_failed_addresses_the_last_failure_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link-local address is called on each of our links."""
    whys = iter((ConnectionRefusedError(), TimeoutError()))
    waits: list[object] = []

    def fail(at: tuple[str, int], *, timeout: float, source_address: object) -> socket.socket:
        waits.append((timeout, source_address))
        raise next(whys)

    monkeypatch.setattr("app.nearby.hops.hosts_to_call", lambda address: ("fe80::1%1", "fe80::1%2"))
    monkeypatch.setattr(socket, "create_connection", fail)

    invited = invitation(4000)
    assert tried(invited, wait_s=3.0) is Hop.FILTERED
    assert waits == [(3.0, None)] * 2
    whys = iter((TimeoutError(), ConnectionRefusedError()))
    source, address = "10.0.0.7", invited.addresses[0]
    assert try_address(address, invited, random=secrets.token_bytes, source=source) is Hop.REFUSED
    assert waits[2:] == [(WAIT_S, (source, 0))] * 2, "from any free port"
    monkeypatch.setattr("app.nearby.hops.hosts_to_call", lambda address: ())
    assert tried(invitation(4000)) is Hop.NO_ROUTE, "none of our links leads there"


def test_a_lobby_answers_when_it_proves_the_key_on_its_own_channel_and_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([100.0, 100.0, 101.0, 102.9, 103.0])
    comes: list[list[Up]] = [[Up(Channel.WATCH, HOST.curve_public)], []]
    closed: list[bool] = []

    class Link:
        def connect_lobby(self, key: bytes, addresses: object) -> None:
            assert key == HOST.curve_public

        def poll(self, seconds: float) -> list[Up]:
            return comes.pop(0)

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr("app.nearby.hops.open_link", lambda who, clock, source: Link())
    monkeypatch.setattr("app.nearby.hops.time", SimpleNamespace(monotonic=lambda: next(clock)))
    address = make_address(LOOP, 4000)
    for news, answers in ([[]], False), ([[Up(Channel.LOBBY, HOST.curve_public)]], True):
        comes.extend(news)
        assert _answers(address, HOST.curve_public, secrets.token_bytes, 3.0, "") is answers
        comes.clear()
        clock = iter([100.0, 100.0, 103.0])
    assert closed == [True, True]
