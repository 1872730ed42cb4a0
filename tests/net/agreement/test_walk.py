"""A finished log judged from outside: each check has a lie that trips it, and nobody is named
who has not validly signed what is wrong, at the place where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from net.agreement.faults.proof import check_proof
from net.agreement.walk import BadRecord, Step, walk
from net.errors import PeerError
from net.lobby.identity import Identity, verify
from net.machine import Place
from net.wire.bodies import Ack, Chat, Entry, parse_body
from net.wire.envelope import PAY_MAX, SEATS_MAX, Envelope
from net.wire.record import ROUND_PAY_MAX, Record, RecordKind, pay_limit
from tests.support.cheaters import Forger
from tests.support.keys import fast_key, fast_verify, toy_genesis
from tests.support.logs import Log, honest_log
from tests.support.toy import Toy
from tests.support.values import replace

LOG = honest_log(3, 6)
FORGER = Forger(LOG.genesis)
AT = 4  # a height at which all three write


def steps(log: Log, raws: Sequence[bytes] | None = None, *, machine: Toy | None = None) -> list[Step]:
    body, records = log.genesis.encode(), log.raws if raws is None else raws
    return list(walk(body, log.sigs, records, machine=machine or log.machine, verify=fast_verify))


def body_of(envelope: Envelope) -> Entry | Ack:
    body = parse_body(envelope.body)
    assert isinstance(body, Entry | Ack)
    return body


def with_item(record: Record, at: int, envelope: Envelope) -> Record:
    return replace(record, items=(*record.items[:at], envelope, *record.items[at + 1 :]))


def with_ack(record: Record, at: int, envelope: Envelope) -> Record:
    return replace(record, acks=(*record.acks[:at], envelope, *record.acks[at + 1 :]))


def entry_lie(at: int, **changes: object) -> Callable[[Record], Record]:
    """The entry of a seat with one field changed, signed by that seat."""

    def lie(record: Record) -> Record:
        body = replace(body_of(record.items[at]), **changes)
        return with_item(record, at, FORGER.signed(body, seat=at))

    return lie


def ack_lie(at: int, **changes: object) -> Callable[[Record], Record]:
    """The ack of a seat with one field changed, signed by that seat."""

    def lie(record: Record) -> Record:
        body = replace(body_of(record.acks[at]), **changes)
        return with_ack(record, at, FORGER.signed(body, seat=at))

    return lie


def forged_item(record: Record) -> Record:
    return with_item(record, 1, FORGER.signed(body_of(record.items[1]), by=2))


def forged_ack(record: Record) -> Record:
    return with_ack(record, 1, FORGER.signed(body_of(record.acks[1]), by=2))


OTHER = bytes([7]) * 32
LIES: list[tuple[str, Callable[[Record], Record], str, int | None]] = [
    ("a view", lambda record: replace(record, kind=RecordKind.CHANGE), "view", None),
    ("another view", lambda record: replace(record, v=1), "view", None),
    (
        "a view of nobody",
        lambda record: replace(record, kind=RecordKind.CHANGE, v=1, act=(), items=(), acks=()),
        "votes",
        None,
    ),
    ("fewer seats", lambda record: replace(record, act=(0, 1)), "view", None),
    ("another height", lambda record: replace(record, k=5), "height", None),
    ("another chain", lambda record: replace(record, prev=OTHER), "fork", None),
    ("an entry is missing", lambda record: replace(record, items=record.items[:2]), "actors", None),
    ("an ack for an entry", lambda record: with_item(record, 1, record.acks[1]), "kind", None),
    ("entry of another game", entry_lie(1, game=OTHER), "other-game", None),
    ("entry of another view", entry_lie(1, v=1), "view", None),
    ("entry of another seat inside", entry_lie(1, seat=2), "seat", None),
    ("entry of another height", entry_lie(1, k=3), "height", None),
    ("entry on another chain", entry_lie(1, prev=OTHER), "fork", 1),
    ("entry on another state", entry_lie(1, st=OTHER), "state", 1),
    ("entry too long for its round", entry_lie(1, pay=bytes(pay_limit(3) + 1)), "too-large", 1),
    ("entry signed by another", forged_item, "bad-signature", None),
    ("illegal entry", entry_lie(1, pay=b"illegal"), "toy", 1),
    ("other entry than acknowledged", entry_lie(1, pay=b"other"), "fork", None),
    ("an ack is missing", lambda record: replace(record, acks=record.acks[:2]), "acks", None),
    ("no acks", lambda record: replace(record, acks=()), "acks", None),
    ("an entry for an ack", lambda record: with_ack(record, 1, record.items[1]), "kind", None),
    ("ack of another game", ack_lie(2, game=OTHER), "other-game", None),
    ("ack of another seat inside", ack_lie(2, seat=1), "seat", None),
    ("ack of another height", ack_lie(2, k=5), "height", None),
    ("ack of another chain", ack_lie(2, h=OTHER), "fork", None),
    ("ack of another state", ack_lie(2, st=OTHER), "state", 2),
    ("ack signed by another", forged_ack, "bad-signature", None),
]


@pytest.mark.parametrize(
    ("lie", "reason", "seat"), [each[1:] for each in LIES], ids=[each[0] for each in LIES]
)
def test_the_author_of_a_lie_in_a_record_is_blamed(
    lie: Callable[[Record], Record], reason: str, seat: int | None
) -> None:
    raws = [lie(record).encode() if record.k == AT else record.encode() for record in LOG.records]
    with pytest.raises(BadRecord) as refusal:
        steps(LOG, raws)

    assert (refusal.value.k, refusal.value.reason, refusal.value.seat) == (AT, reason, seat)
    assert seat is None or "damaged" not in refusal.value.text


def refused(log: Log, raws: Sequence[bytes]) -> BadRecord:
    with pytest.raises(BadRecord) as refusal:
        steps(log, raws)
    return refusal.value


def test_nobody_is_blamed_for_a_record_with_a_changed_byte() -> None:
    """Every byte of a round with three entries and three acks: header, bodies, seats, signatures."""
    whole = LOG.raws[AT - 1]
    for at in range(len(whole)):
        raw = bytearray(whole)
        raw[at] ^= 1 << (at % 8)
        found = refused(LOG, [*LOG.raws[: AT - 1], bytes(raw)])

        assert (found.k, found.seat) == (AT, None), f"byte {at}: {found.text}"


def test_nobody_is_blamed_for_a_changed_byte_of_the_genesis_or_its_signatures() -> None:
    body, sigs = LOG.genesis.encode(), b"".join(LOG.sigs)
    for at in range(len(body) + len(sigs)):
        raw = bytearray(body + sigs)
        raw[at] ^= 1 << (at % 8)
        cut = [bytes(raw[len(body) + 64 * seat :][:64]) for seat in range(3)]
        with pytest.raises(BadRecord) as refusal:
            list(walk(bytes(raw[: len(body)]), cut, LOG.raws, machine=LOG.machine, verify=fast_verify))

        assert (refusal.value.k, refusal.value.seat) == (0, None), f"byte {at}: {refusal.value.text}"


@pytest.mark.parametrize("acks_too", [False, True])
def test_a_seat_that_rewrites_its_own_entry_gets_nobody_else_blamed(acks_too: bool) -> None:
    """The framer: after the game it signs another entry, or also another ack, in its own name.

    Seats 0 and 2 have signed nothing false, and what the file shows could also be their lie: so it
    says both, and names nobody.
    """
    record = entry_lie(1, pay=b"a better bid")(LOG.records[AT - 1])
    if acks_too:
        before = steps(LOG)[AT - 2].machine
        pays = tuple(
            (item.seat, body.pay) for item in record.items if isinstance(body := body_of(item), Entry)
        )
        st = before.after(Place(LOG.genesis.id, AT, record.prev), pays).digest()
        record = ack_lie(1, h=record.h, st=st)(record)
    found = refused(LOG, [*LOG.raws[: AT - 1], record.encode()])

    assert (found.k, found.reason, found.seat) == (AT, "fork", None)
    those = "seat 0 and seat 2" if acks_too else "seat 0 and seat 1 and seat 2"
    assert f"what {those} acknowledged" in found.text and "either" in found.text
    assert "seat 0 or seat 1 or seat 2 signed two different entries" in found.text


def test_nobody_is_blamed_for_honest_messages_in_a_wrong_place() -> None:
    """The framer cuts what others signed out of one place, or of another game, and puts it into another."""
    other = honest_log(3, 6, genesis=toy_genesis(3, table=bytes(15) + b"x"))
    honest = LOG.records[AT - 1]
    for source in (other.records[AT - 1], LOG.records[1]):
        moved = [with_ack(honest, at, ack) for at, ack in enumerate(source.acks)]
        moved += [with_item(honest, item.seat, item) for item in source.items]
        for record in moved:
            found = refused(LOG, [*LOG.raws[: AT - 1], record.encode()])

            assert found.seat is None, found.text


def test_the_signer_of_an_ack_of_a_false_position_is_blamed_even_beside_an_ack_of_another_chain() -> None:
    """The provable fault is named before the one that nothing proves."""
    record = ack_lie(2, st=OTHER)(ack_lie(0, h=OTHER)(LOG.records[AT - 1]))
    found = refused(LOG, [*LOG.raws[: AT - 1], record.encode()])

    assert (found.reason, found.seat) == ("state", 2)


def test_an_honest_log_is_walked_to_its_end() -> None:
    walked = steps(LOG)

    assert [step.place.k for step in walked] == [1, 2, 3, 4, 5, 6]
    assert [len(step.entries) for step in walked] == [1, 1, 1, 3, 1, 1]
    assert walked[-1].acks[0].h == LOG.records[-1].h
    assert walked[-1].machine.digest() == walked[-1].acks[2].st


def test_the_steps_before_a_lie_are_returned() -> None:
    found = []
    with pytest.raises(BadRecord):
        for step in walk(
            LOG.genesis.encode(), LOG.sigs, [*LOG.raws[:3], b"noise"], machine=LOG.machine, verify=fast_verify
        ):
            found.append(step.place.k)

    assert found == [1, 2, 3]


def test_a_log_without_a_genesis_signature_is_refused_at_height_0() -> None:
    with pytest.raises(BadRecord) as refusal:
        list(
            walk(
                LOG.genesis.encode(),
                (LOG.sigs[0], LOG.sigs[0], LOG.sigs[2]),
                LOG.raws,
                machine=LOG.machine,
                verify=fast_verify,
            )
        )

    assert (refusal.value.k, refusal.value.reason, refusal.value.seat) == (0, "bad-signature", None)


@pytest.mark.parametrize(
    "raws",
    [LOG.raws[1:], [LOG.raws[0], LOG.raws[0]], [LOG.raws[0], LOG.raws[2]], [*LOG.raws, LOG.raws[-1]], [b""]],
)
def test_records_out_of_order_are_refused(raws: list[bytes]) -> None:
    with pytest.raises(BadRecord):
        steps(LOG, raws)


def test_a_record_after_the_end_is_refused() -> None:
    """Nobody acts any more, and a record without entries must not be taken for a round."""
    log = honest_log(3, 5, end=4)
    with pytest.raises(BadRecord) as refusal:
        steps(log)

    assert (refusal.value.k, refusal.value.reason) == (5, "over")


def test_an_impossible_combination_of_entries_is_refused() -> None:
    clash = FORGER.entry(0, AT, prev=LOG.records[2].h, st=bytes(32))
    raws = [*LOG.raws[:3]]
    record = LOG.records[3]
    items = tuple(FORGER.signed(replace(body_of(item), pay=b"clash")) for item in record.items)
    with pytest.raises(BadRecord) as refusal:
        steps(LOG, [*raws, replace(record, items=items).encode()])

    assert (refusal.value.k, refusal.value.reason, clash.k) == (AT, "toy-clash", AT)


def test_another_version_of_the_game_cannot_walk_the_log() -> None:
    with pytest.raises(BadRecord) as refusal:
        steps(LOG, machine=replace(LOG.machine, skew=b"skew"))

    assert (refusal.value.k, refusal.value.reason) == (2, "state")


def test_a_log_with_real_keys_is_walked() -> None:
    people = [Identity.from_seed(bytes([seat]) * 32) for seat in range(2)]
    genesis = toy_genesis(2, keys=tuple(each.public for each in people))
    log = honest_log(2, 4, keys=people, genesis=genesis)
    walked = list(walk(genesis.encode(), log.sigs, log.raws, machine=log.machine, verify=verify))

    assert len(walked) == 4
    raw = bytearray(log.raws[2])
    raw[-1] ^= 1  # the last byte of the last signature
    with pytest.raises(BadRecord) as refusal:
        list(
            walk(genesis.encode(), log.sigs, [*log.raws[:2], bytes(raw)], machine=log.machine, verify=verify)
        )
    assert (refusal.value.k, refusal.value.reason, refusal.value.seat) == (3, "bad-signature", None)


def test_a_round_fits_into_a_frame_however_many_seats_write() -> None:
    """5.1: a record may not exceed the message limit, so the actors of a round share 192 KiB."""
    assert [pay_limit(actors) for actors in (0, 1, 2, 3, 6)] == [PAY_MAX, PAY_MAX, PAY_MAX, 65536, 32768]
    for seats in (1, 2, 6, SEATS_MAX):
        log = honest_log(seats, 4, pays={4: bytes(pay_limit(seats))})
        assert len(log.raws[3]) <= 200 * 1024 and pay_limit(seats) * seats <= max(ROUND_PAY_MAX, PAY_MAX)


# -- the proof of an equivocation


ENTRY = FORGER.entry(1, 2, prev=OTHER, st=OTHER, pay=b"one")
FIRST, SECOND = FORGER.signed(ENTRY), FORGER.signed(replace(ENTRY, pay=b"two"))
ACK = FORGER.ack(1, 2, h=OTHER, st=OTHER)
CHAT = Chat(LOG.genesis.id, fast_key(1).public, 1, LOG.genesis.id, text="a")
KEYS = tuple(fast_key(seat).public for seat in range(3))


def test_two_messages_for_one_slot_are_a_proof() -> None:
    acks = FORGER.signed(ACK), FORGER.signed(replace(ACK, h=bytes(32)))
    for first, second in ((FIRST, SECOND), acks):
        found = check_proof((first.raw, second.raw), game=LOG.genesis.id, keys=KEYS, verify=fast_verify)
        assert (found.seat, found.first, found.second) == (1, first, second)


NO_PROOFS: list[tuple[str, Envelope, Envelope, str]] = [
    ("twice the same", FIRST, FIRST, "no-proof"),
    ("one body, two signatures", FIRST, FORGER.signed(ENTRY, by=2), "no-proof"),
    ("entry and ack", FIRST, FORGER.signed(ACK), "no-proof"),
    ("two lines of chat", FORGER.signed(CHAT), FORGER.signed(replace(CHAT, text="b")), "no-proof"),
    ("two heights", FIRST, FORGER.signed(replace(ENTRY, k=3)), "no-proof"),
    ("two seats", FIRST, FORGER.signed(replace(ENTRY, seat=2)), "no-proof"),
    ("other game", FIRST, FORGER.signed(replace(ENTRY, game=OTHER)), "other-game"),
    ("other view", FIRST, FORGER.signed(replace(ENTRY, v=1)), "no-proof"),
    ("first is forged", FORGER.signed(ENTRY, by=2), SECOND, "bad-signature"),
    ("second is forged", FIRST, FORGER.signed(replace(ENTRY, pay=b"two"), by=2), "bad-signature"),
    (
        "seat of nobody",
        FORGER.signed(replace(ENTRY, seat=5)),
        FORGER.signed(replace(ENTRY, seat=5, pay=b"2")),
        "no-such-seat",
    ),
    ("seat and body differ", FORGER.signed(ENTRY, seat=0, by=1), SECOND, "seat"),
]


@pytest.mark.parametrize(
    ("first", "second", "reason"), [each[1:] for each in NO_PROOFS], ids=[each[0] for each in NO_PROOFS]
)
def test_a_pair_of_messages_that_proves_nothing_is_refused(
    first: Envelope, second: Envelope, reason: str
) -> None:
    with pytest.raises(PeerError) as refusal:
        check_proof((first.raw, second.raw), game=LOG.genesis.id, keys=KEYS, verify=fast_verify)

    assert refusal.value.reason == reason
