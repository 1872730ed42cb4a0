"""The open-sea board: the ten coral tiles, the alga cylinders and the five large spaces (reef 1)."""

from __future__ import annotations

from rules.reef.pieces.facts import CYLINDERS_OF_A_COLOUR, LARGE, NONE, TOP, WIDTH


class OpenSea:
    """Pieces on the open-sea board and beside it.

    By coral tile: `side` (0 is A, 1 is B) and `lock` (the alga of the cylinder upon it, or `NONE`). `alga` is
    the cylinder on the alga space, `algae_left` by alga the cylinders in the supply. By large space: `cubes`
    (0 or 1) and, in rows of `WIDTH`, `tiles`. `beats[strong * 5 + weak]` is derived from the sides.
    """

    __slots__ = ("alga", "algae_left", "beats", "cubes", "lock", "side", "tiles")

    def __init__(self) -> None:
        self.side = [0] * 10
        self.lock = [NONE] * 10
        self.beats: tuple[bool, ...] = (False,) * 25
        self.alga = NONE
        self.algae_left = [CYLINDERS_OF_A_COLOUR] * 4
        self.tiles = [0] * (5 * WIDTH)
        self.cubes = [0] * 5

    def clone(self) -> OpenSea:
        new = object.__new__(OpenSea)
        new.side, new.lock, new.beats = self.side[:], self.lock[:], self.beats
        new.alga, new.algae_left = self.alga, self.algae_left[:]
        new.tiles, new.cubes = self.tiles[:], self.cubes[:]
        return new

    def row(self, space: int) -> list[int]:
        """The tiles on a large space, by colour."""
        return self.tiles[space * WIDTH : space * WIDTH + WIDTH]

    def count(self, space: int) -> int:
        """Number of tiles on a large space."""
        return sum(self.tiles[space * WIDTH : space * WIDTH + WIDTH])

    def values(self) -> list[int]:
        """Value of a tile of each colour (reef 5.2)."""
        values = [1] * 5
        for k, side in enumerate(self.side):
            values[TOP[side][k]] += 1
        return values

    def large(self, k: int) -> int:
        """The large alga that coral tile k (0-9) shows."""
        return LARGE[self.side[k]][k]

    def rank_beats(self) -> None:
        """Derive `beats` from the sides."""
        beats = [False] * 25
        for k, side in enumerate(self.side):
            beats[TOP[side][k] * 5 + TOP[1 - side][k]] = True
        self.beats = tuple(beats)
