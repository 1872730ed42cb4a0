"""A whole table in one process that writes its record: every entry, vote and ack signed by its seat.

There is no network and no agreement: the messages that all would have signed are written down. So a story of
a table takes milliseconds, and as all keys are at hand, one can be written that no honest table would have
(`retold`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.keep.record_file import RecordFile
from net.lobby.identity import Identity
from net.machine import Place, TableView
from net.wire.bodies import Ack, Entry, Vote
from net.wire.envelope import Envelope, seal
from net.wire.genesis import Policy, sign_genesis
from net.wire.record import Record, RecordKind, canonical, parse_record, weighed
from rules.api import Game
from tests.support.parlour import Parlour, seeded
from tests.support.simulated_table import NO_POLICY, genesis_of
from tests.support.values import replace


class Scribe(Parlour):
    """The table: `file` is its record so far. Everybody in `act` signs everything."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 1,
        policy: Policy = NO_POLICY,
    ) -> None:
        super().__init__(game, seats, options, seed=seed, escrow_t=policy.escrow_t, half=policy.half)
        self.identities = [Identity.from_seed(seeded(f"{seed}/{seat}")(32)) for seat in range(seats)]
        self.genesis = genesis_of(game, self.identities, options or {}, policy=policy, seed=seed)
        self.place = Place(self.genesis.id, 1, self.genesis.id)
        self.records: list[bytes] = []
        self.v, self.act = 0, tuple(range(seats))
        self.evidence: tuple[bytes, ...] = ()
        self.hands: tuple[bytes, ...] = ()

    @property
    def file(self) -> RecordFile:
        """The record file written so far."""
        body = self.genesis.encode()
        sigs = tuple(sign_genesis(body, each) for each in self.identities)
        return RecordFile(body, sigs, canonical(self.records), self.evidence, self.hands)

    def keep(self, pays: Mapping[int, bytes]) -> None:
        """Keep entries of the next height as the evidence over which the table has stopped."""
        self.evidence = tuple(sorted(each.raw for each in self._entries(pays)))

    def _entries(self, pays: Mapping[int, bytes]) -> list[Envelope]:
        place, st = self.place, self.replica.digest()
        return [
            self.seal(Entry(place.game, self.v, place.k, seat, place.prev, st, pay))
            for seat, pay in sorted(pays.items())
        ]

    def take(self, pays: Mapping[int, bytes]) -> None:
        place, items = self.place, self._entries(pays)
        super().take(pays)
        self._write(RecordKind.ROUND, place, items)

    def change_view(self, view: TableView) -> None:
        place, lock = self.place, (self.v, self.place.k - 1, self.place.prev)
        votes = [self.seal(Vote(place.game, self.v + 1, seat, view, *lock)) for seat in view.act]
        super().change_view(weighed(view, [self.act]))
        self.v, self.act = self.v + 1, view.act
        self._write(RecordKind.CHANGE, place, votes)

    def seal(self, body: Entry | Ack | Vote) -> Envelope:
        """A message signed by the seat that it names."""
        return seal(body.seat, body.encode(), self.identities[body.seat])

    def _write(self, kind: RecordKind, place: Place, items: Sequence[Envelope]) -> None:
        record = Record(kind, self.v, place.k, place.prev, self.act, tuple(items))
        self.records.append(self.agreed(record, self.replica.digest()).encode())
        self.place = Place(place.game, place.k + 1, record.h)

    def agreed(self, record: Record, st: bytes) -> Record:
        """The record with the acks of all for a position."""
        game = self.genesis.id
        acks = [self.seal(Ack(game, record.v, record.k, seat, record.h, st)) for seat in record.act]
        return record.with_acks(acks)

    def retold(self, at: int, change: Callable[[Record], Record], st: bytes) -> tuple[bytes, ...]:
        """The records as if all had agreed on a changed one at index `at`, and had stopped there."""
        told = change(replace(parse_record(self.records[at]), acks=()))
        return (*self.records[:at], self.agreed(told, st).encode())
