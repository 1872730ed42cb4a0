from __future__ import annotations

from functools import cache

import pytest

from net.deck.algebra.group import base, mul
from net.deck.algebra.hashing import Part, lp
from net.deck.algebra.scalar import Q
from net.deck.keys import Keys
from net.deck.leave import make_leave
from net.deck.pile import Cipher
from net.deck.roll import make_roll_share
from net.deck.shares import check_shares, make_shares, open_cipher, own_share, recall_shares, shares_bytes
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import CTX, Seeded, dealt, faces_of, seated

TABLE = seated(3)
KEYS = TABLE.keys
PILE = dealt(3, 5)
SIZES = (1, 3)
CASES = [(m, field) for m in SIZES for field in layout("P" * m + "SS")]
IDS = [f"{m} {name}" for m in SIZES for name in (*(f"D{j}" for j in range(m)), "c", "z")]


@cache
def message(m: int) -> bytes:
    return make_shares(CTX, KEYS, 1, TABLE.secrets[1], PILE[:m], Seeded("shares"))


def refused(
    told: bytes, ciphers: tuple[Cipher, ...], *, ctx: bytes = CTX, keys: Keys = KEYS, seat: int = 1
) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_shares(ctx, keys, seat, ciphers, told)
    assert refusal.value.seat == seat
    return refusal.value


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_honest_shares_are_the_seats_part_of_the_decryption(m: int) -> None:
    shares = check_shares(CTX, KEYS, 1, PILE[:m], message(m))

    assert len(message(m)) == shares_bytes(m) == 33 * m + 64
    assert shares == tuple(mul(cipher.a, TABLE.secrets[1].x) for cipher in PILE[:m])
    assert shares == tuple(own_share(TABLE.secrets[1], cipher, Seeded(1)) for cipher in PILE[:m])
    assert recall_shares(m, message(m)) == shares


def test_shares_of_nothing_are_an_empty_message() -> None:
    assert make_shares(CTX, KEYS, 1, TABLE.secrets[1], (), Seeded(1)) == b""
    assert check_shares(CTX, KEYS, 1, (), b"") == ()
    assert recall_shares(0, b"") == ()
    assert type(refused(message(1), ())) is Malformed


def test_all_shares_open_a_component_and_fewer_do_not() -> None:
    faces = list(range(5))
    shown = faces_of(TABLE, PILE, faces)
    messages = [make_shares(CTX, KEYS, seat, TABLE.secrets[seat], PILE, Seeded(seat)) for seat in range(3)]
    given = [check_shares(CTX, KEYS, seat, PILE, told) for seat, told in enumerate(messages)]

    assert sorted(shown) == faces
    for at, cipher in enumerate(PILE):
        opened = open_cipher(cipher, [shares[at] for shares in given])
        assert opened != open_cipher(cipher, [shares[at] for shares in given[:2]])


@pytest.mark.parametrize(("m", "field"), CASES, ids=IDS)
def test_a_message_with_any_field_altered_is_refused(m: int, field: Field) -> None:
    assert type(refused(field.altered(message(m)), PILE[:m])) is BadProof


@pytest.mark.parametrize(("m", "field"), CASES, ids=IDS)
def test_a_message_with_any_field_broken_is_refused(m: int, field: Field) -> None:
    for told in field.broken(message(m)):
        assert type(refused(told, PILE[:m])) is Malformed


@pytest.mark.parametrize("at", [33, 65])
@pytest.mark.parametrize("number", [1, Q - 1])
def test_edge_numbers_are_refused(at: int, number: int) -> None:
    told = message(1)

    refused(told[:at] + number.to_bytes(32, "big") + told[at + 32 :], PILE[:1])


@pytest.mark.parametrize("told", [b"", message(1)[:-1], message(1) + b"\0", message(3), bytes(97)])
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told, PILE[:1])) is Malformed


def test_a_share_is_refused_for_another_component() -> None:
    refused(message(1), PILE[1:2])
    refused(message(1), (Cipher(base(5), PILE[0].b),))
    refused(message(3), PILE[1:4])


def test_two_swapped_shares_are_refused() -> None:
    told = message(3)
    exchanged = told[33:66] + told[:33] + told[66:]

    refused(exchanged, PILE[:3])


def test_components_in_another_order_are_refused() -> None:
    refused(message(3), (PILE[1], PILE[0], PILE[2]))


def test_shares_are_refused_from_another_seat() -> None:
    refused(message(1), PILE[:1], seat=2)
    refused(message(3), PILE[:3], seat=0)


@pytest.mark.parametrize("part", ["deal", "height", "chain", "seat", "card"])
def test_shares_are_bound_to_everything_their_context_names(part: str) -> None:
    place: dict[str, Part] = {"deal": KEYS.sid, "height": 5, "chain": bytes(32), "seat": 1, "card": 0}
    other: dict[str, Part] = {"deal": bytes(32), "height": 6, "chain": b"\1" * 32, "seat": 2, "card": 1}
    told = make_shares(lp(*place.values()), KEYS, 1, TABLE.secrets[1], PILE[:2], Seeded(1))

    check_shares(lp(*place.values()), KEYS, 1, PILE[:2], told)
    refused(told, PILE[:2], ctx=lp(*{**place, part: other[part]}.values()))


def test_shares_are_bound_to_their_deal() -> None:
    refused(message(1), PILE[:1], keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))


def test_a_proof_for_another_purpose_is_refused() -> None:
    refused(make_leave(CTX, KEYS, 1, TABLE.secrets[1], PILE[:2], Seeded(1)), PILE[:2])
    refused(make_roll_share(CTX, KEYS, 1, TABLE.secrets[1], Seeded(1)), PILE[:1])


def test_shares_made_with_another_key_are_refused() -> None:
    refused(make_shares(CTX, KEYS, 1, TABLE.secrets[2], PILE[:1], Seeded(1)), PILE[:1])
    refused(make_shares(CTX, KEYS, 1, TABLE.secrets[2], PILE[:3], Seeded(1)), PILE[:3])


def test_checking_a_seat_outside_the_deal_is_a_local_error() -> None:
    with pytest.raises(LocalError, match="seat 7"):
        check_shares(CTX, KEYS, 7, PILE[:1], message(1))


def test_a_trusted_message_is_still_read_strictly() -> None:
    with pytest.raises(Malformed):
        recall_shares(2, message(1))
