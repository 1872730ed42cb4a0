"""Addresses of the players of a table: news that is signed, numbered, passed on, and lied about."""

from __future__ import annotations

import pytest

from net.link.address import Address
from net.lobby.address_book import AddressBook, AddressOut, NewAddresses, SendAddresses
from net.lobby.messages import Addr, make_addr, parse, write
from net.lobby.phases import Me
from net.wire.codec import COUNTER_MAX
from net.wire.frame import Frame, Kind
from net.wire.genesis import Genesis, Policy
from net.wire.words import Bye
from tests.support.lobby import ANNA, BERT, ENGINE, EVE, HOST, TABLE

PEOPLE = (HOST, ANNA, BERT)
GENESIS = Genesis("plump", "1", ENGINE, b"a=b", TABLE, tuple(each.player for each in PEOPLE), Policy())
OLD, NEW = (Address("10.0.0.1", 5000),), (Address("10.9.9.9", 5000),)
NOW = 9.0


def at(seat: int) -> AddressBook:
    return AddressBook(GENESIS, seat, PEOPLE[seat].identity)


def addr(seat: int, n: int, addresses: tuple[Address, ...] = NEW, *, by: Me | None = None) -> bytes:
    signer = (by or PEOPLE[seat]).identity
    return write(make_addr(seat, addresses, n=n, game=GENESIS.id, signer=signer))


def told(outs: tuple[AddressOut, ...] | None) -> list[tuple[int, int, int]]:
    """Receiver, player and number of each piece of news that goes out."""
    found = []
    for out in outs or ():
        if isinstance(out, SendAddresses):
            said = parse(out.frame)
            assert isinstance(said, Addr)
            found.append((out.seat, said.seat, said.n))
    return found


def test_our_new_address_is_sent_to_everybody_once() -> None:
    here = at(0)

    assert told(here.moved(OLD, unix_s=1000)) == [(1, 0, 1000), (2, 0, 1000)]
    assert here.moved(OLD, unix_s=2000) == ()
    assert told(here.moved(NEW, unix_s=900)) == [(1, 0, 1001), (2, 0, 1001)]


def test_two_players_who_have_both_moved_find_each_other_through_a_third() -> None:
    host, anna, bert = at(0), at(1), at(2)
    [_, to_bert] = anna.moved(NEW, unix_s=5)  # Bert's does not arrive
    assert isinstance(to_bert, SendAddresses)
    outs = host.received(1, to_bert.frame, NOW)
    assert outs is not None and outs[0] == NewAddresses(1, NEW)
    assert told(outs) == [(2, 1, 5)]
    met = host.met(2)  # Bert connects to the host from another address
    found = [bert.received(0, each.frame, NOW) for each in met if isinstance(each, SendAddresses)]

    assert found == [(NewAddresses(1, NEW),)]


def test_frames_without_an_address_are_left_to_others() -> None:
    for frame in (Frame(Kind.CTL, b"\x91\xc1").encode(), Frame(Kind.CTL, b"").encode(), write(Bye("gone"))):
        assert at(0).received(1, frame, NOW) is None


def test_a_player_continues_from_a_higher_number_of_its_own_unless_that_is_the_last() -> None:
    for n, numbers in ((7, [8, 8]), (COUNTER_MAX - 1, [COUNTER_MAX] * 2), (COUNTER_MAX, [])):
        here = at(0)
        here.moved(OLD, unix_s=5)
        assert [said for *_, said in told(here.received(1, addr(0, n), NOW))] == numbers


def test_an_address_that_is_not_newer_changes_nothing() -> None:
    host = at(0)
    assert host.received(1, addr(1, 7), NOW)
    for n in (7, 6, 0):
        assert host.received(2, addr(1, n, OLD), NOW) == ()
        # Seat 1 has forgotten its newer number, it seems.
        assert told(host.received(1, addr(1, n, OLD), NOW)) == [(1, 1, 7)]
    assert told(host.met(2)) == [(2, 1, 7)]


@pytest.mark.parametrize(
    "frame",
    [
        addr(1, 9, by=BERT),
        addr(1, 9, by=EVE),
        write(make_addr(1, NEW, n=9, game=bytes(32), signer=ANNA.identity)),
        write(make_addr(2, NEW, n=9, game=GENESIS.id, signer=ANNA.identity)),
        write(make_addr(3, NEW, n=9, game=GENESIS.id, signer=EVE.identity)),
        addr(1, 9)[:-1],
    ],
)
def test_an_address_that_the_seat_has_not_signed_is_ignored(frame: bytes) -> None:
    host = at(0)

    assert not host.received(2, frame, NOW)
    assert host.met(1) == ()


@pytest.mark.parametrize(
    "frame", [b"", b"\xc1", write(Bye("x")), Frame(Kind.HEAD, b"ADDR").encode(), bytes(9999)]
)
def test_other_frames_are_left_to_others(frame: bytes) -> None:
    assert at(0).received(1, frame, NOW) is None


def test_a_clock_that_was_set_back_does_not_hide_where_we_are() -> None:
    """The number of an earlier run comes back from the others, and the count goes on from there."""
    here = at(0)
    here.moved(NEW, unix_s=10)
    before = addr(0, 5000, OLD)

    assert told(here.received(1, before, NOW)) == [(1, 0, 5001), (2, 0, 5001)]
    assert here.received(1, before, NOW) == ()
    here = at(0)
    here.moved(NEW, unix_s=5000)  # started again within the same second
    assert told(here.received(1, before, NOW)) == [(1, 0, 5001), (2, 0, 5001)]
    assert at(0).received(1, addr(0, COUNTER_MAX), NOW) == ()


def test_a_flood_of_moves_is_passed_on_at_a_bounded_rate() -> None:
    host, passed = at(0), 0
    for n in range(1, 200):
        passed += len(told(host.received(1, addr(1, n), NOW + n * 0.05)))

    assert passed <= 5 + 5
    assert told(host.received(2, addr(2, 1), NOW + 10)) == [(1, 2, 1)]


def test_junk_about_a_player_does_not_use_up_that_players_rate() -> None:
    host = at(0)
    for n in range(100):
        host.received(2, addr(1, 1000 + n, by=BERT), NOW)

    assert told(host.received(1, addr(1, 5), NOW)) == [(2, 1, 5)]
