"""A table of seats whose keys are made from a seed, for every test of the deck."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from net.deck.algebra.hashing import h32, lp
from net.deck.keys import (
    Keys,
    KeySecret,
    check_commitment,
    check_key,
    finish_keys,
    key_commitment,
    make_key,
    open_key,
)
from net.deck.pile import CheckedPile, Cipher, face_of, lay_pile
from net.deck.shares import open_cipher, own_share
from net.deck.shuffle import check_shuffle, make_shuffle

NAME = h32("table", "a table of the tests")
CTX = lp("a place in the log")


class Seeded:
    """A source of randomness that gives the same bytes for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)
        self._drawn = 0

    def __call__(self, size: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(lp(self._seed, self._drawn)).digest(size)


@dataclass(frozen=True)
class Table:
    """The keys of all seats, secret ones too."""

    secrets: dict[int, KeySecret]
    commitments: dict[int, bytes]
    openings: dict[int, bytes]
    keys: Keys


@cache
def seated(k: int, seed: int | str = "table") -> Table:
    """`k` seats after an honest key ceremony."""
    randomness = Seeded(f"{seed} {k}")
    secrets = {seat: make_key(randomness) for seat in range(k)}
    commitments = {seat: key_commitment(NAME, seat, secret) for seat, secret in secrets.items()}
    for seat, commitment in commitments.items():
        check_commitment(seat, commitment)
    openings = {
        seat: open_key(NAME, commitments, seat, secret, randomness) for seat, secret in secrets.items()
    }
    checked = [check_key(NAME, commitments, seat, opening) for seat, opening in openings.items()]
    return Table(secrets, commitments, openings, finish_keys(NAME, commitments, checked))


def shuffled(table: Table, pile: CheckedPile, seed: int | str = "shuffle") -> CheckedPile:
    """The pile after every seat shuffled it and was checked."""
    randomness = Seeded(seed)
    for seat in table.keys.seats:
        ctx = lp(CTX, seat)
        pile = check_shuffle(ctx, table.keys, seat, pile, make_shuffle(ctx, table.keys, pile, randomness))
    return pile


@cache
def dealt(k: int, n: int) -> CheckedPile:
    """Components 0..n-1 shuffled by all of `k` seats."""
    table = seated(k)
    return shuffled(table, lay_pile(table.keys, range(n)))


def faces_of(table: Table, pile: Sequence[Cipher], faces: Sequence[int]) -> list[int]:
    """The faces of a pile, opened with the secrets of all seats."""
    randomness = Seeded("faces")
    return [
        face_of(
            table.keys,
            open_cipher(
                cipher, [own_share(table.secrets[seat], cipher, randomness) for seat in table.keys.seats]
            ),
            faces,
        )
        for cipher in pile
    ]
