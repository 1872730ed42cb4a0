"""The link over real sockets on the loopback: net 1.2, 2.1, 3.5 as tests. Few and quick."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import zmq

from net.errors import LinkError, LocalError
from net.link.address import Address, make_address
from net.link.contract import (
    LIMITS,
    Arrived,
    Channel,
    Down,
    Flooded,
    LinkEvent,
    LinkRefusal,
    LinkRefused,
    Up,
    Way,
)
from net.link.memory import GROWTH_BYTES, ProcessMemory
from net.link.zmq_link import ZmqLink, endpoints_of
from net.lobby.identity import Identity
from tests.support.raw_curve import RawCurve, find_sodium

ANNA, BERT, CARL, EVE = (Identity.from_seed(bytes([n]) * 32) for n in range(1, 5))
LOOP = "127.0.0.1"
PATIENCE_S = 550.0
"""A guard against hanging: a wait ends with the thing that it waits for."""
TABLE = Channel.TABLE


class Bench:
    """Links of several players in one process, and what each of them saw."""

    def __init__(self) -> None:
        self.later_s = 0.0
        self._links: list[tuple[ZmqLink, list[LinkEvent]]] = []
        self._raw: list[tuple[zmq.Context[zmq.Socket[bytes]], zmq.Socket[bytes]]] = []

    def link(self, who: Identity, *, growth_bytes: int = GROWTH_BYTES) -> tuple[ZmqLink, list[LinkEvent]]:
        made = ZmqLink(
            who.curve_secret,
            who.curve_public,
            clock=lambda: time.monotonic() + self.later_s,
            memory=ProcessMemory(),
            growth_bytes=growth_bytes,
        )
        seen: list[LinkEvent] = []
        self._links.append((made, seen))
        return made, seen

    def until(self, done: Callable[[], bool], *, limit_s: float = PATIENCE_S) -> None:
        """Poll everybody until `done` is true; fail if it never is."""
        give_up = time.monotonic() + limit_s
        while not done():
            assert time.monotonic() < give_up, [seen[-5:] for _, seen in self._links]
            self.turn()

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            for link, seen in self._links:
                seen.extend(link.poll(0.002))

    def stop(self, link: ZmqLink) -> None:
        link.close()
        self._links = [(other, seen) for other, seen in self._links if other is not link]

    def raw(self, who: Identity | None, server: Identity, port: int, **options: bytes) -> zmq.Socket[bytes]:
        """A plain DEALER that follows none of our rules."""
        context = zmq.Context()
        made = context.socket(zmq.DEALER)
        self._raw.append((context, made))
        made.linger = 0
        if who is not None:
            made.curve_secretkey, made.curve_publickey = who.curve_secret, who.curve_public
            made.curve_serverkey = server.curve_public
        for name, value in options.items():
            setattr(made, name, value)
        made.connect(f"tcp://{LOOP}:{port}")
        return made

    def close(self) -> None:
        for link, _ in self._links:
            link.close()
        for context, made in self._raw:
            made.close()
            context.term()


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.close()


def frames(seen: list[LinkEvent]) -> list[bytes]:
    return [event.frame for event in seen if isinstance(event, Arrived)]


def refusals(seen: list[LinkEvent]) -> list[tuple[bytes, LinkRefusal]]:
    return [(event.key, event.why) for event in seen if isinstance(event, LinkRefused)]


def say(raw: zmq.Socket[bytes], frame: bytes) -> bool:
    """Send if there is room now; False lets an `until` go on. Waiting would stop the other side."""
    with suppress(zmq.Again):
        raw.send(frame, zmq.DONTWAIT)
    return False


def at(port: int) -> list[Address]:
    return [Address(LOOP, port)]


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOP, 0))
        return int(probe.getsockname()[1])


def test_an_allowed_key_is_heard_and_answered(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, at_bert = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, at(port))
    bench.until(lambda: Up(TABLE, ANNA.curve_public) in at_bert)

    assert bert.send(ANNA.curve_public, b"hello")
    bench.until(lambda: bool(frames(at_anna)))
    assert at_anna == [Up(TABLE, BERT.curve_public), Arrived(TABLE, BERT.curve_public, LOOP, b"hello")]
    assert anna.send(BERT.curve_public, b"hello back")
    bench.until(lambda: bool(frames(at_bert)))
    assert at_bert[-1] == Arrived(TABLE, ANNA.curve_public, LOOP, b"hello back", Way.OUTBOUND)


def test_a_stranger_is_refused_until_it_is_on_the_list(bench: Bench) -> None:
    """net 1.2: after a 400 a DEALER never retries; the link makes a new one."""
    anna, at_anna = bench.link(ANNA)
    eve, at_eve = bench.link(EVE)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    eve.connect(ANNA.curve_public, at(port))
    bench.until(lambda: bool(at_eve))
    assert refusals(at_eve) == [(ANNA.curve_public, LinkRefusal.NOT_ADMITTED)]
    assert not eve.send(ANNA.curve_public, b"let me in")
    assert at_anna == []

    anna._handler.keep(anna._inbound[TABLE].domain, frozenset({BERT.curve_public, EVE.curve_public}))
    bench.until(lambda: eve.send(ANNA.curve_public, b"thanks"))
    bench.until(lambda: frames(at_anna) == [b"thanks"])


def test_a_connected_peer_that_is_removed_from_the_list_is_not_heard(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    bert.connect(ANNA.curve_public, at(anna.open_table("ab", [BERT.curve_public], host=LOOP)))
    bench.until(lambda: bert.send(ANNA.curve_public, b"one"))
    bench.until(lambda: frames(at_anna) == [b"one"])

    anna._handler.keep(anna._inbound[TABLE].domain, frozenset({CARL.curve_public}))
    assert bert.send(ANNA.curve_public, b"two")
    bench.until(lambda: bool(refusals(at_anna)))
    assert refusals(at_anna) == [(BERT.curve_public, LinkRefusal.STRANGER)]
    assert frames(at_anna) == [b"one"]


def test_nobody_gets_in_without_a_zap_handler(bench: Bench) -> None:
    """net 1.2: without a ZAP handler a stranger gets in, but for ZAP_ENFORCE_DOMAIN and a domain."""
    anna, at_anna = bench.link(ANNA)
    eve, at_eve = bench.link(EVE)
    port = anna.open_lobby(host=LOOP)
    anna._drop(anna._zap)
    eve.connect_lobby(ANNA.curve_public, at(port))
    bench.until(lambda: bool(at_eve))

    assert isinstance(at_eve[0], LinkRefused)
    assert not eve.send_lobby(ANNA.curve_public, b"open?")
    assert at_anna == []


def test_another_key_than_expected_is_reported_and_nothing_is_sent(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, at_bert = bench.link(BERT)
    bert.connect(CARL.curve_public, at(anna.open_table("ab", [BERT.curve_public], host=LOOP)))
    bench.until(lambda: bool(at_bert))

    assert refusals(at_bert) == [(CARL.curve_public, LinkRefusal.NO_ANSWER)]
    assert not bert.send(CARL.curve_public, b"x")
    assert at_anna == []


def test_a_peers_key_of_small_order_does_not_stop_the_process(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    bert.connect(bytes(32), at(anna.open_table("ab", [BERT.curve_public], host=LOOP)))
    bench.turn(40)

    assert not bert.send(bytes(32), b"x")


@pytest.mark.parametrize("who", [None, EVE])
def test_a_dealer_socket_without_encryption_or_off_the_list_is_not_heard(
    bench: Bench, who: Identity | None
) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bench.raw(who, ANNA, port).send(b"psst")
    bert.connect(ANNA.curve_public, at(port))
    bench.until(lambda: bert.send(ANNA.curve_public, b"hello"))
    bench.until(lambda: bool(frames(at_anna)))
    bench.turn(20)

    assert frames(at_anna) == [b"hello"]


def test_a_routing_id_cannot_be_stolen(bench: Bench) -> None:
    """net 1.2: with ROUTER_HANDOVER an allowed peer would get the frames that are meant for another."""
    anna, at_anna = bench.link(ANNA)
    port = anna.open_table("ab", [BERT.curve_public, EVE.curve_public], host=LOOP)
    bert = bench.raw(BERT, ANNA, port, routing_id=b"same")
    bert.send(b"bert is here")
    bench.until(lambda: b"bert is here" in frames(at_anna))
    eve = bench.raw(EVE, ANNA, port, routing_id=b"same")
    eve.send(b"eve is here")
    bench.turn(60)

    assert anna.send(BERT.curve_public, b"secret")
    assert bert.poll(2000)
    assert bert.recv() == b"secret"
    assert not eve.poll(0)


def test_the_same_key_twice_is_one_peer(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    first, second = bench.raw(BERT, ANNA, port), bench.raw(BERT, ANNA, port)
    first.send(b"one")
    bench.until(lambda: len(frames(at_anna)) == 1)
    second.send(b"two")
    bench.until(lambda: len(frames(at_anna)) == 2)

    assert anna.send(BERT.curve_public, b"to the freshest")
    assert second.poll(2000)
    assert sum(isinstance(event, Up) for event in at_anna) == 1


def test_an_oversized_frame_is_not_received(bench: Bench) -> None:
    # Her own copies, plain and encrypted, are in this process: the guard may not see them.
    anna, at_anna = bench.link(ANNA, growth_bytes=2**40)
    port = anna.open_table("ab", [BERT.curve_public, EVE.curve_public], host=LOOP)
    before = ProcessMemory().resident_bytes() or 0
    huge = zmq.Frame(bytes(100 * 1024 * 1024))
    eve = bench.raw(EVE, ANNA, port)
    eve.send(b"first")
    bench.until(lambda: frames(at_anna) == [b"first"])
    eve.send(huge, copy=False)
    bench.turn(60)
    bench.until(lambda: say(eve, b"later") or len(frames(at_anna)) > 1)

    assert set(frames(at_anna)) == {b"first", b"later"}
    # Hers are 200 MB; ours would be 100 more.
    assert (ProcessMemory().resident_bytes() or 0) - before < 280 * 1024 * 1024


@pytest.mark.parametrize("over", [0, 1])
def test_the_largest_frame_arrives_and_one_byte_more_is_refused(bench: Bench, over: int) -> None:
    anna, at_anna = bench.link(ANNA)
    eve = bench.raw(EVE, ANNA, anna.open_table("ab", [EVE.curve_public], host=LOOP))
    eve.send(bytes(LIMITS[TABLE].frame_in + over))
    bench.until(lambda: bool(frames(at_anna) or refusals(at_anna)))

    assert [len(frame) for frame in frames(at_anna)] == ([] if over else [256 * 1024])
    assert refusals(at_anna) == ([(EVE.curve_public, LinkRefusal.TOO_LARGE)] if over else [])


def test_sending_an_oversized_frame_raises_a_local_error(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)

    with pytest.raises(LocalError, match="too large"):
        anna.send(BERT.curve_public, bytes(256 * 1024 + 1))


@pytest.mark.parametrize(("parts", "reopens"), [(2, False), (64, False), (65, True), (5000, True)])
def test_a_message_of_several_parts_is_refused(bench: Bench, parts: int, reopens: bool) -> None:
    anna, at_anna = bench.link(ANNA)
    eve = bench.raw(EVE, ANNA, anna.open_table("ab", [EVE.curve_public], host=LOOP))
    eve.send(b"first")
    bench.until(lambda: frames(at_anna) == [b"first"])
    inbound = anna._inbound[TABLE].socket
    eve.send_multipart([b"part"] * parts)
    bench.until(lambda: bool(refusals(at_anna)))
    # What she sends while the socket is closed and opened again is lost.
    bench.until(lambda: say(eve, b"last") or b"last" in frames(at_anna))

    assert set(frames(at_anna)) == {b"first", b"last"}
    assert refusals(at_anna) == [(EVE.curve_public, LinkRefusal.MULTIPART)]
    assert (anna._inbound[TABLE].socket is not inbound) == reopens


def pour(eve: RawCurve, is_over: threading.Event) -> None:
    """Send one message of endlessly many parts, each as small as it should be, until cut off."""
    try:
        while not is_over.is_set():
            eve.send_part(bytes(60_000), more=True)
    finally:
        eve.close()


@pytest.mark.skipif(find_sodium() is None, reason="needs the libsodium of pyzmq's wheel")
def test_an_endless_message_is_cut_off_and_the_honest_play_on(bench: Bench) -> None:
    """net 3.5: the one attack that no option of ZeroMQ stops."""
    limit = 48 * 1024 * 1024
    anna, at_anna = bench.link(ANNA, growth_bytes=limit)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public, EVE.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, at(port))

    is_over = threading.Event()

    def attack() -> None:
        while not is_over.is_set():
            with suppress(OSError, AssertionError):  # cut off, or nobody listens just now
                pour(RawCurve(EVE, server=ANNA.curve_public, port=port), is_over)
            is_over.wait(0.01)

    def floods() -> list[Flooded]:
        bert.send(ANNA.curve_public, b"head")
        return [event for event in at_anna if isinstance(event, Flooded)]

    eve = threading.Thread(target=attack)
    eve.start()
    try:
        bench.until(lambda: len(floods()) == 2)
    finally:
        is_over.set()
    bench.until(lambda: not eve.is_alive())
    at_anna[:] = [event for event in at_anna if not isinstance(event, Arrived)]
    bench.until(lambda: bool(floods() and frames(at_anna)))

    assert all(limit < flood.grown_bytes for flood in floods())
    assert all(BERT.curve_public not in flood.suspects for flood in floods())


def test_no_flood_is_reported_when_this_program_itself_has_grown(bench: Bench) -> None:
    """A window's pictures or a long game grow this program: links are opened again, nobody is accused."""
    limit = 24 * 1024 * 1024
    anna, at_anna = bench.link(ANNA, growth_bytes=limit)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, at(port))
    bench.until(lambda: bert.send(ANNA.curve_public, b"head"))
    ballast = b"x" * (4 * limit)
    bench.until(lambda: anna.counters.get("flooded") == 1)
    bench.until(lambda: anna._guard.freed is not None)
    at_anna.clear()
    bench.until(lambda: bool(bert.send(ANNA.curve_public, b"again") and frames(at_anna)))

    assert len(ballast) == 4 * limit
    assert not any(isinstance(event, Flooded) for event in at_anna)


def test_send_tells_of_a_slow_reader_and_others_are_not_disturbed(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, at_bert = bench.link(BERT)
    port = anna.open_lobby(host=LOOP)
    bert.connect_lobby(ANNA.curve_public, at(port))
    sleeper = bench.raw(EVE, ANNA, port)
    sleeper.send(b"hello")
    bench.until(lambda: bert.send_lobby(ANNA.curve_public, b"hello"))
    bench.until(lambda: len(frames(at_anna)) == 2)
    sent = 0
    while anna.send_lobby(EVE.curve_public, bytes(4096)):
        sent += 1
        assert sent < 20_000, "the queue has no end"

    assert anna.send_lobby(BERT.curve_public, b"and you?")
    bench.until(lambda: frames(at_bert) == [b"and you?"])
    assert anna.counters["not sent"] == 1


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_restarted_peer_with_the_same_key_is_heard_again(bench: Bench, is_busy: bool) -> None:
    """net 2.1: with fixed routing ids a ROUTER that was busy meanwhile lost all frames of the new start."""
    anna, at_anna = bench.link(ANNA)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    for life in (b"first life", b"second life"):
        bert, at_bert = bench.link(BERT)
        bert.connect(ANNA.curve_public, at(port))
        bench.until(lambda bert=bert, life=life: bert.send(ANNA.curve_public, life))  # type: ignore[misc]
        bench.until(lambda life=life: life in frames(at_anna))  # type: ignore[misc]
        assert anna.send(BERT.curve_public, b"welcome")
        bench.until(lambda at_bert=at_bert: frames(at_bert) == [b"welcome"])  # type: ignore[misc]
        bench.stop(bert)
        if not is_busy:
            bench.turn(5)


@pytest.mark.parametrize("is_there", [False, True])
def test_a_line_for_one_attempt_is_closed_when_it_fails_or_is_lost(bench: Bench, is_there: bool) -> None:
    """An address known only from an announcement is called once, and not again ten times a second (net
    5.9)."""
    bert, at_bert = bench.link(BERT)
    with socket.socket() as inbound:
        inbound.bind((LOOP, 0))
        inbound.listen()
        inbound.settimeout(30)
        port = int(inbound.getsockname()[1])
        if not is_there:
            inbound.close()
        bert.connect(ANNA.curve_public, at(port), once=True)
        if is_there:
            inbound.accept()[0].close()
        bench.until(lambda: bert.reaches(ANNA.curve_public, channel=TABLE) is None)
        if is_there:
            inbound.settimeout(1.0)
            with pytest.raises(TimeoutError):
                inbound.accept()

    anna, _ = bench.link(ANNA)
    bert.connect(ANNA.curve_public, at(anna.open_table("ab", [BERT.curve_public], host=LOOP)), once=True)
    bench.until(lambda: Up(TABLE, ANNA.curve_public) in at_bert)
    anna.shut(TABLE)
    bench.until(lambda: bert.reaches(ANNA.curve_public, channel=TABLE) is None)


def test_a_listener_that_comes_back_is_called_again(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    bert, at_bert = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, at(port))
    bench.until(lambda: bool(at_bert))
    bench.stop(anna)
    anna, at_anna = bench.link(ANNA)
    anna.open_table("ab", [BERT.curve_public], host=LOOP, port=port)

    bench.until(lambda: at_bert.count(Up(TABLE, ANNA.curve_public)) == 2)
    assert bert.send(ANNA.curve_public, b"again")
    bench.until(lambda: frames(at_anna) == [b"again"])


class Relay:
    """A relay to a port that can go dead without a word, as a computer that sleeps does."""

    def __init__(self, to: int) -> None:
        self.is_dead = False
        self._sockets = [socket.create_server((LOOP, 0))]
        self.port = int(self._sockets[0].getsockname()[1])
        self._to = to
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                one, _ = self._sockets[0].accept()
                if self.is_dead:
                    one.close()
                    continue
                other = socket.create_connection((LOOP, self._to))
                self._sockets += [one, other]
                for pair in ((one, other), (other, one)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not self.is_dead:
                    other.sendall(data)


@pytest.mark.slow
def test_both_ends_close_a_dead_connection(bench: Bench) -> None:
    """Each asks for itself: without its own questions the listening socket keeps it for ever (net 2.2)."""
    anna, _ = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public])
    relay = Relay(port)
    bert.connect(ANNA.curve_public, at(relay.port))
    inbound, outbound = anna._inbound[TABLE], bert._outbound[TABLE, ANNA.curve_public]
    bench.until(lambda: bool(inbound.connections and outbound.alive))
    relay.is_dead = True

    bench.until(lambda: not outbound.alive)
    bench.until(lambda: not inbound.connections)
    relay.close()


@pytest.mark.parametrize(("platform", "limit_ms"), [("linux", 4000), ("win32", 0), ("darwin", 0)])
def test_only_on_linux_the_system_looks_for_dead_connections(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, platform: str, limit_ms: int
) -> None:
    """A system that refuses the option would lose every connection: so it was under Wine (net 2.2)."""
    monkeypatch.setattr("sys.platform", platform)
    link, _ = bench.link(ANNA)
    link.open_lobby(host=LOOP)
    link.connect(BERT.curve_public, at(unused_port()))

    sockets = [link._inbound[Channel.LOBBY].socket, link._outbound[TABLE, BERT.curve_public].socket]
    assert [made and made.getsockopt(zmq.TCP_MAXRT) for made in sockets] == [limit_ms, limit_ms]


def test_a_peer_that_nobody_can_call_is_served_by_its_own_line(bench: Bench) -> None:
    """net 2.4: a firewall keeps everybody from Bert's port."""
    anna, at_anna = bench.link(ANNA)
    bert, at_bert = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bert.open_table("ab", [ANNA.curve_public], host=LOOP)
    anna.connect(BERT.curve_public, at(unused_port()))
    bert.connect(ANNA.curve_public, at(port))
    assert not anna.send(BERT.curve_public, b"too early")
    bench.until(lambda: bert.send(ANNA.curve_public, b"one"))
    bench.until(lambda: frames(at_anna) == [b"one"])

    for n in range(3):
        bench.later_s += 4.0  # longer than anything stays fresh
        assert anna.send(BERT.curve_public, b"%d" % n)
        bench.until(lambda n=n: frames(at_bert)[-1:] == [b"%d" % n])  # type: ignore[misc]
        assert bert.send(ANNA.curve_public, b"%d" % n)
        bench.until(lambda n=n: frames(at_anna)[-1] == b"%d" % n)  # type: ignore[misc]


def test_one_address_that_answers_out_of_several_is_enough(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, [Address(LOOP, unused_port()), Address(LOOP, port)])
    bench.until(lambda: bert.send(ANNA.curve_public, b"found"))

    bench.until(lambda: frames(at_anna) == [b"found"])


def test_an_address_of_somebody_else_raises_no_alarm_while_another_one_is_good(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    carl, _ = bench.link(CARL)
    bert, at_bert = bench.link(BERT)
    good = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    other = carl.open_table("cd", [BERT.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, [Address(LOOP, good), Address(LOOP, other)])
    bench.until(lambda: bert.send(ANNA.curve_public, b"found"))
    bench.until(lambda: frames(at_anna) == [b"found"])
    at_bert.clear()
    bench.later_s += 2.0
    bench.turn(100)

    assert refusals(at_bert) == []
    assert bert.send(ANNA.curve_public, b"still")
    bench.until(lambda: frames(at_anna) == [b"found", b"still"])


@pytest.mark.parametrize("host", ["fe80::1", "240.0.0.1", "::ffff:1.2.3.4", "127.255.255.255"])
def test_an_address_that_leads_nowhere_is_only_a_line_that_does_not_come_up(bench: Bench, host: str) -> None:
    bert, at_bert = bench.link(BERT)
    bert.connect(ANNA.curve_public, [make_address(host, 1)])
    bench.turn(10)

    assert not bert.send(ANNA.curve_public, b"x")
    assert at_bert == []


@pytest.mark.parametrize("host", [LOOP, "::1"])
def test_a_socket_on_all_addresses_is_open_to_ipv4_and_ipv6(bench: Bench, host: str) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public])
    try:
        socket.create_connection((host, port)).close()
    except OSError:
        pytest.skip("this computer has no IPv6")
    bert.connect(ANNA.curve_public, [Address(host, port)])
    bench.until(lambda: bert.send(ANNA.curve_public, b"hello"))
    bench.until(lambda: bool(frames(at_anna)))

    assert at_anna[-1] == Arrived(TABLE, BERT.curve_public, host, b"hello")


def test_new_addresses_replace_the_old_ones_and_equal_ones_change_nothing(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    bert.connect(ANNA.curve_public, at(unused_port()))
    bench.turn(3)
    bert.connect(ANNA.curve_public, at(port))
    made = bert._outbound[TABLE, ANNA.curve_public].socket
    bert.connect(ANNA.curve_public, at(port))
    bench.until(lambda: bert.send(ANNA.curve_public, b"found"))
    bench.until(lambda: frames(at_anna) == [b"found"])

    assert bert._outbound[TABLE, ANNA.curve_public].socket is made


def test_too_many_handshakes_are_refused_and_reported_once(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    port = anna.open_lobby(host=LOOP)
    eve = bench.raw(EVE, ANNA, port)
    burst = LIMITS[Channel.LOBBY].frames_burst
    for _ in range(burst + 20):
        eve.send(b"x")
    bench.until(lambda: anna.counters.get("TOO_FAST", 0) >= 10)

    assert refusals(at_anna) == [(EVE.curve_public, LinkRefusal.TOO_FAST)]
    assert burst <= len(frames(at_anna)) <= burst + 10


def test_a_silence_is_reported_once_and_ends_with_a_frame(bench: Bench) -> None:
    anna, at_anna = bench.link(ANNA)
    bert = bench.raw(BERT, ANNA, anna.open_table("ab", [BERT.curve_public], host=LOOP))
    bert.send(b"x")
    bench.until(lambda: bool(frames(at_anna)))
    bench.later_s += 7.0
    bench.until(lambda: Down(TABLE, BERT.curve_public) in at_anna)
    bench.turn(5)
    bert.send(b"y")
    bench.until(lambda: len(frames(at_anna)) == 2)

    kinds = [type(event) for event in at_anna]
    assert kinds == [Up, Arrived, Down, Up, Arrived]


@pytest.mark.skipif(sys.platform == "darwin", reason="has only one loopback address")
def test_one_computer_cannot_fill_the_listening_socket(bench: Bench) -> None:
    """Its connections above the bound are ended, the socket stays open, and another computer gets in."""
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    limits = LIMITS[Channel.LOBBY]
    port = anna.open_lobby(host="127.0.0.9")
    crowd = [socket.create_connection(("127.0.0.9", port)) for _ in range(limits.connections - 1)]
    try:
        bench.until(
            lambda: (
                anna.counters.get("host crowded", 0) >= limits.connections - 1 - limits.connections_of_a_host
            )
        )
        for one in crowd:  # those within the bound are ended by the handshake that they do not make
            one.close()
        bert.connect_lobby(ANNA.curve_public, [Address("127.0.0.9", port)])
        bench.until(lambda: bert.send_lobby(ANNA.curve_public, b"hello") and b"hello" in frames(at_anna))
        assert anna.counters.get("inbound full", 0) == 0
    finally:
        for one in crowd:
            one.close()


def test_a_handle_that_belongs_to_another_socket_or_file_by_now_is_not_closed(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    anna.open_lobby(host=LOOP)
    inbound = anna._inbound[Channel.LOBBY]
    one, other = socket.socketpair()
    with ExitStack() as stack:
        for each in (one, other):
            stack.enter_context(each)
        file = stack.enter_context(Path(__file__).open("rb"))
        server = stack.enter_context(socket.create_server((LOOP, 0)))
        elsewhere = stack.enter_context(socket.create_connection(server.getsockname()))
        inbound.connections = dict.fromkeys(range(10_000, 10_100), LOOP)  # crowded
        handles = [each.fileno() for each in (one, file, server, elsewhere)]
        for handle in (*handles, max(handles) + 1000):
            anna._let_in(inbound, handle)
        other.send(b"still there")
        assert one.recv(99) == b"still there" and elsewhere.send(b"and there")
    assert anna.counters.get("host crowded", 0) == 0


def test_a_link_local_address_is_called_on_each_of_our_interfaces() -> None:
    assert endpoints_of(Address("fd00::5", 80)) == ("tcp://[fd00::5]:80",)
    links = [name for _, name in socket.if_nameindex() if not name.startswith("lo")]
    called = endpoints_of(Address("fe80::5", 80))

    assert len(called) == min(len(links), 8)
    assert all(each.startswith("tcp://[fe80::5%") and each.endswith("]:80") for each in called)


@pytest.mark.skipif(sys.platform == "darwin", reason="has only one loopback address")
def test_a_crowd_is_disconnected_and_the_socket_opens_again(bench: Bench) -> None:
    """net 3.5: idle TCP connections must not lock the honest out."""
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_lobby(host=LOOP)
    crowd = [
        socket.create_connection((LOOP, port), source_address=(f"127.0.0.{2 + n % 8}", 0))
        for n in range(LIMITS[Channel.LOBBY].connections + 5)
    ]
    try:
        crowd[0].sendall(b"GET / HTTP/1.1\r\n\r\n" + bytes(range(256)) * 20)
        bench.until(lambda: anna.counters.get("inbound full") == 1)
        bert.connect_lobby(ANNA.curve_public, at(port))
        # What is on its way while the socket opens again is lost; a lobby repeats itself.
        bench.until(lambda: bert.send_lobby(ANNA.curve_public, b"hello") and b"hello" in frames(at_anna))
    finally:
        for one in crowd:
            one.close()


def test_a_port_in_use_is_reported_in_words_and_leaves_nothing_open(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    port = anna.open_lobby(host=LOOP)

    with pytest.raises(LinkError, match=f"cannot listen on {LOOP}:{port}"):
        bert.open_lobby(host=LOOP, port=port)
    assert bert.open_lobby(host=LOOP) != port
    with pytest.raises(LocalError, match="open already"):
        bert.open_lobby(host=LOOP)


def test_the_channels_are_separate(bench: Bench) -> None:
    """A key that may enter the lobby may not enter the table; shutting one leaves the other."""
    anna, at_anna = bench.link(ANNA)
    eve, at_eve = bench.link(EVE)
    table = anna.open_table("ab", [BERT.curve_public], host=LOOP)
    lobby = anna.open_lobby(host=LOOP)
    eve.connect(ANNA.curve_public, at(table))
    eve.connect_lobby(ANNA.curve_public, at(lobby))
    bench.until(lambda: len(at_eve) >= 2)
    anna.shut(TABLE)
    assert eve.send_lobby(ANNA.curve_public, b"hello")
    bench.until(lambda: bool(frames(at_anna)))

    assert LinkRefused(TABLE, ANNA.curve_public, LinkRefusal.NOT_ADMITTED) in at_eve
    assert [event.channel for event in at_anna] == [Channel.LOBBY] * 2
    assert not anna.send(EVE.curve_public, b"x")


def test_a_frame_that_one_way_does_not_accept_is_tried_on_the_other_way(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bert speaks by his own line; when that is gone, no line of ours leads to him either."""
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    bert.connect(ANNA.curve_public, at(anna.open_table("ab", [BERT.curve_public], host=LOOP)))
    bench.until(lambda: bert.send(ANNA.curve_public, b"here"))
    bench.until(lambda: frames(at_anna) == [b"here"])
    tried: list[Way] = []
    send_by = anna._send_by

    def note(way: Way, *words: object) -> bool:
        tried.append(way)
        return send_by(way, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(anna, "_send_by", note)
    assert anna.send(BERT.curve_public, b"hello") and tried == [Way.INBOUND]
    bench.stop(bert)
    bench.until(lambda: not anna.send(BERT.curve_public, b"still there?"))

    assert tried[-2:] == [Way.INBOUND, Way.OUTBOUND]


def test_shutting_a_channel_hangs_up_its_lines_and_no_other(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    eve, at_eve = bench.link(EVE)
    eve.connect(ANNA.curve_public, at(anna.open_table("ab", [EVE.curve_public], host=LOOP)))
    eve.connect_lobby(ANNA.curve_public, at(anna.open_lobby(host=LOOP)))
    bench.until(lambda: len(at_eve) >= 2)
    eve.shut(TABLE)

    assert eve.reaches(ANNA.curve_public, channel=TABLE) is None
    assert eve.reaches(ANNA.curve_public, channel=Channel.LOBBY)


def test_a_wake_from_another_thread_ends_a_poll(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    anna.poll(0)
    began = time.monotonic()
    thread = threading.Timer(0.05, anna.wake)
    thread.start()
    while not thread.finished.is_set():
        anna.poll(PATIENCE_S)
    thread.join()

    assert time.monotonic() - began < PATIENCE_S


def test_many_wakes_and_wakes_after_closing_do_no_harm(bench: Bench) -> None:
    anna, _ = bench.link(ANNA)
    for _ in range(300_000):
        anna.wake()
    assert anna.poll(0) == ()
    anna.close()
    anna.close()
    anna.wake()

    with pytest.raises(LocalError, match="closed"):
        anna.poll(0)


@pytest.mark.skipif(sys.platform != "linux", reason="counts what Linux shows, and Wine shows it too")
def test_closing_leaves_nothing_behind(bench: Bench) -> None:
    def held() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))

    before = held()
    anna, at_anna = bench.link(ANNA)
    bert, _ = bench.link(BERT)
    bert.connect(ANNA.curve_public, at(anna.open_table("ab", [BERT.curve_public], host=LOOP)))
    bench.until(lambda: bert.send(ANNA.curve_public, b"x"))
    bench.until(lambda: bool(frames(at_anna)))
    during = held()
    bench.stop(anna)
    bench.stop(bert)

    # A thread of an earlier test may have ended meanwhile, so it may be less than before.
    assert all(now < then for now, then in zip(held(), during, strict=True))
    assert all(now <= then for now, then in zip(held(), before, strict=True))


def test_a_stranger_may_send_small_messages_to_watch_and_gets_large_frames(bench: Bench) -> None:
    anna, seen = bench.link(ANNA)
    bert, seen_by_bert = bench.link(BERT)
    port = anna.open_watch("00" * 32, host=LOOP)
    bert.connect(ANNA.curve_public, [make_address(LOOP, port)], channel=Channel.WATCH)
    bench.until(lambda: any(isinstance(each, Up) for each in seen_by_bert))
    assert bert.send_watch(ANNA.curve_public, bytes(4096), Way.OUTBOUND)
    with pytest.raises(LocalError, match="too large"):
        bert.send_watch(ANNA.curve_public, bytes(4097), Way.OUTBOUND)
    bench.until(lambda: any(isinstance(each, Arrived) for each in seen))
    assert anna.send_watch(BERT.curve_public, bytes(200_000), Way.INBOUND)
    assert not anna.send_watch(BERT.curve_public, b"by no line", Way.OUTBOUND)
    bench.until(lambda: any(isinstance(each, Arrived) for each in seen_by_bert))

    came = [each for each in (*seen, *seen_by_bert) if isinstance(each, Arrived)]
    assert [(each.way, len(each.frame)) for each in came] == [(Way.INBOUND, 4096), (Way.OUTBOUND, 200_000)]
