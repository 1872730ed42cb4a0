"""The search for a table's players on the network: only they are called, only here, and rarely."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

import pytest

from app.table.player_search import PlayerSearch
from net.discovery.interfaces import Net
from net.discovery.notice import Notice
from net.errors import LinkError
from net.link.address import Address, make_address
from net.link.contract import Channel, Down, Link, Up

TOBY, MALLORY = bytes([1]) * 32, bytes([2]) * 32
NETS = (Net("192.168.7.2", 24, "eth0"),)


class Calls:
    """A link that notes who is called and let go."""

    def __init__(self) -> None:
        self.called: list[tuple[bytes, tuple[Address, ...]]] = []
        self.let_go: list[bytes] = []

    def connect(self, key: bytes, addresses: tuple[Address, ...], *, channel: Channel, once: bool) -> None:
        assert channel is Channel.LOBBY and once
        self.called.append((key, addresses))

    def hang_up(self, key: bytes, *, channel: Channel) -> None:
        assert channel is Channel.LOBBY
        self.let_go.append(key)

    def attend(self, handle: int, ready: Callable[[], None]) -> None:
        pass

    def leave_alone(self, handle: int) -> None:
        pass


class Looking:
    def __init__(self) -> None:
        self.now = 0.0
        self.nets = NETS
        self.calls = Calls()
        self.search = PlayerSearch(
            cast("Link", self.calls), [TOBY], clock=lambda: self.now, nets=lambda: self.nets, random=bytes
        )
        self.search._known_nets = NETS

    def found(self, key: bytes, host: str) -> None:
        self.search._found(Notice(key, "AAAA-BBBB-CCCC-DDDD", 50_000), host)


def test_a_missing_player_is_called_where_it_answers() -> None:
    looking = Looking()
    looking.found(TOBY, "192.168.7.5")

    assert looking.calls.called == [(TOBY, (make_address("192.168.7.5", 50_000),))]
    assert looking.search.is_called(TOBY)


def test_only_missing_players_are_called_and_only_at_announced_addresses() -> None:
    looking = Looking()
    looking.found(MALLORY, "192.168.7.5")
    for host in ("127.0.0.1", "224.0.0.1", "10.9.9.9", "8.8.8.8", "nonsense"):
        looking.found(TOBY, host)

    assert not looking.calls.called


def test_announcements_cause_at_most_one_call_every_few_seconds() -> None:
    looking = Looking()
    for host in range(3, 103):
        looking.now += 0.1
        looking.found(TOBY, f"192.168.7.{host}")

    assert len(looking.calls.called) == 2


def test_once_a_player_is_at_the_table_the_call_to_its_lobby_is_hung_up_and_not_repeated() -> None:
    looking = Looking()
    looking.found(TOBY, "192.168.7.5")
    looking.search.heard(Up(Channel.TABLE, TOBY))
    looking.now += 5
    looking.found(TOBY, "192.168.7.6")
    assert len(looking.calls.called) == 1 and looking.calls.let_go == [TOBY]
    assert not looking.search.is_called(TOBY)
    looking.search.heard(Up(Channel.TABLE, TOBY))
    assert looking.calls.let_go == [TOBY], "nobody is in a lobby any more"

    looking.search.heard(Down(Channel.TABLE, TOBY))
    looking.found(TOBY, "192.168.7.6")
    assert len(looking.calls.called) == 2


def test_only_the_table_tells_who_is_missing() -> None:
    """A line to a lobby, or a stranger's, brings nobody back to the game."""
    looking = Looking()
    looking.search.heard(Up(Channel.LOBBY, TOBY))
    looking.search.heard(Down(Channel.TABLE, MALLORY))
    for key in (TOBY, MALLORY):
        looking.found(key, "192.168.7.5")

    assert [key for key, _ in looking.calls.called] == [TOBY]


@pytest.mark.parametrize(("wait_s", "calls"), [(4.9, 1), (5.0, 2)])
def test_a_player_is_called_again_after_five_seconds(wait_s: float, calls: int) -> None:
    looking = Looking()
    looking.found(TOBY, "192.168.7.5")
    looking.now += wait_s
    looking.found(TOBY, "192.168.7.5")

    assert len(looking.calls.called) == calls


class Questions:
    """The questions that a search has asked, each with its time, and the listeners that it has open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, is_deaf: bool = False) -> None:
        self.looking = looking = Looking()
        looking.search._known_nets = ()
        self.asked: list[tuple[float, tuple[str, ...]]] = []
        self.open: list[str] = []
        self.browsed: list[tuple[Net, ...]] = []
        questions = self

        class Asker:
            def __init__(self, *_: object) -> None:
                questions.open.append("asker")

            def fileno(self) -> int:
                return 7

            def ask(self, hosts: Iterable[str]) -> None:
                questions.asked.append((looking.now, tuple(hosts)))

            def close(self) -> None:
                questions.open.remove("asker")

        class Browser:
            def __init__(self, nets: tuple[Net, ...]) -> None:
                if is_deaf:
                    raise LinkError("no multicast here")
                questions.browsed.append(nets)
                questions.open.append("browser")

            def attend(self, *_: object) -> None:
                pass

            def tend(self, now: float) -> None:
                assert now == looking.now

            def close(self) -> None:
                questions.open.remove("browser")

        monkeypatch.setattr("app.table.player_search.Asker", Asker)
        monkeypatch.setattr("net.discovery.mdns.Browser", Browser)

    def look(self, seconds: int) -> list[float]:
        """Let time pass; return the times of the questions in it."""
        before = len(self.asked)
        for _ in range(seconds):
            self.looking.search.tick()
            self.looking.now += 1
        return [at for at, _ in self.asked[before:]]


def test_questions_are_asked_every_2_seconds_for_a_minute_and_then_every_10(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    questions = Questions(monkeypatch)
    assert questions.look(100) == [*range(0, 60, 2), 60, 70, 80, 90]

    questions.looking.search.heard(Down(Channel.TABLE, TOBY))
    assert questions.look(5) == [100, 102, 104], "the next one who goes is looked for as eagerly"
    assert {hosts for _, hosts in questions.asked} == {("192.168.7.255",)}


def test_nobody_is_asked_and_no_port_is_open_while_all_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Questions(monkeypatch)
    questions.look(3)
    assert questions.open == ["asker", "browser"]
    questions.looking.search.heard(Up(Channel.TABLE, TOBY))
    assert questions.look(30) == [] and questions.open == []

    questions.looking.search.heard(Down(Channel.TABLE, TOBY))
    assert questions.look(1) == [33] and questions.open == ["asker", "browser"]


def test_a_computer_that_changes_its_network_looks_in_the_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    questions, other = Questions(monkeypatch), (Net("10.0.0.4", 24, "wlan0"),)
    questions.look(10)
    questions.looking.nets = ()
    questions.look(2)
    assert questions.open == ["asker"]
    questions.looking.nets = other
    questions.look(10)

    assert questions.browsed == [NETS, other] and questions.open == ["asker", "browser"]
    assert questions.asked[-1][1] == ("10.0.0.255",)


def test_without_multicast_the_broadcasts_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = Questions(monkeypatch, is_deaf=True)

    assert questions.look(3) == [0, 2] and questions.open == ["asker"]
