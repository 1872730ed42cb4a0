"""Search for who signed two courses of a game, when a source shows another course than the checked one (net
5.10).

Two courses by themselves prove nothing against the source: anybody can make up a record. But where they part,
every message has a slot that may be signed only once. A seat that validly signed different messages for one
slot has signed two, and the two are the proof. So the source is asked for its course up to that place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from net.errors import Malformed, PeerError
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import Envelope
from net.wire.record import Record, parse_record
from net.wire.sign_slot import SignSlot

STEP: Final = 64
"""Number of heights asked for at a time, backwards from the height where the two courses differ."""
PATIENCE_S: Final = 5.0
"""Time limit for a source to show its course; the game does not wait longer."""
PAIRS_MAX: Final = 5


class ForkSearch(Struct, frozen=True):
    """A search for the place where two courses part. `first` is the height from which records were asked
    for, `next` the one that must come now."""

    key: bytes
    first: int
    next: int
    until: float
    """Time at which the search is given up."""


Pair = tuple[bytes, bytes]
"""Two raw envelopes of one seat for one slot."""


def begin(key: bytes, k: int, now: float) -> ForkSearch:
    """Search backwards from height `k`, which both courses have reached."""
    first = max(1, k - STEP + 1)
    return ForkSearch(key, first, first, now + PATIENCE_S)


def go_on(
    search: ForkSearch, raws: Sequence[bytes], ours: Callable[[int], bytes], *, sure: int
) -> ForkSearch | tuple[Pair, ...]:
    """Compare records of the other course with our own (`ours` returns ours of a height), of which the
    first `sure` are checked. Return the search as it continues, or the pairs found, () for none. Raises
    `PeerError`."""
    for raw in raws:
        record = parse_record(raw)
        if record.k != search.next:
            continue  # the record was sent before we asked
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
    """Return the first messages that differ for one slot of both courses. No signature is checked here."""
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
        raise Malformed("no-slot", "a record holds a message that is no entry, vote or ack")
    return body.slot, envelope
