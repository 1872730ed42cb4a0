"""A seat's shares x_i A, which together unlock a component, with their proof (deck 6.7).

With the shares of all seats a component opens. To deal a card to one seat, all others publish their shares
and the owner keeps its own; to open it for all, the owner publishes its share as well. All shares of one
message are proven at once. A seat never gives a share of a ciphertext that somebody hands in: only of
those in its own checked state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NewType

from net.deck import dleq
from net.deck.algebra.group import POINT_BYTES, Point, mul_secret, neg, total
from net.deck.algebra.scalar import Randomness
from net.deck.algebra.wire import Reader
from net.deck.keys import Keys, KeySecret
from net.deck.pile import Cipher

_WHAT: Final = "share"

CheckedShare = NewType("CheckedShare", Point)
"""The share x_i A of one seat in one component, proven.

Made by `check_shares` and `check_leave`; by `open_sealed` out of a checked seal, and by `join_lent` out of
checked parts; by `own_share` for this seat; and by `recall_shares` from a message that passed before.
"""


def shares_bytes(m: int) -> int:
    """The length of a message of `m` shares: 33 m + 64; a message of none is empty."""
    return m * POINT_BYTES + dleq.DLEQ_BYTES if m else 0


def make_shares(  # noqa: PLR0917  (the order of every message: place, keys, seat, then what)
    ctx: bytes,
    keys: Keys,
    seat: int,
    secret: KeySecret,
    ciphers: Sequence[Cipher],
    randomness: Randomness,
    *,
    kind: str = _WHAT,
) -> bytes:
    """The shares of `seat` for `ciphers` (33 bytes each, in their order), then one proof (64 bytes). A proof
    of one `kind` is no proof of another."""
    factors = [cipher.a for cipher in ciphers]
    return dleq.give(kind, ctx, keys, seat, factors, secret=secret, randomness=randomness)


def check_shares(
    ctx: bytes, keys: Keys, seat: int, ciphers: Sequence[Cipher], message: bytes, *, kind: str = _WHAT
) -> tuple[CheckedShare, ...]:
    """Return the shares, in the order of `ciphers`, or refuse `seat`'s message: `Malformed` or `BadProof`."""
    reader = Reader(message, size=shares_bytes(len(ciphers)), seat=seat, what=kind)
    factors = [cipher.a for cipher in ciphers]
    return tuple(map(CheckedShare, dleq.receive(kind, ctx, keys, seat, factors, reader=reader)))


def recall_shares(m: int, message: bytes) -> tuple[CheckedShare, ...]:
    """Read `m` shares without checking the proof again: only from a message that passed `check_shares`."""
    points = Reader(message, size=shares_bytes(m), seat=None, what=_WHAT).points(m)
    return tuple(map(CheckedShare, points))


def own_share(secret: KeySecret, cipher: Cipher, randomness: Randomness) -> CheckedShare:
    """The share of the owner of `secret`, which it need not send to itself."""
    return CheckedShare(mul_secret(cipher.a, secret.x, randomness))


def open_cipher(cipher: Cipher, shares: Sequence[CheckedShare]) -> Point:
    """Unlock a component with the shares of all seats; `face_of` tells what it shows."""
    return total((cipher.b, neg(total(shares))))
