"""Offences proven by the signed messages that are saved beside the steps of a record (net 11.1).

A saved game includes the messages that proved a player's lie in it. No claim of a peer comes with them: what
they prove is worked out again from their bytes, the players' keys and the position at their height. So nobody
is charged on another's word. Each message must be signed by its seat.
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
"""Limit of messages: an entry and an ack of each seat at the open height, and two against each seat."""

_Message: TypeAlias = tuple[Envelope, Entry | Ack | Vote]


class Charge(Struct, frozen=True):
    """An offence at height `k`. `seat` is None if the messages do not show which seat is to blame."""

    offence: FaultReason
    seat: int | None
    k: int
    text: str


class EvidenceContext(Struct, frozen=True):
    """The values that evidence at one height is weighed with: the place, the view `v`, the machine before the
    height and the players' keys. `final` is the chain hash and state hash of a final height."""

    place: Place
    machine: Machine
    keys: tuple[bytes, ...]
    verify: Verify
    v: int = 0
    act: tuple[int, ...] = ()
    """Seats at the table in view `v`; () for everybody."""
    final: tuple[bytes, bytes] | None = None


def kept_evidence(stored: Stored) -> tuple[bytes, ...]:
    """Return a journal's evidence against the seats that are proven guilty: raw envelopes in byte order, each
    message once.

    Each seat has one proof, so that all who hold the same messages save the same. If the seat has signed
    messages that contradict each other, its proof is the pair at the earliest place, which all learn first.
    Otherwise its proof is all messages kept against it. If one is at the open height, everything signed at
    that height is kept, too: the entries show which position follows from them, and the acks show which
    position each seat confirmed. The result is () for a table that was not stopped, or that was stopped only
    because this seat's own journal was lost.
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
    """The heights of the entries and acks among these envelopes, where they can be weighed; raises
    `PeerError` for bytes that are no envelope."""
    return frozenset(height for raw in raws if (height := _height(raw)) is not None)


def weigh(
    raws: Iterable[bytes], opened: EvidenceContext, final: Mapping[int, EvidenceContext] | None = None
) -> tuple[Charge, ...]:
    """Return the charges that these envelopes prove, by seat; () if they prove nothing.

    `opened` is the context of the open height, and `final` has those of the final heights that are needed
    (`heights_of`). Raises a `PeerError` that names nobody for a message that is damaged, of another game or
    not signed by its seat: anybody can have put such a message here.
    """
    places: dict[SignSlot, dict[bytes, _Message]] = {}
    for raw in raws:
        envelope, body = _signed(raw, opened)
        places.setdefault(body.slot, {})[envelope.id] = envelope, body
    charges = [_two_for_one(slot, messages) for slot, messages in places.items() if len(messages) > 1]
    charges += _false_votes([each for messages in places.values() for each in messages.values()])
    alone = [each for messages in places.values() if len(messages) == 1 for each in messages.values()]
    for context in (*(final or {}).values(), opened):
        charges += _at(context, alone)
    once = {(each.seat, each.offence): each for each in reversed(charges)}
    return tuple(
        sorted(once.values(), key=lambda each: (-1 if each.seat is None else each.seat, each.offence))
    )


def _at(context: EvidenceContext, alone: Sequence[_Message]) -> list[Charge]:
    """Return the charges at one height that are proven by messages which are alone in their slots."""
    entries = [
        Written(envelope, body)
        for envelope, body in alone
        if isinstance(body, Entry)
        and (body.v, body.k, body.prev) == (context.v, context.place.k, context.place.prev)
        and body.seat in context.machine.actors
    ]
    refused = [charge for each in entries if (charge := _refused(each, context)) is not None]
    others = (
        [] if refused else [charge for each in entries if (charge := _accused(each, context)) is not None]
    )
    found = [*refused, *{each.seat: each for each in others}.values()]
    acks = [body for _, body in alone if isinstance(body, Ack) and body.k == context.place.k]
    if context.final is not None:
        found += _false_acks(acks, *context.final)
    if found or not context.machine.actors:
        return found
    here = [ack for ack in acks if ack.v == context.v]
    return _round(sorted(entries, key=lambda each: each.entry.seat), here, context)


def _false_acks(acks: Sequence[Ack], h: bytes, st: bytes) -> list[Charge]:
    """Charge the acks that name the chain hash `h` of a height, but another state hash than `st`."""
    text = "acknowledged a position at height {} that does not follow from the moves"
    return [
        Charge(FaultReason.FALSE_STATE, ack.seat, ack.k, f"seat {ack.seat} {text.format(ack.k)}")
        for ack in acks
        if ack.h == h and ack.st != st
    ]


def _signed(raw: bytes, context: EvidenceContext) -> _Message:
    envelope = open_envelope(raw)
    body = parse_body(envelope.body)
    check_table(envelope, body, game=context.place.game, keys=context.keys)
    if not isinstance(body, Entry | Ack | Vote):
        raise Malformed("no-proof", "a message that is not an entry, an ack or a vote proves nothing")
    check_signature(envelope, context.keys[envelope.seat], context.verify)
    return envelope, body


def _two_for_one(slot: SignSlot, messages: dict[bytes, _Message]) -> Charge:
    _, body = next(iter(messages.values()))
    text = f"seat {body.seat} signed {len(messages)} different messages for one place ({slot})"
    k = body.lk + 1 if isinstance(body, Vote) else body.k
    return Charge(FaultReason.EQUIVOCATION, body.seat, k, text)


def _false_votes(messages: Sequence[_Message]) -> list[Charge]:
    """Charge each seat once that has signed a vote and an ack which contradict each other."""
    votes = [body for _, body in messages if isinstance(body, Vote)]
    acks = [body for _, body in messages if isinstance(body, Ack)]
    false = {vote.seat: ack.k for vote in votes for ack in acks if contradicts(vote, ack)}
    text = "voted against its own acknowledgement at height"
    return [Charge(FaultReason.FALSE_VOTE, seat, k, f"seat {seat} {text} {k}") for seat, k in false.items()]


def _refused(written: Written, context: EvidenceContext) -> Charge | None:
    """Return the charge against the author of an entry whose chain is that of the record; None if the entry
    is right. From height 2 on the author has acknowledged this chain and the state before it in the record;
    at height 1 the state follows from the genesis, which the author has signed."""
    entry, place = written.entry, context.place
    try:
        check_entry(entry, place, st=context.machine.digest(), actors=context.machine.actors)
        context.machine.check(place, entry.seat, entry.pay)
    except Diverged:
        text = f"seat {entry.seat} wrote at height {entry.k} on a position that is not the one before it"
        return Charge(FaultReason.FALSE_STATE, entry.seat, entry.k, text)
    except PeerError as why:
        return Charge(FaultReason.ILLEGAL, entry.seat, entry.k, why.text)
    return None


def _accused(written: Written, context: EvidenceContext) -> Charge | None:
    """Return the charge that a right entry proves against another seat; None if it proves none."""
    entry, place = written.entry, context.place
    why = context.machine.charge(place, entry.seat, entry.pay)
    return None if why is None else Charge(FaultReason.COMBINATION, why.seat, place.k, why.text)


def _round(entries: Sequence[Written], acks: Sequence[Ack], context: EvidenceContext) -> list[Charge]:
    """Return the charges that the entries of a complete round prove together: entries that cannot stand
    together, and acks of another state than follows from them."""
    place = context.place
    if tuple(each.entry.seat for each in entries) != context.machine.actors:
        return []
    act = context.act or tuple(range(len(context.keys)))
    h = round_record(place, context.v, act, entries).h
    pays = tuple((each.entry.seat, each.entry.pay) for each in entries)
    try:
        st = context.machine.after(place, pays).digest()
    except PeerError as why:
        return [Charge(FaultReason.COMBINATION, seat, place.k, why.text) for seat in why.seats]
    return _false_acks(acks, h, st)


def _place(raw: bytes) -> tuple[int, int]:
    """The view and the height of a message; for a vote, its view and the height of its lock."""
    body = parse_body(open_envelope(raw).body)
    if isinstance(body, Vote):
        return body.v, body.lk
    return (body.v, body.k) if isinstance(body, Entry | Ack) else (0, 0)


def _height(raw: bytes) -> int | None:
    """The height of an entry or ack; None for other messages."""
    body = parse_body(open_envelope(raw).body)
    return body.k if isinstance(body, Entry | Ack) else None
