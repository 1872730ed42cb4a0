"""Heirs, who may hold a table open when its host is gone: told to those who sit, accepted from no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
import pytest

from net.errors import Malformed
from net.lobby.messages import LOBBY_MAX, Heir, Heirs, Info, parse, write
from net.lobby.phases import CLOSED_TEXT, Ended, JoinerPhase
from net.wire.envelope import SEATS_MAX
from net.wire.frame import Frame, Kind, parse_frame
from net.wire.words import Bye
from tests.support.lobby import ANNA, BERT, EVE, HOST, TERMS, Room, hello, key
from tests.support.values import replace

WIDE = replace(TERMS, seats=4)
TOLD = Heirs((Heir(ANNA.player.ed, key(ANNA), "192.168.0.9"), Heir(BERT.player.ed, key(BERT), "fd00::7")))


def two() -> Room:
    room = Room(WIDE)
    for who in (ANNA, BERT):
        room.enter(who)
        room.run(2)
    return room


def ends(room: Room, who: object, seconds: int = 25) -> Ended:
    room.run(seconds)
    return room.last(who, Ended)  # type: ignore[arg-type, return-value]


def test_guests_with_seats_learn_the_heirs_in_the_order_of_their_seats() -> None:
    room = two()

    for who in (ANNA, BERT):
        heirs = room.joiners[key(who)].heirs
        assert [(each.ed, each.curve, each.host) for each in heirs] == [
            (ANNA.player.ed, key(ANNA), "192.168.0.9"),
            (BERT.player.ed, key(BERT), "192.168.0.9"),
        ]


def test_strangers_learn_nothing_of_where_guests_are() -> None:
    room = two()
    outs = room.host.received(key(EVE), write(hello(EVE)), address="192.168.0.66", now=room.now)
    told = [parse(out.frame) for out in outs]  # type: ignore[union-attr]

    assert any(isinstance(each, Info) for each in told) and not any(isinstance(each, Heirs) for each in told)


def test_after_the_host_is_killed_its_guests_are_orphans() -> None:
    room = two()
    room.cut = {key(HOST)}

    assert ends(room, ANNA).is_orphan and ends(room, BERT).is_orphan


@pytest.mark.parametrize(
    ("text", "is_orphan"), [("", True), (CLOSED_TEXT, True), ("the host has taken your seat away", False)]
)
def test_after_a_goodbye_of_the_host_to_all_its_guests_are_orphans(text: str, is_orphan: bool) -> None:
    room = two()
    [ended] = room.joiners[key(ANNA)].received(write(Bye(text)), room.now)

    assert isinstance(ended, Ended) and ended.is_orphan is is_orphan


def test_a_guest_who_has_no_seat_yet_is_not_an_orphan() -> None:
    room = Room(WIDE)
    room.auto_join = False
    joiner = room.enter(ANNA)
    room.run(2)
    assert joiner.phase is JoinerPhase.GREETED
    room.cut = {key(HOST)}

    assert not ends(room, ANNA).is_orphan


def test_an_heir_without_a_seat_at_the_table_is_ignored() -> None:
    room = two()
    joiner = room.joiners[key(ANNA)]
    joiner.received(write(Heirs((Heir(EVE.player.ed, key(EVE), "6.6.6.6"), *TOLD.heirs))), room.now)

    assert [each.ed for each in joiner.heirs] == [ANNA.player.ed, BERT.player.ed]


def test_a_guest_who_left_is_no_heir() -> None:
    room = two()
    room.take(key(ANNA), room.joiners[key(ANNA)].leave("bye"))
    room.run(3)

    assert [each.ed for each in room.joiners[key(BERT)].heirs] == [BERT.player.ed]


# -- the wire


def test_the_list_of_heirs_is_read_back_and_the_largest_fits() -> None:
    most = Heirs(
        tuple(
            Heir(bytes([n]) * 32, bytes([n, 1]) * 16, "fd00:1111:2222:3333:4444:5555:6666:7777")
            for n in range(SEATS_MAX)
        )
    )

    assert parse(write(TOLD)) == TOLD and parse(write(most)) == most
    assert len(write(most)) <= LOBBY_MAX


def heir(at: int, place: int, value: object) -> Callable[[list[Any]], None]:
    def lie(fields: list[Any]) -> None:
        fields[1][at][place] = value

    return lie


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (heir(1, 0, ANNA.player.ed), "same-key"),
        (heir(1, 1, key(ANNA)), "same-key"),
        (heir(0, 0, bytes(31)), "bytes"),
        (heir(0, 1, bytes(33)), "bytes"),
        (heir(0, 2, ""), "text"),
        (heir(0, 2, "a.name"), "address"),
        (heir(0, 2, "255.255.255.255"), "address"),
        (heir(0, 2, "224.0.0.1"), "address"),
        (heir(0, 2, "fd00:0::7"), "address"),
        (heir(0, 2, "10.0.0.1:80"), "address"),
        (lambda fields: fields[1].extend([fields[1][0]] * 10), "not-msgpack"),
        (lambda fields: fields.append(0), "count"),
    ],
)
def test_an_impossible_list_of_heirs_is_refused(lie: Callable[[list[Any]], None], reason: str) -> None:
    fields = msgpack.unpackb(parse_frame(write(TOLD)).b, use_list=True)
    lie(fields)
    with pytest.raises(Malformed) as refusal:
        parse(Frame(Kind.CTL, msgpack.packb(fields)).encode())

    assert refusal.value.reason == reason
