"""False witnesses: provers that know the protocol and lie in one place (deck 6.12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from net.deck.algebra.generators import chain_base, face_point, generator_sum, generators
from net.deck.algebra.group import POINT_BYTES, NoPoint, Point, base, combination, mul, total
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q, fresh_scalar, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader
from net.deck.pile import Cipher, lay_pile
from net.deck.shuffle_proof import Statement, check, first_moves, proof_bytes, prove, read_proof
from net.errors import BadProof
from tests.net.deck.linear_prover import Matrix, prove_linear
from tests.net.deck.table import Seeded, seated

TABLE = seated(3)
KEYS = TABLE.keys
FRESH = lay_pile(KEYS, range(3))
HALF = pow(2, -1, Q)
SAME: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TURNED: Matrix = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]


def locked(pile: Sequence[Cipher], weights: Matrix, rho: Sequence[int]) -> tuple[Cipher, ...]:
    """Each row of weights times the pile, locked anew."""
    return tuple(
        Cipher(
            combination(row, [cipher.a for cipher in pile], of_base=blind),
            combination((*row, blind), [*(cipher.b for cipher in pile), KEYS.joint]),
        )
        for row, blind in zip(weights, rho, strict=True)
    )


def stated(after: tuple[Cipher, ...], before: tuple[Cipher, ...] = FRESH) -> Statement:
    return Statement(lp("test"), KEYS.joint, before, after)


def judge(statement: Statement, proof: bytes) -> None:
    n = len(statement.before)
    check(statement, Reader(proof, size=proof_bytes(n), seat=1, what="shuffle"), seat=1)


def refused(statement: Statement, proof: bytes) -> None:
    with pytest.raises(BadProof) as refusal:
        judge(statement, proof)
    assert refusal.value.seat == 1


def refused_for(name: str, statement: Statement, lie: tuple[bytes, list[Point]]) -> None:
    """Refused, and of all first moves it is this one alone that does not come out."""
    proof, meant = lie
    assert violated(statement, proof, meant) == [name]
    refused(statement, proof)


def violated(statement: Statement, proof: bytes, meant: Sequence[Point]) -> list[str]:
    n = len(statement.before)
    read = read_proof(n, Reader(proof, size=proof_bytes(n), seat=1, what="shuffle"))
    found = first_moves(statement, read, weights(statement, read.c))
    names = ["t1", "t2", "t3", "t4a", "t4b", *(f"th{i}" for i in range(n))]
    return [name for name, one, other in zip(names, found, meant, strict=True) if one != other]


def rhos(seed: str, n: int = 3) -> list[int]:
    randomness = Seeded(seed)
    return [fresh_scalar(randomness) for _ in range(n)]


# -- the honest prover with a false statement -------------------------------------------------


def test_the_honest_prover_convinces() -> None:
    rho = rhos("honest")
    statement = stated(locked(FRESH, TURNED, rho))

    judge(statement, prove(statement, [1, 2, 0], rho, Seeded("proof")))


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 0, 2]])
def test_another_order_than_the_one_done_is_refused(order: list[int]) -> None:
    rho = rhos("order")
    statement = stated(locked(FRESH, TURNED, rho))

    refused(statement, prove(statement, order, rho, Seeded("proof")))


@pytest.mark.parametrize("at", range(3))
def test_another_lock_than_the_one_used_is_refused(at: int) -> None:
    rho = rhos("lock")
    statement = stated(locked(FRESH, SAME, rho))
    rho[at] += 1

    refused(statement, prove(statement, [0, 1, 2], rho, Seeded("proof")))


def card(face: int, blind: int) -> Cipher:
    return Cipher(base(blind), total((face_point(KEYS.sid, face), mul(KEYS.joint, blind))))


RHO = rhos("lies")
HONEST = locked(FRESH, SAME, RHO)


@pytest.mark.parametrize(
    "after",
    [
        (HONEST[1], HONEST[0], HONEST[2]),
        (HONEST[0], HONEST[0], HONEST[2]),
        (HONEST[0], *locked(FRESH, SAME[:1], RHO[1:2]), HONEST[2]),
        (HONEST[0], card(9, RHO[1] + 1), HONEST[2]),
        (HONEST[0], Cipher(HONEST[1].a, total((HONEST[1].b, base(5)))), HONEST[2]),
        (HONEST[0], Cipher(total((HONEST[1].a, base(5))), HONEST[1].b), HONEST[2]),
        (HONEST[0], Cipher(HONEST[1].b, HONEST[1].a), HONEST[2]),
        locked(FRESH, [[Q - 1, 0, 0], *SAME[1:]], RHO),
        locked(FRESH, [[Q - 1, 0, 0], [0, Q - 1, 0], [0, 0, Q - 1]], RHO),
        FRESH,
    ],
    ids=[
        "swapped",
        "copied",
        "a card twice",
        "a card from outside",
        "an undefined card",
        "a broken lock",
        "halves exchanged",
        "negated",
        "all negated",
        "untouched",
    ],
)
def test_a_false_pile_with_the_witness_of_another_is_refused(after: tuple[Cipher, ...]) -> None:
    statement = stated(after)

    refused(statement, prove(statement, [0, 1, 2], RHO, Seeded("proof")))


def test_changes_that_cancel_in_a_plain_sum_are_refused() -> None:
    """Without weights that nobody could foresee, the sum over the pile would still be right."""
    lifted, lowered = (combination((1,), (HONEST[at].b,), of_base=by) for at, by in ((0, 5), (1, -5)))
    statement = stated((Cipher(HONEST[0].a, lifted), Cipher(HONEST[1].a, lowered), HONEST[2]))

    refused(statement, prove(statement, [0, 1, 2], RHO, Seeded("proof")))


@pytest.mark.parametrize(
    "other",
    [
        Statement(lp("other"), KEYS.joint, FRESH, HONEST),
        Statement(lp("test"), base(5), FRESH, HONEST),
        Statement(lp("test"), KEYS.joint, HONEST, HONEST),
        Statement(lp("test"), KEYS.joint, FRESH, FRESH),
        Statement(lp("test"), KEYS.joint, (*FRESH[:2], Cipher(FRESH[2].a, base(5))), HONEST),
        Statement(lp("test"), KEYS.joint, FRESH, (Cipher(base(5), HONEST[0].b), *HONEST[1:])),
        Statement(lp("test"), KEYS.joint, FRESH[:2], (*FRESH[2:], *HONEST)),
    ],
    ids=["context", "key", "before", "after", "a last point", "a first point", "the cut between"],
)
def test_challenges_hang_on_the_whole_statement(other: Statement) -> None:
    """A statement that may be chosen after its challenge is no statement (deck 4, row 4)."""
    assert other.transcript().challenge("c") != stated(HONEST).transcript().challenge("c")


# -- the prover of linear maps: one equation violated at a time ------------------------------


@pytest.mark.parametrize("matrix", [SAME, TURNED], ids=["same", "turned"])
def test_the_linear_prover_convinces_with_permutations(matrix: Matrix) -> None:
    statement = stated(locked(FRESH, matrix, RHO))

    proof, meant = prove_linear(statement, RHO, Seeded("linear"), c_matrix=matrix, u_matrix=matrix)

    judge(statement, proof)
    assert not violated(statement, proof, meant)


def test_rows_that_do_not_sum_to_1_are_refused() -> None:
    """The product of the u' is right, and so is every sum."""
    matrix = [[2, 0, 0], [0, HALF, 0], [0, 0, 1]]
    inverse_transposed = [[HALF, 0, 0], [0, 2, 0], [0, 0, 1]]
    statement = stated(locked(FRESH, inverse_transposed, RHO))

    refused_for(
        "t1", statement, prove_linear(statement, RHO, Seeded("linear"), c_matrix=matrix, u_matrix=matrix)
    )


def test_a_product_that_is_not_that_of_the_challenges_is_refused() -> None:
    """Rows sum to 1, and the pile fits the matrix."""
    matrix = [[2, Q - 1, 0], [0, 1, 0], [0, 0, 1]]
    inverse_transposed = [[HALF, 0, 0], [HALF, 1, 0], [0, 0, 1]]
    statement = stated(locked(FRESH, inverse_transposed, RHO))

    refused_for(
        "t2", statement, prove_linear(statement, RHO, Seeded("linear"), c_matrix=matrix, u_matrix=matrix)
    )


def test_a_pile_in_another_order_than_the_committed_one_is_refused() -> None:
    """Both orders are permutations, so that sums and products are right."""
    statement = stated(locked(FRESH, TURNED, RHO))

    refused_for(
        "t3", statement, prove_linear(statement, RHO, Seeded("linear"), c_matrix=SAME, u_matrix=TURNED)
    )


@pytest.mark.parametrize("spoiled", ["a", "b"])
def test_a_pile_that_is_not_the_committed_one_is_refused(spoiled: str) -> None:
    """Everything about the order is right."""
    a, b = (
        total((point, base(5))) if spoiled == half else point
        for half, point in (("a", HONEST[0].a), ("b", HONEST[0].b))
    )
    statement = stated((Cipher(a, b), *HONEST[1:]))

    refused_for(
        f"t4{spoiled}",
        statement,
        prove_linear(statement, RHO, Seeded("linear"), c_matrix=SAME, u_matrix=SAME),
    )


def test_every_answer_belongs_to_one_equation() -> None:
    """s1, s2, s3 and each sh change one first move, s4 two: every one of them is looked at."""
    statement = stated(HONEST)
    proof, meant = prove_linear(statement, RHO, Seeded("linear"), c_matrix=SAME, u_matrix=SAME)
    first_answer = 6 * POINT_BYTES + 32
    for number, changed in enumerate([["t1"], ["t2"], ["t3"], ["t4a", "t4b"], ["th0"], ["th1"], ["th2"]]):
        at = first_answer + 32 * number
        answer = scalar_bytes((int.from_bytes(proof[at : at + 32], "big") + 1) % Q)
        altered = proof[:at] + answer + proof[at + 32 :]

        assert violated(statement, altered, meant) == changed
        refused(statement, altered)


# -- sums that are the identity ---------------------------------------------------------------


def assembled(c: Sequence[Point], ch: Sequence[Point], numbers: Sequence[int]) -> bytes:
    return b"".join([*map(bytes, c), *map(bytes, ch), *(scalar_bytes(number % Q) for number in numbers)])


def refused_as_identity(statement: Statement, proof: bytes) -> None:
    with pytest.raises(BadProof) as refusal:
        judge(statement, proof)
    assert isinstance(refusal.value.__context__, NoPoint)


def weights(statement: Statement, c: Sequence[Point]) -> tuple[int, ...]:
    said: Transcript = statement.transcript()
    said.add_all("c", c)
    return said.challenges("u", len(c))


X, S1, S2, S3, S4 = 11, 12, 13, 14, 15
SH, SP = (21, 22, 23), (31, 32, 33)
C = tuple(base(number) for number in (41, 42, 43))
CH = tuple(base(number) for number in (51, 52, 53))


def test_commitments_that_sum_to_the_generators_are_refused() -> None:
    """Then sum c - sum h, of which t1 is made, is the identity."""
    c = generators()[:3]
    assert total(c) == generator_sum(3)

    refused_as_identity(stated(HONEST), assembled(c, CH, (X, S1, S2, S3, S4, *SH, *SP)))


def test_a_first_move_t1_that_is_the_identity_is_refused() -> None:
    blinds = (7, 8, 9)
    c = [total((base(blind), h)) for blind, h in zip(blinds, generators()[:3], strict=True)]

    refused_as_identity(stated(HONEST), assembled(c, CH, (X, X * sum(blinds), S2, S3, S4, *SH, *SP)))


def test_a_first_move_t2_that_is_the_identity_is_refused() -> None:
    statement = stated(HONEST)
    product = X
    for weight in weights(statement, C):
        product = product * weight % Q
    last = mul(combination((product,), (chain_base(),), of_base=S2), pow(X, -1, Q))

    refused_as_identity(statement, assembled(C, (*CH[:2], last), (X, S1, S2, S3, S4, *SH, *SP)))


def test_a_first_move_th_that_is_the_identity_is_refused() -> None:
    first = mul(combination((SP[0],), (chain_base(),), of_base=SH[0]), pow(X, -1, Q))

    refused_as_identity(stated(HONEST), assembled(C, (first, *CH[1:]), (X, S1, S2, S3, S4, *SH, *SP)))


def test_first_moves_t3_and_t4_that_are_the_identity_are_refused() -> None:
    """An honest witness with nonces of zero; zero answers of t4 alone come from a chosen s4."""
    statement = stated(HONEST)
    blinds = (7, 8, 9)
    c = [total((base(blind), h)) for blind, h in zip(blinds, generators()[:3], strict=True)]
    u = weights(statement, c)
    sp = [X * weight for weight in u]
    s3 = X * sum(blind * weight for blind, weight in zip(blinds, u, strict=True))
    s4 = X * sum(blind * weight for blind, weight in zip(RHO, u, strict=True))

    refused_as_identity(statement, assembled(c, CH, (X, S1, S2, s3, S4, *SH, *sp)))
    refused_as_identity(statement, assembled(c, CH, (X, S1, S2, S3, s4, *SH, *sp)))


def test_a_source_that_repeats_itself_does_not_give_the_order_away() -> None:
    """Two proofs with the same source must not share a commitment: their difference would tell."""
    statements = [stated(HONEST), stated(HONEST, (FRESH[1], FRESH[0], FRESH[2]))]
    one, other = (prove(statement, [0, 1, 2], RHO, bytes) for statement in statements)

    assert one[:POINT_BYTES] != other[:POINT_BYTES]
    assert prove(statements[0], [0, 1, 2], RHO, bytes) == one
