"""Joint public randomness in one round: dice, coins, who begins.

The purpose is hashed to a point P with an unknown logarithm. Every seat publishes x_i P with proof, and
the sum is hashed to a number. The keys were fixed before the purpose was known, so nobody can choose the
number; and nobody knows it until the last share is there (deck 6.8; the verifiable unique output of RFC
9497). The last seat to publish can see the number first and stay silent, but cannot change it. Where keys
are in escrow even its silence is useless: its share is lent (`net.deck.lent`), and gives the same number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, NewType

from net.deck import dleq
from net.deck.algebra.generators import h2p
from net.deck.algebra.group import POINT_BYTES, Point, total
from net.deck.algebra.hashing import PROTO, lp
from net.deck.algebra.scalar import Randomness
from net.deck.algebra.wire import Reader
from net.deck.escrow import CheckedEscrow, KeyPart
from net.deck.keys import Keys, KeySecret
from net.deck.lent import CheckedLent, check_lent, join_lent, make_lent
from net.deck.pile import Cipher
from net.errors import LocalError

ROLL_BYTES: Final = POINT_BYTES + dleq.DLEQ_BYTES
_WHAT: Final = "roll"

CheckedRollShare = NewType("CheckedRollShare", Point)
"""One seat's share of a roll, the only one it can give. Made by `check_roll_share` and `join_lent_roll`."""


def make_roll_share(ctx: bytes, keys: Keys, seat: int, secret: KeySecret, randomness: Randomness) -> bytes:
    """The share of `seat` (33 bytes) and its proof (64 bytes).

    `ctx` is the same for all seats and names deal, place in the log and purpose; the proof is also bound
    to the seat. A second roll under the same `ctx` is the same roll.
    """
    return dleq.give(_WHAT, ctx, keys, seat, (_target(ctx, keys),), secret=secret, randomness=randomness)


def check_roll_share(ctx: bytes, keys: Keys, seat: int, message: bytes) -> CheckedRollShare:
    """Return the share, or refuse `seat`'s message: `Malformed` or `BadProof`."""
    reader = Reader(message, size=ROLL_BYTES, seat=seat, what=_WHAT)
    (share,) = dleq.receive(_WHAT, ctx, keys, seat, (_target(ctx, keys),), reader=reader)
    return CheckedRollShare(share)


def make_lent_roll(
    ctx: bytes, keys: Keys, holder: int, *, dealt: CheckedEscrow, part: KeyPart, randomness: Randomness
) -> bytes:
    """Return the contribution of `holder` (33 bytes) to the share of the missing dealer, with proof (64)."""
    return make_lent(
        ctx, keys, holder, dealt=dealt, part=part, ciphers=_as_cipher(ctx, keys), randomness=randomness
    )


def check_lent_roll(
    ctx: bytes, keys: Keys, holder: int, *, dealt: CheckedEscrow, message: bytes
) -> CheckedLent:
    """Return the contribution of `holder`, or refuse it: `Malformed` or `BadProof`."""
    (lent,) = check_lent(ctx, keys, holder, dealt=dealt, ciphers=_as_cipher(ctx, keys), message=message)
    return lent


def join_lent_roll(t: int, lent: Mapping[int, CheckedLent]) -> CheckedRollShare:
    """The share of the missing seat, the same that it would have given."""
    return CheckedRollShare(join_lent(t, lent))


def roll_value(ctx: bytes, shares: Mapping[int, CheckedRollShare], sides: int) -> int:
    """The number 0..sides-1 that the shares of all seats give; `sides` is at most 2**64.

    512 bits taken modulo `sides` favour no number by more than 2**-448.
    """
    if not 1 <= sides <= 1 << 64:
        raise LocalError(f"a roll has 1 to 2**64 sides, not {sides}")
    joint = total(shares[seat] for seat in sorted(shares))
    return int.from_bytes(hashlib.sha512(lp(PROTO, "rand-out", ctx, bytes(joint))).digest(), "big") % sides


def _as_cipher(ctx: bytes, keys: Keys) -> tuple[Cipher]:
    """The point of a roll as a cipher that shares can be lent of; proofs use only its first half."""
    target = _target(ctx, keys)
    return (Cipher(target, target),)


def _target(ctx: bytes, keys: Keys) -> Point:
    return h2p("rand", ctx, keys.sid)
