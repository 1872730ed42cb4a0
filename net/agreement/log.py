"""The log of one seat: the messages of the one open height, and this seat's entries and acks.

All of R1-R7 that is not about frames and time is here. Methods raise `PeerError` for signed messages that
must not count, and `DiskFull` when the journal has no room; in both cases memory and journal still agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from net.agreement.book import Secrets
from net.agreement.effects import Check, FinalHeight, Locked, NewView, Unexplained
from net.agreement.faults import stops
from net.agreement.faults.proof import Proof
from net.agreement.faults.stops import Stop
from net.agreement.journal import FinalRecord
from net.agreement.ledger import Ledger
from net.agreement.replay import MACHINES_KEPT
from net.agreement.round import Acked, Lock, Round
from net.agreement.views.changes import EXPLAIN_S
from net.agreement.views.lent import judge, opened_by
from net.errors import DiskFull, Diverged, Forked, LocalError, NotTheirTurn, NoView, PeerError, TooLarge
from net.machine import Draft, Place, TableView
from net.wire.bodies import Ack, Entry, Vote
from net.wire.envelope import Envelope, seal
from net.wire.record import Record, Written, check_entry, pay_limit

T = TypeVar("T")


class Log(Ledger):
    """The log as it changes: it takes in others' messages, signs for this seat, and makes heights final."""

    # -- messages

    def take(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """Take in a new message of the open height whose signature was checked (R4, R6).

        Raises `PeerError`, naming its author, when it does not count.
        """
        if isinstance(body, Entry):
            self._admit(envelope, body)
        self.book.see(body.slot, envelope)
        self.add(envelope, body, now)
        self._relay(envelope, now)
        if isinstance(body, Ack):
            self._hold_against(body.seat)

    def _hold_against(self, seat: int) -> None:
        """Look for a seat's vote that contradicts one of its acks."""
        if (proof := self.changes.contradiction(seat)) is not None:
            self.proved(proof)

    def _admit(self, envelope: Envelope, entry: Entry) -> None:
        """Raise unless the entry may stand at the open height; keep what its signature proves."""
        if entry.seat not in self.round.actors:
            self.book.refuse(envelope)
            raise NotTheirTurn("turn", f"seat {entry.seat} wrote out of turn at {entry.k}", seat=entry.seat)
        try:
            check_entry(entry, self.round.place, st=self.round.st, actors=self.round.actors)
        except Forked:
            self.book.see(entry.slot, envelope)
            raise
        except Diverged:
            self._stop(stops.entry_on_another_state(envelope, entry, self.records))
            raise
        except TooLarge as why:
            self._stop(stops.illegal(envelope, entry, why.text))
            raise

    def judged(self, job: int, refusal: PeerError | None) -> None:
        """Take in the machine's judgement of an entry. A signed entry that is refused stops the table, and
        so does one that proves another seat's lie."""
        if job not in self._jobs:
            return
        opened, written = self._jobs.pop(job)  # a change of view may have made that round void meanwhile
        if refusal is not None:
            self._stop(stops.illegal(written.envelope, written.entry, refusal.text))
        else:
            self._count(opened, written)

    def _count(self, opened: Round, written: Written) -> None:
        """Count a right entry of a round. If it proves a charge against another seat, the table stops."""
        entry = written.entry
        opened.judged.add(entry.seat)
        if (why := opened.machine.charge(opened.place, entry.seat, entry.pay)) is not None:
            self._stop(stops.charged(why, written))

    def proved(self, proof: Proof) -> None:
        """Stop: a seat validly signed two messages that contradict each other."""
        self._stop(stops.proved(proof))

    def lost(self, envelope: Envelope) -> None:
        """Stop because somebody holds a message that this seat signed and its journal does not know."""
        self._stop(stops.lost_journal(envelope))

    def borrow(self, sender: int, records: Sequence[Record], now: float) -> None:
        """Judge records that cannot be put together here, because some seat has sent this seat other
        messages. The records that all have acknowledged become final here too, and a view may stand on a
        record that `sender` has locked above them. Raises `PeerError` for a record that does not hold."""
        records = [record for record in records if record.k > self.k]
        if not records or self.changes.views.has(records[-1], self.ground):
            return
        if not self.lent.may_judge(sender, records[-1]):
            return
        final, locked = judge(self._walk(self.round.place, self.act, v=self.v, machine=self.machine), records)
        acks = {record.k: record.acks for record in records}
        path: tuple[Lock, ...] = ()
        for lock in final:
            path = (*path, lock)
            if signed := acks[lock.record.k]:
                opened = opened_by(self.game, path, self.round)
                if not self.may_follow(opened, now):
                    return
                self.finish(opened, signed, now)
                path = ()
        if locked:
            self.lent.keep(sender, locked)
            self.changes.views.forget_found()

    def take_vote(self, envelope: Envelope, vote: Vote, now: float) -> None:
        """Take in a new vote of another seat whose signature was checked (R13)."""
        self.changes.take_vote(envelope, vote)
        self._relay(envelope, now)
        self._hold_against(vote.seat)

    def take_view_ack(self, envelope: Envelope, ack: Ack, now: float) -> None:
        """Take in a new ack of another seat, signature checked, in a view that is not final here (R14)."""
        self.changes.views.put_ack(Acked(envelope, ack))
        self._relay(envelope, now)
        self._hold_against(ack.seat)

    def vote(self, view: TableView) -> None:
        """Vote for `view`, again and again until some view is final; raises `NoView` if it is impossible, and
        `LocalError` if its seats are wrong or the table has stopped."""
        if not self.is_open:
            raise LocalError("a vote at a table that has stopped")
        if self.blame.proven & {*view.act}:
            raise NoView("proven", "a vote to go on with a seat that is proven to have lied")
        self.changes.want(view, self.round)

    def _relay(self, envelope: Envelope, now: float) -> None:
        """Pass a new message on to those who have no good link to its author (R10)."""
        self._post.publish(self._post.reach.lends_to(envelope.seat), envelope, now)

    def propose(self, draft: Draft) -> None:
        """Write when the disk has room; raises `LocalError` out of turn, or if the draft is too long."""
        if not self.may_propose:
            raise LocalError("it is not this seat's turn to write")
        limit = pay_limit(len(self.round.actors))
        if len(draft.pay) > limit:
            raise LocalError(f"an entry of {len(draft.pay)} bytes, but at most {limit} are allowed")
        self.draft = draft

    # -- own signatures

    def write(self, now: float) -> None:
        """Sign the draft as this seat's entry, together with the ack if the entry completes the round: a
        move costs its mover one durable write, and the others get the ack with the entry."""
        draft = promised(self.draft)
        place = self.round.place
        entry = Entry(
            self.game, v=self.v, k=place.k, seat=self.seat, prev=place.prev, st=self.round.st, pay=draft.pay
        )
        sealed = seal(self.seat, entry.encode(), self._signer)
        written = Written(sealed, entry)
        if (lock := self._completed_by(written)) is not None:
            self.acknowledge(self.round, lock, now, own=(written, draft.secrets))
            return
        held = self.book.sign(entry.slot, sealed, draft.secrets)
        self.draft = None
        if held.id != sealed.id:
            self.lost(held)
            return
        self.round.entries[self.seat] = written
        self._publish(held, now)
        self._count(self.round, written)

    def _completed_by(self, own: Written) -> Lock | None:
        """Return the lock that this seat's entry completes. None while others have yet to write, and if the
        entries cannot hold together: that is found again when the entry is signed."""
        opened, entry = self.round, own.entry
        if not {*opened.actors} - {self.seat} <= opened.judged:
            return None
        if opened.machine.charge(opened.place, entry.seat, entry.pay) is not None:
            return None
        with suppress(PeerError):
            return opened.locked(own)
        return None

    def follow(self, now: float) -> None:
        """Lock a complete round without an ack: this seat does not sit at the table."""
        self.round.lock = self._complete()
        for seat in self.act:
            self._compare(seat, now)

    def lock(self, now: float) -> None:
        """Lock the complete round, and acknowledge it."""
        if (lock := self._complete()) is not None:
            self.acknowledge(self.round, lock, now)

    def acknowledge_again(self, now: float) -> None:
        """Acknowledge again the round that was locked before a restart."""
        self.acknowledge(self.round, promised(self.round.lock), now)

    def _complete(self) -> Lock | None:
        """Return the lock of the complete round; None when its entries cannot hold together: a fault."""
        try:
            return self.round.locked()
        except PeerError as why:
            written = [self.round.entries[seat] for seat in self.round.actors]
            for seat in why.seats:
                self._stop(stops.combination(why, written, seat=seat))
            return None

    def acknowledge(
        self, opened: Round, lock: Lock, now: float, *, own: tuple[Written, Secrets] | None = None
    ) -> None:
        """Journal a lock, the locks below it, its ack and the `own` entry that completes it in one
        transaction; then send what was signed (R5)."""
        ack = Ack(self.game, v=opened.v, k=lock.record.k, seat=self.seat, h=lock.h, st=lock.st)
        sealed = seal(self.seat, ack.encode(), self._signer)
        path = tuple((each.record.k, each.record.encode()) for each in (*opened.path, lock))
        entry = None if own is None else (own[0].entry.slot, own[0].envelope, own[1])
        held = self.book.lock(path, slot=ack.slot, ack=sealed, entry=entry)
        if held.id != sealed.id:
            self.lost(held)
            return
        if own is not None:
            self.draft = None
            opened.entries[self.seat] = own[0]
            opened.judged.add(self.seat)
            self._publish(own[0].envelope, now)
        opened.lock = lock
        opened.acks[self.seat] = Acked(held, ack)
        self._post.put(Locked(lock.record.k))
        self._publish(held, now)
        if opened is not self.round:
            self.changes.locked(opened)
            return
        for seat in self.act:
            self._compare(seat, now)

    def finish(self, opened: Round, acks: tuple[Envelope, ...], now: float) -> None:
        """Make the height final, and the locks below it: every seat has signed the same (R7, R14)."""
        lock = promised(opened.lock)
        locks = (*opened.path, lock)
        raws = (*(each.record.encode() for each in opened.path), lock.record.with_acks(acks).encode())
        self._journal.record(
            *(
                FinalRecord(each.record.k, each.record.v, each.h, each.st, raw)
                for each, raw in zip(locks, raws, strict=True)
            )
        )
        self.records += raws
        self.before = opened if opened is self.round else None
        self._post.next_height()
        k, (self.v, self.act) = lock.record.k, (lock.record.v, lock.record.act)
        self.round = Round(Place(self.game, k + 1, lock.h), lock.machine, self.act, v=self.v, st=lock.st)
        # The last heights stay in the book: a second message for one of their slots is still a proof (R4).
        self.book.forget_below(k - 1, v=self.v)
        self._pulse.calm(says_so=self.seat in self.act)
        for each, raw in zip(locks, raws, strict=True):
            self._post.put(FinalHeight(each.record.k, raw, each.entries, each.machine))
            self.machines[each.record.k] = each.machine
            self.machines.pop(each.record.k - MACHINES_KEPT, None)
        self.lent.forget()
        self.changes.outdate(lock, self.v)
        early = self.book.take_early()
        if lock.view is not None:
            self._begin_view(lock.view)
            early = (*early, *self._early_acks())
        for envelope, body in early:
            if self.blame.stopped is None and (body.v, body.k) == (self.v, self.k + 1):
                self._take_early(envelope, body, now)

    def _begin_view(self, view: TableView) -> None:
        """Begin a view. An older draft is dropped; entries still being judged stay: they can prove a lie."""
        self.draft, self.began = None, self.k
        self.has_parted = self.has_parted and self.seat in view.act
        self.blame.go_on(view.act)
        self._post.put(NewView(self.v, view))

    def _early_acks(self) -> tuple[tuple[Envelope, Entry | Ack], ...]:
        """Acks that others have already given in the view that has just begun."""
        acks = self.changes.take_acks(self.v)
        for each in acks:
            if each.ack.k == self.k + 2:
                self.book.keep_early(each.envelope, each.ack)
        return tuple((each.envelope, each.ack) for each in acks)

    # -- changes of view (R13, R14)

    def cast_vote(self, now: float) -> bool:
        """Vote for the view that this seat wants (R13)."""
        if not self._pulse.is_synced or (vote := self.changes.cast(self.round)) is None:
            return False
        self.draft = None
        self._publish(vote, now)
        return True

    def _take_early(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        try:
            self.take(envelope, body, now)
        except PeerError as why:
            self._post.refuse(body.seat, why, ref=envelope.id, now=now, is_author=True)
        except DiskFull:
            return  # as if it had been lost; the next head brings it again

    def add(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """Put a message into the open round. An entry is judged, an ack is compared with the lock."""
        self.round.came[envelope.id] = (self._post.reach.came(body.seat), now)
        if isinstance(body, Ack):
            self.round.acks[body.seat] = Acked(envelope, body)
            self._compare(body.seat, now)
        elif body.seat not in self.round.entries:
            self.round.entries[body.seat] = written = Written(envelope, body)
            if body.seat == self.seat:
                self._count(self.round, written)
            else:
                self._check(written)

    def _compare(self, seat: int, now: float) -> None:
        """Compare an ack with our lock (R6): another chain is disputed, another state stops the table."""
        lock, acked = self.round.lock, self.round.acks.get(seat)
        if lock is None or acked is None or not self.is_open:
            return
        if acked.ack.h != lock.h:
            self.show_entries(seat, now)
        elif self.round.disputed:
            self.weigh_states(self.round)

    def weigh_states(self, opened: Round) -> None:
        """Stop if acks name our chain hash and another state hash, once it is clear which state is right."""
        for stop in stops.false_states(opened, promised(opened.lock), seat=self.seat):
            self._stop(stop)

    def complain(self, now: float, *, ahead: set[int]) -> None:
        """Report, once per height, an ack of another chain hash, or a vote, that nobody has explained for a
        while. A seat that got another entry than this seat sends it in the fork exchange within a round trip;
        then everybody knows who signed two entries. An ack that stays unexplained keeps its height open.
        Nobody is to blame for messages that are missing because this seat is behind the seats that are
        `ahead`, or is still judging. A seat's own claim to be ahead does not excuse that seat.
        """
        if not self.is_open:
            return
        if self.changes.views.numbers:
            self.changes.complain(self.ground, now, ahead=ahead, is_judging=self.is_judging)
        if self.blame.stopped is not None:
            return  # a split that a proven liar has caused is not held against those who believed the liar
        for seat in self.round.disputed:
            since = self.round.disputed_since.setdefault(seat, now)
            if now - since >= EXPLAIN_S and seat not in self.round.complained:
                self.round.complained.add(seat)
                acked = self.round.acks[seat]
                self._post.put(Unexplained(self.round.place.k, seat, acked.envelope.raw))

    def show_entries(self, seat: int, now: float) -> None:
        """Send our entries of the open height: if two chains meet there, they show who lied (fork
        exchange)."""
        for written in self.round.entries.values():
            self._post.again(seat, written.envelope, now)

    def _publish(self, envelope: Envelope, now: float) -> None:
        self._post.publish(self._post.others, envelope, now)
        self._pulse.nudge(now)

    def _check(self, written: Written) -> None:
        """Have an entry of another seat judged."""
        self._last_job += 1
        entry = written.entry
        self._jobs[self._last_job] = (self.round, written)
        self._post.put(Check(self._last_job, self.round.place, entry.seat, entry.pay, self.round.machine))

    def _stop(self, stop: Stop) -> None:
        """Stop finally, or until the others go on without the seat that the stop names."""
        if not self.blame.take(stop, self.act):
            return
        self.changes.distrust(self.blame.proven)
        if self.blame.stopped is not None:
            self.draft = None
        self.blame.publish(stop)


def promised(value: T | None) -> T:
    """Return a value that must be there in this phase; raises `LocalError` if it is None."""
    if value is None:
        raise LocalError("a round lacks the value that its phase promises")
    return value
