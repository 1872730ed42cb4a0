"""Honest seats cannot be framed: their messages pass, whatever a cheat has lawfully done before.

The cheat shuffles first, with a proof that holds, and chooses its order and its numbers so that sums
in the checks of others might vanish or coincide.
"""

from __future__ import annotations

import pytest

from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q
from net.deck.escrow import check_escrow, take_part
from net.deck.lent import check_lent, make_lent
from net.deck.pile import CheckedPile, lay_pile
from net.deck.sealed import check_sealed, make_sealed
from net.deck.shares import check_shares, make_shares
from net.deck.shuffle import check_shuffle, make_shuffle, relocked
from net.deck.shuffle_proof import Statement, prove
from tests.net.deck.dealer import dealt_by
from tests.net.deck.table import CTX, Seeded, faces_of, seated

CHEAT, HONEST, N = 0, 1, 4
TABLE = seated(3)
KEYS = TABLE.keys
PILE = lay_pile(KEYS, range(N))
TRICKS = {
    "not shuffled at all": ([0, 1, 2, 3], [1, 1, 1, 1]),
    "all components locked with one number": ([2, 0, 3, 1], [77, 77, 77, 77]),
    "factors that sum to nothing": ([3, 2, 1, 0], [4, Q - 6, 8, Q - 10]),
    "factors that are each other's negatives": ([1, 0, 3, 2], [9, Q - 11, 20, Q - 22]),
    "the cheat's own key as its number": ([0, 2, 1, 3], [TABLE.secrets[CHEAT].x] * 4),
}


@pytest.fixture(params=TRICKS)
def framed(request: pytest.FixtureRequest) -> CheckedPile:
    """A pile as the cheat left it."""
    order, rho = TRICKS[request.param]
    after = relocked(PILE, KEYS.joint, order, rho)
    statement = Statement(lp(CTX, KEYS.sid, N), KEYS.joint, PILE, after)
    proof = prove(statement, order, rho, Seeded("cheat"))
    return check_shuffle(CTX, KEYS, CHEAT, PILE, b"".join(each.to_bytes() for each in after) + proof)


def test_an_honest_shuffle_of_a_framed_pile_passes(framed: CheckedPile) -> None:
    told = make_shuffle(CTX, KEYS, framed, Seeded("honest"))

    assert sorted(faces_of(TABLE, check_shuffle(CTX, KEYS, HONEST, framed, told), range(N))) == [0, 1, 2, 3]


@pytest.mark.parametrize("m", [1, 2, N])
def test_honest_shares_of_a_framed_pile_pass(framed: CheckedPile, m: int) -> None:
    told = make_shares(CTX, KEYS, HONEST, TABLE.secrets[HONEST], framed[:m], Seeded("honest"))

    assert len(check_shares(CTX, KEYS, HONEST, framed[:m], told)) == m


def test_honest_seals_of_a_framed_pile_pass(framed: CheckedPile) -> None:
    items = [(cipher, viewer) for cipher in framed for viewer in (0, 2)]
    told = make_sealed(CTX, KEYS, HONEST, TABLE.secrets[HONEST], items, Seeded("honest"))

    assert len(check_sealed(CTX, KEYS, HONEST, items, told)) == 2 * N


PARTS = {
    "one": 1,
    "minus one": Q - 1,
    "the holder's own key": TABLE.secrets[HONEST].x,
    "its negative": Q - TABLE.secrets[HONEST].x,
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("m", [1, 2, N])
def test_honest_parts_lent_for_a_framed_pile_pass_for_any_dealt_part(
    framed: CheckedPile, m: int, part: str
) -> None:
    wanted, x = PARTS[part], TABLE.secrets[CHEAT].x
    told = dealt_by(TABLE, CHEAT, (x, (wanted - x) * pow(HONEST + 1, -1, Q) % Q))
    dealt = check_escrow(CTX, KEYS, CHEAT, told, t=2)
    held = take_part(dealt, KEYS, HONEST, TABLE.secrets[HONEST], Seeded("honest"))
    lent = make_lent(
        CTX, KEYS, HONEST, dealt=dealt, part=held, ciphers=framed[:m], randomness=Seeded("honest")
    )

    assert held.x == wanted
    assert len(check_lent(CTX, KEYS, HONEST, dealt=dealt, ciphers=framed[:m], message=lent)) == m
