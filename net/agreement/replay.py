"""Replay of a journal after a restart (R11). This seat wrote the journal itself, so no signature or proof is
checked again. The checks that remain are cheap and catch a damaged file or a changed program: the chain
hashes, and the state hashes that this seat itself signed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from net.agreement.journal import Stored
from net.agreement.round import Lock, Round
from net.agreement.views.votes import VoteGround, changed
from net.errors import LinkError, PeerError
from net.machine import Machine, Place, TableView
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.record import Record, Written, agreed_view, parse_record

MACHINES_KEPT: Final = 8
"""Number of last heights whose machines are kept, to judge what a seat has signed at one of them."""


class Replayed(Struct, frozen=True):
    """The end of the journal: the open round (with its lock, if any), the change of view that is locked
    above it, all raw final records, and the machines at the last heights."""

    round: Round
    change: Round | None
    records: tuple[bytes, ...]
    machines: tuple[tuple[int, Machine], ...]


class PastRound(Struct, frozen=True):
    """A height that is replayed: its entries by seat (none for a change of view), the machines around it."""

    k: int
    entries: tuple[tuple[int, bytes], ...]
    before: Machine
    after: Machine


Past: TypeAlias = Callable[[PastRound], None]
"""A function that is called with every final height of the journal, in order."""


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
        ground = VoteGround(game, 0, act, k=0, h=game, machine=machine, lock=None)
        machines = deque([(0, machine)], maxlen=MACHINES_KEPT)
        acts: tuple[tuple[int, ...], ...] = (act,)
        for raw in stored.records:
            record = parse_record(raw)
            _check_next(record, ground)
            before = ground.machine
            if record.is_round:
                written = _written(record, before.actors)
                entries = tuple((each.entry.seat, each.entry.pay) for each in written)
                after = before.after(Place(game, record.k, ground.h), entries)
            else:
                entries = ()
                after = before.on_view(Place(game, record.k, ground.h), _view(record, acts))
                acts = (*acts, record.act)
            acts = (record.act,) if record.acks else acts
            _check_own(record, seat, after)
            past(PastRound(record.k, entries, before, after))
            machines.append((record.k, after))
            ground = VoteGround(game, record.v, record.act, k=record.k, h=record.h, machine=after, lock=None)
        opened = Round(Place(game, ground.k + 1, ground.h), ground.machine, ground.act, v=ground.v)
        return Replayed(opened, _recall_locks(opened, ground, stored.path), stored.records, tuple(machines))
    except PeerError as why:
        raise LinkError(f"the journal is damaged: {why.text}") from why


def _recall_locks(opened: Round, ground: VoteGround, raws: tuple[bytes, ...]) -> Round | None:
    """Put the locks of the journal back, and return the last one if it is a change of view. Locks of final
    heights are forgotten, and so are locks on records that did not become final."""
    path: tuple[Lock, ...] = ()
    change: Round | None = None
    for record in map(parse_record, raws):
        if record.k <= ground.k:
            continue
        if not path and not record.is_round and record.k == ground.k + 1 and record.prev != ground.h:
            return None
        if not path:
            _check_next(record, ground)
        if record.is_round:
            opened.entries = {written.entry.seat: written for written in _written(record, opened.actors)}
            opened.judged = set(opened.entries)
            opened.lock = opened.locked()
            path = (opened.lock,)
            continue
        acts = [ground.act, *(lock.record.act for lock in path if not lock.record.is_round)]
        change = changed(list(record.items), record.v, ground, path, view=_view(record, acts))
        if change.lock is None or change.lock.h != record.h:
            text = f"the journal is damaged at height {record.k}: its locks do not follow each other"
            raise LinkError(text)
        path = (*path, change.lock)
    return change


def _check_next(record: Record, ground: VoteGround) -> None:
    follows = (record.v, record.act) == (ground.v, ground.act) if record.is_round else record.v > ground.v
    if not follows or (record.k, record.prev) != (ground.k + 1, ground.h):
        text = f"the journal is damaged at height {ground.k + 1}: the record there does not follow the last"
        raise LinkError(text)


def _view(record: Record, acts: Sequence[tuple[int, ...]]) -> TableView:
    """Return the view that the votes of a record make, given the seats of the views before."""
    votes = [body for body in (parse_body(item.body) for item in record.items) if isinstance(body, Vote)]
    if len(votes) != len(record.act):
        raise LinkError(f"the journal is damaged: its change of view at height {record.k} is incomplete")
    return agreed_view(votes, acts)


def _written(record: Record, actors: tuple[int, ...]) -> tuple[Written, ...]:
    """The entries of a record; they must be of the seats whose turn it was, and of its own place."""
    bodies = [(item, parse_body(item.body)) for item in record.items]
    written = tuple(
        Written(item, body)
        for item, body in bodies
        if isinstance(body, Entry) and (body.seat, body.k, body.prev) == (item.seat, record.k, record.prev)
    )
    if tuple(each.entry.seat for each in written) != actors:
        raise LinkError(f"the journal is damaged: its round of height {record.k} is incomplete")
    return written


def _check_own(record: Record, seat: int, machine: Machine) -> None:
    for ack in record.acks:
        body = parse_body(ack.body) if ack.seat == seat else None
        if isinstance(body, Ack) and (body.h != record.h or body.st != machine.digest()):
            raise LinkError(f"the journal at height {record.k} was written by another version of the program")
