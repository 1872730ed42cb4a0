from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from net.deck.algebra.group import NoPoint, base, combination, total
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
VIEWERS = [2, 3, 2]
FIELDS = layout("PP" * 3 + "SSSS")
NAMES = [*(f"{name}{at}" for at in range(3) for name in "RE"), "c", "z", "z-of-2", "z-of-3"]


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

    assert len(message()) == sealed_bytes(VIEWERS) == 3 * 66 + 4 * 32
    assert recall_sealed(VIEWERS, message()) == found
    for sealed, (cipher, viewer) in zip(found, ITEMS, strict=True):
        assert open_sealed(sealed, TABLE.secrets[viewer], Seeded(1)) == own_share(SECRET, cipher, Seeded(2))


def test_nobody_else_can_take_the_share_out() -> None:
    sealed = check_sealed(CTX, KEYS, 1, ITEMS, message())[0]
    share = own_share(SECRET, PILE[0], Seeded(2))

    assert all(open_sealed(sealed, TABLE.secrets[seat], Seeded(1)) != share for seat in (0, 1, 3))
    assert bytes(share) not in message()


def test_two_seals_of_one_share_look_unrelated() -> None:
    found = recall_sealed([2, 2], make_sealed(CTX, KEYS, 1, SECRET, ITEMS[:1] * 2, Seeded(1)))

    assert found[0].r != found[1].r
    assert found[0].e != found[1].e


def test_an_empty_list_of_seals_is_encoded_as_an_empty_message() -> None:
    assert make_sealed(CTX, KEYS, 1, SECRET, (), Seeded(1)) == b""
    assert check_sealed(CTX, KEYS, 1, (), b"") == ()
    assert recall_sealed([], b"") == ()


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(message()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(message()):
        assert type(refused(told)) is Malformed


@pytest.mark.parametrize("field", FIELDS[6:], ids=NAMES[6:])
@pytest.mark.parametrize("number", [1, Q - 1])
def test_edge_numbers_are_refused(field: Field, number: int) -> None:
    refused(field.put(message(), number.to_bytes(32, "big")))


@pytest.mark.parametrize(
    "told", [b"", message()[:-1], message() + b"\0", message()[:162], bytes(len(message()))]
)
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told)) is Malformed


def test_a_seal_is_bound_to_component_viewer_and_place_in_the_message() -> None:
    refused(message(), items=((PILE[2], 2), *ITEMS[1:]))
    refused(message(), items=((PILE[0], 0), *ITEMS[1:]))
    refused(message(), items=(ITEMS[1], ITEMS[0], ITEMS[2]))
    refused(message()[66:132] + message()[:66] + message()[132:], items=(ITEMS[1], ITEMS[0], ITEMS[2]))
    refused(message()[132:198] + message()[66:132] + message()[:66] + message()[198:])


def test_seals_made_by_one_seat_are_refused_from_another() -> None:
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


def lying(
    sealed: tuple[Sealed, ...],
    *,
    x: int = SECRET.x,
    rs: tuple[int, ...] = (55,),
    items: tuple[tuple[Cipher, int], ...] = (),
    answers: Callable[[tuple[int, ...]], tuple[int, ...]] | None = None,
) -> bytes:
    """A proof that `x` and `rs` explain the sealed shares, true or not; `answers`, the challenge c first,
    replace the right ones and may depend on the weights.
    """
    items = items or ITEMS[: len(sealed)]
    viewers = sorted({viewer for _, viewer in items})
    said = Transcript("seal")
    said.add("ctx", lp("seal", CTX, KEYS.sid, 1, *(viewer for _, viewer in items)))
    said.add("Y", KEYS.public(1))
    said.add_all("Yv", [KEYS.public(viewer) for _, viewer in items])
    said.add_all("A", [cipher.a for cipher, _ in items])
    said.add_all("R", [each.r for each in sealed])
    said.add_all("E", [each.e for each in sealed])
    weights = said.challenges("rho", len(items))
    folded = combination(weights, [cipher.a for cipher, _ in items])
    w, ws = 66, [70 + viewer for viewer in viewers]
    last = combination((w, *ws), (folded, *map(KEYS.public, viewers)))
    said.add_all("T", (base(w), *map(base, ws), last))
    c = said.challenge("c")
    known = [
        sum(weight * r for weight, r, (_, other) in zip(weights, rs, items, strict=True) if other == viewer)
        for viewer in viewers
    ]
    numbers = (c, w + c * x, *(v + c * r for v, r in zip(ws, known, strict=True)))
    if answers is not None:
        numbers = answers(weights)
    head = b"".join(bytes(each.r) + bytes(each.e) for each in sealed)
    return head + b"".join(scalar_bytes(number % Q) for number in numbers)


def seal(at: int, r: int, *, x: int = SECRET.x, shown_r: int | None = None) -> Sealed:
    cipher, viewer = ITEMS[at]
    shown = base(r if shown_r is None else shown_r)
    return Sealed(shown, combination((x, r), (cipher.a, KEYS.public(viewer))))


def off(sealed: Sealed, *, r: int = 0, e: int = 0) -> Sealed:
    """The sealed share with `r` and `e` base points added to its R and E."""
    return Sealed(
        total((sealed.r, base(r % Q))) if r else sealed.r, total((sealed.e, base(e % Q))) if e else sealed.e
    )


ONE = ((PILE[0], 2),)
RS = (55, 56, 57)
TRUE = tuple(seal(at, r) for at, r in enumerate(RS))


def test_the_prover_of_these_tests_passes_when_it_tells_the_truth() -> None:
    check_sealed(CTX, KEYS, 1, ONE, lying((seal(0, 55),)))
    check_sealed(CTX, KEYS, 1, ITEMS, lying(TRUE, rs=RS))


def test_a_share_of_another_secret_is_refused() -> None:
    """Only T0 fails: R and E are explained by the wrong x."""
    other = SECRET.x + 1

    refused(lying((seal(0, 55, x=other),), x=other), items=ONE)
    refused(lying(tuple(seal(at, r, x=other) for at, r in enumerate(RS)), x=other, rs=RS))


@pytest.mark.parametrize("at", range(3))
def test_a_seal_with_another_r_is_refused(at: int) -> None:
    """Only Tv fails: the viewer would not open the share."""
    told = list(TRUE)
    told[at] = seal(at, RS[at], shown_r=99)

    refused(lying(tuple(told), rs=RS))


@pytest.mark.parametrize("at", range(3))
def test_a_seal_of_something_else_is_refused(at: int) -> None:
    """Only TE fails: x and r are true, the sealed share is not x A."""
    told = list(TRUE)
    told[at] = off(TRUE[at], e=1)

    refused(lying(tuple(told), rs=RS))


@pytest.mark.parametrize(("one", "other"), [(0, 2), (0, 1)], ids=["one viewer", "two viewers"])
def test_false_seals_whose_errors_cancel_are_refused(one: int, other: int) -> None:
    """Without the weights their sum would be that of true ones."""
    told = list(TRUE)
    told[one], told[other] = off(TRUE[one], e=1), off(TRUE[other], e=-1)

    refused(lying(tuple(told), rs=RS))


def test_false_r_values_whose_errors_cancel_are_refused() -> None:
    told = (off(TRUE[0], r=1), TRUE[1], off(TRUE[2], r=-1))

    refused(lying(told, rs=RS))


def test_the_share_of_another_component_is_refused() -> None:
    told = (TRUE[0], TRUE[1], Sealed(base(57), combination((SECRET.x, 57), (PILE[0].a, KEYS.public(2)))))

    refused(lying(told, rs=RS))


def test_the_a_of_a_pile_cannot_be_passed_off_as_r() -> None:
    """A pile's A in place of R would make the viewer take out what opens that pile."""
    refused(lying((Sealed(PILE[3].a, PILE[3].b),)), items=ONE)


@pytest.mark.parametrize(("known", "own"), [(True, False), (False, True), (True, True)])
def test_first_moves_that_are_the_identity_are_refused(known: bool, own: bool) -> None:
    def answers(weights: tuple[int, ...]) -> tuple[int, ...]:
        return 99, 99 * SECRET.x if known else 1, 99 * weights[0] * 55 if own else 1

    with pytest.raises(BadProof) as refusal:
        check_sealed(CTX, KEYS, 1, ONE, lying((seal(0, 55),), answers=answers))
    assert isinstance(refusal.value.__context__, NoPoint)


def test_the_last_first_move_as_the_identity_is_refused() -> None:
    """A prover that knows the logarithms of A and of the viewer's key can let the other two parts match."""
    items = ((Cipher(base(7), PILE[0].b), 2),)
    sealed = Sealed(base(55), combination((SECRET.x, 55), (base(7), KEYS.public(2))))

    def answers(weights: tuple[int, ...]) -> tuple[int, ...]:
        made_up = 99 * weights[0] * 55 - weights[0] * 7 * pow(TABLE.secrets[2].x, -1, Q)
        return 99, 99 * SECRET.x + 1, made_up

    with pytest.raises(BadProof) as refusal:
        check_sealed(CTX, KEYS, 1, items, lying((sealed,), items=items, answers=answers))
    assert isinstance(refusal.value.__context__, NoPoint)


def test_weights_whose_sum_is_the_identity_are_refused() -> None:
    """Both R are of one viewer; nobody can choose them so that their weighted sum is nothing, but the reader
    must not trip over it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transcript, "challenges", lambda *_: (1, 1, 1))
        told = (TRUE[0], TRUE[1], Sealed(base(-55 % Q), TRUE[2].e))
        with pytest.raises(BadProof) as refusal:
            check_sealed(CTX, KEYS, 1, ITEMS, lying(told, rs=RS))
    assert isinstance(refusal.value.__context__, NoPoint)


def test_other_messages_are_not_accepted_as_seals() -> None:
    assert type(refused(make_shares(CTX, KEYS, 1, SECRET, PILE[:1], Seeded(1)), items=ONE)) is Malformed


def test_nonsensical_calls_raise_a_local_error() -> None:
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
