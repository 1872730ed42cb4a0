from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from net.deck.algebra.box import NotThisBox, lock_box, unlock_box
from net.deck.algebra.group import NoPoint, base, mul
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q, scalar_bytes
from net.deck.escrow import (
    COMPLAINT_BYTES,
    CheckedEscrow,
    KeyPart,
    check_escrow,
    check_vouch,
    escrow_bytes,
    make_escrow,
    make_vouch,
    public_part,
    recall_escrow,
    take_part,
)
from net.deck.keys import Keys
from net.deck.shares import make_shares
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.dealer import dealt_by
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import CTX, Seeded, dealt, seated

K, T, DEALER = 4, 3, 1
TABLE = seated(K)
KEYS = TABLE.keys
X = TABLE.secrets[DEALER].x
HOLDERS = (0, 2, 3)
FIELDS = layout("PPPSS")
NAMES = ["F1", "F2", "R", "c", "z"]
TRUE = (X, 21, 22)
"""The coefficients of an honest dealer."""


@cache
def message() -> bytes:
    return make_escrow(CTX, KEYS, DEALER, TABLE.secrets[DEALER], t=T, randomness=Seeded("escrow"))


def read(told: bytes, *, seat: int = DEALER) -> CheckedEscrow:
    return check_escrow(CTX, KEYS, seat, told, t=T)


def refused(told: bytes, *, ctx: bytes = CTX, keys: Keys = KEYS, seat: int = DEALER, t: int = T) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_escrow(ctx, keys, seat, told, t=t)
    assert refusal.value.seat == seat
    return refusal.value


def word(holder: int, *told: bytes, dealers: tuple[int, ...] = (DEALER,)) -> bytes:
    """An honest holder's vouch or complaint about its parts in these messages."""
    found = [read(each, seat=seat) for seat, each in zip(dealers, told, strict=True)]
    return make_vouch(CTX, KEYS, holder, TABLE.secrets[holder], found, Seeded(f"word {holder}"))


# -- parts ------------------------------------------------------------------------------------


def test_every_holder_takes_out_a_part_that_fits_the_polynomial() -> None:
    found = read(message())

    assert len(message()) == escrow_bytes(K, T) == 33 * 3 + 64 + 48 * 3
    assert recall_escrow(CTX, KEYS, DEALER, message(), t=T) == found
    for holder in HOLDERS:
        part = take_part(found, KEYS, holder, TABLE.secrets[holder], Seeded(1))
        assert base(part.x) == public_part(found, holder)
        assert word(holder, message()) == b""
        assert check_vouch(CTX, KEYS, holder, {DEALER: found}, b"") == ()


@pytest.mark.parametrize("k", range(2, 7))
def test_any_t_parts_give_the_key_and_fewer_do_not(k: int) -> None:
    table = seated(k)
    for t in range(1, k):
        told = make_escrow(CTX, table.keys, 0, table.secrets[0], t=t, randomness=Seeded(t))
        found = check_escrow(CTX, table.keys, 0, told, t=t)
        parts = {h: take_part(found, table.keys, h, table.secrets[h], Seeded(h)).x for h in range(1, k)}
        for holders in combinations(range(1, k), t):
            assert interpolated({h: parts[h] for h in holders}) == table.secrets[0].x
        for holders in combinations(range(1, k), t - 1):
            assert interpolated({h: parts[h] for h in holders}) != table.secrets[0].x


def interpolated(parts: dict[int, int]) -> int:
    """The value at 0 of the polynomial of the least degree through these parts."""
    total = 0
    for h, part in parts.items():
        weight = 1
        for j in parts:
            if j != h:
                weight = weight * (j + 1) * pow(j - h, -1, Q) % Q
        total += weight * part
    return total % Q


def test_nobody_takes_a_part_out_of_another_seats_box() -> None:
    found = read(message())
    for holder in HOLDERS:
        for other in range(K):
            if other != holder:
                with pytest.raises(BadProof):
                    take_part(found, KEYS, holder, TABLE.secrets[other], Seeded(1))


def test_the_repr_of_a_part_does_not_show_it() -> None:
    assert "12345" not in repr(KeyPart(12345))


def test_the_message_shows_no_part() -> None:
    found = read(message())
    parts = [take_part(found, KEYS, holder, TABLE.secrets[holder], Seeded(1)) for holder in HOLDERS]

    assert not any(scalar_bytes(part.x) in message() for part in parts)
    assert "x=" not in repr(parts[0])


def test_the_dealer_of_these_tests_passes_when_it_tells_the_truth() -> None:
    told = dealt_by(TABLE, DEALER, TRUE)

    assert len(told) == len(message())
    assert [word(holder, told) for holder in HOLDERS] == [b"", b"", b""]


# -- the dealer's message ---------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(message()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(message()):
        assert type(refused(told)) is Malformed


@pytest.mark.parametrize("told", [b"", message()[:-1], message() + b"\0", message()[33:], bytes(307)])
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told)) is Malformed


def test_an_escrow_with_more_or_fewer_points_than_the_threshold_is_refused() -> None:
    assert type(refused(message(), t=2)) is Malformed
    assert type(refused(dealt_by(TABLE, DEALER, TRUE[:2]))) is Malformed


def test_a_message_is_bound_to_place_deal_and_dealer() -> None:
    refused(message(), ctx=lp("another place"))
    refused(message(), keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))
    refused(message(), seat=2)


def test_a_point_r_that_is_not_the_dealers_own_is_refused() -> None:
    """A complaint about it would open somebody else's box, or show a share of the card."""
    for point in (read(message()).r, dealt(K, 4)[0].a, KEYS.public(0), base(1)):
        assert (
            type(refused(dealt_by(TABLE, 2, (TABLE.secrets[2].x, 5, 6), shown_r=point), seat=2)) is BadProof
        )


def test_a_first_move_that_is_the_identity_is_refused() -> None:
    told = dealt_by(TABLE, DEALER, TRUE, r=55)
    c = int.from_bytes(FIELDS[3].of(told), "big")
    with pytest.raises(BadProof) as refusal:
        read(FIELDS[4].put(told, scalar_bytes(c * 55 % Q)))
    assert isinstance(refusal.value.__context__, NoPoint)


# -- parts that are not right -----------------------------------------------------------------

BOXES = {holder: len(message()) - 48 * (3 - at) for at, holder in enumerate(HOLDERS)}


def box(told: bytes, holder: int) -> bytes:
    return told[BOXES[holder] : BOXES[holder] + 48]


def with_box(told: bytes, holder: int, content: bytes) -> bytes:
    return told[: BOXES[holder]] + content + told[BOXES[holder] + 48 :]


def other_deal() -> bytes:
    """The message with the same coefficients, dealt under the keys of another deal."""
    other = seated(K, seed="another deal")
    return dealt_by(other, DEALER, (other.secrets[DEALER].x, *TRUE[1:]))


LIES = {
    "another part": dealt_by(TABLE, DEALER, TRUE, inside={2: scalar_bytes(99)}),
    "a part of nothing": dealt_by(TABLE, DEALER, TRUE, inside={2: bytes(32)}),
    "a part out of range": dealt_by(TABLE, DEALER, TRUE, inside={2: scalar_bytes(Q)}),
    "a byte of the box": with_box(message(), 2, bytes(48)),
    "another holder's box": with_box(message(), 2, box(message(), 0)),
    "another holder's part": dealt_by(
        TABLE, DEALER, TRUE, inside={2: scalar_bytes((X + 21 * 4 + 22 * 16) % Q)}
    ),
    "a box of another dealer": with_box(message(), 2, box(dealt_by(TABLE, 3, (TABLE.secrets[3].x, 5, 6)), 2)),
    "a box of another deal": with_box(message(), 2, box(other_deal(), 2)),
    "another polynomial": dealt_by(TABLE, DEALER, (X, 21, 23), said=TRUE, inside={}),
    "another constant term": dealt_by(TABLE, DEALER, (X + 1, 21, 22)),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_complaint_shows_a_wrong_part_to_all_and_the_dealer_is_blamed(lie: str) -> None:
    told = LIES[lie]
    complaint = word(2, told)
    proven = check_vouch(CTX, KEYS, 2, {DEALER: read(told)}, complaint)

    assert len(complaint) == COMPLAINT_BYTES == 98
    assert [(why.reason, why.seat) for why in proven] == [("wrong-part", DEALER)]


def test_a_dealer_that_lies_to_one_seat_is_blamed_by_that_seat() -> None:
    told = LIES["another part"]

    assert (word(0, told), word(3, told)) == (b"", b"")


def test_a_part_of_zero_is_refused_even_if_the_polynomial_gives_it() -> None:
    """f(3) = 0: the public part of seat 2 is the identity, which nobody can prove anything against."""
    told = dealt_by(TABLE, DEALER, (X, 21, -(X + 3 * 21) * pow(9, -1, Q) % Q))

    assert [why.seat for why in check_vouch(CTX, KEYS, 2, {DEALER: read(told)}, word(2, told))] == [DEALER]


def test_several_dealers_are_blamed_at_once() -> None:
    tolds = (dealt_by(TABLE, 0, (5, 6, 7)), message(), dealt_by(TABLE, 3, (5, 6, 7)))
    found = {seat: read(told, seat=seat) for seat, told in zip((0, 1, 3), tolds, strict=True)}
    complaint = word(2, *tolds, dealers=(0, 1, 3))

    assert [why.seat for why in check_vouch(CTX, KEYS, 2, found, complaint)] == [0, 3]


# -- complaints that are lies -----------------------------------------------------------------

WRONG = LIES["another part"]
COMPLAINT = word(2, WRONG)


def not_believed(said: bytes, *, about: bytes = WRONG, holder: int = 2, ctx: bytes = CTX) -> PeerError:
    """The refusal of a false statement about key parts, which names its author and not the dealer."""
    found = {DEALER: read(about), holder: read(dealt_by(TABLE, holder, (5, 6, 7)), seat=holder)}
    with pytest.raises(PeerError) as refusal:
        check_vouch(ctx, KEYS, holder, found, said)
    assert refusal.value.seat == holder
    return refusal.value


def test_the_author_of_a_complaint_about_a_correct_part_is_blamed() -> None:
    """R is another here, so this is made by a holder that opens its own box and lies."""
    right = dealt_by(TABLE, DEALER, TRUE)
    assert not_believed(complaint_about(right, 2), about=right).reason == "false-complaint"


def complaint_about(told: bytes, holder: int) -> bytes:
    """A proven complaint, whether the part is right or not: the proof says nothing about that."""
    broken = with_box(told, holder, bytes(48))
    return make_vouch(CTX, KEYS, holder, TABLE.secrets[holder], [read(broken)], Seeded("liar"))


COMPLAINT_FIELDS = tuple(Field(field.at + 1, field.is_point) for field in layout("PSS"))


@pytest.mark.parametrize("field", COMPLAINT_FIELDS, ids=["S", "c", "z"])
def test_a_complaint_with_any_field_altered_or_broken_is_refused(field: Field) -> None:
    assert type(not_believed(field.altered(COMPLAINT))) is BadProof
    for told in field.broken(COMPLAINT):
        assert type(not_believed(told)) is Malformed


@pytest.mark.parametrize("about", [0, 2, 3, 9, 255])
def test_a_complaint_about_nobody_or_oneself_is_refused(about: int) -> None:
    assert not_believed(bytes((about,)) + COMPLAINT[1:]).reason == "seat"


def test_complaints_that_are_repeated_or_out_of_order_are_refused() -> None:
    tolds = (dealt_by(TABLE, 0, (5, 6, 7)), WRONG)
    both = word(2, *tolds, dealers=(0, 1))
    found = {seat: read(told, seat=seat) for seat, told in zip((0, 1), tolds, strict=True)}
    for said in (both[98:] + both[:98], both[:98] * 2):
        with pytest.raises(Malformed, match="out of order"):
            check_vouch(CTX, KEYS, 2, found, said)


@pytest.mark.parametrize("said", [COMPLAINT[:-1], COMPLAINT + b"\0", COMPLAINT * 2, b"\1"])
def test_a_complaint_of_another_length_is_refused(said: bytes) -> None:
    assert not_believed(said).reason == "length"


def test_a_complaint_is_bound_to_its_place_its_holder_and_its_dealer() -> None:
    not_believed(COMPLAINT, ctx=lp("another place"))
    not_believed(COMPLAINT, holder=3)
    told = dealt_by(TABLE, 0, (TABLE.secrets[0].x, 1, 2))  # with the same r, so that S is the same as well
    with pytest.raises(BadProof) as refusal:
        check_vouch(CTX, KEYS, 2, {0: read(told, seat=0)}, bytes((0,)) + COMPLAINT[1:])
    assert (refusal.value.reason, refusal.value.seat) == ("bad-proof", 2)


def test_another_seats_secret_opens_no_box_in_a_complaint() -> None:
    said = make_vouch(CTX, KEYS, 2, TABLE.secrets[3], [read(WRONG)], Seeded(1))

    assert type(not_believed(said)) is BadProof


# -- the rest ---------------------------------------------------------------------------------


def test_nonsensical_calls_raise_a_local_error() -> None:
    for t in (0, K):
        with pytest.raises(LocalError, match="cannot be split"):
            make_escrow(CTX, KEYS, 0, TABLE.secrets[0], t=t, randomness=Seeded(1))
    with pytest.raises(LocalError, match="seat 9"):
        check_escrow(CTX, KEYS, 9, message(), t=T)


def test_a_message_of_shares_is_not_accepted_as_split_keys() -> None:
    assert type(refused(make_shares(CTX, KEYS, 1, TABLE.secrets[1], dealt(K, 4), Seeded(1)))) is Malformed


def test_a_source_that_repeats_itself_locks_no_two_parts_with_one_key() -> None:
    def stuck(size: int) -> bytes:
        return b"\7" * size

    rs = {
        bytes(check_escrow(ctx, KEYS, seat, told, t=t).r)
        for ctx, seat, t in ((CTX, 1, 3), (lp("later"), 1, 3), (CTX, 2, 3), (CTX, 1, 2))
        for told in [make_escrow(ctx, KEYS, seat, TABLE.secrets[seat], t=t, randomness=stuck)]
    }

    assert len(rs) == 4


def test_a_box_opens_only_with_its_own_key_context_and_bytes() -> None:
    key = bytes(32)
    locked = lock_box(key, b"a part", b"of a key")

    assert unlock_box(key, locked, b"of a key") == b"a part"
    for other in (
        (b"\1" * 32, locked, b"of a key"),
        (key, locked[:-1] + bytes((locked[-1] ^ 1,)), b"of a key"),
        (key, locked, b"of another"),
    ):
        with pytest.raises(NotThisBox):
            unlock_box(*other)


def test_a_complaint_shows_the_dealer_nothing_new() -> None:
    """x_h R = r Y_h: a complaint shows its dealer nothing new."""
    assert COMPLAINT[1:34] == bytes(mul(KEYS.public(2), 55))
