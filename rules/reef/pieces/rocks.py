"""The rocks in play with the tiles and shrimps on them, and the corals that the tiles make.

A coral is a connected group of one colour (reef 4.7). The groups are kept up to date as tiles come and go,
for every step of a turn needs them.
"""

from __future__ import annotations

from rules.reef.pieces.boards import Ground
from rules.reef.pieces.facts import BARE, NOBODY, NONE, SAND


class Rocks:
    """Pieces on each space: `tile` (a colour, `BARE` or `SAND`) and `shrimp` (a seat or `NOBODY`).

    Derived from them are `coral` (the lowest space of the coral that a tile belongs to) and, by that
    lowest space, `group` (its spaces), `size` (their number) and `guard` (the space of its shrimp, or
    `NONE`).
    """

    __slots__ = ("coral", "ground", "group", "guard", "shrimp", "size", "tile")

    def __init__(self, ground: Ground) -> None:
        """Make all spaces bare."""
        self.ground = ground
        self.tile = [BARE if rock else SAND for rock in ground.is_rock]
        self.shrimp = [NOBODY] * ground.size
        self.coral = [NONE] * ground.size
        self.group: list[list[int]] = [[]] * ground.size
        self.size = [0] * ground.size
        self.guard = [NONE] * ground.size

    def clone(self) -> Rocks:
        """An independent copy; the ground, which never changes, is shared."""
        new = object.__new__(Rocks)
        new.ground, new.tile, new.shrimp = self.ground, self.tile[:], self.shrimp[:]
        new.coral, new.size, new.guard = self.coral[:], self.size[:], self.guard[:]
        new.group = self.group[:]
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

    # -- changing -----------------------------------------------------------------------------

    def derive(self) -> None:
        """Find every coral anew, for rocks that were read or built."""
        self.coral = [NONE] * self.ground.size
        for space in self.ground.rock:
            if self.tile[space] >= 0 and self.coral[space] == NONE:
                self.join(space)

    def join(self, space: int) -> None:
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

    def put_tile(self, space: int, colour: int) -> None:
        """Put a tile on `space`, bare or not, and mend the corals around it."""
        tile = self.tile
        old = tile[space]
        tile[space] = colour
        self.join(space)
        if old >= 0:  # the rest of an attacked coral may fall apart into up to three
            for near in self.ground.near[space]:
                if tile[near] == old:
                    self.join(near)

    def remove_coral(self, space: int) -> int:
        """Take every tile of the coral off the rock and return their number. The caller moves the shrimp."""
        group = self.coral_at(space)
        for at in group:
            self.tile[at] = BARE
        return len(group)
