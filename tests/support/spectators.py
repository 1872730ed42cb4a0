"""A table that is watched, with all its spectators and the network between them, in one process.

The game is made before (`tests.support.logs`) and grows by a schedule; players only serve it. Spectators are
complete: they follow a source, check its records with the real judge, and serve the checked records. Time is
turned by hand, and the faults of a source or a spectator are functions of the test.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

from net.agreement.walk import BadRecord
from net.link.address import Address, make_address
from net.lobby.identity import Identity
from net.lobby.phases import HangUp, Tell
from net.watch.judge import Judge
from net.watch.phases import (
    CallSource,
    Came,
    EvidenceShown,
    Follows,
    HandShown,
    Heard,
    NamedSpectators,
    NoMore,
    Opened,
    Parted,
    SourceOut,
    SpectatorOut,
)
from net.watch.source import Source, Watched
from net.watch.spectator import Spectator, SpectatorIdentity
from net.wire.record import parse_record
from tests.support.keys import FastKey, fast_verify
from tests.support.logs import Log

LATENCY_S = 0.002
Spoil = Callable[[bytes, bytes], tuple[bytes, ...]]
"""The fate of a source's frame: (spectator's key, frame) -> the frames that go out."""


def watched_of(log: Log, *, by_ticket: bool = False) -> Watched:
    """The sources' knowledge of a game."""
    players = log.genesis.players
    return Watched(
        log.genesis.id,
        log.genesis.encode(),
        log.sigs,
        tuple(player.ed for player in players),
        tuple(player.nick for player in players),
        by_ticket,
    )


def identity(number: int) -> Identity:
    """The identity of the spectator with that number."""
    return Identity.from_seed(b"watcher " + number.to_bytes(24, "big"))


def place_of(number: int) -> Address:
    """The address of the spectators' port of the peer with that number."""
    return make_address(f"10.0.{number // 200}.{number % 200 + 1}", 4000)


@dataclass
class Player:
    """A player, who serves the log as far as it has come."""

    net: SpectatedGame
    key: bytes
    host: str
    source: Source
    spoil: Spoil = lambda key, frame: (frame,)
    is_there: bool = True
    most_open: int = 0

    def do(self, outs: tuple[SourceOut, ...]) -> None:
        for out in outs:
            if isinstance(out, Tell):
                for frame in self.spoil(out.key, out.frame):
                    self.net.carry_back(self.key, out.key, frame)
            elif isinstance(out, NamedSpectators):
                self.source.tell_who(out)
        held = max((spectator.open_bytes for spectator in self.source.spectators), default=0)
        self.most_open = max(self.most_open, held)

    def tick(self) -> None:
        if self.is_there:
            self.do(self.source.tick(self.net.now))
            self.net.after(max(0.01, self.source.wait_s(self.net.now)), self.tick)


@dataclass
class SpectatorPeer:
    """A spectator: its machine, and its source for others once it has the log."""

    net: SpectatedGame
    number: int
    me: Identity
    machine: Spectator
    source: Source | None = None
    judge: Judge | None = None
    is_there: bool = True
    checked: list[bytes] = field(default_factory=list)
    shown: list[bytes] = field(default_factory=list)
    parted: list[tuple[bytes, bytes]] = field(default_factory=list)
    hands: list[bytes] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    spectators: NamedSpectators | None = None
    follows: list[bytes | None] = field(default_factory=list)
    refused: list[BadRecord] = field(default_factory=list)
    previews: list[int] = field(default_factory=list)
    ended: NoMore | None = None

    @property
    def key(self) -> bytes:
        return self.me.curve_public

    @property
    def host(self) -> str:
        return place_of(self.number).host

    def do(self, outs: tuple[SpectatorOut, ...]) -> None:
        net = self.net
        for out in outs:
            match out:
                case CallSource(key=key):
                    net.lines.add((self.key, key))
                    net.after(LATENCY_S, self._up, key)
                case HangUp(key=key):
                    net.lines.discard((self.key, key))
                case Tell(key=key, frame=frame):
                    net.carry(self.key, key, frame)
                case Opened(genesis=genesis, sigs=sigs):
                    self._open(genesis, sigs)
                case Came():
                    self._came()
                case _:
                    self._note(out)

    def _note(self, out: SpectatorOut) -> None:
        match out:
            case EvidenceShown(raw=raw):
                self.shown.append(raw)
            case Parted(pairs=pairs):
                self.parted += pairs
            case HandShown(raw=raw):
                self.hands.append(raw)
            case Heard(line=line):
                self.heard.append(line.text)
                if self.source is not None:
                    self.serve(self.source.say(line.raw, self.net.now), is_new=False)
            case NamedSpectators():
                self.spectators = out
            case Follows(key=source):
                if not self.follows or self.follows[-1] != source:
                    self.follows.append(source)
            case NoMore():
                self.ended = out

    def serve(self, outs: tuple[SourceOut, ...], *, is_new: bool = True) -> None:
        """Carry out the effects of our source; a line of talk that `is_new` is also passed on."""
        for out in outs:
            if isinstance(out, Tell):
                self.net.carry_back(self.key, out.key, out.frame)
            elif isinstance(out, Heard):
                if is_new:
                    self.heard.append(out.line.text)
                    self.do(self.machine.pass_on(out.line.raw))
            else:
                self.do(self.machine.tell_behind(out))

    def tick(self) -> None:
        if not self.is_there:
            return
        self.do(self.machine.tick(self.net.now))
        if self.source is not None:
            self.serve(self.source.tick(self.net.now))
        waits = [self.machine.wait_s(self.net.now)]
        waits += [] if self.source is None else [self.source.wait_s(self.net.now)]
        self.net.after(max(0.05, min(waits)), self.tick)

    def _up(self, key: bytes) -> None:
        if self.net.is_linked(self.key, key):
            self.do(self.machine.up(key, self.net.now))

    def _open(self, genesis: bytes, sigs: tuple[bytes, ...]) -> None:
        log = self.net.log
        self.judge = Judge(genesis, sigs, machine=log.machine, verify=fast_verify)
        self.source = Source(watched_of(log), verify=fast_verify, now=self.net.now)

    def _came(self) -> None:
        judge, source = self.judge, self.source
        assert judge is not None and source is not None
        ahead = judge.look_ahead(self.machine.records)
        if ahead:
            self.previews.append(ahead[-1].place.k)
        while judge.k < self.machine.k:
            try:
                steps = judge.check(self.machine.records[judge.k])
            except BadRecord as why:
                self.refused.append(why)
                self.do(self.machine.refused(judge.certain_k + 1, self.net.now))
                return
            for step in steps:
                raw = self.machine.records[len(self.checked)]
                self.checked.append(raw)
                self.serve(source.added(raw, step.h, self.net.now))
            self.machine.checked(len(self.checked))


class SpectatedGame:
    """A game of `log` and its spectators; the first `there` heights are final at the start."""

    def __init__(self, log: Log, *, there: int, every_s: float = 0.5, by_ticket: bool = False) -> None:
        self.log = log
        self.raws = log.raws
        self.now = 0.0
        self.k = there
        self.every_s = every_s
        self.lines: set[tuple[bytes, bytes]] = set()
        self.frames = 0
        self._queue: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._count = 0
        tip = parse_record(self.raws[there - 1]).h if there else None
        self.players = [
            Player(
                self,
                player.curve,
                place_of(seat).host,
                Source(
                    watched_of(log, by_ticket=by_ticket),
                    verify=fast_verify,
                    records=self.raws[:there],
                    tip=tip,
                    now=0.0,
                ),
            )
            for seat, player in enumerate(log.genesis.players)
        ]
        self.spectators: list[SpectatorPeer] = []
        self._peers: dict[bytes, Player | SpectatorPeer] = {player.key: player for player in self.players}
        for player in self.players:
            self.after(0.0, player.tick)
        self.after(every_s, self._grow)

    def sit(self, number: int, *, first: int = 0, port: int = 4000, **words: object) -> SpectatorPeer:
        """Let a spectator come who knows all players and asks the one in seat `first` first."""
        me = identity(number)
        places = [(player.key, (place_of(seat),)) for seat, player in enumerate(self.players)]
        more = {"nick": f"spectator {number}", "port": port, **words}
        own_identity = SpectatorIdentity(me.public, me.certificate, signer=FastKey(me.public), **more)  # type: ignore[arg-type]
        spectator = Spectator(
            own_identity, self.log.genesis.id, places[first:] + places[:first], verify=fast_verify
        )
        made = SpectatorPeer(self, 1000 + number, me, spectator)
        self.spectators.append(made)
        self._peers[made.key] = made
        made.do(spectator.start(self.now))
        self.after(0.05, made.tick)
        return made

    def leave(self, spectator: SpectatorPeer) -> None:
        """Let a spectator leave in order."""
        spectator.do(spectator.machine.leave("goes"))
        self.kill(spectator)

    def kill(self, peer: Player | SpectatorPeer) -> None:
        """End a peer without a word."""
        peer.is_there = False
        self.lines = {line for line in self.lines if peer.key not in line}

    # -- the network

    def peer(self, key: bytes) -> Player | SpectatorPeer | None:
        """The peer with that key, if it is there."""
        found = self._peers.get(key)
        return found if found is not None and found.is_there else None

    def is_linked(self, spectator: bytes, source: bytes) -> bool:
        return (spectator, source) in self.lines and None not in (self.peer(spectator), self.peer(source))

    def carry(self, spectator: bytes, source: bytes, frame: bytes) -> None:
        """Carry a spectator's frame to a source."""

        def arrive() -> None:
            to, by = self.peer(source), self.peer(spectator)
            if to is None or by is None or to.source is None or (spectator, source) not in self.lines:
                return
            outs = to.source.received(spectator, frame, address=by.host, now=self.now)
            if isinstance(to, Player):
                to.do(outs)
            else:
                to.serve(outs)

        self.frames += 1
        self.after(LATENCY_S, arrive)

    def carry_back(self, source: bytes, spectator: bytes, frame: bytes) -> None:
        """Carry a source's frame to a spectator."""

        def arrive() -> None:
            to = self.peer(spectator)
            if isinstance(to, SpectatorPeer) and (spectator, source) in self.lines:
                to.do(to.machine.received(source, frame, self.now))

        self.frames += 1
        self.after(LATENCY_S, arrive)

    # -- time

    def after(self, seconds: float, what: Callable[..., None], *words: object) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + seconds, self._count, what, words))

    def run(self, until: Callable[[], bool], *, limit_s: float = 120.0) -> bool:
        """Turn the clock until a condition holds; False if it does not in time."""
        end = self.now + limit_s
        while not until():
            if not self._queue or self._queue[0][0] > end:
                return False
            self.now, _, what, words = heapq.heappop(self._queue)
            what(*words)
        return True

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.run(lambda: False, limit_s=seconds)

    @property
    def all_have_all(self) -> bool:
        """True if every spectator still there has checked the whole game."""
        there = [each for each in self.spectators if each.is_there]
        return self.k == len(self.raws) and all(len(each.checked) == self.k for each in there)

    def _grow(self) -> None:
        if self.k < len(self.raws):
            raw = self.raws[self.k]
            self.k += 1
            for player in self.players:
                if player.is_there:
                    player.do(player.source.added(raw, parse_record(raw).h, self.now))
            self.after(self.every_s, self._grow)
