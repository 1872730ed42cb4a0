"""A missing seat's share, put together by t other seats from their parts of its key (deck 6.9, 6.13).

Seat i is gone, and the rules need its share D_i = x_i A of some components. t seats h that hold a part s_ih
of x_i publish E_h = s_ih A, proven against the part's public value F_i(h + 1) like any share against a key;
then

    D_i = sum lambda_h E_h        lambda_h = product over the others j of (j + 1) / (j - h)   modulo q

which is Lagrange's interpolation at 0, done with the points. Nobody learns x_i, or another's part, from this.
So all components that the rules do not ask for stay closed, above all the missing seat's own hand, and nobody
learns what that seat has seen. E_h is nothing new to the dealer of the part, which is the missing seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NewType

from net.deck import dleq
from net.deck.algebra.group import Point, combination, mul_secret
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Q, Randomness
from net.deck.algebra.wire import Reader, refusing
from net.deck.escrow import CheckedEscrow, KeyPart, public_part
from net.deck.keys import Keys
from net.deck.pile import Cipher
from net.deck.shares import CheckedShare, shares_bytes
from net.errors import LocalError

_WHAT: Final = "lent share"

CheckedLent = NewType("CheckedLent", Point)
"""One seat's proven part of a missing seat's share.

Made by `check_lent`, and by `recall_lent` from a message that passed it before.
"""


def make_lent(
    ctx: bytes,
    keys: Keys,
    holder: int,
    *,
    dealt: CheckedEscrow,
    part: KeyPart,
    ciphers: Sequence[Cipher],
    randomness: Randomness,
) -> bytes:
    """The contribution of `holder` to the missing shares for `ciphers`, in the format of `make_shares`."""
    factors = [cipher.a for cipher in ciphers]
    products = [mul_secret(factor, part.x, randomness) for factor in factors]
    bound_to, public = _context(ctx, keys, holder, dealt.seat), public_part(dealt, holder)
    proof = dleq.prove(bound_to, public, factors, products, secret=part, randomness=randomness)
    return b"".join(map(bytes, products)) + proof


def check_lent(
    ctx: bytes, keys: Keys, holder: int, *, dealt: CheckedEscrow, ciphers: Sequence[Cipher], message: bytes
) -> tuple[CheckedLent, ...]:
    """Return the contribution of `holder`, by `ciphers`, or refuse it: `Malformed` or `BadProof`.

    `holder` must have vouched for its part. Then it is to blame even for a part that the dealer made 0,
    which has no public value and no proof: it should have complained.
    """
    reader = Reader(message, size=shares_bytes(len(ciphers)), seat=holder, what=_WHAT)
    products = reader.points(len(ciphers))
    with refusing(holder, _WHAT):
        public = public_part(dealt, holder)
    bound_to, factors = _context(ctx, keys, holder, dealt.seat), [cipher.a for cipher in ciphers]
    dleq.check(bound_to, public, factors, products, reader=reader, seat=holder, what=_WHAT)
    return tuple(CheckedLent(product) for product in products)


def recall_lent(m: int, message: bytes) -> tuple[CheckedLent, ...]:
    """Read the contribution to `m` shares without checking it again: only one that passed `check_lent`."""
    points = Reader(message, size=shares_bytes(m), seat=None, what=_WHAT).points(m)
    return tuple(CheckedLent(point) for point in points)


def join_lent(t: int, lent: Mapping[int, CheckedLent]) -> CheckedShare:
    """The share of the missing seat, made of the contributions of exactly `t` seats."""
    holders = sorted(lent)
    if len(holders) != t:
        raise LocalError(f"{len(holders)} parts of a key where {t} are needed")
    weights = [_weight(holder, holders) for holder in holders]
    return CheckedShare(combination(weights, [lent[holder] for holder in holders]))


def _weight(holder: int, holders: Sequence[int]) -> int:
    """Lagrange's coefficient at 0 for `holder`, whose part lies at `holder` + 1."""
    above = below = 1
    for other in holders:
        if other != holder:
            above = above * (other + 1) % Q
            below = below * (other - holder) % Q
    return above * pow(below, -1, Q) % Q


def _context(ctx: bytes, keys: Keys, holder: int, missing: int) -> bytes:
    return dleq.context(_WHAT, lp(ctx, missing), keys, holder)
