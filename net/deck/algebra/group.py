"""The group of the deck: secp256k1, through libsecp256k1. The only file that knows the library.

Additive notation; G is the generator. Traps of the library (`net/deck/PROTOCOL.md` 3):

- There is no identity. A sum or product that would be the identity comes back as 0, like any other
  refusal, and becomes `NoPoint` here. A verifier turns that into a refused message.
- A call that fails zeroes its output, and a zeroed point handed back to the library is reported to a
  callback that in other builds ends the process. So every call writes to fresh memory that becomes a
  `Point` only after the library said 1, and a `Point` is never written to again.
- Multiplying a point by a number takes a time that depends on the number. `mul_secret` splits secrets that
  live longer than one message; multiples of G are computed in constant time.

The library releases Python's lock during a call, so checks may run in a worker thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from btclib_secp256k1 import ffi, lib

from net.deck.algebra.scalar import Q, Randomness, draw, fresh_scalar, scalar_bytes
from net.errors import LocalError

POINT_BYTES: Final = 33

_Raw: TypeAlias = Any  # a cffi `secp256k1_pubkey *`, which the type system cannot name
_RAW: Final = ffi.typeof("secp256k1_pubkey *")
_BUFFER: Final = ffi.typeof("unsigned char[33]")
_LENGTH: Final = ffi.typeof("size_t *")
_COMPRESSED: Final = 258  # SECP256K1_EC_COMPRESSED
_NO_FLAGS: Final = 1  # SECP256K1_CONTEXT_NONE
_GENERATOR: Final = bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")


class NoPoint(LocalError):
    """Bytes that are no point, or a sum or product that is the identity.

    If the values came from a peer the caller refuses its message (`net.deck.algebra.wire.refusing`); with
    our own values it has a chance of 2**-128 and means a bug.
    """


class Point:
    """A point of the group other than the identity. A value: `bytes(point)` are its 33 bytes."""

    __slots__ = ("_bytes", "_raw")

    def __init__(self, raw: _Raw, data: bytes | None = None) -> None:
        """For this file only: `raw` was filled by a successful call and is not written to again."""
        self._raw = raw
        self._bytes = data

    def __bytes__(self) -> bytes:
        if self._bytes is None:
            self._bytes = _serialised(self._raw)  # of a value that never changes: safe in any thread
        return self._bytes

    def __eq__(self, other: object) -> bool:
        return bytes(self) == bytes(other) if isinstance(other, Point) else NotImplemented

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"Point({bytes(self).hex()})"


def start(randomness: Randomness) -> None:
    """Blind the library's constant-time multiplication with 32 random bytes.

    Everything works without it; it also protects against somebody who measures this computer's power or
    radiation. Blinding a context while another thread computes with it would make that thread's results
    wrong, so a new context takes its place.
    """
    context = _made_context()
    if lib.secp256k1_context_randomize(context, draw(32, randomness)) != 1:
        raise LocalError("libsecp256k1 refused to randomize its context")
    _CONTEXT[0] = context


@lru_cache(maxsize=512)  # a message is read when it is checked and again when it is taken
def point(data: bytes) -> Point:
    """Read a point; raises `NoPoint` unless `data` is the one spelling (33 bytes) of a point on the curve."""
    return Point(_parsed(data), data)


@cache
def generator() -> Point:
    """G."""
    return point(_GENERATOR)


def base(scalar: int) -> Point:
    """Multiply G by `scalar`, in constant time."""
    return Point(_based(scalar % Q))


def mul(factor: Point, scalar: int) -> Point:
    """Multiply a point by a number that is public or used once: the time taken depends on it."""
    return Point(_multiplied(factor._raw, scalar % Q))


def mul_secret(factor: Point, secret: int, randomness: Randomness) -> Point:
    """Multiply a point by a long-lived secret, split at random so that the times tell nothing."""
    split = fresh_scalar(randomness)
    return total((mul(factor, secret - split), mul(factor, split)))


def neg(term: Point) -> Point:
    """The negative of a point: their sum would be the identity."""
    return Point(_negated(term._raw))


def total(terms: Iterable[Point]) -> Point:
    """Add points up."""
    return Point(_added([term._raw for term in terms]))


def combination(scalars: Iterable[int], points: Sequence[Point], *, of_base: int = 0) -> Point:
    """Compute sum(scalar * point) + `of_base` * G; terms that are zero are left out."""
    terms = []
    for scalar, factor in zip(scalars, points, strict=True):
        if factor is generator():  # half of the points of an unshuffled pile
            of_base += scalar
        elif scalar % Q:
            terms.append(_multiplied(factor._raw, scalar % Q))
    if of_base % Q:
        terms.append(_based(of_base % Q))
    return Point(_added(terms))


def _made_context() -> _Raw:
    return ffi.gc(lib.secp256k1_context_create(_NO_FLAGS), lib.secp256k1_context_destroy)


_CONTEXT: Final = [_made_context()]
"""A context of our own, so that no other user of the library blinds it again during a call."""


def _parsed(data: bytes) -> _Raw:
    raw = ffi.new(_RAW)
    if len(data) != POINT_BYTES or lib.secp256k1_ec_pubkey_parse(_CONTEXT[0], raw, data, POINT_BYTES) != 1:
        raise NoPoint("these bytes are not a point of the group")
    return raw


def _added(terms: list[_Raw]) -> _Raw:
    if not terms:
        raise NoPoint("the sum of no points is the identity")
    if len(terms) == 1:
        return terms[0]
    raw = ffi.new(_RAW)
    return _checked(lib.secp256k1_ec_pubkey_combine(_CONTEXT[0], raw, terms, len(terms)), raw)


def _negated(term: _Raw) -> _Raw:
    raw = ffi.new(_RAW)
    raw[0] = term[0]
    return _checked(lib.secp256k1_ec_pubkey_negate(_CONTEXT[0], raw), raw)


def _based(scalar: int) -> _Raw:
    raw = ffi.new(_RAW)
    return _checked(lib.secp256k1_ec_pubkey_create(_CONTEXT[0], raw, scalar_bytes(scalar)), raw)


def _multiplied(factor: _Raw, scalar: int) -> _Raw:
    raw = ffi.new(_RAW)
    raw[0] = factor[0]
    return _checked(lib.secp256k1_ec_pubkey_tweak_mul(_CONTEXT[0], raw, scalar_bytes(scalar)), raw)


def _checked(returned: int, raw: _Raw) -> _Raw:
    if returned != 1:
        raise NoPoint("a sum or product is the identity")
    return raw


def _serialised(raw: _Raw) -> bytes:
    buffer = ffi.new(_BUFFER)
    length = ffi.new(_LENGTH, POINT_BYTES)
    if lib.secp256k1_ec_pubkey_serialize(_CONTEXT[0], buffer, length, raw, _COMPRESSED) != 1:
        raise LocalError("libsecp256k1 refused to write a point")
    return bytes(buffer)
