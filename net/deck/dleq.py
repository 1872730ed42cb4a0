"""Proof that one secret multiplied several points: the x of Y = xG also made D_j = x A_j for all j.

Chaum and Pedersen 1992; deck 6.7. Several A_j are first folded into one with weights that the prover could
not foresee ("dleqN"): if one D_j were false, the folded statement would be true with a chance of 2**-127.
The proof is the pair (c, z), 64 bytes, for any number of A_j.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from net.deck.algebra.group import Point, base, combination, mul_secret
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.deck.keys import Keys

DLEQ_BYTES: Final = 2 * SCALAR_BYTES


class Secret(Protocol):
    """A secret factor of points: a seat's own key, or its part of another's."""

    @property
    def x(self) -> int:
        """The number, 1..Q-1."""


def context(kind: str, ctx: bytes, keys: Keys, seat: int) -> bytes:
    """Return the bytes that bind a proof of `seat`, besides its statement: purpose, place, deal, seat."""
    return lp(kind, ctx, keys.sid, seat)


def give(
    kind: str,
    ctx: bytes,
    keys: Keys,
    seat: int,
    factors: Sequence[Point],
    *,
    secret: Secret,
    randomness: Randomness,
) -> bytes:
    """Return each of these factors times the key of `seat`, 33 bytes each, and one proof; b"" for no factors.
    A proof of one `kind` is no proof of another."""
    if not factors:
        return b""
    products = [mul_secret(factor, secret.x, randomness) for factor in factors]
    bound_to, public = context(kind, ctx, keys, seat), keys.public(seat)
    proof = prove(bound_to, public, factors, products, secret=secret, randomness=randomness)
    return b"".join(map(bytes, products)) + proof


def receive(
    kind: str, ctx: bytes, keys: Keys, seat: int, factors: Sequence[Point], *, reader: Reader
) -> tuple[Point, ...]:
    """Read a message of `seat` that `give` has made, or refuse it: `Malformed` or `BadProof`."""
    products = reader.points(len(factors))
    if factors:
        bound_to, public = context(kind, ctx, keys, seat), keys.public(seat)
        check(bound_to, public, factors, products, reader=reader, seat=seat, what=kind)
    return products


def statement(
    bound_to: bytes, public: Point, factors: Sequence[Point], products: Sequence[Point]
) -> tuple[Transcript, tuple[int, ...]]:
    """Return the transcript before the first move, and the weights that fold it if there are several A."""
    single = len(factors) == 1
    transcript = Transcript("dleq1" if single else "dleqN")
    transcript.add("ctx", bound_to)
    transcript.add("Y", public)
    if single:
        transcript.add("A", factors[0])
        transcript.add("D", products[0])
        return transcript, ()
    transcript.add_all("A", factors)
    transcript.add_all("D", products)
    return transcript, transcript.challenges("rho", len(factors))


def prove(
    bound_to: bytes,
    public: Point,
    factors: Sequence[Point],
    products: Sequence[Point],
    *,
    secret: Secret,
    randomness: Randomness,
) -> bytes:
    """Prove products[j] = secret * factors[j] for all j (at least one), where public = secret * G."""
    transcript, weights = statement(bound_to, public, factors, products)
    factor = factors[0]
    if weights:
        factor = combination(weights, factors)
        transcript.add("Am", factor)
        transcript.add("Dm", mul_secret(factor, secret.x, randomness))
    w = transcript.nonce("w", secret.x, randomness)
    transcript.add("R1", base(w))
    transcript.add("R2", mul_secret(factor, w, randomness))  # w would reveal x, so it is split like x
    c = transcript.challenge("c")
    return scalar_bytes(c) + scalar_bytes((w + c * secret.x) % Q)


def check(
    bound_to: bytes,
    public: Point,
    factors: Sequence[Point],
    products: Sequence[Point],
    *,
    reader: Reader,
    seat: int,
    what: str,
) -> None:
    """Refuse `seat`'s `what` unless the next 64 bytes of `reader` prove it."""
    c, z = reader.scalar(), reader.scalar()
    transcript, weights = statement(bound_to, public, factors, products)
    factor, product = factors[0], products[0]
    with refusing(seat, what):
        if weights:
            factor, product = combination(weights, factors), combination(weights, products)
            transcript.add("Am", factor)
            transcript.add("Dm", product)
        transcript.add("R1", combination((-c,), (public,), of_base=z))
        transcript.add("R2", combination((z, -c), (factor, product)))
    if transcript.challenge("c") != c:
        raise bad_proof(seat, what)
