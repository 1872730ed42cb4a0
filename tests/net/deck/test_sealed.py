from __future__ import annotations

from functools import cache

import pytest

from net.deck.algebra.group import NoPoint, Point, base, combination, mul, total
from net.deck.algebra.hashing import Part, lp
from net.deck.algebra.scalar import Q, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.keys import Keys
from net.deck.pile import Cipher
from net.deck.sealed import Sealed, check_sealed, make_sealed, open_sealed, recall_sealed, sealed_bytes
from net.deck.shares import make_shares, own_share
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import CTX, Seeded, dealt, seated

TABLE = seated(4)
KEYS = TABLE.keys
PILE = dealt(4, 4)
SECRET = TABLE.secrets[1]
ITEMS = ((PILE[0], 2), (PILE[0], 3), (PILE[1], 2))
FIELDS = layout("PPSSS" * 3)
NAMES = [f"{name}{at}" for at in range(3) for name in ("R", "E", "c", "z1-", "z2-")]


@cache
def message() -> bytes:
    return make_sealed(CTX, KEYS, 1, SECRET, ITEMS, Seeded("sealed"))


def refused(
    told: bytes,
    *,
    items: tuple[tuple[Cipher, int], ...] = ITEMS,
    ctx: bytes = CTX,
    keys: Keys = KEYS,
    seat: int = 1,
) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_sealed(ctx, keys, seat, items, told)
    assert refusal.value.seat == seat
    return refusal.value


def test_each_viewer_takes_out_the_true_share() -> None:
    found = check_sealed(CTX, KEYS, 1, ITEMS, message())

    assert len(message()) == sealed_bytes(3) == 3 * 162
    assert recall_sealed(3, message()) == found
    for sealed, (cipher, viewer) in zip(found, ITEMS, strict=True):
        assert open_sealed(sealed, TABLE.secrets[viewer], Seeded(1)) == own_share(SECRET, cipher, Seeded(2))


def test_nobody_else_takes_the_share_out() -> None:
    sealed = check_sealed(CTX, KEYS, 1, ITEMS, message())[0]
    share = own_share(SECRET, PILE[0], Seeded(2))

    assert all(open_sealed(sealed, TABLE.secrets[seat], Seeded(1)) != share for seat in (0, 1, 3))
    assert bytes(share) not in message()


def test_the_same_share_sealed_twice_shows_no_likeness() -> None:
    found = recall_sealed(2, make_sealed(CTX, KEYS, 1, SECRET, ITEMS[:1] * 2, Seeded(1)))

    assert found[0].r != found[1].r
    assert found[0].e != found[1].e


def test_none_are_an_empty_message() -> None:
    assert make_sealed(CTX, KEYS, 1, SECRET, (), Seeded(1)) == b""
    assert check_sealed(CTX, KEYS, 1, (), b"") == ()
    assert recall_sealed(0, b"") == ()


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(message()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(message()):
        assert type(refused(told)) is Malformed


@pytest.mark.parametrize("field", FIELDS[2:5], ids=NAMES[2:5])
@pytest.mark.parametrize("number", [1, Q - 1])
def test_edge_numbers_are_refused(field: Field, number: int) -> None:
    refused(field.put(message(), number.to_bytes(32, "big")))


@pytest.mark.parametrize("told", [b"", message()[:-1], message() + b"\0", message()[:162], bytes(486)])
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told)) is Malformed


def test_a_seal_is_bound_to_component_viewer_and_place_in_the_message() -> None:
    refused(message(), items=((PILE[2], 2), *ITEMS[1:]))
    refused(message(), items=((PILE[0], 0), *ITEMS[1:]))
    refused(message(), items=(ITEMS[1], ITEMS[0], ITEMS[2]))
    refused(message()[162:324] + message()[:162] + message()[324:], items=(ITEMS[1], ITEMS[0], ITEMS[2]))
    refused(message()[:162], items=ITEMS[:1])


def test_seals_of_one_seat_are_none_of_another() -> None:
    for items in (ITEMS, ((PILE[0], 2), (PILE[0], 3), (PILE[1], 2))):
        refused(message(), items=items, seat=0)


@pytest.mark.parametrize("part", ["deal", "height", "chain", "seat"])
def test_seals_are_bound_to_everything_their_context_names(part: str) -> None:
    place: dict[str, Part] = {"deal": KEYS.sid, "height": 5, "chain": bytes(32), "seat": 1}
    other: dict[str, Part] = {"deal": bytes(32), "height": 6, "chain": b"\1" * 32, "seat": 2}
    told = make_sealed(lp(*place.values()), KEYS, 1, SECRET, ITEMS, Seeded(1))

    check_sealed(lp(*place.values()), KEYS, 1, ITEMS, told)
    refused(told, ctx=lp(*{**place, part: other[part]}.values()))


def test_seals_are_bound_to_their_deal() -> None:
    refused(message(), keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))


def test_seals_made_with_another_key_are_refused() -> None:
    refused(make_sealed(CTX, KEYS, 1, TABLE.secrets[3], ((PILE[0], 2),), Seeded(1)), items=((PILE[0], 2),))


# -- a prover who lies in one equation --------------------------------------------------------


def lying(*, sealed: Sealed, x: int = SECRET.x, r: int = 55, w: tuple[int, int] = (66, 77)) -> bytes:
    """The proof that (x, r) explains a sealed share of PILE[0] for seat 2, whether or not it does."""
    key, viewer_key, cipher = KEYS.public(1), KEYS.public(2), PILE[0]
    said = Transcript("seal")
    said.add("ctx", lp("seal", CTX, KEYS.sid, 1, 2, 0, 1))
    for name, point in (("Y", key), ("Yv", viewer_key), ("A", cipher.a), ("R", sealed.r), ("E", sealed.e)):
        said.add(name, point)
    said.add_all("T", moves(cipher, viewer_key, w))
    c = said.challenge("c")
    answers = [scalar_bytes(number % Q) for number in (c, w[0] + c * x, w[1] + c * r)]
    return bytes(sealed.r) + bytes(sealed.e) + b"".join(answers)


def moves(cipher: Cipher, viewer_key: Point, w: tuple[int, int]) -> tuple[Point, ...]:
    return base(w[0]), base(w[1]), combination(w, (cipher.a, viewer_key))


def seal(x: int, r: int, *, shown_r: int) -> Sealed:
    return Sealed(base(shown_r), combination((x, r), (PILE[0].a, KEYS.public(2))))


ONE = ((PILE[0], 2),)


def test_the_lying_prover_convinces_with_the_truth() -> None:
    check_sealed(CTX, KEYS, 1, ONE, lying(sealed=seal(SECRET.x, 55, shown_r=55)))


def test_a_share_of_another_secret_is_refused() -> None:
    """T1 alone: R and E are explained by the wrong x."""
    refused(lying(sealed=seal(SECRET.x + 1, 55, shown_r=55), x=SECRET.x + 1), items=ONE)


def test_a_seal_whose_r_is_another_is_refused() -> None:
    """T2 alone: what the viewer opens would not be the share."""
    refused(lying(sealed=seal(SECRET.x, 55, shown_r=56)), items=ONE)


def test_a_seal_of_something_else_is_refused() -> None:
    """T3 alone: x and r are true, the sealed share is not x A."""
    true = seal(SECRET.x, 55, shown_r=55)

    refused(lying(sealed=Sealed(true.r, total((true.e, base(1))))), items=ONE)


def test_somebody_elses_r_cannot_be_passed_off_as_ones_own() -> None:
    """A pile's A in place of R would make the viewer take out what opens that pile."""
    refused(lying(sealed=Sealed(PILE[3].a, PILE[3].b)), items=ONE)


def test_first_moves_that_are_the_identity_are_refused() -> None:
    sealed = seal(SECRET.x, 55, shown_r=55)
    head, c = bytes(sealed.r) + bytes(sealed.e), 99
    x, r = scalar_bytes(c * SECRET.x % Q), scalar_bytes(c * 55 % Q)
    for z1, z2 in ((x, scalar_bytes(1)), (scalar_bytes(1), r), (x, r)):
        with pytest.raises(BadProof) as refusal:
            check_sealed(CTX, KEYS, 1, ONE, head + scalar_bytes(c) + z1 + z2)
        assert isinstance(refusal.value.__context__, NoPoint)


def test_the_third_first_move_as_the_identity_is_refused() -> None:
    """E = (z1 A + z2 Y_v) / c makes T3 the identity, without any secret at all."""
    c, z1, z2 = 9, 10, 11
    e = mul(combination((z1, z2), (PILE[0].a, KEYS.public(2))), pow(c, -1, Q))
    with pytest.raises(BadProof) as refusal:
        check_sealed(CTX, KEYS, 1, ONE, bytes(base(5)) + bytes(e) + b"".join(map(scalar_bytes, (c, z1, z2))))
    assert isinstance(refusal.value.__context__, NoPoint)


def test_other_messages_are_no_seals() -> None:
    assert type(refused(make_shares(CTX, KEYS, 1, SECRET, PILE[:1], Seeded(1)), items=ONE)) is Malformed


def test_calls_that_make_no_sense_are_our_bug() -> None:
    with pytest.raises(LocalError, match="for itself"):
        make_sealed(CTX, KEYS, 1, SECRET, ((PILE[0], 1),), Seeded(1))
    with pytest.raises(LocalError, match="for itself"):
        check_sealed(CTX, KEYS, 2, ((PILE[0], 2),), bytes(162))
    with pytest.raises(LocalError, match="seat 9"):
        make_sealed(CTX, KEYS, 1, SECRET, ((PILE[0], 9),), Seeded(1))


def test_a_source_that_repeats_itself_does_not_give_the_key_away() -> None:
    def stuck(size: int) -> bytes:
        return b"\7" * size

    found = [make_sealed(CTX, KEYS, 1, SECRET, ((cipher, 2),), stuck) for cipher in PILE[:2]]
    (c, z), (d, y) = ([int.from_bytes(told[at : at + 32], "big") for at in (66, 98)] for told in found)

    assert (z - y) * pow(c - d, -1, Q) % Q != SECRET.x
