"""The rocks in play with the tiles and shrimps on them, and the corals that the tiles make.

A coral is a connected group of one colour (reef 1.2). The groups are kept up to date as tiles come and go,
because every step of a turn needs them.
"""

from __future__ import annotations

from array import array
from struct import pack
from typing import Final

from rules.reef.pieces.boards import Ground
from rules.reef.pieces.facts import BARE, NOBODY, NONE, SAND

_FROM_SAND: Final = bytes([(byte - SAND) % 256 for byte in range(256)])
"""A number minus `SAND`, by the byte of the signed number. `translate` is quicker than a loop."""


class Rocks:
    """Pieces on each space: `tile` (a colour, `BARE` or `SAND`) and `shrimp` (a seat or `NOBODY`).

    Derived from them are `coral` (the lowest space of the coral that a tile belongs to) and, by that
    lowest space, `group` (its spaces), `size` (their number) and `guard` (the space of its shrimp, or
    `NONE`).

    Most actions move a shrimp and no tile: so a clone shares `tile`, `coral`, `group` and `size` until a
    tile comes or goes, and `spelled`, the bytes of the tiles, once they were asked for.
    """

    __slots__ = ("coral", "ground", "group", "guard", "is_shared", "shrimp", "size", "spelled", "tile")

    def __init__(self, ground: Ground) -> None:
        """Make all spaces bare."""
        self.ground = ground
        self.tile = [BARE if rock else SAND for rock in ground.is_rock]
        self.shrimp = array("b", [NOBODY]) * ground.size
        self.coral = [NONE] * ground.size
        self.group: list[list[int]] = [[]] * ground.size
        self.size = [0] * ground.size
        self.guard = [NONE] * ground.size
        self.is_shared = False
        self.spelled = b""

    def clone(self) -> Rocks:
        """An independent copy; the ground, which never changes, is shared."""
        new = object.__new__(Rocks)
        new.ground, new.tile, new.spelled = self.ground, self.tile, self.spelled
        new.coral, new.size, new.group = self.coral, self.size, self.group
        new.is_shared = self.is_shared = True
        new.shrimp, new.guard = self.shrimp[:], self.guard[:]
        return new

    # -- reading ------------------------------------------------------------------------------

    def coral_at(self, space: int) -> list[int]:
        """The spaces of the coral that the tile on `space` belongs to, rising."""
        return sorted(self.group[self.coral[space]])

    def is_protected(self, space: int) -> bool:
        """True if the tile on `space` carries a shrimp or has one beside it in its coral (reef 4.7)."""
        guard = self.guard[self.coral[space]]
        return guard != NONE and (guard == space or guard in self.ground.near[space])

    def guarded_beside(self, space: int, colour: int) -> int:
        """Number of different guarded corals of `colour` adjacent to `space` (the join rule)."""
        names: list[int] = []
        for at in self.ground.near[space]:
            if self.tile[at] == colour:
                name = self.coral[at]
                if self.guard[name] != NONE and name not in names:
                    names.append(name)
        return len(names)

    def packed(self) -> bytes:
        """The tiles, then the shrimps: one byte for each space, its value minus `SAND`."""
        if not self.spelled:
            self.spelled = pack(f"{self.ground.size}b", *self.tile).translate(_FROM_SAND)
        return self.spelled + self.shrimp.tobytes().translate(_FROM_SAND)

    # -- changing -----------------------------------------------------------------------------

    def derive(self) -> None:
        """Find every coral again, for rocks that were read or built."""
        self._part()
        self.coral = [NONE] * self.ground.size
        for space in self.ground.rock:
            if self.tile[space] >= 0 and self.coral[space] == NONE:
                self._join(space)

    def put_tile(self, space: int, colour: int) -> None:
        """Put a tile on `space`, bare or not, and mend the corals around it."""
        self._part()
        tile = self.tile
        old = tile[space]
        tile[space] = colour
        self._join(space)
        if old >= 0:  # the rest of an attacked coral may fall apart into up to three
            for near in self.ground.near[space]:
                if tile[near] == old:
                    self._join(near)

    def remove_coral(self, space: int) -> int:
        """Take all tiles of the coral off the rock; return their number. The shrimp must be lifted before."""
        self._part()
        group = self.group[self.coral[space]]
        for at in group:
            self.tile[at] = BARE
        return len(group)

    def _part(self) -> None:
        """Part from the clones before a tile changes."""
        self.spelled = b""
        if self.is_shared:
            self.tile, self.coral, self.size = self.tile[:], self.coral[:], self.size[:]
            self.group, self.is_shared = self.group[:], False

    def _join(self, space: int) -> None:
        """Find the coral of the tile on `space` and note its name, size and guard."""
        tile, near, shrimp, coral = self.tile, self.ground.near, self.shrimp, self.coral
        colour = tile[space]
        group = [space]
        for at in group:
            group += [to for to in near[at] if tile[to] == colour and to not in group]
        name = min(group)
        guard = NONE
        for at in group:
            coral[at] = name
            if shrimp[at] >= 0:
                guard = at
        self.group[name], self.size[name] = group, len(group)
        self.guard[name] = guard
