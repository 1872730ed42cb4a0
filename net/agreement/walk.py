"""Judge a finished log from outside: for `shoal verify` and for spectators (net 11).

Only the players' keys in the genesis are believed, and the reader compares these keys. Every signature, chain
hash, state hash and proof is checked, in the order of the game, so the first error is the one that is
reported, with the seat that signed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Final, Protocol

from msgspec import Struct

from net.errors import BadSignature, Malformed, PeerError, WrongTable
from net.machine import Machine, Place, TableView
from net.wire.bodies import Ack, Entry
from net.wire.genesis import check_genesis
from net.wire.record import Record, check_acks, check_entries, check_place, check_votes, parse_record
from net.wire.signing import Verify


class BadRecord(PeerError):
    """The first error in a log: height `k` (0: the genesis), and the seat that signed it. `seat` is set only
    if that seat itself signed the error for this place. It is None if a record was changed, cut or put in
    another order, which anybody can do."""

    def __init__(self, k: int, cause: PeerError) -> None:
        is_damage = cause.seat is None and isinstance(cause, BadSignature | Malformed | WrongTable)
        text = f"{cause.text}; the record was changed or is damaged there" if is_damage else cause.text
        super().__init__(cause.reason, text, seat=cause.seat)
        self.code = cause.code
        self.k = k


class Step(Struct, frozen=True):
    """One height that holds: its place and chain hash, the entries and acks, the machine after it, and the
    view of the table (`v`, `act`) with it. `view` is the new view after a change; then `entries` is empty.
    `acks` may be empty if a later change of view stands on this height: its acks are for both."""

    place: Place
    h: bytes
    entries: tuple[Entry, ...]
    acks: tuple[Ack, ...]
    machine: Machine
    v: int
    act: tuple[int, ...]
    view: TableView | None = None


class Heights(Protocol):
    """The heights that one walk checks, while other walks check the rest. A log holds if all its parts hold.
    Everything below the first height that does not hold is right, so the walk that checks this height starts
    from the right position. Only a walk that checks everything can find further errors.
    """

    def has(self, k: int, /) -> bool:
        """True if height `k` is checked. Heights are asked for in rising order, also twice."""


class Stride(Struct, frozen=True):
    """Each `parts`-th height, from `part` on; with no part, nothing is checked at all. Heights below
    `first` have been checked before."""

    part: int
    parts: int
    first: int = 1

    def has(self, k: int) -> bool:
        """True if height `k` is checked."""
        return self.parts > 0 and k >= self.first and k % self.parts == self.part


ALL: Final = Stride(0, 1)
NOTHING: Final = Stride(0, 0)


def walk(
    genesis: bytes,
    sigs: Sequence[bytes],
    records: Iterable[bytes],
    *,
    machine: Machine,
    verify: Verify,
    checked: Heights = ALL,
) -> Iterator[Step]:
    """Yield every height of a log, checked; raises `BadRecord` at the first that does not hold.

    `genesis` is the body, `sigs` one signature per seat, `records` the raw final records from
    height 1, `machine` the one at height 0 (made from `parse_genesis`).
    """
    checking = Walk.whole(genesis, sigs, machine=machine, verify=verify, checked=checked)
    for raw in records:
        yield from checking.take(raw)
    checking.check_end()


class Walk:
    """A log that is checked record by record as the records come. It begins at `place`, above a height that
    is final in view `v` with the seats `act`. A record that does not hold changes nothing."""

    def __init__(
        self,
        place: Place,
        act: tuple[int, ...],
        *,
        v: int,
        machine: Machine,
        keys: tuple[bytes, ...],
        verify: Verify,
        checked: Heights = ALL,
    ) -> None:
        self._v = v
        self._acts: tuple[tuple[int, ...], ...] = (act,)
        self.unsigned: tuple[Step, ...] = ()
        """The last heights, which no record with acks has made final yet."""
        self._keys = keys
        self._place = place
        self.machine = machine
        self._verify = verify
        self._checked = checked

    @classmethod
    def whole(
        cls,
        genesis: bytes,
        sigs: Sequence[bytes],
        *,
        machine: Machine,
        verify: Verify,
        checked: Heights = ALL,
    ) -> Walk:
        """A walk from height 1 on; raises `BadRecord` for a genesis that does not hold."""
        try:
            begun = check_genesis(genesis, sigs, verify)
        except PeerError as why:
            raise BadRecord(0, why) from why
        place, keys = Place(begun.id, 1, begun.id), tuple(player.ed for player in begun.players)
        return cls(place, begun.seats, v=0, machine=machine, keys=keys, verify=verify, checked=checked)

    @property
    def k(self) -> int:
        """The height of the last record that was taken."""
        return self._place.k - 1

    def take(self, raw: bytes) -> tuple[Step, ...]:
        """Take the next record, and return the heights that it makes certain. A record without acks makes
        none certain: a change of view that stands on it must come next."""
        try:
            record = parse_record(raw)
            if record.is_round:
                self.check_end()
            step = self._step(record)
        except BadRecord:
            raise
        except PeerError as why:
            raise BadRecord(self._place.k, why) from why
        certain = (*self.unsigned, step) if step.acks else ()
        self.unsigned = () if step.acks else (*self.unsigned, step)
        self._acts = (record.act,) if step.acks else (*self._acts, record.act)
        self._v, self.machine = record.v, step.machine
        self._place = Place(self._place.game, self._place.k + 1, step.h)
        return certain

    def check_end(self) -> None:
        """Raise `BadRecord` if the log ends with a record that nothing has made final."""
        if self.unsigned:
            k = self.unsigned[0].place.k
            raise BadRecord(k, Malformed("acks", f"record {k} is not signed by every seat"))

    def ahead(self) -> Walk:
        """A walk that continues from here and believes all signatures and proofs."""
        return self.checking(NOTHING)

    def checking(self, checked: Heights) -> Walk:
        """A walk that goes on from here and checks the heights `checked`."""
        found = copy(self)
        found._checked = checked
        return found

    def _step(self, record: Record) -> Step:
        place, machine = self._place, self.machine
        verify = self._verify if self._checked.has(place.k) else _believe
        check_place(record, place, self._acts[-1], v=self._v)
        entries: tuple[Entry, ...] = ()
        view: TableView | None = None
        if record.is_round:
            entries = self._entries(record, verify)
            after = machine.after(place, tuple((entry.seat, entry.pay) for entry in entries))
        else:
            view = check_votes(record, place, v=self._v, acts=self._acts, keys=self._keys, verify=verify)
            after = machine.on_view(place, view)
        acks: tuple[Ack, ...] = ()
        if record.acks:
            acks = check_acks(record, place, st=after.digest(), keys=self._keys, verify=verify)
        return Step(place, record.h, entries, acks=acks, machine=after, v=record.v, act=record.act, view=view)

    def _entries(self, record: Record, verify: Verify) -> tuple[Entry, ...]:
        place, machine = self._place, self.machine
        written = check_entries(
            record, place, st=machine.digest(), actors=machine.actors, keys=self._keys, verify=verify
        )
        entries = tuple(each.entry for each in written)
        if self._checked.has(place.k):
            for entry in entries:
                _judge(machine, place, entry)
        return entries


def _judge(machine: Machine, place: Place, entry: Entry) -> None:
    try:
        machine.check(place, entry.seat, entry.pay)
    except PeerError as why:
        why.seat = entry.seat  # the signature has been checked, so the error is its author's
        raise


def _believe(public: bytes, message: bytes, signature: bytes) -> None:
    """Accept any signature."""
