"""Calls to people without a table: repeated until they answer, and given up after a while."""

from __future__ import annotations

from typing import cast

import pytest
from msgpack import packb

from app.table.calling import Calls
from app.table.start import Callee
from net.discovery.words import Call, Called, Dialled, parse_word, write_word
from net.link.address import Address, parse_address
from net.link.contract import Arrived, Channel, Link, Up
from net.lobby.identity import Identity
from net.lobby.phases import Me
from net.wire.frame import Frame, Kind

ANN, BO, EVE = (bytes([number]) * 32 for number in (1, 2, 3))
CALLEES = (Callee("Ann", ANN, ("192.168.7.2:5000",)), Callee("Bo", BO, ("192.168.7.3:5000", "10.0.0.3:1")))
LISA = Identity.from_seed(bytes(32))


class Evening:
    """A host who calls two people, on a link that notes what is asked of it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.connected: list[tuple[bytes, tuple[Address, ...]]] = []
        self.sent: list[tuple[float, bytes, bytes]] = []
        self.hung_up: list[tuple[float, bytes]] = []
        self.failed: list[tuple[float, str]] = []
        self.calls = Calls(
            CALLEES,
            cast("Link", self),
            me=Me(LISA, "Lisa", 1, "1"),
            invitation="shoal:table",
            clock=lambda: self.now,
            failed=lambda nick: self.failed.append((self.now, nick)),
        )

    def connect_lobby(self, key: bytes, addresses: tuple[Address, ...]) -> None:
        self.connected.append((key, addresses))

    def send_lobby(self, key: bytes, frame: bytes) -> None:
        self.sent.append((self.now, key, frame))

    def hang_up(self, key: bytes, *, channel: Channel) -> None:
        assert channel is Channel.LOBBY
        self.hung_up.append((self.now, key))

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.calls.tick()
            self.now += 1

    def answers(self, key: bytes, frame: bytes, channel: Channel = Channel.LOBBY) -> bool:
        return self.calls.heard(Arrived(channel, key, "192.168.7.9", frame))


def test_a_person_who_is_reached_gets_the_invitation_at_once() -> None:
    evening = Evening()
    for event in (Up(Channel.LOBBY, ANN), Up(Channel.TABLE, BO), Up(Channel.LOBBY, EVE)):
        assert not evening.calls.heard(event), "others may need to know it too"

    assert evening.connected == [
        (callee.key, tuple(map(parse_address, callee.addresses))) for callee in CALLEES
    ]
    [(_, key, frame)] = evening.sent
    assert (key, parse_word(frame)) == (ANN, Call(LISA.public, LISA.certificate, "Lisa", "shoal:table"))


def test_a_call_is_repeated_every_3_seconds_and_given_up_after_15() -> None:
    evening = Evening()
    evening.wait(40)

    for key in (ANN, BO):
        assert [at for at, whom, _ in evening.sent if whom == key] == [3, 6, 9, 12, 15]
    assert evening.failed == [(15, "Ann"), (15, "Bo")]
    assert evening.hung_up == [(15, ANN), (15, BO)]


def test_a_person_who_has_answered_is_called_no_more() -> None:
    evening = Evening()
    evening.wait(4)
    assert evening.answers(ANN, write_word(Called())) and evening.hung_up == [(4, ANN)]
    assert evening.answers(ANN, write_word(Called())) and evening.answers(EVE, write_word(Called()))
    evening.wait(30)

    assert [at for at, key, _ in evening.sent if key == ANN] == [3]
    assert evening.failed == [(15, "Bo")] and evening.hung_up == [(4, ANN), (15, BO)]


@pytest.mark.parametrize(
    ("frame", "channel", "is_ours"),
    [
        (write_word(Called()), Channel.TABLE, False),
        (write_word(Call(LISA.public, LISA.certificate, "Lisa", "shoal:table")), Channel.LOBBY, False),
        (b"no frame", Channel.LOBBY, False),
        (write_word(Dialled(5000, True)), Channel.LOBBY, True),
        (Frame(Kind.CTL, packb(["CALLED", 1])).encode(), Channel.LOBBY, True),
    ],
)
def test_only_the_answer_of_a_lobby_ends_a_call_and_an_odd_frame_does_not(
    frame: bytes, channel: Channel, is_ours: bool
) -> None:
    evening = Evening()

    assert evening.answers(ANN, frame, channel) is is_ours
    assert evening.hung_up == []
