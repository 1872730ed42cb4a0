"""The log of one seat: what is final, the one open height, and every signature this seat gives.

All of R1-R7 that is not about frames and time is here. Methods raise `PeerError` for what a peer
signed and must not count, and `DiskFull` when the journal has no room; in both cases nothing in
memory has changed that the journal does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeVar

from net.agreement import stops
from net.agreement.book import Book
from net.agreement.effects import (
    Check,
    Fault,
    FinalHeight,
    Locked,
    NewView,
    Stopped,
    Unexplained,
)
from net.agreement.journal import Finished, Journal, Stored
from net.agreement.phase import Deed, Pen, Phase, next_deed
from net.agreement.post import Post
from net.agreement.proof import Proof, proof_of
from net.agreement.pulse import Pulse
from net.agreement.replay import MACHINES_KEPT, Past, replay
from net.agreement.round import Acked, Lock, Round
from net.agreement.stops import Stop
from net.agreement.views.changes import EXPLAIN_S, Changes
from net.agreement.views.votes import Ground
from net.errors import DiskFull, Diverged, Forked, LocalError, NotTheirTurn, NoView, PeerError, TooLarge
from net.machine import Draft, Machine, Place, View
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import Envelope, open_envelope, seal
from net.wire.frame import Err, Head, Kind, pack_proof
from net.wire.record import Written, check_entry, pay_limit
from net.wire.sign_slot import Signed, SignSlot, round_slot
from net.wire.signing import Signer

T = TypeVar("T")
OF_A_ROUND: Final = (Signed.ENTRY, Signed.ACK)
JOURNAL_LOST: Final = Err(7, "this seat has lost its journal, or plays in two places", b"")


class Log:
    """What is final (`k`, `prev`, `machine`, `records`), what is open (`round`), why it stopped."""

    def __init__(
        self,
        game: bytes,
        seat: int,
        *,
        act: tuple[int, ...],
        signer: Signer,
        machine: Machine,
        journal: Journal,
        stored: Stored,
        past: Past,
        post: Post,
        pulse: Pulse,
    ) -> None:
        begun = replay(game, seat, act=act, machine=machine, stored=stored, past=past)
        self.game = game
        self.seat = seat
        self.v, self.act = begun.round.v, begun.round.act
        self.round = begun.round
        self.before: Round | None = None
        """The round that became final last, where the one that is open stands on it alone."""
        self.records: list[bytes] = list(begun.records)
        self.machines = dict(begun.machines)
        """The machines at the last final heights."""
        self.book = Book(journal)
        self.own_chat = self.book.recall(stored, self.k)
        self.changes = Changes(
            game, seat, v=self.v, change=begun.change, book=self.book, signer=signer, post=post
        )
        self.stopped: Fault | None = None
        self.began = 0
        """The height of the last change of view that has become final since the start."""
        self.proven: set[int] = set()
        """The seats that have signed what is proven to be false: nobody goes on with them."""
        self.draft: Draft | None = None
        self._stored = stored
        self._signer = signer
        self._journal = journal
        self._post = post
        self._pulse = pulse
        self._jobs: dict[int, tuple[int, int]] = {}
        self._last_job = 0

    # -- what may be asked

    @property
    def k(self) -> int:
        """The last final height."""
        return self.round.place.k - 1

    @property
    def prev(self) -> bytes:
        """The chain hash of the last final height."""
        return self.round.place.prev

    @property
    def machine(self) -> Machine:
        """The machine at the last final height."""
        return self.round.machine

    @property
    def may_propose(self) -> bool:
        """Whether this seat may write at the next height now (R3)."""
        return (
            self.stopped is None
            and self.pen is Pen.FREE
            and self.round.lock is None
            and self.seat in self.round.actors
            and self.seat not in self.round.entries
        )

    @property
    def can_go_on(self) -> bool:
        """Whether the rest of a stopped table may vote to go on without the seat that is to blame."""
        fault = self.stopped
        return (
            fault is not None
            and fault.seat is not None
            and fault.seat in self.act
            and fault.seat != self.seat
            and len(self.act) > 2
        )

    @property
    def own_open(self) -> tuple[Envelope, ...]:
        """What this seat signed at the open height."""
        slots = [self._slot(kind, self.seat) for kind in OF_A_ROUND]
        slots += self.changes.slots(self.v)
        found = (self.book.mine(slot) for slot in slots)
        return tuple(envelope for envelope in found if envelope is not None)

    # -- what comes in

    def recall(self, now: float) -> None:
        """Take up again what the journal holds of the open height; a proven fault stops it again."""
        for _, first, second in self._stored.evidence:
            self._recall_evidence(first, second, now)
        self.changes.recall()
        for slot in (self._slot(kind, seat) for kind in OF_A_ROUND for seat in self.act):
            envelope = self.book.find(slot)
            body = parse_body(envelope.body) if envelope is not None else None
            if envelope is not None and isinstance(body, Entry | Ack) and self._is_of_round(body):
                self._add(envelope, body, now)
        self._stored = Stored()

    def take(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """A new message of the open height whose signature was checked (R4, R6).

        Raises `PeerError` of its author when it does not count.
        """
        if isinstance(body, Entry):
            self._admit(envelope, body)
        self.book.see(body.slot, envelope)
        self._add(envelope, body, now)
        self._relay(envelope, now)
        if isinstance(body, Ack):
            self._hold_against(body.seat)

    def _hold_against(self, seat: int) -> None:
        """Hold the votes of a seat against its acks."""
        if (proof := self.changes.contradiction(seat)) is not None:
            self.proved(proof)

    def _admit(self, envelope: Envelope, entry: Entry) -> None:
        """Raise unless the entry may stand at the open height; what its signature proves is kept."""
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

    def _is_of_round(self, body: Entry | Ack) -> bool:
        """Whether a message out of the journal counts: of an entry it may hold the signature only."""
        opened = self.round
        return isinstance(body, Ack) or (body.seat in opened.actors and body.prev == opened.place.prev)

    def judged(self, job: int, refusal: PeerError | None) -> None:
        """The machine has judged an entry. A signed entry that is refused ends the table."""
        k, seat = self._jobs.pop(job, (0, 0))
        if k != self.round.place.k:
            return
        if refusal is None:
            self.round.judged.add(seat)
        elif self.stopped is None:
            written = self.round.entries[seat]
            self._stop(stops.illegal(written.envelope, written.entry, refusal.text))

    def proved(self, proof: Proof) -> None:
        """Two messages of one seat that nobody signs both, signatures checked."""
        self._stop(stops.proved(proof))

    def lost(self, envelope: Envelope) -> None:
        """Somebody holds what this seat signed and this journal does not know."""
        self._stop(stops.lost_journal(envelope))

    def take_vote(self, envelope: Envelope, vote: Vote, now: float) -> None:
        """A new vote of another seat whose signature was checked (R13)."""
        self.changes.take_vote(envelope, vote)
        self._relay(envelope, now)
        self._hold_against(vote.seat)

    def take_view_ack(self, envelope: Envelope, ack: Ack, now: float) -> None:
        """A new ack of another seat, signature checked, in a view that is not final here (R14)."""
        self.changes.views.put_ack(Acked(envelope, ack))
        self._relay(envelope, now)
        self._hold_against(ack.seat)

    def vote(self, view: View) -> None:
        """Vote for `view`, again and again until some view is final; raises `NoView` for what cannot be.

        Raises `LocalError` for a vote that makes no sense: for seats that there are not, or without
        one's own.
        """
        if self.stopped is not None and not self.can_go_on:
            raise LocalError("a vote at a table that has stopped")
        if self.proven & {*view.act}:
            raise NoView("proven", "nobody goes on with a seat that has signed what is proven to be false")
        self.changes.want(view, self.round)

    def _relay(self, envelope: Envelope, now: float) -> None:
        """Pass a new message on to those who have no good link to its author (R10)."""
        self._post.publish(self._post.reach.lends_to(envelope.seat), envelope, now)

    def propose(self, draft: Draft) -> None:
        """Write at the next height as soon as the disk has room; raises `LocalError` off turn."""
        if not self.may_propose:
            raise LocalError("it is not this seat's turn to write")
        limit = pay_limit(len(self.round.actors))
        if len(draft.pay) > limit:
            raise LocalError(f"an entry of {len(draft.pay)} bytes, {limit} are allowed")
        self.draft = draft

    # -- what follows

    def advance(self, now: float) -> None:
        """Sign, lock and finish whatever can be; raises `DiskFull` where it had to leave off."""
        while self._step(now) or self._change_view(now):
            pass

    def show_evidence(self, to: Sequence[int]) -> None:
        """Send what stopped the table to these seats, so that they can judge it themselves."""
        if self.stopped is not None:
            self._show(self.stopped, to)

    def _show(self, fault: Fault, to: Sequence[int]) -> None:
        if fault.reason == "lost-journal":
            # Nobody else has done anything; they only need to know why this seat stays silent.
            self._post.send(to, Kind.CTL, JOURNAL_LOST.encode())
            return
        if fault.reason in ("equivocation", "false-vote"):
            self._post.send(to, Kind.PROOF, pack_proof(*fault.evidence))
            return
        for raw in fault.evidence:
            self._post.send(to, Kind.ENV, raw)

    @property
    def phase(self) -> Phase:
        """How far the open round is. What all have acknowledged is final, whatever somebody did besides."""
        phase = self.round.phase(self.seat)
        if self.stopped is None or (self.can_go_on and phase is Phase.AGREED):
            return phase
        return Phase.STOPPED

    @property
    def pen(self) -> Pen:
        """What this seat may do."""
        if self.seat not in self.act:
            return Pen.AWAY
        if not self._pulse.is_synced or self.changes.voted > self.v:
            return Pen.HELD
        return Pen.FREE if self.draft is None else Pen.DRAFTED

    def _step(self, now: float) -> bool:
        """Do the next thing of the table; whether there was anything to do."""
        deed = next_deed(self.phase, self.pen)
        match deed:
            case Deed.WRITE:
                self._write(_there(self.draft), now)
            case Deed.LOCK:
                self._lock(now)
            case Deed.ACK:
                self._acknowledge(self.round, _there(self.round.lock), now)
            case Deed.FOLLOW:
                self.round.lock = self._complete()
                for seat in self.act:
                    self._compare(seat, now)
            case Deed.FINISH:
                self._finish(self.round, _there(self.round.unanimous()), now)
        return deed is not Deed.WAIT

    def _write(self, draft: Draft, now: float) -> None:
        place = self.round.place
        entry = Entry(
            self.game,
            v=self.v,
            k=place.k,
            seat=self.seat,
            prev=place.prev,
            st=self.round.st,
            pay=draft.pay,
        )
        sealed = seal(self.seat, entry.encode(), self._signer)
        stands = self.book.sign(entry.slot, sealed, draft.secrets)
        self.draft = None
        if stands.id != sealed.id:
            self.lost(stands)
            return
        self.round.entries[self.seat] = Written(stands, entry)
        self.round.judged.add(self.seat)
        self._publish(stands, now)

    def _lock(self, now: float) -> None:
        if (lock := self._complete()) is not None:
            self._acknowledge(self.round, lock, now)

    def _complete(self) -> Lock | None:
        """What the complete round comes to; None when its entries cannot stand together: that is a fault."""
        try:
            return self.round.locked()
        except PeerError as why:
            written = [self.round.entries[seat] for seat in self.round.actors]
            self._stop(stops.combination(why, written, but=self.seat))
            return None

    def _acknowledge(self, opened: Round, lock: Lock, now: float) -> None:
        """Journal a lock, all that it stands on, and the ack of it in one transaction; send the ack (R5)."""
        ack = Ack(self.game, v=opened.v, k=lock.record.k, seat=self.seat, h=lock.h, st=lock.st)
        sealed = seal(self.seat, ack.encode(), self._signer)
        path = tuple((each.record.k, each.record.encode()) for each in (*opened.path, lock))
        stands = self.book.lock(path, slot=ack.slot, ack=sealed)
        if stands.id != sealed.id:
            self.lost(stands)
            return
        opened.lock = lock
        opened.acks[self.seat] = Acked(stands, ack)
        self._post.put(Locked(lock.record.k, lock.machine))
        self._publish(stands, now)
        if opened is not self.round:
            self.changes.locked(opened)
            return
        for seat in self.act:
            self._compare(seat, now)

    def _finish(self, opened: Round, acks: tuple[Envelope, ...], now: float) -> None:
        """Every seat signed the same: the height is final, and all that it stands on (R7, R14)."""
        lock = _there(opened.lock)
        locks = (*opened.path, lock)
        raws = (*(each.record.encode() for each in opened.path), lock.record.with_acks(acks).encode())
        self._journal.record(
            *(
                Finished(each.record.k, each.record.v, each.h, each.st, raw)
                for each, raw in zip(locks, raws, strict=True)
            )
        )
        self.records += raws
        self.before = opened if opened is self.round else None
        self._post.next_height()
        k, (self.v, self.act) = lock.record.k, (lock.record.v, lock.record.act)
        self.round = Round(Place(self.game, k + 1, lock.h), lock.machine, self.act, v=self.v, st=lock.st)
        self.book.forget_below(k - 1, v=self.v)
        self._pulse.calm(says_so=self.seat in self.act)
        for each, raw in zip(locks, raws, strict=True):
            self._post.put(FinalHeight(each.record.k, raw, each.entries, each.machine))
            self.machines[each.record.k] = each.machine
            self.machines.pop(each.record.k - MACHINES_KEPT, None)
        self.changes.outdate(lock, self.v)
        early = self.book.take_early()
        if lock.view is not None:
            self._begin_view(lock.view)
            early = (*early, *self._early_acks())
        for envelope, body in early:
            if self.stopped is None and (body.v, body.k) == (self.v, self.k + 1):
                self._take_early(envelope, body, now)

    def _begin_view(self, view: View) -> None:
        """What was half written or half judged in the view before is void."""
        self.draft, self.began = None, self.k
        self._jobs.clear()
        if self.stopped is not None and self.stopped.seat is not None and self.stopped.seat not in view.act:
            self.stopped = None
        self._post.put(NewView(self.v, view))

    def _early_acks(self) -> tuple[tuple[Envelope, Entry | Ack], ...]:
        """After a change of view: what others have acknowledged in it since."""
        acks = self.changes.take_acks(self.v)
        for each in acks:
            if each.ack.k == self.k + 2:
                self.book.keep_early(each.envelope, each.ack)
        return tuple((each.envelope, each.ack) for each in acks)

    # -- changes of view (R13, R14)

    def _change_view(self, now: float) -> bool:
        """Do the next thing of a change of view; whether there was anything to do."""
        if self.stopped is not None and not self.can_go_on:
            return False
        return self._cast_vote(now) or self._form(now)

    def _cast_vote(self, now: float) -> bool:
        """Vote for what this seat wishes (R13)."""
        if not self._pulse.is_synced or (vote := self.changes.cast(self.round)) is None:
            return False
        self.draft = None
        self._publish(vote, now)
        return True

    @property
    def ground(self) -> Ground:
        """What a change of view can stand on."""
        lock = self.round.lock
        if lock is None and self.round.is_complete:
            with suppress(PeerError):
                lock = self.round.locked()
        return Ground(self.game, self.v, self.act, k=self.k, h=self.prev, machine=self.machine, lock=lock)

    def _form(self, now: float) -> bool:
        """Lock and acknowledge the view that this seat has voted for, or finish one (R14)."""
        if not self.changes.views.numbers:
            return False
        for opened in self.changes.formed(self.ground):
            lock = _there(opened.lock)
            if (acks := opened.unanimous()) is not None:
                self._finish(opened, acks, now)
                return True
            if self.stopped is None:
                self._weigh_states(opened)
            if self.proven & {*opened.act}:
                continue  # nobody sits down again with whoever is proven to lie
            mine = opened.v == self.changes.voted and self.seat not in opened.acks
            if mine and self._pulse.is_synced and (self._is_forked or not opened.is_void):
                self._acknowledge(opened, lock, now)
                return True
        return False

    @property
    def _is_forked(self) -> bool:
        """Whether somebody is proven to have signed two entries for the open height."""
        fault = self.stopped
        if fault is None or fault.reason != "equivocation":
            return False
        body = parse_body(open_envelope(fault.evidence[0]).body)
        return isinstance(body, Entry) and (body.v, body.k) == (self.v, self.k + 1)

    def _take_early(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        try:
            self.take(envelope, body, now)
        except PeerError as why:
            self._post.refuse(body.seat, why, ref=envelope.id, now=now, is_author=True)
        except DiskFull:
            return  # as if it had been lost; the next head brings it again

    def _slot(self, kind: Signed, seat: int) -> SignSlot:
        """The slot of a seat's entry or ack at the open height."""
        return round_slot(kind, self.round.place.k, v=self.v, seat=seat)

    def _recall_evidence(self, first: bytes, second: bytes, now: float) -> None:
        """Stop again for what stopped the table before; `second` is b"" where one message suffices."""
        envelope = open_envelope(first)
        body = parse_body(envelope.body)
        if second and isinstance(body, Entry | Ack | Vote):
            self.proved(proof_of(envelope, open_envelope(second)))
        elif envelope.seat == self.seat:
            self.lost(envelope)
        elif isinstance(body, Ack) and body.v > self.v:
            self.take_view_ack(envelope, body, now)
        elif isinstance(body, Entry | Ack) and body.v == self.v and body.k == self.round.place.k:
            with suppress(PeerError):
                self.take(envelope, body, now)

    def _add(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """Put a message into the open round; an entry goes to be judged, an ack is compared."""
        self.round.came[envelope.id] = (self._post.reach.came(body.seat), now)
        if isinstance(body, Ack):
            self.round.acks[body.seat] = Acked(envelope, body)
            self._compare(body.seat, now)
        elif body.seat not in self.round.entries:
            self.round.entries[body.seat] = Written(envelope, body)
            if body.seat == self.seat:
                self.round.judged.add(body.seat)
            else:
                self._check(body)

    def _compare(self, seat: int, now: float) -> None:
        """Hold an ack against our lock (R6): another chain is disputed, another state ends the table."""
        lock, acked = self.round.lock, self.round.acks.get(seat)
        if lock is None or acked is None or self.stopped is not None:
            return
        if acked.ack.h != lock.h:
            self.show_entries(seat, now)
        else:
            self._weigh_states(self.round)

    def _weigh_states(self, opened: Round) -> None:
        """Stop over acks of our chain hash with another state hash, once it is known whose word stands."""
        if (stop := stops.false_states(opened, _there(opened.lock), seat=self.seat)) is not None:
            self._stop(stop)

    def complain(self, now: float, *, ahead: set[int]) -> None:
        """Report, once a height, whose differing ack nobody has explained for a while, and whose vote.

        Whoever was shown another entry than we shows it in the fork exchange within a round trip,
        and then it is known who signed two. An ack that stays unexplained keeps its height open. What is
        not here because this seat is behind those who are `ahead`, or still judges it, is nobody's fault:
        who says alone that it is ahead is not believed about itself.
        """
        if self.stopped is not None:
            return
        if self.changes.views.numbers:
            self.changes.complain(self.ground, now, ahead=ahead, is_judging=bool(self.round.open.checking))
        for seat in self.round.disputed:
            since = self.round.disputed_since.setdefault(seat, now)
            if now - since >= EXPLAIN_S and seat not in self.round.complained:
                self.round.complained.add(seat)
                acked = self.round.acks[seat]
                self._post.put(Unexplained(self.round.place.k, seat, acked.envelope.raw))

    def give(self, to: int, head: Head, now: float) -> None:
        """Give a seat what it lacks of our open round, or of the one before it, if that is for us to do."""
        opened = self.round if head.k == self.k else self.before
        if opened is None:
            return
        lacked = [opened.entries[seat].envelope for seat in head.open_entries if seat in opened.entries]
        lacked += [opened.acks[seat].envelope for seat in head.open_acks if seat in opened.acks]
        for envelope in lacked:
            came, since = opened.came.get(envelope.id, (0, now))
            if self._post.reach.is_owed(envelope.seat, to, came=came, since=since, now=now):
                self._post.again(to, envelope, now)

    def show_entries(self, seat: int, now: float) -> None:
        """Send our entries of the open height: where two chains meet, the liar is found (fork exchange)."""
        for written in self.round.entries.values():
            self._post.again(seat, written.envelope, now)

    def _publish(self, envelope: Envelope, now: float) -> None:
        self._post.publish(self._post.others, envelope, now)
        self._pulse.nudge(now)

    def _check(self, entry: Entry) -> None:
        """Have an entry of another seat judged."""
        self._last_job += 1
        self._jobs[self._last_job] = (self.round.place.k, entry.seat)
        self._post.put(Check(self._last_job, self.round.place, entry.seat, entry.pay, self.round.machine))

    def _stop(self, stop: Stop) -> None:
        """Stop, with the evidence in the journal, so that it stays stopped: for good, or until the rest go
        on without whom it names. Whoever is out of the game already stops nobody."""
        seat = stop.fault.seat
        if self.stopped is not None or (seat is not None and seat in self.proven and seat not in self.act):
            return
        if seat is not None:
            self.proven.add(seat)
        self.changes.distrust(self.proven)
        if seat in (None, self.seat, *self.act):
            self.stopped = stop.fault
            self.draft = None
            self._post.put(Stopped(stop.fault))
        self._show(stop.fault, self._post.others)
        for slot, first, second in stop.keep:
            self._journal.evidence(slot, first, second)


def _there(value: T | None) -> T:
    """What the phase promises to be there; raises `LocalError` for a hole in its table."""
    if value is None:
        raise LocalError("a round in a phase that it has not reached")
    return value
