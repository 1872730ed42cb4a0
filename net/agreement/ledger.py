"""The log as one seat sees it: the final part, the one open height, and what follows from them.

`net.agreement.log` makes the changes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from net.agreement.aside.goodbyes import has_parted
from net.agreement.book import Book
from net.agreement.effects import Awaited
from net.agreement.faults.blame import Blame
from net.agreement.hearing.pulse import Pulse
from net.agreement.journal import Journal, Stored
from net.agreement.phase import Pen, Phase
from net.agreement.post import Post
from net.agreement.replay import Past, replay
from net.agreement.round import Lock, Round
from net.agreement.views.changes import Changes
from net.agreement.views.votes import VoteGround
from net.agreement.walk import Walk
from net.errors import PeerError
from net.machine import Draft, Machine, Place
from net.wire.envelope import Envelope
from net.wire.record import Written
from net.wire.sign_slot import Signed, SignSlot, round_slot
from net.wire.signing import Signer

OF_A_ROUND: Final = (Signed.ENTRY, Signed.ACK)


class Ledger:
    """The final part of the log (`k`, `prev`, `machine`, `records`), the open `round`, and `blame`."""

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
        walk: Callable[..., Walk],
    ) -> None:
        begun = replay(game, seat, act=act, machine=machine, stored=stored, past=past)
        self.game = game
        self.seat = seat
        self.v, self.act = begun.round.v, begun.round.act
        self.round = begun.round
        self.before: Round | None = None
        """The round that became final last; None since a start, and after a change of view."""
        self.records: list[bytes] = list(begun.records)
        self.machines = dict(begun.machines)
        """The machines at the last final heights."""
        self.book = Book(journal)
        self.own_chat = self.book.recall(stored, self.k)
        self.changes = Changes(
            game, seat, v=self.v, change=begun.change, book=self.book, signer=signer, post=post
        )
        self.lent = self.changes.views.lent
        self.blame = Blame(seat, journal=journal, post=post)
        self.began = 0
        """The height of the last change of view that has become final since the start."""
        self._disbelieved: set[bytes] = set()
        """Ends of the game by half of the table, refused because their seats had been there all the while."""
        self.draft: Draft | None = None
        self.has_parted = has_parted(stored, seat)
        """True if this seat was given up or left its shares, and the table has not gone on without it."""
        self._walk = walk
        self._signer = signer
        self._journal = journal
        self._post = post
        self._pulse = pulse
        self._jobs: dict[int, tuple[Round, Written]] = {}
        self._last_job = 0

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
        """True if this seat may write at the next height now (R3)."""
        return (
            self.blame.stopped is None
            and self.pen is Pen.FREE
            and self.round.lock is None
            and self.seat in self.round.actors
            and self.seat not in self.round.entries
        )

    @property
    def is_open(self) -> bool:
        """True if anything can still become final: not stopped, or the rest may go on without the liar."""
        return self.blame.stopped is None or self.blame.can_go_on(self.act)

    def may_follow(self, opened: Round, now: float) -> bool:
        """True if this seat accepts a change of view. It accepts an end by half of the table that leaves this
        seat out only if it has missed those who made the end for the agreed time, or has left: otherwise
        anybody could end a game at any moment and say that the others were away."""
        lock = opened.lock
        if lock is None or lock.view is None or not lock.view.is_half or self.seat in opened.act:
            return True
        if self.has_parted:
            return True
        if not all(self._pulse.has_missed(seat, now) for seat in opened.act):
            self._disbelieved.add(lock.h)  # otherwise accepted as soon as they are away
        return lock.h not in self._disbelieved

    @property
    def open(self) -> Awaited:
        """Entries and acks that height `k` + 1 waits for, or the change of view that this seat has locked."""
        return (self.changes.change or self.round).open

    @property
    def is_synced(self) -> bool:
        """True if this seat may sign something new after its start (R11)."""
        return self._pulse.is_synced

    @property
    def is_judging(self) -> bool:
        """True if an entry of the open height is still being judged; a refused one is not."""
        return any(opened is self.round for opened, _ in self._jobs.values())

    @property
    def is_forked(self) -> bool:
        """True if a seat is proven to have signed two entries at the open height, or two votes for a view."""
        return self.blame.is_fork(v=self.v, k=self.k + 1)

    @property
    def open_slots(self) -> tuple[SignSlot, ...]:
        """The slots of all messages that can be signed at the open height, the entries first."""
        return tuple(self._slot(kind, seat) for kind in OF_A_ROUND for seat in self.act)

    @property
    def own_open(self) -> tuple[Envelope, ...]:
        """Messages that this seat signed at the open height, and for changes of view that are not final."""
        slots = [self._slot(kind, self.seat) for kind in OF_A_ROUND]
        slots += self.changes.slots(self.v)
        found = (self.book.mine(slot) for slot in slots)
        return tuple(envelope for envelope in found if envelope is not None)

    def _slot(self, kind: Signed, seat: int) -> SignSlot:
        """The slot of a seat's entry or ack at the open height."""
        return round_slot(kind, self.round.place.k, v=self.v, seat=seat)

    @property
    def stand(self) -> tuple[Place, Machine]:
        """The place where a view would begin if this seat voted for it now, and the machine there: above the
        last final height, or above the record on top of it that this seat has acknowledged."""
        return self.changes.stand(self.round)

    def machine_at(self, k: int) -> Machine | None:
        """The machine at one of the last final heights, or at the height above them that this seat has
        acknowledged; None at another."""
        place, machine = self.stand
        return machine if place.k == k + 1 else self.machines.get(k)

    @property
    def path(self) -> tuple[Lock, ...]:
        """The locked records on which this seat's vote stands, if others may be unable to put them together
        from messages: a change of view is among them, or one of two rounds of one height."""
        change = self.changes.change
        if change is not None and change.lock is not None:
            return (*change.path, change.lock)
        lock = self.round.lock
        return (lock,) if self.is_forked and lock is not None else ()

    @property
    def phase(self) -> Phase:
        """Phase of the open round. While the table can go on without a liar, it is not stopped for a height
        that all have acknowledged, nor for a seat that only follows."""
        phase = self.round.phase(self.seat)
        follows = self.is_open and (phase is Phase.AGREED or self.seat not in self.act)
        if self.blame.stopped is None or follows:
            return phase
        return Phase.STOPPED

    @property
    def pen(self) -> Pen:
        """This seat's right to sign."""
        if self.seat not in self.act:
            return Pen.AWAY
        if not self._pulse.is_synced or self.changes.voted > self.v or self.has_parted:
            return Pen.HELD
        return Pen.FREE if self.draft is None else Pen.DRAFTED

    @property
    def ground(self) -> VoteGround:
        """The ground on which a change of view can stand."""
        lock = self.round.lock
        if lock is None and self.round.is_complete:
            with suppress(PeerError):
                lock = self.round.locked()
        return VoteGround(self.game, self.v, self.act, k=self.k, h=self.prev, machine=self.machine, lock=lock)
