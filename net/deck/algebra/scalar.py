"""Numbers modulo the group's order, and how the deck draws them.

The deck owns no source of randomness: callers hand one in (`secrets.token_bytes`; a seeded one in tests).
Every number is drawn without a measurable bias: scalars from 48 bytes (off by 2**-128), small numbers by
rejection.

The time of Python's own arithmetic depends on its numbers. From a key the deck computes in it only one sum
and one product per answer of a proof, with a nonce used once, a random split, and the values of a polynomial
drawn for one deal. Multiplications of points, which could reveal a key by repetition, are in `group`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from net.errors import LocalError

Randomness: TypeAlias = Callable[[int], bytes]
"""A source that returns as many random bytes as asked for."""

Q: Final = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
"""The order of the group (SEC 2, 2.4.1), a prime."""

SCALAR_BYTES: Final = 32
WIDE_BYTES: Final = 48


def draw(size: int, randomness: Randomness) -> bytes:
    """Take `size` bytes; a source that gives another number would silently weaken every key."""
    drawn = randomness(size)
    if len(drawn) != size:
        raise LocalError(f"the source of randomness gave {len(drawn)} bytes instead of {size}")
    return drawn


def fresh_scalar(randomness: Randomness) -> int:
    """Draw a number 1..Q-1."""
    return wide_scalar(draw(WIDE_BYTES, randomness))


def wide_scalar(data: bytes) -> int:
    """Reduce uniform `data` (48 bytes or more) to a number 1..Q-1."""
    return int.from_bytes(data, "big") % (Q - 1) + 1


def scalar_bytes(scalar: int) -> bytes:
    """Write a number 0..Q-1 as 32 bytes big endian."""
    return scalar.to_bytes(SCALAR_BYTES, "big")


def below(stop: int, randomness: Randomness) -> int:
    """Draw a number 0..stop-1, where `stop` is at most 2**64, by rejection."""
    limit = (1 << 64) - (1 << 64) % stop
    while True:
        number = int.from_bytes(draw(8, randomness), "big")
        if number < limit:
            return number % stop


def permutation(n: int, randomness: Randomness) -> list[int]:
    """Draw one of the orders of 0..n-1, each equally likely (Fisher and Yates)."""
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(last + 1, randomness)
        order[last], order[other] = order[other], order[last]
    return order
