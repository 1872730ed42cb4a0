"""Tables with liars up to a minority, who lie to each receiver at each stage in their own way, in simulation.

Where a majority of the seats is honest and connected, the table ends or goes on, whatever the others do:
no hang, no fork, and nobody honest is named (net 4.4).
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from net.agreement.effects import Effect, FinalHeight, NewView, Send
from net.agreement.table import Table
from net.errors import LocalError
from net.machine import Choice, TableView
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope, seal
from net.wire.frame import Kind, parse_frame
from net.wire.record import is_majority
from tests.support.cheaters import env, shameless
from tests.support.keys import fast_key
from tests.support.simulation import Faults, Peer
from tests.support.views import SICK_S, Voter, Voting

HEALING = Faults(loss=0.1, copy=0.05, slow=0.02, crash=0.001, partitions=2, until_s=12.0)
STAGES: Final = (Entry, Ack, Vote)


TAKEN_BACK = 3
"""Whoever takes its vote back so often is not waited for (`app.table.missing`)."""


class Prudent(Voter):
    """A voter who goes on without whoever is proven to lie, has signed what nobody explains, takes its votes
    back again and again, or leaves out for long what it alone owes; and who joins what most want."""

    def __init__(self, net: Voting, seat: int) -> None:
        super().__init__(net, seat)
        self.last: dict[int, Vote] = {}
        self.said: set[tuple[int, TableView]] = set()
        self.taken_back: Counter[int] = Counter()
        self.owes: dict[int, float] = {}
        self.late: set[int] = set()

    def think(self, life: int) -> None:
        if life == self.life and self.table is not None:
            self.watch(self.table)
        super().think(life)

    def watch(self, table: Table) -> None:
        """Note who votes for what, and who owes what for how long."""
        for vote in table.votes:
            last = self.last.get(vote.seat, vote)
            if vote.v > last.v and vote.view != last.view and not {*vote.view.act} < {*last.view.act}:
                self.taken_back[vote.seat] += 1
            self.said.add((vote.seat, vote.view))
            if vote.v >= last.v:
                self.last[vote.seat] = vote
        owing = self.owing(table)
        self.owes = {seat: self.owes.get(seat, self.net.now) for seat in sorted(owing)}
        self.late |= {seat for seat, since in self.owes.items() if self.net.now - since > SICK_S}

    def owing(self, table: Table) -> set[int]:
        """Who leaves out what most others have given: an ack, an entry, or a vote."""
        wish, opened = table.wish, table.open
        if table.voted > table.v and wish is not None and not table.is_changing:
            alike = {seat for seat in table.act if (seat, wish) in self.said} | {self.seat}
            return {*wish.act} - alike if 2 * len(alike) > len(table.act) else set()
        if table.is_changing or table.voted <= table.v:
            return {*(opened.entries or opened.acks or opened.disputed)} - {self.seat}
        return set()

    def decide(self) -> None:
        table = self.table
        if table is None or self.seat not in table.act:
            return
        fickle = {seat for seat, times in self.taken_back.items() if times >= TAKEN_BACK}
        out = (table.proven | fickle | {each.seat for each in self.unexplained} | self.late) - {self.seat}
        here = tuple(seat for seat in table.act if seat not in out)
        wanted = Counter(vote.view for vote in self.last.values() if vote.v > table.v)
        own = TableView(here, Choice.GO_ON if here == table.act else Choice.LEAVE_OUT)
        if self.is_sick:
            some_are_honest = (len(table.act) - 1) // 2
            for view, times in wanted.items():
                if times > some_are_honest and self.seat in view.act and not out & {*view.act}:
                    own = view
        if out or wanted or table.voted > table.v:
            self.want(own)

    def consider(self, life: int, voted: object) -> None:
        """Nobody is followed at once: each looks for itself."""

    def carry_out(self, effect: Effect) -> None:
        if isinstance(effect, FinalHeight):
            self.owes.clear()
        if isinstance(effect, NewView):
            self.late.clear()
            self.said.clear()
            self.last.clear()
            self.taken_back.clear()
        super().carry_out(effect)


class Schemer(Prudent):
    """Lies by a plan of its seed: for each receiver and each thing that it signs it says the truth, says
    something else, says both, says nothing, or says it much later. Never admits anything, and may go silent
    for good."""

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
        if life == self.life and self.is_voter and table is not None and table.machine.actors:
            others = {seat for seat in table.act if self.rng.random() < 0.7}
            if self.seat in table.act:
                self.want(TableView(tuple(sorted({*others, self.seat})), Choice.LEAVE_OUT))
                if self.withdraws:
                    self.want(TableView(table.act, Choice.GO_ON))
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
        """What goes out in the place of a frame, and how much later."""
        opened = parse_frame(frame)
        if opened.t == Kind.RECS and to in self.victims and any(self.weights):
            return []  # what it signed is in there
        if opened.t != Kind.ENV or to not in self.victims:
            return [(frame, 0.0)]
        envelope = open_envelope(opened.b)
        body = parse_body(envelope.body)
        k = body.k if isinstance(body, Entry | Ack) else self.since
        if (
            envelope.seat != self.seat
            or not isinstance(body, self.stages)
            or not self.since <= k <= self.until
        ):
            return [(frame, 0.0)]
        rng = Random(f"{self.net.seed} {body.slot} {to}")
        if not any(self.weights):
            return [(frame, 0.0)]
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
        """Something else for the same slot."""
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
    """A table of honest, prudent voters and a minority of schemers."""

    kind: type[Peer] = field(default=Schemer)

    def make(self, seat: int) -> Peer:
        return self.kind(self, seat) if seat in self.liars else Prudent(self, seat)

    @property
    def is_done(self) -> bool:
        return all(peer.table is not None and not peer.table.machine.actors for peer in self.honest) or (
            self.now > self.faults.until_s + 40.0 and self.has_lost_its_majority
        )

    @property
    def has_lost_its_majority(self) -> bool:
        """Whether the honest are no majority of a table that they themselves have come to meanwhile."""
        here = sorted(peer.seat for peer in self.honest)
        latest = max((peer.table for peer in self.honest if peer.table), key=lambda table: table.v)
        return not is_majority(here, of=latest.act) or 2 * len({*here} & {*latest.act}) <= len(latest.act)


def lively(seed: int, kind: type[Peer] = Schemer) -> Lively:
    """A table of three to seven with as many liars as an honest majority leaves room for."""
    rng = Random(f"lively {seed}")
    seats = rng.choice([3, 3, 4, 5, 5, 6, 7])
    liars = frozenset(rng.sample(range(seats), rng.randint(1, (seats - 1) // 2)))
    return Lively(seed, seats, heights=14, faults=HEALING, liars=liars, kind=kind, settle_s=3.0)


def named(run: Lively) -> set[int]:
    """Everybody whom an honest peer says to have lied."""
    found: set[int] = set()
    for peer in run.honest:
        assert peer.table is not None
        found |= peer.table.proven | {each.seat for each in peer.unexplained}
    return found
