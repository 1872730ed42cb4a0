"""The challenge of a proof, hashed from everything that the proof is about (Fiat and Shamir).

A verifier rebuilds the transcript from its own copies of keys, ciphertexts and context, never from the
prover's: "How not to prove yourself" (Bernhard, Pereira, Warinschi 2012) and eprint 2023/691 show what
happens when the statement is left out. deck 6.2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from net.deck.algebra.group import Point
from net.deck.algebra.hashing import PROTO, Part, lp
from net.deck.algebra.scalar import Q, Randomness, draw, scalar_bytes, wide_scalar


class Transcript:
    """Everything said so far in one proof, as 64 bytes. Each kind of proof has its own label."""

    __slots__ = ("_state",)

    def __init__(self, label: str) -> None:
        self._state = hashlib.sha512(lp(PROTO, "fs", label)).digest()

    def add(self, name: str, part: bytes | Point) -> None:
        """Take in one value."""
        self._absorb(name, bytes(part))

    def add_all(self, name: str, points: Iterable[Point]) -> None:
        """Take in a list of points with its length."""
        written = [bytes(point) for point in points]
        self._absorb(name, lp(len(written)) + b"".join(written))

    def challenge(self, name: str) -> int:
        """A number 0..Q-1 that nobody could foresee before the last `add`; 512 bits leave no bias."""
        self._absorb("challenge", name)
        return int.from_bytes(hashlib.sha512(self._state + b"\x01").digest(), "big") % Q

    def challenges(self, name: str, n: int) -> tuple[int, ...]:
        """Like `challenge`, but `n` numbers of 128 bits, none of them 0: weights for sums of statements."""
        self._absorb("challenges", name, n)
        data = hashlib.shake_256(self._state + b"\x02").digest(16 * n)
        return tuple(int.from_bytes(data[at : at + 16], "big") or 1 for at in range(0, 16 * n, 16))

    def nonce(self, name: str, secret: int, randomness: Randomness) -> int:
        """A secret number 1..Q-1 for this proof.

        Hedged: it also depends on `secret` and on the statement. Otherwise a source of randomness that
        repeats itself would give two proofs the same nonce, which reveals the secret.
        """
        hedge = lp("nonce", name, scalar_bytes(secret), self._state, draw(32, randomness))
        return wide_scalar(hashlib.sha512(hedge).digest())

    def nonces(self, n: int, secrets: Iterable[int], randomness: Randomness) -> list[int]:
        """Like `nonce`: `n` numbers that depend on all `secrets` (each below Q)."""
        hedge = lp("nonces", b"".join(map(scalar_bytes, secrets)), self._state, draw(64, randomness))
        data = hashlib.shake_256(hedge).digest(64 * n)
        return [wide_scalar(data[at : at + 64]) for at in range(0, 64 * n, 64)]

    def _absorb(self, *parts: Part) -> None:
        self._state = hashlib.sha512(self._state + lp(*parts)).digest()
