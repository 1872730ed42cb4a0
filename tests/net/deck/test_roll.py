from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from net.deck.algebra.generators import h2p
from net.deck.algebra.group import base, mul
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q
from net.deck.escrow import CheckedEscrow, check_escrow, make_escrow, take_part
from net.deck.keys import Keys, KeySecret
from net.deck.lent import recall_lent
from net.deck.pile import Cipher
from net.deck.roll import (
    ROLL_BYTES,
    check_lent_roll,
    check_roll_share,
    join_lent_roll,
    make_lent_roll,
    make_roll_share,
    roll_value,
)
from net.deck.shares import make_shares
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import CTX, Seeded, seated

TABLE = seated(3)
KEYS = TABLE.keys
FIELDS = layout("PSS")
NAMES = ["D", "c", "z"]


@cache
def message(seat: int = 1) -> bytes:
    return make_roll_share(CTX, KEYS, seat, TABLE.secrets[seat], Seeded(seat))


def refused(told: bytes, *, ctx: bytes = CTX, keys: Keys = KEYS, seat: int = 1) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_roll_share(ctx, keys, seat, told)
    assert refusal.value.seat == seat
    return refusal.value


def rolled(k: int, ctx: bytes, sides: int, seed: str = "roll") -> int:
    table = seated(k)
    shares = {
        seat: check_roll_share(
            ctx, table.keys, seat, make_roll_share(ctx, table.keys, seat, secret, Seeded(f"{seed} {seat}"))
        )
        for seat, secret in table.secrets.items()
    }
    return roll_value(ctx, shares, sides)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6])
def test_a_roll_is_the_same_whatever_randomness_its_proofs_used(k: int) -> None:
    assert rolled(k, CTX, 2**64, "one") == rolled(k, CTX, 2**64, "other")


def test_the_order_of_shares_does_not_matter() -> None:
    shares = {seat: check_roll_share(CTX, KEYS, seat, message(seat)) for seat in (2, 0, 1)}

    assert roll_value(CTX, shares, 2**64) == roll_value(CTX, dict(sorted(shares.items())), 2**64)


def test_another_purpose_or_deal_gives_another_roll() -> None:
    values = {rolled(3, CTX, 2**64), rolled(3, lp(CTX, "second"), 2**64), rolled(2, CTX, 2**64)}

    assert len(values) == 3


def test_every_share_changes_the_roll() -> None:
    shares = {seat: check_roll_share(CTX, KEYS, seat, message(seat)) for seat in range(3)}

    assert roll_value(CTX, shares, 2**64) != roll_value(CTX, {0: shares[0], 1: shares[1]}, 2**64)


def test_every_side_of_a_roll_comes_up() -> None:
    seen = Counter(rolled(1, lp("die", number), 6) for number in range(120))

    assert set(seen) == set(range(6))
    assert min(seen.values()) > 5  # 20 are expected; the keys are fixed
    assert rolled(2, CTX, 1) == 0


@pytest.mark.parametrize("sides", [0, -1, 2**64 + 1])
def test_sides_out_of_range_raise_a_local_error(sides: int) -> None:
    with pytest.raises(LocalError, match="sides"):
        roll_value(CTX, {0: base(5)}, sides)


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(message()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(message()):
        assert type(refused(told)) is Malformed


@pytest.mark.parametrize("field", FIELDS[1:], ids=NAMES[1:])
@pytest.mark.parametrize("number", [1, Q - 1])
def test_edge_numbers_are_refused(field: Field, number: int) -> None:
    refused(field.put(message(), number.to_bytes(32, "big")))


@pytest.mark.parametrize("told", [b"", message()[:-1], message() + b"\0", bytes(ROLL_BYTES)])
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told)) is Malformed


def test_a_share_is_valid_only_for_its_seat_purpose_and_deal() -> None:
    refused(message(), seat=2)
    refused(message(), ctx=lp(CTX, "second"))
    refused(message(), keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))


def test_a_seat_cannot_choose_its_share() -> None:
    """Another key, a copy of another seat's share and a share of a component are all refused."""
    refused(make_roll_share(CTX, KEYS, 1, TABLE.secrets[2], Seeded(1)))
    refused(message(2)[:33] + message(1)[33:])
    target = h2p("rand", CTX, KEYS.sid)
    told = make_shares(CTX, KEYS, 1, TABLE.secrets[1], [Cipher(target, base(5))], Seeded(1))
    assert told[:33] == message()[:33] == bytes(mul(target, TABLE.secrets[1].x))
    refused(told)


# -- the share of a seat that is missing -------------------------------------------------------


@cache
def escrow() -> CheckedEscrow:
    told = make_escrow(CTX, KEYS, 1, TABLE.secrets[1], t=2, randomness=Seeded("dealer"))
    return check_escrow(CTX, KEYS, 1, told, t=2)


@cache
def lent(holder: int = 2) -> bytes:
    part = take_part(escrow(), KEYS, holder, TABLE.secrets[holder], Seeded(1))
    return make_lent_roll(CTX, KEYS, holder, dealt=escrow(), part=part, randomness=Seeded(holder))


def lent_refused(told: bytes, *, ctx: bytes = CTX, holder: int = 2) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_lent_roll(ctx, KEYS, holder, dealt=escrow(), message=told)
    assert refusal.value.seat == holder
    return refusal.value


def test_the_loans_of_the_others_give_the_missing_share() -> None:
    parts = {
        holder: check_lent_roll(CTX, KEYS, holder, dealt=escrow(), message=lent(holder)) for holder in (0, 2)
    }

    assert len(lent()) == ROLL_BYTES and recall_lent(1, lent()) == (parts[2],)
    assert join_lent_roll(2, parts) == check_roll_share(CTX, KEYS, 1, message())
    with pytest.raises(LocalError):
        join_lent_roll(2, {0: parts[0]})


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_loan_with_any_field_altered_or_broken_is_refused(field: Field) -> None:
    assert type(lent_refused(field.altered(lent()))) is BadProof
    for told in field.broken(lent()):
        assert type(lent_refused(told)) is Malformed


@pytest.mark.parametrize("told", [b"", lent()[:-1], lent() + b"\0", bytes(ROLL_BYTES)])
def test_a_loan_in_another_shape_is_refused(told: bytes) -> None:
    assert type(lent_refused(told)) is Malformed


def test_a_loan_is_valid_only_for_its_holder_and_purpose_and_not_as_a_share() -> None:
    lent_refused(lent(), holder=0)
    lent_refused(lent(), ctx=lp(CTX, "second"))
    lent_refused(message(2))
    refused(lent(), seat=2)
    share = make_roll_share(CTX, KEYS, 2, KeySecret(TABLE.secrets[2].x, bytes(32)), Seeded(3))
    lent_refused(share)
