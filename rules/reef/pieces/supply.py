"""Pieces that nobody has: the bag, the bonus reserve and the spare larva cubes.

The bag is a pile of unopened deck slots, `deck` up to `deck_end`, and a public `pool` of tiles that
were returned to it.
"""

from __future__ import annotations

from rules.reef.pieces.facts import CUBES_OF_A_COLOUR


class Supply:
    """Cubes, the `reserve` of bonus tiles (until `tipped` into the bag) and the `pool`, by colour."""

    __slots__ = ("cubes", "deck", "deck_end", "pool", "reserve", "tipped")

    def __init__(self) -> None:
        self.cubes = [CUBES_OF_A_COLOUR] * 5
        self.reserve = [0] * 5
        self.tipped = False
        self.pool = [0] * 5
        self.deck = 0
        self.deck_end = 0

    def clone(self) -> Supply:
        new = object.__new__(Supply)
        new.cubes, new.reserve, new.tipped = self.cubes[:], self.reserve[:], self.tipped
        new.pool, new.deck, new.deck_end = self.pool[:], self.deck, self.deck_end
        return new

    def in_bag(self) -> int:
        return self.deck_end - self.deck + sum(self.pool)

    def has_tile(self, colour: int) -> bool:
        """True if a tile of that colour can be named and taken from the reserve or the bag (R12).

        The reserve lacks a colour only when the whole deck was opened in search of it or when it was
        tipped into the empty bag: either way every tile of the bag is in the public pool.
        """
        return self.reserve[colour] > 0 or self.pool[colour] > 0

    def take_named(self, colour: int) -> None:
        """Take one tile of that colour: from the reserve if it has one, otherwise from the pool."""
        source = self.reserve if self.reserve[colour] else self.pool
        source[colour] -= 1

    def tip(self) -> None:
        """Put the rest of the reserve into the empty bag; after that there is no reserve (R13, R29)."""
        self.pool = [returned + bonus for returned, bonus in zip(self.pool, self.reserve, strict=True)]
        self.reserve = [0] * 5
        self.tipped = True
