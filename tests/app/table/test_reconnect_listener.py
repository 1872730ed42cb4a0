"""The ways back to a table that has begun: what they take in, and what goes on to the game."""

from __future__ import annotations

from typing import cast

import pytest

from app.messages import Inviting, News
from app.table.player_search import PlayerSearch
from app.table.reconnect_listener import LOOK_S, ReconnectListener
from app.table.visible import own_port
from net.link.address import Address
from net.link.contract import (
    Arrived,
    Channel,
    Down,
    Flooded,
    Link,
    LinkEvent,
    LinkRefusal,
    LinkRefused,
    Up,
    Way,
)
from net.lobby.address_book import AddressBook
from net.lobby.identity import Identity
from net.lobby.invitation import Invitation, parse_invitation
from net.lobby.late_joiners import LateJoiners
from net.lobby.messages import InfoQuery, write
from net.lobby.phases import Begin
from net.wire.genesis import Policy
from tests.support.catalogue import GAMES
from tests.support.lobby import ANNA, key
from tests.support.parlour import seeded
from tests.support.simulated_table import genesis_of

PEOPLE = [Identity.from_seed(seeded(f"listener/{seat}")(32)) for seat in range(3)]
KEYS = tuple(each.curve_public for each in PEOPLE)
GENESIS = genesis_of(GAMES["plump"], PEOPLE, {"length": "short"}, policy=Policy(), seed="listener")
STRANGER = b"s" * 32


class Wire:
    """A link that notes what is sent and who is called."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, bytes]] = []
        self.in_the_lobby: list[tuple[bytes, bytes]] = []
        self.called: list[tuple[bytes, tuple[Address, ...]]] = []

    def send(self, key: bytes, frame: bytes) -> bool:
        self.sent.append((key, frame))
        return True

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        self.in_the_lobby.append((key, frame))
        return True

    def connect(self, key: bytes, addresses: tuple[Address, ...]) -> None:
        self.called.append((key, addresses))


class Search:
    """A search of the network that has found these players."""

    def __init__(self, *found: bytes) -> None:
        self.is_called = found.__contains__

    def heard(self, event: LinkEvent) -> None:
        """Do nothing: no event changes the finds."""

    def tick(self) -> None:
        """Do nothing: no other player is searched for."""


class Listening:
    """A seat's listener at a table of three, which has found some of its players on the network."""

    def __init__(self, seat: int, *, lobby_port: int | None = None, found: tuple[bytes, ...] = ()) -> None:
        self.now = 0.0
        self.wire = Wire()
        self.kept: list[dict[int, tuple[Address, ...]]] = []
        self.told: list[News] = []
        self.host = f"10.0.0.{seat + 1}"
        self.listener = ReconnectListener(
            cast("Link", self.wire),
            LateJoiners(ANNA, Begin(GENESIS, GENESIS.encode(), (), seat, ()), lambda: ()),
            AddressBook(GENESIS, seat, PEOPLE[seat]),
            keys=KEYS,
            seat=seat,
            ends={},
            lobby_port=lobby_port,
            table_port=5000,
            clock=lambda: self.now,
            unix_time=lambda: int(1000 + self.now),
            own_addresses=lambda port: (Address(self.host, port),),
            keep=lambda ends: self.kept.append(dict(ends)),
            listener=self.told.append,
            search=cast("PlayerSearch", Search(*found)) if found else None,
        )

    def tick(self) -> list[tuple[bytes, bytes]]:
        """Let some seconds pass; return the frames that are sent then."""
        self.now += LOOK_S
        before = len(self.wire.sent)
        self.listener.tick()
        return self.wire.sent[before:]


def at_the_table(seat: int, frame: bytes, host: str = "10.0.0.99") -> Arrived:
    return Arrived(Channel.TABLE, KEYS[seat], host, frame, Way.OUTBOUND)


@pytest.mark.parametrize(
    "event",
    [
        Down(Channel.TABLE, KEYS[1]),
        Up(Channel.TABLE, KEYS[1]),
        Up(Channel.TABLE, STRANGER),
        Flooded(1, (KEYS[1],)),
        LinkRefused(Channel.TABLE, KEYS[1], LinkRefusal.NOT_ADMITTED),
        at_the_table(1, b"\x90"),
    ],
)
def test_everything_but_addresses_is_passed_on_to_the_game(event: LinkEvent) -> None:
    assert not Listening(0).listener.heard(event)


def test_a_player_who_has_moved_is_called_at_the_new_address_and_where_it_is_seen() -> None:
    ann, ben = Listening(0), Listening(1)
    to_ann, to_cat = ben.tick()
    assert (to_ann[0], to_cat[0]) == (KEYS[0], KEYS[2])

    assert ann.listener.heard(at_the_table(1, to_ann[1]))
    found = (Address("10.0.0.99", 5000), Address("10.0.0.2", 5000))
    assert ann.wire.called == [(KEYS[1], found)] and ann.kept == [{1: found}]
    assert ann.wire.sent == [(KEYS[2], to_ann[1])], "the third may not hear it otherwise"


def test_an_address_that_another_player_passes_on_is_called_as_it_is() -> None:
    ben, cat = Listening(1), Listening(2)
    (_, frame), _ = ben.tick()

    assert cat.listener.heard(at_the_table(0, frame))
    assert cat.wire.called == [(KEYS[1], (Address("10.0.0.2", 5000),))]


def test_a_peer_that_connects_gets_all_addresses() -> None:
    ann = Listening(0)
    (_, frame), _ = ann.tick()
    ann.wire.sent.clear()
    ann.listener.heard(Up(Channel.TABLE, KEYS[2]))

    assert ann.wire.sent == [(KEYS[2], frame)]


def test_our_own_address_is_checked_every_few_seconds_and_reported_after_a_change() -> None:
    ann = Listening(0)
    assert len(ann.tick()) == 2 and ann.tick() == []
    ann.host = "10.0.7.7"
    ann.now += LOOK_S / 2
    ann.listener.tick()
    assert len(ann.wire.sent) == 2

    assert len(ann.tick()) == 2 and ann.kept[-1] == {0: (Address("10.0.7.7", 5000),)}
    assert len(ann.kept) == 2 and not ann.told, "without a lobby nobody can be invited"


def test_a_found_player_is_told_in_the_lobby_where_all_are() -> None:
    ann, ben = Listening(0, found=(KEYS[1],)), Listening(1)
    (_, own), _ = ann.tick()
    (_, bens), _ = ben.tick()
    for seat in (1, 2):
        assert not ann.listener.heard(Up(Channel.LOBBY, KEYS[seat]))
    assert ann.wire.in_the_lobby == [(KEYS[1], own)], "we have not called the third"

    assert ann.listener.heard(Arrived(Channel.LOBBY, KEYS[1], "10.0.0.99", bens, Way.OUTBOUND))
    assert ann.wire.called == [(KEYS[1], (Address("10.0.0.99", 5000), Address("10.0.0.2", 5000)))]
    assert ann.wire.in_the_lobby[1:] == [(KEYS[1], own), (KEYS[1], bens)]


@pytest.mark.parametrize("caller", [KEYS[1], STRANGER], ids=["a player", "a stranger"])
def test_questions_about_the_table_in_our_lobby_are_answered(caller: bytes) -> None:
    ann = Listening(0)

    assert ann.listener.heard(Arrived(Channel.LOBBY, caller, "10.0.0.99", write(InfoQuery()), Way.INBOUND))
    assert [key for key, _ in ann.wire.in_the_lobby] == [caller]


def test_a_player_whose_address_a_third_player_announces_gets_no_answer_in_the_lobby() -> None:
    ann, cat = Listening(0), Listening(2)
    (_, cats), _ = cat.tick()

    assert ann.listener.heard(Arrived(Channel.LOBBY, KEYS[1], "10.0.0.99", cats, Way.OUTBOUND))
    assert [key for key, _ in ann.wire.called] == [KEYS[2]] and not ann.wire.in_the_lobby


def test_everybody_can_invite_back_and_all_but_the_host_know_the_address_of_its_next_table() -> None:
    host, ben = Listening(0, lobby_port=4000), Listening(1, lobby_port=4001)
    (_, frame), _ = host.tick()
    ben.listener.heard(at_the_table(0, frame, "10.0.0.1"))
    ben.tick()
    ben.tick()
    [own], [told] = host.told, ben.told

    assert isinstance(own, Inviting) and isinstance(told, Inviting) and own.next_table == ""
    assert parse_invitation(told.invitation) == Invitation((Address("10.0.0.2", 4001),), key(ANNA))
    assert parse_invitation(told.next_table) == Invitation((Address("10.0.0.1", own_port(KEYS[0])),), KEYS[0])


def test_our_own_address_is_looked_up_after_exactly_three_seconds() -> None:
    ann = Listening(0)
    assert len(ann.tick()) == 2
    ann.host = "10.0.7.7"
    ann.now += LOOK_S - 0.01
    ann.listener.tick()
    assert len(ann.kept) == 1
    ann.now += 0.01
    ann.listener.tick()

    assert len(ann.kept) == 2 and LOOK_S == 3.0


def test_a_player_of_another_table_learns_nothing_in_the_lobby() -> None:
    ann = Listening(0, found=(STRANGER,))
    ann.tick()

    assert not ann.listener.heard(Up(Channel.LOBBY, STRANGER))
    assert not ann.listener.heard(Up(Channel.WATCH, KEYS[1])) and ann.wire.in_the_lobby == []
    assert not ann.listener.heard(Down(Channel.LOBBY, KEYS[1]))


@pytest.mark.parametrize(("seat", "hosts"), [(1, ()), (0, ("10.0.0.1",))])
def test_nobody_is_led_to_a_host_whose_address_is_unknown(seat: int, hosts: tuple[str, ...]) -> None:
    here = Listening(seat, lobby_port=4001)
    here.listener.ends.update({0: tuple(Address(host, 5000) for host in hosts)} if hosts else {})
    here.tick()
    [told] = here.told

    assert isinstance(told, Inviting) and told.next_table == ""
