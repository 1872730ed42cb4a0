"""400 programs and 100 tables on one subnet: all are found, and only the chosen one is called.

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_crowd.py

Light peers (`tests.support.crowd`) send what real ones send; the traffic is compared with the formulas of
`net/SCALE.md`.
"""

from __future__ import annotations

import sys
import threading

import pytest

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from app.build import open_link
from net.discovery.board import pause_s
from net.discovery.words import AskTable, Here, is_question, parse_word, write_word
from net.link.address import Address
from net.link.contract import Arrived, Channel, Up
from net.lobby.identity import Identity
from net.lobby.phases import Tell
from tests.bench.scale import Network
from tests.support.aimed import calls_seen
from tests.support.crowd import LOBBY_PORT, Crowd, Light, cables, enter, namespaces_of
from tests.support.namespaces import why_not
from tests.support.parlour import seeded

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.mark.parametrize(("programs", "tables"), [(60, 15), (400, 100)])
def test_everybody_finds_every_table_and_a_crowd_that_points_at_one_calls_only_its_host(
    programs: int, tables: int
) -> None:
    seconds = max(10.0, pause_s(tables))
    if reason := why_not():
        pytest.skip(reason)
    with namespaces_of(programs) as names:
        crowd = Crowd(names, tables=tables, gap_s=seconds / programs)
        try:
            crowd.run(2 * seconds)
            found = [len(peer.board.seen) for peer in crowd.peers]
            before = sum(peer.asked for peer in crowd.peers), sum(peer.answered for peer in crowd.peers)
            crowd.run(seconds)
            asked = (sum(peer.asked for peer in crowd.peers) - before[0]) / seconds
            answered = (sum(peer.answered for peer in crowd.peers) - before[1]) / seconds / tables
            model = Network(programs, tables)
            print(f"\n{programs} programs, {tables} tables: each found {min(found)} to {max(found)}")
            print(f"questions/s {asked:.1f} (page: {model.questions:.1f})")
            print(f"answers/s of one {answered:.1f} (page: {model.answers:.1f})")

            assert min(found) >= tables - 1  # all but its own
            assert not any(peer.calls for peer in crowd.peers)
            assert asked == pytest.approx(model.questions, rel=0.2)
            assert answered == pytest.approx(model.answers, rel=0.2)
            with calls_seen(cables()) as calls:
                told = pointed_at(crowd, crowd.peers[tables : tables + 100])
            assert told == min(100, programs - tables)
            assert {host for host, _ in calls} == {crowd.peers[0].address}
            print(f"{told} pointed at one table within a second; calls: {len(calls)}")
        finally:
            crowd.close()


def pointed_at(crowd: Crowd, peers: list[Light]) -> int:
    """Number of these peers that get the details of the first table if all point at it at once."""
    host = crowd.peers[0]
    assert host.responder is not None
    with enter(host.namespace):
        link = open_link(Identity.from_seed(seeded("crowd 0")(32)), lambda: crowd.now)
        link.open_lobby(port=LOBBY_PORT)
    got, over = [], threading.Event()

    def serve() -> None:
        while not over.is_set():
            for event in link.poll(0.1):
                if isinstance(event, Arrived) and is_question(event.frame):
                    outs = host.responder.received(
                        event.key, event.frame, address=event.address, now=crowd.now
                    )  # type: ignore[union-attr]
                    for out in outs:
                        if isinstance(out, Tell):
                            link.send_lobby(out.key, out.frame)

    serving = threading.Thread(target=serve)
    serving.start()
    pointing = [
        threading.Thread(target=lambda peer=peer: got.append(point(peer, host, crowd))) for peer in peers
    ]  # type: ignore[misc]
    for each in pointing:
        each.start()
    for each in pointing:
        each.join()
    over.set()
    serving.join()
    link.close()
    return sum(got)


def point(peer: Light, host: Light, crowd: Crowd) -> bool:
    """Point at the host's table as a lobby does, at most twice; True if its details came."""
    with enter(peer.namespace):
        [seen] = [each for each in peer.board.seen if each.addresses == (Address(host.address, LOBBY_PORT),)]
        link = open_link(Identity.from_seed(seeded(f"looker {peer.number}")(32)), lambda: crowd.now)
        with link:
            for _ in range(2):
                link.connect(seen.key, seen.addresses, channel=Channel.LOBBY, once=True)
                for _ in range(50):
                    for event in link.poll(0.1):
                        if isinstance(event, Up):
                            link.send_lobby(event.key, write_word(AskTable()))
                        elif isinstance(event, Arrived) and isinstance(parse_word(event.frame), Here):
                            return True
                link.hang_up(seen.key, channel=Channel.LOBBY)
    return False
