"""The equations of the shuffle proof in plain Python, written only from `net/deck/PROTOCOL.md` 6.6.

Nothing here comes from `net.deck`: its own curve, its own hashes, its own reading of the bytes. The product
checks one sum of all equations; it must refuse exactly the proofs in which one equation is false here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache

P = 2**256 - 2**32 - 977
Q = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
EQUATIONS = ("c_d", "c_delta", "c_0", "E0", "E1")
Plain = tuple[int, int] | None
"""A point, None for the identity."""


def parsed(data: bytes) -> Plain:
    """The point that 33 bytes encode."""
    x = int.from_bytes(data[1:], "big")
    y = pow(x**3 + 7, (P + 1) // 4, P)
    assert data[0] in (2, 3), data[0]
    assert x < P
    assert (y * y - x**3 - 7) % P == 0
    return x, y if y & 1 == data[0] & 1 else P - y


def written(point: Plain) -> bytes:
    """The encoding of a point in 33 bytes."""
    assert point is not None
    return bytes((2 + (point[1] & 1),)) + point[0].to_bytes(32, "big")


def added(one: Plain, other: Plain) -> Plain:
    """The sum of two points, by the textbook's formulas."""
    if one is None or other is None:
        return other if one is None else one
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, P) if one == other else (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def times(scalar: int, point: Plain) -> Plain:
    """The multiple of a point, by doubling and adding."""
    total: Plain = None
    for bit in bin(scalar % Q)[2:]:
        total = added(total, total)
        if bit == "1":
            total = added(total, point)
    return total


def summed(terms: Iterable[tuple[int, Plain]]) -> Plain:
    """The sum of multiples of points."""
    total: Plain = None
    for scalar, point in terms:
        total = added(total, times(scalar, point))
    return total


def lp(*parts: bytes | str | int) -> bytes:
    """The parts joined, each with its length (4 bytes) before it."""
    found = b""
    for part in parts:
        piece = part.encode() if isinstance(part, str) else part
        piece = piece.to_bytes(8, "big") if isinstance(piece, int) else piece
        found += len(piece).to_bytes(4, "big") + piece
    return found


@cache
def hashed(*parts: bytes | str | int) -> Plain:
    """A point hashed from parts (h2p of the protocol)."""
    for c in range(256):
        data = b"\x02" + hashlib.sha256(lp("deck/1", *parts, c)).digest()
        try:
            return parsed(data)
        except AssertionError:
            continue
    raise AssertionError("no point")


class Transcript:
    """The transcript of a proof."""

    def __init__(self, label: str) -> None:
        self.state = hashlib.sha512(lp("deck/1", "fs", label)).digest()

    def add(self, *parts: bytes | str | int) -> None:
        self.state = hashlib.sha512(self.state + lp(*parts)).digest()

    def challenge(self, name: str) -> int:
        self.add("challenge", name)
        return int.from_bytes(hashlib.sha512(self.state + b"\x01").digest(), "big") % Q


def violated(
    context: bytes, joint: bytes, before: Sequence[bytes], after: Sequence[bytes], proof: bytes
) -> list[str]:
    """The names of the equations that `proof` does not fulfil, piles as 66 bytes a component."""
    n = len(before)
    points = [proof[33 * i : 33 * (i + 1)] for i in range(8)]
    numbers = [int.from_bytes(proof[at : at + 32], "big") for at in range(264, len(proof), 32)]
    assert len(numbers) == 3 * n + 2
    at, inner, et = numbers[:n], numbers[n : 2 * n - 2], numbers[2 * n - 2 : 3 * n - 2]
    rt, st, ret, tt = numbers[3 * n - 2 :]

    transcript = Transcript("shuffle-bg1")
    transcript.add("ctx", context)
    transcript.add("Y", joint)
    transcript.add("e", lp(2 * n) + b"".join(before))
    transcript.add("e'", lp(2 * n) + b"".join(after))
    transcript.add("c_a", points[0])
    x = transcript.challenge("x")
    transcript.add("c_b", points[1])
    y, z = transcript.challenge("y"), transcript.challenge("z")
    transcript.add("moves", lp(6) + b"".join(points[2:]))
    w = transcript.challenge("w")

    c_a, c_b, c_d, c_delta, c_step, c_0, e0, e1 = map(parsed, points)
    hc, h = hashed("gen", "H"), [hashed("gen", i) for i in range(n)]
    g = parsed(bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))

    def com(values: Sequence[int], blind: int) -> Plain:
        return summed([(blind, hc), *zip(values, h, strict=False)])

    product = 1
    for i in range(1, n + 1):
        product = product * (y * i + pow(x, i, Q) - z) % Q
    bt = [at[0], *inner, w * product]
    old = [(parsed(card[:33]), parsed(card[33:])) for card in before]
    new = [(parsed(card[:33]), parsed(card[33:])) for card in after]

    def sides(half: int, key: Plain, first: Plain) -> tuple[Plain, Plain]:
        left = summed([(1, first), *((w * pow(x, i + 1, Q), old[i][half]) for i in range(n))])
        return left, summed([(tt, key), *((et[i], new[i][half]) for i in range(n))])

    equations = [
        (summed([(w * y, c_a), (w, c_b), (1, c_d), *((-w * z, one) for one in h)]), com(at, rt)),
        (
            summed([(w, c_step), (1, c_delta)]),
            com([w * bt[i + 1] - bt[i] * at[i + 1] for i in range(n - 1)], st),
        ),
        (summed([(w, c_b), (1, c_0)]), com(et, ret)),
        sides(0, g, e0),
        sides(1, parsed(joint), e1),
    ]
    return [name for name, (left, right) in zip(EQUATIONS, equations, strict=True) if left != right]
