"""Real sessions (agreement, replica, dealer, proofs) of one table over a simulated network.

Frames take a millisecond and come in order; work is done at once; time is turned by hand. A
cheat replaces what one seat writes (`forge`), signs it with its real key and sends it as its
program would, past its own checks: as a hostile program on the other side of the wire does.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from app.games.entry import GameEntry
from app.keep.record_file import RecordFile
from app.table.agreed import engine_of, machine_of, options_bytes
from net.agreement.effects import (
    Complaint,
    Fault,
    NewView,
    Pausing,
    Rejected,
    Said,
    Send,
    Stopped,
    Unexplained,
    Went,
)
from net.agreement.faults.evidence import kept_evidence
from net.agreement.table import Table
from net.deck.algebra.group import start
from net.errors import PeerError
from net.lobby.identity import Identity, verify
from net.machine import Draft
from net.seat.dealer import Dealer
from net.seat.news import Advanced, Choose
from net.seat.session import Answered, Session, SessionOut, Work
from net.wire.bodies import Entry
from net.wire.envelope import seal
from net.wire.frame import Frame, Kind
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from net.wire.record import canonical
from rules.api import Game
from tests.support.memory_journal import MemoryJournal
from tests.support.parlour import any_action, move_pay, seeded
from tests.support.shared_replica import SharedReplica

LATENCY_S = 0.001
_verify_once = lru_cache(maxsize=1024)(verify)
"""Cached: every seat checks the same signatures; one that is refused is not remembered."""
NO_POLICY = Policy()
Forge = Callable[["Seated", bytes], bytes]


@dataclass
class Seated:
    """A seat: its program while it runs, and its journal, which outlives it."""

    seat: int
    identity: Identity
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    session: Session | None = None
    forge: Forge | None = None
    news: list[Advanced] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    refused: list[Rejected] = field(default_factory=list)
    told: list[Complaint] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)

    @property
    def running(self) -> Session:
        assert self.session is not None
        return self.session


def genesis_of(
    game: Game, identities: Sequence[Identity], options: Mapping[str, str], *, policy: Policy, seed: object
) -> Genesis:
    """The genesis of a game between these people, "seat 0" and so on."""
    players = tuple(
        Player(each.public, each.curve_public, each.certificate, f"seat {seat}")
        for seat, each in enumerate(identities)
    )
    return Genesis(
        game=game.key,
        rules=game.version,
        engine=engine_of(GameEntry(game)),
        options=options_bytes(game.checked_options(len(identities), options)),
        table=seeded(seed)(16),
        players=players,
        policy=policy,
    )


class SimulatedTable:
    """A table of `seats` sessions that play at random until the end or until they stop."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 1,
        policy: Policy = NO_POLICY,
    ) -> None:
        start(seeded("context"))
        self.game = game
        self.seed = seed
        self.now = 0.0
        self.rng = Random(seed)
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.seated = [
            Seated(seat, Identity.from_seed(seeded(f"{seed}/{seat}")(32))) for seat in range(seats)
        ]
        self.genesis = genesis_of(
            game, [each.identity for each in self.seated], options or {}, policy=policy, seed=seed
        )
        self.start = SharedReplica.of(machine_of(self.genesis))
        for each in self.seated:
            self.boot(each)

    # -- the peers

    def boot(self, seated: Seated) -> None:
        """Start a seat from what is on its disk."""
        stored = seated.journal.crash()
        secrets = dict(seated.journal.disk.secrets)
        table = Table(
            self.genesis,
            seated.seat,
            signer=seated.identity,
            verify=_verify_once,
            machine=self.start,
            journal=seated.journal,
            stored=stored if stored.records or stored.mine else None,
        )
        life = len(seated.news)
        dealer = Dealer(seated.seat, seeded(f"{self.seed}/{seated.seat}/{life}"), secrets)

        def keep(names: frozenset[str]) -> None:
            kept = seated.journal.page.secrets
            seated.journal.page.secrets = {name: kept[name] for name in kept if name in names}

        seated.session = session = Session(table, dealer, keep)
        self.after(0.0, lambda: self._do(seated, lambda running: running.start(self.time(seated.seat))))
        self.after(0.0, lambda: self._tick(seated, session))

    def kill(self, seated: Seated) -> None:
        """End the process of a seat; its disk stays."""
        seated.session = None

    def send(self, sender: int, to: int, frame: bytes) -> None:
        """Carry raw bytes, which no honest program needs to have sent."""

        def arrive() -> None:
            target = self.seated[to]
            self._do(target, lambda session: session.received(sender, frame, self.time(to)))

        self.after(LATENCY_S, arrive)

    def sign_entry(
        self,
        cheat: int,
        pay: bytes,
        *,
        prev: bytes | None = None,
        game: bytes | None = None,
        seat: int | None = None,
        k: int | None = None,
    ) -> bytes:
        """A frame with an entry of the next height as `cheat` would sign it, whatever is in it."""
        table = self.seated[cheat].running.table
        entry = Entry(
            game or self.genesis.id,
            0,
            k or table.log.k + 1,
            cheat if seat is None else seat,
            table.log.prev if prev is None else prev,
            table.log.machine.digest(),
            pay,
        )
        envelope = seal(entry.seat, entry.encode(), self.seated[cheat].identity)
        return Frame(Kind.ENV, envelope.raw).encode()

    def broadcast(self, cheat: int, frame: bytes) -> None:
        """Send a frame to everybody but the cheat."""
        for each in self.seated:
            if each.seat != cheat:
                self.send(cheat, each.seat, frame)

    # -- time

    def time(self, seat: int) -> float:
        """The time on a seat's own clock."""
        return self.now

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Let something happen later."""
        self._count += 1
        heapq.heappush(self._queue, (self.now + seconds, self._count, what))

    def run(self, until: Callable[[], bool], *, limit_s: float = 600.0) -> bool:
        """Turn the clock until a condition holds; False if it does not within the limit."""
        end = self.now + limit_s
        while not until():
            if not self._queue or self._queue[0][0] > end:
                return False
            self.now, _, what = heapq.heappop(self._queue)
            what()
        return True

    def play_until(self, kind: str, *, seat: int | None = None) -> None:
        """Run until the next round is of this kind (written by `seat`) at every seat."""

        def due() -> bool:
            running = [each.running for each in self.seated if each.session]
            steps = [session.replica.step for session in running]
            same = len({session.table.log.k for session in running}) == 1
            return same and all(step.kind == kind and (seat is None or seat in step.actors) for step in steps)

        assert self.run(due), f"no step {kind}"

    @property
    def is_over(self) -> bool:
        """True if every running seat is at the end."""
        return all(each.session is None or not each.session.replica.actors for each in self.seated)

    def stopped(self, but: int | None = None) -> bool:
        """True if every seat except `but` has stopped with a fault."""
        return all(each.faults for each in self.seated if each.seat != but)

    # -- inside

    def _tick(self, seated: Seated, session: Session) -> None:
        if seated.session is not session:
            return
        self._do(seated, lambda running: running.tick(self.time(seated.seat)))
        due, now = session.table.pulse.deadline, self.time(seated.seat)
        self.after(max(0.001, (due or now) - now), lambda: self._tick(seated, session))

    def _do(self, seated: Seated, happen: Callable[[Session], None]) -> None:
        session = seated.session
        if session is None:
            return
        happen(session)
        for out in session.take():
            if isinstance(out, Send):
                self.send(seated.seat, out.to, out.frame)
            elif isinstance(out, Work):
                self._work(seated, session, out)
            elif isinstance(out, Advanced):
                seated.news.append(out)
                self._choose(seated, session, out)
            else:
                self._note(seated, out)

    def _note(self, seated: Seated, out: SessionOut) -> None:
        if isinstance(out, Stopped):
            seated.faults.append(out.fault)
        elif isinstance(out, Rejected):
            seated.refused.append(out)
        elif isinstance(out, Complaint):
            seated.told.append(out)
        elif isinstance(out, Said):
            seated.said.append(out)
        elif isinstance(out, NewView | Went | Unexplained | Pausing):
            self.heard(seated, out)

    def heard(self, seated: Seated, out: NewView | Went | Unexplained | Pausing) -> None:
        """Take news of missing people; tables whose seats decide about these override it."""

    def _work(self, seated: Seated, session: Session, work: Work) -> None:
        def finish() -> None:
            if seated.session is not session:
                return
            done = work.run()
            if isinstance(done, Answered) and self._forged(seated, done.draft.pay):
                return
            self._do(seated, lambda running: running.done(done, self.time(seated.seat)))

        self.after(0.0, finish)

    def _choose(self, seated: Seated, session: Session, news: Advanced) -> None:
        """Choose as soon as the news come, as bots do, also where the table may not sign yet."""
        if not news.view.actions():
            return

        def act() -> None:
            is_due = session.table.log.k == news.k and seated.seat in session.table.log.open.entries
            if seated.session is not session or not is_due or session.table.log.has_parted:
                return
            action = any_action(news.view, Random(f"{self.seed} {news.k}"))
            honest = move_pay(session.replica, session.place, session.dealer, action)
            if not self._forged(seated, honest):
                self._do(
                    seated, lambda running: running.choose(Choose(news.k, action), self.time(seated.seat))
                )

        self.after(0.0, act)

    def _forged(self, seated: Seated, honest: bytes) -> bool:
        if seated.forge is None:
            return False
        pay = seated.forge(seated, honest)
        if pay == honest:
            return False
        session = seated.running
        try:
            session.replica.check(session.place, seated.seat, pay)
        except PeerError:
            self.broadcast(seated.seat, self.sign_entry(seated.seat, pay))
        else:  # a lie that nobody can see yet: its own program plays on with it
            self._do(
                seated,
                lambda running: running._take(
                    running.table.propose(Draft(pay), self.time(seated.seat)), self.time(seated.seat)
                ),
            )
        return True


def saved(table: SimulatedTable, seat: int) -> RecordFile:
    """The record in the journal of a seat."""
    stored = table.seated[seat].journal.page.stored()
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return RecordFile(body, sigs, canonical(stored.records), kept_evidence(stored))
