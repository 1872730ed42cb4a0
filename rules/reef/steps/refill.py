"""Action 10: collect from the open sea and refill it by chance (reef 4.6, 8; R13, R29).

The random tiles are drawn with one joint number for up to four of them: a number below n (n-1) (n-2)
(n-3), for n tiles in the bag, read as one index per tile. An index inside the pool of returned tiles takes
that pool tile, any other one the next unopened deck slot. Then all slots taken are opened at once: two
rounds between peers for nearly every refill, one while the pool is empty. Unopened slots are exchangeable,
so this is exactly the distribution of a shaken bag.
"""

from __future__ import annotations

from rules.errors import NotLegal
from rules.reef.pieces.facts import BARE, COLOUR_NAMES, WIDTH
from rules.reef.pieces.position import End, Position, ReefPhase

LARGE_FULL = 3
COIN_TILES = 4
"""Tiles drawn with one joint number: the sides stay below 200^4, well inside its range."""


def check_collect(position: Position, space: int) -> None:
    """Raise `NotLegal` unless the mover may end its turn by taking from that large space."""
    for at in position.mover.posted:
        if position.rocks.tile[at] == BARE:
            text = "A shrimp of yours stands on bare rock: move it to a coral or behind the screen first."
            raise NotLegal("bare-shrimp", rule="reef 4.5b", text=text)
    if not position.sea.cubes[space]:
        raise NotLegal("no-cube", rule="reef 4.6.10", text=f"The {COLOUR_NAMES[space]} space has no cube.")


def may_collect(position: Position) -> bool:
    """True if the mover may end its turn now (every large space has its cube between turns)."""
    tile = position.rocks.tile
    return BARE not in [tile[at] for at in position.mover.posted]


def take_space(position: Position, space: int) -> None:
    """Put the cube and all tiles of a large space behind the mover's screen."""
    player, sea = position.mover, position.sea
    for colour, count in enumerate(sea.row(space)):
        player.hand[colour] += count
        sea.tiles[space * WIDTH + colour] = 0
    player.cubes[space] += 1
    sea.cubes[space] = 0


def start_refill(position: Position, space: int) -> None:
    """Put a new cube on the space, and queue the spaces that get a tile, clockwise from white."""
    if not position.supply.cubes[space]:
        position.end = End.SUPPLY
        return
    position.supply.cubes[space] -= 1
    position.sea.cubes[space] = 1
    position.course.queue = tuple(at for at in range(5) if position.sea.count(at) < LARGE_FULL)
    go_on(position)


def go_on(position: Position) -> None:
    """Find the next thing that the refill needs: a joint number, open slots, or nothing.

    Ends in phase DRAW or OPEN, or in TURN with everything done, or with `end` set (R29).
    """
    supply, course = position.supply, position.course
    while course.queue:
        bag = supply.in_bag() - len(course.opening)
        if not bag and supply.tipped:
            position.end, course.queue, course.opening = End.SUPPLY, (), ()
            return
        if not bag:
            supply.tip()
        elif not any(supply.pool):
            count = min(bag, len(course.queue))
            course.opening += course.queue[:count]
            course.queue = course.queue[count:]
        elif bag == 1:
            _take(position, 0)  # the last tile of the bag needs no joint number
        else:
            position.phase = ReefPhase.DRAW
            return
    position.phase = ReefPhase.OPEN if course.opening else ReefPhase.TURN


def coin_sides(position: Position) -> int:
    """The sides of the joint number for the next tiles."""
    sides, bag = 1, position.supply.in_bag() - len(position.course.opening)
    for taken in range(min(len(position.course.queue), bag, COIN_TILES)):
        sides *= bag - taken
    return sides


def coin_rolled(position: Position, value: int) -> None:
    """Read a joint number as tiles of the pool and slots to open."""
    bag = position.supply.in_bag() - len(position.course.opening)
    for taken in range(min(len(position.course.queue), bag, COIN_TILES)):
        value, index = divmod(value, bag - taken)
        _take(position, index)
    go_on(position)


def tiles_opened(position: Position, faces: tuple[int, ...]) -> None:
    """Put the tiles of the opened slots on their spaces."""
    for space, face in zip(position.course.opening, faces, strict=True):
        position.sea.tiles[space * WIDTH + face] += 1
    position.supply.deck += len(faces)
    position.course.opening = ()
    position.phase = ReefPhase.TURN


def _take(position: Position, index: int) -> None:
    """Draw for the first waiting space: pool tiles count first, by colour, then the deck."""
    course, pool = position.course, position.supply.pool
    space, course.queue = course.queue[0], course.queue[1:]
    for colour in range(5):
        if index < pool[colour]:
            pool[colour] -= 1
            position.sea.tiles[space * WIDTH + colour] += 1
            return
        index -= pool[colour]
    course.opening += (space,)
