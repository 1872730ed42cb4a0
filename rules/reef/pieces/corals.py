"""Corals: connected groups of one colour, kept up to date as tiles come and go (reef 4.7)."""

from __future__ import annotations

from rules.reef.pieces.position import BARE, NONE, SAND, Position


def lay_ground(position: Position) -> None:
    """Make the lists of spaces for the position's rocks, all bare."""
    ground = position.ground
    position.tile = [BARE if rock else SAND for rock in ground.is_rock]
    position.shrimp = [NONE] * ground.size
    position.coral = [NONE] * ground.size
    position.size = [0] * ground.size
    position.guard = [NONE] * ground.size


def derive_corals(position: Position) -> None:
    """Find every coral and every posted shrimp anew, for a position that was read or built."""
    position.coral = [NONE] * position.ground.size
    for space in position.ground.rock:
        if position.tile[space] >= 0 and position.coral[space] == NONE:
            join(position, space)
    for seat in range(position.rules.seats):
        position.posted[seat] = tuple(at for at in position.ground.rock if position.shrimp[at] == seat)


def join(position: Position, space: int) -> None:
    """Find the coral of the tile on `space` and note its name, size and guard."""
    tile, near, shrimp, coral = position.tile, position.ground.near, position.shrimp, position.coral
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
    position.size[name] = len(group)
    position.guard[name] = guard


def put_tile(position: Position, space: int, colour: int) -> None:
    """Put a tile on `space`, bare or not, and mend the corals around it."""
    tile = position.tile
    old = tile[space]
    tile[space] = colour
    join(position, space)
    if old >= 0:  # the rest of an attacked coral may fall apart into up to three
        for near in position.ground.near[space]:
            if tile[near] == old:
                join(position, near)


def coral_at(position: Position, space: int) -> list[int]:
    """The spaces of the coral that the tile on `space` belongs to, rising."""
    name = position.coral[space]
    tile, coral = position.tile, position.coral
    return [at for at in position.ground.rock if tile[at] >= 0 and coral[at] == name]


def remove_coral(position: Position, space: int) -> int:
    """Take every tile of the coral off the rock; how many there were. Shrimps are the caller's."""
    group = coral_at(position, space)
    for at in group:
        position.tile[at] = BARE
    return len(group)


def is_protected(position: Position, space: int) -> bool:
    """Whether the tile on `space` carries a shrimp or has one beside it in its coral (reef 4.7)."""
    guard = position.guard[position.coral[space]]
    return guard != NONE and (guard == space or guard in position.ground.near[space])


def guarded_beside(position: Position, space: int, colour: int) -> int:
    """How many different guarded corals of `colour` are adjacent to `space` (the join rule)."""
    names: list[int] = []
    for at in position.ground.near[space]:
        if position.tile[at] == colour:
            name = position.coral[at]
            if position.guard[name] != NONE and name not in names:
                names.append(name)
    return len(names)
