"""Hash lists of values so that no two lists give the same bytes: every element carries its length
(`net/deck/PROTOCOL.md` 6, mpc-pitfalls `ambiguous-hash-encoding`)."""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

from net.errors import LocalError

Part: TypeAlias = bytes | int | str
"""An element of a hashed list: bytes as they are, 0..2**64-1 as 8 bytes big endian, text as UTF-8."""

PROTO: Final = b"deck/1"
"""Prefix of every hash of the deck; another text means another, incompatible deck."""


def lp(*parts: Part) -> bytes:
    """Join `parts`, each after its length as 4 bytes big endian."""
    pieces = []
    for part in parts:
        piece = _bytes(part)
        pieces.append(len(piece).to_bytes(4, "big"))
        pieces.append(piece)
    return b"".join(pieces)


def h32(tag: str, *parts: Part) -> bytes:
    """Hash `parts` to 32 bytes; hashes under different tags have nothing in common."""
    return hashlib.sha256(lp(PROTO, tag, *parts)).digest()


def _bytes(part: Part) -> bytes:
    if isinstance(part, bytes):
        return part
    if isinstance(part, str):
        return part.encode()
    if not 0 <= part < 1 << 64:
        raise LocalError(f"only integers below 2**64 are hashed, not {part}")
    return part.to_bytes(8, "big")
