"""Offences proven by the signed messages that are saved beside the steps of a record (net 11.1).

A saved game includes the messages that proved a player's lie in it. These carry no claim: what they prove
is worked out again from their bytes, the players' keys and the position at their height, so nobody can be
charged by another's word. Each must be signed before it is weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from net.agreement.effects import FaultReason
from net.agreement.faults.stops import LOST, accused
from net.agreement.journal import Stored
from net.errors import Diverged, Malformed, PeerError
from net.machine import Machine, Place
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import SEATS_MAX, Envelope, check_signature, open_envelope
from net.wire.record import Written, check_entry, check_table, contradicts, round_record
from net.wire.sign_slot import SignSlot
from net.wire.signing import Verify

EVIDENCE_MAX: Final = 4 * SEATS_MAX
"""Limit of messages: an entry and an ack of every seat at the open height, and two against every seat."""

_Message: TypeAlias = tuple[Envelope, Entry | Ack | Vote]


class Charge(Struct, frozen=True):
    """An offence at height `k`; `seat` is None where the messages do not say whose it is."""

    offence: FaultReason
    seat: int | None
    k: int
    text: str


class Bench(Struct, frozen=True):
    """The position on which evidence is weighed at one height: place, view, machine before it, players' keys.
    `final` is the chain hash and state hash of that height where it is final, None at the open one."""

    place: Place
    machine: Machine
    keys: tuple[bytes, ...]
    verify: Verify
    v: int = 0
    act: tuple[int, ...] = ()
    """Seats at the table in view `v`; () for everybody."""
    final: tuple[bytes, bytes] | None = None


def kept_evidence(stored: Stored) -> tuple[bytes, ...]:
    """Return a journal's evidence against proven seats: raw envelopes, rising, each message once.

    One proof is kept for each seat, so that all who hold the same proofs save the same. It is two messages
    that contradict each other, those for the earliest place, which all learn first; or else one message that
    is false by itself. If the false message is at the open height, everything signed there is kept too: the
    entries show which position follows, and the acks which position each seat confirmed. The result is ()
    for a table that was not stopped, or was stopped only because its own journal was lost.
    """
    proofs: dict[int, list[tuple[bytes, bytes]]] = {}
    for slot, first, second in stored.evidence:
        if slot != LOST:
            seat = accused(slot)
            proofs.setdefault(open_envelope(first).seat if seat is None else seat, []).append((first, second))
    found: list[bytes] = []
    opened = len(stored.records) + 1
    for seat in sorted(proofs):
        pairs = [pair for pair in proofs[seat] if pair[1]]
        if pairs:
            found += min(pairs, key=lambda pair: (max(map(_place, pair)), pair))
            continue
        alone = [first for first, _ in proofs[seat]]
        found += alone
        if any(_height(raw) == opened for raw in alone):
            found += [raw for _, raw in (*stored.mine, *stored.seen) if _height(raw) == opened]
    once = {open_envelope(raw).id: raw for raw in reversed(found)}
    return tuple(sorted(once.values()))


def heights_of(raws: Iterable[bytes]) -> frozenset[int]:
    """The heights at which to weigh these envelopes; raises `PeerError` for bytes that are no envelope."""
    return frozenset(height for raw in raws if (height := _height(raw)) is not None)


def weigh(
    raws: Iterable[bytes], opened: Bench, final: Mapping[int, Bench] | None = None
) -> tuple[Charge, ...]:
    """Return the charges that these envelopes prove, by seat, each at its own height; () if all is in order.

    `opened` is the height above the last of the log, `final` are those below it, as far as they are needed
    (`heights_of`). Raises `PeerError`, which names nobody, for a message that is not whole, of this game
    and signed by its seat: anybody can have put it there.
    """
    places: dict[SignSlot, dict[bytes, _Message]] = {}
    for raw in raws:
        envelope, body = _signed(raw, opened)
        places.setdefault(body.slot, {})[envelope.id] = envelope, body
    charges = [_two_for_one(slot, messages) for slot, messages in places.items() if len(messages) > 1]
    charges += _false_votes([each for messages in places.values() for each in messages.values()])
    alone = [each for messages in places.values() if len(messages) == 1 for each in messages.values()]
    for bench in (*(final or {}).values(), opened):
        charges += _at(bench, alone)
    once = {(each.seat, each.offence): each for each in reversed(charges)}
    return tuple(
        sorted(once.values(), key=lambda each: (-1 if each.seat is None else each.seat, each.offence))
    )


def _at(bench: Bench, alone: Sequence[_Message]) -> list[Charge]:
    """Return the charges at one height by messages that are alone in their slots."""
    entries = [
        Written(envelope, body)
        for envelope, body in alone
        if isinstance(body, Entry)
        and (body.v, body.k, body.prev) == (bench.v, bench.place.k, bench.place.prev)
        and body.seat in bench.machine.actors
    ]
    refused = [charge for each in entries if (charge := _refused(each, bench)) is not None]
    others = [] if refused else [charge for each in entries if (charge := _accused(each, bench)) is not None]
    found = [*refused, *{each.seat: each for each in others}.values()]
    acks = [body for _, body in alone if isinstance(body, Ack) and body.k == bench.place.k]
    if bench.final is not None:
        found += _false_acks(acks, *bench.final)
    if found or not bench.machine.actors:
        return found
    here = [ack for ack in acks if ack.v == bench.v]
    return _round(sorted(entries, key=lambda each: each.entry.seat), here, bench)


def _false_acks(acks: Sequence[Ack], h: bytes, st: bytes) -> list[Charge]:
    """Charges for acks of a height's chain hash with a position that does not follow from the moves."""
    text = "acknowledged a position at height {} that does not follow from the moves"
    return [
        Charge(FaultReason.FALSE_STATE, ack.seat, ack.k, f"seat {ack.seat} {text.format(ack.k)}")
        for ack in acks
        if ack.h == h and ack.st != st
    ]


def _signed(raw: bytes, bench: Bench) -> _Message:
    envelope = open_envelope(raw)
    body = parse_body(envelope.body)
    check_table(envelope, body, game=bench.place.game, keys=bench.keys)
    if not isinstance(body, Entry | Ack | Vote):
        raise Malformed("no-proof", "only entries, acks and votes stop a table")
    check_signature(envelope, bench.keys[envelope.seat], bench.verify)
    return envelope, body


def _two_for_one(slot: SignSlot, messages: dict[bytes, _Message]) -> Charge:
    _, body = next(iter(messages.values()))
    text = f"seat {body.seat} signed {len(messages)} different messages for one place ({slot})"
    k = body.lk + 1 if isinstance(body, Vote) else body.k
    return Charge(FaultReason.EQUIVOCATION, body.seat, k, text)


def _false_votes(messages: Sequence[_Message]) -> list[Charge]:
    """Charge the seats that voted on a lock below their own acknowledgement: once for each seat."""
    votes = [body for _, body in messages if isinstance(body, Vote)]
    acks = [body for _, body in messages if isinstance(body, Ack)]
    false = {vote.seat: ack.k for vote in votes for ack in acks if contradicts(vote, ack)}
    text = "voted as if it had not acknowledged what it has acknowledged at height"
    return [Charge(FaultReason.FALSE_VOTE, seat, k, f"seat {seat} {text} {k}") for seat, k in false.items()]


def _refused(written: Written, bench: Bench) -> Charge | None:
    """Return the fault of an entry on the record's own chain: only its author can have signed it. From height
    2 on the author has acknowledged this chain and this state in the record itself; at height 1 the state
    follows from the genesis that it signed."""
    entry, place = written.entry, bench.place
    try:
        check_entry(entry, place, st=bench.machine.digest(), actors=bench.machine.actors)
        bench.machine.check(place, entry.seat, entry.pay)
    except Diverged:
        text = f"seat {entry.seat} wrote on another position at height {entry.k} than it comes after"
        return Charge(FaultReason.FALSE_STATE, entry.seat, entry.k, text)
    except PeerError as why:
        return Charge(FaultReason.ILLEGAL, entry.seat, entry.k, why.text)
    return None


def _accused(written: Written, bench: Bench) -> Charge | None:
    """Return the charge against another seat that a right entry proves."""
    entry, place = written.entry, bench.place
    why = bench.machine.charge(place, entry.seat, entry.pay)
    return None if why is None else Charge(FaultReason.COMBINATION, why.seat, place.k, why.text)


def _round(entries: Sequence[Written], acks: Sequence[Ack], bench: Bench) -> list[Charge]:
    """Return the charges that a whole round proves: entries that cannot stand together, false acks."""
    place = bench.place
    if tuple(each.entry.seat for each in entries) != bench.machine.actors:
        return []
    act = bench.act or tuple(range(len(bench.keys)))
    h = round_record(place, bench.v, act, entries).h
    try:
        st = bench.machine.after(place, tuple((each.entry.seat, each.entry.pay) for each in entries)).digest()
    except PeerError as why:
        return [Charge(FaultReason.COMBINATION, seat, place.k, why.text) for seat in why.seats]
    return _false_acks(acks, h, st)


def _place(raw: bytes) -> tuple[int, int]:
    """The view and the height of a message, our own or another's; for a vote, those of its lock."""
    body = parse_body(open_envelope(raw).body)
    if isinstance(body, Vote):
        return body.v, body.lk
    return (body.v, body.k) if isinstance(body, Entry | Ack) else (0, 0)


def _height(raw: bytes) -> int | None:
    """The height of a message, our own or another's; None for chat."""
    body = parse_body(open_envelope(raw).body)
    return body.k if isinstance(body, Entry | Ack) else None
