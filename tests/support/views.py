"""Tables whose people vote: some go and never come back, some are away long, some lie with their votes.

Each peer has a mind of its own: when nothing has become final for a while it votes for the seats that it has
heard of lately, and joins a vote of another that it can live with. So votes differ, are changed, and are made
while the seats that they leave out are still there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from net.agreement.effects import Effect, FinalHeight, NewView, Send, ViewRefused, Voted
from net.errors import NoView
from net.machine import Choice, TableView
from net.wire.bodies import Vote, parse_body
from net.wire.envelope import open_envelope, seal
from net.wire.frame import Kind, parse_frame
from net.wire.record import is_majority, parse_record
from tests.support.cheaters import env, shameless
from tests.support.keys import fast_key
from tests.support.memory_journal import Crash
from tests.support.simulation import Peer, Simulation
from tests.support.values import replace

PATIENCE_S = (1.5, 6.0)
HEARD_S = 2.5
SICK_S = 8.0
GONE_S = 20.0
"""Seconds after the last fault from which a table that cannot go on counts as done."""


class Voter(Peer):
    """A peer whose person votes."""

    def __init__(self, net: Simulation, seat: int) -> None:
        super().__init__(net, seat)
        self.heard = dict.fromkeys(range(net.seats), -100.0)
        self.progress = 0.0
        self.wanted = -100.0
        self.views: list[NewView] = []
        self.refusals: list[ViewRefused] = []
        self.is_gone = False

    def boot(self) -> None:
        if self.is_gone:
            return
        super().boot()
        self.net.after(self.rng.uniform(*PATIENCE_S), self.think, self.life)

    def may_crash(self, where: str) -> None:
        """Crash also where a vote or the lock of a view is on the disk and nobody else knows of it yet."""
        super().may_crash(where)
        net = self.net
        if not isinstance(net, Voting) or not net.view_crash or net.now >= net.faults.until_s:
            return
        if self._is_at_a_view(where) and self.rng.random() < net.view_crash:
            net.view_crashes += 1
            raise Crash

    def _is_at_a_view(self, where: str) -> bool:
        page = self.journal.page
        if where == "after sign":
            return next(reversed(page.mine)).startswith("V/")
        return where == "after lock" and any(not parse_record(raw).is_round for raw in page.path.values())

    def leave_for_good(self) -> None:
        """End the process and never start it again."""
        self.is_gone = True
        self.table = None
        self.life += 1

    def receive(self, sender: int, frame: bytes) -> None:
        self.heard[sender] = self.net.now
        super().receive(sender, frame)

    def think(self, life: int) -> None:
        """Let the person look at the table, decide if it has waited too long, and look again later."""
        if life != self.life:
            return
        table = self.table
        waits = table is not None and table.log.is_open and bool(table.log.machine.actors)
        if waits and self.net.now - self.progress > PATIENCE_S[0]:
            self.decide()
        self.net.after(self.rng.uniform(*PATIENCE_S), self.think, self.life)

    @property
    def is_sick(self) -> bool:
        """True if the table has stood still for too long."""
        return self.net.now - self.progress > SICK_S

    def decide(self) -> None:
        """Vote for those who are there; sometimes for fewer, or for everybody."""
        table = self.table
        if table is None:
            return
        here = {seat for seat in self.heard if self.net.now - self.heard[seat] < HEARD_S} | {self.seat}
        here -= table.log.blame.proven | {each.seat for each in self.unexplained}
        opened = table.log.open
        awaited = {*(opened.entries or opened.acks or opened.disputed)} - {self.seat}
        if self.is_sick and self.rng.random() < 0.3 and 2 * len(awaited) < len(table.log.act):
            here -= awaited  # they are there and yet do not answer
        elif self.is_sick and table.log.changes.voted > table.log.v and self.rng.random() < 0.7:
            here &= {cast.vote.seat for cast in table.log.changes.views.casts}
        if self.net.now < self.net.faults.until_s and self.rng.random() < 0.2:
            here = {seat for seat in range(self.net.seats) if self.rng.random() < 0.7} | {self.seat}
            here -= table.log.blame.proven
        self.want(
            TableView(tuple(sorted(here)), Choice.GO_ON if here >= {*table.log.act} else Choice.LEAVE_OUT)
        )

    def want(self, view: TableView) -> None:
        """Vote, if that is possible now."""
        self.wanted = self.net.now
        try:
            self.do(lambda table: table.vote(view, self.net.now))
        except NoView:
            return

    def carry_out(self, effect: Effect) -> None:
        super().carry_out(effect)
        if isinstance(effect, FinalHeight):
            self.progress = self.net.now
        elif isinstance(effect, NewView):
            self.views.append(effect)
        elif isinstance(effect, ViewRefused):
            self.refusals.append(effect)
        elif isinstance(effect, Voted) and effect.seat != self.seat:
            self.net.after(self.rng.uniform(0.0, 1.0), self.consider, self.life, effect)

    def consider(self, life: int, voted: Voted) -> None:
        """Perhaps join the vote of another, if this peer is in it and has waited itself."""
        table, view = self.table, voted.view
        if life != self.life or table is None or not table.log.is_open or self.seat not in view.act:
            return
        if voted.v <= table.log.v:
            return  # that view has come about, or failed, meanwhile
        bound = table.log.changes.voted > table.log.v or self.net.now - self.progress > 1.0
        votes = {cast.vote.seat for cast in table.log.changes.views.casts}
        if self.is_sick and (self.rng.random() < 0.7 or not {*view.act} <= votes | {self.seat}):
            return  # a seat that votes for everybody all the time is not followed for ever
        if self.net.now - self.wanted < PATIENCE_S[0] or not table.log.machine.actors:
            return
        if view.choice is Choice.GO_ON or (bound and self.rng.random() < 0.5):
            self.want(view)


class LowVoter(Voter):
    """A liar that votes as if it had locked nothing above the last final height."""

    def carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Send):
            effect = replace(effect, frame=self.twisted(effect.frame, effect.to))
        super().carry_out(effect)

    def boot(self) -> None:
        super().boot()
        if self.table is not None:
            shameless(self.table, self.seat)

    def twisted(self, frame: bytes, to: int) -> bytes:
        """The same frame, with a lie in an own vote."""
        opened = parse_frame(frame)
        if opened.t != Kind.ENV:
            return frame
        envelope = open_envelope(opened.b)
        body = parse_body(envelope.body)
        if envelope.seat != self.seat or not isinstance(body, Vote):
            return frame
        return env(seal(self.seat, self.lie(body, to).encode(), fast_key(self.seat)))

    def lie(self, vote: Vote, to: int) -> Vote:
        """The false vote in place of an honest one."""
        return replace(vote, lv=0, lk=0, lh=self.net.genesis.id)


class HighVoter(LowVoter):
    """Votes on a lock that does not exist, higher than everybody's."""

    def lie(self, vote: Vote, to: int) -> Vote:
        return replace(vote, lv=vote.v - 1, lk=vote.lk + 1, lh=bytes([to]) * 32)


class DoubleVoter(LowVoter):
    """Votes one way to the seats with even numbers and another way to the rest."""

    def lie(self, vote: Vote, to: int) -> Vote:
        if to % 2:
            return vote
        other = Choice.STAND_IN if vote.view.choice is Choice.LEAVE_OUT else Choice.LEAVE_OUT
        return replace(vote, view=replace(vote.view, choice=other))


class FickleVoter(Voter):
    """Votes again and again, for anything, and never means it."""

    def think(self, life: int) -> None:
        table = self.table
        if life == self.life and table is not None and table.log.is_open and table.log.machine.actors:
            others = {seat for seat in range(self.net.seats) if self.rng.random() < 0.5}
            if self.seat in table.log.act:
                self.want(TableView(tuple(sorted(others | {self.seat})), self.rng.choice(list(Choice)[:3])))
        if life == self.life:
            self.net.after(self.rng.uniform(0.5, 2.0), self.think, self.life)


@dataclass
class Voting(Simulation):
    """A simulation of voters. `goes` are seats that go, never to come back, at some time while there are
    faults."""

    goes: frozenset[int] = frozenset()
    kind: type[Peer] = field(default=Voter)
    view_crash: float = 0.0
    """Chance of a crash after every vote, and after every lock of a view."""
    view_crashes: int = 0

    def make(self, seat: int) -> Peer:
        return self.kind(self, seat) if seat in self.liars else Voter(self, seat)

    def __post_init__(self) -> None:
        super().__post_init__()
        for seat in sorted(self.goes):
            peer = self.peers[seat]
            assert isinstance(peer, Voter)
            self.at(self.rng.uniform(0.05, max(self.faults.until_s, 0.5)), peer.leave_for_good)

    @property
    def honest(self) -> list[Peer]:
        return [peer for peer in super().honest if peer.seat not in self.goes]

    @property
    def is_done(self) -> bool:
        return all(
            peer.table is not None and (not peer.table.log.machine.actors or not peer.table.log.is_open)
            for peer in self.honest
        ) or (self.now > self.faults.until_s + GONE_S and self.is_halved)

    @property
    def is_halved(self) -> bool:
        """True if those left are no majority of a view that the table has come to in the meantime.

        A seat may be left out while it was there, and then one of the others goes and stays away: nobody may
        go on.
        """
        here = sorted(peer.seat for peer in self.honest)
        tables = [peer.table for peer in self.honest if peer.table is not None]
        latest = max(tables, key=lambda table: table.log.v)
        acts = [latest.log.act]
        for changes in (table.log.changes for table in tables):
            acts += changes._locked_acts()  # perhaps it is final for a liar
            if changes.change is not None and changes.change.v > latest.log.v:
                acts.append(changes.change.act)
        return any(not is_majority(here, of=act) for act in acts)
