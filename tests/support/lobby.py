"""The lobby's machines with a wire between them whose faults follow from a seed, and messages for them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from net.link.address import Address
from net.lobby.host import Host
from net.lobby.identity import Identity
from net.lobby.joiner import Joiner
from net.lobby.messages import LOBBY_MAX, Hello, Message, parse, write
from net.lobby.phases import (
    PROTOCOL,
    Admission,
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
from net.wire.words import Err
from rules.errors import BadOptions
from tests.support.values import replace

TABLE = bytes(range(16))
ENGINE = bytes(32)
TERMS = Terms(table=TABLE, game="plump", rules="1", engine=ENGINE, options=b"a=b", seats=3, policy=Policy())


def player(n: int, *, boot: int = 1) -> Me:
    return Me(Identity.from_seed(bytes([n]) * 32), f"Player {n}", boot, "0.1")


def options_known(seats: int, options: bytes) -> None:
    if options != b"a=b" or seats not in (2, 3, 4):
        raise BadOptions("no such option")


GAMES = {"plump": KnownGame("1", ENGINE, options_known)}
HOST, ANNA, BERT, EVE = player(1), player(2), player(3), player(4)


def key(who: Me) -> bytes:
    return who.identity.curve_public


@dataclass
class Room:
    """A host, joiners, and a wire whose faults follow from a seed."""

    terms: Terms = TERMS
    verdict: Admission = Admission.ADMIT
    faults: float = 0.0
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    now: float = 100.0

    def __post_init__(self) -> None:
        self.host = Host(HOST, self.terms, accept=lambda _: self.verdict)
        self.joiners: dict[bytes, Joiner] = {}
        self.wire: list[tuple[bytes, bytes, bytes]] = []  # from, to, frame
        self.saw: dict[bytes, list[LobbyOut]] = {key(HOST): []}
        self.cut: set[bytes] = set()
        self.loses: Callable[[bytes, bytes], bool] = lambda to, frame: False
        self.auto_join = True

    def enter(self, who: Me, games: Callable[[str], KnownGame | None] = GAMES.get) -> Joiner:
        joiner = self.joiners[key(who)] = Joiner(who, key(HOST), games=games)
        self.saw.setdefault(key(who), [])
        self.take(key(who), joiner.start(self.now))
        return joiner

    def take(self, who: bytes, outs: tuple[LobbyOut, ...]) -> None:
        for out in outs:
            if isinstance(out, Tell):
                self._send(who, out)
                continue
            self.saw[who].append(out)
            if isinstance(out, OpenTable):
                here = (Address(f"10.0.0.{out.seat + 1}", 5000 + out.seat),)
                machine = self.host if who == key(HOST) else self.joiners[who]
                self.take(who, machine.opened(here, now=self.now))
            elif (
                isinstance(out, TableSeen)
                and self.auto_join
                and self.joiners[who].phase is JoinerPhase.GREETED
            ):
                self.take(who, self.joiners[who].join(self.now))

    def _send(self, who: bytes, out: Tell) -> None:
        assert len(out.frame) <= LOBBY_MAX
        for _ in range(2 if self.rng.random() < self.faults else 1):
            if self.rng.random() >= self.faults:
                self.wire.append((who, out.key, out.frame))

    def run(self, seconds: int = 1) -> None:
        """Deliver everything, then let a second pass; `seconds` times."""
        for _ in range(seconds):
            while self.wire:
                at = self.rng.randrange(len(self.wire)) if self.rng.random() < self.faults else 0
                sender, to, frame = self.wire.pop(at)
                if sender in self.cut or to in self.cut or self.loses(to, frame):
                    continue
                if to == key(HOST):
                    self.take(to, self.host.received(sender, frame, address="192.168.0.9", now=self.now))
                elif to in self.joiners:
                    self.take(to, self.joiners[to].received(frame, self.now))
            self.now += 1.0
            self.take(key(HOST), self.host.tick(self.now))
            for who, joiner in self.joiners.items():
                self.take(who, joiner.tick(self.now))

    def last(self, who: Me, kind: type) -> object:
        return [out for out in self.saw[key(who)] if isinstance(out, kind)][-1]

    def has(self, who: Me, kind: type) -> bool:
        return any(isinstance(out, kind) for out in self.saw[key(who)])


def errors(outs: tuple[LobbyOut, ...]) -> list[Err]:
    told = [parse(out.frame) for out in outs if isinstance(out, Tell)]
    return [message for message in told if isinstance(message, Err)]


def hello(who: Me, **changes: object) -> Hello:
    said = Hello(PROTOCOL, PROTOCOL, who.player.ed, who.player.cert, who.nick, who.boot, "0.1")
    return replace(said, **changes)


def to_host(room: Room, who: Me, message: Message | bytes) -> list[Err]:
    frame = message if isinstance(message, bytes) else write(message)
    return errors(room.host.received(key(who), frame, address="192.168.0.9", now=room.now))


def answers(room: Room, who: Me, said: Message) -> list[Message]:
    """The host's answers to a message."""
    outs = room.host.received(key(who), write(said), address="", now=room.now)
    return [parse(out.frame) for out in outs if isinstance(out, Tell)]
