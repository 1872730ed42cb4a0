"""Shares for several viewers but not for all: sealed for one viewer each, and yet checked by everyone.

A card on a forehead is seen by all but its owner. The owner publishes its share; every other
seat must give its own to each viewer and keep it from the owner. Ordinary encryption would hide
a false share until the viewer complained; here everybody can check the sealed share.

Seat i seals D_j = x_i A_j for viewer v_j as an ElGamal ciphertext under the viewer's deck key:

    R_j = r_j G,  E_j = D_j + r_j Y_v         r_j is drawn for this one share, v is v_j

and proves all shares of a message at once. Weights rho_j, hashed from all these values, fold them:

    R*_v = sum of rho_j R_j over the items of viewer v,  r*_v = sum of rho_j r_j over the same
    A* = sum rho_j A_j,  E* = sum rho_j E_j
    proof of knowledge of x and all r*_v with
                Y_i = x G,  R*_v = r*_v G,  E* = x A* + sum r*_v Y_v
    first moves T_0 = w G,  T_v = w_v G,  T_E = w A* + sum w_v Y_v
    answers     z = w + c x,  z_v = w_v + c r*_v

The proof is Maurer's for one linear map, label "seal"; c hashes context, seats, keys, all A, R and E and
the first moves.

Sound: two answers to one first move give x and r*_v that satisfy all equations. G generates the group, so
x is the x_i of Y_i; and each R_j has one logarithm r_j, whose weighted sums the r*_v are. So the weighted sum
of E_j - x A_j - r_j Y_v is zero. If one of these were not zero, weights drawn after them would hide that
with a chance of 2**-127 (the same fold as in `net.deck.dleq`). So v opens
E - x_v R = x_i A + r Y_v - r x_v G = x_i A, the true share and nothing else.

The proof also shows that the sender knows each r_j: answers to as many draws of the weights as there are
items are linear equations for all r_j.

Zero-knowledge: for any c and answers there is exactly one set of first moves, computed as the verifier
does; so the proof tells nothing but the statement. (R, E) itself hides D from all but v by the
Diffie-Hellman assumption, as any ElGamal ciphertext does.

Why nobody can obtain x_v R, which would open the seal, from v:
- v gives shares only of ciphertexts of its own checked piles. For R to become some A' there, a
  shuffler would have to prove knowledge of rho with R = A + rho G, where A = aG comes from a pile
  that began with a = 1 and of which all steps were proven: it would have to know r.
- Nor can anybody pass a pile's A off as R to learn v's share from what v does with
  the opened card: the proof shows that the sender knows r, and then r Y_v = x_v R is nothing
  new to it. When D becomes public later (the card is opened to all), E - D = r Y_v becomes public too, but
  only for this one R, which has no other use.
- A roll's point is hashed, so nobody knows its logarithm, and it cannot be an R.

One proof for all, because at a table of ten each seat seals 72 shares in a round: one proof for each was a
quarter of all the computing at such a table, and half of the bytes of such a round.
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

_WHAT: Final = "sealed share"


@dataclass(frozen=True, slots=True)
class Sealed:
    """A share that only its viewer can take out: r = rG, e = share + r Y_v."""

    r: Point
    e: Point


CheckedSealed = NewType("CheckedSealed", Sealed)
"""A sealed share that was proven to hold the true share, for one viewer.

Made by `check_sealed`, and by `recall_sealed` from a message that passed it before.
"""


def sealed_bytes(viewers: Sequence[int]) -> int:
    """The length of a message of sealed shares, given the viewer of each: 66 bytes for each share, 32 for
    each different viewer, and 64 for the proof; 0 without shares."""
    if not viewers:
        return 0
    return 2 * POINT_BYTES * len(viewers) + SCALAR_BYTES * (2 + len(set(viewers)))


def make_sealed(  # noqa: PLR0917  (the order of every message: place, keys, seat, then what)
    ctx: bytes,
    keys: Keys,
    seat: int,
    secret: KeySecret,
    items: Sequence[tuple[Cipher, int]],
    randomness: Randomness,
) -> bytes:
    """Seal the share of `seat` for each item (component, viewer's seat), in their order, and prove it."""
    if not items:
        return b""
    viewers = _viewer_keys(keys, seat, items)
    rs = [fresh_scalar(randomness) for _ in items]
    sealed = [
        Sealed(base(r), total((mul_secret(cipher.a, secret.x, randomness), mul(viewers[viewer], r))))
        for (cipher, viewer), r in zip(items, rs, strict=True)
    ]
    transcript, weights = _statement(ctx, keys, seat, items, sealed)
    known = dict.fromkeys(viewers, 0)
    for (_, viewer), r, weight in zip(items, rs, weights, strict=True):
        known[viewer] = (known[viewer] + weight * r) % Q
    folded = _folded_a(items, weights)
    w, *ws = transcript.nonces(1 + len(known), (secret.x, *known.values()), randomness)
    masked = mul_secret(folded, w, randomness)  # w would reveal x, so it is split like x
    masks = [mul(key, number) for key, number in zip(viewers.values(), ws, strict=True)]
    transcript.add_all("T", (base(w), *map(base, ws), total((masked, *masks))))
    c = transcript.challenge("c")
    answers = [(w + c * secret.x) % Q, *((v + c * r) % Q for v, r in zip(ws, known.values(), strict=True))]
    pieces = [bytes(point) for each in sealed for point in (each.r, each.e)]
    return b"".join((*pieces, *map(scalar_bytes, (c, *answers))))


def check_sealed(
    ctx: bytes, keys: Keys, seat: int, items: Sequence[tuple[Cipher, int]], message: bytes
) -> tuple[CheckedSealed, ...]:
    """Return the sealed shares, in the order of `items`, or refuse the message: `Malformed` or `BadProof`."""
    viewers = _viewer_keys(keys, seat, items)
    size = sealed_bytes([viewer for _, viewer in items])
    reader = Reader(message, size=size, seat=seat, what=_WHAT)
    if not items:
        return ()
    sealed = [Sealed(reader.point(), reader.point()) for _ in items]
    c, z, *zs = reader.scalars(2 + len(viewers))
    transcript, weights = _statement(ctx, keys, seat, items, sealed)
    with refusing(seat, _WHAT):
        moves = [combination((-c,), (keys.public(seat),), of_base=z)]
        for viewer, answer in zip(viewers, zs, strict=True):
            own = [at for at, (_, other) in enumerate(items) if other == viewer]
            folded_r = combination([weights[at] for at in own], [sealed[at].r for at in own])
            moves.append(combination((-c,), (folded_r,), of_base=answer))
        folded_e = combination(weights, [each.e for each in sealed])
        points = (_folded_a(items, weights), *viewers.values(), folded_e)
        moves.append(combination((z, *zs, -c), points))
        transcript.add_all("T", moves)
    if transcript.challenge("c") != c:
        raise bad_proof(seat, _WHAT)
    return tuple(map(CheckedSealed, sealed))


def recall_sealed(viewers: Sequence[int], message: bytes) -> tuple[CheckedSealed, ...]:
    """Read the shares sealed for `viewers` without a check: the message passed `check_sealed` before."""
    reader = Reader(message, size=sealed_bytes(viewers), seat=None, what=_WHAT)
    return tuple([CheckedSealed(Sealed(reader.point(), reader.point())) for _ in viewers])


def open_sealed(sealed: CheckedSealed, secret: KeySecret, randomness: Randomness) -> CheckedShare:
    """Take out the share that was sealed for the owner of `secret`."""
    return CheckedShare(total((sealed.e, neg(mul_secret(sealed.r, secret.x, randomness)))))


def _viewer_keys(keys: Keys, seat: int, items: Sequence[tuple[Cipher, int]]) -> dict[int, Point]:
    """The keys of the different viewers, rising."""
    viewers = sorted({viewer for _, viewer in items})
    if seat in viewers:
        raise LocalError("a seat cannot seal a share for itself")
    return {viewer: keys.public(viewer) for viewer in viewers}


def _folded_a(items: Sequence[tuple[Cipher, int]], weights: Sequence[int]) -> Point:
    """The weighted sum of the components' A; a component with several viewers is multiplied once."""
    sums: dict[bytes, tuple[Point, int]] = {}
    for (cipher, _), weight in zip(items, weights, strict=True):
        name = bytes(cipher.a)
        sums[name] = (cipher.a, sums.get(name, (cipher.a, 0))[1] + weight)
    return combination([weight for _, weight in sums.values()], [point for point, _ in sums.values()])


def _statement(
    ctx: bytes, keys: Keys, seat: int, items: Sequence[tuple[Cipher, int]], sealed: Sequence[Sealed]
) -> tuple[Transcript, tuple[int, ...]]:
    """Return the transcript before the first moves, and the weights that fold it."""
    transcript = Transcript("seal")
    transcript.add("ctx", lp("seal", ctx, keys.sid, seat, *[viewer for _, viewer in items]))
    transcript.add("Y", keys.public(seat))
    transcript.add_all("Yv", [keys.public(viewer) for _, viewer in items])
    transcript.add_all("A", [cipher.a for cipher, _ in items])
    transcript.add_all("R", [each.r for each in sealed])
    transcript.add_all("E", [each.e for each in sealed])
    return transcript, transcript.challenges("rho", len(items))
