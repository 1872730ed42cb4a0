"""Liars at a table of three, in simulation: one lies by votes or by silence, two are honest."""

from __future__ import annotations

from dataclasses import dataclass, field

from net.agreement.effects import Effect, Send
from net.errors import NoView
from net.machine import Choice, TableView
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind, parse_frame
from tests.support.simulation import Peer
from tests.support.values import replace
from tests.support.views import LowVoter, Voter, Voting

FICKLE = 4
"""Number of different views of one voter from which on nobody waits for it (much as `app.table.missing`)."""


class Wary(Voter):
    """A voter that goes on without a seat that keeps changing its vote, as the program does."""

    def __init__(self, net: Voting, seat: int) -> None:
        super().__init__(net, seat)
        self.wants: dict[int, set[TableView]] = {}
        self.blamed: set[int] = set()
        """Seats that this peer named: proven, unexplained, fickle, or awaited for too long."""

    def decide(self) -> None:
        table = self.table
        if table is None:
            return
        for vote in table.log.changes.votes:
            self.wants.setdefault(vote.seat, set()).add(vote.view)
        fickle = {seat for seat, views in self.wants.items() if len(views) >= FICKLE} - {self.seat}
        out = table.log.blame.proven | fickle | {each.seat for each in self.unexplained}
        opened = table.log.open
        late = {*(opened.entries or opened.acks or opened.disputed)} - {self.seat}
        here = {seat for seat in table.log.act if seat not in out}
        if not out and self.is_sick:
            here -= late
        if here == {*table.log.act}:
            if any(
                vote.v > table.log.v for vote in table.log.changes.votes
            ):  # a view with everybody frees those who have voted
                self.want(TableView(table.log.act, Choice.GO_ON))
            return
        self.blamed |= {*table.log.act} - here
        self.want(TableView(tuple(sorted(here)), Choice.LEAVE_OUT))

    def consider(self, life: int, voted: object) -> None:
        """Follow nobody: each peer decides by what it has seen itself."""


class SilentOnce(Peer):
    """Sends no entry and no ack of its own for one height, and never records; its heads go on."""

    def __init__(self, net: Voting, seat: int) -> None:
        super().__init__(net, seat)
        self.silent_at = net.rng.randint(2, 8)

    def carry_out(self, effect: Effect) -> None:
        if not (isinstance(effect, Send) and self._is_of_that_height(effect.frame)):
            super().carry_out(effect)

    def _is_of_that_height(self, frame: bytes) -> bool:
        opened = parse_frame(frame)
        if opened.t != Kind.ENV:
            return opened.t == Kind.RECS  # records would have the messages that it signed then
        envelope = open_envelope(opened.b)
        body = parse_body(envelope.body)
        return (
            envelope.seat == self.seat
            and isinstance(body, Entry | Ack)
            and (body.v, body.k) == (0, self.silent_at)
        )


class NonsenseVoter(LowVoter):
    """Votes all the time, unasked: for a table of itself, for seats that nobody has, for locks that nobody
    has."""

    def think(self, life: int) -> None:
        if life == self.life and self.table is not None and self.table.log.machine.actors:
            everybody = TableView(tuple(range(self.net.seats)), Choice.GO_ON)
            self.want(everybody)
        self.net.after(self.rng.uniform(0.5, 2.0), self.think, self.life)

    def lie(self, vote: Vote, to: int) -> Vote:
        act = self.rng.choice([(self.seat,), (self.seat, self.net.seats + 3), vote.view.act])
        view = replace(vote.view, act=tuple(sorted(act)))
        return replace(
            vote, view=view, lv=vote.v - 1, lk=vote.lk + self.rng.randint(1, 9), lh=self.rng.randbytes(32)
        )


class Withdrawer(Voter):
    """Votes to leave somebody out and takes it back, again and again."""

    def think(self, life: int) -> None:
        table = self.table
        if (
            life == self.life
            and table is not None
            and table.log.machine.actors
            and self.seat in table.log.act
        ):
            other = self.rng.choice([seat for seat in table.log.act if seat != self.seat])
            out = TableView(
                tuple(sorted((self.seat, other))), self.rng.choice([Choice.LEAVE_OUT, Choice.STAND_IN])
            )
            everybody = TableView(table.log.act, Choice.GO_ON)
            self.want(everybody if table.log.changes.wanted == out else out)
        if life == self.life:
            self.net.after(self.rng.uniform(0.5, 2.0), self.think, self.life)

    def want(self, view: TableView) -> None:
        try:
            self.do(lambda table: table.vote(view, self.net.now))
        except NoView:
            return


@dataclass
class Three(Voting):
    """Two honest peers and a liar."""

    seats: int = 3
    kind: type[Peer] = field(default=Withdrawer)

    def make(self, seat: int) -> Peer:
        return self.kind(self, seat) if seat in self.liars else Wary(self, seat)
