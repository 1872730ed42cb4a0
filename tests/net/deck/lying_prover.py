"""A prover of shuffles that may lie in one place at a time.

The honest prover only ever knows one order. This one is told three: the one that it commits to, the one that
enters the product, and the one in which it lays the pile out again, so that each of the verifier's equations
can be the only one that a lie violates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from net.deck.algebra.generators import commitment_base, generators
from net.deck.algebra.group import Point, combination
from net.deck.algebra.scalar import Q, Randomness, fresh_scalar, scalar_bytes
from net.deck.shuffle_proof import Statement

Numbers = Sequence[int]
Claims = Callable[[int], tuple[Numbers, Numbers]]
"""A function of x that gives the numbers a, honestly the order's own, and b, honestly powers of x."""


def ordered(order: Sequence[int]) -> Claims:
    """The honest prover's numbers for `order`."""
    return lambda x: ([j + 1 for j in order], [pow(x, j + 1, Q) for j in order])


def prove_lying(
    statement: Statement,
    rho: Sequence[int],
    randomness: Randomness,
    *,
    committed: Claims,
    multiplied: Claims,
    laid: Claims,
) -> bytes:
    """The proof that an honest prover makes if all three are what `ordered` gives of one order."""
    n, said = len(rho), statement.transcript()

    def draw(count: int) -> list[int]:
        return [fresh_scalar(randomness) for _ in range(count)]

    def commit(numbers: Numbers, blind: int) -> Point:
        return combination((blind, *numbers), (commitment_base(), *generators()[: len(numbers)]))

    r, s, rd, s1, sx, re, tau = draw(7)
    c_a = commit(committed(1)[0], r)
    said.add("c_a", c_a)
    x = said.challenge("x")
    c_b = commit(committed(x)[1], s)
    said.add("c_b", c_b)
    y, z = said.challenge("y"), said.challenge("z")
    d = [(y * a + b - z) % Q for a, b in zip(*multiplied(x), strict=True)]
    b = laid(x)[1]
    p = [d[0]]
    for factor in d[1:]:
        p.append(p[-1] * factor % Q)
    mask_d, mask_e = draw(n), draw(n)
    mask_p = [mask_d[0], *draw(n - 2), 0]
    moves = [
        commit(mask_d, rd),
        commit([-mask_p[i] * mask_d[i + 1] for i in range(n - 1)], s1),
        commit([mask_p[i + 1] - d[i + 1] * mask_p[i] - p[i] * mask_d[i + 1] for i in range(n - 1)], sx),
        commit(mask_e, re),
        combination(mask_e, [cipher.a for cipher in statement.after], of_base=tau),
        combination([tau, *mask_e], [statement.joint, *(cipher.b for cipher in statement.after)]),
    ]
    said.add_all("moves", moves)
    w = said.challenge("w")
    numbers = [
        *(w * one + mask for one, mask in zip(d, mask_d, strict=True)),
        *(w * p[i] + mask_p[i] for i in range(1, n - 1)),
        *(w * one + mask for one, mask in zip(b, mask_e, strict=True)),
        w * (y * r + s) + rd,
        w * sx + s1,
        w * s + re,
        tau - w * sum(blind * one for blind, one in zip(rho, b, strict=True)),
    ]
    return b"".join([*map(bytes, [c_a, c_b, *moves]), *(scalar_bytes(number % Q) for number in numbers)])
