"""A second reader of Shoal's records, for whoever does not trust the first: one file, Python alone.

    python3 second_reader.py game.shoal

It was written from `net/PROTOCOL.md` and `net/deck/PROTOCOL.md` and shares no line with the program that
plays: its own curves, hashes and reader of messages are below, in the order in which they need each other.

    1 bytes        2 signatures     3 the group of the deck     4 proofs     5 the deck as it stands
    6 the steps    7 changes of view     8 the log     9 evidence and opened hands     10 the sentences

Which card lies where and whose turn it is only the rules of the game know. They are asked by the contract
in `rules/api.py`, if a folder `rules` lies beside this file or one above, or is installed. Without them
the signatures, the chain of records, the acknowledgements and the votes are checked, and no card.

Exit status: 0 everything holds, 1 something does not, 2 it cannot be judged, or only in part.
Comments cite paragraphs: `net 5.3`, `deck 6.6`.
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import struct
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import ModuleType
from typing import Any, Final, TypeAlias


class Wrong(Exception):
    """What does not hold. `seat` has signed it itself; None where anybody could have put it there."""

    def __init__(self, text: str, seat: int | None = None, *more: int) -> None:
        super().__init__(text)
        self.seat = seat
        self.seats = (seat, *more)


class NotJudged(Exception):
    """This is no record, or of another version or other rules than are here."""


def need(holds: bool, text: str, seat: int | None = None) -> None:
    """Raise `Wrong` unless something holds."""
    if not holds:
        raise Wrong(text, seat)


# -- 1 bytes: lengths, hashes, msgpack (net 5.1) -----------------------------------------------------------

HASH: Final = 32
COUNT: Final = 2**53 - 1


def lp(*parts: bytes | int | str) -> bytes:
    """Each part behind its length; integers as 8 bytes, text as UTF-8."""
    found = []
    for part in parts:
        data = part.to_bytes(8, "big") if isinstance(part, int) else part
        data = data.encode() if isinstance(data, str) else data
        found.append(len(data).to_bytes(4, "big") + data)
    return b"".join(found)


def blake(person: str, data: bytes, size: int = HASH) -> bytes:
    """BLAKE2b with a person."""
    return hashlib.blake2b(data, digest_size=size, person=person.encode()).digest()


@dataclass(frozen=True)
class Of:
    """A shape: "n" a number, "b" bytes or "s" a text of that size, "m" so many items of shape `item`."""

    kind: str
    least: int
    most: int
    item: Any = None


Shape: TypeAlias = "str | Of | list[Any] | tuple[Any, ...]"
"""A word itself, an `Of`, the shapes of the fields of an array, or several of which one fits."""


def num(most: int, least: int = 0) -> Of:
    """A number."""
    return Of("n", least, most)


def binary(most: int, least: int = 0) -> Of:
    """A string of bytes."""
    return Of("b", least, most)


B16, B32, B64 = (binary(size, size) for size in (16, 32, 64))
SEAT: Final = num(9)
VIEW: Final = num(2**31 - 1)
PAY: Final = 96 * 1024
ENVELOPE: Final = [SEAT, binary(PAY + 256), B64]
SEATS: Final = Of("m", 0, 10, SEAT)
RAWS: Final = Of("m", 0, 10, binary(PAY + 384))
RECORD: Final = (
    ["round", VIEW, num(COUNT, 1), B32, SEATS, RAWS, RAWS],
    ["view", VIEW, num(COUNT, 1), B32, SEATS, RAWS, RAWS],
)
ENTRY: Final = ["E", B32, VIEW, num(COUNT, 1), SEAT, B32, B32, binary(PAY)]
ACK: Final = ["A", B32, VIEW, num(COUNT, 1), SEAT, B32, B32]
VOTE: Final = ["V", B32, num(2**31 - 1, 1), SEAT, SEATS, num(3), num(4), VIEW, num(COUNT), B32]
BODIES: Final = (ENTRY, ACK, VOTE)
PLAYER: Final = [B32, B32, binary(112, 112), Of("s", 1, 24), num(10), num(31), binary(64)]
POLICY: Final = [
    *(num(3600, 10), num(86400), num(3), num(9), num(2), num(1), num(1), num(2), num(1440, 1), num(COUNT)),
]
GENESIS: Final = [
    *("G", num(COUNT, 1), Of("s", 1, 32), Of("s", 1, 32), B32, binary(1024), B16),
    *(Of("m", 1, 10, PLAYER), POLICY),
]
PAYLOAD: Final = [num(8), Of("s", 0, 512), binary(PAY), binary(PAY), binary(PAY)]
HAND: Final = [binary(8192 - 128), B64]
HAND_BODY: Final = ["H", B32, SEAT, binary(8192 - 256)]
TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def unpack(data: bytes, shape: Shape, what: str, most: int) -> list[Any]:
    """The array that `data` spells in the one allowed way."""
    need(len(data) <= most, f"{what} is too long")
    value: Any
    try:
        value, end = _value(data, 0, 0)
    except (IndexError, UnicodeDecodeError):
        raise Wrong(f"{what} cannot be read") from None
    need(end == len(data) and _fits(value, shape), f"{what} has another form")
    return value  # type: ignore[no-any-return]


_LONG: Final = {  # first byte: kind, bytes of the number behind it, the least that has no shorter spelling
    byte: (kind, size, least)
    for kind, first, sizes in (
        ("b", 0xC4, ((1, 0), (2, 1 << 8), (4, 1 << 16))),
        ("n", 0xCC, ((1, 1 << 7), (2, 1 << 8), (4, 1 << 16), (8, 1 << 32))),
        ("s", 0xD9, ((1, 1 << 5), (2, 1 << 8), (4, 1 << 16))),
        ("m", 0xDC, ((2, 1 << 4), (4, 1 << 16))),
    )
    for byte, (size, least) in enumerate(sizes, first)
}


def _value(data: bytes, at: int, depth: int) -> tuple[object, int]:
    """The msgpack value at a place, and where it ends; `IndexError` for what is none of ours."""
    head, at = data[at], at + 1
    if head in _LONG:
        kind, size, least = _LONG[head]
        number, at = int.from_bytes(data[at : at + size], "big"), at + size
        if number < least or at > len(data):
            raise IndexError
    elif head < 0x80:
        kind, number = "n", head
    elif 0x90 <= head < 0xC0:
        kind, number = ("m", head & 0x0F) if head < 0xA0 else ("s", head & 0x1F)
    else:
        raise IndexError
    if kind == "n":
        return number, at
    if number > len(data) - at or depth > 4:
        raise IndexError
    if kind != "m":
        part = data[at : at + number]
        return (part.decode() if kind == "s" else part), at + number
    items = []
    for _ in range(number):
        item, at = _value(data, at, depth + 1)
        items.append(item)
    return items, at


def _fits(value: Any, shape: Shape) -> bool:
    if isinstance(shape, tuple):
        return any(_fits(value, each) for each in shape)
    if isinstance(shape, str):
        return bool(value == shape)
    if isinstance(shape, list):
        return isinstance(value, list) and len(value) == len(shape) and all(map(_fits, value, shape))
    size = value if isinstance(value, int) else len(value)
    kind = {int: "n", bytes: "b", str: "s", list: "m"}[type(value)]
    if kind != shape.kind or not shape.least <= size <= shape.most:
        return False
    if kind == "s":
        return unicodedata.is_normalized("NFC", value) and not any(map(_is_control, value))
    return kind != "m" or all(_fits(item, shape.item) for item in value)


def _is_control(sign: str) -> bool:
    return sign in TURNING or unicodedata.category(sign) == "Cc"


# -- 2 signatures: Ed25519 (RFC 8032), each key with a table of its multiples ------------------------------

P25519: Final = 2**255 - 19
L25519: Final = 2**252 + 27742317777372353535851937790883648493
D25519: Final = -121665 * pow(121666, -1, P25519) % P25519
_Ed: TypeAlias = tuple[int, int, int, int]


def _numbers(*words: str) -> frozenset[int]:
    """0, 1 and -1, which are of small order on either curve, and some more numbers."""
    return frozenset({0, 1, P25519 - 1, *(int.from_bytes(bytes.fromhex(w), "little") for w in words)})


SMALL_ORDER: Final = _numbers(  # the y of the points of order 1, 2, 4 and 8
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)
NO_SECRET: Final = _numbers(  # the X25519 keys whose product with every secret is zero (RFC 7748, 6.1)
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
)


def _ed_add(p: _Ed, q: _Ed) -> _Ed:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P25519, (p[1] + p[0]) * (q[1] + q[0]) % P25519
    c, d = 2 * D25519 * p[3] * q[3] % P25519, 2 * p[2] * q[2] % P25519
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519


def _ed_point(data: bytes) -> tuple[int, int]:
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    x2 = (y * y - 1) * pow(D25519 * y * y + 1, -1, P25519) % P25519
    x = pow(x2, (P25519 + 3) // 8, P25519)
    if x * x % P25519 != x2:
        x = x * pow(2, (P25519 - 1) // 4, P25519) % P25519
    need(x * x % P25519 == x2, "a key that is no point")
    return P25519 - x if x % 2 != sign else x, y


@lru_cache(maxsize=64)
def _ed_table(data: bytes, sign: int) -> tuple[tuple[_Ed, ...], ...]:
    """The multiples j 16^i of a point, or of the one opposite, for j below 16 and i below 64."""
    x, y = _ed_point(data)
    rows, point = [], (sign * x % P25519, y, 1, sign * x * y % P25519)
    for _ in range(64):
        row = [(0, 1, 1, 0), point]
        for _ in range(15):
            row.append(_ed_add(row[-1], point))
        rows.append(tuple(row[:16]))
        point = row[16]
    return tuple(rows)


def is_weak(point: bytes) -> bool:
    """True for a point of small order, or in a spelling that is not reduced (net 1.4)."""
    y = int.from_bytes(point, "little") & (2**255 - 1)
    return y >= P25519 or y in SMALL_ORDER


_ED_BASE: Final = (4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little")


@lru_cache(maxsize=100_000)
def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """True if a key has signed a message, by the equation as it stands (net 1.4)."""
    s = int.from_bytes(signature[32:], "little")
    if is_weak(public) or is_weak(signature[:32]) or s >= L25519:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L25519
    try:
        tables = ((_ed_table(_ED_BASE, 1), s), (_ed_table(public, -1), h))
    except (Wrong, ValueError):
        return False
    total: _Ed = (0, 1, 1, 0)
    for table, scalar in tables:
        for at, row in enumerate(table):
            if digit := scalar >> 4 * at & 15:
                total = _ed_add(total, row[digit])
    inverse = pow(total[2], -1, P25519)
    x, y = total[0] * inverse % P25519, total[1] * inverse % P25519
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def check_signed(public: bytes, message: bytes, signature: bytes, whose: str) -> None:
    """Raise `Wrong` of nobody unless a key has signed a message."""
    need(is_signed(public, message, signature), f"{whose} is not signed by its key")


# -- 3 the group of the deck: secp256k1 (deck 6.1) ---------------------------------------------------------

P: Final = 2**256 - 2**32 - 977
Q: Final = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
Point: TypeAlias = tuple[int, int]
_Jacobian: TypeAlias = tuple[int, int, int]


@lru_cache(maxsize=50_000)
def point(data: bytes) -> Point:
    """The point that 33 bytes spell; raises `Wrong`."""
    x = int.from_bytes(data[1:], "big")
    need(len(data) == 33 and data[0] in (2, 3) and x < P, "bytes that are no point")
    square = (x * x * x + 7) % P
    y = pow(square, (P + 1) // 4, P)
    need(y * y % P == square, "bytes that are no point")
    return x, y if y & 1 == data[0] & 1 else P - y


def written(of: Point) -> bytes:
    """The 33 bytes of a point."""
    return bytes((2 + (of[1] & 1),)) + of[0].to_bytes(32, "big")


G: Final = point(bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))


def _double(p: _Jacobian) -> _Jacobian:
    x, y, z = p
    yy = y * y % P
    s, m = 4 * x * yy % P, 3 * x * x % P
    x = (m * m - 2 * s) % P
    return x, (m * (s - x) - 8 * yy * yy) % P, 2 * y * z % P


def _add(p: _Jacobian, q: Point) -> _Jacobian:
    x, y, z = p
    if not z:
        return q[0], q[1], 1
    zz = z * z % P
    h, r = (q[0] * zz - x) % P, (q[1] * z * zz - y) % P
    if not h:
        return _double(p) if not r else (1, 1, 0)
    hh = h * h % P
    hhh, v = h * hh % P, x * hh % P
    x = (r * r - hhh - 2 * v) % P
    return x, (r * (v - x) - y * hhh) % P, z * h % P


def _plain(points: Sequence[_Jacobian]) -> list[Point]:
    """Points with one inversion for all of them; none is the identity."""
    products = [1]
    for each in points:
        products.append(products[-1] * each[2] % P)
    inverse, found = pow(products[-1], -1, P), []
    for each, before in zip(reversed(points), reversed(products[:-1]), strict=True):
        z, inverse = inverse * before % P, inverse * each[2] % P
        zz = z * z % P
        found.append((each[0] * zz % P, each[1] * zz * z % P))
    return found[::-1]


def _digits(number: int, width: int) -> Iterator[tuple[int, int]]:
    """The odd digits of a number with their places: it is the sum of digit 2^place."""
    at, half = 0, 1 << width - 1
    while number:
        zeros = (number & -number).bit_length() - 1
        at, number = at + zeros, number >> zeros
        digit = (number & 2 * half - 1) - 2 * half if number & half else number & 2 * half - 1
        yield at, digit
        number -= digit


def combine(terms: Iterable[tuple[int, Point]]) -> Point:
    """The sum of scalar times point; raises `Wrong` where it is the identity, or nothing.

    Straus: all points share the doublings, each has a table of its odd multiples.
    """
    sums: dict[Point, int] = {}
    for scalar, each in terms:
        sums[each] = (sums.get(each, 0) + scalar) % Q
    signed = [(k if 2 * k < Q else k - Q, each) for each, k in sums.items() if k]
    need(bool(signed), "a sum that is the identity")
    width = 5 if max(abs(k) for k, _ in signed) >> 64 else 2
    size = 1 << width - 2
    odd: list[_Jacobian] = []
    doubles = _plain([_double((*each, 1)) for _, each in signed]) if size > 1 else []
    for number, (_, each) in enumerate(signed):
        odd.append((*each, 1))
        for _ in range(size - 1):
            odd.append(_add(odd[-1], doubles[number]))
    table = _plain(odd) if size > 1 else [each for _, each in signed]
    places: dict[int, list[Point]] = {}
    for number, (k, _) in enumerate(signed):
        for at, digit in _digits(abs(k), width):
            x, y = table[number * size + (abs(digit) >> 1)]
            places.setdefault(at, []).append((x, y if (digit < 0) == (k < 0) else P - y))
    total: _Jacobian = (1, 1, 0)
    for at in range(max(places), -1, -1):
        total = _double(total) if total[2] else total
        for each in places.get(at, ()):
            total = _add(total, each)
    need(bool(total[2]), "a sum that is the identity")
    return _plain([total])[0]


PROTO: Final = "deck/1"


def h32(tag: str, *parts: bytes | int | str) -> bytes:
    """32 bytes of SHA-256 over all parts (deck 6)."""
    return hashlib.sha256(lp(PROTO, tag, *parts)).digest()


@lru_cache(maxsize=10_000)
def h2p(tag: str, *parts: bytes | int | str) -> Point:
    """A point of which nobody knows a logarithm (deck 6.1)."""
    for counter in range(256):
        try:
            return point(b"\x02" + h32(tag, *parts, counter))
        except Wrong:
            continue
    raise Wrong("no candidate of a hash is a point")


# -- 4 proofs (deck 6.2 to 6.7, 6.13) ----------------------------------------------------------------------


class Transcript:
    """All that a challenge hangs on (deck 6.2)."""

    def __init__(self, label: str) -> None:
        self._state = hashlib.sha512(lp(PROTO, "fs", label)).digest()

    def add(self, name: str, *parts: bytes | int | str) -> None:
        """Take in a value."""
        self._state = hashlib.sha512(self._state + lp(name, *parts)).digest()

    def add_all(self, name: str, points: Sequence[Point]) -> None:
        """Take in points with their number."""
        self.add(name, lp(len(points)) + b"".join(map(written, points)))

    def challenge(self, name: str) -> int:
        """A number below q."""
        self.add("challenge", name)
        return int.from_bytes(hashlib.sha512(self._state + b"\x01").digest(), "big") % Q

    def challenges(self, name: str, n: int) -> list[int]:
        """Weights of 128 bits, none of them zero."""
        self.add("challenges", name, n)
        data = hashlib.shake_256(self._state + b"\x02").digest(16 * n)
        return [int.from_bytes(data[at : at + 16], "big") or 1 for at in range(0, 16 * n, 16)]


class Message:
    """Fields of a message of the deck, one after the other; its length must be exact."""

    def __init__(self, data: bytes, size: int) -> None:
        need(len(data) == size, "a message of the deck of another length")
        self._data, self._at = data, 0

    def take(self, size: int) -> bytes:
        """The next bytes."""
        self._at += size
        return self._data[self._at - size : self._at]

    def points(self, n: int) -> list[Point]:
        """The next points."""
        return [point(self.take(33)) for _ in range(n)]

    def scalars(self, n: int) -> list[int]:
        """The next numbers, 1 to q - 1."""
        found = [int.from_bytes(self.take(32), "big") for _ in range(n)]
        need(all(0 < each < Q for each in found), "a number that is out of range")
        return found


Pile: TypeAlias = Sequence[tuple[Point, Point]]
"""Components as pairs (A, B)."""


@dataclass(frozen=True)
class DealKeys:
    """The keys of a deal by seat, their sum, and the name of the deal (deck 6.3)."""

    sid: bytes
    of: Mapping[int, Point]
    joint: Point


def check_same_log(said: bytes, y: Point, a: Sequence[Point], d: Sequence[Point], fields: Message) -> None:
    """That D_j = x A_j for all j with the x of Y = x G, by the next 64 bytes (deck 6.7)."""
    c, z = fields.scalars(2)
    is_one = len(a) == 1
    proof = Transcript("dleq1" if is_one else "dleqN")
    proof.add("ctx", said)
    proof.add("Y", written(y))
    if is_one:
        (factor,), (product,) = a, d
        proof.add("A", written(factor))
        proof.add("D", written(product))
    else:
        proof.add_all("A", a)
        proof.add_all("D", d)
        rho = proof.challenges("rho", len(a))
        factor, product = (combine(zip(rho, points, strict=True)) for points in (a, d))
        proof.add("Am", written(factor))
        proof.add("Dm", written(product))
    proof.add("R1", written(combine([(z, G), (-c, y)])))
    proof.add("R2", written(combine([(z, factor), (-c, product)])))
    need(proof.challenge("c") == c, "a share whose proof does not hold")


def check_knows(proof: Transcript, name: str, y: Point, c: int, z: int) -> None:
    """Schnorr's proof that the logarithm of Y is known; `proof` has all but the first move."""
    proof.add(name, written(combine([(z, G), (-c, y)])))
    need(proof.challenge("c") == c, "a key whose proof does not hold")


def check_shuffle(ctx: bytes, keys: DealKeys, before: Pile, data: bytes) -> Pile:
    """The pile after a shuffle, by a proof of Bayer and Groth with one row (deck 6.6)."""
    n = len(before)
    fields = Message(data, 162 * n + 328)
    flat = fields.points(2 * n)
    after = list(zip(flat[::2], flat[1::2], strict=True))
    c_a, c_b, *moves = fields.points(8)
    at, middle, et = (fields.scalars(size) for size in (n, n - 2, n))
    rt, st, ret, tt = fields.scalars(4)
    proof = Transcript("shuffle-bg1")
    proof.add("ctx", lp(ctx, keys.sid, n))
    proof.add("Y", written(keys.joint))
    proof.add_all("e", [each for pair in before for each in pair])
    proof.add_all("e'", flat)
    proof.add("c_a", written(c_a))
    x = proof.challenge("x")
    proof.add("c_b", written(c_b))
    y, z = proof.challenge("y"), proof.challenge("z")
    proof.add_all("moves", moves)
    w = proof.challenge("w")
    proof.add("answers", data[66 * n + 264 :])
    v1, v2, v3, v4 = proof.challenges("v", 4)
    c_d, c_delta, c_step, c_0, e0, e1 = moves
    powers = [pow(x, i, Q) for i in range(1, n + 1)]
    product = w
    for i, power in enumerate(powers, 1):
        product = product * (y * i + power - z) % Q
    bt = [at[0], *middle, product]
    # The five equations, each as "answers less w times what was committed to, less its first move"; the
    # fourth alone counts once, so that its first move E0 is the sum of everything else.
    terms = [(tt, G), (v4 * tt, keys.joint), (v1 * rt + v2 * st + v3 * ret, h2p("gen", "H"))]
    for i in range(n):
        step = v2 * (w * bt[i + 1] - bt[i] * at[i + 1]) if i < n - 1 else 0
        terms.append((v1 * (at[i] + w * z) + v3 * et[i] + step, h2p("gen", i)))
        terms += [(et[i], after[i][0]), (-w * powers[i], before[i][0])]
        terms += [(v4 * et[i], after[i][1]), (-v4 * w * powers[i], before[i][1])]
    terms += [(-v1 * w * y, c_a), (-(v1 + v3) * w, c_b), (-v2 * w, c_step)]
    terms += [(-v1, c_d), (-v2, c_delta), (-v3, c_0), (-v4, e1)]
    need(combine(terms) == e0, "a shuffle whose proof does not hold")
    return after


def check_seals(
    ctx: bytes, keys: DealKeys, seat: int, items: Sequence[tuple[Point, int]], data: bytes
) -> None:
    """Shares sealed for one viewer each, items (A, viewer) (deck 6.7)."""
    viewers = sorted({viewer for _, viewer in items})
    fields = Message(data, 66 * len(items) + 32 * (2 + len(viewers)))
    flat = fields.points(2 * len(items))
    r, e = flat[::2], flat[1::2]
    c, z, *zs = fields.scalars(2 + len(viewers))
    proof = Transcript("seal")
    proof.add("ctx", lp("seal", ctx, keys.sid, seat, *(viewer for _, viewer in items)))
    proof.add("Y", written(keys.of[seat]))
    proof.add_all("Yv", [keys.of[viewer] for _, viewer in items])
    proof.add_all("A", [a for a, _ in items])
    proof.add_all("R", r)
    proof.add_all("E", e)
    rho = proof.challenges("rho", len(items))
    moves = [combine([(z, G), (-c, keys.of[seat])])]
    for viewer, answer in zip(viewers, zs, strict=True):
        own = [(-c * rho[j], r[j]) for j, (_, other) in enumerate(items) if other == viewer]
        combine(own)  # a folded R that is the identity is refused
        moves.append(combine([(answer, G), *own]))
    combine([(weight, each) for weight, each in zip(rho, e, strict=True)])
    combine([(weight, a) for weight, (a, _) in zip(rho, items, strict=True)])
    terms = [(z * weight, a) for weight, (a, _) in zip(rho, items, strict=True)]
    terms += [(answer, keys.of[viewer]) for viewer, answer in zip(viewers, zs, strict=True)]
    moves.append(combine([*terms, *((-c * weight, each) for weight, each in zip(rho, e, strict=True))]))
    proof.add_all("T", moves)
    need(proof.challenge("c") == c, "sealed shares whose proof does not hold")


def unlocked(key: bytes, box: bytes, said: bytes) -> bytes | None:
    """What is in a box of ChaCha20-Poly1305 with nonce 0 (RFC 8439); None where it does not open."""
    locked, tag = box[:-16], box[-16:]
    one_time = _chacha(key, 0)
    r = int.from_bytes(one_time[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    padded = b"".join(part + bytes(-len(part) % 16) for part in (said, locked))
    padded += struct.pack("<QQ", len(said), len(locked))
    total = 0
    for at in range(0, len(padded), 16):
        total = (total + int.from_bytes(padded[at : at + 16] + b"\x01", "little")) * r % (2**130 - 5)
    total = (total + int.from_bytes(one_time[16:32], "little")) % 2**128
    if total.to_bytes(16, "little") != tag:
        return None
    return bytes(a ^ b for a, b in zip(locked, _chacha(key, 1), strict=False))


def _chacha(key: bytes, counter: int) -> bytes:
    begin = (*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0)
    x = list(begin)
    for _ in range(10):
        for a, b, c, d in (
            *((i, 4 + i, 8 + i, 12 + i) for i in range(4)),
            *((i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)),
        ):
            for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[one] = (x[one] + x[two]) & 0xFFFFFFFF
                x[three] ^= x[one]
                x[three] = (x[three] << by | x[three] >> 32 - by) & 0xFFFFFFFF
    return struct.pack("<16I", *((one + two) & 0xFFFFFFFF for one, two in zip(x, begin, strict=True)))


@dataclass(frozen=True)
class Split:
    """A key split for the others (deck 6.13): what it is bound to, F_0 .. F_(t-1), R, the boxes."""

    said: bytes
    f: Sequence[Point]
    r: Point
    boxes: Mapping[int, bytes]

    def public(self, holder: int) -> Point:
        """F(h + 1); raises `Wrong` where the part is 0."""
        return combine([(pow(holder + 1, e, Q), each) for e, each in enumerate(self.f)])

    def is_right(self, holder: int, key: Point, shared: Point) -> bool:
        """True if the box of `holder`, opened with S = r Y_h, has the part that was promised."""
        words = (self.said, holder, written(self.r), written(key), written(shared))
        inside = unlocked(h32("escrow key", *words), self.boxes[holder], lp("part", self.said, holder))
        part = int.from_bytes(inside or b"", "big")
        try:
            return 0 < part < Q and combine([(part, G)]) == self.public(holder)
        except Wrong:
            return False


# -- 5 the deck as it stands (deck 6.4) --------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A hidden component: (A, B), its pile, who may see it, shares in the clear, who sealed for whom."""

    a: Point
    b: Point
    pile: str
    viewers: frozenset[int] = frozenset()
    shares: Mapping[int, Point] = field(default_factory=dict)
    sealed: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Deal:
    """One ceremony of keys and what was dealt under them. `mixing` is a pile in the middle of a shuffle,
    `remix` and `parting` are what a change of view has left to do (deck 6.9)."""

    number: int
    table: bytes = b""
    commitments: Mapping[int, bytes] = field(default_factory=dict)
    opened: Mapping[int, tuple[Point, bytes]] = field(default_factory=dict)
    keys: DealKeys | None = None
    split: Mapping[int, Split] = field(default_factory=dict)
    vouched: frozenset[int] = frozenset()
    dealt: bool = False
    faces: tuple[int, ...] = ()
    cards: Mapping[int, Card] = field(default_factory=dict)
    mixing: Pile = ()
    mixed_by: tuple[int, ...] = ()
    remix: tuple[tuple[int, ...], ...] = ()
    parting: tuple[int, ...] = ()

    def without(self, slots: Iterable[int]) -> Deal:
        """The deal when some slots are no hidden cards any more."""
        gone = {*slots}
        return replace(self, cards={slot: card for slot, card in self.cards.items() if slot not in gone})

    def is_open(self, slot: int) -> bool:
        """True if the shares of all keys lie in the clear."""
        return {*there(self.keys).of} <= {*self.cards[slot].shares}

    def face(self, slot: int, own: Mapping[int, Point] = {}) -> int:
        """The face of a card under the shares of all seats, of which some may come along."""
        keys, card = there(self.keys), self.cards[slot]
        shares = {**card.shares, **own}
        shown = combine([(1, card.b), *((-1, shares[seat]) for seat in keys.of)])
        faces = _faces(keys.sid, self.faces)
        need(shown in faces, "an open card shows no face")
        return faces[shown]

    def all_commitments(self) -> bytes:
        """C of deck 6.3."""
        return h32("commits", self.table, *(lp(s, self.commitments[s]) for s in sorted(self.commitments)))


@lru_cache(maxsize=16)
def _faces(sid: bytes, faces: tuple[int, ...]) -> dict[Point, int]:
    return {h2p("face", sid, face): face for face in faces}


def there(keys: DealKeys | None) -> DealKeys:
    """The keys of a deal in which they are opened."""
    if keys is None:
        raise Wrong("keys that nobody has opened")
    return keys


@dataclass(frozen=True)
class Rules:
    """The rules of one game, by the contract of `rules/api.py`."""

    api: ModuleType
    errors: ModuleType
    game: Any


@dataclass(frozen=True)
class Place:
    """Where an entry stands: game, height, chain hash before it."""

    game: bytes
    k: int
    prev: bytes


@dataclass(frozen=True)
class Table:
    """The rules' position and the deck at one height, equal for everybody.

    `ahead` are the deals made ahead (deck 6.14), `unused` the lowest number nobody has committed under;
    `twins` have once had equal keys; `drawn_at` is where the number that is being drawn was due first.
    """

    rules: Rules
    seats: tuple[int, ...]
    state: Any
    escrow_t: int
    half: int
    deal: Deal = Deal(0)
    ahead: tuple[Deal, ...] = ()
    unused: int = 1
    public: Mapping[int, int] = field(default_factory=dict)
    stand_ins: tuple[int, ...] = ()
    twins: tuple[int, ...] = ()
    drawn_at: Place | None = None
    is_ended: bool = False
    forfeits: tuple[int, ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        """Seats with a key in the deal that are not there."""
        return () if self.deal.keys is None else tuple(s for s in self.deal.keys.of if s not in self.seats)

    @property
    def outcome(self) -> Any:
        """The result, also of a game that was ended early; None while it goes on."""
        return self.state.standing().behind(self.forfeits) if self.is_ended else self.state.outcome()

    def with_deal(self, **changes: Any) -> Table:
        """The table with some things of its deal changed."""
        return replace(self, deal=replace(self.deal, **changes))

    def happen(self, event: object) -> Table:
        """The table after an event of the rules."""
        public = {**self.public, **dict(self.rules.api.opened(event))}
        return replace(self, state=self.state.after(event), public=public)

    def coming(self) -> list[Deal]:
        """The next two deals, as far as they are made ahead (deck 6.14)."""
        first = self.ahead[0] if self.ahead else Deal(self.unused)
        second = self.ahead[1] if len(self.ahead) > 1 else Deal(max(self.unused, first.number + 1))
        return [first, second]


# -- 6 the steps: what is due, how it is checked, what comes of it (deck 6.0) ------------------------------

KINDS: Final = ("commit", "open", "mix", "shares", "coin", "move", "split", "vouch", "part")
CARRIERS: Final = ("shares", "move")
Found: TypeAlias = Any
"""What was checked in an entry, as its step needs it afterwards."""


@dataclass(frozen=True)
class Payload:
    """What an entry carries (net 5.3)."""

    kind: str
    text: str
    data: bytes
    more: bytes
    ahead: Payload | None


def read_payload(pay: bytes) -> Payload:
    """The payload of an entry; raises `Wrong`."""
    number, text, data, more, ahead = unpack(pay, PAYLOAD, "a payload", PAY)
    kind, carried = KINDS[number], read_payload(ahead) if ahead else None
    need(
        not carried or (kind in CARRIERS and carried.kind not in CARRIERS),
        "a payload that may not be carried",
    )
    need(not text or kind == "move", "a payload with a text that it has not")
    need(not more or kind in ("shares", "coin", "part"), "a payload with more than its step has")
    return Payload(kind, text, data, more, carried)


@dataclass(frozen=True)
class Errand:
    """What one seat owes in a round of shares: slots in the clear, (slot, viewer) sealed, and for each
    missing seat the slots of which it lends."""

    clear: tuple[int, ...]
    sealed: tuple[tuple[int, int], ...]
    lent: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Step:
    """What is due at a table, and of whom. `asks` is what the rules ask for: a shuffle, a roll, shows.

    A check gives what it has found in an entry and how many proofs that were; what the rounds come to is
    made of what was found, by seat.
    """

    kind: str
    table: Table
    actors: tuple[int, ...]
    asks: Any = None
    plan: Mapping[int, Errand] = field(default_factory=dict)
    is_quiet: bool = False
    is_ahead: bool = False

    @property
    def deal(self) -> Deal:
        """The running deal."""
        return self.table.deal

    @property
    def keys(self) -> DealKeys:
        """Its keys."""
        return there(self.table.deal.keys)

    def check(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        """Check a payload for this step; raises `Wrong`."""
        need(pay.kind == self.kind, "an entry for another step than is due")
        checked: tuple[Found, int] = getattr(self, f"_check_{self.kind}")(place, seat, pay)
        return checked

    def after(self, place: Place, found: Mapping[int, Found]) -> Table:
        """The table after this step."""
        table: Table = getattr(self, f"_after_{self.kind}")(place, found)
        return table

    def context(self, place: Place, seat: int, what: str, *parts: int) -> bytes:
        """What a proof is bound to (deck 6.0)."""
        return lp(self.keys.sid, place.k, place.prev, seat, what, *parts)

    def _shared(self, kind: str, ctx: bytes, seat: int, a: Sequence[Point], data: bytes) -> list[Point]:
        """Shares with one proof for all of them (deck 6.7)."""
        fields = Message(data, 33 * len(a) + 64)
        shares = fields.points(len(a))
        check_same_log(lp(kind, ctx, self.keys.sid, seat), self.keys.of[seat], a, shares, fields)
        return shares

    def _lent(self, ctx: bytes, seat: int, missing: int, a: Sequence[Point], data: bytes) -> list[Point]:
        """What a seat lends of a missing seat's shares (deck 6.13)."""
        fields = Message(data, 33 * len(a) + 64)
        shares, public = fields.points(len(a)), self.deal.split[missing].public(seat)
        said = lp("lent share", lp(ctx, missing), self.keys.sid, seat)
        check_same_log(said, public, a, shares, fields)
        return shares

    def _check_commit(self, _: Place, __: int, pay: Payload) -> tuple[Found, int]:
        need(len(pay.data) == 32, "a commitment of another length")
        return pay.data, 0

    def _after_commit(self, place: Place, found: Mapping[int, Found]) -> Table:
        bound = h32("table", place.game, self.deal.number)
        return self.table.with_deal(table=bound, commitments={**self.deal.commitments, **found})

    def _check_open(self, _: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        deal, fields = self.deal, Message(pay.data, 129)
        (key,), nonce, (c, z) = fields.points(1), fields.take(32), fields.scalars(2)
        is_it = deal.commitments.get(seat) == h32("key", deal.table, seat, written(key), nonce)
        need(is_it, "a key that was not committed to")
        proof = Transcript("pop")
        proof.add("table", deal.table)
        proof.add("C", deal.all_commitments())
        proof.add("seat", lp(seat))
        proof.add("Y", written(key))
        check_knows(proof, "R", key, c, z)
        return (key, nonce), 1

    def _after_open(self, _: Place, found: Mapping[int, Found]) -> Table:
        table, deal = self.table, self.deal
        opened = dict(sorted({**deal.opened, **found}.items()))
        times = Counter(key for key, _ in opened.values())
        if twins := [seat for seat, (key, _) in opened.items() if times[key] > 1]:
            if again := [seat for seat in twins if seat in table.twins]:
                raise Wrong("equal keys for the second time in a game", *again)
            known = tuple(sorted({*table.twins, *twins}))
            return replace(table, deal=Deal(table.unused), unused=table.unused + 1, twins=known)
        if len(opened) < len(deal.commitments):
            return table.with_deal(opened=opened)
        joint = combine([(1, key) for key, _ in opened.values()])
        own, nonces = [written(key) for key, _ in opened.values()], [nonce for _, nonce in opened.values()]
        sid = h32("sid", deal.table, deal.all_commitments(), lp(*opened), *own, *nonces)
        keys = DealKeys(sid, {seat: key for seat, (key, _) in opened.items()}, joint)
        return table.with_deal(opened=opened, keys=keys)

    def _check_split(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        keys, t = self.keys, self.table.escrow_t
        fields = Message(pay.data, 33 * t + 64 + 48 * (len(keys.of) - 1))
        f = [keys.of[seat], *fields.points(t - 1)]
        (r,), (c, z) = fields.points(1), fields.scalars(2)
        boxes = {holder: fields.take(48) for holder in keys.of if holder != seat}
        split = Split(lp("escrow", self.context(place, seat, "escrow"), keys.sid, seat, t), f, r, boxes)
        proof = Transcript("escrow")
        proof.add("ctx", split.said)
        proof.add_all("F", f)
        proof.add("R", written(r))
        check_knows(proof, "R1", r, c, z)
        return split, 1

    def _after_split(self, _: Place, found: Mapping[int, Found]) -> Table:
        return self.table.with_deal(split={**self.deal.split, **found})

    def _check_vouch(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        """The dealers whom the complaints prove to have dealt a false part."""
        keys, split, ctx = self.keys, self.deal.split, self.context(place, seat, "vouch")
        count = len(pay.data) // 98
        fields, last, accused = Message(pay.data, 98 * count), -1, list[int]()
        while len(accused) < count:
            about = fields.take(1)[0]
            need(
                about > last and about != seat and about in split, "a complaint about nobody, or out of order"
            )
            (shared,), last = fields.points(1), about
            said = lp("complaint", lp(ctx, about), keys.sid, seat)
            check_same_log(said, keys.of[seat], [split[about].r], [shared], fields)
            need(
                not split[about].is_right(seat, keys.of[seat], shared),
                "a complaint about a part that is right",
            )
            accused.append(about)
        return accused, count

    def _after_vouch(self, _: Place, found: Mapping[int, Found]) -> Table:
        for accused in found.values():
            need(not accused, "dealt a part of a key that is not what was promised", *accused[:1])
        return self.table.with_deal(vouched=self.deal.vouched | {*found})

    @property
    def pile(self) -> Pile:
        """What a mix starts from: the last one's outcome, first the open faces and then the hidden cards."""
        if self.deal.mixed_by:
            return self.deal.mixing
        keys = self.keys
        fresh = [
            (G, combine([(1, h2p("face", keys.sid, face)), (1, keys.joint)])) for face in self.asks.faces
        ]
        return [*fresh, *((self.deal.cards[slot].a, self.deal.cards[slot].b) for slot in self.asks.slots)]

    def _check_mix(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        return check_shuffle(self.context(place, seat, "mix"), self.keys, self.pile, pay.data), 1

    def _after_mix(self, _: Place, found: Mapping[int, Found]) -> Table:
        if not found:
            return self._laid(self.pile)
        ((seat, pile),) = found.items()
        mixed_by = (*self.deal.mixed_by, seat)
        if self.is_ahead:
            return self.table.with_deal(faces=self.asks.faces, mixing=pile, mixed_by=mixed_by)
        if len(mixed_by) == len(self.table.seats):
            return self._laid(pile)
        return self.table.with_deal(mixing=pile, mixed_by=mixed_by)

    def _laid(self, pile: Pile) -> Table:
        """The table with a shuffled pile in the slots that the rules named (deck 6.5)."""
        table, deal, asks = self.table, self.deal, self.asks
        cards = {} if asks.new_deck else dict(deal.without(asks.slots).cards)
        cards |= {slot: Card(a, b, asks.pile) for slot, (a, b) in zip(asks.into, pile, strict=True)}
        faces = tuple(sorted({*asks.faces} if asks.new_deck else {*deal.faces, *asks.faces}))
        table = table.with_deal(cards=cards, dealt=True, mixing=(), mixed_by=(), faces=faces)
        if self.is_quiet:
            return table.with_deal(remix=deal.remix[1:])
        public = {} if asks.new_deck else table.public
        return replace(table, public=public).happen(table.rules.api.Shuffled(asks.pile, asks.into))

    def _check_shares(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        errand, cards = self.plan[seat], self.deal.cards
        need(bool(pay.data) == bool(errand.clear), "shares that nobody asked for, or none")
        need(bool(pay.more) == bool(errand.sealed or errand.lent), "shares that nobody asked for, or none")
        viewers = {viewer for _, viewer in errand.sealed}
        end = 66 * len(errand.sealed) + 32 * (2 + len(viewers)) if errand.sealed else 0
        clear: list[Point] = []
        if errand.clear:
            ctx = self.context(place, seat, "clear", *errand.clear)
            clear = self._shared("share", ctx, seat, [cards[slot].a for slot in errand.clear], pay.data)
        if errand.sealed:
            ctx = self.context(place, seat, "sealed", *(number for pair in errand.sealed for number in pair))
            items = [(cards[slot].a, viewer) for slot, viewer in errand.sealed]
            check_seals(ctx, self.keys, seat, items, pay.more[:end] if errand.lent else pay.more)
        lent, last = {}, len(errand.lent) - 1
        for number, (missing, slots) in enumerate(errand.lent):
            begin, end = end, end + 33 * len(slots) + 64
            told = pay.more[begin:] if number == last else pay.more[begin:end]
            ctx = self.context(place, seat, "lent", missing, *slots)
            lent[missing] = self._lent(ctx, seat, missing, [cards[slot].a for slot in slots], told)
        return (clear, lent), bool(clear) + bool(errand.sealed) + len(lent)

    def _after_shares(self, _: Place, found: Mapping[int, Found]) -> Table:
        table, cards, asked = self.table, dict(self.deal.cards), set[int]()
        lent: dict[tuple[int, int], dict[int, Point]] = {}
        given: list[tuple[int, int, Point]] = []
        for seat, (clear, lends) in found.items():
            errand = self.plan[seat]
            given += [(slot, seat, share) for slot, share in zip(errand.clear, clear, strict=True)]
            asked |= {*errand.clear, *(slot for slot, _ in errand.sealed)}
            for slot, viewer in errand.sealed:
                cards[slot] = replace(cards[slot], sealed=cards[slot].sealed | {(seat, viewer)})
            for missing, slots in errand.lent:
                for slot, share in zip(slots, lends[missing], strict=True):
                    lent.setdefault((slot, missing), {})[seat] = share
        given += [(slot, missing, joined(added)) for (slot, missing), added in lent.items()]
        for slot, seat, share in given:
            cards[slot] = replace(cards[slot], shares={**cards[slot].shares, seat: share})
            asked.add(slot)
        table = table.with_deal(cards=cards)
        for show in self.asks:
            table = _shown(table, show)
        ready = [slot for slot in sorted(asked & {*table.deal.cards}) if table.deal.is_open(slot)]
        return replace(table, public={**table.public, **{slot: table.deal.face(slot) for slot in ready}})

    def _coin(self, place: Place) -> bytes:
        at = self.table.drawn_at or place
        return lp(self.keys.sid, at.k, at.prev, self.asks.purpose)

    def _check_coin(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        ctx, missing = self._coin(place), sorted(self.table.missing)
        target = [h2p("rand", ctx, self.keys.sid)]
        if missing and seat not in self.actors[: len(self.deal.split[missing[0]].f)]:
            missing = []
        need(len(pay.more) == 97 * len(missing), "lent shares of a number that nobody asked for, or none")
        (share,) = self._shared("roll", ctx, seat, target, pay.data)
        lent = {
            each: self._lent(ctx, seat, each, target, pay.more[97 * at : 97 * at + 97])[0]
            for at, each in enumerate(missing)
        }
        return (share, lent), 1 + len(lent)

    def _after_coin(self, place: Place, found: Mapping[int, Found]) -> Table:
        shares = [share for share, _ in found.values()]
        for missing in self.table.missing:
            shares.append(joined({seat: lent[missing] for seat, (_, lent) in found.items() if lent}))
        total = written(combine([(1, each) for each in shares]))
        drawn = hashlib.sha512(lp(PROTO, "rand-out", self._coin(place), total)).digest()
        event = self.table.rules.api.Rolled(int.from_bytes(drawn, "big") % self.asks.sides)
        return replace(self.table, drawn_at=None).happen(event)

    def _check_move(self, place: Place, seat: int, pay: Payload) -> tuple[Found, int]:
        rules, deal = self.table.rules, self.deal
        try:
            action = rules.game.parse_action(pay.text)
        except rules.errors.BadText as why:
            raise Wrong(f"no action: {why}") from why
        need(str(action) == pay.text, "an action in another spelling")
        slots = [slot for slot, _ in action.opens]
        need(slots == sorted({*slots}), "an action that opens slots out of order")
        for slot in slots:
            is_own = slot in deal.cards and {*self.keys.of} - {*deal.cards[slot].shares} <= {seat}
            need(is_own, f"opens slot {slot}, which is not its own to open")
        try:
            self.table.state.check(rules.api.Moved(seat, action))
        except rules.errors.NotLegal as why:
            raise Wrong(f"{why.text} ({why.rule})") from why
        closed = [slot for slot in slots if not deal.is_open(slot)]
        need(bool(pay.data) == bool(closed), "shares that nobody asked for, or none")
        own: dict[int, Point] = {}
        if closed:
            ctx, points = self.context(place, seat, "open", *closed), [deal.cards[slot].a for slot in closed]
            own = dict(zip(closed, self._shared("share", ctx, seat, points, pay.data), strict=True))
        for slot, face in action.opens:
            shown = deal.face(slot, {seat: own[slot]} if slot in own else {})
            need(shown == face, f"claims that slot {slot} shows what it does not show")
        return action, int(bool(pay.data))

    def _after_move(self, _: Place, found: Mapping[int, Found]) -> Table:
        ((seat, action),) = found.items()
        return self._moved(seat, action)

    def _after_stand_in(self, _: Place, __: Mapping[int, Found]) -> Table:
        table = self.table
        return self._moved(table.state.needs[0].seat, table.rules.game.stand_in(table.state, table.public))

    def _moved(self, seat: int, action: Any) -> Table:
        deal = self.deal.without(slot for slot, _ in action.opens)
        return replace(self.table, deal=deal).happen(self.table.rules.api.Moved(seat, action))

    def _check_part(self, _: Place, __: int, pay: Payload) -> tuple[Found, int]:
        """The shares of a leaver that are needed, by slot (deck 6.9)."""
        cards, leaver, count = self.deal.cards, self.deal.parting[0], len(pay.more) // 41
        wanted = [s for s in sorted(cards) if leaver not in cards[s].shares and cards[s].viewers != {leaver}]
        fields = Message(pay.more, 41 * count)
        more = [(int.from_bytes(fields.take(8), "big"), fields.points(1)[0]) for _ in range(count)]
        slots = [slot for slot, _ in more]
        need(slots == sorted({*slots} - {*wanted}), "points of slots out of order, or that all know")
        points = dict(sorted({**{slot: cards[slot].a for slot in wanted}, **dict(more)}.items()))
        if not points:
            need(not pay.data, "shares of nothing")
            return {}, 0
        ctx = lp(self.keys.sid, "leaving", leaver, *points)
        shares = self._shared("leaving share", ctx, leaver, list(points.values()), pay.data)
        return {slot: share for slot, share in zip(points, shares, strict=True) if slot in wanted}, 1

    def _after_part(self, _: Place, found: Mapping[int, Found]) -> Table:
        """A leaver's lock comes off: B := B - D."""
        (given,), leaver, cards = found.values(), self.deal.parting[0], dict(self.deal.cards)
        for slot, card in self.deal.cards.items():
            if (share := card.shares.get(leaver) or given.get(slot)) is not None:
                rest = {seat: each for seat, each in card.shares.items() if seat != leaver}
                cards[slot] = replace(card, b=combine([(1, card.b), (-1, share)]), shares=rest)
        of = {seat: key for seat, key in self.keys.of.items() if seat != leaver}
        keys = DealKeys(self.keys.sid, of, combine([(1, key) for key in of.values()]))
        return self.table.with_deal(keys=keys, cards=cards, parting=self.deal.parting[1:])


def joined(lent: Mapping[int, Point]) -> Point:
    """The missing seat's share out of what each holder lends (deck 6.13)."""
    terms = []
    for h, share in lent.items():
        above = below = 1
        for other in lent:
            if other != h:
                above, below = above * (other + 1) % Q, below * (other - h) % Q
        terms.append((above * pow(below, -1, Q), share))
    return combine(terms)


def _shown(table: Table, show: Any) -> Table:
    """Tell the rules that one show is done."""
    deal, faces = table.deal, None
    if show.to is None:
        faces = tuple(deal.face(slot) for slot in show.slots)
        deal = deal.without(show.slots)
    else:
        seen = {s: replace(deal.cards[s], viewers=deal.cards[s].viewers | {*show.to}) for s in show.slots}
        deal = replace(deal, cards={**deal.cards, **seen})
    return replace(table, deal=deal).happen(table.rules.api.Shown(show.slots, show.to, faces))


def due(table: Table) -> Step:
    """The next step; it may need nobody (deck 6.0)."""
    api, deal = table.rules.api, table.deal
    if not table.state.needs or table.is_ended:
        return Step("over", table, ())
    first = table.state.needs[0]
    if deal.parting:
        return Step("part", table, table.seats[:1])
    if deal.remix:
        slots = deal.remix[0]
        return _mix(table, api.Shuffle(deal.cards[slots[0]].pile, (), slots, slots), is_quiet=True)
    if isinstance(first, api.Turn):
        return _turn(table, first.seat)
    is_of_others = deal.keys is not None and {*deal.keys.of} != {*table.seats}
    if isinstance(first, api.Shuffle) and first.new_deck and (deal.dealt or is_of_others):
        deal, *rest = table.ahead or (Deal(table.unused),)
        if deal.faces != first.faces or first.slots:
            deal = replace(deal, mixing=(), mixed_by=(), faces=())
        table = replace(table, deal=deal, ahead=tuple(rest), unused=max(table.unused, deal.number + 1))
    return _key_step(table) or _deck_step(table, first)


def _turn(table: Table, seat: int) -> Step:
    """A move; of an empty seat first the shares of all its closed cards, then what the rule plays."""
    if seat in table.seats:
        return Step("move", table, (seat,))
    hand = table.state.hand(seat)
    closed = tuple(slot for slot in hand if slot in table.deal.cards and slot not in table.public)
    return (
        _share_step(table, (), (table.rules.api.Show(closed, None),))
        if closed
        else Step("stand_in", table, ())
    )


def _deck_step(table: Table, first: Any) -> Step:
    api = table.rules.api
    if isinstance(first, api.Roll):
        return Step("coin", table, tuple(s for s in table.seats if s in there(table.deal.keys).of), first)
    if isinstance(first, api.Shuffle):
        return _mix(table, first)
    shows = tuple(each for each in table.state.needs if isinstance(each, api.Show))
    return _share_step(table, shows, shows)


def _mix(table: Table, shuffle: Any, *, is_quiet: bool = False, is_ahead: bool = False) -> Step:
    left = tuple(seat for seat in table.seats if seat not in table.deal.mixed_by)
    left = () if len(shuffle.into) < 2 else left if is_ahead else left[:1]
    return Step("mix", table, left, shuffle, is_quiet=is_quiet, is_ahead=is_ahead)


def _key_step(table: Table) -> Step | None:
    """The next round of a ceremony of keys; None where all is made."""
    deal = table.deal
    steps: list[tuple[str, Iterable[int]]] = []
    if deal.keys is None:
        is_ready = {*table.seats} <= {*deal.commitments}
        steps.append(("open", deal.opened) if is_ready else ("commit", deal.commitments))
    elif 0 < table.escrow_t < len(deal.keys.of) and {*deal.split} != {*deal.keys.of}:
        steps.append(("split", deal.split))
    elif deal.split and deal.vouched != {*deal.keys.of}:
        steps.append(("vouch", deal.vouched))
    return next(
        (Step(kind, table, tuple(s for s in table.seats if s not in done)) for kind, done in steps), None
    )


def _share_step(table: Table, done: tuple[Any, ...], shows: Sequence[Any]) -> Step:
    """Who owes which shares so that every show comes true (deck 5.2, 6.9)."""
    keys, deal = there(table.deal.keys), table.deal
    audiences: dict[int, frozenset[int] | None] = {}
    for show in shows:
        for slot in show.slots:
            before = audiences.get(slot, frozenset())
            audiences[slot] = None if before is None or show.to is None else before | {*show.to}
    here = [seat for seat in keys.of if seat in table.seats]
    clear: dict[int, list[int]] = {seat: [] for seat in keys.of}
    sealed: dict[int, list[tuple[int, int]]] = {seat: [] for seat in here}
    for slot in sorted(audiences):
        card, audience = deal.cards[slot], audiences[slot]
        viewers = None if audience is None else card.viewers | audience
        for seat in keys.of:
            if seat in card.shares:
                continue
            if seat not in here or viewers is None or seat not in viewers:
                clear[seat].append(slot)
                continue
            to = [v for v in sorted(viewers & {*keys.of}) if v != seat and (seat, v) not in card.sealed]
            sealed[seat] += [(slot, viewer) for viewer in to]
    lent = tuple((seat, tuple(clear[seat])) for seat in keys.of if seat not in here and clear[seat])
    lenders = here[: len(deal.split[table.missing[0]].f)] if lent else []
    plan = {
        seat: Errand(tuple(clear[seat]), tuple(sealed[seat]), lent if seat in lenders else ())
        for seat in here
    }
    actors = tuple(s for s, errand in plan.items() if errand.clear or errand.sealed or errand.lent)
    return Step("shares", table, actors, done, plan)


def _steps_ahead(step: Step) -> Iterator[Step]:
    """The steps of later deals that may be carried, the more urgent first (deck 6.14)."""
    table, faces = step.table, step.table.state.next_deck()
    if step.kind not in CARRIERS or not table.deal.dealt or not faces:
        return
    first, second = (replace(table, deal=deal, ahead=()) for deal in table.coming())
    if (keys := _key_step(first)) is not None:
        yield keys
        return
    if step.kind == "move" and (not first.deal.mixed_by or first.deal.faces == faces):
        yield _mix(first, table.rules.api.Shuffle("", faces, (), tuple(range(len(faces)))), is_ahead=True)
    if (keys := _key_step(second)) is not None:
        yield keys


@dataclass(frozen=True)
class Judged:
    """An entry that was checked: what it says of the step that is due, and of one that it carries.

    `accused` are the dealers of false parts of keys whom it proves guilty.
    """

    found: Found
    ahead: Found
    step_ahead: Step | None
    accused: Sequence[int]
    proofs: int


def judge(step: Step, place: Place, seat: int, pay: bytes) -> Judged:
    """Check an entry at its place; raises `Wrong` of its author."""
    try:
        payload = read_payload(pay)
        found, proofs = step.check(place, seat, payload)
        if payload.ahead is None:
            return Judged(found, None, None, found if step.kind == "vouch" else (), proofs)
        ahead = next((each for each in _steps_ahead(step) if seat in each.actors), None)
        if ahead is None:
            raise Wrong("an entry that carries what is not due")
        carried, more = ahead.check(place, seat, payload.ahead)
        return Judged(found, carried, ahead, carried if ahead.kind == "vouch" else (), proofs + more)
    except Wrong as why:
        raise Wrong(f"seat {seat}: {why}", seat) from why


def after_round(step: Step, place: Place, judged: Mapping[int, Judged]) -> Step:
    """The step that is due after a round."""
    table = step.after(place, {seat: each.found for seat, each in judged.items()})
    coming, twins = step.table.coming(), table.twins
    carried = {seat: each.ahead for seat, each in judged.items() if each.step_ahead is not None}
    for ahead in _steps_ahead(step) if carried else ():
        parts = {seat: carried.pop(seat) for seat in ahead.actors if seat in carried}
        if parts:
            made, number = ahead.after(place, parts), ahead.deal.number
            coming = [made.deal if deal.number == number else deal for deal in coming]
            twins = made.twins
    begun = tuple(deal for deal in coming if deal.commitments)
    unused = max([table.unused, *(deal.number + 1 for deal in begun)])
    return settled(replace(table, ahead=begun, unused=unused, twins=twins), place)


def settled(table: Table, place: Place) -> Step:
    """The step that is due, after all that needs nobody's entry."""
    while not (step := due(table)).actors and step.kind != "over":
        table = step.after(place, {})
    return step


# -- 7 changes of view (net 5.6, deck 6.9) -----------------------------------------------------------------

GO_ON, STAND_IN_FOR, LEAVE_OUT, END = range(4)
LEFT: Final = 1


@dataclass(frozen=True)
class View:
    """Who sits at the table from here on, what becomes of the others, and why."""

    act: tuple[int, ...]
    choice: int
    why: int
    is_half: bool


def after_view(step: Step, place: Place, view: View) -> Step:
    """The step that is due after a change of view; raises `Wrong` where the game cannot go on so."""
    if step.kind == "over":
        need(not view.is_half, "a change of half of the table after the end of the game")
        return step
    table = step.table
    if step.kind == "coin" and table.drawn_at is None:
        table = replace(table, drawn_at=place)
    return settled(_changed(table, view), place)


def _changed(table: Table, view: View) -> Table:
    act = {*view.act}
    need(act - {*table.seats} <= {*table.stand_ins}, "a seat that was left out comes back")
    need(not view.is_half or (view.choice == END and table.half > 0), "half of a table that goes on")
    if view.choice == END:
        others = (seat for seat in range(len(table.state.standing().ranks)) if seat not in act)
        forfeits = tuple(others) if view.is_half and table.half == 2 else ()
        return replace(table, seats=view.act, is_ended=True, forfeits=forfeits)
    missing = tuple(sorted({*table.seats, *table.stand_ins} - act))
    need(
        view.choice != GO_ON or {*missing} <= {*table.stand_ins},
        "seats are missing, and nothing is said of them",
    )
    if view.act == table.seats and not (missing and view.choice == LEAVE_OUT):
        return table
    after = replace(table, seats=view.act, stand_ins=missing)
    if view.choice == LEAVE_OUT:
        after = replace(_left(table, missing, view.why), seats=view.act, stand_ins=())
    deal = _deal_after(table, after, view)
    after = replace(after, deal=deal, ahead=(), unused=max(table.unused, deal.number + 1))
    if table.drawn_at is None or not _is_drawing(after) or deal.keys is not table.deal.keys or deal.parting:
        return replace(after, drawn_at=None)
    return after


def _left(table: Table, gone: Iterable[int], why: int) -> Table:
    """Tell the rules who is left out."""
    for seat in gone:
        if table.state.needs:
            try:
                table = table.happen(table.rules.api.Left(seat, "left" if why == LEFT else "gone"))
            except table.rules.errors.NotLegal as refusal:
                raise Wrong(f"the rules refuse it: {refusal.text}") from refusal
    return table


def _is_drawing(table: Table) -> bool:
    return bool(table.state.needs) and isinstance(table.state.needs[0], table.rules.api.Roll)


def _deal_after(before: Table, after: Table, view: View) -> Deal:
    """The deal with other people at it (deck 6.9)."""
    api, needs, deal = after.rules.api, after.state.needs, before.deal
    if not needs:
        return deal
    unlent = _why_unlent(after)
    is_anew = isinstance(needs[0], api.Shuffle) and needs[0].new_deck
    if is_anew or not (deal.cards or (before.drawn_at and _is_drawing(after) and not unlent)):
        return Deal(before.unused if deal.commitments else deal.number)
    if unlent:
        need(view.why == LEFT, unlent)
        holds = any(card.viewers == {seat} for seat in after.missing for card in deal.cards.values())
        need(not holds or view.choice != STAND_IN_FOR, "a stand-in for a hand that nobody can open")
        parting = tuple(sorted({*deal.parting, *after.missing}))
        remix = _remixed(deal, deal.cards)
        return replace(deal, mixing=(), mixed_by=(), remix=remix, parting=parting)
    is_back = not {*after.seats} <= {*before.seats}
    was = before.state.needs if needs != before.state.needs or is_back else ()
    asked = [slot for each in was if isinstance(each, api.Show) for slot in each.slots]
    return replace(deal, mixing=(), mixed_by=(), remix=_remixed(deal, asked))


def _why_unlent(table: Table) -> str:
    """Why those who are there cannot lend what is missing; "" if they can."""
    missing, split = table.missing, table.deal.split
    if not missing:
        return ""
    if not split:
        return "cards that lie closed need the missing seat's key"
    holders = len(there(table.deal.keys).of) - len(missing)
    return "too few hold parts of the missing keys" if any(holders < len(split[s].f) for s in missing) else ""


def _remixed(deal: Deal, asked: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """What is shuffled once more: of each pile that one of these slots is of, all that nobody was shown."""
    unseen = {slot: card for slot, card in deal.cards.items() if not card.viewers}
    piles = {unseen[slot].pile for slot in asked if slot in unseen}
    found = {tuple(sorted(slot for slot, card in unseen.items() if card.pile == pile)) for pile in piles}
    return tuple(sorted(slots for slots in found | {*deal.remix} if len(slots) > 1))


def view_of(votes: Sequence[list[Any]], acts: Sequence[tuple[int, ...]]) -> View:
    """What the votes make, of all who have sat at the table since the last height with acks (R14)."""
    need(all(vote[4:7] == votes[0][4:7] for vote in votes), "not all who would stay have voted for the same")
    stay, choice, why = votes[0][4:7]
    act = {*stay}
    is_most = [2 * len(act & {*before}) > len(before) for before in acts]
    is_half = [act <= {*before} and 2 * len(act) == len(before) for before in acts]
    if all(is_most):
        return View(tuple(stay), choice, why, is_half=False)
    is_enough = all(map(max, is_most, is_half)) and choice == END
    need(is_enough, "those who would stay are not more than half of the table")
    return View(tuple(stay), choice, why, is_half=True)


def stand_of(votes: Sequence[list[Any]], seats: int) -> tuple[int, int, bytes | None]:
    """View, height and chain hash of what a change stands on; without a hash, what is below it (R14)."""
    lv, lk = max((vote[7], vote[8]) for vote in votes)
    locks = Counter(vote[9] for vote in votes if (vote[7], vote[8]) == (lv, lk))
    if len(locks) == 1:
        return lv, lk, next(iter(locks))
    liars = max((seats - 1) // 2 - 1, 0)
    final = [h for h, count in locks.items() if len(votes) - count <= liars]
    return lv, lk, final[0] if len(final) == 1 else None


# -- 8 the log (net 5.3, 11) -------------------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """A record as it lies in its file (net 11)."""

    genesis: bytes
    sigs: Sequence[bytes]
    records: Sequence[bytes]
    evidence: Sequence[bytes]
    hands: Sequence[bytes]


def read_file(data: bytes) -> File:
    """The parts of a record file; raises `NotJudged` for what is none, `Wrong` for one that is damaged."""
    if len(data) > 256 << 20 or data[:12] != b"SHOAL RECORD":
        raise NotJudged("this file is no record of Shoal")
    at, version = 14, int.from_bytes(data[12:14], "big")
    if version not in (1, 2) or len(data) < 14:
        raise NotJudged(f"this record is of version {version}, which came later than this reader")
    whole = len(data) >= 32 and blake("shoal1-file", data[:-32]) == data[-32:]
    need(whole, "the file is damaged or cut off: its check does not fit")

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        need(at <= len(data) - 32, "the file is cut off")
        return data[at - size : at]

    def parts(width: int, least: int, most: int, longest: int) -> list[bytes]:
        count = int.from_bytes(take(width), "big")
        need(least <= count <= most, "the file counts more of something than there can be")
        found = []
        for _ in range(count):
            size = int.from_bytes(take(4), "big")
            need(1 <= size <= longest, "the file has a part of another size")
            found.append(take(size))
        return found

    size = int.from_bytes(take(4), "big")
    need(1 <= size <= 8192, "the file has a genesis of another size")
    genesis, count = take(size), take(1)[0]
    need(1 <= count <= 10, "the file has more signatures than seats")
    sigs = [take(64) for _ in range(count)]
    records, evidence = parts(4, 0, 100_000, 200 << 10), parts(1, 0, 40, PAY + 384)
    hands = parts(1, 1, 10, 8192) if version == 2 else []
    for each in (evidence, hands):
        need(each == sorted({*each}), "the file has evidence or hands twice or out of order")
    need(at == len(data) - 32, "the file has something behind its end")
    return File(genesis, sigs, records, evidence, hands)


@dataclass(frozen=True)
class Player:
    """Who sits in a seat (net 5.3)."""

    ed: bytes
    nick: str
    runner: int | None


@dataclass(frozen=True)
class Genesis:
    """What all have signed before the game (net 5.3)."""

    id: bytes
    game: str
    rules: str
    engine: bytes
    options: bytes
    players: Sequence[Player]
    policy: Sequence[int]


def read_genesis(file: File) -> Genesis:
    """The genesis, its signatures, certificates and vouchers checked."""
    fields = unpack(file.genesis, GENESIS, "the genesis", 8192)
    if fields[1] != 2:
        raise NotJudged(f"this game is of version {fields[1]} of the protocol, and this reader of version 2")
    rows, policy = fields[7], fields[8]
    for column, what in ((0, "key"), (1, "CURVE key")):
        need(len({row[column] for row in rows}) == len(rows), f"two seats with one {what}")
    seen = [seen_name(row[3]) for row in rows]
    need("" not in seen and len({*seen}) == len(seen), "two players whose names look the same, or one unseen")
    runners = [row[4] - 1 if row[4] else None for row in rows]
    for seat, (row, runner) in enumerate(zip(rows, runners, strict=True)):
        is_run = runner is None or (runner < len(rows) and runners[runner] in (None, runner))
        need(is_run, "a bot that no player at the table runs")
        need(
            len(row[6]) == (0 if runner in (None, seat) else 64), "a bot without a voucher, or one for no bot"
        )
    need(not 0 < policy[1] < 5 and policy[3] < len(rows), "a policy that nobody can keep")
    need(len(file.sigs) == len(rows), "another number of signatures than of seats")
    for seat, (row, sig) in enumerate(zip(rows, file.sigs, strict=True)):
        check_signed(row[0], b"shoal1.genesis\0" + file.genesis, sig, f"the genesis, of seat {seat},")
    for seat, (row, runner) in enumerate(zip(rows, runners, strict=True)):
        if runner not in (None, seat):
            check_signed(rows[runner or 0][0], b"shoal1.bot\0" + row[0], row[6], f"the bot of seat {seat}")
    players = tuple(Player(row[0], row[3], runner) for row, runner in zip(rows, runners, strict=True))
    game, rules, engine, options = fields[2:6]
    g = blake("shoal1-game", lp(file.genesis))
    return Genesis(
        id=g, game=game, rules=rules, engine=engine, options=options, players=players, policy=policy
    )


def check_certificates(file: File) -> None:
    """That each CURVE key is certified by its player, for ever (net 1.4)."""
    for seat, row in enumerate(unpack(file.genesis, GENESIS, "the genesis", 8192)[7]):
        cert, u = row[2], int.from_bytes(row[2][:32], "little") & (2**255 - 1)
        need(cert[32:48] == bytes(8) + (2**63).to_bytes(8, "big"), "a certificate that is not for ever")
        check_signed(row[0], b"shoal1.cert\0" + cert[:48], cert[48:], f"the certificate of seat {seat}")
        need(u % P25519 not in NO_SECRET, "a CURVE key of small order")
        need(cert[:32] == row[1], f"the certificate of seat {seat} is for another key")


BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d")


def seen_name(name: str) -> str:
    """What a person sees of a name (net 5.3)."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())

    def is_hidden(sign: str) -> bool:
        is_selector = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
        unseen = unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") and not sign.isspace()
        return sign in BLANKS or is_selector or unseen

    return " ".join("".join(sign for sign in folded if not is_hidden(sign)).split())


def rules_for(genesis: Genesis) -> Rules | None:
    """The rules of a game if they are here; raises `NotJudged` for others of that name."""
    try:
        api, errors = (importlib.import_module(f"rules.{name}") for name in ("api", "errors"))
        module = importlib.import_module(f"rules.{genesis.game}.game")
    except (ImportError, ValueError):
        return None
    kinds = [each for each in vars(module).values() if isinstance(each, type)]
    games = [kind() for kind in kinds if getattr(kind, "key", None) == genesis.game]
    if not games:
        return None
    words = f"{genesis.game} {games[0].version} {PROTO}"
    if (genesis.rules, genesis.engine) != (games[0].version, blake("shoal1-engine", words.encode())):
        raise NotJudged(f"the game was played by other rules ({genesis.rules}) than are here")
    return Rules(api, errors, games[0])


def first_table(genesis: Genesis, rules: Rules) -> Table:
    """The table at height 0; raises `Wrong` for options that the game does not have."""
    game, seats = rules.game, tuple(range(len(genesis.players)))
    try:
        lines = genesis.options.decode().split("\n") if genesis.options else []
        options = game.checked_options(len(seats), dict(line.split("=", 1) for line in lines))
    except (ValueError, rules.errors.BadOptions) as why:
        raise Wrong(f"options that the game does not have: {why}") from why
    written_again = "\n".join(f"{key}={value}" for key, value in options.items()).encode()
    need(written_again == genesis.options, "options in another spelling")
    policy = genesis.policy
    return Table(rules, seats, game.start(len(seats), options), escrow_t=policy[3], half=policy[7])


@dataclass(frozen=True)
class Envelope:
    """A signed message, with the hash of its body."""

    seat: int
    body: bytes
    sig: bytes
    id: bytes


def open_envelope(raw: bytes) -> Envelope:
    """The envelope that some bytes are; its signature is not looked at."""
    seat, body, sig = unpack(raw, ENVELOPE, "an envelope", PAY + 384)
    return Envelope(seat, body, sig, blake("shoal1-body", lp(body)))


def chain(place: Place, kind: str, v: int, act: Sequence[int], items: Iterable[Envelope]) -> bytes:
    """h_k (net 5.1): the numbers are msgpack of [v, k, act]."""
    numbers = b"\x93" + _packed(v) + _packed(place.k) + bytes((0x90 | len(act), *act))
    return blake("shoal1-chain", lp(place.prev, kind, numbers, *(item.id for item in items)))


def _packed(number: int) -> bytes:
    for head, size in ((None, 1), (0xCC, 1), (0xCD, 2), (0xCE, 4)):
        if number < (0x80 if head is None else 1 << 8 * size):
            return (b"" if head is None else bytes((head,))) + number.to_bytes(size, "big")
    return b"\xcf" + number.to_bytes(8, "big")


@dataclass(frozen=True)
class Stage:
    """The table before a height: what evidence is weighed on. `final` are h and st of that height."""

    place: Place
    step: Step | None
    v: int
    act: tuple[int, ...]
    final: tuple[bytes, bytes] | None = None


class Reader:
    """A log that is checked record by record. Without a step the rules are not here."""

    def __init__(self, genesis: Genesis, step: Step | None) -> None:
        self.keys = [player.ed for player in genesis.players]
        self.place = Place(genesis.id, 1, genesis.id)
        self.step = step
        self.v = 0
        self.acts: list[tuple[int, ...]] = [tuple(range(len(self.keys)))]
        self.open_from = 0  # the lowest height that no acks have made final yet
        self.st: bytes | None = step.table.state.digest() if step else None
        self.signatures = self.proofs = 0
        self.views: list[tuple[int, View]] = []
        self.stages: dict[int, Stage] = {}

    @property
    def stage(self) -> Stage:
        """Where the next record will stand."""
        return Stage(self.place, self.step, self.v, self.acts[-1])

    def check_end(self) -> None:
        """Raise `Wrong` behind a record that nothing has made final."""
        need(not self.open_from, f"record {self.open_from} is not acknowledged by every seat")

    def take(self, raw: bytes) -> None:
        """Check the next record."""
        kind, v, k, prev, act_list, items, acks = unpack(raw, RECORD, "a record", 200 << 10)
        act, place = tuple(act_list), self.place
        entries, heard = [open_envelope(each) for each in items], [open_envelope(each) for each in acks]
        for seats in (act, [each.seat for each in entries], [each.seat for each in heard]):
            need([*seats] == sorted({*seats}), "a record with seats twice or out of order")
        if kind == "round":
            self.check_end()
        is_next = (v, act) == (self.v, self.acts[-1]) if kind == "round" else v > self.v
        need(is_next, "a record of another view than the one before it")
        need((k, prev) == (place.k, place.prev), "a record of another height, or on another chain")
        stage, h = self.stage, chain(place, kind, v, act, entries)
        step = self._round(entries, v) if kind == "round" else self._view(entries, v, act)
        st = step.table.state.digest() if step else None
        if heard:
            st = self._acks(heard, act, v, h, st)
        self.stages[k] = replace(stage, final=(h, st) if st else None)
        self.open_from = 0 if heard else self.open_from or k
        self.acts = [act] if heard else [*self.acts, act]
        self.v, self.step, self.st, self.place = v, step, st, Place(place.game, k + 1, h)

    def _body(self, envelope: Envelope, form: list[Any]) -> list[Any]:
        """The body of a message of this game, signed by its seat, which stands in it."""
        need(envelope.seat < len(self.keys), "a message of a seat that nobody has")
        whose = f"a message in the name of seat {envelope.seat}"
        check_signed(self.keys[envelope.seat], b"shoal1.table\0" + envelope.body, envelope.sig, whose)
        self.signatures += 1
        body = unpack(envelope.body, form, "a message", PAY + 256)
        seat = body[3 if form is VOTE else 4]
        need(body[1] == self.place.game and seat == envelope.seat, "a message of another game or seat")
        return body

    def _round(self, items: Sequence[Envelope], v: int) -> Step | None:
        step, place = self.step, self.place
        actors = tuple(item.seat for item in items)
        if step is not None:
            need(bool(step.actors), "a record after the end of the game")
            need(actors == step.actors, "a record that others have written than those whose turn it was")
        need(
            bool(actors) and {*actors} <= {*self.acts[-1]}, "a record without entries, or of others' entries"
        )
        pays: dict[int, bytes] = {}
        for item in items:
            body = self._body(item, ENTRY)
            need((body[2], body[3]) == (v, place.k), "an entry for another place")
            self.st = body[6] if step is None and self.st is None else self.st
            check_entry(body, place, self.st, len(items))
            pays[item.seat] = body[7]
        if step is None:
            for seat, pay in pays.items():
                try:
                    read_payload(pay)
                except Wrong as why:
                    raise Wrong(f"seat {seat}: {why}", seat) from why
            return None
        judged = {seat: judge(step, place, seat, pay) for seat, pay in pays.items()}
        self.proofs += sum(each.proofs for each in judged.values())
        return after_round(step, place, judged)

    def _view(self, items: Sequence[Envelope], v: int, act: tuple[int, ...]) -> Step | None:
        place = self.place
        is_voted = bool(act) and tuple(item.seat for item in items) == act
        need(is_voted, "a change of view without a vote of each seat")
        votes = [self._body(item, VOTE) for item in items]
        for vote in votes:
            need(is_vote(vote), "a vote that says nothing")
            need((vote[2], tuple(vote[4])) == (v, act), "a vote for another view")
        lv, lk, lh = stand_of(votes, len(self.acts[0]))
        is_on_it = (lv, lk, lh) == (self.v, place.k - 1, place.prev)
        is_below = lh is None and (self.v < lv or place.k == lk) and self.v <= lv and place.k <= lk
        need(is_on_it or is_below, "a change of view that does not stand on the highest lock of its votes")
        view = view_of(votes, self.acts)
        self.views.append((place.k, view))
        return after_view(self.step, place, view) if self.step else None

    def _acks(
        self, heard: Sequence[Envelope], act: tuple[int, ...], v: int, h: bytes, st: bytes | None
    ) -> bytes:
        """The state that one ack of every seat confirms."""
        need(tuple(each.seat for each in heard) == act, "a record that is not acknowledged by every seat")
        bodies = [self._body(each, ACK) for each in heard]
        for body in bodies:
            need((body[2], body[3]) == (v, self.place.k), "an acknowledgement for another place")
        agreed = bodies[0][6] if st is None else st
        for body in bodies:
            seat = body[4] if st is not None else None
            need(
                body[5] != h or body[6] == agreed,
                "an acknowledgement of a position that does not follow",
                seat,
            )
        need(all(body[5] == h for body in bodies), "an acknowledgement of another course of the game")
        return agreed


def is_vote(vote: list[Any]) -> bool:
    """True if a vote names its own seat, all in order, on a lock of a view before its own."""
    return vote[4] == sorted({*vote[4]}) and vote[3] in vote[4] and vote[7] < vote[2]


def check_entry(body: list[Any], place: Place, st: bytes | None, actors: int) -> None:
    """Raise `Wrong` of its author for an entry on another chain or state, or one that is too long."""
    need(body[5] == place.prev, "writes on another chain", body[4])
    need(body[6] == st, "writes on another position than the moves lead to", body[4])
    need(len(body[7]) <= min(PAY, 2 * PAY // actors), "writes more than fits into a round", body[4])


# -- 9 evidence (net 11.1) and opened hands (deck 6.15) ----------------------------------------------------

Charge: TypeAlias = tuple[int | None, str]
"""A seat (None where nobody can be named), and what it has signed."""
TWICE, ILLEGAL, COMBINED = "equivocation", "illegal", "combination"
FALSE_STATE, FALSE_VOTE = "false-state", "false-vote"


def read_evidence(file: File, reader: Reader) -> list[tuple[Envelope, list[Any]]]:
    """The messages of the evidence, signed by their seats."""
    found = []
    for raw in file.evidence:
        envelope = open_envelope(raw)
        body = unpack(envelope.body, BODIES, "a message of the evidence", PAY + 256)
        need(body[0] != "V" or is_vote(body), "a vote that says nothing")
        reader._body(envelope, {"E": ENTRY, "A": ACK, "V": VOTE}[body[0]])
        found.append((envelope, body))
    return found


def _slot(body: list[Any]) -> tuple[Any, ...]:
    """What may be signed once (net 5.5)."""
    return ("V", body[2], body[3]) if body[0] == "V" else (body[0], *body[2:5])


def weigh(messages: Sequence[tuple[Envelope, list[Any]]], stages: Iterable[Stage]) -> list[Charge]:
    """What messages prove, each at its own height."""
    slots: dict[tuple[Any, ...], dict[bytes, tuple[Envelope, list[Any]]]] = {}
    for envelope, body in messages:
        slots.setdefault(_slot(body), {})[envelope.id] = envelope, body
    charges: set[Charge] = {(slot[-1], TWICE) for slot, each in slots.items() if len(each) > 1}
    every = [body for each in slots.values() for _, body in each.values()]
    for vote in (body for body in every if body[0] == "V"):
        for ack in (body for body in every if body[0] == "A" and body[4] == vote[3]):
            lock, at = (vote[7], vote[8]), (ack[2], ack[3])
            if ack[2] < vote[2] and (at > lock or (at == lock and ack[5] != vote[9])):
                charges.add((vote[3], FALSE_VOTE))
    alone = [next(iter(each.values())) for each in slots.values() if len(each) == 1]
    for stage in stages:
        charges |= _weighed_at(stage, alone) if stage.step is not None else set()
    return sorted(charges, key=lambda charge: (-1 if charge[0] is None else charge[0], charge[1]))


def _weighed_at(stage: Stage, alone: Sequence[tuple[Envelope, list[Any]]]) -> set[Charge]:
    """What messages that are alone in their slots prove at one height."""
    step, place = stage.step, stage.place
    if step is None:
        return set()
    here = [each for each in alone if each[1][0] != "V" and each[1][3] == place.k]
    entries = [
        (envelope, body)
        for envelope, body in here
        if body[0] == "E" and (body[2], body[5]) == (stage.v, place.prev) and body[4] in step.actors
    ]
    st, judged = step.table.state.digest(), dict[int, Judged]()
    refused, accused = set[Charge](), set[Charge]()
    for _, body in entries:
        try:
            check_entry(body, place, st, len(step.actors))
            judged[body[4]] = judge(step, place, body[4], body[7])
            accused |= {(dealer, COMBINED) for dealer in judged[body[4]].accused[:1]}
        except Wrong:
            refused.add((body[4], FALSE_STATE if body[6] != st else ILLEGAL))
    acks = [body for _, body in here if body[0] == "A"]
    found = refused or accused
    if stage.final is not None:
        found |= {
            (ack[4], FALSE_STATE) for ack in acks if ack[5] == stage.final[0] and ack[6] != stage.final[1]
        }
    entries.sort(key=lambda each: each[1][4])
    if found or not step.actors or tuple(body[4] for _, body in entries) != step.actors:
        return found
    h = chain(place, "round", stage.v, stage.act, [envelope for envelope, _ in entries])
    try:
        after = after_round(step, place, {seat: judged[seat] for seat in step.actors}).table.state.digest()
    except Wrong as why:
        return {(seat, COMBINED) for seat in why.seats}
    return {(ack[4], FALSE_STATE) for ack in acks if (ack[2], ack[5]) == (stage.v, h) and ack[6] != after}


def check_hands(file: File, genesis: Genesis, step: Step) -> dict[int, list[int]]:
    """The faces of the hands that were opened after the game, by seat; all shares proven."""
    found: dict[int, list[int]] = {}
    for raw in file.hands:
        body, sig = unpack(raw, HAND, "an opened hand", 8192)
        _, game, seat, data = unpack(body, HAND_BODY, "an opened hand", 8192)
        need(game == genesis.id and seat < len(genesis.players), "a hand of another game or seat")
        check_signed(genesis.players[seat].ed, b"shoal1.hand\0" + body, sig, f"the hand of seat {seat}")
        deal = step.table.deal
        need(step.kind == "over" and deal.keys is not None, "a hand where the game is not over", seat)
        keys = there(deal.keys)
        cards = {
            slot: card
            for slot, card in sorted(deal.cards.items())
            if card.viewers == {seat} and {*keys.of} - {*card.shares} == {seat}
        }
        need(bool(cards), "another hand than the one held at the end", seat)
        try:
            ctx, points = lp(keys.sid, seat, "hand", *cards), [card.a for card in cards.values()]
            shares = step._shared("hand", ctx, seat, points, data)
        except Wrong as why:
            raise Wrong(str(why), seat) from why
        need(seat not in found, "one player's hand twice")
        found[seat] = [deal.face(slot, {seat: share}) for slot, share in zip(cards, shares, strict=True)]
    return found


# -- 10 the verdict, and the sentences ---------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What a record proves. `status` is 0 where everything holds, 1 where something does not, 2 where it
    cannot be judged or only without its rules; `k` is the height of the problem, `seat` who signed it."""

    status: int
    problem: str = ""
    k: int = 0
    seat: int | None = None
    genesis: Genesis | None = None
    reader: Reader | None = None
    charges: Sequence[Charge] = ()
    claims: int = 0
    hands: Mapping[int, list[int]] = field(default_factory=dict)


def verdict_of(data: bytes, progress: Callable[[int, int], None] = lambda done, of: None) -> Verdict:
    """Judge the bytes of a file."""
    genesis: Genesis | None = None
    reader: Reader | None = None
    k = 0
    try:
        file = read_file(data)
        genesis = read_genesis(file)
        rules = rules_for(genesis)
        table = first_table(genesis, rules) if rules else None
        check_certificates(file)
        reader = Reader(genesis, settled(table, Place(genesis.id, 1, genesis.id)) if table else None)
        for raw in file.evidence:
            unpack(open_envelope(raw).body, BODIES, "a message of the evidence", PAY + 256)
        for k, raw in enumerate(file.records, 1):
            reader.take(raw)
            progress(k, len(file.records))
        reader.check_end()
        k = 0
        charges = _charges(file, reader)
        hands = check_hands(file, genesis, reader.step) if reader.step else {}
    except NotJudged as why:
        return Verdict(2, str(why), genesis=genesis)
    except Wrong as why:
        at = reader.open_from if reader and reader.open_from and "acknowledged by every" in str(why) else k
        return Verdict(1, str(why), k=at, seat=why.seat, genesis=genesis, reader=reader)
    claims = len(reader.step.table.state.audit()) if reader.step else 0
    return Verdict(
        0 if reader.step else 2, genesis=genesis, reader=reader, charges=charges, claims=claims, hands=hands
    )


def _charges(file: File, reader: Reader) -> list[Charge]:
    messages = read_evidence(file, reader)
    wanted = {body[3] for _, body in messages if body[0] != "V"}
    return weigh(messages, [*(stage for k, stage in reader.stages.items() if k in wanted), reader.stage])


def fingerprint(public: bytes) -> str:
    """The letters of a key that people compare (net 1.4)."""
    text = base64.b32encode(blake("shoal1-finger", public, 10)).decode()
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))


def sentences(verdict: Verdict) -> str:
    """Whose game it was, what holds, and what a record cannot show."""
    genesis, reader = verdict.genesis, verdict.reader
    lines = []
    if genesis is not None:
        players = (f"{player.nick} ({fingerprint(player.ed)}{_bot(player)})" for player in genesis.players)
        lines.append(f"Game {genesis.id.hex()[:16]} of {genesis.game}: {', '.join(players)}.")
    if verdict.problem or genesis is None or reader is None:
        word = "This cannot be judged" if verdict.status == 2 else "This record does not hold"
        at = f" at step {verdict.k}" if verdict.k else ""
        names = genesis.players if genesis else ()
        by = "Nobody is named: anybody could have changed the file."
        if verdict.seat is not None:
            by = f"Signed by {names[verdict.seat].nick}, key {fingerprint(names[verdict.seat].ed)}."
        return "\n".join([*lines, f"{word}{at}: {verdict.problem}.", *([by] if verdict.status == 1 else [])])
    steps = f"{reader.place.k - 1} steps, {reader.signatures} signatures"
    if reader.step is None:
        lines.append(
            f"Holds: {steps}, every link and every acknowledgement, {len(reader.views)} changes of view."
        )
        lines.append(
            "NOT CHECKED, for the rules of the game are not here: positions, cards, shuffles and numbers."
        )
    else:
        lines.append(f"Holds: {steps}, {reader.proofs} proofs of the deck, every position by the rules.")
        lines.append(_result(genesis, reader.step.table, len(reader.views)))
    lines.append(_proven(genesis, verdict))
    lines.append(
        "It cannot know: whose the keys are, who told whom what, who was really away, if the game went on"
        " behind the record's end, or if one person made all of it up with invented keys."
    )
    return "\n".join(lines)


def _bot(player: Player) -> str:
    return "" if player.runner is None else ", a bot"


def _result(genesis: Genesis, table: Table, views: int) -> str:
    outcome = table.outcome
    changes = f" The table changed {views} times." if views else ""
    if outcome is None:
        return f"The game is not over.{changes}"
    rows = zip(outcome.ranks, genesis.players, outcome.scores, strict=True)
    ranked = sorted(rows, key=lambda row: row[0])
    told = ", ".join(f"{rank}. {player.nick} {score}" for rank, player, score in ranked)
    return f"Result{' where it was ended' if table.is_ended else ''}: {told}.{changes}"


def _proven(genesis: Genesis, verdict: Verdict) -> str:
    who = [
        f"{'somebody' if seat is None else genesis.players[seat].nick} ({deed})"
        for seat, deed in verdict.charges
    ]
    told = f"Proven to have broken the rules of the table: {', '.join(who)}." if who else "Nobody is charged."
    claims = f" False claims that open cards have shown: {verdict.claims}." if verdict.claims else ""
    return told + claims


def main(words: Sequence[str]) -> int:
    """Judge the file of the command line."""
    if len(words) != 1:
        print("python3 second_reader.py FILE        checks the record of a game (.shoal)")
        return 2
    here = __file__.replace("\\", "/").rpartition("/")[0] or "."
    sys.path[1:1] = [here, f"{here}/.."]  # where `rules` may lie

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty() and (done % 16 == 0 or done == of):
            print(f"\r{done} of {of} steps", end="\n" if done == of else "", file=sys.stderr, flush=True)

    try:
        with open(words[0], "rb") as file:
            data = file.read((256 << 20) + 1)
    except OSError as why:
        print(f"cannot read {words[0]}: {why.strerror}")
        return 2
    verdict = verdict_of(data, progress)
    print(sentences(verdict))
    return verdict.status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
