"""A prover of shuffles that may lie in one place at a time.

The honest prover only ever knows permutations. This one takes any matrices, so that each of the
verifier's equations can be the only one that a lie violates:

    c_matrix   what the commitments c say: c_j = r_j G + sum_i M_ij h_i
    u_matrix   what the chain and the answers use: u'_i = sum_j N_ij u_j
    after      whatever the lie is about; the honest one is N^-T before, locked anew with rho
"""

from __future__ import annotations

from collections.abc import Sequence

from net.deck.algebra.generators import chain_base, generators
from net.deck.algebra.group import Point, base, combination
from net.deck.algebra.scalar import Q, Randomness, fresh_scalar, scalar_bytes
from net.deck.shuffle_proof import Statement

Matrix = Sequence[Sequence[int]]


def prove_linear(
    statement: Statement, rho: Sequence[int], randomness: Randomness, *, c_matrix: Matrix, u_matrix: Matrix
) -> tuple[bytes, list[Point]]:
    """The proof that an honest prover would make if these matrices were permutations; its first moves."""
    n, h, hc = len(rho), generators(), chain_base()

    def draw(count: int) -> list[int]:
        return [fresh_scalar(randomness) for _ in range(count)]

    r, rh, wh, wp, (w1, w2, w3, w4) = draw(n), draw(n), draw(n), draw(n), draw(4)
    said = statement.transcript()
    c = [combination([c_matrix[i][j] for i in range(n)], h[:n], of_base=r[j]) for j in range(n)]
    said.add_all("c", c)
    u = said.challenges("u", n)
    up = [sum(u_matrix[i][j] * u[j] for j in range(n)) % Q for i in range(n)]
    ch: list[Point] = []
    rhat = 0
    for i in range(n):
        ch.append(combination((up[i],), (ch[-1] if ch else hc,), of_base=rh[i]))
        rhat = (rh[i] + up[i] * rhat) % Q
    said.add_all("ch", ch)
    chain = [hc, *ch]
    t = [
        base(w1),
        base(w2),
        combination(wp, h[:n], of_base=w3),
        combination(wp, [cipher.a for cipher in statement.after], of_base=-w4),
        combination([-w4, *wp], [statement.joint, *(cipher.b for cipher in statement.after)]),
        *(combination((wp[i],), (chain[i],), of_base=wh[i]) for i in range(n)),
    ]
    said.add_all("t", t)
    x = said.challenge("x")
    numbers = [
        x,
        w1 + x * sum(r),
        w2 + x * rhat,
        w3 + x * sum(a * b for a, b in zip(r, u, strict=True)),
        w4 + x * sum(a * b for a, b in zip(rho, up, strict=True)),
        *(wh[i] + x * rh[i] for i in range(n)),
        *(wp[i] + x * up[i] for i in range(n)),
    ]
    return b"".join([*map(bytes, c), *map(bytes, ch), *(scalar_bytes(number % Q) for number in numbers)]), t
