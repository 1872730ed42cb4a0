"""Signatures for tests: fast ones by a keyed hash, where there are many, and a genesis with such keys.

Anybody who knows the public key can forge the fast ones, so only tests may use them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from net.errors import BadSignature
from net.wire.genesis import Genesis, Player


@dataclass(frozen=True, slots=True)
class FastKey:
    """A signer whose public key is its only key."""

    public: bytes

    def sign(self, message: bytes) -> bytes:
        return hashlib.blake2b(message, key=self.public, digest_size=64).digest()


def fast_key(seat: int) -> FastKey:
    """The key of a seat."""
    return FastKey(hashlib.blake2b(b"toy key %d" % seat, digest_size=32).digest())


def fast_verify(public: bytes, message: bytes, signature: bytes) -> None:
    """The check of signatures by a `FastKey`."""
    if FastKey(public).sign(message) != signature:
        raise BadSignature("bad-signature", "not signed")


def toy_genesis(seats: int, *, keys: tuple[bytes, ...] | None = None, table: bytes = bytes(16)) -> Genesis:
    """A genesis of `seats` seats, with the fast keys unless others are given."""
    eds = keys or tuple(fast_key(seat).public for seat in range(seats))
    players = tuple(
        Player(ed, bytes([seat + 1]) * 32, bytes(112), f"seat {seat}") for seat, ed in enumerate(eds)
    )
    return Genesis(game="toy", rules="1", engine=bytes(32), options=b"", table=table, players=players)
