"""Prove that one pile is another one in some order, locked anew, and nothing else about it.

The argument of Terelius and Wikström as written out for implementers by Haenni, Locher, Koenig
and Dubuis ("Pseudo-code algorithms for verifiable re-encryption mix-nets", 2017; checked in Coq
by Haines, arXiv 1901.08371), in the form that sends the challenge instead of the first moves.
Names are the paper's, and deck 6.6 has the whole of it on one page:

    e, e'   the pile before and after: e'_i = e_pi(i) + (rho_i G, rho_i Y)
    c_j     commitments to the permutation: c_pi(i) = r_pi(i) G + h_i
    u_j     challenges, 128 bits: one number for each component of e; u'_i = u_pi(i)
    ch_i    a chain of commitments whose end shows that the u' multiply up to the product of the u:
            ch_i = rh_i G + u'_i ch_(i-1), and ch_(-1) = Hc
    t, s    a proof of knowledge of everything that the equations below hold for

Why it convinces: c opens to one matrix only (nobody knows relations between the h_i). If its
u-weighted sum opens to u' with the same sum (t1) and product (t2, th) as u for a random u, the
matrix is a permutation up to a chance of about n/2**128; and then e' under u' is e under u locked
anew (t4), which for random u holds only if it does for every single component.
Why it tells nothing: c and ch are uniform, and first moves that fit any x and s can be computed
backwards, as `first_moves` does; so whoever sees a proof could have made it himself up to x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from net.deck.algebra.generators import chain_base, generator_sum, generators
from net.deck.algebra.group import POINT_BYTES, Point, base, combination, neg, total
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.deck.pile import Cipher


@dataclass(frozen=True, slots=True)
class Statement:
    """What is proven, in the `context` it is proven for: `after` is `before` shuffled under `joint`."""

    context: bytes
    joint: Point
    before: tuple[Cipher, ...]
    after: tuple[Cipher, ...]

    def transcript(self) -> Transcript:
        """Everything that is fixed before the proof begins."""
        said = Transcript("shuffle-tw")
        said.add("ctx", self.context)
        said.add("Y", self.joint)
        said.add_all("e", _flat(self.before))
        said.add_all("e'", _flat(self.after))
        return said


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof as it is sent, in this order: 2n points, then 5 + 2n numbers."""

    c: tuple[Point, ...]
    ch: tuple[Point, ...]
    x: int
    s: tuple[int, ...]
    sh: tuple[int, ...]
    sp: tuple[int, ...]


def proof_bytes(n: int) -> int:
    """The length of a proof about `n` components: 130 n + 160."""
    return n * (2 * POINT_BYTES + 2 * SCALAR_BYTES) + 5 * SCALAR_BYTES


def prove(statement: Statement, order: Sequence[int], rho: Sequence[int], randomness: Randomness) -> bytes:
    """Prove that after[i] is before[order[i]] locked anew with rho[i]; a false witness proves nothing."""
    n = len(order)
    h, said = generators(), statement.transcript()
    drawn = said.nonces(4 * n + 4, [*order, *rho], randomness)
    r, rh, wh, wp = (drawn[part * n : (part + 1) * n] for part in range(4))
    w1, w2, w3, w4 = drawn[4 * n :]

    place = {j: i for i, j in enumerate(order)}  # component j of `before` went to place[j]
    c = [total((base(r[j]), h[place[j]])) for j in range(n)]
    said.add_all("c", c)
    u = said.challenges("u", n)
    up = [u[j] for j in order]
    openings = _chain_openings(rh, up)
    ch = [_chained(a, b) for a, b in openings[1:]]
    said.add_all("ch", ch)

    after_a = [cipher.a for cipher in statement.after]
    after_b = [cipher.b for cipher in statement.after]
    said.add_all(
        "t",
        (
            base(w1),
            base(w2),
            combination(wp, h[:n], of_base=w3),
            combination(wp, after_a, of_base=-w4),
            combination((-w4, *wp), (statement.joint, *after_b)),
            *(_chained(wh[i] + wp[i] * a, wp[i] * b) for i, (a, b) in enumerate(openings[:-1])),
        ),
    )
    x = said.challenge("x")
    s = (
        w1 + x * sum(r),
        w2 + x * openings[-1][0],
        w3 + x * sum(r[j] * u[j] for j in range(n)),
        w4 + x * sum(rho[i] * up[i] for i in range(n)),
    )
    sh = (wh[i] + x * rh[i] for i in range(n))
    sp = (wp[i] + x * up[i] for i in range(n))
    numbers = (scalar_bytes(number % Q) for number in (x, *s, *sh, *sp))
    return b"".join((*map(bytes, c), *map(bytes, ch), *numbers))


def read_proof(n: int, reader: Reader) -> Proof:
    """The proof about `n` components that stands next in a message."""
    return Proof(
        c=reader.points(n),
        ch=reader.points(n),
        x=reader.scalar(),
        s=reader.scalars(4),
        sh=reader.scalars(n),
        sp=reader.scalars(n),
    )


def check(statement: Statement, reader: Reader, *, seat: int) -> None:
    """Refuse a proof of `seat` that does not show `statement`. `reader` stands before the proof."""
    n = len(statement.before)
    proof = read_proof(n, reader)
    said = statement.transcript()
    said.add_all("c", proof.c)
    u = said.challenges("u", n)
    said.add_all("ch", proof.ch)
    with refusing(seat, "shuffle"):
        said.add_all("t", first_moves(statement, proof, u))
    if said.challenge("x") != proof.x:
        raise bad_proof(seat, "shuffle")


def first_moves(statement: Statement, proof: Proof, u: Sequence[int]) -> list[Point]:
    """The one t for which `proof` with its x holds: from here on x fixes everything."""
    n, x = len(u), proof.x
    s1, s2, s3, s4 = proof.s
    xu = [-x * weight for weight in u]
    product = x
    for weight in u:
        product = product * weight % Q
    before, after = statement.before, statement.after
    sum_c = total((*proof.c, neg(generator_sum(n))))
    chain = (chain_base(), *proof.ch)
    return [
        combination((-x,), (sum_c,), of_base=s1),
        combination((-x, product), (proof.ch[-1], chain_base()), of_base=s2),
        combination((*proof.sp, *xu), (*generators()[:n], *proof.c), of_base=s3),
        combination((*proof.sp, *xu), [cipher.a for cipher in (*after, *before)], of_base=-s4),
        combination((-s4, *proof.sp, *xu), (statement.joint, *(cipher.b for cipher in (*after, *before)))),
        *(combination((proof.sp[i], -x), (chain[i], chain[i + 1]), of_base=proof.sh[i]) for i in range(n)),
    ]


def _chain_openings(rh: Sequence[int], up: Sequence[int]) -> list[tuple[int, int]]:
    """(a, b) with ch_(i-1) = a G + b Hc, beginning with Hc itself: (0, 1)."""
    openings = [(0, 1)]
    for blind, weight in zip(rh, up, strict=True):
        a, b = openings[-1]
        openings.append(((blind + weight * a) % Q, weight * b % Q))
    return openings


def _chained(a: int, b: int) -> Point:
    return combination((b,), (chain_base(),), of_base=a)


def _flat(pile: Sequence[Cipher]) -> list[Point]:
    return [point for cipher in pile for point in (cipher.a, cipher.b)]
