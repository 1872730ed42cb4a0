"""A journal becomes a table again (R11). It is our own writing: no signature or proof is rechecked.

What is rechecked is cheap and catches a damaged file and a changed program: the chain hashes, and
the state hashes that this seat itself signed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from net.agreement.journal import Stored
from net.agreement.round import Round
from net.errors import LinkError, PeerError
from net.machine import Machine, Place
from net.wire.bodies import Ack, Entry, parse_body
from net.wire.record import ROUND, Record, Written, parse_record


@dataclass(frozen=True, slots=True)
class Replayed:
    """Where the journal ends: the open round (with its lock, if any) and all raw final records."""

    round: Round
    records: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that is gone through again: its height, its entries by seat, the machine around it."""

    k: int
    entries: tuple[tuple[int, bytes], ...]
    before: Machine
    after: Machine


Past: TypeAlias = Callable[[PastRound], None]
"""Called with every round of the journal, in order."""


def replay(
    game: bytes,
    seat: int,
    *,
    act: tuple[int, ...],
    machine: Machine,
    stored: Stored,
    past: Past = lambda past_round: None,
) -> Replayed:
    """Walk through the records of a journal; raises `LinkError` when they do not fit together."""
    try:
        return _replay(game, seat, act=act, machine=machine, stored=stored, past=past)
    except PeerError as why:
        raise LinkError(f"the journal is damaged: {why.text}") from why


def _replay(
    game: bytes, seat: int, *, act: tuple[int, ...], machine: Machine, stored: Stored, past: Past
) -> Replayed:
    prev = game
    for k, raw in enumerate(stored.records, start=1):
        record = _record(raw, k, prev)
        written = _written(record, machine.actors)
        entries = tuple((each.entry.seat, each.entry.pay) for each in written)
        before, machine = machine, machine.after(Place(game, k, prev), entries)
        _check_own(record, seat, machine)
        past(PastRound(k, entries, before, machine))
        prev = record.h
    opened = Round(Place(game, len(stored.records) + 1, prev), machine, act)
    if stored.lock is not None:
        _recall_lock(opened, stored.lock)
    return Replayed(opened, stored.records)


def _recall_lock(opened: Round, raw: bytes) -> None:
    """Put the lock of the journal back; a lock of a height that is final by now is forgotten."""
    if parse_record(raw).k < opened.place.k:
        return
    record = _record(raw, opened.place.k, opened.place.prev)
    opened.entries = {written.entry.seat: written for written in _written(record, opened.actors)}
    opened.judged = set(opened.entries)
    opened.lock = opened.locked()


def _record(raw: bytes, k: int, prev: bytes) -> Record:
    record = parse_record(raw)
    if record.kind != ROUND or record.k != k or record.prev != prev:
        raise LinkError(f"the journal is damaged at height {k}: the record there does not follow the last")
    return record


def _written(record: Record, actors: tuple[int, ...]) -> tuple[Written, ...]:
    """The entries of a record, which must be of those whose turn it was, and of its own place."""
    bodies = [(item, parse_body(item.body)) for item in record.items]
    written = tuple(
        Written(item, body)
        for item, body in bodies
        if isinstance(body, Entry) and (body.seat, body.k, body.prev) == (item.seat, record.k, record.prev)
    )
    if tuple(each.entry.seat for each in written) != actors:
        raise LinkError(f"the journal is damaged: its round of height {record.k} is not whole")
    return written


def _check_own(record: Record, seat: int, machine: Machine) -> None:
    for ack in record.acks:
        body = parse_body(ack.body) if ack.seat == seat else None
        if isinstance(body, Ack) and (body.h != record.h or body.st != machine.digest()):
            raise LinkError(f"the journal at height {record.k} was written by another version of the program")
