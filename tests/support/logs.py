"""Honest logs of the toy game, made without a table, for tests that falsify them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from net.machine import Place
from net.wire.bodies import Ack, Entry
from net.wire.envelope import Envelope, seal
from net.wire.genesis import Genesis, sign_genesis
from net.wire.record import Record, RecordKind
from net.wire.signing import Signer
from tests.support.keys import fast_key, toy_genesis
from tests.support.toy import Toy


@dataclass(frozen=True, slots=True)
class Log:
    """A genesis, its signatures, final records from height 1, and the machine at height 0."""

    genesis: Genesis
    sigs: tuple[bytes, ...]
    records: tuple[Record, ...]
    machine: Toy

    @property
    def raws(self) -> list[bytes]:
        return [record.encode() for record in self.records]


def honest_log(
    seats: int,
    heights: int,
    *,
    keys: Sequence[Signer] | None = None,
    genesis: Genesis | None = None,
    end: int = 1_000_000,
    pays: dict[int, bytes] | None = None,
) -> Log:
    """A log as honest peers would leave it; `pays` are payloads by height, where they matter."""
    signers = keys or [fast_key(seat) for seat in range(seats)]
    genesis = genesis or toy_genesis(seats)
    machine = start = Toy(seats, end=end)
    prev, records = genesis.id, []
    for k in range(1, heights + 1):
        entries = [
            Entry(genesis.id, 0, k, seat, prev, machine.digest(), (pays or {}).get(k, b"move %d" % k))
            for seat in machine.actors
        ]
        items = tuple(seal(entry.seat, entry.encode(), signers[entry.seat]) for entry in entries)
        record = Record(RecordKind.ROUND, 0, k, prev, genesis.seats, items)
        machine = machine.after(Place(genesis.id, k, prev), tuple((each.seat, each.pay) for each in entries))
        acks = [
            signed_ack(Ack(genesis.id, 0, k, seat, record.h, machine.digest()), signers[seat])
            for seat in genesis.seats
        ]
        records.append(record.with_acks(acks))
        prev = record.h
    sigs = tuple(sign_genesis(genesis.encode(), signer) for signer in signers)
    return Log(genesis, sigs, tuple(records), start)


def signed_ack(ack: Ack, signer: Signer) -> Envelope:
    """A seat's ack in its envelope."""
    return seal(ack.seat, ack.encode(), signer)
