"""Messages of a liar: all that it could sign and that matter to an honest seat in its state.

The liar is no program: it knows everything, follows no rule, says each thing to some and not to others.
Anything else that it could sign is refused or ignored, in any situation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from net.agreement.log import promised
from net.agreement.table import Table
from net.machine import Choice, TableView
from net.wire.bodies import Ack, Entry, Vote
from net.wire.envelope import Envelope, seal
from net.wire.frame import Kind, pack_records
from net.wire.record import Record, RecordKind
from tests.exhaust.seat import Letter
from tests.support.keys import fast_key

SEATS: Final = (0, 1, 2)
NOTHING: Final = bytes(32)
"""A hash that stands for nothing in the game."""
_Lock: TypeAlias = tuple[int, int, bytes]


@dataclass(frozen=True, slots=True)
class Liar:
    """Seat `seat` signs the truth and what `lies` says, and votes for `acts` in views up to `views`."""

    seat: int
    lies: frozenset[str]
    views: int
    acts: tuple[tuple[int, ...], ...]

    def against(self, table: Table) -> Iterator[Letter]:
        """The messages that it could send to a seat; those to the mirror come in the same order."""
        entries = [self._signed(entry) for entry in self._entries(table)]
        for envelope in (*entries, *map(self._signed, (*self._acks(table), *self._changes(table)))):
            yield Letter(envelope.seat, Kind.ENV, envelope.raw)
        opened = table.log.round
        if "records" in self.lies and opened.actors == (self.seat,):
            for entry in entries:
                place = opened.place
                record = Record(RecordKind.ROUND, table.log.v, place.k, place.prev, table.log.act, (entry,))
                yield Letter(self.seat, Kind.RECS, pack_records([record.encode()]))

    def _signed(self, body: Entry | Ack | Vote) -> Envelope:
        return seal(body.seat, body.encode(), fast_key(self.seat))

    def _entries(self, table: Table) -> Iterator[Entry]:
        opened = table.log.round
        if self.seat not in opened.actors:
            return
        place, st = opened.place, opened.st
        said = [(st, b"x")]
        if "two entries" in self.lies:
            said += [(st, b"y")]
        if "false entry" in self.lies:
            said += [(st, b"illegal"), (NOTHING, b"x")]
        for position, pay in said:
            yield Entry(place.game, table.log.v, place.k, self.seat, place.prev, position, pay)

    def _acks(self, table: Table) -> Iterator[Ack]:
        lock, k = table.log.ground.lock, table.log.k + 1
        if lock is None:
            return
        said = [(self.seat, lock.h, lock.st)] if self.seat in table.log.act else []
        if "false ack" in self.lies:
            said += [(self.seat, lock.h, NOTHING), (self.seat, NOTHING, NOTHING)]
        if "forged" in self.lies:
            said += [((self.seat + 1) % len(SEATS), NOTHING, NOTHING)]
        for seat, h, st in said:
            yield Ack(table.game, table.log.v, k, seat, h, st)

    def _changes(self, table: Table) -> Iterator[Ack | Vote]:
        """Votes on the highest lock possible, and false ones on a lower or made-up lock; acks of them."""
        if not {"vote", "low vote", "high vote"} & self.lies:
            return
        acts = (*self.acts, (self.seat,)) if "lone vote" in self.lies else self.acts
        ground = table.log.ground
        locks: list[_Lock] = [(table.log.v, ground.k, ground.h)]
        if ground.lock is not None:
            locks.append((table.log.v, ground.k + 1, ground.lock.h))
        for opened in table.log.changes.formed(ground):
            change = promised(opened.lock)
            locks.append((opened.v, opened.place.k, change.h))
            if self.seat in opened.act:
                false = [(change.h, NOTHING), (NOTHING, NOTHING)] if "false ack" in self.lies else []
                for h, st in ((change.h, change.st), *false):
                    yield Ack(table.game, opened.v, opened.place.k, self.seat, h, st)
        for v in range(table.log.v + 1, self.views + 1):
            for view in sorted(views_with(self.seat, acts), key=lambda view: table.seat in view.act):
                for lv, lk, lh in self._stands(locks, v, table):
                    yield Vote(table.game, v, self.seat, view, lv, lk, lh)

    def _stands(self, locks: list[_Lock], v: int, table: Table) -> list[_Lock]:
        stands = [max(lock for lock in locks if lock[0] < v)]
        if "low vote" in self.lies:
            stands.append((0, 0, table.game))
        if "high vote" in self.lies:
            stands.append((v - 1, table.log.k + 1, NOTHING))
        return [*dict.fromkeys(stands)]


def views_with(seat: int, acts: Iterable[tuple[int, ...]]) -> list[TableView]:
    """The views of `acts` that a seat could vote for."""
    return [TableView(act, Choice.LEAVE_OUT) for act in acts if seat in act]
