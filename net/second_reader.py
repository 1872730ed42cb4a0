"""A second reader of Shoal's records, for everybody who does not trust the first: one file, nothing but
Python.

    python3 second_reader.py game.shoal

It was written from `net/PROTOCOL.md` and `net/deck/PROTOCOL.md` and shares no line with the program that
plays: it has its own curves, hashes and reader of messages, each before the code that uses it.

    1 bytes and shapes     2 two curves     3 proofs     4 the state of the deck     5 the steps
    6 what is due     7 changes of view     8 the log     9 evidence and opened hands     10 the sentences

Only the rules of the game know which card lies where and whose turn it is. They are used through the contract
in `rules/api.py`, if a folder `rules` is installed, or lies beside this file or one level up. Without them
only the signatures, the chain of records, the acknowledgements and the votes are checked, and no card.

Exit status: 0 everything holds, 1 something does not, 2 it cannot be judged, or only in part. Comments cite
paragraphs: `net 5.3`, `deck 6.6`. Only a `Reader` and a `Transcript` change in place; the rest are values.
"""

# mypy: no-warn-return-any, allow-subclassing-any, disable-error-code="misc,var-annotated"

from __future__ import annotations

import base64
import hashlib
import importlib
import struct
import sys
import unicodedata
from collections import Counter, namedtuple
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from math import prod
from typing import Any, TypeAlias


class Wrong(Exception):
    """Something does not hold. `seats` have signed it; None means that anybody could have put it there."""

    def __init__(self, text: str, *seats: int | None, k: int | None = None) -> None:
        super().__init__(text)
        self.seats = seats or (None,)
        self.k = k


class NotJudged(Exception):
    """This is no record, or one of a version or rules that are not here."""


def need(holds: object, text: str, seat: int | None = None) -> None:
    if not holds:
        raise Wrong(text, seat)


# -- 1 bytes and shapes: lengths, hashes, msgpack (net 5.1, 5.3) -------------------------------------------
def lp(*parts: bytes | int | str) -> bytes:
    """Join the parts, each after its length; integers as 8 bytes, text as UTF-8."""
    found = b""
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        data = data.to_bytes(8, "big") if isinstance(data, int) else data
        found += len(data).to_bytes(4, "big") + data
    return found


def blake(person: str, data: bytes, size: int = 32) -> bytes:
    return hashlib.blake2b(data, digest_size=size, person=person.encode()).digest()


fixed: Any = namedtuple


def shape(spec: Any) -> Any:
    """Parse a shape into kind, least, most and item: "n0-9" is a number, "b32" 32 bytes, "s1-24" 1 to 24
    letters, "=a|b" one of these words, "n0-9*" up to ten such numbers; a list is an array."""
    if isinstance(spec, tuple | list):
        return spec if isinstance(spec, tuple) else [shape(each) for each in spec]
    if spec[-1] == "*":
        return "m", 0, 10, shape(spec[:-1])
    if spec[0] == "=":
        return "s", 1, 8, spec[1:].split("|")
    least, _, most = spec[1:].partition("-")
    return spec[0], int(least), int(most or least), ()


def form(name: str, most: int, spec: str, **more: Any) -> Any:
    """A kind of message: its fields with their shapes (None: one that is not sent), and its longest size."""
    of = dict(each.split(":") for each in spec.split()) | more
    made = fixed(name, of, defaults=[None] * [*of.values()].count(None))
    made.most, made.shape = most, [shape(each) for each in of.values() if each]
    return made


PAY, SEAT, SEATS, VIEW, HEIGHT = 96 * 1024, "n0-9", "n0-9*", f"n0-{2**31 - 1}", f"n1-{2**53 - 1}"
RAWS, LOCK = f"b0-{PAY + 384}*", f"n0-{2**53 - 1}"
Player = form("Player", 0, "ed:b32 curve:b32 cert:b112 nick:s1-24 run_by:n0-10 person:n0-31 voucher:b0-64")
POLICY = ["n10-3600", "n0-86400", "n0-3", "n0-9", "n0-2", "n0-1", "n0-1", "n0-2", "n1-1440", LOCK]
GAME = f"tag:=G version:{HEIGHT} game:s1-32 rules:s1-32 engine:b32 options:b0-1024 table:b16"
Genesis = form("Genesis", 8192, GAME, players=("m", 1, 10, Player.shape), policy=POLICY, id=None)
ROUND = f"kind:=round|view v:{VIEW} k:{HEIGHT} prev:b32 act:{SEATS} items:{RAWS} acks:{RAWS}"
Record = form("Record", 200 << 10, ROUND)
Envelope = form("Envelope", PAY + 384, f"seat:{SEAT} body:b0-{PAY + 256} sig:b64")
PLACED = f"game:b32 v:{VIEW} k:{HEIGHT} seat:{SEAT}"
Entry = form("Entry", PAY + 256, f"tag:=E {PLACED} prev:b32 st:b32 pay:b0-{PAY}")
Ack = form("Ack", PAY + 256, f"tag:=A {PLACED} h:b32 st:b32")
VOTED = f"seat:{SEAT} act:{SEATS} choice:n0-3 why:n0-4 lv:{VIEW} lk:{LOCK} lh:b32"
Vote = form("Vote", PAY + 256, f"tag:=V game:b32 view:n1-{2**31 - 1} {VOTED}")
Payload = form("Payload", PAY, f"kind:n0-11 text:s0-512 data:b0-{PAY} more:b0-{PAY} ahead:b0-{PAY}")
Hand = form("Hand", 8192, f"body:b0-{8192 - 128} sig:b64")
HandBody = form("HandBody", 8192, f"tag:=H game:b32 seat:{SEAT} shares:b0-{8192 - 256}")
TURNING = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def unpack(form: Any, data: bytes) -> Any:
    """The message that `data` spells in the one allowed way."""
    try:
        value, end = _value(data, 0, form.shape)
    except (IndexError, ValueError):
        raise Wrong(f"{form.__name__} cannot be read (net 5.1)") from None
    need(end == len(data) <= form.most, f"{form.__name__} is too long (net 5.1)")
    return form(*value)


# For each kind: the first of its one-byte headers and their number; the first of its longer headers and the
# size of the number after that one, which doubles from each header to the next.
SPELLED = {"n": (0, 0x80, 0xCC, 1), "b": (0, 0, 0xC4, 1), "s": (0xA0, 32, 0xD9, 1), "m": (0x90, 16, 0xDC, 2)}


def _value(data: bytes, at: int, of: Any) -> tuple[Any, int]:
    """The msgpack value of shape `of` that begins at offset `at`, and the offset of its end."""
    kind, least, most, item = ("m", len(of), len(of), ()) if isinstance(of, list) else of
    short, few, long, width = SPELLED[kind]
    number, at = data[at] - short, at + 1
    if not 0 <= number < few:
        doubled = number + short - long
        need(0 <= doubled < 4, "a value of the wrong kind (net 5.1)")
        size = width << doubled
        number, at = int.from_bytes(data[at : at + size], "big"), at + size
        need(number >= (1 << 4 * size if doubled else few), "a number that has a shorter spelling (net 5.1)")
    need(least <= number <= (4 * most if kind == "s" else most), "a value that is out of range (net 5.3)")
    if kind == "n":
        return number, at
    if kind == "m":
        items = []
        for each in of if isinstance(of, list) else [item] * number:
            value, at = _value(data, at, each)
            items.append(value)
        return items, at
    part, at = data[at : at + number], at + number
    if kind == "b":
        return part, at
    text = part.decode()
    is_odd = any(sign in TURNING or unicodedata.category(sign) == "Cc" for sign in text)
    is_plain = unicodedata.is_normalized("NFC", text) and not is_odd and len(text) <= most
    need(is_plain and (not item or text in item), "a text in the wrong form (net 5.3)")
    return text, at


def packed(number: int) -> bytes:
    """The msgpack bytes of a number."""
    if number < 128:
        return bytes([number])
    doubled = next(d for d in range(4) if number < 1 << (8 << d))
    return bytes([0xCC + doubled]) + number.to_bytes(1 << doubled, "big")


# -- 2 two curves: Ed25519 (RFC 8032) for signatures, secp256k1 for the deck (deck 6.1) --------------------

# Coordinates are projective: one formula adds any two points of a curve, equal, opposite or zero.
Projective: TypeAlias = tuple[int, ...]


def straus(terms: Iterable[tuple[int, Any]], add: Any, zero: Any) -> Any:
    """The sum of scalar times point on either curve, four bits at a time for all points together (Straus)."""
    rows, total = [], zero
    for scalar, each in terms:
        row = [zero]
        while len(row) <= min(scalar, 15):
            row.append(add(row[-1], each))
        rows.append((scalar, row))
    for at in range(252, -1, -4):
        for _ in range(4 if total is not zero else 0):
            total = add(total, total)
        for scalar, row in rows:
            if digit := scalar >> at & 15:
                total = add(total, row[digit])
    return total


P25519 = 2**255 - 19
L25519 = 2**252 + 27742317777372353535851937790883648493
D25519 = -121665 * pow(121666, -1, P25519) % P25519


def _ed_add(p: Projective, q: Projective) -> Projective:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P25519, (p[1] + p[0]) * (q[1] + q[0]) % P25519
    c, d = 2 * D25519 * p[3] * q[3] % P25519, 2 * p[2] * q[2] % P25519
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519


@lru_cache(maxsize=64)
def _ed_point(data: bytes) -> Projective:
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D25519 * y * y + 1, -1, P25519) % P25519
    x = pow(square, (P25519 + 3) // 8, P25519)
    if x * x % P25519 != square:
        x = x * pow(2, (P25519 - 1) // 4, P25519) % P25519
    need(x * x % P25519 == square, "a key that is not a point (net 1.4)")
    x = P25519 - x if x % 2 != sign else x
    return x, y, 1, x * y % P25519


def is_small(u: int, z: int = 1) -> bool:
    """True if the point of Curve25519 over u/z is of order 1, 2, 4 or 8: three doublings make it zero."""
    for _ in range(3):
        u, z = (u * u - z * z) ** 2 % P25519, 4 * u * z * (u * u + 486662 * u * z + z * z) % P25519
    return z == 0


_ED_BASE = _ed_point((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


@lru_cache(maxsize=100_000)
def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """True if a key has signed a message, by the literal equation R = s B - h A (net 1.4)."""
    for each in (public, signature[:32]):
        y = int.from_bytes(each, "little") & (2**255 - 1)
        if y >= P25519 or is_small(1 + y, (1 - y) % P25519):  # RFC 7748: u = (1 + y) / (1 - y)
            return False
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L25519
    with suppress(Wrong):
        x, y, one, xy = _ed_point(public)
        x, y, z, _ = straus([(s % L25519, _ED_BASE), (h, (-x, y, one, -xy))], _ed_add, (0, 1, 1, 0))
        x, y = (each * pow(z, -1, P25519) % P25519 for each in (x, y))
        return s < L25519 and (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]
    return False


P = 2**256 - 2**32 - 977
Q = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")


@lru_cache(maxsize=50_000)
def point(data: bytes) -> Projective:
    """The point of secp256k1 with these 33 bytes; other functions use a point's bytes."""
    x = int.from_bytes(data[1:], "big")
    need(len(data) == 33 and data[0] in (2, 3) and x < P, "bytes that are not a point (deck 6.1)")
    y = pow(x * x * x + 7, (P + 1) // 4, P)
    need((y * y - x * x * x - 7) % P == 0, "bytes that are not a point (deck 6.1)")
    return x, y if y & 1 == data[0] & 1 else P - y, 1


def _add(p: Projective, q: Projective) -> Projective:
    """Renes, Costello and Batina, algorithm 7: right for every two points of a curve y^2 = x^3 + b."""
    (x1, y1, z1), (x2, y2, z2) = p, q
    x, y, z = x1 * x2 % P, y1 * y2 % P, 21 * z1 * z2 % P
    xy, yz = ((x1 + y1) * (x2 + y2) - x - y) % P, ((y1 + z1) * (y2 + z2) - y1 * y2 - z1 * z2) % P
    xz = 21 * (x1 * z2 + x2 * z1) % P
    x, y, z = 3 * x, y - z, y + z
    return (xy * y - yz * xz) % P, (y * z + xz * x) % P, (z * yz + x * xy) % P


def combine(terms: Iterable[tuple[int, bytes]]) -> bytes:
    """The sum of scalar times point; raises `Wrong` where it is the identity."""
    x, y, z = straus([(k % Q, point(each)) for k, each in terms], _add, (0, 1, 0))
    need(z, "a sum that is the identity (deck 6.1)")
    inverse = pow(z, -1, P)
    return bytes([2 + (y * inverse % P & 1)]) + (x * inverse % P).to_bytes(32, "big")


PROTO = "deck/1"


def h32(tag: str, *parts: bytes | int | str) -> bytes:
    """32 bytes of SHA-256 over all parts (deck 6)."""
    return hashlib.sha256(lp(PROTO, tag, *parts)).digest()


@lru_cache(maxsize=10_000)
def h2p(tag: str, *parts: bytes | int | str) -> bytes:
    """A point with an unknown logarithm (deck 6.1)."""
    for counter in range(256):
        with suppress(Wrong):
            found = b"\x02" + h32(tag, *parts, counter)
            point(found)
            return found
    raise Wrong("no candidate of a hash is a point (deck 6.1)")


# -- 3 proofs (deck 6.2 to 6.7, 6.13) ----------------------------------------------------------------------
class Transcript:
    """The transcript of a proof, which gives its challenges (deck 6.2): bytes or lists of points by name."""

    def __init__(self, label: str, **values: bytes | Sequence[bytes]) -> None:
        self._state = hashlib.sha512(lp(PROTO, "fs", label)).digest()
        self.add(**values)

    def _take(self, *parts: bytes | int | str) -> bytes:
        self._state = hashlib.sha512(self._state + lp(*parts)).digest()
        return self._state

    def add(self, **values: bytes | Sequence[bytes]) -> None:
        for name, value in values.items():
            self._take(name, value if isinstance(value, bytes) else lp(len(value)) + b"".join(value))

    def check(self, c: int, **moves: bytes | Sequence[bytes]) -> None:
        """Raise `Wrong` unless c is the challenge after these first moves."""
        self.add(**moves)
        need(self.challenge("c") == c, "a proof that does not hold (deck 6.2)")

    def challenge(self, name: str) -> int:
        state = self._take("challenge", name)
        return int.from_bytes(hashlib.sha512(state + b"\x01").digest(), "big") % Q

    def challenges(self, name: str, n: int) -> list[int]:
        """Weights of 128 bits, none of them zero."""
        data = hashlib.shake_256(self._take("challenges", name, n) + b"\x02").digest(16 * n)
        return [int.from_bytes(data[at : at + 16], "big") or 1 for at in range(0, 16 * n, 16)]


POINT, SCALAR = "point", "scalar"


def fields(data: bytes, *wanted: tuple[Any, int]) -> list[Any]:
    """The parts of a message of the deck, each kind (point, scalar 1 to q - 1, or number of bytes) with its
    count."""
    found, at = [], 0
    for kind, count in wanted:
        size = {POINT: 33, SCALAR: 32}.get(kind, kind)
        parts: list[Any] = [data[at + size * i :][:size] for i in range(count)]
        at += size * count
        if kind == SCALAR:
            parts = [int.from_bytes(each, "big") for each in parts]
            need(all(0 < each < Q for each in parts), "a number that is out of range (deck 6)")
        need(kind != POINT or all(map(point, parts)), "bytes that are not a point (deck 6.1)")
        found.append(parts)
    need(at == len(data), "a message of the wrong length (deck 6)")
    return found


def check_shares(ctx: bytes, y: bytes, a: Sequence[bytes], data: bytes) -> list[bytes]:
    """Shares D_j = x A_j for all j with the x of Y = x G, by one proof of Chaum and Pedersen (deck 6.7)."""
    if not a:
        need(not data, "shares that nobody asked for (deck 6.7)")
        return []
    d, (c, z) = fields(data, (POINT, len(a)), (SCALAR, 2))
    if len(a) == 1:
        (factor,), (product,) = a, d
        proof = Transcript("dleq1", ctx=ctx, Y=y, A=factor, D=product)
    else:
        proof = Transcript("dleqN", ctx=ctx, Y=y, A=a, D=d)
        rho = proof.challenges("rho", len(a))
        factor, product = (combine(zip(rho, each, strict=True)) for each in (a, d))
        proof.add(Am=factor, Dm=product)
    proof.check(c, R1=combine([(z, G), (-c, y)]), R2=combine([(z, factor), (-c, product)]))
    return list(d)


Pile: TypeAlias = Sequence[tuple[bytes, bytes]]  # components as pairs (A, B)


def check_shuffle(ctx: bytes, joint: bytes, before: Pile, data: bytes) -> Pile:
    """The pile after a shuffle, by a proof of Bayer and Groth with one row (deck 6.6)."""
    n = len(before)
    wanted = (POINT, 2 * n), (POINT, 2), (POINT, 6), (SCALAR, n), (SCALAR, n - 2), (SCALAR, n), (SCALAR, 4)
    flat, (c_a, c_b), moves, at, middle, et, (rt, st, ret, tt) = fields(data, *wanted)
    after = list(zip(flat[::2], flat[1::2], strict=True))
    proof = Transcript("shuffle-bg1", ctx=ctx, Y=joint, e=[each for pair in before for each in pair])
    proof.add(**{"e'": flat}, c_a=c_a)
    x = proof.challenge("x")
    proof.add(c_b=c_b)
    y, z = proof.challenge("y"), proof.challenge("z")
    proof.add(moves=moves)
    w = proof.challenge("w")
    proof.add(answers=data[66 * n + 264 :])
    v1, v2, v3, v4 = proof.challenges("v", 4)
    c_d, c_delta, c_step, c_0, e0, e1 = moves
    powers = [pow(x, i, Q) for i in range(1, n + 1)]
    product = w
    for i, power in enumerate(powers, 1):
        product = product * (y * i + power - z) % Q
    bt = [at[0], *middle, product]
    # The five equations, each as "answers less w times the committed values, less its first move"; only
    # the fourth counts once, so that its first move E0 is the sum of everything else.
    terms = [(tt, G), (v4 * tt, joint), (v1 * rt + v2 * st + v3 * ret, h2p("gen", "H"))]
    for i in range(n):
        step = v2 * (w * bt[i + 1] - bt[i] * at[i + 1]) if i < n - 1 else 0
        terms.append((v1 * (at[i] + w * z) + v3 * et[i] + step, h2p("gen", i)))
        terms += [(et[i], after[i][0]), (-w * powers[i], before[i][0])]
        terms += [(v4 * et[i], after[i][1]), (-v4 * w * powers[i], before[i][1])]
    terms += [(-v1 * w * y, c_a), (-(v1 + v3) * w, c_b), (-v2 * w, c_step)]
    terms += [(-v1, c_d), (-v2, c_delta), (-v3, c_0), (-v4, e1)]
    need(combine(terms) == e0, "a shuffle whose proof does not hold (deck 6.6)")
    return after


def check_seals(ctx: bytes, keys: Mapping[int, bytes], seat: int, items: Sequence[Any], data: bytes) -> None:
    """Shares sealed for one viewer each, items (A, viewer): E - x A is r_v Y_v as R is r_v G (deck 6.7)."""
    a, viewers = [each for each, _ in items], sorted({viewer for _, viewer in items})
    flat, (c, z, *zs) = fields(data, (POINT, 2 * len(items)), (SCALAR, 2 + len(viewers)))
    r, e = flat[::2], flat[1::2]
    theirs = [keys[viewer] for _, viewer in items]
    proof = Transcript("seal", ctx=ctx, Y=keys[seat], Yv=theirs, A=a, R=r, E=e)
    rho = proof.challenges("rho", len(items))
    moves = [combine([(z, G), (-c, keys[seat])])]
    last = [(k, combine(zip(rho, each, strict=True))) for k, each in ((z, a), (-c, e))]
    for viewer, answer in zip(viewers, zs, strict=True):
        own = combine((rho[j], r[j]) for j, (_, other) in enumerate(items) if other == viewer)
        moves.append(combine([(answer, G), (-c, own)]))
        last.append((answer, keys[viewer]))
    proof.check(c, T=[*moves, combine(last)])


# A key split for the others (deck 6.13): the bytes it is bound to, F_0 .. F_(t-1), R, the boxes by seat.
Split = namedtuple("Split", "ctx f r boxes")


def public_of(split: Split, holder: int) -> bytes:
    """F(h + 1); raises `Wrong` where the part is 0."""
    return combine((pow(holder + 1, e, Q), each) for e, each in enumerate(split.f))


def is_right(split: Split, holder: int, key: bytes, shared: bytes) -> bool:
    """True if the box of `holder`, opened with S = r Y_h, has the promised part."""
    secret = h32("escrow key", split.ctx, holder, split.r, key, shared)
    part = int.from_bytes(unlocked(secret, split.boxes[holder], lp("part", split.ctx, holder)), "big")
    with suppress(Wrong):
        return 0 < part < Q and combine([(part, G)]) == public_of(split, holder)
    return False


def joined(lent: Mapping[int, bytes]) -> bytes:
    """The missing seat's share, made of contributions: Lagrange at 0, holders at h + 1 (deck 6.13)."""
    terms = []
    for h, share in lent.items():
        above, below = prod(o + 1 for o in lent if o != h), prod(o - h for o in lent if o != h)
        terms.append((above * pow(below, -1, Q), share))
    return combine(terms)


def unlocked(key: bytes, box: bytes, associated: bytes) -> bytes:
    """The content of a box of ChaCha20-Poly1305 with nonce 0 (RFC 8439); b"" if it does not open."""
    locked, tag = box[:-16], box[-16:]
    once = _chacha(key, 0)
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    data = b"".join(part + bytes(-len(part) % 16) for part in (associated, locked))
    data += struct.pack("<QQ", len(associated), len(locked))
    total = 0
    for at in range(0, len(data), 16):
        total = (total + int.from_bytes(data[at : at + 16] + b"\x01", "little")) * r % (2**130 - 5)
    total = (total + int.from_bytes(once[16:32], "little")) % 2**128
    is_whole = total.to_bytes(16, "little") == tag
    return bytes(a ^ b for a, b in zip(locked, _chacha(key, 1), strict=False)) if is_whole else b""


def _chacha(key: bytes, counter: int) -> bytes:
    begin = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<4I", counter, 0, 0, 0))
    x = list(begin)
    for turn in [0, 1] * 10:  # columns, then diagonals
        for i in range(4):
            a, b, c, d = i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4
            for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[one] = (x[one] + x[two]) & 0xFFFFFFFF
                x[three] ^= x[one]
                x[three] = (x[three] << by | x[three] >> 32 - by) & 0xFFFFFFFF
    return struct.pack("<16I", *((one + two) & 0xFFFFFFFF for one, two in zip(x, begin, strict=True)))


# -- 4 the state of the deck (deck 6.4) --------------------------------------------------------------------
# A hidden component: (A, B), its pile, who may see it, shares in the clear, and (seat, viewer) sealed.
Card = namedtuple("Card", "a b pile viewers shares sealed", defaults=(frozenset(), {}, frozenset()))
# The place of an entry: its height, and the chain hash before it.
Place = namedtuple("Place", "k prev")


DEAL = "number committed opened sid keys joint split vouched dealt faces cards mixing mixed_by remix parting"
NO_DEAL = ({}, {}, b"", {}, b"", {}, frozenset(), False, (), {}, (), (), (), ())


class Deal(fixed("Deal", DEAL, defaults=NO_DEAL)):
    """One set of keys, from the commitments by seat to the seats that have `vouched` for the `split` keys;
    and the cards dealt under it: their possible faces, and the hidden cards by slot. `mixing` is a pile in
    the middle of a shuffle, `remix` the slots to shuffle once more, `parting` those whose locks come off."""

    def without(self, slots: Iterable[int]) -> Deal:
        gone = {*slots}
        return self._replace(cards={slot: card for slot, card in self.cards.items() if slot not in gone})

    def face(self, slot: int, own: Mapping[int, bytes] = {}) -> int:
        """The face of a card under the shares of all seats, some of which may be in `own` (deck 6.7)."""
        shares, faces = {**self.cards[slot].shares, **own}, _faces(self.sid, self.faces)
        shown = combine([(1, self.cards[slot].b), *((-1, shares[seat]) for seat in self.keys)])
        need(shown in faces, "an open card shows no face (deck 6.8)")
        return faces[shown]


@lru_cache(maxsize=16)
def _faces(sid: bytes, faces: tuple[int, ...]) -> dict[bytes, int]:
    return {h2p("face", sid, face): face for face in faces}


TABLE = "id api errors game seats state escrow_t half deal ahead unused public stand_ins"
BEGIN = (Deal(0), (), 1, {}, (), (), None, False, (), (), ())


class Table(fixed("Table", f"{TABLE} twins drawn_at is_ended forfeits choices leaving", defaults=BEGIN)):
    """The rules' position and the deck at one height, equal for everybody.

    `api`, `errors` and `game` are the rules'. `ahead` are the deals made ahead (deck 6.14), `unused` is the
    lowest number of a deal that nobody has committed to. `public` are the faces that all know, by slot.
    `twins` are seats that once had equal keys. While a number is being drawn, `drawn_at` is the place where
    it was first due. `choices` are a place and the commitments made there, by seat; when they are opened, the
    seats in `leaving` leave.
    """

    @property
    def missing(self) -> tuple[int, ...]:
        """Seats with a key in the deal that are not there."""
        return tuple(seat for seat in self.deal.keys if seat not in self.seats)

    def is_asking(self, kind: Any) -> bool:
        return bool(self.state.needs) and isinstance(self.state.needs[0], kind)

    def with_deal(self, **changes: Any) -> Table:
        return self._replace(deal=self.deal._replace(**changes))

    def after_event(self, event: object) -> Table:
        """The table after `event`, an event of the rules."""
        public = {**self.public, **dict(self.api.opened(event))}
        return self._replace(state=self.state.after(event), public=public)

    def coming(self) -> list[Deal]:
        """The next two deals, as far as they have been made already (deck 6.14)."""
        first = self.ahead[0] if self.ahead else Deal(self.unused)
        return [first, self.ahead[1] if len(self.ahead) > 1 else Deal(max(self.unused, first.number + 1))]


# -- 5 the steps: the check of each, and the table after it (deck 6.0) -------------------------------------

KINDS: tuple[str, ...] = ("commit", "open", "mix", "shares", "coin", "move", "split", "vouch", "part")
KINDS += ("choose", "reveal", "arrange")
WITH_TEXT, WITH_MORE = ("move", "reveal"), ("shares", "coin", "part", "reveal")
CARRIERS = ("shares", "move")


def read_payload(pay: bytes, *, is_carried: bool = False) -> Any:
    """The payload of an entry (net 5.3)."""
    found = unpack(Payload, pay)
    kind, can_carry = KINDS[found.kind], KINDS[found.kind] in CARRIERS
    is_bare = (can_carry or not found.ahead) and not (can_carry and is_carried)
    need(is_bare, "a payload that may not carry another (deck 6.14)")
    ahead = read_payload(found.ahead, is_carried=True) if found.ahead else None
    is_plain = (not found.text or kind in WITH_TEXT) and (not found.more or kind in WITH_MORE)
    need(is_plain, "a payload with more parts than its step has (net 5.3)")
    return found._replace(kind=kind, ahead=ahead)


class Step(fixed("Step", "kind table actors asks plan is_quiet is_ahead", defaults=(None, {}, False, False))):
    """The step that is due at a table, and its actors. `asks` is what the rules ask for: a shuffle, a roll,
    shows; `plan` is each seat's debt: slots in the clear, (slot, viewer) sealed, (missing seat, slots) lent.

    `check_*` returns the content of an entry and its number of proofs; `after_*` makes the table after the
    step from the contents by seat. An error in an entry blames its author.
    """

    @property
    def deal(self) -> Deal:
        return self.table.deal

    def check(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        need(pay.kind == self.kind, "an entry for a step that is not due (deck 6.0)")
        return getattr(self, f"check_{self.kind}")(place, seat, pay)

    def after(self, place: Place, found: Mapping[int, Any]) -> Table:
        stored = {"commit": "committed", "split": "split"}.get(self.kind)
        if stored:
            return self.table.with_deal(**{stored: {**getattr(self.deal, stored), **found}})
        return getattr(self, f"after_{self.kind}")(place, found)

    def ctx(self, place: Place, seat: int, what: str, *parts: int) -> bytes:
        """The bytes that a proof is bound to (deck 6.0)."""
        return lp(self.deal.sid, place.k, place.prev, seat, what, *parts)

    def a(self, slots: Iterable[int]) -> list[bytes]:
        return [self.deal.cards[slot].a for slot in slots]

    def shared(self, kind: str, ctx: bytes, seat: int, a: Sequence[bytes], data: bytes) -> list[bytes]:
        return check_shares(lp(kind, ctx, self.deal.sid, seat), self.deal.keys.get(seat, b""), a, data)

    def lent(self, seat: int, wanted: Sequence[Any], data: bytes) -> dict[int, list[bytes]]:
        """The shares of missing seats that a seat lends, each (missing seat, context, A) (deck 6.13)."""
        found = {}
        for missing, ctx, a in wanted:
            own, data = data[: 33 * len(a) + 64], data[33 * len(a) + 64 :]
            own_ctx = lp("lent share", lp(ctx, missing), self.deal.sid, seat)
            found[missing] = check_shares(own_ctx, public_of(self.deal.split[missing], seat), a, own)
        need(not data, "more shares than were asked for (deck 6.13)")
        return found

    # Keys: committed to, opened with a proof of knowledge (deck 6.3), split and vouched for (deck 6.13).
    def check_commit(self, _: Place, __: int, pay: Any) -> tuple[Any, int]:
        return fields(pay.data, (32, 1))[0][0], 0

    def bound(self) -> tuple[bytes, bytes]:
        """The name of the deal, and C, the hash of all commitments (deck 6.3)."""
        name = h32("table", self.table.id, self.deal.number)
        return name, h32("commits", name, *(lp(*each) for each in sorted(self.deal.committed.items())))

    def check_open(self, _: Place, seat: int, pay: Any) -> tuple[Any, int]:
        (key,), (nonce,), (c, z) = fields(pay.data, (POINT, 1), (32, 1), (SCALAR, 2))
        name, all_commitments = self.bound()
        need(self.deal.committed.get(seat) == h32("key", name, seat, key, nonce), "a wrong key (deck 6.3)")
        proof = Transcript("pop", table=name, C=all_commitments, seat=lp(seat), Y=key)
        proof.check(c, R=combine([(z, G), (-c, key)]))
        return (key, nonce), 1

    def after_open(self, _: Place, found: Mapping[int, Any]) -> Table:
        table, deal = self.table, self.deal
        opened = dict(sorted({**deal.opened, **found}.items()))
        times = Counter(key for key, _ in opened.values())
        if twins := [seat for seat, (key, _) in opened.items() if times[key] > 1]:
            if again := [seat for seat in twins if seat in table.twins]:
                raise Wrong("equal keys for the second time in a game (deck 6.3)", *again)
            known = tuple(sorted({*table.twins, *twins}))
            return table._replace(deal=Deal(table.unused), unused=table.unused + 1, twins=known)
        if len(opened) < len(deal.committed):
            return table.with_deal(opened=opened)
        keys, nonces = zip(*opened.values(), strict=True)
        sid = h32("sid", *self.bound(), lp(*opened), *keys, *nonces)
        of, joint = dict(zip(opened, keys, strict=True)), combine((1, key) for key in keys)
        return table.with_deal(opened=opened, sid=sid, keys=of, joint=joint)

    def check_split(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        keys, t = self.deal.keys, self.table.escrow_t
        others = [holder for holder in keys if holder != seat]
        (*rest, r), (c, z), boxes = fields(pay.data, (POINT, t), (SCALAR, 2), (48, len(others)))
        f, ctx = [keys[seat], *rest], lp("escrow", self.ctx(place, seat, "escrow"), self.deal.sid, seat, t)
        Transcript("escrow", ctx=ctx, F=f, R=r).check(c, R1=combine([(z, G), (-c, r)]))
        return Split(ctx, f, r, dict(zip(others, boxes, strict=True))), 1

    def check_vouch(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        """The dealers that the complaints prove to have dealt a false part."""
        key, split, ctx = self.deal.keys[seat], self.deal.split, self.ctx(place, seat, "vouch")
        complaints = [pay.data[at : at + 98] for at in range(0, len(pay.data), 98)]
        accused = [each[0] for each in complaints]
        is_due = accused == sorted({*accused}) and {*accused} <= {*split} - {seat}
        need(is_due, "complaints that are repeated, out of order or about a seat that dealt no part")
        for about, each in zip(accused, complaints, strict=True):
            own_ctx = lp("complaint", lp(ctx, about), self.deal.sid, seat)
            (shared,) = check_shares(own_ctx, key, [split[about].r], each[1:])
            need(not is_right(split[about], seat, key, shared), "a complaint about a right part (deck 6.13)")
        return accused, len(accused)

    def after_vouch(self, _: Place, found: Mapping[int, Any]) -> Table:
        for accused in found.values():
            need(not accused, "dealt a part of a key that is not what was promised", *accused[:1])
        return self.table.with_deal(vouched=self.deal.vouched | {*found})

    # A shuffle: the open faces first and then the hidden cards, mixed by one seat after the other (deck 6.5).
    @property
    def pile(self) -> Pile:
        if self.deal.mixed_by:
            return self.deal.mixing
        sid, joint = self.deal.sid, self.deal.joint
        fresh = [(G, combine([(1, h2p("face", sid, face)), (1, joint)])) for face in self.asks.faces]
        return [*fresh, *(self.deal.cards[slot][:2] for slot in self.asks.slots)]

    def check_mix(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        return self.mixed(self.ctx(place, seat, "mix"), self.pile, pay.data), 1

    def mixed(self, ctx: bytes, pile: Pile, data: bytes) -> Pile:
        return check_shuffle(lp(ctx, self.deal.sid, len(pile)), self.deal.joint, pile, data)

    def after_mix(self, _: Place, found: Mapping[int, Any]) -> Table:
        pile, mixed_by = [*found.values(), self.pile][0], (*self.deal.mixed_by, *found)
        table, deal, asks = self.table, self.deal, self.asks
        if self.is_ahead or (found and len(mixed_by) < len(table.seats)):
            faces = asks.faces if self.is_ahead else deal.faces
            return table.with_deal(faces=faces, mixing=pile, mixed_by=mixed_by)
        cards = {} if asks.new_deck else dict(deal.without(asks.slots).cards)
        cards |= {slot: Card(a, b, asks.pile) for slot, (a, b) in zip(asks.into, pile, strict=True)}
        faces = tuple(sorted({*asks.faces, *(() if asks.new_deck else deal.faces)}))
        table = table.with_deal(cards=cards, dealt=True, mixing=(), mixed_by=(), faces=faces)
        if self.is_quiet:
            return table.with_deal(remix=deal.remix[1:])
        public = {} if asks.new_deck else table.public
        return table._replace(public=public).after_event(table.api.Shuffled(asks.pile, asks.into))

    # Cards that one seat puts in an order of its choice; for an absent seat the rule does (deck 6.16).
    def check_arrange(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        pile = [self.deal.cards[slot][:2] for slot in self.asks.slots]
        return self.mixed(self.ctx(place, seat, "arrange"), pile, pay.data), 1

    def after_arrange(self, _: Place, found: Mapping[int, Any]) -> Table:
        table, asks, cards, known = self.table, self.asks, self.deal.cards, dict(self.table.public)
        if found:
            (pile,) = found.values()
            laid = {slot: Card(a, b, asks.pile) for slot, (a, b) in zip(asks.into, pile, strict=True)}
        else:
            order = table.api.order_of(asks, self.stood_in(asks.seat)[asks.seat])
            places = dict(zip(asks.into, order, strict=True))
            laid = {new: cards[old]._replace(pile=asks.pile) for new, old in places.items()}
            known |= {new: known[old] for new, old in places.items() if old in known}
        known = {slot: face for slot, face in known.items() if slot not in asks.slots}
        table = table.with_deal(cards={**self.deal.without(asks.slots).cards, **laid})
        return table._replace(public=known).after_event(table.api.Shuffled(asks.pile, asks.into))

    # Shares of cards, in the clear, sealed for a viewer, or lent for a missing seat (deck 6.7, 6.13).
    def check_shares(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        clear, sealed, lent = self.plan[seat]
        shares = self.shared("share", self.ctx(place, seat, "clear", *clear), seat, self.a(clear), pay.data)
        end = 66 * len(sealed) + 32 * (2 + len({v for _, v in sealed})) if sealed else 0
        if sealed:
            viewers = [viewer for _, viewer in sealed]
            ctx = self.ctx(place, seat, "sealed", *(number for pair in sealed for number in pair))
            ctx = lp("seal", ctx, self.deal.sid, seat, *viewers)
            items = list(zip(self.a(slot for slot, _ in sealed), viewers, strict=True))
            check_seals(ctx, self.deal.keys, seat, items, pay.more[:end])
        wanted = [(m, self.ctx(place, seat, "lent", m, *slots), self.a(slots)) for m, slots in lent]
        return (shares, self.lent(seat, wanted, pay.more[end:])), bool(clear) + bool(sealed) + len(lent)

    def after_shares(self, _: Place, found: Mapping[int, Any]) -> Table:
        table, cards, given = self.table, dict(self.deal.cards), dict[tuple[int, int], bytes]()
        lent: dict[tuple[int, int], dict[int, bytes]] = {}
        for seat, (shares, lends) in found.items():
            clear, sealed, lending = self.plan[seat]
            given |= {(slot, seat): share for slot, share in zip(clear, shares, strict=True)}
            for slot, viewer in sealed:
                cards[slot] = cards[slot]._replace(sealed=cards[slot].sealed | {(seat, viewer)})
            for missing, slots in lending:
                for slot, share in zip(slots, lends[missing], strict=True):
                    lent.setdefault((slot, missing), {})[seat] = share
        given |= {key: joined(parts) for key, parts in lent.items()}
        for (slot, seat), share in given.items():
            cards[slot] = cards[slot]._replace(shares={**cards[slot].shares, seat: share})
        table = table.with_deal(cards=cards)
        for show in self.asks:  # tell the rules that each show is done
            deal, faces = table.deal, None
            if show.to is None:
                faces, deal = tuple(map(deal.face, show.slots)), deal.without(show.slots)
            else:
                of = {slot: deal.cards[slot] for slot in show.slots}
                seen = {slot: card._replace(viewers=card.viewers | {*show.to}) for slot, card in of.items()}
                deal = deal._replace(cards={**deal.cards, **seen})
            table = table._replace(deal=deal).after_event(table.api.Shown(show.slots, show.to, faces))
        new = {slot for slot, card in cards.items() if card != self.deal.cards[slot]}
        left = {slot: card for slot, card in table.deal.cards.items() if slot in new}
        ready = [slot for slot, card in left.items() if {*table.deal.keys} <= {*card.shares}]
        return table._replace(public={**table.public, **{slot: table.deal.face(slot) for slot in ready}})

    # A number: shares of a point that depends on the place where it was first due (deck 6.8).
    def coin(self, place: Place) -> bytes:
        at = self.table.drawn_at or place
        return lp(self.deal.sid, at.k, at.prev, self.asks.purpose)

    def check_coin(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        ctx, missing = self.coin(place), self.table.missing
        target = [h2p("rand", ctx, self.deal.sid)]
        if missing and seat not in self.actors[: len(self.deal.split[missing[0]].f)]:
            missing = ()
        (share,) = self.shared("roll", ctx, seat, target, pay.data)
        lent = self.lent(seat, [(each, ctx, target) for each in sorted(missing)], pay.more)
        return (share, lent), 1 + len(lent)

    def after_coin(self, place: Place, found: Mapping[int, Any]) -> Table:
        shares = [share for share, _ in found.values()]
        for missing in self.table.missing:
            shares.append(joined({seat: lent[missing][0] for seat, (_, lent) in found.items() if lent}))
        total = combine((1, each) for each in shares)
        drawn = hashlib.sha512(lp(PROTO, "rand-out", self.coin(place), total)).digest()
        event = self.table.api.Rolled(int.from_bytes(drawn, "big") % self.asks.sides)
        return self.table._replace(drawn_at=None).after_event(event)

    # A move, with the mover's own shares of the cards that it plays (deck 6.8); a stand-in's, by the rules.
    def check_move(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        table, deal = self.table, self.deal
        try:
            action = table.game.parse_action(pay.text)
            slots, keys = [slot for slot, _ in action.opens], {*deal.keys}
            need(str(action) == pay.text and slots == sorted({*slots}), "a misspelt action (net 5.3)")
            is_own = all(s in deal.cards and keys - {*deal.cards[s].shares} <= {seat} for s in slots)
            need(is_own, "opens a card that is not the mover's to open (deck 6.8)")
            table.state.check(table.api.Moved(seat, action))
        except (table.errors.BadText, table.errors.NotLegal) as why:
            raise Wrong(f"the rules refuse it: {why}") from why
        closed = [slot for slot in slots if not keys <= {*deal.cards[slot].shares}]
        ctx = self.ctx(place, seat, "open", *closed)
        own = dict(zip(closed, self.shared("share", ctx, seat, self.a(closed), pay.data), strict=True))
        for slot, face in action.opens:
            shown = deal.face(slot, {seat: own[slot]} if slot in own else {})
            need(shown == face, f"claims a false face for slot {slot} (deck 6.8)")
        return action, int(bool(closed))

    def after_move(self, _: Place, found: Mapping[int, Any]) -> Table:
        table = self.table
        for seat, action in sorted(found.items()):
            deal = table.deal.without(slot for slot, _ in action.opens)
            table = table._replace(deal=deal).after_event(table.api.Moved(seat, action))
        return table

    def after_stand_in(self, place: Place, _: Mapping[int, Any]) -> Table:
        return self.after_move(place, self.stood_in(self.table.state.needs[0].seat))

    def stood_in(self, *seats: int) -> dict[int, Any]:
        table = self.table
        return {seat: table.game.stand_in(table.state, table.public, seat) for seat in seats}

    # A choice of several seats at once: committed to, and then opened (net 5.12).
    check_choose = check_commit

    def after_choose(self, place: Place, found: Mapping[int, Any]) -> Table:
        return self.table._replace(choices=(place, dict(found)))

    def check_reveal(self, place: Place, seat: int, pay: Any) -> tuple[Any, int]:
        at, made = self.table.choices
        ((blind,),) = fields(pay.more, (32, 1))
        opened = lp(self.table.id, at.k, at.prev, seat, pay.text, blind)
        need(made[seat] == blake("shoal1-choice", opened), "a choice that was not committed to (net 5.12)")
        return self.check_move(place, seat, pay)

    def after_reveal(self, place: Place, found: Mapping[int, Any]) -> Table:
        others = (seat for seat in self.asks if seat not in found)
        table = self.after_move(place, {**found, **self.stood_in(*others)})
        for left in table.leaving:
            table = table.after_event(left) if table.state.needs else table
        return table._replace(choices=(), leaving=())

    # The last shares of a leaver, with which its lock comes off each card: B := B - D (deck 6.9).
    def check_part(self, _: Place, __: int, pay: Any) -> tuple[Any, int]:
        cards, leaver = self.deal.cards, self.deal.parting[0]
        wanted = {s for s in cards if leaver not in cards[s].shares and cards[s].viewers != {leaver}}
        points = {slot: cards[slot].a for slot in wanted}
        more = [fields(pay.more[at : at + 41], (8, 1), (POINT, 1)) for at in range(0, len(pay.more), 41)]
        slots = [int.from_bytes(slot, "big") for (slot,), _ in more]
        need(slots == sorted({*slots} - wanted), "points of slots out of order, or that all know (deck 6.9)")
        points |= {slot: a for slot, (_, (a,)) in zip(slots, more, strict=True)}
        points = dict(sorted(points.items()))
        ctx = lp(self.deal.sid, "leaving", leaver, *points)
        shares = self.shared("leaving share", ctx, leaver, list(points.values()), pay.data)
        own = {slot: share for slot, share in zip(points, shares, strict=True) if slot in wanted}
        return own, int(bool(points))

    def after_part(self, _: Place, found: Mapping[int, Any]) -> Table:
        (given,), leaver, cards = found.values(), self.deal.parting[0], dict(self.deal.cards)
        for slot, card in self.deal.cards.items():
            if (share := card.shares.get(leaver) or given.get(slot)) is not None:
                rest = {seat: each for seat, each in card.shares.items() if seat != leaver}
                cards[slot] = card._replace(b=combine([(1, card.b), (-1, share)]), shares=rest)
        keys = {seat: key for seat, key in self.deal.keys.items() if seat != leaver}
        joint = combine((1, key) for key in keys.values())
        return self.table.with_deal(keys=keys, joint=joint, cards=cards, parting=self.deal.parting[1:])


# -- 6 what is due (deck 6.0, 6.3, 6.14) -------------------------------------------------------------------
def due(table: Table) -> Step:  # noqa: C901, PLR0911, PLR0912
    """The next step; it may need no entry."""
    api, deal = table.api, table.deal
    if not table.state.needs or table.is_ended:
        return Step("over", table, ())
    first = table.state.needs[0]
    if deal.parting:
        return Step("part", table, table.seats[:1])
    if deal.remix:
        slots = deal.remix[0]
        return mix_step(table, api.Shuffle(deal.cards[slots[0]].pile, (), slots, slots), is_quiet=True)
    if seats := api.choosers(table.state):
        leaving = [left.seat for left in table.leaving]
        seats = tuple(seat for seat in seats if seat not in leaving)
        # The closed cards in an empty seat's hand are opened first, then the rule plays (deck 6.9).
        held = sorted(s for seat in seats if seat not in table.seats for s in table.state.hand(seat))
        if closed := tuple(s for s in held if s in deal.cards and s not in table.public):
            return share_step(table, [api.Show(closed, None)])._replace(asks=())
        there = tuple(seat for seat in seats if seat in table.seats)
        if isinstance(first, api.Arrange):
            return Step("arrange", table, there, first)
        if isinstance(first, api.Turn):
            return Step("move" if there else "stand_in", table, there)
        if not table.choices:
            return Step("choose", table, there)
        return Step("reveal", table, tuple(seat for seat in there if seat in table.choices[1]), seats)
    is_of_others = bool(deal.sid) and {*deal.keys} != {*table.seats}
    if isinstance(first, api.Shuffle) and first.new_deck and (deal.dealt or is_of_others):
        deal, *rest = table.ahead or (Deal(table.unused),)
        if deal.faces != first.faces or first.slots:
            deal = deal._replace(mixing=(), mixed_by=(), faces=())
        table = table._replace(deal=deal, ahead=tuple(rest), unused=max(table.unused, deal.number + 1))
    if keys := key_step(table):
        return keys
    if isinstance(first, api.Roll):
        return Step("coin", table, tuple(seat for seat in table.seats if seat in table.deal.keys), first)
    if isinstance(first, api.Shuffle):
        return mix_step(table, first)
    return share_step(table, [each for each in table.state.needs if isinstance(each, api.Show)])


def mix_step(table: Table, shuffle: Any, *, is_quiet: bool = False, is_ahead: bool = False) -> Step:
    left = tuple(seat for seat in table.seats if seat not in table.deal.mixed_by)
    left = () if len(shuffle.into) < 2 else left if is_ahead else left[:1]
    return Step("mix", table, left, shuffle, is_quiet=is_quiet, is_ahead=is_ahead)


def key_step(table: Table) -> Step | None:
    """The next round for the keys of a deal; None if all of them are made."""
    deal, kind, done = table.deal, "", set[int]()
    if not deal.sid:
        is_ready = {*table.seats} <= {*deal.committed}
        kind, done = ("open", {*deal.opened}) if is_ready else ("commit", {*deal.committed})
    elif 0 < table.escrow_t < len(deal.keys) and {*deal.split} != {*deal.keys}:
        kind, done = "split", {*deal.split}
    elif deal.split and deal.vouched != {*deal.keys}:
        kind, done = "vouch", {*deal.vouched}
    return Step(kind, table, tuple(seat for seat in table.seats if seat not in done)) if kind else None


def share_step(table: Table, shows: Sequence[Any]) -> Step:
    """The step in which each seat gives the shares that these shows need (deck 5.2, 6.9)."""
    deal, keys = table.deal, {*table.deal.keys}
    here = [seat for seat in deal.keys if seat in table.seats]
    clear: dict[int, list[int]] = {seat: [] for seat in deal.keys}
    sealed: dict[int, list[tuple[int, int]]] = {seat: [] for seat in here}
    for slot in sorted({slot for show in shows for slot in show.slots}):
        card, audiences = deal.cards[slot], [show.to for show in shows if slot in show.slots]
        viewers = None if None in audiences else card.viewers.union(*audiences)
        for seat in deal.keys:
            if seat in card.shares:
                continue
            if seat not in here or viewers is None or seat not in viewers:
                clear[seat].append(slot)
            else:
                to = [v for v in sorted(viewers & keys - {seat}) if (seat, v) not in card.sealed]
                sealed[seat] += [(slot, viewer) for viewer in to]
    lent = tuple((seat, tuple(clear[seat])) for seat in table.missing if clear[seat])
    lenders = here[: len(deal.split[table.missing[0]].f)] if lent else []
    plan = {seat: (clear[seat], sealed[seat], lent if seat in lenders else ()) for seat in here}
    return Step("shares", table, tuple(seat for seat in here if any(plan[seat])), shows, plan)


def steps_ahead(step: Step) -> Iterator[Step]:
    """The steps of later deals that an entry of this step may carry, the more urgent first (deck 6.14)."""
    table, faces = step.table, step.table.state.next_deck()
    if step.kind not in CARRIERS or not table.deal.dealt or not faces:
        return
    first, second = (table._replace(deal=deal, ahead=()) for deal in table.coming())
    if keys := key_step(first):
        yield keys
        return
    if step.kind == "move" and (not first.deal.mixed_by or first.deal.faces == faces):
        yield mix_step(first, table.api.Shuffle("", faces, (), tuple(range(len(faces)))), is_ahead=True)
    if keys := key_step(second):
        yield keys


# A checked entry: its content for the step that is due and for one that it carries, the dealers that it
# proves guilty of false parts of keys, and its number of proofs.
Judged = namedtuple("Judged", "found carried accused proofs")


def judge(step: Step | None, place: Place, seat: int, pay: bytes) -> Judged:
    """Check an entry at its place; raises `Wrong`, naming its author."""
    try:
        payload = read_payload(pay)
        if step is None:
            return Judged(None, None, (), 0)
        found, proofs = step.check(place, seat, payload)
        if payload.ahead is None:
            return Judged(found, None, found if step.kind == "vouch" else (), proofs)
        # A carried part that is not due is checked against the step itself, whose kind it cannot have.
        ahead = next((each for each in steps_ahead(step) if seat in each.actors), step)
        carried, more = ahead.check(place, seat, payload.ahead)
        return Judged(found, carried, carried if ahead.kind == "vouch" else (), proofs + more)
    except Wrong as why:
        raise Wrong(str(why), seat) from why


def after_round(step: Step, place: Place, judged: Mapping[int, Judged]) -> Step:
    """The step that is due after a round."""
    table = step.after(place, {seat: each.found for seat, each in judged.items()})
    coming, twins = step.table.coming(), table.twins
    carried = {seat: each.carried for seat, each in judged.items() if each.carried is not None}
    for ahead in steps_ahead(step) if carried else ():
        if parts := {seat: carried.pop(seat) for seat in ahead.actors if seat in carried}:
            made, number = ahead.after(place, parts), ahead.deal.number
            coming = [made.deal if deal.number == number else deal for deal in coming]
            twins = made.twins
    begun = tuple(deal for deal in coming if deal.committed)
    unused = max([table.unused, *(deal.number + 1 for deal in begun)])
    return settled(table._replace(ahead=begun, unused=unused, twins=twins), place)


def settled(table: Table, place: Place) -> Step:
    """The step that is due, after all steps that need nobody's entry."""
    while not (step := due(table)).actors and step.kind != "over":
        table = step.after(place, {})
    return step


# -- 7 changes of view (net 5.6, deck 6.9) -----------------------------------------------------------------

GO_ON, STAND_IN_FOR, LEAVE_OUT, END = range(4)
LEFT = 1


# The seats at the table from here on, the choice for the others, and the reason.
View = namedtuple("View", "act choice why is_half")


def view_of(votes: Sequence[Any], acts: Sequence[tuple[int, ...]]) -> View:
    """The view that the votes make; `acts` are the seats since the last height with acks (R14)."""
    need(len({(*vote.act, vote.choice, vote.why) for vote in votes}) == 1, "votes that differ (R14)")
    act, choice, why = {*votes[0].act}, votes[0].choice, votes[0].why
    is_most = [2 * len(act & {*before}) > len(before) for before in acts]
    is_half = [act <= {*before} and 2 * len(act) == len(before) for before in acts]
    need(all(is_most) or (choice == END and all(map(max, is_most, is_half))), "too few stay (R14)")
    return View(tuple(votes[0].act), choice, why, not all(is_most))


def stand_of(votes: Sequence[Any], seats: int) -> tuple[int, int, bytes | None]:
    """View, height and chain hash of the record below a change; no hash if two of them are void (R14)."""
    lv, lk = max((vote.lv, vote.lk) for vote in votes)
    locks = Counter(vote.lh for vote in votes if (vote.lv, vote.lk) == (lv, lk))
    liars = max((seats - 1) // 2 - 1, 0)
    final = [h for h, count in locks.items() if len(locks) == 1 or len(votes) - count <= liars]
    return lv, lk, final[0] if len(final) == 1 else None


def after_view(step: Step, place: Place, view: View) -> Step:
    """The step that is due after a change of view; raises `Wrong` where the game cannot continue with it."""
    if step.kind == "over":
        need(not view.is_half, "a change of half of the table after the end of the game (net 5.7)")
        return step
    table = step.table
    if step.kind == "coin" and table.drawn_at is None:
        table = table._replace(drawn_at=place)
    return settled(changed(table, view), place)


def changed(table: Table, view: View) -> Table:
    act = {*view.act}
    need(act - {*table.seats} <= {*table.stand_ins}, "a seat that was left out comes back (net 5.6)")
    need(not view.is_half or (view.choice == END and table.half > 0), "half of a table goes on (net 5.7)")
    if view.choice == END:
        others = tuple(seat for seat in range(len(table.state.standing().ranks)) if seat not in act)
        forfeits = others if view.is_half and table.half == 2 else ()
        table = left_out(table._replace(choices=()), (), view.why)
        return table._replace(seats=view.act, is_ended=True, forfeits=forfeits)
    missing = tuple(sorted({*table.seats, *table.stand_ins} - act))
    need(view.choice != GO_ON or {*missing} <= {*table.stand_ins}, "seats are missing (net 5.6)")
    if view.act == table.seats and not (missing and view.choice == LEAVE_OUT):
        return table
    after = table._replace(seats=view.act, stand_ins=missing)
    if view.choice == LEAVE_OUT:
        after = left_out(after, missing, view.why)._replace(stand_ins=())
    deal = deal_after(table, after, view)
    is_same = after.is_asking(table.api.Roll) and deal.sid == table.deal.sid and not deal.parting
    drawn_at, unused = table.drawn_at if is_same else None, max(table.unused, deal.number + 1)
    return after._replace(deal=deal, ahead=(), unused=unused, drawn_at=drawn_at)


def left_out(table: Table, seats: tuple[int, ...], why: int) -> Table:
    """The table after seats leave; if they still have commitments to open, they leave then (net 5.12)."""
    left = (table.api.Left(seat, "left" if why == LEFT else "gone") for seat in seats)
    after, leaving = table, (*table.leaving, *left)
    for each in leaving:
        if after.state.needs:
            try:
                after = after.after_event(each)
            except table.errors.NotLegal as refused:
                raise Wrong(f"the rules refuse it: {refused}") from refused
    if table.choices and after.is_asking(table.api.Choose):
        return table._replace(leaving=leaving)
    return after._replace(choices=(), leaving=())


def deal_after(before: Table, after: Table, view: View) -> Deal:
    """The deal with other seats in it (deck 6.9)."""
    api, needs, deal, missing = after.api, after.state.needs, before.deal, after.missing
    if not needs:
        return deal
    holders = len(deal.keys) - len(missing)
    is_lent = all(seat in deal.split and holders >= len(deal.split[seat].f) for seat in missing)
    is_new_deal = isinstance(needs[0], api.Shuffle) and needs[0].new_deck
    if is_new_deal or not (deal.cards or (before.drawn_at and after.is_asking(api.Roll) and is_lent)):
        return Deal(before.unused if deal.committed else deal.number)
    deal = deal._replace(mixing=(), mixed_by=())
    if not is_lent:
        need(view.why == LEFT, "cards that lie face down need a key that too few can lend (deck 6.9)")
        holds = any(card.viewers == {seat} for seat in missing for card in deal.cards.values())
        need(not holds or view.choice != STAND_IN_FOR, "a stand-in with a closed hand (deck 6.9)")
        parting = tuple(sorted({*deal.parting, *missing}))
        return deal._replace(remix=remixed(deal, deal.cards), parting=parting)
    is_back = not {*after.seats} <= {*before.seats}
    was = before.state.needs if needs != before.state.needs or is_back else ()
    asked = [slot for each in was if isinstance(each, api.Show) for slot in each.slots]
    return deal._replace(remix=remixed(deal, asked))


def remixed(deal: Deal, asked: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The slots to shuffle once more: of each pile with one of these, all that nobody was shown."""
    unseen = {slot: card for slot, card in deal.cards.items() if not card.viewers}
    piles = {unseen[slot].pile for slot in asked if slot in unseen}
    found = {tuple(sorted(slot for slot, card in unseen.items() if card.pile == pile)) for pile in piles}
    return tuple(sorted(slots for slots in found | {*deal.remix} if len(slots) > 1))


# -- 8 the log (net 5.3, 11) -------------------------------------------------------------------------------

File = namedtuple("File", "genesis sigs records evidence hands")


def read_file(data: bytes) -> Any:
    """The parts of a record file (net 11)."""
    version = int.from_bytes(data[12:14], "big")
    if len(data) > 256 << 20 or data[:12] != b"SHOAL RECORD":
        raise NotJudged("this file is not a record of Shoal")
    if len(data) < 14 or version not in (1, 2):
        raise NotJudged(f"this record has version {version}, which is newer than this reader")
    is_whole = len(data) >= 32 and blake("shoal1-file", data[:-32]) == data[-32:]
    need(is_whole, "the file is damaged or cut off: its checksum does not match")
    rest, at = data[14:-32], 0

    def take(size: int) -> bytes:
        nonlocal at
        at += size
        need(at <= len(rest), "the file is cut off")
        return rest[at - size : at]

    def number(size: int, least: int, most: int) -> int:
        found = int.from_bytes(take(size), "big")
        need(least <= found <= most, "the file has more or longer parts than there can be")
        return found

    def parts(width: int, least: int, most: int, longest: int) -> list[bytes]:
        return [take(number(4, 1, longest)) for _ in range(number(width, least, most))]

    genesis = take(number(4, 1, 8192))
    sigs = [take(64) for _ in range(number(1, 1, 10))]
    records, evidence = parts(4, 0, 100_000, 200 << 10), parts(1, 0, 40, PAY + 384)
    hands = parts(1, 1, 10, 8192) if version == 2 else []
    for each in (evidence, hands):
        need(each == sorted({*each}), "the file has evidence or hands twice or out of order")
    need(at == len(rest), "there is more after the end of the record")
    return File(genesis, sigs, records, evidence, hands)


def read_genesis(file: Any) -> Any:
    """The genesis, its signatures and vouchers checked (net 5.3)."""
    found = unpack(Genesis, file.genesis)
    if found.version != 2:
        raise NotJudged(f"this game has protocol version {found.version}, and this reader version 2")
    players = [Player(*row) for row in found.players]
    for column in zip(*((seen_name(each.nick), each.ed, each.curve) for each in players), strict=True):
        is_plain = "" not in column and len({*column}) == len(column)
        need(is_plain, "two seats with the same key, or names that look the same")
    need(not 0 < found.policy[1] < 5 and found.policy[3] < len(players), "a policy that nobody can keep")
    need(len(file.sigs) == len(players), "there is not one signature for each seat")
    # A seat's runner is None for a person, and for a bot that runs by itself.
    runners = [None if p.run_by in (0, seat + 1) else p.run_by - 1 for seat, p in enumerate(players)]
    for seat, (player, sig, runner) in enumerate(zip(players, file.sigs, runners, strict=True)):
        need(is_signed(player.ed, b"shoal1.genesis\0" + file.genesis, sig), f"seat {seat} has not signed")
        need(len(player.voucher) == (0 if runner is None else 64), "a voucher that is missing, or for no bot")
        if runner is not None:
            is_run = runner < len(players) and runners[runner] is None
            is_run = is_run and is_signed(players[runner].ed, b"shoal1.bot\0" + player.ed, player.voucher)
            need(is_run, "a bot that no player at the table runs")
    return found._replace(players=players, id=blake("shoal1-game", lp(file.genesis)))


def seen_name(name: str) -> str:
    """The part of a name that a person sees (net 5.3)."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    unseen = {sign for sign in folded if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn")}
    unseen = {sign for sign in unseen if not sign.isspace()} | {
        *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f",
        *map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
    }
    return " ".join("".join(sign for sign in folded if sign not in unseen).split())


def first_table(genesis: Any) -> Table | None:
    """The table at height 0; None where the rules of the game are not here."""
    seats, policy = tuple(range(len(genesis.players))), genesis.policy
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
        raise NotJudged(f"the game was played by rules that are not here ({genesis.rules})")
    try:
        lines = genesis.options.decode().split("\n") if genesis.options else []
        options = games[0].checked_options(len(seats), dict(line.split("=", 1) for line in lines))
    except (ValueError, errors.BadOptions) as why:
        raise Wrong(f"options that the game does not have: {why}") from why
    spelled = "\n".join(f"{key}={value}" for key, value in options.items()).encode()
    need(spelled == genesis.options, "options in another spelling")
    of = {"seats": seats, "state": games[0].start(len(seats), options)}
    return Table(genesis.id, api, errors, games[0], escrow_t=policy[3], half=policy[7], **of)


def chain(place: Place, kind: str, v: int, act: Sequence[int], items: Iterable[Any]) -> bytes:
    """h_k (net 5.1): the numbers are msgpack of [v, k, act]."""
    ids = [blake("shoal1-body", lp(item.body)) for item in items]
    numbers = b"\x93" + packed(v) + packed(place.k) + bytes((0x90 | len(act), *act))
    return blake("shoal1-chain", lp(place.prev, kind, numbers, *ids))


# The table before a height, by which evidence is judged. `final` are h and st of that height.
Stage = namedtuple("Stage", "place step v act final", defaults=(None,))


class Reader:
    """A log that is checked record by record. `step` is None where the rules are not here. `open_from` is the
    lowest height that no acks have made final yet, `acts` are the seats since then."""

    def __init__(self, genesis: Any, step: Step | None) -> None:
        for player in genesis.players:  # each CURVE key is certified by its player, for ever (net 1.4)
            cert, u = player.cert, int.from_bytes(player.curve, "little") & (2**255 - 1)
            is_right = cert[:48] == player.curve + bytes(8) + (2**63).to_bytes(8, "big") and not is_small(u)
            is_right = is_right and is_signed(player.ed, b"shoal1.cert\0" + cert[:48], cert[48:])
            need(is_right, "a certificate for another key or time, or of a key of small order")
        self.game, self.keys = genesis.id, [player.ed for player in genesis.players]
        self.place, self.step, self.v = Place(1, genesis.id), step, 0
        self.st: bytes | None = step.table.state.digest() if step else None
        self.open_from = self.signatures = self.proofs = 0
        self.acts, self.views, self.stages = [tuple(range(len(self.keys)))], [], {}

    def check_end(self) -> None:
        if self.open_from:
            raise Wrong("a record that is not acknowledged by every seat", k=self.open_from)

    def take(self, raw: bytes) -> None:
        """Check the next record, in the order of net 11."""
        kind, v, k, prev, act_list, items, acks = unpack(Record, raw)
        act, place = tuple(act_list), self.place
        stage = Stage(place, self.step, self.v, self.acts[-1])
        entries, heard = [unpack(Envelope, each) for each in items], [unpack(Envelope, each) for each in acks]
        for seats in (act_list, [each.seat for each in entries], [each.seat for each in heard]):
            need(seats == sorted({*seats}), "a record with seats twice or out of order")
        if kind == "round":
            self.check_end()
        is_next = (v, act) == (self.v, self.acts[-1]) if kind == "round" else v > self.v
        need(is_next and (k, prev) == place, "a record of another view, height or chain than is due")
        h = chain(place, kind, v, act, entries)
        step = self._round(entries, v) if kind == "round" else self._view(entries, v, act)
        st = step.table.state.digest() if step else None
        if heard:
            st = self._acks(heard, act, (v, k), h, st)
        self.stages[k] = stage._replace(final=(h, st) if st else None)
        self.open_from = 0 if heard else self.open_from or k
        self.acts = [act] if heard else [*self.acts, act]
        self.v, self.step, self.st, self.place = v, step, st, Place(k + 1, h)

    def body(self, envelope: Any, *forms: Any) -> Any:
        """The body of a message of this game, signed by its seat, which the body also names."""
        body, seat, signed = unpack_body(envelope, *forms), envelope.seat, b"shoal1.table\0" + envelope.body
        need((body.game, body.seat) == (self.game, seat), "a message of another game or seat")
        is_theirs = seat < len(self.keys) and is_signed(self.keys[seat], signed, envelope.sig)
        need(is_theirs, f"a message in the name of seat {seat} is not signed by its key")
        self.signatures += 1
        return body

    def _round(self, items: Sequence[Any], v: int) -> Step | None:
        step, place = self.step, self.place
        actors = tuple(item.seat for item in items)
        is_due = actors and {*actors} <= {*self.acts[-1]} and (step is None or actors == step.actors)
        need(is_due, "a record that is not by the seats whose turn it was (net 4.2)")
        bodies = []
        for item in items:
            bodies.append(body := self.body(item, Entry))
            need((body.v, body.k) == (v, place.k), "an entry for another place")
            self.st = body.st if step is None and self.st is None else self.st
            check_entry(body, place, self.st, len(items))
        judged = {body.seat: judge(step, place, body.seat, body.pay) for body in bodies}
        self.proofs += sum(each.proofs for each in judged.values())
        return after_round(step, place, judged) if step else None

    def _view(self, items: Sequence[Any], v: int, act: tuple[int, ...]) -> Step | None:
        place, votes = self.place, [self.body(item, Vote) for item in items]
        is_ours = act and tuple(vote.seat for vote in votes) == act
        is_ours = is_ours and all((vote.view, tuple(vote.act)) == (v, act) for vote in votes)
        need(is_ours, "a change of view without the votes of all its seats (net 5.6)")
        lv, lk, lh = stand_of(votes, len(self.acts[0]))
        is_on_it = (lv, lk, lh) == (self.v, place.k - 1, place.prev)
        is_below = lh is None and (self.v < lv or place.k == lk) and self.v <= lv and place.k <= lk
        need(is_on_it or is_below, "a change that does not stand on the highest lock of its votes (R14)")
        self.views.append(view := view_of(votes, self.acts))
        return after_view(self.step, place, view) if self.step else None

    def _acks(self, heard: Any, act: tuple[int, ...], at: Any, h: bytes, st: bytes | None) -> bytes:
        """The state that one ack of every seat confirms."""
        acks = [self.body(each, Ack) for each in heard]
        is_here = tuple(ack.seat for ack in acks) == act and all((ack.v, ack.k) == at for ack in acks)
        need(is_here, "a missing acknowledgement, or an acknowledgement for another place (net 4.2)")
        for ack in acks:
            is_it, signer = ack.h != h or ack.st == (st or acks[0].st), ack.seat if st else None
            need(is_it, "acknowledges a position that does not follow from the moves", signer)
        need(all(ack.h == h for ack in acks), "an acknowledgement of another course of the game")
        return st or acks[0].st


def unpack_body(envelope: Any, *forms: Any) -> Any:
    """The entry, ack or vote in an envelope."""
    for form in forms:
        with suppress(Wrong):
            body = unpack(form, envelope.body)
            if form is Vote:
                is_plain = body.act == sorted({*body.act}) and body.seat in body.act and body.lv < body.view
                need(is_plain, "a vote that says nothing (net 5.6)")
            return body
    raise Wrong("a message in the wrong form (net 5.3)")


def check_entry(entry: Any, place: Place, st: bytes | None, actors: int) -> None:
    """Raise `Wrong`, naming its author, for an entry on another chain or state, or one that is too long."""
    need(entry.prev == place.prev, "writes on another chain", entry.seat)
    need(entry.st == st, "writes on a position that the moves do not lead to", entry.seat)
    need(len(entry.pay) <= min(PAY, 2 * PAY // actors), "writes more than fits into a round", entry.seat)


# -- 9 evidence (net 11.1) and opened hands (deck 6.15) ----------------------------------------------------
# A seat, None where nobody can be named, and its offence.
Charge: TypeAlias = tuple[int | None, str]


def weigh(raws: Iterable[bytes], reader: Reader) -> list[Charge]:
    """The offences that the evidence proves, with seats (None: nobody), each message judged at its height."""
    slots: dict[tuple[Any, ...], dict[bytes, tuple[Any, Any]]] = {}
    for envelope in (unpack(Envelope, raw) for raw in raws):
        body = reader.body(envelope, Entry, Ack, Vote)
        slot = ("V", body.view, body.seat) if body.tag == "V" else body[:1] + body[2:5]  # signed once (R1)
        slots.setdefault(slot, {})[envelope.body] = envelope, body
    charges: set[Charge] = {(slot[-1], "equivocation") for slot, each in slots.items() if len(each) > 1}
    every = [body for each in slots.values() for _, body in each.values()]
    for vote in (body for body in every if body.tag == "V"):
        for ack in (body for body in every if body.tag == "A" and body.seat == vote.seat):
            lock, at = (vote.lv, vote.lk), (ack.v, ack.k)
            if ack.v < vote.view and (at > lock or (at == lock and ack.h != vote.lh)):
                charges.add((vote.seat, "false-vote"))
    single = [pair for each in slots.values() if len(each) == 1 for pair in each.values()]
    alone = [pair for pair in single if pair[1].tag != "V"]
    above = Stage(reader.place, reader.step, reader.v, reader.acts[-1])
    for stage in (*reader.stages.values(), above):
        here = [pair for pair in alone if pair[1].k == stage.place.k]
        charges |= weighed_at(stage, stage.step, here) if here and stage.step else set()
    return sorted(charges, key=lambda charge: (-1 if charge[0] is None else charge[0], charge[1]))


def weighed_at(stage: Stage, step: Step, here: Iterable[tuple[Any, Any]]) -> set[Charge]:
    """The charges of messages that are alone in their slots at one height."""
    place, st, judged, found = stage.place, step.table.state.digest(), dict[int, Judged](), set[Charge]()
    at, acks = (stage.v, place.prev), [body for _, body in here if body.tag == "A"]
    pairs = [each for each in here if each[1].tag == "E" and (each[1].v, each[1].prev) == at]
    pairs = sorted((each for each in pairs if each[1].seat in step.actors), key=lambda each: each[1].seat)
    for _, entry in pairs:
        try:
            check_entry(entry, place, st, len(step.actors))
            judged[entry.seat] = judge(step, place, entry.seat, entry.pay)
        except Wrong:
            found.add((entry.seat, "false-state" if entry.st != st else "illegal"))
    found = found or {(dealer, "combination") for each in judged.values() for dealer in each.accused[:1]}
    if stage.final is not None:
        h, st = stage.final
        found |= {(ack.seat, "false-state") for ack in acks if ack.h == h and ack.st != st}
    if found or not step.actors or tuple(entry.seat for _, entry in pairs) != step.actors:
        return found
    h = chain(place, "round", stage.v, stage.act, [envelope for envelope, _ in pairs])
    try:
        after = after_round(step, place, judged).table.state.digest()
    except Wrong as why:
        return {(seat, "combination") for seat in why.seats}
    return {(ack.seat, "false-state") for ack in acks if (ack.v, ack.h) == (stage.v, h) and ack.st != after}


def check_hands(raws: Iterable[bytes], reader: Reader, step: Step) -> dict[int, list[int]]:
    """The faces of the hands that were opened after the game, by seat; all shares are checked."""
    found: dict[int, list[int]] = {}
    deal, keys = step.deal, {*step.deal.keys}
    for hand in (unpack(Hand, raw) for raw in raws):
        _, game, seat, data = unpack(HandBody, hand.body)
        is_theirs = game == reader.game and seat < len(reader.keys) and seat not in found
        is_theirs = is_theirs and is_signed(reader.keys[seat], b"shoal1.hand\0" + hand.body, hand.sig)
        need(is_theirs, "a hand of another game or seat, or twice")
        cards = {slot: card for slot, card in sorted(deal.cards.items()) if card.viewers == {seat}}
        slots = [slot for slot, card in cards.items() if keys - {*card.shares} == {seat}]
        need(step.kind == "over" and slots, "a hand that was not the one held at the end", seat)
        try:
            ctx = lp(deal.sid, seat, "hand", *slots)
            shares = step.shared("hand", ctx, seat, step.a(slots), data)
        except Wrong as why:
            raise Wrong(str(why), seat) from why
        found[seat] = [deal.face(slot, {seat: share}) for slot, share in zip(slots, shares, strict=True)]
    return found


# -- 10 the verdict, and the sentences ---------------------------------------------------------------------
# `status` is 0 where everything holds, 1 where something does not, 2 where it cannot be judged, or only
# without its rules; `k` is the height of the problem, `seat` who signed it.
Verdict = namedtuple(
    "Verdict", "status genesis reader problem k seat charges claims hands", defaults=("", 0, None, (), 0, {})
)


def verdict_of(data: bytes) -> Verdict:
    """Judge the bytes of a file."""
    genesis, reader, k = None, None, 0
    try:
        file = read_file(data)
        genesis = read_genesis(file)
        table = first_table(genesis)
        reader = Reader(genesis, settled(table, Place(1, genesis.id)) if table else None)
        for raw in file.evidence:
            unpack_body(unpack(Envelope, raw), Entry, Ack, Vote)
        for k, raw in enumerate(file.records, 1):  # noqa: B007
            reader.take(raw)
        reader.check_end()
        k = 0
        step = reader.step
        charges = weigh(file.evidence, reader)
        hands = check_hands(file.hands, reader, step) if step else {}
    except NotJudged as why:
        return Verdict(2, genesis, None, str(why))
    except Wrong as why:
        return Verdict(1, genesis, reader, str(why), k=why.k or k, seat=why.seats[0])
    claims = len(step.table.state.audit()) if step else 0
    return Verdict(0 if step else 2, genesis, reader, charges=charges, claims=claims, hands=hands)


def sentences(verdict: Any) -> Iterator[str]:
    """Tell whose game it was, what holds, and what a record cannot show."""
    genesis, reader, names, nicks = verdict.genesis, verdict.reader, [], []
    for player in genesis.players if genesis else ():
        letters = base64.b32encode(blake("shoal1-finger", player.ed, 10)).decode()[:16]  # net 1.4
        key = "-".join(letters[at : at + 4] for at in range(0, 16, 4))
        names.append(f"{player.nick} ({key}{', a bot' if player.run_by else ''})")
        nicks.append(player.nick)
    if genesis:
        yield f"Game {genesis.id.hex()[:16]} of {genesis.game}: {', '.join(names)}."
    if verdict.problem or reader is None:
        word = "This cannot be judged" if verdict.status == 2 else "This record fails the check"
        yield f"{word}{f' at step {verdict.k}' if verdict.k else ''}: {verdict.problem}."
        by = "nobody: anybody could have changed the file" if verdict.seat is None else names[verdict.seat]
        if verdict.status == 1:
            yield f"Signed by {by}."
        return
    steps = f"Holds: {reader.place.k - 1} steps, {reader.signatures} signatures"
    if reader.step is None:
        yield f"{steps}, every link, every acknowledgement and every vote."
        yield "NOT CHECKED, because the rules of the game are not here: positions, cards, shuffles, numbers."
    else:
        table, text = reader.step.table, "The game is not over"
        yield f"{steps}, {reader.proofs} proofs of the deck, every position by the rules."
        state = table.state
        if found := state.standing().behind(table.forfeits) if table.is_ended else state.outcome():
            rows = sorted(zip(found.ranks, nicks, found.scores, strict=True), key=lambda row: row[0])
            text = "Where it was ended" if table.is_ended else "Result"
            text += ": " + ", ".join(f"{rank}. {nick} {score}" for rank, nick, score in rows)
        yield f"{text}. The table changed {len(reader.views)} times."
    charged = [f"{'somebody' if s is None else nicks[s]} ({offence})" for s, offence in verdict.charges]
    text = f"Proven to have signed what is false: {', '.join(charged) or 'nobody'}."
    yield f"{text} Claims that open cards refute: {verdict.claims}."
    yield (
        "It cannot know: whose the keys are, who told whom what, who was really away, if the game went on"
        " after the record's end, or if one person made it all up with invented keys."
    )


def main(words: Sequence[str]) -> int:
    """Judge the file of the command line."""
    if len(words) != 1:
        print("python3 second_reader.py FILE        checks the record of a game (.shoal)")
        return 2
    here = __file__.replace("\\", "/").rpartition("/")[0] or "."
    sys.path[1:1] = [here, f"{here}/.."]  # where `rules` may lie
    try:
        with open(words[0], "rb") as file:
            verdict = verdict_of(file.read((256 << 20) + 1))
    except OSError as why:
        print(f"cannot read {words[0]}: {why.strerror}")
        return 2
    print("\n".join(sentences(verdict)))
    return verdict.status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
