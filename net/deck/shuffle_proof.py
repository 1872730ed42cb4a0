"""Proof that one pile is another one, reordered and re-encrypted; it reveals nothing else.

The argument of Bayer and Groth ("Efficient zero-knowledge argument for correctness of a shuffle",
Eurocrypt 2012) with all components in one row, where it is a single-value product argument and a
proof of one linear relation. Names are the paper's, and deck 6.6 has all of it on one page:

    e, e'   the pile before and after: e'_i = e_pi(i) + (rho_i G, rho_i Y)
    com     commitments to n numbers: com(a; r) = r Hc + a_0 h_0 + .. + a_(n-1) h_(n-1)
    a, b    the order, and powers of a challenge in that order: a_i = pi(i) + 1, b_i = x**a_i
    d       d_i = y a_i + b_i - z, of which everybody can compute the product without the order
    D, E..  masks; c_d, c_delta, c_step, c_0, E0, E1 are what they commit to
    at, bt, et, rt, st, ret, tt   the answers to the challenge w

Why it convinces: c_a and c_b open to one list each (nobody knows relations between Hc and the h_i).
The first two equations show that the product of y a_i + b_i - z is that of y i + x**i - z over
i = 1..n; for z and y that nobody could foresee, the pairs (a_i, b_i) are then the pairs (i, x**i) in
some order, and that order was fixed before x. The other three show that e' under b is e under the
powers of x, re-encrypted, which for such an x holds only if it does for every single component. Each
challenge lets a false statement pass with a chance of about n/Q.
Why it tells nothing: commitments are uniform by their blinds, all answers by their masks, and for
any answers and any w there are first moves that fit them (each of the five equations has one that
stands alone in it); so anybody who sees a proof could have made it alone, but for w.

The verifier adds up the five equations under weights that depend on every byte of the proof, and so
needs 5 n multiplications instead of 7 n. A proof with a false equation passes with a chance of 2**-127
for each try at other bytes; everybody computes the same weights, and so reaches the same verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from net.deck.algebra.generators import commitment_base, generators
from net.deck.algebra.group import POINT_BYTES, Point, combination
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.deck.pile import Cipher

POINTS: Final = 8
SINGLES: Final = 4


class Statement(Struct, frozen=True):
    """The statement to prove, in its `context`: `after` is `before` shuffled under `joint`."""

    context: bytes
    joint: Point
    before: tuple[Cipher, ...]
    after: tuple[Cipher, ...]

    def transcript(self) -> Transcript:
        """The transcript of everything that is fixed before the proof begins."""
        transcript = Transcript("shuffle-bg1")
        transcript.add("ctx", self.context)
        transcript.add("Y", self.joint)
        transcript.add_all("e", _flat(self.before))
        transcript.add_all("e'", _flat(self.after))
        return transcript


class Moves(Struct, frozen=True):
    """The commitments before w: points, in the order in which they are sent and hashed."""

    c_d: Point
    c_delta: Point
    c_step: Point
    c_0: Point
    e0: Point
    e1: Point

    def points(self) -> tuple[Point, ...]:
        """All six points."""
        return (self.c_d, self.c_delta, self.c_step, self.c_0, self.e0, self.e1)


class Answers(Struct, frozen=True):
    """The answers to w, in the order in which they are sent: `at` n numbers, `bt` the n - 2 that cannot be
    computed from the rest, `et` n numbers, and four single ones."""

    at: Sequence[int]
    bt: Sequence[int]
    et: Sequence[int]
    rt: int
    st: int
    ret: int
    tt: int

    def to_bytes(self) -> bytes:
        """The answers as they are sent, 32 bytes each."""
        numbers = (*self.at, *self.bt, *self.et, self.rt, self.st, self.ret, self.tt)
        return b"".join(scalar_bytes(number % Q) for number in numbers)


def proof_bytes(n: int) -> int:
    """The length of a proof about `n` components: 96 n + 328."""
    return POINTS * POINT_BYTES + (3 * n - 2 + SINGLES) * SCALAR_BYTES


def prove(statement: Statement, order: Sequence[int], rho: Sequence[int], randomness: Randomness) -> bytes:
    """Prove that after[i] is before[order[i]] re-encrypted with rho[i]; a false witness proves nothing."""
    n, transcript = len(order), statement.transcript()
    drawn = transcript.nonces(3 * n + 5, [*order, *rho], randomness)
    mask_d, inner, mask_e = drawn[:n], drawn[n : 2 * n - 2], drawn[2 * n - 2 : 3 * n - 2]
    r, s, rd, s1, sx, re, tau = drawn[3 * n - 2 :]

    a = [j + 1 for j in order]
    c_a = _commit(a, r)  # the time depends on the numbers, which are always 1..n in some order
    transcript.add("c_a", c_a)
    x = transcript.challenge("x")
    powers = _powers(x, n)
    b = [powers[j] for j in order]
    c_b = _commit(b, s)
    transcript.add("c_b", c_b)
    y, z = transcript.challenge("y"), transcript.challenge("z")
    d = [(y * a_i + b_i - z) % Q for a_i, b_i in zip(a, b, strict=True)]
    p = [d[0]]
    for factor in d[1:]:
        p.append(p[-1] * factor % Q)

    mask_p = [mask_d[0], *inner, 0]
    steps = range(n - 1)
    after_a = [cipher.a for cipher in statement.after]
    after_b = [cipher.b for cipher in statement.after]
    moves = Moves(
        c_d=_commit(mask_d, rd),
        c_delta=_commit([-mask_p[i] * mask_d[i + 1] for i in steps], s1),
        c_step=_commit([mask_p[i + 1] - d[i + 1] * mask_p[i] - p[i] * mask_d[i + 1] for i in steps], sx),
        c_0=_commit(mask_e, re),
        e0=combination(mask_e, after_a, of_base=tau),
        e1=combination((tau, *mask_e), (statement.joint, *after_b)),
    )
    transcript.add_all("moves", moves.points())
    w = transcript.challenge("w")
    answers = Answers(
        at=[w * one + mask for one, mask in zip(d, mask_d, strict=True)],
        bt=[w * p[i] + mask_p[i] for i in range(1, n - 1)],
        et=[w * one + mask for one, mask in zip(b, mask_e, strict=True)],
        rt=w * (y * r + s) + rd,
        st=w * sx + s1,
        ret=w * s + re,
        tt=tau - w * sum(blind * one for blind, one in zip(rho, b, strict=True)),
    )
    return b"".join(map(bytes, (c_a, c_b, *moves.points()))) + answers.to_bytes()


def check(statement: Statement, reader: Reader, *, seat: int) -> None:
    """Refuse a proof of `seat` that does not show `statement`. `reader` stands at the start of the proof."""
    n, transcript = len(statement.before), statement.transcript()
    c_a, c_b = reader.points(2)
    moves = Moves(*reader.points(POINTS - 2))
    answers = Answers(reader.scalars(n), reader.scalars(n - 2), reader.scalars(n), *reader.scalars(SINGLES))

    transcript.add("c_a", c_a)
    x = transcript.challenge("x")
    transcript.add("c_b", c_b)
    y, z = transcript.challenge("y"), transcript.challenge("z")
    transcript.add_all("moves", moves.points())
    w = transcript.challenge("w")
    transcript.add("answers", answers.to_bytes())
    v1, v2, v3, v4 = transcript.challenges("v", 4)

    powers = _powers(x, n)
    product = w
    for i, power in enumerate(powers, 1):
        product = product * (y * i + power - z) % Q
    at, et = answers.at, answers.et
    bt = (at[0], *answers.bt, product)
    # Each equation as "answers minus w times the committed values"; what is left is its first move.
    on_h = [v1 * (at[i] + w * z) + v3 * et[i] for i in range(n)]
    for i in range(n - 1):
        on_h[i] += v2 * (w * bt[i + 1] - bt[i] * at[i + 1])
    minus_powers = [-w * power for power in powers]
    before, after, joint = statement.before, statement.after, statement.joint
    with refusing(seat, "shuffle"):
        e0 = combination(
            (
                *on_h,
                *(v1 * answers.rt + v2 * answers.st + v3 * answers.ret, -v1 * w * y, -(v1 + v3) * w, -v2 * w),
                *(*et, *minus_powers),
                v4 * answers.tt,
                *(v4 * number for number in (*et, *minus_powers)),
                *(-v1, -v2, -v3, -v4),
            ),
            (
                *generators()[:n],
                *(commitment_base(), c_a, c_b, moves.c_step),
                *(cipher.a for cipher in (*after, *before)),
                joint,
                *(cipher.b for cipher in (*after, *before)),
                *(moves.c_d, moves.c_delta, moves.c_0, moves.e1),
            ),
            of_base=answers.tt,
        )
    if e0 != moves.e0:
        raise bad_proof(seat, "shuffle")


def _commit(numbers: Sequence[int], blind: int) -> Point:
    return combination((blind, *numbers), (commitment_base(), *generators()[: len(numbers)]))


def _powers(x: int, n: int) -> list[int]:
    """x, x**2, .., x**n."""
    powers = [x]
    for _ in range(n - 1):
        powers.append(powers[-1] * x % Q)
    return powers


def _flat(pile: Sequence[Cipher]) -> list[Point]:
    return [point for cipher in pile for point in (cipher.a, cipher.b)]
