"""All peers of a table and the network between them, in one process, with a hand-turned clock.

Everything that happens is drawn from one seed: delays, losses, copies, partitions, and crashes between every
two actions of a peer (an action is a journal call or an effect). Faults end at `Faults.until_s`; after that
every honest peer must come to the end of the game or, if somebody cheats, stop with a proof. Invariants are
checked at every moment; a violation is an AssertionError that names the seed.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from net.agreement.effects import (
    Check,
    Effect,
    Fault,
    FinalHeight,
    Rejected,
    Send,
    Stopped,
    Unexplained,
    YourTurn,
)
from net.agreement.journal import Stored
from net.agreement.table import Table
from net.errors import PeerError
from net.machine import Draft
from net.wire.genesis import Genesis
from net.wire.record import parse_record
from tests.support.keys import fast_key, fast_verify, toy_genesis
from tests.support.memory_journal import Crash, MemoryJournal
from tests.support.toy import Toy


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults of the network and of machines, as chances per frame or action."""

    loss: float = 0.0
    copy: float = 0.0
    slow: float = 0.0
    """Chance that a frame takes up to three seconds."""
    crash: float = 0.0
    partitions: int = 0
    split_s: tuple[float, float] = (0.5, 5.0)
    """Range of a partition's length in seconds."""
    until_s: float = 0.0


CALM = Faults()
ROUGH = Faults(loss=0.1, copy=0.05, slow=0.02, crash=0.004, partitions=3, until_s=20.0)


class Peer:
    """A seat: its table while it runs, and its journal, which outlives it."""

    def __init__(self, net: Simulation, seat: int, *, skew: bytes = b"") -> None:
        self.net = net
        self.seat = seat
        self.skew = skew
        self.rng = Random(f"{net.seed} {seat}")
        self.journal = MemoryJournal(at=self.may_crash)
        self.table: Table | None = None
        self.life = 0
        self.tick_at = 0.0
        self.finals: dict[int, bytes] = {}
        self.faults: list[Fault] = []
        self.refused: list[Rejected] = []
        self.unexplained: list[Unexplained] = []

    def may_crash(self, _: str) -> None:
        """Crash here, between two actions, by the chance of the faults."""
        net = self.net
        if net.now < net.faults.until_s and self.rng.random() < net.faults.crash:
            raise Crash

    def boot(self) -> None:
        """Start, from whatever is on the disk."""
        stored = self.journal.crash()
        self.life += 1
        self.table = Table(
            self.net.genesis,
            self.seat,
            signer=fast_key(self.seat),
            verify=fast_verify,
            machine=Toy(self.net.seats, end=self.net.heights, skew=self.skew),
            journal=self.journal,
            stored=stored if stored != Stored() else None,
        )
        self.net.check_prefix(self)
        self.do(lambda table: table.start(self.net.now))
        for other in self.net.peers:
            if other is not self and other.table is not None:
                self.net.after(0.05, self.greet, other.seat)
                self.net.after(0.05, other.greet, self.seat)

    def greet(self, seat: int) -> None:
        """Tell the table that the link to `seat` is up."""
        self.do(lambda table: table.connected(seat, self.net.now))

    def tick(self, life: int) -> None:
        """Tick the table, unless it has crashed since this was planned."""
        if life == self.life:
            self.tick_at = 0.0
            self.do(lambda table: table.tick(self.net.now))

    def receive(self, sender: int, frame: bytes) -> None:
        """Let a frame arrive."""
        self.do(lambda table: table.received(sender, frame, self.net.now))

    def judged(self, life: int, job: int, refusal: PeerError | None) -> None:
        """Give the table the result of a check, unless it has crashed meanwhile."""
        if life == self.life:
            self.do(lambda table: table.checked(job, refusal, self.net.now))

    def write(self, life: int, k: int) -> None:
        """Let the player write after thinking, if height `k` still waits for it."""
        table = self.table
        if life == self.life and table is not None and table.log.may_propose and table.log.k + 1 == k:
            pay, secret = self.payload(k)
            self.do(lambda table: table.propose(Draft(pay, secrets=(("s", secret),)), self.net.now))

    def payload(self, k: int) -> tuple[bytes, bytes]:
        """The seat's payload; never the same twice, so that a second signature is noticed."""
        return b"%d by %d, %d" % (k, self.seat, self.rng.getrandbits(32)), b"secret %d" % k

    def do(self, happen: Callable[[Table], tuple[Effect, ...]]) -> None:
        """Let something happen to the table and carry out what follows, unless it crashes."""
        if self.table is None:
            return
        try:
            for effect in happen(self.table):
                self.may_crash("before an effect")
                self.carry_out(effect)
            self.plan_tick()
        except Crash:
            self.table = None
            self.life += 1
            self.tick_at = 0.0
            self.net.after(self.rng.uniform(0.1, 4.0), self.boot)

    def carry_out(self, effect: Effect) -> None:
        """Do what the table asks for."""
        if isinstance(effect, Send):
            self.net.carry(self.seat, effect.to, effect.frame)
        elif isinstance(effect, Check):
            refusal = None
            try:
                effect.machine.check(effect.place, effect.seat, effect.pay)
            except PeerError as why:
                refusal = why
            self.net.after(self.idle(0.0, 0.001, 0.1), self.judged, self.life, effect.job, refusal)
        elif isinstance(effect, YourTurn):
            self.net.after(self.idle(0.0, 0.01, 0.05), self.write, self.life, effect.k)
        elif isinstance(effect, FinalHeight):
            self.net.final(self, effect)
        elif isinstance(effect, Stopped):
            self.faults.append(effect.fault)
            self.net.check_fault(self, effect.fault)
        elif isinstance(effect, Unexplained):
            self.unexplained.append(effect)
        elif isinstance(effect, Rejected):
            self.refused.append(effect)

    def idle(self, *seconds: float) -> float:
        """Seconds that thinking or judging takes."""
        return 0.0 if self.net.is_brisk else self.rng.choice(seconds)

    def plan_tick(self) -> None:
        """Ask the clock for the next tick."""
        deadline = self.table.pulse.deadline if self.table is not None else None
        if deadline is not None and (self.tick_at == 0.0 or deadline < self.tick_at):
            self.tick_at = deadline
            self.net.at(deadline, self.tick, self.life)


@dataclass(slots=True)
class Simulation:
    """A table of `seats` peers that plays `heights` heights of a toy game under `faults`."""

    seed: int
    seats: int
    heights: int = 12
    faults: Faults = CALM
    delay_s: tuple[float, float] = (0.001, 0.02)
    liars: frozenset[int] = frozenset()
    skewed: frozenset[int] = frozenset()
    cut: frozenset[frozenset[int]] = frozenset()
    """Pairs of seats that never have a link."""
    is_brisk: bool = False
    """True if nobody thinks and judging takes no time, so that only the protocol's own pace is left."""
    settle_s: float = 0.0
    """Seconds to continue after the end, for the effects of the last lie."""
    now: float = 0.0
    frames: int = 0
    genesis: Genesis = field(init=False)
    peers: list[Peer] = field(init=False)
    chain: dict[int, bytes] = field(default_factory=dict)
    rng: Random = field(init=False)
    _queue: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = field(default_factory=list)
    _count: int = 0
    _splits: list[tuple[float, float, frozenset[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(f"net {self.seed}")
        self.genesis = toy_genesis(self.seats)
        self.peers = [self.make(seat) for seat in range(self.seats)]
        for _ in range(self.faults.partitions):
            begin = self.rng.uniform(0.0, self.faults.until_s)
            side = frozenset(seat for seat in range(self.seats) if self.rng.random() < 0.5)
            self._splits.append((begin, begin + self.rng.uniform(*self.faults.split_s), side))

    def make(self, seat: int) -> Peer:
        """The peer of a seat; tests with cheaters put theirs in."""
        return Peer(self, seat, skew=b"skew" if seat in self.skewed else b"")

    @property
    def honest(self) -> list[Peer]:
        return [peer for peer in self.peers if peer.seat not in self.liars]

    # -- time and network

    def at(self, time: float, what: Callable[..., None], *words: object) -> None:
        """Let something happen at a time."""
        self._count += 1
        heapq.heappush(self._queue, (time, self._count, what, words))

    def after(self, seconds: float, what: Callable[..., None], *words: object) -> None:
        """Let something happen in a while."""
        self.at(self.now + seconds, what, *words)

    def carry(self, sender: int, to: int, frame: bytes) -> None:
        """Take a frame to its receiver: late, twice or never."""
        self.frames += 1
        if frozenset((sender, to)) in self.cut:
            return
        faulty = self.now < self.faults.until_s
        if faulty and (self.rng.random() < self.faults.loss or self._is_split(sender, to)):
            return
        copies = 2 if faulty and self.rng.random() < self.faults.copy else 1
        for _ in range(copies):
            slow = faulty and self.rng.random() < self.faults.slow
            delay = self.rng.uniform(0.0, 3.0) if slow else self.rng.uniform(*self.delay_s)
            self.after(delay, self.peers[to].receive, sender, frame)

    def _is_split(self, one: int, two: int) -> bool:
        return any(
            begin <= self.now < end and (one in side) != (two in side) for begin, end, side in self._splits
        )

    # -- running, and what must hold

    def run(self, *, limit_s: float = 60.0) -> Simulation:
        """Run to the end; AssertionError when something that must hold does not."""
        for peer in self.peers:
            self.at(0.0, peer.boot)
        settled = float("inf")
        while self.now < settled or not self.is_done:
            self._next()
            assert self.now < self.faults.until_s + limit_s, self.say("it does not come to an end")
            if settled == float("inf") and self.is_done:
                settled = max(self.now, self.faults.until_s) + self.settle_s if self.settle_s else self.now
        self.check_end()
        return self

    def _next(self) -> None:
        assert self._queue, self.say("nothing happens any more")
        self.now, _, what, words = heapq.heappop(self._queue)
        what(*words)

    @property
    def is_done(self) -> bool:
        """True if every honest peer is at the end of the game, or stopped, where that may be."""
        return all(
            peer.table is not None
            and (peer.table.log.k == self.heights or peer.table.log.blame.stopped is not None)
            for peer in self.honest
        )

    def final(self, peer: Peer, final: FinalHeight) -> None:
        """Check that a height that becomes final has one hash at all peers."""
        if peer.seat in self.liars:
            return
        h = parse_record(final.record).h
        assert self.chain.setdefault(final.k, h) == h, self.say(f"height {final.k} has two hashes")
        peer.finals[final.k] = h

    def check_prefix(self, peer: Peer) -> None:
        """Check that each record that a peer finds on its disk is the one that became final, if one did."""
        table = peer.table
        if peer.seat in self.liars or table is None:
            return
        for k, raw in enumerate(table.log.records, start=1):
            assert self.chain.get(k) in (None, parse_record(raw).h), self.say(f"height {k} changed")

    def check_fault(self, peer: Peer, fault: Fault) -> None:
        """Check that nobody honest is accused, and that nobody honest stops without a reason."""
        if peer.seat in self.liars:
            return
        wrong = self.liars | self.skewed
        is_sure = fault.reason != "other-state"  # this fault does not say which side is wrong
        assert not is_sure or fault.seat in {None, *wrong}, self.say(f"{peer.seat} accuses: {fault}")
        assert fault.seat is not None or peer.seat in wrong, self.say(f"{peer.seat} stops: {fault}")

    def check_end(self) -> None:
        """Check that states are equal, nobody honest is accused, and each journal restores its table."""
        states = set()
        for peer in self.honest:
            table = peer.table
            assert table is not None
            if table.log.blame.stopped is not None:
                self.check_fault(peer, table.log.blame.stopped)
            if table.log.blame.stopped is None:
                states.add((table.log.k, table.log.prev, table.log.machine.digest()))
            again = Table(
                self.genesis,
                peer.seat,
                signer=fast_key(peer.seat),
                verify=fast_verify,
                machine=Toy(self.seats, end=self.heights, skew=peer.skew),
                journal=MemoryJournal(),
                stored=peer.journal.page.stored(),
            )
            assert (again.log.k, again.log.prev) == (table.log.k, table.log.prev), self.say(
                "the journal is another game"
            )
        assert len(states) <= 1, self.say("different states at the end")

    def say(self, what: str) -> str:
        """A violation in words, with everything that is needed to reproduce it."""
        where = [
            (peer.seat, peer.table.log.k if peer.table else "down", peer.table.log.open if peer.table else "")
            for peer in self.peers
        ]
        return f"seed {self.seed}, {self.seats} seats, {self.faults}, at {self.now:.3f} s: {what}; {where}"
