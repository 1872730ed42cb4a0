"""Reasons to refuse a round, each shown by an honest round with one change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from net.errors import PeerError
from net.machine import Place
from net.wire.bodies import Ack, Entry, parse_body
from net.wire.envelope import Envelope, seal
from net.wire.record import Record, RecordKind, check_acks, check_entries, check_entry, check_place, pay_limit
from tests.support.keys import fast_key, fast_verify
from tests.support.logs import honest_log
from tests.support.values import replace

LOG = honest_log(3, 2)
FIRST, RECORD = LOG.records
PLACE = Place(LOG.genesis.id, 2, FIRST.h)
KEYS = [player.ed for player in LOG.genesis.players]
ACTORS = tuple(item.seat for item in RECORD.items)
ENTRIES = [body for item in RECORD.items if isinstance(body := parse_body(item.body), Entry)]
ACKS = [body for ack in RECORD.acks if isinstance(body := parse_body(ack.body), Ack)]
ENTRY, ACK = ENTRIES[0], ACKS[0]
ST, AFTER = ENTRY.st, ACK.st
OTHER = bytes(32)


def sealed(body: Entry | Ack, seat: int | None = None) -> Envelope:
    """A body signed by the seat that it names, or in the name of another."""
    named = body.seat if seat is None else seat
    return seal(named, body.encode(), fast_key(named))


def refusal(check: Callable[[], object]) -> tuple[str, int | None]:
    with pytest.raises(PeerError) as why:
        check()
    return why.value.reason, why.value.seat


def entries(record: Record, *, actors: tuple[int, ...] = ACTORS, keys: Sequence[bytes] = KEYS) -> object:
    return check_entries(record, PLACE, st=ST, actors=actors, keys=keys, verify=fast_verify)


def acks(*envelopes: Envelope) -> object:
    record = replace(RECORD, acks=envelopes)
    return check_acks(record, PLACE, st=AFTER, keys=KEYS, verify=fast_verify)


def test_an_honest_round_is_accepted() -> None:
    check_place(RECORD, PLACE, RECORD.act, v=0)
    check_place(replace(RECORD, kind=RecordKind.CHANGE, v=1), PLACE, RECORD.act, v=0)
    room = pay_limit(len(ACTORS))
    check_entry(replace(ENTRY, pay=bytes(room)), PLACE, st=ST, actors=ACTORS)
    entries(RECORD)

    assert acks(*RECORD.acks) == tuple(ACKS)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (replace(RECORD, v=1), "view"),
        (replace(RECORD, act=RECORD.act[1:]), "view"),
        (replace(RECORD, kind=RecordKind.CHANGE), "view"),
        (replace(RECORD, k=3), "height"),
        (replace(RECORD, prev=OTHER), "fork"),
    ],
)
def test_nobody_is_blamed_for_a_record_for_another_height_view_or_chain(record: Record, reason: str) -> None:
    assert refusal(lambda: check_place(record, PLACE, RECORD.act, v=0)) == (reason, None)


@pytest.mark.parametrize(
    ("entry", "reason", "seat"),
    [
        (replace(ENTRY, k=3), "height", None),
        (replace(ENTRY, prev=OTHER), "fork", ENTRY.seat),
        (replace(ENTRY, st=OTHER), "state", ENTRY.seat),
        (replace(ENTRY, pay=bytes(pay_limit(len(ACTORS)) + 1)), "too-large", ENTRY.seat),
    ],
)
def test_the_author_of_a_wrong_entry_is_blamed_unless_only_the_height_is_wrong(
    entry: Entry, reason: str, seat: int | None
) -> None:
    assert refusal(lambda: check_entry(entry, PLACE, st=ST, actors=ACTORS)) == (reason, seat)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (sealed(replace(ENTRY, game=OTHER)), "other-game"),
        (sealed(replace(ENTRY, k=1)), "height"),
        (sealed(replace(ENTRY, v=1)), "view"),
        (sealed(replace(ENTRY, seat=(ENTRY.seat + 1) % 3), ENTRY.seat), "seat"),
        (sealed(replace(ACK, seat=ENTRY.seat)), "kind"),
        (seal(ENTRY.seat, ENTRY.encode(), fast_key(7)), "bad-signature"),
    ],
)
def test_nobody_is_blamed_for_an_item_that_is_not_an_entry_of_this_height(
    item: Envelope, reason: str
) -> None:
    assert refusal(lambda: entries(replace(RECORD, items=(item, *RECORD.items[1:])))) == (reason, None)


def test_the_entries_must_be_those_of_the_actors_at_the_table() -> None:
    assert refusal(lambda: entries(RECORD, actors=())) == ("over", None)
    assert refusal(lambda: entries(RECORD, actors=(*ACTORS, 9))) == ("actors", None)
    assert refusal(lambda: entries(RECORD, keys=KEYS[: ACTORS[0]])) == ("no-such-seat", None)


def test_a_seat_whose_ack_does_not_follow_from_the_entries_is_blamed() -> None:
    second = RECORD.acks[1:]

    assert refusal(lambda: acks(*second)) == ("acks", None)
    assert refusal(lambda: acks(sealed(replace(ACK, st=OTHER)), *second)) == ("state", ACK.seat)
    assert refusal(lambda: acks(sealed(replace(ACK, h=OTHER)), *second)) == ("fork", None)
    assert refusal(lambda: acks(sealed(replace(ACK, h=OTHER, st=OTHER)), *second)) == ("fork", None)
