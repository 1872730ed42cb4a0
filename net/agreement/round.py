"""The one open height of the log: the entries, their judgements, the acks."""

from __future__ import annotations

from msgspec import Struct

from net.agreement.effects import Awaited
from net.agreement.phase import Phase
from net.machine import Machine, Place, TableView
from net.wire.bodies import Ack
from net.wire.envelope import Envelope
from net.wire.record import Record, Written, round_record


class Lock(Struct, frozen=True):
    """A complete round or change of view (`view`): record without acks, chain hash, machine after it."""

    record: Record
    h: bytes
    st: bytes
    entries: tuple[tuple[int, bytes], ...]
    machine: Machine
    view: TableView | None = None


class Acked(Struct, frozen=True):
    """An ack with its envelope."""

    envelope: Envelope
    ack: Ack


class Round:
    """The messages at height `place.k` of view `v`, and what they complete. The seats in `act` must
    acknowledge the height. `st` is the machine's digest, if the caller has it already."""

    def __init__(
        self, place: Place, machine: Machine, act: tuple[int, ...], *, v: int, st: bytes | None = None
    ) -> None:
        self.v = v
        self.place = place
        self.machine = machine
        self.st = machine.digest() if st is None else st
        self.actors = machine.actors
        self.act = act
        self.entries: dict[int, Written] = {}
        self.judged: set[int] = set()
        self.acks: dict[int, Acked] = {}
        self.lock: Lock | None = None
        self.path: tuple[Lock, ...] = ()
        """The locks below a change of view, which become final with it."""
        self.is_void = False
        """True for a change of view that stands on the record below two void rounds."""
        self.came: dict[bytes, tuple[int, float]] = {}
        """For each message of another seat: the number that `Reach.came` gave, and the time."""
        self.disputed_since: dict[int, float] = {}
        """Time at which a seat's ack was first seen to name another chain; used only for complaints."""
        self.complained: set[int] = set()

    @property
    def open(self) -> Awaited:
        """The messages that this height waits for."""
        return Awaited(
            self.place.k,
            tuple(seat for seat in self.actors if seat not in self.entries),
            tuple(seat for seat in self.actors if seat in self.entries and seat not in self.judged),
            tuple(seat for seat in self.act if seat not in self.acks) if self.actors or self.lock else (),
            self.disputed,
        )

    @property
    def disputed(self) -> tuple[int, ...]:
        """The seats whose ack names another chain hash or state than our lock."""
        if (lock := self.lock) is None:
            return ()
        acks = [(seat, self.acks[seat].ack) for seat in self.act if seat in self.acks]
        return tuple(seat for seat, ack in acks if (ack.h, ack.st) != (lock.h, lock.st))

    @property
    def is_complete(self) -> bool:
        """True if every actor's entry is here and judged right."""
        return bool(self.actors) and all(seat in self.entries and seat in self.judged for seat in self.actors)

    def phase(self, seat: int) -> Phase:
        """Phase of the round, as `seat` sees it."""
        if self.lock is None:
            return Phase.COMPLETE if self.is_complete else Phase.COLLECTING
        if self.unanimous() is not None:
            return Phase.AGREED
        return Phase.LOCKED if seat not in self.acks else Phase.ACKED

    def locked(self, own: Written | None = None) -> Lock:
        """The lock of the complete round, perhaps with an `own` entry that is not in it yet; raises
        `PeerError` if its entries cannot hold together."""
        entries = self.entries if own is None else {**self.entries, own.entry.seat: own}
        written = [entries[seat] for seat in self.actors]
        record = round_record(self.place, self.v, self.act, written)
        pays = tuple((each.entry.seat, each.entry.pay) for each in written)
        machine = self.machine.after(self.place, pays)
        return Lock(record, record.h, machine.digest(), pays, machine)

    def unanimous(self) -> tuple[Envelope, ...] | None:
        """The acks of all seats if they all agree with the lock, otherwise None (R7)."""
        if self.lock is None or any(seat not in self.acks for seat in self.act):
            return None
        lock = self.lock
        acks = [self.acks[seat] for seat in self.act]
        if any(each.ack.h != lock.h or each.ack.st != lock.st for each in acks):
            return None
        return tuple(each.envelope for each in acks)
