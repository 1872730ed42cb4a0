"""A lobby on the network: what is announced, who is answered, and whom we call back."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import cast

import pytest

from app.build import AnnouncedTables
from app.table.visible import Visible, own_port
from net.discovery.datagram import Presence
from net.discovery.interfaces import Net
from net.discovery.notice import Access, Notice
from net.discovery.responder import AtTable
from net.discovery.words import AskTable, Dial, Dialled, Here, parse_word, write_word
from net.errors import LinkError
from net.link.address import Address, make_address
from net.link.contract import Arrived, Channel, Link, Up
from net.lobby.identity import Identity
from net.lobby.messages import Info, Stage
from net.lobby.phases import Me

LISA = Identity.from_seed(bytes(32))
ANN = bytes([1]) * 32
NETS = (Net("192.168.7.2", 24, "eth0"),)
CALL = "192.168.7.9"
INFO = Info(bytes(16), "plump", "1", bytes(32), b"", 4, ((LISA.public, "Lisa", 0, 0),), Stage.GATHERING)


class Network:
    """A link, a port for questions and a multicast that note what is asked of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.table: AtTable | None = None
        self.line: bool | None = None
        self.attended: list[int] = []
        self.ready: list[Callable[[], None]] = []
        self.answers: list[tuple[Presence, Sequence[Net]]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.sent: list[tuple[bytes, object]] = []
        self.called: list[tuple[bytes, Address]] = []
        self.hung_up: list[bytes] = []
        self.open: list[str] = []
        self.is_deaf = self.is_dumb = False
        self.shown: queue.SimpleQueue[Notice | None] = queue.SimpleQueue()
        network = self

        class Answerer:
            def __init__(self, *_: object) -> None:
                if network.is_deaf:
                    raise LinkError("no port for questions")
                network.open.append("port")

            def fileno(self) -> int:
                return 7

            def answer(self, presence: Presence, nets: Sequence[Net]) -> None:
                network.answers.append((presence, nets))

            def close(self) -> None:
                network.open.remove("port")

        class Announcement:
            def __init__(self, nets: Sequence[Net]) -> None:
                assert nets == NETS
                if network.is_dumb:
                    raise LinkError("no multicast here")

            def show(self, notice: Notice, hosts: Sequence[str]) -> None:
                assert [*hosts] == ["192.168.7.2"]
                network.shown.put(notice)
                assert network.gate.wait(30)

            def close(self) -> None:
                network.shown.put(None)

        monkeypatch.setattr("app.table.visible.Answerer", Answerer)
        monkeypatch.setattr("net.discovery.mdns.Announcement", Announcement)

    def attend(self, handle: int, ready: Callable[[], None]) -> None:
        self.attended.append(handle)
        self.ready.append(ready)

    def leave_alone(self, handle: int) -> None:
        self.attended.remove(handle)

    def send_lobby(self, key: bytes, frame: bytes) -> None:
        self.sent.append((key, parse_word(frame)))

    def reaches(self, key: bytes, *, channel: Channel) -> bool | None:
        assert channel is Channel.LOBBY
        return self.line

    def connect(self, key: bytes, addresses: tuple[Address, ...], *, channel: Channel) -> None:
        assert channel is Channel.LOBBY
        self.called += [(key, address) for address in addresses]

    def hang_up(self, key: bytes, *, channel: Channel) -> None:
        assert channel is Channel.LOBBY
        self.hung_up.append(key)

    def visible(self, announced: AnnouncedTables | None = None) -> Visible:
        return Visible(
            Me(LISA, "Lisa", 1, "1"),
            cast("Link", self),
            port=5000,
            nets=NETS,
            clock=lambda: self.now,
            table=lambda: self.table,
            announced=announced,
        )

    def announced(self) -> Notice | None:
        return self.shown.get(timeout=10)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    return Network(monkeypatch)


@pytest.fixture
def visible(network: Network) -> Iterator[Visible]:
    made = network.visible()
    yield made
    made.close()


def asks(visible: Visible, word: AskTable | Dial, channel: Channel = Channel.LOBBY) -> bool:
    return visible.heard(Arrived(channel, ANN, CALL, write_word(word)))


def test_a_table_is_announced_and_each_change_of_it_once(network: Network, visible: Visible) -> None:
    first = network.announced()
    assert first is not None and (first.key, first.port) == (LISA.curve_public, 5000)
    network.table = AtTable(INFO, Access.OPEN)
    visible.tick()
    second = network.announced()
    assert second is not None and second != first
    visible.tick()
    visible.close()

    assert network.announced() is None, "withdrawn, and nothing else announced before"
    assert network.open == network.attended == []


def test_of_changes_that_come_too_quickly_the_latest_is_announced(network: Network) -> None:
    network.gate.clear()
    visible = network.visible()
    network.announced()
    for access in (Access.OPEN, Access.ASKED, Access.CLOSED):
        network.table = AtTable(INFO, access)
        visible.tick()
    network.gate.set()
    notice = network.announced()
    visible.close()

    assert notice is not None and notice.access is Access.CLOSED


def test_a_question_sent_by_broadcast_is_answered_with_the_players_line(
    network: Network, visible: Visible
) -> None:
    visible.line = "back at nine"
    [ready] = network.ready
    ready()
    visible.fall_silent()
    ready()  # a question that came just before

    [(presence, nets)] = network.answers
    assert (presence.nick, presence.line, nets) == ("Lisa", "back at nine", NETS)


def test_a_later_table_of_the_player_takes_the_place_until_it_is_closed(network: Network) -> None:
    """All tables answer under one key: two that can be found at once would be taken for one."""
    announced = AnnouncedTables()
    first = network.visible(announced)
    assert network.announced() is not None
    later = network.visible(announced)
    assert network.announced() is not None
    first.tick()
    assert network.announced() is None and network.open == ["port"]
    assert asks(first, AskTable()) and network.sent == [], "taken in, and not answered"
    first.tick()
    assert asks(later, AskTable()) and len(network.sent) == 1
    later.close()
    assert network.announced() is None and network.open == []

    first.tick()
    assert network.announced() is not None and network.open == ["port"]
    first.close()


def test_a_computer_that_asks_is_told_of_the_table_and_its_spectators(
    network: Network, visible: Visible
) -> None:
    network.table = AtTable(INFO, Access.OPEN)
    asks(visible, AskTable())
    visible.spectators = 3
    assert asks(visible, AskTable()) and not asks(visible, AskTable(), Channel.TABLE)
    assert not visible.heard(Up(Channel.LOBBY, ANN))

    [(_, before), (key, here)] = network.sent
    assert isinstance(before, Here) and before.spectators == 0
    assert isinstance(here, Here)
    assert (key, here.nick, here.info, here.spectators) == (ANN, "Lisa", INFO, 3)


@pytest.mark.parametrize(("line", "hangs_up"), [(None, [ANN]), (False, [])])
def test_a_line_that_was_made_only_to_call_back_is_ended_and_another_one_stays(
    network: Network, visible: Visible, line: bool | None, hangs_up: list[bytes]
) -> None:
    network.line = line
    asks(visible, Dial(6000))
    assert network.called == [(ANN, make_address(CALL, 6000))]
    assert not visible.heard(Up(Channel.TABLE, ANN)) and network.sent == []
    visible.heard(Up(Channel.LOBBY, ANN))

    assert network.sent == [(ANN, Dialled(6000, is_reached=True))]
    assert network.hung_up == hangs_up


def test_a_call_back_is_answered_by_a_line_that_is_there_already(network: Network, visible: Visible) -> None:
    network.line = True
    asks(visible, Dial(6000))

    assert network.sent == [(ANN, Dialled(6000, is_reached=True))]
    assert network.called == network.hung_up == []


def test_a_computer_that_cannot_be_called_back_is_informed_after_three_seconds(
    network: Network, visible: Visible
) -> None:
    asks(visible, Dial(6000))
    network.now = 2.9
    visible.tick()
    assert network.sent == []
    network.now = 3.0
    visible.tick()

    assert network.sent == [(ANN, Dialled(6000, is_reached=False))] and network.hung_up == [ANN]


def test_broadcast_works_without_multicast_and_multicast_without_broadcast(
    network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    network.is_deaf = True
    visible = network.visible()
    assert network.announced() is not None and network.attended == []
    visible.close()
    network.is_deaf, network.is_dumb = False, True
    visible = network.visible()
    assert network.open == ["port"] and network.attended == [7]
    visible.close()

    assert network.announced() is None and network.open == []
    assert [each.getMessage() for each in caplog.records] == [
        "no answers to broadcasts: no port for questions",
        "no multicast here",
    ]


def test_a_players_port_is_the_same_every_day_and_one_of_the_dynamic_ports() -> None:
    """Others look for a player at this port, also with later versions (net 5.4)."""
    ports = {own_port(bytes([number]) * 32) for number in range(200)}

    assert own_port(bytes(32)) == 52_388
    assert all(49152 <= port < 65536 for port in ports) and len(ports) > 190
