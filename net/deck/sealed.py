"""Shares for several viewers but not for all: sealed for one viewer each, and yet checked by everyone.

A card on a forehead is seen by all but its owner. The owner publishes his share; every other
seat must give its own to each viewer and keep it from the owner. Ordinary encryption would hide
a false share until the viewer complained; here everybody sees that the sealed share is right.

Seat i seals D = x_i A for viewer v as an ElGamal ciphertext under v's deck key Y_v:

    R = r G,  E = D + r Y_v                   r is drawn for this one share
    proof of knowledge of (x, r) with         Y_i = x G,  R = r G,  E = x A + r Y_v
    first moves                               T1 = w1 G,  T2 = w2 G,  T3 = w1 A + w2 Y_v
    answers                                   z1 = w1 + c x,  z2 = w2 + c r

The proof is Maurer's for one linear map, (x, r) -> (x G, r G, x A + r Y_v), label "seal"; c hashes
context, seats, both keys, A, R, E and the first moves.

Sound: two answers to one first move give x = dz1/dc and r = dz2/dc that satisfy all three
equations. G generates the group, so x is the x_i of Y_i, and what v opens is
E - x_v R = x_i A + r Y_v - r x_v G = x_i A, the true share and nothing else.

Zero-knowledge: for any c, z1, z2 there is exactly one (T1, T2, T3), computed as the verifier
does; so the proof tells nothing but the statement. (R, E) itself hides D from all but v by the
Diffie-Hellman assumption, as any ElGamal ciphertext does.

Why x_v R, which would open the seal, cannot be had out of v by anybody:
- v gives shares only of ciphertexts of its own checked piles. For R to become some A' there, a
  shuffler would have to prove knowledge of rho with R = A + rho G, where A = aG comes from a pile
  that began with a = 1 and of which all steps were proven: it would have to know r.
- The other way round nobody can pass a pile's A off as R to learn v's share from what v does with
  the opened card: the proof shows that the sender knows r, and then r Y_v = x_v R is nothing
  new to him. When D becomes public later (the card is opened to all), E - D = r Y_v becomes
  public too: of this one R, of which that is all there is to know.
- A roll's point is hashed, so that its logarithm is nobody's r.

One proof per share, not one for all: a round has at most (k-1)(k-2) = 20 of them per seat, and
sums over viewers with different keys and different r would save little and need their own argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NewType

from net.deck.algebra.group import POINT_BYTES, Point, base, combination, mul, mul_secret, neg, total
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import SCALAR_BYTES, Q, Randomness, fresh_scalar, scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.algebra.wire import Reader, bad_proof, refusing
from net.deck.keys import Keys, KeySecret
from net.deck.pile import Cipher
from net.deck.shares import CheckedShare
from net.errors import LocalError

SEALED_BYTES: Final = 2 * POINT_BYTES + 3 * SCALAR_BYTES
"""One sealed share: R 33, E 33, proof (c, z1, z2) 96."""
_WHAT: Final = "sealed share"


@dataclass(frozen=True, slots=True)
class Sealed:
    """A share that only its viewer can take out: r = rG, e = share + r Y_v."""

    r: Point
    e: Point


CheckedSealed = NewType("CheckedSealed", Sealed)
"""A sealed share that was proven to hold the true share, for one viewer.

Made by `check_sealed`, and by `recall_sealed` of what that has passed before.
"""


def sealed_bytes(m: int) -> int:
    """The length of a message of `m` sealed shares: 162 each."""
    return m * SEALED_BYTES


def make_sealed(  # noqa: PLR0917  (the order of every message: place, keys, seat, then what)
    ctx: bytes,
    keys: Keys,
    seat: int,
    secret: KeySecret,
    items: Sequence[tuple[Cipher, int]],
    randomness: Randomness,
) -> bytes:
    """Seal the share of `seat` for each item (component, viewer's seat): 162 bytes each, in their order."""
    pieces = []
    for at, (cipher, viewer) in enumerate(items):
        r, viewer_key = fresh_scalar(randomness), _viewer_key(keys, seat, viewer)
        share = mul_secret(cipher.a, secret.x, randomness)
        sealed = Sealed(base(r), total((share, mul(viewer_key, r))))
        said = _statement(
            lp("seal", ctx, keys.sid, seat, viewer, at, len(items)),
            keys.public(seat),
            viewer_key,
            cipher,
            sealed,
        )
        w1, w2 = said.nonce("w1", secret.x, randomness), said.nonce("w2", r, randomness)
        masked = mul_secret(cipher.a, w1, randomness)  # w1 gives x away, so it is split like x
        said.add_all("T", (base(w1), base(w2), total((masked, mul(viewer_key, w2)))))
        c = said.challenge("c")
        pieces += [
            bytes(sealed.r),
            bytes(sealed.e),
            scalar_bytes(c),
            scalar_bytes((w1 + c * secret.x) % Q),
            scalar_bytes((w2 + c * r) % Q),
        ]
    return b"".join(pieces)


def check_sealed(
    ctx: bytes, keys: Keys, seat: int, items: Sequence[tuple[Cipher, int]], message: bytes
) -> tuple[CheckedSealed, ...]:
    """Give the sealed shares, in the order of `items`, or refuse the message: `Malformed` or `BadProof`."""
    reader = Reader(message, size=sealed_bytes(len(items)), seat=seat, what=_WHAT)
    key, checked = keys.public(seat), []
    for at, (cipher, viewer) in enumerate(items):
        viewer_key = _viewer_key(keys, seat, viewer)
        sealed = Sealed(reader.point(), reader.point())
        c, z1, z2 = reader.scalars(3)
        said = _statement(
            lp("seal", ctx, keys.sid, seat, viewer, at, len(items)), key, viewer_key, cipher, sealed
        )
        with refusing(seat, _WHAT):
            said.add_all(
                "T",
                (
                    combination((-c,), (key,), of_base=z1),
                    combination((-c,), (sealed.r,), of_base=z2),
                    combination((z1, z2, -c), (cipher.a, viewer_key, sealed.e)),
                ),
            )
        if said.challenge("c") != c:
            raise bad_proof(seat, _WHAT)
        checked.append(CheckedSealed(sealed))
    return tuple(checked)


def recall_sealed(m: int, message: bytes) -> tuple[CheckedSealed, ...]:
    """Read `m` sealed shares without checking the proofs again: only what passed `check_sealed`."""
    reader = Reader(message, size=sealed_bytes(m), seat=None, what=_WHAT)
    found = []
    for _ in range(m):
        found.append(CheckedSealed(Sealed(reader.point(), reader.point())))
        reader.scalars(3)
    return tuple(found)


def open_sealed(sealed: CheckedSealed, secret: KeySecret, randomness: Randomness) -> CheckedShare:
    """Take the share out that was sealed for the owner of `secret`."""
    return CheckedShare(total((sealed.e, neg(mul_secret(sealed.r, secret.x, randomness)))))


def _viewer_key(keys: Keys, seat: int, viewer: int) -> Point:
    if viewer == seat:
        raise LocalError("a seat seals no share for itself")
    return keys.public(viewer)


def _statement(bound_to: bytes, key: Point, viewer_key: Point, cipher: Cipher, sealed: Sealed) -> Transcript:
    said = Transcript("seal")
    said.add("ctx", bound_to)
    said.add("Y", key)
    said.add("Yv", viewer_key)
    said.add("A", cipher.a)
    said.add("R", sealed.r)
    said.add("E", sealed.e)
    return said
