"""The curve of Ed25519 in plain Python (RFC 8032, 5.1 and 6): for signatures that no library would make."""

from __future__ import annotations

from typing import Final

P: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""Number of points that are multiples of `BASE`; the curve has eight times as many."""
D: Final = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]


def add(a: Point, b: Point) -> Point:
    """The sum of two points."""
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + t, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, -1, P) % P


def mul(factor: int, point: Point) -> Point:
    """The multiple of a point."""
    found: Point = (0, 1)
    for bit in f"{factor:b}":
        found = add(found, found)
        if bit == "1":
            found = add(found, point)
    return found


def written(point: Point) -> bytes:
    """A point as 32 bytes."""
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def read(data: bytes) -> Point:
    """The point that 32 valid bytes encode."""
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (P - x if x & 1 != sign else x), y


BASE: Final = read(bytes.fromhex("58" + "66" * 31))
EIGHTH: Final = read(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
"""A point of order 8: its multiples are the points of small order."""
