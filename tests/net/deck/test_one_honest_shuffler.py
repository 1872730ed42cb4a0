"""One honest shuffler is enough: the order is its secret, whatever the others do within the protocol.

The cheats here know everything but the honest seat's random numbers. Their shuffles have valid proofs,
for any order and any new locks are allowed; what they cannot do is to undo a part they do not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from net.deck.algebra.generators import face_point
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import fresh_scalar, permutation
from net.deck.keys import Keys
from net.deck.pile import CheckedPile, Cipher, lay_pile
from net.deck.shares import open_cipher, own_share
from net.deck.shuffle import check_shuffle, make_shuffle, recall_shuffle, relocked
from net.deck.shuffle_proof import Statement, prove
from tests.net.deck.table import CTX, Seeded, Table, faces_of, seated
from tests.support.quick import quick_only

Order = list[int]
Cheat = Callable[[Sequence[Cipher]], tuple[Order, list[int]]]
"""A function of the pile that returns its new order, and the numbers that lock it again."""
SEATS = 4


def unmixed(pile: Sequence[Cipher]) -> tuple[Order, list[int]]:
    """Leave the order as it is, with fresh locks."""
    return list(range(len(pile))), [fresh_scalar(Seeded("fresh")) for _ in pile]


def turned(pile: Sequence[Cipher]) -> tuple[Order, list[int]]:
    """Turn the pile round, with locks that all the cheats know."""
    return list(reversed(range(len(pile)))), [1] * len(pile)


def the_same_again(pile: Sequence[Cipher]) -> tuple[Order, list[int]]:
    """Draw from one source that all cheats share, the same in every game."""
    source = Seeded("the cheats' source")
    return permutation(len(pile), source), [fresh_scalar(source) for _ in pile]


def sorted_by_bytes(pile: Sequence[Cipher]) -> tuple[Order, list[int]]:
    """Look at what the others have laid, and choose the order after that."""
    return sorted(range(len(pile)), key=lambda at: pile[at].to_bytes()), [2] * len(pile)


CHEATS: list[Cheat] = [unmixed, turned, the_same_again, sorted_by_bytes]


def cheated(ctx: bytes, keys: Keys, pile: CheckedPile, cheat: Cheat) -> tuple[bytes, Order]:
    """A message with a valid proof for an order of the cheat's choice, and that order."""
    order, rho = cheat(pile)
    after = relocked(pile, keys.joint, order, rho)
    statement = Statement(lp(ctx, keys.sid, len(pile)), keys.joint, tuple(pile), after)
    proof = prove(statement, order, rho, Seeded("proof"))
    return b"".join(cipher.to_bytes() for cipher in after) + proof, order


def composed(first: Order, then: Order) -> Order:
    """Two orders as one: the order after both."""
    return [first[at] for at in then]


@pytest.mark.parametrize("honest", range(SEATS))
@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_if_all_others_cheat_the_order_is_the_honest_one_up_to_public_permutations(
    cheat: Cheat, honest: int
) -> None:
    """Every program accepts the cheats' shuffles.

    The final order is the honest one between two public orders, so only one who knows the honest order knows
    the final one.
    """
    table, n = seated(SEATS), 5
    pile, before, after = lay_pile(table.keys, range(n)), list(range(n)), list(range(n))
    drawn = permutation(n, Seeded(f"honest {honest}"))
    for seat in table.keys.seats:
        ctx = lp(CTX, seat)
        if seat == honest:
            message = make_shuffle(ctx, table.keys, pile, Seeded(f"honest {honest}"))
        else:
            message, order = cheated(ctx, table.keys, pile, cheat)
            if seat < honest:
                before = composed(before, order)
            else:
                after = composed(after, order)
        pile = check_shuffle(ctx, table.keys, seat, pile, message)

    assert faces_of(table, pile, range(n)) == composed(composed(before, drawn), after)


def laid_by_all(table: Table, cheat: Cheat, seed: int) -> tuple[int, ...]:
    """The order after a cheat, an honest seat and a cheat again; proofs are tested above."""
    pile = lay_pile(table.keys, range(3))
    for seat in range(3):
        if seat == 1:
            message = make_shuffle(lp(CTX, seed), table.keys, pile, Seeded(f"honest seed {seed}"))
            pile = recall_shuffle(3, message)
        else:
            order, rho = cheat(pile)
            pile = CheckedPile(relocked(pile, table.keys.joint, order, rho))
    return tuple(faces_of(table, pile, range(3)))


@pytest.mark.parametrize("cheat", quick_only(CHEATS, *CHEATS[:2]), ids=lambda cheat: cheat.__name__)
def test_no_cheat_makes_any_order_more_likely(cheat: Cheat) -> None:
    """Over 180 draws of the honest seat all six orders come up equally often: chi-squared with five
    degrees of freedom stays below what one table in a thousand exceeds. The seeds are fixed."""
    table, games = seated(3), 180
    counts = Counter(laid_by_all(table, cheat, seed) for seed in range(games))
    expected = games / 6

    assert set(counts) == set(permutations(range(3)))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 20.5


def test_the_cheats_together_open_nothing_that_the_honest_seat_has_not_opened() -> None:
    """A component from which all other seats have taken their parts shows none of the faces."""
    table = seated(3)
    pile = recall_shuffle(3, make_shuffle(CTX, table.keys, lay_pile(table.keys, range(3)), Seeded("last")))
    others = Table(
        {seat: secret for seat, secret in table.secrets.items() if seat != 1},
        table.commitments,
        table.openings,
        table.keys,
    )

    for cipher in pile:
        assert opened_without(others, cipher) not in faces_as_points(table)


def opened_without(table: Table, cipher: Cipher) -> bytes:
    """A component with the parts of those whose secrets are here taken off."""
    return bytes(
        open_cipher(cipher, [own_share(each, cipher, Seeded("s")) for each in table.secrets.values()])
    )


def faces_as_points(table: Table) -> set[bytes]:
    """The points that the three faces are."""
    return {bytes(face_point(table.keys.sid, face)) for face in range(3)}
