"""A dealer of parts that knows the protocol and may lie in one place at a time (deck 6.13).

Written from the text and not from `net.deck.escrow`, so that it also holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from net.deck.algebra.group import Point, base, mul
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import Q, scalar_bytes
from net.deck.algebra.transcript import Transcript
from tests.net.deck.table import CTX, Table


def value(coefficients: tuple[int, ...], at: int) -> int:
    """The value of a polynomial at a number."""
    return sum(a * at**e for e, a in enumerate(coefficients)) % Q


def dealt_by(
    table: Table,
    seat: int,
    coefficients: tuple[int, ...],
    *,
    said: tuple[int, ...] = (),
    inside: Mapping[int, bytes] = {},
    r: int = 55,
    shown_r: Point | None = None,
    w: int = 66,
) -> bytes:
    """The message of `seat` for the polynomial with these coefficients, a_0 first.

    `said` are other coefficients to publish, `inside` what lies in some holders' boxes, `shown_r` an R
    other than rG.
    """
    keys, t = table.keys, len(coefficients)
    place = lp("escrow", CTX, keys.sid, seat, t)
    polynomial = (keys.public(seat), *(base(a) for a in (said or coefficients)[1:]))
    big_r = base(r) if shown_r is None else shown_r
    proof = Transcript("escrow")
    proof.add("ctx", place)
    proof.add_all("F", polynomial)
    proof.add("R", big_r)
    proof.add("R1", base(w))
    c = proof.challenge("c")
    boxes = []
    for holder in keys.seats:
        if holder == seat:
            continue
        key = keys.public(holder)
        one_time = h32("escrow key", place, holder, bytes(big_r), bytes(key), bytes(mul(key, r)))
        part = inside.get(holder, scalar_bytes(value(coefficients, holder + 1)))
        boxes.append(ChaCha20Poly1305(one_time).encrypt(bytes(12), part, lp("part", place, holder)))
    answers = (bytes(big_r), scalar_bytes(c), scalar_bytes((w + c * r) % Q))
    return b"".join((*map(bytes, polynomial[1:]), *answers, *boxes))
