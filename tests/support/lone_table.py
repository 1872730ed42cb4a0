"""One real table whose peers do not exist: the test forges every message to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from net.agreement.effects import Check, Effect, Send
from net.agreement.hearing.reach import BEAT
from net.agreement.journal import Stored
from net.agreement.table import Table
from net.errors import PeerError
from net.machine import Draft, Machine, Place
from net.wire.bodies import Ack, Body, Entry, parse_body
from net.wire.envelope import Envelope, open_envelope
from net.wire.frame import Frame, Head, Kind, parse_frame, parse_head
from net.wire.genesis import Genesis
from net.wire.record import Record, RecordKind
from net.wire.words import Err, parse_err
from tests.support.cheaters import Forger, env
from tests.support.keys import fast_key, fast_verify, toy_genesis
from tests.support.memory_journal import MemoryJournal
from tests.support.toy import Toy
from tests.support.values import replace

E = TypeVar("E")
OTHER = bytes([9]) * 32
"""A hash that belongs to nothing in any game."""


@dataclass
class Lone:
    """The table of seat `seat` of `seats`.

    `verified` counts the checks of signatures. With `holds_checks` checks of entries wait for `judge`.
    """

    seats: int = 3
    seat: int = 0
    machine: Machine | None = None
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    stored: Stored | None = None
    is_synced: bool = True
    holds_checks: bool = False
    now: float = 100.0
    verified: int = 0
    effects: list[Effect] = field(default_factory=list)
    held: list[Check] = field(default_factory=list)
    genesis: Genesis = field(init=False)
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.genesis = toy_genesis(self.seats)
        self.table = Table(
            self.genesis,
            self.seat,
            signer=fast_key(self.seat),
            verify=self.verify,
            machine=self.machine or Toy(self.seats),
            journal=self.journal,
            stored=self.stored,
        )
        self.do(self.table.start(self.now))
        if self.is_synced:
            for other in self.others:
                self.head(other, Head(0, self.table.log.k, self.table.log.prev, (), ()))
            self.take()

    def verify(self, key: bytes, message: bytes, sig: bytes) -> None:
        self.verified += 1
        fast_verify(key, message, sig)

    def restarted(self, **changes: object) -> Lone:
        """The table of the same seat after a crash."""
        words = {"seats": self.seats, "seat": self.seat, "machine": self.machine, "now": self.now + 1}
        return Lone(**{**words, "journal": self.journal, "stored": self.journal.crash(), **changes})  # type: ignore[arg-type]

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat != self.seat]

    @property
    def forger(self) -> Forger:
        return Forger(self.genesis)

    # -- hands on the table

    def do(self, effects: Sequence[Effect]) -> None:
        """Note the effects of a call, and run the checks that it asks for."""
        for effect in effects:
            self.effects.append(effect)
            if isinstance(effect, Check):
                self.held.append(effect)
        while self.held and not self.holds_checks:
            self.judge()

    def judge(self, at: int = 0) -> None:
        """Run one of the held checks."""
        check = self.held.pop(at)
        refusal = None
        try:
            check.machine.check(check.place, check.seat, check.pay)
        except PeerError as why:
            refusal = why
        self.do(self.table.checked(check.job, refusal, self.now))

    def feed(self, sender: int, frame: bytes) -> None:
        """Let a frame from a seat arrive."""
        self.do(self.table.received(sender, frame, self.now))

    def say(self, body: Body, *, sender: int | None = None, by: int | None = None) -> Envelope:
        """Let a forged message arrive, by its author's link unless `sender` passes it on."""
        envelope = self.forger.signed(body, by=by)
        self.feed(envelope.seat if sender is None else sender, env(envelope))
        return envelope

    def head(self, sender: int, head: Head) -> None:
        """Let a head arrive; by default it says that its sender has heard everything so far."""
        if not head.heard:
            numbers = list(self.table._post.reach.heard)
            numbers[self.seat] += BEAT
            numbers[sender] += BEAT
            head = replace(head, heard=tuple(numbers))
        self.feed(sender, Frame(Kind.HEAD, head.encode()).encode())

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self.do(self.table.tick(self.now))

    def propose(self, pay: bytes = b"mine") -> None:
        """Let the table's own seat write."""
        self.do(self.table.propose(Draft(pay), self.now))

    # -- what honest others would say

    def entry(self, seat: int, pay: bytes = b"theirs", **changes: object) -> Entry:
        """The right entry of a seat at the open height."""
        table = self.table
        words = {
            "prev": table.log.prev,
            "st": table.log.machine.digest(),
            "pay": pay,
            "k": table.log.k + 1,
            **changes,
        }
        return self.forger.entry(seat, words.pop("k"), **words)  # type: ignore[arg-type]

    def outcome(self, entries: Sequence[Envelope]) -> tuple[bytes, bytes]:
        """h and st of the open height, if these are its entries."""
        table = self.table
        record = Record(
            RecordKind.ROUND, 0, table.log.k + 1, table.log.prev, self.genesis.seats, tuple(entries)
        )
        bodies = [parse_body(each.body) for each in entries]
        pays = tuple((body.seat, body.pay) for body in bodies if isinstance(body, Entry))
        after = table.log.machine.after(Place(self.genesis.id, table.log.k + 1, table.log.prev), pays)
        return record.h, after.digest()

    def ack(self, seat: int, entries: Sequence[Envelope], **changes: object) -> Ack:
        """The right ack of a seat for these entries."""
        h, st = self.outcome(entries)
        words = {"h": h, "st": st, "k": self.table.log.k + 1, **changes}
        return self.forger.ack(seat, words.pop("k"), **words)  # type: ignore[arg-type]

    def play(self, heights: int = 1) -> None:
        """Play `heights` heights honestly, with checks that run at once."""
        holds, self.holds_checks = self.holds_checks, False
        for _ in range(heights):
            actors = self.table.log.machine.actors
            if self.seat in actors:
                self.propose(b"mine %d" % self.table.log.k)
            theirs = {seat: self.say(self.entry(seat)) for seat in actors if seat != self.seat}
            if self.seat in actors:
                theirs[self.seat] = self.own(Entry)[-1]
            entries = [theirs[seat] for seat in actors]
            for ack in [self.ack(seat, entries) for seat in self.others]:
                self.say(ack)
        self.holds_checks = holds

    # -- the effects

    def take(self) -> list[Effect]:
        """The effects since the last call."""
        out, self.effects = self.effects, []
        return out

    def told(self, kind: type[E]) -> list[E]:
        """The effects of one kind since the last `take`."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def frames(self, kind: Kind, to: int | None = None) -> list[bytes]:
        """The contents of the frames of one kind that were sent (to a seat)."""
        sends = [effect for effect in self.told(Send) if to is None or effect.to == to]
        opened = [parse_frame(send.frame) for send in sends]
        return [frame.b for frame in opened if frame.t == kind]

    def sent(self, kind: type[E], to: int | None = None) -> list[E]:
        """The bodies of one kind that were sent (to a seat)."""
        bodies = [parse_body(open_envelope(raw).body) for raw in self.frames(Kind.ENV, to)]
        return [body for body in bodies if isinstance(body, kind)]

    def own(self, kind: type[Entry] | type[Ack]) -> list[Envelope]:
        """Our messages of one kind that were sent to the first of the others."""
        envelopes = [open_envelope(raw) for raw in self.frames(Kind.ENV, self.others[0])]
        return [
            each for each in envelopes if each.seat == self.seat and isinstance(parse_body(each.body), kind)
        ]

    def heads(self, to: int | None = None) -> list[Head]:
        """The heads that were sent."""
        return [parse_head(inside) for inside in self.frames(Kind.HEAD, to)]

    def errs(self, to: int | None = None) -> list[Err]:
        """The errors that were sent."""
        found = [parse_err(inside) for inside in self.frames(Kind.CTL, to)]
        return [err for err in found if err is not None]


def at_height(k: int, **words: object) -> Lone:
    """A table whose height `k` is final: after 1 seat 1 writes, after 2 seat 2, after 3 everybody."""
    lone = Lone(**words)  # type: ignore[arg-type]
    lone.play(k)
    lone.take()
    return lone
