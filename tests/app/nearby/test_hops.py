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

import pytest

from app.__main__ import main
from app.nearby.hops import HOPS, Hop, hop_of, try_address
from net.link.address import make_address
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


def test_the_hosts_loopback_address_is_not_tried_from_here() -> None:
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
def test_each_error_of_the_system_has_one_of_our_words(why: OSError, hop: Hop) -> None:
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
