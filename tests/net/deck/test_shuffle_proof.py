"""False witnesses: provers that know the protocol and lie in one place (deck 6.12)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from net.deck.algebra.generators import face_point
from net.deck.algebra.group import POINT_BYTES, NoPoint, base, combination, mul, point, total
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q, fresh_scalar, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader
from net.deck.pile import Cipher, lay_pile
from net.deck.shuffle_proof import Statement, check, proof_bytes, prove
from net.errors import BadProof
from tests.net.deck import plain_shuffle
from tests.net.deck.lying_prover import Claims, ordered, prove_lying
from tests.net.deck.table import Seeded, seated

TABLE = seated(3)
KEYS = TABLE.keys
FRESH = lay_pile(KEYS, range(3))
HALF = pow(2, -1, Q)
Rows = Sequence[Sequence[int]]
SAME: Rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TURNED: Rows = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]


def locked(pile: Sequence[Cipher], weights: Rows, rho: Sequence[int]) -> tuple[Cipher, ...]:
    """The pile multiplied by rows of weights and locked again."""
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


def refused_for(name: str, statement: Statement, proof: bytes) -> None:
    """The proof is refused, and of all its equations only this one does not hold."""
    assert violated(statement, proof) == [name]
    refused(statement, proof)


def violated(statement: Statement, proof: bytes) -> list[str]:
    piles = ([cipher.to_bytes() for cipher in pile] for pile in (statement.before, statement.after))
    return plain_shuffle.violated(statement.context, bytes(statement.joint), *piles, proof)


def rhos(seed: str, n: int = 3) -> list[int]:
    randomness = Seeded(seed)
    return [fresh_scalar(randomness) for _ in range(n)]


# -- the honest prover with a false statement -------------------------------------------------


def test_the_honest_prover_convinces() -> None:
    rho = rhos("honest")
    statement = stated(locked(FRESH, TURNED, rho))

    judge(statement, prove(statement, [1, 2, 0], rho, Seeded("proof")))


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 0, 2]])
def test_a_proof_for_another_order_is_refused(order: list[int]) -> None:
    rho = rhos("order")
    statement = stated(locked(FRESH, TURNED, rho))

    refused(statement, prove(statement, order, rho, Seeded("proof")))


@pytest.mark.parametrize("at", range(3))
def test_a_proof_for_another_lock_is_refused(at: int) -> None:
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
def test_challenges_depend_on_the_whole_statement(other: Statement) -> None:
    """A part that the challenge does not cover could be chosen after it (deck 4, row 4)."""
    assert other.transcript().challenge("c") != stated(HONEST).transcript().challenge("c")


# -- the lying prover: one equation violated at a time ----------------------------------------


def prove_of(statement: Statement, committed: Claims, multiplied: Claims, laid: Claims) -> bytes:
    randomness = Seeded("lying")
    return prove_lying(statement, RHO, randomness, committed=committed, multiplied=multiplied, laid=laid)


STRAIGHT, ROUND = ordered([0, 1, 2]), ordered([1, 2, 0])


@pytest.mark.parametrize(("told", "rows"), [(STRAIGHT, SAME), (ROUND, TURNED)], ids=["same", "turned"])
def test_the_prover_of_these_tests_passes_when_it_does_not_lie(told: Claims, rows: Rows) -> None:
    statement = stated(locked(FRESH, rows, RHO))
    proof = prove_of(statement, told, told, told)

    judge(statement, proof)
    assert not violated(statement, proof)


@pytest.mark.parametrize("n", [2, 3, 7])
def test_the_honest_proof_fulfils_every_equation_in_plain_python(n: int) -> None:
    pile, blinds = lay_pile(KEYS, range(n)), rhos("plain", n)
    order = list(reversed(range(n)))
    after = locked(pile, [[int(j == at) for j in range(n)] for at in order], blinds)
    statement = stated(after, pile)

    assert not violated(statement, prove(statement, order, blinds, Seeded("plain")))


def test_an_order_that_was_not_committed_to_is_refused() -> None:
    """Product and pile are right; but what was fixed before x is no order at all."""
    statement = stated(HONEST)

    refused_for(
        "c_d", statement, prove_of(statement, lambda x: ([1, 1, 3], STRAIGHT(x)[1]), STRAIGHT, STRAIGHT)
    )


def test_numbers_that_are_not_powers_of_the_challenge_are_refused() -> None:
    """The pile fits them: a card was halved, and is counted twice."""

    def doubled(x: int) -> tuple[Sequence[int], Sequence[int]]:
        a, b = STRAIGHT(x)
        return a, (2 * b[0] % Q, *b[1:])

    statement = stated(locked(FRESH, [[HALF, 0, 0], *SAME[1:]], RHO))

    refused_for("c_delta", statement, prove_of(statement, doubled, doubled, doubled))


def test_a_pile_in_another_order_than_the_committed_one_is_refused() -> None:
    """Both are orders, so that the product is right, and the pile is some shuffled pile."""
    statement = stated(locked(FRESH, TURNED, RHO))

    refused_for("c_0", statement, prove_of(statement, STRAIGHT, STRAIGHT, ROUND))


@pytest.mark.parametrize(("spoiled", "equation"), [("a", "E0"), ("b", "E1")])
def test_a_pile_that_is_not_the_committed_one_is_refused(spoiled: str, equation: str) -> None:
    """Everything about the order is right."""
    a, b = (
        total((point, base(5))) if spoiled == half else point
        for half, point in (("a", HONEST[0].a), ("b", HONEST[0].b))
    )
    statement = stated((Cipher(a, b), *HONEST[1:]))

    refused_for(equation, statement, prove_of(statement, STRAIGHT, STRAIGHT, STRAIGHT))


def test_every_answer_is_checked_in_its_place() -> None:
    statement = stated(HONEST)
    proof = prove_of(statement, STRAIGHT, STRAIGHT, STRAIGHT)
    belongs = {
        **{answer: ["c_d", "c_delta"] for answer in ("at0", "at1", "at2")},
        "bt1": ["c_delta"],
        **{answer: ["c_0", "E0", "E1"] for answer in ("et0", "et1", "et2")},
        "rt": ["c_d"],
        "st": ["c_delta"],
        "ret": ["c_0"],
        "tt": ["E0", "E1"],
    }
    for number, changed in enumerate(belongs.values()):
        at = 8 * POINT_BYTES + 32 * number
        answer = scalar_bytes((int.from_bytes(proof[at : at + 32], "big") + 1) % Q)
        altered = proof[:at] + answer + proof[at + 32 :]

        assert violated(statement, altered) == changed
        refused(statement, altered)


def test_errors_that_cancel_in_a_plain_sum_of_the_equations_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two first moves one is raised and one lowered. The weights, which nobody could foresee, keep
    them apart; with weights of 1 the sum would hold."""
    statement = stated(HONEST)
    with monkeypatch.context() as fixed:
        fixed.setattr(Transcript, "challenge", lambda _, name: int.from_bytes(name.encode(), "big"))
        proof = prove(statement, [0, 1, 2], RHO, Seeded("cancel"))
        moves = [proof[33 * i : 33 * (i + 1)] for i in range(8)]
        raised, lowered = (total((point(moves[at]), base(by))) for at, by in ((2, 5), (5, -5)))
        cheat = b"".join((*moves[:2], bytes(raised), *moves[3:5], bytes(lowered), *moves[6:])) + proof[264:]

        judge(statement, proof)
        refused(statement, cheat)
        fixed.setattr(Transcript, "challenges", lambda _, __, n: (1,) * n)
        judge(statement, cheat)


def test_a_sum_that_is_the_identity_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without first moves E0 stands for it would be the identity, which the library has no point for."""
    statement = stated(HONEST)
    monkeypatch.setattr(Transcript, "challenge", lambda _, name: int.from_bytes(name.encode(), "big"))
    monkeypatch.setattr(Transcript, "challenges", lambda _, __, n: (1,) * n)
    proof = prove(statement, [0, 1, 2], RHO, Seeded("identity"))
    e0, e1 = (point(proof[33 * i : 33 * (i + 1)]) for i in (6, 7))
    cheat = proof[: 33 * 7] + bytes(total((e1, e0))) + proof[264:]

    with pytest.raises(BadProof) as refusal:
        judge(statement, cheat)
    assert isinstance(refusal.value.__context__, NoPoint)


def test_a_source_that_repeats_itself_does_not_give_the_order_away() -> None:
    """Two proofs with the same source must not share a commitment: their difference would tell."""
    statements = [stated(HONEST), stated(HONEST, (FRESH[1], FRESH[0], FRESH[2]))]
    one, other = (prove(statement, [0, 1, 2], RHO, bytes) for statement in statements)

    assert one[:POINT_BYTES] != other[:POINT_BYTES]
    assert prove(statements[0], [0, 1, 2], RHO, bytes) == one
