"""One story over real sockets: an invitation as text, a table that fills, frames between all seats."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from net.link.address import Address
from net.link.contract import Arrived, Channel, Up
from net.link.memory import ProcessMemory
from net.link.zmq_link import ZmqLink
from net.lobby.host import Host
from net.lobby.identity import Identity
from net.lobby.invitation import Invitation, parse_invitation
from net.lobby.joiner import Joiner
from net.lobby.phases import (
    Admission,
    Begin,
    JoinerPhase,
    KnownGame,
    LobbyOut,
    Me,
    OpenTable,
    TableSeen,
    Tell,
    Terms,
)
from net.wire.genesis import Policy

LOOP = "127.0.0.1"
TERMS = Terms(
    table=bytes(16), game="plump", rules="1", engine=bytes(32), options=b"", seats=3, policy=Policy()
)


def known_game(key: str) -> KnownGame | None:
    return KnownGame("1", bytes(32), lambda seats, options: None) if key == "plump" else None


class Program:
    """A player's program: a link, a machine of the lobby, and the game that began."""

    def __init__(self, n: int) -> None:
        self.me = Me(Identity.from_seed(bytes([n]) * 32), f"Player {n}", 1, "0.1")
        who = self.me.identity
        self.link = ZmqLink(who.curve_secret, who.curve_public, clock=time.monotonic, memory=ProcessMemory())
        self.host: Host | None = None
        self.joiner: Joiner | None = None
        self.begin: Begin | None = None
        self.heard: set[bytes] = set()

    def invite(self) -> str:
        self.host = Host(self.me, TERMS, accept=lambda guest: Admission.ADMIT)
        port = self.link.open_lobby(host=LOOP)
        return str(Invitation((Address(LOOP, port),), self.me.identity.curve_public))

    def follow(self, text: str) -> None:
        invitation = parse_invitation(text)
        self.joiner = Joiner(self.me, invitation.host_key, games=known_game)
        self.link.connect_lobby(invitation.host_key, invitation.addresses)
        self._carry_out(self.joiner.start(time.monotonic()))

    def turn(self) -> None:
        for event in self.link.poll(0.002):
            now = time.monotonic()
            if event == Up(Channel.LOBBY, getattr(event, "key", b"")) and self.joiner is not None:
                self._carry_out(self.joiner.connected(now))
            elif isinstance(event, Arrived) and event.channel is Channel.TABLE:
                self.heard.add(event.frame)
            elif isinstance(event, Arrived) and self.host is not None:
                self._carry_out(self.host.received(event.key, event.frame, address=event.address, now=now))
            elif isinstance(event, Arrived) and self.joiner is not None:
                self._carry_out(self.joiner.received(event.frame, now))

    def greet_everybody(self) -> None:
        assert self.begin is not None
        for seat, player in enumerate(self.begin.genesis.players):
            if seat != self.begin.seat:
                self.link.send(player.curve, b"from seat %d" % self.begin.seat)

    def _carry_out(self, outs: tuple[LobbyOut, ...]) -> None:
        now = time.monotonic()
        for out in outs:
            if isinstance(out, Tell):
                self.link.send_lobby(out.key, out.frame)
            elif isinstance(out, TableSeen) and self.joiner is not None:
                if self.joiner.phase is JoinerPhase.GREETED:
                    self._carry_out(self.joiner.join(now))
            elif isinstance(out, OpenTable):
                self.link.shut(Channel.TABLE)
                keys = [player.curve for player in out.genesis.players]
                port = self.link.open_table(out.genesis.id.hex(), keys, host=LOOP)
                machine = self.host or self.joiner
                assert machine is not None
                self._carry_out(machine.opened((Address(LOOP, port),), now=now))
            elif isinstance(out, Begin):
                self.begin = out
                for seat, addresses in out.endpoints:
                    self.link.connect(out.genesis.players[seat].curve, addresses)


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    with ExitStack() as stack:
        made = [Program(n) for n in (1, 2, 3)]
        for program in made:
            stack.enter_context(program.link)
        yield made


def test_an_invitation_leads_to_a_table_where_everybody_hears_everybody(programs: list[Program]) -> None:
    invitation = programs[0].invite()
    for program in programs[1:]:
        program.follow(invitation.lower())
    give_up = time.monotonic() + 120
    while not all(len(program.heard) == 2 for program in programs):
        assert time.monotonic() < give_up, [(program.begin, program.heard) for program in programs]
        for program in programs:
            program.turn()
            if program.begin is not None:
                program.greet_everybody()

    begins = [program.begin for program in programs]
    assert len({begin.body for begin in begins if begin is not None}) == 1
    assert sorted(begin.seat for begin in begins if begin is not None) == [0, 1, 2]
    assert {frame for program in programs for frame in program.heard} == {
        b"from seat 0", b"from seat 1", b"from seat 2"
    }  # fmt: skip
