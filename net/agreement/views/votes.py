"""Votes for views, and their outcome (R13, R14): the change of view that everybody computes alike.

A change of view stands on the highest lock that its votes name. So it never stands below a record that may be
final for somebody: such a record needed an ack of each seat of the old view, and one of these seats is a
voter. A voter names the last record that it has acknowledged, and acknowledges nothing more in older views.
The voters are more than half of every view that the change replaces, or half and end the game, so two halves
of a table never both go on.

Everything here follows from the votes, the final head, the open round and lent records; nothing is signed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct

from net.agreement.round import Acked, Lock, Round
from net.agreement.views.lent import Lent
from net.errors import NoView
from net.machine import Machine, Place, TableView
from net.wire.bodies import Vote
from net.wire.envelope import Envelope
from net.wire.record import Record, RecordKind, agreed_view, stand_of
from net.wire.sign_slot import SignSlot

AHEAD: Final = 64
"""A vote may be at most this many views above our last one, so that nobody can use up the numbers."""
ACKS_KEPT: Final = 8
"""Limit of acks of later views that are kept for each seat."""


class CastVote(Struct, frozen=True):
    """A vote with its envelope."""

    envelope: Envelope
    vote: Vote


class VoteGround(Struct, frozen=True):
    """The record on which a change of view can stand: the last final record, of view `v`, height `k` and
    chain hash `h`; or the complete round above that record (`lock`), if there is one. `act` are the seats at
    the table, and `machine` is the machine after the final record."""

    game: bytes
    v: int
    act: tuple[int, ...]
    k: int
    h: bytes
    machine: Machine
    lock: Lock | None


class Views:
    """The votes and acks of views that are not final, as `seat` has received them."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self.lent = Lent()
        self._votes: dict[int, dict[int, CastVote]] = {}
        self._acks: dict[int, OrderedDict[SignSlot, Acked]] = {}
        self._found: dict[int, Round | NoView | None] = {}
        """Results of `formed` on `_ground`, by view: later views that stand on a view need its result."""
        self._ground: tuple[int, bytes, bytes] = (0, b"", b"")

    # -- votes

    def put(self, cast: CastVote) -> None:
        """Keep a vote, unless its slot has one."""
        self._votes.setdefault(cast.vote.v, {}).setdefault(cast.vote.seat, cast)
        self._found.clear()

    def vote(self, v: int, seat: int) -> Vote | None:
        """The vote of a seat for view `v`."""
        cast = self._votes.get(v, {}).get(seat)
        return None if cast is None else cast.vote

    @property
    def casts(self) -> tuple[CastVote, ...]:
        """All votes, by view and seat."""
        return tuple(self._votes[v][seat] for v in sorted(self._votes) for seat in sorted(self._votes[v]))

    def target(self, wanted: TableView, seat: int, *, last: int, current: int) -> int | None:
        """The number of the view for which `seat` should vote to get `wanted`; None if it has voted for it
        already. That is the highest number for which another seat votes for `wanted`, or else the next after
        `last` (the view that `seat` voted for last) and `current` (the final view)."""
        least = max(last, current)
        same = [
            cast.vote.v
            for cast in self.casts
            if cast.vote.seat != seat and cast.vote.seat in wanted.act and cast.vote.view == wanted
        ]
        if higher := [v for v in same if v > least]:
            return max(higher)
        mine = self.vote(last, seat)
        return least + 1 if mine is None or mine.view != wanted else None

    def has(self, last: Record, ground: VoteGround) -> bool:
        """True if all records from the final head to the locked record `last` are here."""
        return not last.acks and self._to(last.v, last.k, last.h, last.v + 1, ground) is not None

    def forget_found(self) -> None:
        """Forget all results: with a new record, a view may form that could not form before."""
        self._found.clear()

    def forget_through(self, v: int) -> None:
        """Forget the votes and acks of all views up to `v`: these views are final, or failed."""
        self._found.clear()
        for old in [each for each in self._votes if each <= v]:
            del self._votes[old]
        for acks in self._acks.values():
            for slot in [slot for slot, acked in acks.items() if acked.ack.v <= v]:
                del acks[slot]

    # -- acks of later views

    def put_ack(self, acked: Acked) -> None:
        """Keep an ack of a view that is not final; only the last few of each seat."""
        acks = self._acks.setdefault(acked.ack.seat, OrderedDict())
        acks.setdefault(acked.ack.slot, acked)
        if len(acks) > ACKS_KEPT:
            acks.popitem(last=False)

    def find_ack(self, slot: SignSlot) -> Envelope | None:
        """The kept ack of a later view for a slot, or None."""
        for acks in self._acks.values():
            if slot in acks:
                return acks[slot].envelope
        return None

    def acks(self, v: int) -> tuple[Acked, ...]:
        """The acks in a view, by seat and height."""
        found = [acked for acks in self._acks.values() for acked in acks.values() if acked.ack.v == v]
        return tuple(sorted(found, key=lambda acked: (acked.ack.seat, acked.ack.k)))

    def acks_of(self, seat: int) -> tuple[Acked, ...]:
        """The kept acks of later views by a seat."""
        return tuple(self._acks.get(seat, {}).values())

    # -- the outcome

    @property
    def numbers(self) -> tuple[int, ...]:
        """The views that somebody has voted for, the highest first."""
        return tuple(sorted(self._votes, reverse=True))

    def formed(self, v: int, ground: VoteGround) -> Round | None:
        """The change to view `v` as a locked height; None until all who would stay have voted for it and all
        records below it are here. Raises `NoView` if the votes make no view that is possible."""
        above = ground.lock.h if ground.lock is not None else b""
        if self._ground != (ground.v, ground.h, above):
            self._ground = ground.v, ground.h, above
            self._found.clear()
        if v not in self._found:
            try:
                self._found[v] = self._form(v, ground)
            except NoView as why:
                self._found[v] = why
        if isinstance(found := self._found[v], NoView):
            raise NoView(found.reason, found.text)
        return found

    def hanging(self, ground: VoteGround) -> tuple[CastVote, ...]:
        """The votes that name a lock which is not here, for each view that does not form for that reason
        although all its seats want it alike. Votes that name a lower lock or one that is here are left
        out."""
        found: list[CastVote] = []
        for v in self.numbers:
            for casts in self._whole(v):
                votes = [cast.vote for cast in casts]
                if self._path(votes, v, ground) is None and self._shown(casts, v, ground) is None:
                    top = max((vote.lv, vote.lk) for vote in votes)
                    highest = [cast for cast in casts if (cast.vote.lv, cast.vote.lk) == top]
                    found += [cast for cast in highest if not self._is_here(cast.vote, ground)]
        return tuple(found)

    def _form(self, v: int, ground: VoteGround) -> Round | None:
        """The change to the first possible view among those that all their seats want. Impossible views are
        skipped: otherwise a seat could block the others by a vote for a view with only its own seat."""
        refused: NoView | None = None
        for casts in self._whole(v):
            try:
                opened = self._opened(casts, v, ground)
            except NoView as why:
                refused = why if self._seat in casts[0].vote.view.act else refused
                continue
            if opened is not None:
                return opened
        if refused is not None:
            raise refused
        return None

    def _opened(self, casts: Sequence[CastVote], v: int, ground: VoteGround) -> Round | None:
        votes = [cast.vote for cast in casts]
        path = self._path(votes, v, ground)
        opened = self._on(casts, v, ground, path) if path is not None else self._shown(casts, v, ground)
        if opened is not None:
            opened.is_void = stand_of(votes, table=ground.act).h is None
        return opened

    def _shown(self, casts: Sequence[CastVote], v: int, ground: VoteGround) -> Round | None:
        """Return the change of view where two locks are void: a change that another seat has locked on these
        same votes, and sent. A seat that has locked that change sends only the change, not its void lock."""
        if stand_of([cast.vote for cast in casts], table=ground.act).h is not None:
            return None
        for path, h in self.lent.below(v):
            with suppress(NoView):
                opened = self._on(casts, v, ground, path)
                if opened.lock is not None and opened.lock.h == h:
                    return opened
        return None

    @staticmethod
    def _on(casts: Sequence[CastVote], v: int, ground: VoteGround, path: tuple[Lock, ...]) -> Round:
        acts = [ground.act, *(lock.record.act for lock in path if not lock.record.is_round)]
        view = agreed_view([cast.vote for cast in casts], acts)
        return changed([cast.envelope for cast in casts], v, ground, path, view=view)

    def _whole(self, v: int) -> Iterator[tuple[CastVote, ...]]:
        """Yield the votes of each view with number `v` that all its seats have voted for, first of the views
        with this seat in it. Each half of a table may have ended the game in a view of one number."""
        casts = self._votes.get(v, {})
        views = {cast.vote.view: None for _, cast in sorted(casts.items())}
        for view in sorted(views, key=lambda view: self._seat not in view.act):
            if all(seat in casts and casts[seat].vote.view == view for seat in view.act):
                yield tuple(casts[seat] for seat in view.act)

    def _path(self, votes: list[Vote], v: int, ground: VoteGround) -> tuple[Lock, ...] | None:
        """The locked records up to the record on which these votes stand; None if one is not here."""
        stand = stand_of(votes, table=ground.act)
        if stand.h is not None:
            return self._to(stand.v, stand.k, stand.h, v, ground)
        if (stand.v, stand.k) == (ground.v, ground.k + 1):
            return ()
        ends = {vote.lh: None for vote in votes if (vote.lv, vote.lk) == (stand.v, stand.k)}
        paths = [self._to(stand.v, stand.k, h, v, ground) for h in ends]
        known = [path for path in paths if path is not None]
        return _shared(known) if len(known) == len(paths) else None

    def _to(self, lv: int, lk: int, lh: bytes, v: int, ground: VoteGround) -> tuple[Lock, ...] | None:
        """The locked records from the final head to the record of view `lv`, height `lk` and hash `lh`, for a
        change to view `v`; None if one is not here."""
        if (lv, lk) == (ground.v, ground.k):
            return () if lh == ground.h else None
        lock = ground.lock
        if lock is not None and (lv, lk, lh) == (ground.v, ground.k + 1, lock.h):
            return (lock,)
        below = self._below(lv, ground) if lv < v else None
        if below is not None and below.lock is not None and (below.place.k, below.lock.h) == (lk, lh):
            return (*below.path, below.lock)
        return self.lent.to(lv, lk, lh)

    def _is_here(self, vote: Vote, ground: VoteGround) -> bool:
        """True if the records up to the lock that a vote names are here."""
        return self._to(vote.lv, vote.lk, vote.lh, vote.v, ground) is not None

    def _below(self, v: int, ground: VoteGround) -> Round | None:
        with suppress(NoView):
            return self.formed(v, ground)
        return None


def _shared(paths: list[tuple[Lock, ...]]) -> tuple[Lock, ...]:
    """Return the common beginning of all these paths."""
    first, *others = paths
    for at, lock in enumerate(first):
        if any(len(path) <= at or path[at].h != lock.h for path in others):
            return first[:at]
    return first


def changed(
    votes: list[Envelope], v: int, ground: VoteGround, path: tuple[Lock, ...], *, view: TableView
) -> Round:
    """The change to view `v` on top of `path` as a locked height; raises `NoView`."""
    k, h, machine, st = ground.k, ground.h, ground.machine, b""
    if path:
        k, h, machine, st = path[-1].record.k, path[-1].h, path[-1].machine, path[-1].st
    place = Place(ground.game, k + 1, h)
    after = machine.on_view(place, view)
    record = Record(RecordKind.CHANGE, v, place.k, prev=place.prev, act=view.act, items=tuple(votes))
    opened = Round(place, machine, view.act, v=v, st=st)
    opened.actors = ()
    opened.path = path
    opened.lock = Lock(record, record.h, after.digest(), entries=(), machine=after, view=view)
    return opened
