"""Tables with liars up to a minority, who lie to each receiver at each stage in their own way, in simulation.

With an honest, connected majority the table ends or goes on, whatever the others do:
no hang, no fork, and nobody honest is named (net 4.4).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

from net.agreement.effects import Effect, Send, Voted
from net.errors import LocalError
from net.machine import Choice, TableView
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope, seal
from net.wire.frame import Kind, parse_frame
from tests.support.cheaters import env, shameless
from tests.support.keys import fast_key
from tests.support.simulation import Faults, Peer
from tests.support.values import replace
from tests.support.views import Voter, Voting

HEALING = Faults(loss=0.1, copy=0.05, slow=0.02, crash=0.001, partitions=2, until_s=12.0)
STAGES: Final = (Entry, Ack, Vote)


class Talker(Voter):
    """A person who votes at random while there are faults. Once these are over the honest have talked, and
    all vote to go on without the liars where the table stands still."""

    def decide(self) -> None:
        table, net = self.table, self.net
        if net.now < net.faults.until_s:
            super().decide()
        elif table is not None and self.is_sick:
            tables = [peer.table for peer in net.honest if peer.table is not None]
            v = max(each.log.v for each in tables)
            changes = [each.log.changes.change for each in tables if each.log.v == v]
            acts = [{*each.log.act} for each in tables if each.log.v == v]
            acts += [{*change.act} for change in changes if change is not None]
            act = tuple(sorted(set().union(*acts) - net.liars))
            if table.log.v == v and self.seat in act:
                self.want(TableView(act, Choice.LEAVE_OUT))

    def consider(self, life: int, voted: Voted) -> None:
        if self.net.now < self.net.faults.until_s:
            super().consider(life, voted)


class Schemer(Voter):
    """Lies by a plan of its seed: for each receiver and each thing that it signs it says the truth, says
    something else, says both, says nothing, or says it much later. Never admits anything, and may fall silent
    for ever."""

    def __init__(self, net: Voting, seat: int) -> None:
        super().__init__(net, seat)
        rng = net.rng
        self.stages = tuple(rng.sample(STAGES, rng.randint(1, 3)))
        self.since = rng.randint(1, net.heights // 2)
        self.until = self.since + rng.choice([0, 0, 1, 2, 50])
        self.weights = [rng.choice([0, 1, 3]) for _ in range(5)]
        self.victims = frozenset(each for each in range(net.seats) if rng.random() < rng.choice([0.4, 1.0]))
        self.is_voter = rng.random() < 0.5
        self.withdraws = rng.random() < 0.2
        self.ends_s = rng.uniform(2.0, 20.0) if rng.random() < 0.3 else float("inf")

    def boot(self) -> None:
        super().boot()
        if self.table is not None:
            shameless(self.table, self.seat)

    def think(self, life: int) -> None:
        table = self.table
        if life == self.life and self.is_voter and table is not None and table.log.machine.actors:
            others = {seat for seat in table.log.act if self.rng.random() < 0.7}
            if self.seat in table.log.act:
                self.want(TableView(tuple(sorted({*others, self.seat})), Choice.LEAVE_OUT))
                if self.withdraws:
                    self.want(TableView(table.log.act, Choice.GO_ON))
        super().think(life)

    def want(self, view: TableView) -> None:
        with suppress(LocalError):
            super().want(view)

    def carry_out(self, effect: Effect) -> None:
        if not isinstance(effect, Send):
            super().carry_out(effect)
            return
        if self.net.now > self.ends_s:
            return
        for frame, later in self.twisted(effect.frame, effect.to):
            if later > 0:
                self.net.after(later, self.net.carry, self.seat, effect.to, frame)
            else:
                super().carry_out(replace(effect, frame=frame))

    def twisted(self, frame: bytes, to: int) -> list[tuple[bytes, float]]:
        """The messages that go out in place of a frame, each with its delay."""
        opened = parse_frame(frame)
        if opened.t == Kind.RECS and to in self.victims and any(self.weights):
            return []  # records have the messages that it signed
        if opened.t != Kind.ENV or to not in self.victims:
            return [(frame, 0.0)]
        envelope = open_envelope(opened.b)
        body = parse_body(envelope.body)
        if not isinstance(body, Entry | Ack | Vote) or type(body) not in self.stages:
            return [(frame, 0.0)]
        k = self.since if isinstance(body, Vote) else body.k
        if envelope.seat != self.seat or not self.since <= k <= self.until or not any(self.weights):
            return [(frame, 0.0)]
        rng = Random(f"{self.net.seed} {body.slot} {to}")
        false = env(seal(self.seat, self.lie(body, rng).encode(), fast_key(self.seat)))
        said: list[list[tuple[bytes, float]]] = [
            [(frame, 0.0)],
            [(false, 0.0)],
            [(false, 0.0), (frame, rng.uniform(0.0, 4.0))],
            [],
            [(frame, rng.uniform(0.5, 6.0))],
        ]
        return rng.choices(said, self.weights)[0]

    def lie(self, body: Entry | Ack | Vote, rng: Random) -> Entry | Ack | Vote:
        """Another message for the same slot."""
        if isinstance(body, Entry):
            pays = [body.pay + b"!", b"illegal " + body.pay]
            return rng.choice([replace(body, pay=rng.choice(pays)), replace(body, st=bytes(32))])
        if isinstance(body, Ack):
            return rng.choice([replace(body, h=bytes(32)), replace(body, st=bytes(32))])
        other = Choice.STAND_IN if body.view.choice is Choice.LEAVE_OUT else Choice.LEAVE_OUT
        return rng.choice(
            [
                replace(body, lv=0, lk=0, lh=self.net.genesis.id),
                replace(body, lv=body.v - 1, lk=body.lk + 1, lh=bytes(32)),
                replace(body, lk=max(body.lk - 1, 0), lh=self.hash_at(body.lk - 1)),
                replace(body, view=replace(body.view, choice=other)),
            ]
        )

    def hash_at(self, k: int) -> bytes:
        """The chain hash of a final height."""
        return self.net.chain.get(k, self.net.genesis.id)


@dataclass
class Lively(Voting):
    """A table of honest people and a minority of schemers."""

    kind: type[Peer] = field(default=Schemer)

    def make(self, seat: int) -> Peer:
        return self.kind(self, seat) if seat in self.liars else Talker(self, seat)

    @property
    def is_done(self) -> bool:
        return all(peer.table is not None and not peer.table.log.machine.actors for peer in self.honest) or (
            self.now > self.faults.until_s + 40.0 and self.is_halved
        )


def lively(seed: int, kind: type[Peer] = Schemer) -> Lively:
    """A table of three to seven with one liar or more, but an honest majority."""
    rng = Random(f"lively {seed}")
    seats = rng.choice([3, 3, 4, 5, 5, 6, 7])
    liars = frozenset(rng.sample(range(seats), rng.randint(1, (seats - 1) // 2)))
    return Lively(seed, seats, heights=14, faults=HEALING, liars=liars, kind=kind, settle_s=3.0)


def named(run: Lively) -> set[int]:
    """Seats whose lie an honest peer has proven, or whose messages it cannot explain."""
    found: set[int] = set()
    for peer in run.honest:
        assert peer.table is not None
        found |= peer.table.log.blame.proven | {each.seat for each in peer.unexplained}
    return found
