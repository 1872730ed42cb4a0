"""The search for a table's players on the network: only they are called, only here, and rarely."""

from __future__ import annotations

from typing import cast

from app.table.reunion import CALL_S, Reunion
from net.discovery.interfaces import Net
from net.discovery.notice import Notice
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
        self.let_go.append(key)


class Looking:
    def __init__(self) -> None:
        self.now = 0.0
        self.calls = Calls()
        self.reunion = Reunion(
            cast("Link", self.calls), [TOBY], clock=lambda: self.now, nets=lambda: NETS, random=bytes
        )
        self.reunion._known_nets = NETS

    def found(self, key: bytes, host: str) -> None:
        self.reunion._found(Notice(key, "AAAA-BBBB-CCCC-DDDD", 50_000), host)


def test_a_missing_player_is_called_where_it_answers() -> None:
    looking = Looking()
    looking.found(TOBY, "192.168.7.5")

    assert looking.calls.called == [(TOBY, (make_address("192.168.7.5", 50_000),))]
    assert looking.reunion.is_called(TOBY)


def test_only_missing_players_are_called_and_only_at_announced_addresses() -> None:
    looking = Looking()
    looking.found(MALLORY, "192.168.7.5")
    for host in ("127.0.0.1", "224.0.0.1", "10.9.9.9", "8.8.8.8", "nonsense"):
        looking.found(TOBY, host)

    assert not looking.calls.called


def test_announcements_cause_at_most_one_call_every_few_seconds() -> None:
    looking = Looking()
    for host in range(3, 103):
        looking.now += CALL_S / 50
        looking.found(TOBY, f"192.168.7.{host}")

    assert len(looking.calls.called) == 2


def test_a_player_at_the_table_is_not_called_and_the_lobby_is_closed() -> None:
    looking = Looking()
    looking.found(TOBY, "192.168.7.5")
    looking.reunion.heard(Up(Channel.TABLE, TOBY))
    looking.now += CALL_S
    looking.found(TOBY, "192.168.7.6")
    assert len(looking.calls.called) == 1 and looking.calls.let_go == [TOBY]

    looking.reunion.heard(Down(Channel.TABLE, TOBY))
    looking.found(TOBY, "192.168.7.6")
    assert len(looking.calls.called) == 2
