"""Shuffle a pile: put it in a random order, re-encrypt every component, and prove it (deck 6.5).

Each seat in turn shuffles the pile that the one before left. If a single seat keeps its order secret,
nobody knows where a component lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.deck.algebra.generators import MAX_PILE
from net.deck.algebra.group import Point, base, mul, total
from net.deck.algebra.hashing import lp
from net.deck.algebra.scalar import Randomness, fresh_scalar, permutation
from net.deck.algebra.wire import Reader
from net.deck.keys import Keys
from net.deck.pile import CIPHER_BYTES, CheckedPile, Cipher, read_cipher
from net.deck.shuffle_proof import Statement, check, proof_bytes, prove
from net.errors import LocalError, PeerError

_WHAT: Final = "shuffle"


def shuffle_bytes(n: int) -> int:
    """The length of a message about `n` components: 66 n for them, 96 n + 328 for the proof."""
    return n * CIPHER_BYTES + proof_bytes(n)


def make_shuffle(
    ctx: bytes, keys: Keys, pile: CheckedPile, randomness: Randomness, order: Sequence[int] | None = None
) -> bytes:
    """Shuffle 2..200 components, in a random order if none is given.

    The message is the shuffled pile (66 bytes each), then the proof.

    `ctx` must name the place in the log, the seat and the pile: the proof holds only for it. The result
    is checked like any other seat's before it is returned, so that a computer with a faulty memory raises
    `LocalError` and does not make its owner look like a cheat.
    """
    n = _checked_size(pile)
    order = permutation(n, randomness) if order is None else order
    rho = [fresh_scalar(randomness) for _ in order]
    after = relocked(pile, keys.joint, order, rho)
    proof = prove(_statement(ctx, keys, pile, after), order, rho, randomness)
    message = b"".join(cipher.to_bytes() for cipher in after) + proof
    try:
        check_shuffle(ctx, keys, keys.seats[0], pile, message)
    except PeerError as refusal:
        raise LocalError("this computer has made a false proof: its memory may be faulty") from refusal
    return message


def check_shuffle(ctx: bytes, keys: Keys, seat: int, pile: CheckedPile, message: bytes) -> CheckedPile:
    """Return the shuffled pile, or refuse `seat`'s message: `Malformed` or `BadProof`.

    `pile` is our own copy, never the sender's. May take a tenth of a second at 200 components.
    """
    n = _checked_size(pile)
    reader = Reader(message, size=shuffle_bytes(n), seat=seat, what=_WHAT)
    after = tuple(read_cipher(reader) for _ in range(n))
    check(_statement(ctx, keys, pile, after), reader, seat=seat)
    return CheckedPile(after)


def relocked(
    pile: Sequence[Cipher], joint: Point, order: Sequence[int], rho: Sequence[int]
) -> tuple[Cipher, ...]:
    """Lay `pile` in `order` and re-encrypt its components, each with its own number of `rho`."""
    return tuple(
        Cipher(total((pile[j].a, base(blind))), total((pile[j].b, mul(joint, blind))))
        for j, blind in zip(order, rho, strict=True)
    )


def recall_shuffle(n: int, message: bytes) -> CheckedPile:
    """Read the shuffled pile without a check of the proof: only if it passed `check_shuffle` before."""
    reader = Reader(message, size=shuffle_bytes(n), seat=None, what=_WHAT)
    return CheckedPile(tuple(read_cipher(reader) for _ in range(n)))


def _statement(ctx: bytes, keys: Keys, before: Sequence[Cipher], after: tuple[Cipher, ...]) -> Statement:
    return Statement(lp(ctx, keys.sid, len(before)), keys.joint, tuple(before), after)


def _checked_size(pile: Sequence[Cipher]) -> int:
    if not 2 <= len(pile) <= MAX_PILE:
        raise LocalError(f"2 to {MAX_PILE} components are shuffled, not {len(pile)}")
    return len(pile)
