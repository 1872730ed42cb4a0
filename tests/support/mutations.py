"""Records that are changed in one thing, by seed: as damage, and by people who hold the keys of all seats.

People with all keys can have a false entry, vote or position signed by everybody. So the changes reach each
check behind the signatures: of a proof, of the rules, of a state, of a majority.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from app.keep.record_file import RecordFile, write_record_file
from net.agreement.faults.evidence import EVIDENCE_MAX
from net.errors import LocalError, PeerError
from net.machine import Choice, TableView, Why
from net.seat import hands
from net.seat.payload import CARRIERS, KINDS, Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.codec import pack, unpack
from net.wire.envelope import Envelope
from net.wire.genesis import Half, Hints, Watch, sign_genesis
from net.wire.record import parse_record
from net.wire.signing import BOT_TAG
from tests.support.scribe import Scribe
from tests.support.values import replace


@dataclass(frozen=True, slots=True)
class Subject:
    """A recorded story, and the seed's random numbers that choose its change."""

    scribe: Scribe
    rng: Random

    @property
    def file(self) -> RecordFile:
        return self.scribe.file

    def at(self) -> int:
        """The index of a random record."""
        return self.rng.randrange(len(self.scribe.records))

    def state(self, at: int) -> bytes:
        """The position's digest that all have confirmed at the height of that index."""
        acks = parse_record(self.scribe.records[at]).acks
        body = parse_body(acks[0].body)
        assert isinstance(body, Ack)
        return body.st


def mutated(subject: Subject) -> bytes:
    """A record's bytes in which one thing is changed."""
    while True:
        change = subject.rng.choice(CHANGES)
        try:
            return change(subject)
        except (LocalError, PeerError, ValueError, IndexError):
            continue  # the changed value cannot be written


def with_check(body: bytes) -> bytes:
    """A file with the checksum that it must have."""
    return body + hashlib.blake2b(body, digest_size=32, person=b"shoal1-file").digest()


def flipped(rng: Random, data: bytes) -> bytes:
    """A string of bytes with one of them changed, lost or added, or with its end cut off."""
    found = bytearray(data)
    at = rng.randrange(len(found) + 1)
    match rng.randrange(6):
        case 0:
            found[at:at] = rng.randbytes(1)
        case 1 if at < len(found):
            del found[at]
        case 2:
            del found[at:]
        case _ if found:
            found[at - 1] ^= 1 << rng.randrange(8)
    return bytes(found)


def _byte(subject: Subject) -> bytes:
    return with_check(flipped(subject.rng, write_record_file(subject.file)[:-32]))


def _damage(subject: Subject) -> bytes:
    return flipped(subject.rng, write_record_file(subject.file))


def _order(subject: Subject) -> bytes:
    """A record file whose records are left out, doubled, exchanged, cut off, short of acks or misnumbered."""
    rng, records, at = subject.rng, list(subject.scribe.records), subject.at()
    match rng.randrange(6):
        case 0:
            del records[at]
        case 1:
            records.insert(at, rng.choice(records))
        case 2:
            records[at], records[at - 1] = records[at - 1], records[at]
        case 3:
            del records[at:]
        case 4:
            record = parse_record(records[at])
            acks = list(record.acks)
            del acks[rng.randrange(len(acks)) :]
            records[at] = replace(record, acks=tuple(acks)).encode()
        case _:
            record = parse_record(records[at])
            field = rng.choice(("v", "k"))
            records[at] = replace(record, **{field: getattr(record, field) + rng.choice((-1, 1))}).encode()
    return write_record_file(replace(subject.file, records=tuple(records)))


def _items(subject: Subject, change: Callable[[Entry], Entry]) -> bytes:
    """A record file in which one entry is changed, and signed and confirmed by all."""
    records = [parse_record(raw) for raw in subject.scribe.records]
    at = subject.rng.choice([at for at, record in enumerate(records) if record.is_round])
    items = list(records[at].items)
    chosen = subject.rng.randrange(len(items))
    body = parse_body(items[chosen].body)
    assert isinstance(body, Entry)
    items[chosen] = subject.scribe.seal(change(body))
    changed = subject.scribe.retold(at, lambda record: replace(record, items=tuple(items)), subject.state(at))
    return write_record_file(replace(subject.file, records=changed))


def _payload(subject: Subject) -> bytes:
    """A record file with a false payload: a field of a deck message, an action, a part of the next deal."""
    return _items(subject, lambda body: _forged(subject.rng, body))


def _forged(rng: Random, body: Entry) -> Entry:
    payload = read_payload(body.seat, body.pay)
    if payload.ahead is not None and rng.random() < 0.5:
        if rng.random() < 0.5:
            ahead = replace(payload.ahead, data=flipped(rng, payload.ahead.data))
        else:
            ahead = replace(payload.ahead, kind=rng.choice(sorted({*KINDS} - CARRIERS)))
        return replace(body, pay=write_payload(replace(payload, ahead=rng.choice((ahead, None)))))
    match rng.randrange(8):
        case 0:
            payload = replace(payload, kind=rng.choice(KINDS))
        case 1:
            text = re.sub(r"\d+", lambda _: str(rng.randrange(12)), payload.text, count=1)
            payload = replace(payload, text=rng.choice((text, flipped(rng, text.encode()).decode())))
        case 2:
            payload = replace(payload, more=flipped(rng, payload.more))
        case 3:
            carried = Payload(StepKind.COMMIT, rng.randbytes(32))
            payload = replace(payload, ahead=rng.choice((carried, replace(payload, ahead=None))))
        case 4:
            return replace(body, pay=flipped(rng, body.pay))
        case _:
            payload = replace(payload, data=flipped(rng, payload.data))
    return replace(body, pay=write_payload(payload))


def _entry(subject: Subject) -> bytes:
    """A record file with an entry for another place, chain, position or game."""

    def change(body: Entry) -> Entry:
        field = subject.rng.choice(("game", "v", "k", "prev", "st"))
        before = getattr(body, field)
        return replace(
            body, **{field: before + 1 if isinstance(before, int) else flipped_hash(subject.rng, before)}
        )

    return _items(subject, change)


def flipped_hash(rng: Random, data: bytes) -> bytes:
    """The hash with one bit changed."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def _vote(subject: Subject) -> bytes:
    """A record file with false votes: for another view, in two parts, or on another height."""
    rng = subject.rng
    records = [parse_record(raw) for raw in subject.scribe.records]
    at = rng.choice([at for at, record in enumerate(records) if not record.is_round])
    vote = parse_body(records[at].items[0].body)
    assert isinstance(vote, Vote)
    view = vote.view
    act = (
        view.act
        if rng.random() < 0.5
        else tuple(s for s in subject.scribe.genesis.seats if rng.random() < 0.6)
    )
    choice, why = rng.choice(tuple(Choice)), rng.choice(tuple(Why))
    if rng.random() < 0.5:
        choice, why = view.choice, view.why
    lock = rng.choice((None, None, None, ("lv", 1), ("lk", 1), ("lk", -1)))
    parted = rng.random()

    def voted(seat: int) -> Vote:
        wanted = TableView(act, Choice.END if parted < 0.1 and seat == act[0] else choice, why)
        found = replace(vote, seat=seat, view=wanted)
        if lock is not None:
            found = replace(found, **{lock[0]: getattr(found, lock[0]) + lock[1]})
        return replace(found, lh=flipped_hash(Random(1), found.lh)) if parted > 0.7 and seat % 2 else found

    items = tuple(subject.scribe.seal(voted(seat)) for seat in act)
    changed = subject.scribe.retold(
        at, lambda record: replace(record, items=items, act=act), subject.state(at)
    )
    return write_record_file(replace(subject.file, records=changed))


def _position(subject: Subject) -> bytes:
    """A record file in which all seats or one confirm another position or another chain."""
    at, rng = subject.at(), subject.rng
    record = parse_record(subject.scribe.records[at])
    seats = set(record.act) if rng.random() < 0.5 else {rng.choice(record.act)}
    field = rng.choice(("st", "h"))

    def false(ack: Envelope) -> Envelope:
        body = parse_body(ack.body)
        assert isinstance(body, Ack)
        return subject.scribe.seal(replace(body, **{field: flipped_hash(Random(1), getattr(body, field))}))

    acks = [false(ack) if ack.seat in seats else ack for ack in record.acks]
    records = list(subject.scribe.records)
    records[at] = record.with_acks(acks).encode()
    return write_record_file(replace(subject.file, records=tuple(records)))


def _evidence(subject: Subject) -> bytes:
    """A record file with evidence: true or false messages, pairs, an open height half done."""
    rng, records = subject.rng, list(subject.scribe.records)
    if rng.random() < 0.5:
        del records[subject.at() :]
    found: dict[bytes, Envelope] = {}
    near = subject.scribe.records[max(0, len(records) - 3) : len(records) + 1]
    for _ in range(rng.randrange(1, 5)):
        record = parse_record(rng.choice((*near, rng.choice(subject.scribe.records))))
        messages = [*record.items, *record.acks]
        for envelope in messages if rng.random() < 0.4 else [rng.choice(messages)]:
            body = parse_body(envelope.body)
            assert isinstance(body, Entry | Ack | Vote)
            if rng.random() < 0.5:
                envelope = _false(subject, body)  # noqa: PLW2901
            found[envelope.raw] = envelope
    evidence = tuple(sorted(found))[:EVIDENCE_MAX]
    return write_record_file(replace(subject.file, records=tuple(records), evidence=evidence))


def _false(subject: Subject, body: Entry | Ack | Vote) -> Envelope:
    rng = subject.rng
    if isinstance(body, Entry) and rng.random() < 0.7:
        return subject.scribe.seal(_forged(rng, body))
    fields = {Entry: ("v", "k", "prev", "st"), Ack: ("v", "k", "h", "st"), Vote: ("v", "lk", "lh")}[
        type(body)
    ]
    field = rng.choice(fields)
    before = getattr(body, field)
    after = max(0, before + rng.choice((-1, 1))) if isinstance(before, int) else flipped_hash(rng, before)
    return subject.scribe.seal(replace(body, **{field: after}))


def _hand(subject: Subject) -> bytes:
    """A record file with a changed hand among those opened after the game, signed by its owner."""
    rng = subject.rng
    raws = list(subject.scribe.hands)
    at = rng.randrange(len(raws))
    body = cast(bytes, unpack(hands._HAND, raws[at], most=hands.HAND_MAX, what="a hand")[0])
    fields = unpack(hands._BODY, body, most=hands.HAND_MAX, what="a hand")
    _, game, seat, shares = cast("tuple[str, bytes, int, bytes]", fields)
    changed = rng.choice((seat, seat, seat, rng.randrange(len(subject.scribe.identities))))
    body = pack(hands._BODY, ("H", game, changed, flipped(rng, shares)))
    raws[at] = pack(hands._HAND, (body, subject.scribe.identities[changed].sign(b"shoal1.hand\0" + body)))
    return write_record_file(replace(subject.file, hands=tuple(sorted({*raws}))))


def _genesis(subject: Subject) -> bytes:
    """A record file with another genesis, signed by all, to which no record belongs."""
    rng, genesis = subject.rng, subject.scribe.genesis
    players, policy = list(genesis.players), genesis.policy
    seat, runner = rng.randrange(len(players)), rng.randrange(len(players) + 1)
    mine, other = players[seat], players[seat - 1]
    voucher = subject.scribe.identities[runner - 1].sign(BOT_TAG + mine.ed)
    of_player: tuple[dict[str, object], ...] = (
        {"nick": rng.choice((other.nick.upper(), "seat\u00a00", " ", "x"))},
        {"ed": other.ed},
        {"cert": flipped_hash(rng, mine.cert)},
        {"curve": flipped_hash(rng, mine.curve)},
        {"run_by": rng.randrange(len(players) + 2)},
        {"run_by": runner, "voucher": rng.choice((voucher, flipped_hash(rng, voucher)))},
    )
    of_policy: tuple[dict[str, object], ...] = (
        {"escrow_t": rng.randrange(len(players) + 2), "move_limit_s": rng.choice((0, 3, 5))},
        {"watch": Watch.OPEN, "hints": Hints.ALLOWED, "half": Half.WINS},
    )
    of_game = ({"options": flipped(rng, genesis.options)}, {"game": "kings"}, {"rules": "2"}, {"game": "os"})
    match rng.randrange(4):
        case 0:
            genesis = replace(genesis, policy=replace(policy, **rng.choice(of_policy)))
        case 1:
            genesis = replace(genesis, **rng.choice(of_game))
        case _:
            players[seat] = replace(mine, **rng.choice(of_player))
            genesis = replace(genesis, players=tuple(players))
    body = genesis.encode()
    if rng.random() < 0.2:
        body = flipped(rng, body)
    sigs = tuple(sign_genesis(body, each) for each in subject.scribe.identities)
    return write_record_file(RecordFile(body, sigs, rng.choice(((), tuple(subject.scribe.records[:3])))))


CHANGES = (
    *(_byte, _damage, _order, _order, _payload, _payload, _payload, _payload, _payload, _entry, _vote, _vote),
    *(_position, _evidence, _evidence, _evidence, _genesis, _hand),
)
"""The kinds of changes; a kind that can change more things is repeated."""
