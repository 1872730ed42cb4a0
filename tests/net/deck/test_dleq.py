"""The proof of equal logarithms under its own lies; messages that carry it: test_shares, _roll, _leave."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from net.deck import dleq
from net.deck.algebra.group import NoPoint, Point, base, combination, mul, neg, total
from net.deck.algebra.scalar import Q, scalar_bytes
from net.deck.algebra.wire import Reader
from net.errors import BadProof
from tests.net.deck.table import CTX, Seeded, seated

TABLE = seated(3)
SECRET = TABLE.secrets[1]
PUBLIC = TABLE.keys.public(1)
BOUND = dleq.context("test", CTX, TABLE.keys, 1)
FACTORS = [base(number) for number in (101, 102, 103)]
PRODUCTS = [mul(factor, SECRET.x) for factor in FACTORS]


def judge(factors: Sequence[Point], products: Sequence[Point], proof: bytes, bound: bytes = BOUND) -> None:
    dleq.check(
        bound,
        PUBLIC,
        factors,
        products,
        reader=Reader(proof, size=64, seat=1, what="test"),
        seat=1,
        what="test",
    )


def refused(
    factors: Sequence[Point], products: Sequence[Point], proof: bytes, bound: bytes = BOUND
) -> BadProof:
    with pytest.raises(BadProof) as refusal:
        judge(factors, products, proof, bound)
    assert refusal.value.seat == 1
    return refusal.value


def proven(factors: Sequence[Point], products: Sequence[Point]) -> bytes:
    return dleq.prove(BOUND, PUBLIC, factors, products, secret=SECRET, randomness=Seeded("dleq"))


@pytest.mark.parametrize("m", [1, 2, 3])
def test_an_honest_proof_convinces(m: int) -> None:
    proof = proven(FACTORS[:m], PRODUCTS[:m])

    judge(FACTORS[:m], PRODUCTS[:m], proof)
    refused(FACTORS[:m], PRODUCTS[:m], proof, BOUND + b"\0")


@pytest.mark.parametrize("m", [1, 2, 3])
def test_a_false_product_with_the_true_secret_is_refused(m: int) -> None:
    products = [*PRODUCTS[: m - 1], mul(FACTORS[m - 1], SECRET.x + 1)]

    refused(FACTORS[:m], products, proven(FACTORS[:m], products))


def test_false_products_with_the_right_sum_are_refused() -> None:
    """One product lifted and one lowered: only weights that could not be foreseen show it."""
    products = [total((PRODUCTS[0], base(5))), total((PRODUCTS[1], base(Q - 5))), PRODUCTS[2]]
    assert total(products) == total(PRODUCTS)

    refused(FACTORS, products, proven(FACTORS, products))


def test_two_exchanged_products_are_refused() -> None:
    products = [PRODUCTS[1], PRODUCTS[0], PRODUCTS[2]]

    refused(FACTORS, products, proven(FACTORS, PRODUCTS))
    refused(FACTORS, products, proven(FACTORS, products))


def test_a_proof_for_one_product_is_invalid_for_two_equal_ones() -> None:
    refused(FACTORS[:1] * 2, PRODUCTS[:1] * 2, proven(FACTORS[:1], PRODUCTS[:1]))
    refused(FACTORS[:1], PRODUCTS[:1], proven(FACTORS[:1] * 2, PRODUCTS[:1] * 2))


def test_challenges_depend_on_the_whole_statement() -> None:
    """A part that the challenge does not cover could be chosen after it (deck 4, row 4)."""
    one, many = (BOUND, PUBLIC, FACTORS[:1], PRODUCTS[:1]), (BOUND, PUBLIC, FACTORS, PRODUCTS)
    variants = [one, many]
    for bound, public, factors, products in (one, many):
        variants += [
            (b"other", public, factors, products),
            (bound, base(5), factors, products),
            (bound, public, [*factors[:-1], base(5)], products),
            (bound, public, factors, [*products[:-1], base(5)]),
        ]
    challenges = {dleq.statement(*variant)[0].challenge("c") for variant in variants}

    assert len(challenges) == len(variants) == 10


def test_a_false_product_that_is_fitted_to_its_challenge_is_refused() -> None:
    """If D were not hashed, an honest answer z to a challenge would fit a false D = (zA - R2) / c."""
    w, chosen = 41, base(43)
    said, _ = dleq.statement(BOUND, PUBLIC, FACTORS[:1], PRODUCTS[:1])
    said.add("R1", base(w))
    said.add("R2", chosen)
    c = said.challenge("c")
    z = (w + c * SECRET.x) % Q
    fitted = mul(total((mul(FACTORS[0], z), neg(chosen))), pow(c, -1, Q))

    assert fitted != PRODUCTS[0]
    assert combination((z, -c), (FACTORS[0], fitted)) == chosen
    refused(FACTORS[:1], [fitted], scalar_bytes(c) + scalar_bytes(z))


@pytest.mark.parametrize("x1_x2", [(1, 0), (0, 1)], ids=["R1", "R2"])
def test_a_proof_that_is_wrong_for_only_the_key_or_only_the_product_is_refused(
    x1_x2: tuple[int, int],
) -> None:
    """A prover with a different secret for the key, or for the product, fails only that one equation."""
    of_key, of_product = x1_x2
    factor, product = FACTORS[0], mul(FACTORS[0], SECRET.x + of_product)
    public = combination((1,), (PUBLIC,), of_base=of_key)
    said, _ = dleq.statement(BOUND, public, [factor], [product])
    w = 777
    said.add("R1", base(w))
    said.add("R2", mul(factor, w))
    c = said.challenge("c")
    proof = scalar_bytes(c) + scalar_bytes((w + c * SECRET.x) % Q)

    with pytest.raises(BadProof):
        dleq.check(
            BOUND,
            public,
            [factor],
            [product],
            reader=Reader(proof, size=64, seat=1, what="test"),
            seat=1,
            what="test",
        )


@pytest.mark.parametrize("m", [1, 3])
def test_a_first_move_that_is_the_identity_is_refused(m: int) -> None:
    """z = c x makes R1 and R2 the identity for a prover that knows x."""
    c = 4242
    refusal = refused(FACTORS[:m], PRODUCTS[:m], scalar_bytes(c) + scalar_bytes(c * SECRET.x % Q))

    assert isinstance(refusal.__context__, NoPoint)


def test_the_context_names_purpose_place_deal_and_seat() -> None:
    keys, other = TABLE.keys, seated(2).keys
    contexts = {
        BOUND,
        dleq.context("other", CTX, keys, 1),
        dleq.context("test", b"", keys, 1),
        dleq.context("test", CTX, other, 1),
        dleq.context("test", CTX, keys, 2),
    }

    assert len(contexts) == 5


def test_a_source_that_repeats_itself_does_not_give_the_key_away() -> None:
    """Two proofs with one nonce w and challenges c, c' would give x = (z - z') / (c - c')."""
    proofs = [
        dleq.prove(
            BOUND, PUBLIC, [FACTORS[at]], [PRODUCTS[at]], secret=SECRET, randomness=lambda size: b"\7" * size
        )
        for at in range(2)
    ]
    (c, z), (d, y) = ([int.from_bytes(proof[at : at + 32], "big") for at in (0, 32)] for proof in proofs)

    assert (z - y) * pow(c - d, -1, Q) % Q != SECRET.x
