"""Strict reading of deck messages, with a refusal of the sender for impossible ones.

A message is fixed-size fields without separators, so its length fixes its shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from net.deck.algebra.group import POINT_BYTES, NoPoint, Point, point
from net.deck.algebra.scalar import SCALAR_BYTES, Q
from net.errors import BadProof, Malformed


class Reader:
    """Reads `message` from its start; raises `Malformed`, naming `seat`, at the first wrong field."""

    __slots__ = ("_at", "_message", "_seat", "_what")

    def __init__(self, message: bytes, *, size: int, seat: int | None, what: str) -> None:
        """`size` is the exact length in bytes; `what` names the message in the refusal."""
        if not isinstance(message, bytes) or len(message) != size:
            raise Malformed("length", f"a {what} with a length other than {size} bytes", seat=seat)
        self._message = message
        self._at = 0
        self._seat = seat
        self._what = what

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        start, self._at = self._at, self._at + size
        return self._message[start : self._at]

    def point(self) -> Point:
        """The next 33 bytes as a point."""
        try:
            return point(self.take(POINT_BYTES))
        except NoPoint:
            text = f"a {self._what} with bytes that are not a point"
            raise Malformed("point", text, seat=self._seat) from None

    def points(self, n: int) -> tuple[Point, ...]:
        """The next `n` points."""
        return tuple(self.point() for _ in range(n))

    def scalar(self) -> int:
        """The next 32 bytes as a number 1..Q-1.

        0 is also refused, so that no peer can turn a product in a check into the identity by its choice of
        one number; an honest proof has a 0 with a chance of 2**-256.
        """
        number = int.from_bytes(self.take(SCALAR_BYTES), "big")
        if not 0 < number < Q:
            raise Malformed("scalar", f"a {self._what} with a number out of range", seat=self._seat)
        return number

    def scalars(self, n: int) -> tuple[int, ...]:
        """The next `n` numbers."""
        return tuple(self.scalar() for _ in range(n))


@contextmanager
def refusing(seat: int | None, what: str) -> Iterator[None]:
    """Turn an identity that appears in the check of a peer's proof into a refusal of that proof (deck
    6.11)."""
    try:
        yield
    except NoPoint:
        raise bad_proof(seat, what) from None


def bad_proof(seat: int | None, what: str) -> BadProof:
    """The refusal of a `what` whose proof does not verify."""
    return BadProof("bad-proof", f"a {what} whose proof does not verify", seat=seat)
