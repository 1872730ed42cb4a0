"""The hashes of shoal/1 (net 5.1): BLAKE2b-256, each with its own `person` (domain).

Every part is hashed after its length, so that no two lists of parts give the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from net.wire.codec import COUNTER_MAX, Int, Many, pack, row

HASH_BYTES: Final = 32
_CHAIN_NUMBERS: Final = row(Int(), Int(COUNTER_MAX), Many(Int(), 256))


def lp(*parts: bytes) -> bytes:
    """LP: each part after its length as four bytes, big-endian."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def body_hash(body: bytes) -> bytes:
    """Return the hash that identifies a message: the body as it came, never the envelope (net 5.3)."""
    return _hashed(b"shoal1-body", body)


def game_id(genesis: bytes) -> bytes:
    """g, the id of a game and h_0 of its chain, from the body of its genesis."""
    return _hashed(b"shoal1-game", genesis)


def chain_hash(
    prev: bytes, kind: str, *, numbers: tuple[int, int, Sequence[int]], items: Sequence[bytes]
) -> bytes:
    """h_k: `prev`, the kind of record, (v, k, act), and the body hashes of its items by seat."""
    return _hashed(b"shoal1-chain", prev, kind.encode(), pack(_CHAIN_NUMBERS, numbers), *items)


def choice_hash(*parts: bytes) -> bytes:
    """The commitment to a choice that several seats make at once (net 5.12)."""
    return _hashed(b"shoal1-choice", *parts)


def _hashed(person: bytes, *parts: bytes) -> bytes:
    return hashlib.blake2b(lp(*parts), digest_size=HASH_BYTES, person=person).digest()
