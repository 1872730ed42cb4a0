"""This seat's part in changes of view (R13, R14): its votes, and the changes that it has locked.

The seat votes for the view that it wants. It votes again when others vote for the same view under a later
number, until some view is final. `net.agreement.log` sends the votes, and makes formed views final.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from net.agreement.book import Book
from net.agreement.effects import Unexplained, ViewRefused, Voted
from net.agreement.faults.proof import Proof
from net.agreement.post import Post
from net.agreement.round import Acked, Lock, Round
from net.agreement.views.votes import CastVote, Views, VoteGround
from net.errors import LocalError, NoView
from net.machine import Machine, Place, TableView
from net.wire.bodies import Ack, Vote, parse_body
from net.wire.envelope import Envelope, seal
from net.wire.record import contradicts, weighed
from net.wire.sign_slot import Signed, SignSlot, round_slot, vote_slot
from net.wire.signing import Signer

EXPLAIN_S: Final = 10.0
"""Time after which an ack or a vote that nobody has explained is reported with its signer."""


class Changes:
    """The votes and changes of the seat `seat`. `wanted` is the view that the seat wants; `voted` is the
    number of the last view that it voted for, and in earlier views it signs nothing more. `change` is the
    last change of view that it has locked, if that is not final."""

    def __init__(
        self, game: bytes, seat: int, *, v: int, change: Round | None, book: Book, signer: Signer, post: Post
    ) -> None:
        self.game = game
        self.seat = seat
        self.change = change
        self.views = Views(seat)
        for envelope, vote in book.votes:
            self.views.put(CastVote(envelope, vote))
        self.views.forget_through(v)
        self.voted = max((vote.v for _, vote in book.votes if vote.seat == seat), default=0)
        mine = self.views.vote(self.voted, seat)
        self.wanted = None if mine is None else mine.view
        self._book = book
        self._signer = signer
        self._post = post
        self._refused: set[int] = set()
        self._open_since: dict[tuple[int, int], float] = {}
        self._named: set[tuple[int, int]] = set()

    # -- votes

    @property
    def votes(self) -> tuple[Vote, ...]:
        """All votes for views that are not final, by view and seat."""
        return tuple(cast.vote for cast in self.views.casts)

    @property
    def is_changing(self) -> bool:
        """True if this seat has acknowledged a change of view that is not final."""
        return self.change is not None

    def want(self, view: TableView, opened: Round) -> None:
        """Want `view` from now on; raises `NoView` if impossible, `LocalError` if it names wrong seats."""
        if list(view.act) != sorted(set(view.act)) or self.seat not in view.act:
            raise LocalError("a vote for a table without this seat")
        if not {*view.act} <= {self.seat, *self._post.others}:
            raise LocalError("a vote for seats that do not exist")
        opened.machine.on_view(opened.place, weighed(view, (opened.act, *self._locked_acts())))
        self.wanted = view

    def _locked_acts(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each change of view that this seat has locked. Such a change may be final for others,
        so a view that replaces it must have more than half of its seats, too."""
        if (change := self.change) is None:
            return ()
        return (*(lock.record.act for lock in change.path if not lock.record.is_round), change.act)

    def distrust(self, proven: set[int]) -> None:
        """Drop the wanted view if one of these seats, which are proven guilty, is in it."""
        if self.wanted is not None and proven & {*self.wanted.act}:
            self.wanted = None

    def cast(self, opened: Round) -> Envelope | None:
        """Vote for the view that this seat wants, on its highest lock; None if it need not vote."""
        wanted = self.wanted
        if wanted is None:
            return None
        v = self.views.target(wanted, self.seat, last=self.voted, current=opened.v)
        if v is None:
            return None
        lv, lk, lh = self.own_lock(opened)
        vote = Vote(self.game, v, self.seat, view=wanted, lv=lv, lk=lk, lh=lh)
        held = self._book.sign(vote.slot, seal(self.seat, vote.encode(), self._signer))
        self.voted = v
        self.views.put(CastVote(held, vote))
        self._post.put(Voted(self.seat, v, wanted))
        return held

    def own_lock(self, opened: Round) -> tuple[int, int, bytes]:
        """View, height and chain hash of the last record that this seat has acknowledged."""
        lock = self._lock(opened)
        if lock is None:
            return opened.v, opened.place.k - 1, opened.place.prev
        return lock.record.v, lock.record.k, lock.h

    def stand(self, opened: Round) -> tuple[Place, Machine]:
        """The height above the last record that this seat has acknowledged, and the machine at that height.
        No view that this seat votes for stands lower, except where two rounds void each other (R14)."""
        lock = self._lock(opened)
        if lock is None:
            return opened.place, opened.machine
        return Place(self.game, lock.record.k + 1, lock.h), lock.machine

    def _lock(self, opened: Round) -> Lock | None:
        if self.change is not None:
            return self.change.lock
        return opened.lock if self.seat in opened.acks else None

    def take_vote(self, envelope: Envelope, vote: Vote) -> None:
        """Keep a vote of another seat whose signature was checked."""
        self._book.see(vote.slot, envelope)
        self.views.put(CastVote(envelope, vote))
        self._post.put(Voted(vote.seat, vote.v, vote.view))

    def contradiction(self, seat: int) -> Proof | None:
        """The proof, if any, that another seat has signed a vote and an ack that contradict each other."""
        votes = [cast for cast in self.views.casts if cast.vote.seat == seat]
        if not votes:
            return None
        for envelope, ack in (
            *self._book.acks(seat),
            *((e.envelope, e.ack) for e in self.views.acks_of(seat)),
        ):
            for cast in votes:
                if contradicts(cast.vote, ack):
                    return Proof(seat, None, cast.envelope, envelope)
        return None

    # -- the outcome

    def formed(self, ground: VoteGround) -> Iterator[Round]:
        """Yield the changes of view that the votes make on this ground, the highest view first, each with the
        acks that have come for it."""
        for v in self.views.numbers:
            opened = self._formed(v, ground)
            if opened is None:
                continue
            for acked in self.views.acks(v):
                if acked.ack.k == opened.place.k:
                    opened.acks[acked.ack.seat] = acked
            yield opened

    def _formed(self, v: int, ground: VoteGround) -> Round | None:
        if v in self._refused:
            return None
        try:
            return self.views.formed(v, ground)
        except NoView as why:
            mine = self.views.vote(v, self.seat)
            if mine is not None:
                # Every peer finds the same: the view is refused once, and the players vote for another.
                self._refused.add(v)
                self._post.put(ViewRefused(v, mine.view, why))
                self.wanted = None if v == self.voted else self.wanted
            return None

    def locked(self, opened: Round) -> None:
        """Note that this seat has locked and acknowledged a change of view."""
        self.views.put_ack(opened.acks[self.seat])
        self.change = opened

    def outdate(self, lock: Lock, v: int) -> None:
        """Drop what the final height `lock` has overtaken: the wanted view if it was a change of view, and a
        locked change that does not stand on it. `v` is the final view."""
        self._refused.clear()
        if (change := self.change) is not None:
            if change.v <= v or lock.h not in (change.place.prev, *(each.h for each in change.path)):
                self.change = None
            change.path = tuple(each for each in change.path if each.record.k > lock.record.k)
        if lock.view is not None:
            self.wanted = None

    def take_acks(self, v: int) -> tuple[Acked, ...]:
        """Hand over the acks in view `v`, which has become final, and forget its votes and acks here."""
        acks = self.views.acks(v)
        self.views.forget_through(v)
        return acks

    def complain(self, ground: VoteGround, now: float, *, ahead: set[int], is_judging: bool) -> None:
        """Report, once, a seat whose vote names a lock that nobody has sent for a while. All who would stay
        have voted alike, and yet the view does not form, because the highest lock of the votes is not here. A
        seat that has this lock sends it after its next head."""
        casts = (
            [] if is_judging else [each for each in self.views.hanging(ground) if each.vote.seat != self.seat]
        )
        hanging = {(cast.vote.v, cast.vote.seat): cast for cast in casts if ahead <= {cast.vote.seat}}
        self._open_since = {each: self._open_since.get(each, now) for each in hanging}
        for each, cast in hanging.items():
            if now - self._open_since[each] >= EXPLAIN_S and each not in self._named:
                self._named.add(each)
                self._post.put(Unexplained(cast.vote.lk, cast.vote.seat, cast.envelope.raw, is_vote=True))

    # -- for the others

    def slots(self, v: int) -> Sequence[SignSlot]:
        """The slots of this seat's last vote and locked change, if not final; `v` is the final view."""
        slots = [vote_slot(v=self.voted, seat=self.seat)] if self.voted > v else []
        if self.change is not None:
            slots.append(self.ack_slot(self.change))
        return slots

    def ack_slot(self, change: Round) -> SignSlot:
        """The slot of this seat's ack of a change of view."""
        return round_slot(Signed.ACK, change.place.k, v=change.v, seat=self.seat)

    def recall(self) -> None:
        """After a restart, take this seat's own ack of its locked change from the journal."""
        if self.change is None or (envelope := self._book.mine(self.ack_slot(self.change))) is None:
            return
        body = parse_body(envelope.body)
        if isinstance(body, Ack):
            self.views.put_ack(Acked(envelope, body))

    def open_for(self, to: int) -> tuple[Envelope, ...]:
        """Return the messages for the peer `to` while a change of view is open: the last vote of each seat,
        and all votes and acks of the change that this seat has locked and of the view that it votes for."""
        views, wanted = self.views, {self.voted}
        if self.change is not None:
            wanted |= {self.change.v, *(each.record.v for each in self.change.path)}
        last = {cast.vote.seat: cast for cast in views.casts}
        casts = [cast for cast in views.casts if cast.vote.v in wanted or last[cast.vote.seat] is cast]
        found = [cast.envelope for cast in casts if cast.vote.seat != to]
        found += [each.envelope for v in sorted(wanted) for each in views.acks(v) if each.ack.seat != to]
        return tuple(found)
