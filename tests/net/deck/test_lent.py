from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from net.deck.algebra.group import NoPoint, combination
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q
from net.deck.escrow import CheckedEscrow, KeyPart, check_escrow, make_escrow, take_part
from net.deck.keys import Keys
from net.deck.lent import CheckedLent, check_lent, join_lent, make_lent, recall_lent
from net.deck.pile import Cipher
from net.deck.shares import make_shares, own_share
from net.errors import BadProof, LocalError, Malformed, PeerError
from tests.net.deck.dealer import dealt_by
from tests.net.deck.lies import Field, layout
from tests.net.deck.table import CTX, Seeded, dealt, seated

K, T, GONE, HOLDER = 4, 2, 1, 2
TABLE = seated(K)
KEYS = TABLE.keys
PILE = dealt(K, 4)
FIELDS = layout("PPPPSS")
NAMES = ["E0", "E1", "E2", "E3", "c", "z"]


@cache
def escrow(dealer: int = GONE) -> CheckedEscrow:
    told = make_escrow(CTX, KEYS, dealer, TABLE.secrets[dealer], t=T, randomness=Seeded(f"dealer {dealer}"))
    return check_escrow(CTX, KEYS, dealer, told, t=T)


def part(holder: int, dealer: int = GONE) -> KeyPart:
    return take_part(escrow(dealer), KEYS, holder, TABLE.secrets[holder], Seeded(holder))


@cache
def lent(holder: int = HOLDER, dealer: int = GONE) -> bytes:
    return make_lent(
        CTX, KEYS, holder, dealt=escrow(dealer), part=part(holder, dealer), ciphers=PILE, randomness=Seeded(7)
    )


def read(told: bytes, holder: int = HOLDER) -> tuple[CheckedLent, ...]:
    return check_lent(CTX, KEYS, holder, dealt=escrow(), ciphers=PILE, message=told)


def refused(
    told: bytes,
    *,
    ctx: bytes = CTX,
    keys: Keys = KEYS,
    holder: int = HOLDER,
    dealer: int = GONE,
    ciphers: tuple[Cipher, ...] = PILE,
) -> PeerError:
    with pytest.raises(PeerError) as refusal:
        check_lent(ctx, keys, holder, dealt=escrow(dealer), ciphers=ciphers, message=told)
    assert refusal.value.seat == holder
    return refusal.value


def test_any_t_holders_can_put_the_missing_share_together() -> None:
    shares = [own_share(TABLE.secrets[GONE], cipher, Seeded(1)) for cipher in PILE]
    found = {holder: read(lent(holder), holder) for holder in (0, 2, 3)}

    assert len(lent()) == 33 * 4 + 64
    assert recall_lent(4, lent()) == found[HOLDER]
    for holders in combinations((0, 2, 3), T):
        joined = [join_lent(T, {h: found[h][at] for h in holders}) for at in range(4)]
        assert joined == shares


def test_fewer_or_more_than_t_loans_raise_a_local_error() -> None:
    found = {holder: read(lent(holder), holder)[0] for holder in (0, 2, 3)}
    for holders in ((0,), (0, 2, 3)):
        with pytest.raises(LocalError, match="parts of a key"):
            join_lent(T, {h: found[h] for h in holders})


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_altered_is_refused(field: Field) -> None:
    assert type(refused(field.altered(lent()))) is BadProof


@pytest.mark.parametrize("field", FIELDS, ids=NAMES)
def test_a_message_with_any_field_broken_is_refused(field: Field) -> None:
    for told in field.broken(lent()):
        assert type(refused(told)) is Malformed


@pytest.mark.parametrize("told", [b"", lent()[:-1], lent() + b"\0", lent()[33:]])
def test_a_message_of_another_shape_is_refused(told: bytes) -> None:
    assert type(refused(told)) is Malformed


def test_two_shares_exchanged_are_refused() -> None:
    refused(lent()[33:66] + lent()[:33] + lent()[66:])


def test_a_loan_is_bound_to_place_deal_holder_missing_seat_and_components() -> None:
    refused(lent(), ctx=lp("another place"))
    refused(lent(), keys=Keys(bytes(32), KEYS.seats, KEYS.publics, KEYS.joint))
    refused(lent(), holder=3)
    refused(lent(), dealer=0)
    refused(lent(), ciphers=(PILE[1], PILE[0], *PILE[2:]))


def test_a_share_of_the_holders_own_key_is_not_lent() -> None:
    refused(make_shares(CTX, KEYS, HOLDER, TABLE.secrets[HOLDER], PILE, Seeded(1)))


def test_a_loan_from_a_part_other_than_ones_own_is_refused() -> None:
    for false in (part(3), part(HOLDER, dealer=0), KeyPart(part(HOLDER).x + 1)):
        refused(make_lent(CTX, KEYS, HOLDER, dealt=escrow(), part=false, ciphers=PILE, randomness=Seeded(1)))


def test_a_holder_that_vouched_for_a_part_of_zero_is_blamed() -> None:
    """Dealer and holder in league: there is no public value to prove anything against, and no crash."""
    x = TABLE.secrets[GONE].x
    told = dealt_by(TABLE, GONE, (x, -x * pow(HOLDER + 1, -1, Q) % Q))
    zero = check_escrow(CTX, KEYS, GONE, told, t=T)
    with pytest.raises(BadProof) as refusal:
        check_lent(CTX, KEYS, HOLDER, dealt=zero, ciphers=PILE, message=lent())

    assert refusal.value.seat == HOLDER and isinstance(refusal.value.__context__, NoPoint)


def test_the_loans_of_t_holders_open_nothing_else() -> None:
    """From the shares of one component nobody gets those of another: t seats are needed for each."""
    first = {holder: read(lent(holder), holder)[0] for holder in (0, 2)}
    mixed = {0: first[0], 2: read(lent(2), 2)[1]}

    assert join_lent(T, mixed) != own_share(TABLE.secrets[GONE], PILE[1], Seeded(1))
    assert combination((1, 1), list(first.values())) != join_lent(T, first)
