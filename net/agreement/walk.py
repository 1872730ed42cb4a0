"""Judge a finished log from outside: what `shoal verify` and spectators do (net 11).

Nothing is believed but the players' keys in the genesis, which the reader compares itself. Every
signature, chain hash, state hash and proof is checked, in the order of the game, so the first thing
that is wrong is the one that is reported, with the seat that signed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from net.errors import BadSignature, Malformed, PeerError, WrongTable
from net.machine import Machine, Place
from net.wire.bodies import Ack, Entry
from net.wire.genesis import check_genesis
from net.wire.record import check_acks, check_entries, check_place, parse_record
from net.wire.signing import Verify


class BadRecord(PeerError):
    """The first thing that is wrong in a log: height `k` (0: the genesis), and who signed it.

    `seat` is set only where that seat itself signed what is wrong, for this very place. It is None
    for a record that was changed, cut or put in another order, which anybody can do.
    """

    def __init__(self, k: int, cause: PeerError) -> None:
        is_damage = cause.seat is None and isinstance(cause, BadSignature | Malformed | WrongTable)
        text = f"{cause.text}; the record was changed or is damaged there" if is_damage else cause.text
        super().__init__(cause.reason, text, seat=cause.seat)
        self.code = cause.code
        self.k = k


@dataclass(frozen=True, slots=True)
class Step:
    """One height that holds: its place, what was written and acknowledged, and what came of it."""

    place: Place
    entries: tuple[Entry, ...]
    acks: tuple[Ack, ...]
    machine: Machine


def walk(
    genesis: bytes, sigs: Sequence[bytes], records: Iterable[bytes], *, machine: Machine, verify: Verify
) -> Iterator[Step]:
    """Yield every height of a log, checked; raises `BadRecord` at the first that does not hold.

    `genesis` is the body, `sigs` one signature per seat, `records` the raw final records from
    height 1, `machine` the one at height 0 (made from `parse_genesis`).
    """
    checking = Walk(genesis, sigs, machine=machine, verify=verify)
    for raw in records:
        yield from checking.take(raw)


class Walk:
    """A log that is checked as it comes, record by record. Raises `BadRecord` for a genesis that does not
    hold; a record that does not leaves everything as it was."""

    def __init__(self, genesis: bytes, sigs: Sequence[bytes], *, machine: Machine, verify: Verify) -> None:
        try:
            players = check_genesis(genesis, sigs, verify)
        except PeerError as why:
            raise BadRecord(0, why) from why
        self._act = players.seats
        self._keys = tuple(player.ed for player in players.players)
        self._verify = verify
        self._is_quick = False
        self._place = Place(players.id, 1, players.id)
        self.machine = machine

    @property
    def k(self) -> int:
        """The last height that was taken."""
        return self._place.k - 1

    def take(self, raw: bytes) -> tuple[Step, ...]:
        """The next record; the heights that are certain by it."""
        try:
            step = self._step(raw)
        except PeerError as why:
            raise BadRecord(self._place.k, why) from why
        self.machine = step.machine
        self._place = Place(self._place.game, self._place.k + 1, step.acks[0].h)
        return (step,)

    def ahead(self) -> Walk:
        """A walk that goes on from here and believes what it is given: nothing that it yields is checked."""
        found = copy(self)
        found._is_quick, found._verify = True, _believe
        return found

    def _step(self, raw: bytes) -> Step:
        place, machine, verify = self._place, self.machine, self._verify
        record = parse_record(raw)
        check_place(record, place, self._act)
        written = check_entries(
            record, place, st=machine.digest(), actors=machine.actors, keys=self._keys, verify=verify
        )
        entries = tuple(each.entry for each in written)
        if not self._is_quick:
            for entry in entries:
                _judge(machine, place, entry)
        after = machine.after(place, tuple((entry.seat, entry.pay) for entry in entries))
        acks = check_acks(record, place, st=after.digest(), keys=self._keys, verify=verify)
        return Step(place, entries, acks, after)


def _judge(machine: Machine, place: Place, entry: Entry) -> None:
    try:
        machine.check(place, entry.seat, entry.pay)
    except PeerError as why:
        why.seat = entry.seat  # its signature has been checked, so whatever is wrong is its doing
        raise


def _believe(public: bytes, message: bytes, signature: bytes) -> None:
    """Take any signature for a good one."""
