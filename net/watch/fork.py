"""A source that shows another course of a game than the one that was checked: who has signed both (net 5.10).

That two courses are shown proves nothing of whoever shows them: anybody can make up a record. But where they
first part, every message stands in a slot that is signed once; whoever validly signed another message for the
same slot has signed two, and the two are the proof. So the source is asked for its course up to that place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net.errors import Malformed, PeerError
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import Envelope
from net.wire.record import Record, parse_record
from net.wire.sign_slot import SignSlot

STEP: Final = 64
"""Number of heights asked for at a time, backwards from where the two courses differ."""
PATIENCE_S: Final = 5.0
"""Time limit for a source to show its course; nobody is kept from the game for that."""
PAIRS_MAX: Final = 5


@dataclass(frozen=True, slots=True)
class ForkSearch:
    """On the way to the place where two courses part. `first` is where was asked from, `next` the height that
    is to come now."""

    key: bytes
    first: int
    next: int
    until: float
    """Time at which it is given up."""


Pair = tuple[bytes, bytes]
"""Two raw envelopes of one seat for one slot."""


def begin(key: bytes, k: int, now: float) -> ForkSearch:
    """Search backwards from height `k` on, which both have reached."""
    first = max(1, k - STEP + 1)
    return ForkSearch(key, first, first, now + PATIENCE_S)


def go_on(
    search: ForkSearch, raws: Sequence[bytes], ours: Callable[[int], bytes], *, sure: int
) -> ForkSearch | tuple[Pair, ...]:
    """Hold records of the other course against our own (`ours` gives ours of a height), of which the first
    `sure` are checked: the search as it goes on, or what was found, () for nothing. Raises `PeerError`."""
    for raw in raws:
        record = parse_record(raw)
        if record.k != search.next:
            continue  # of before we asked
        if record.k > sure:
            return ()
        own = parse_record(ours(record.k))
        if record.h != own.h:
            if record.prev == own.prev:
                return contradictions(own, record)
            if search.first == 1:
                return ()
            first = max(1, search.first - STEP)
            return ForkSearch(search.key, first, first, search.until)
        search = ForkSearch(search.key, search.first, search.next + 1, search.until)
    return search


def contradictions(one: Record, other: Record) -> tuple[Pair, ...]:
    """Return the messages that differ for one slot of both courses. No signature is checked here."""
    known = dict(map(_placed, (*one.items, *one.acks)))
    found = []
    for envelope in (*other.items, *other.acks):
        try:
            slot, _ = _placed(envelope)
        except PeerError:
            continue
        if slot in known and known[slot].id != envelope.id:
            found.append((known[slot].raw, envelope.raw))
    return tuple(found[:PAIRS_MAX])


def _placed(envelope: Envelope) -> tuple[SignSlot, Envelope]:
    body = parse_body(envelope.body)
    if not isinstance(body, Entry | Ack | Vote):
        raise Malformed("no-slot", "a record holds entries, votes and acks")
    return body.slot, envelope
