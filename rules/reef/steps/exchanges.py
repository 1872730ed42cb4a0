"""Named tiles from bag and reserve, and actions 6 and 8 (reef 4.6, 4.3.7; R12-R16).

The bag is a pile of unopened deck slots and a public pool of returned tiles. A tile of a named colour
comes from the reserve or the pool. The reserve is then refilled from the pool or, if that has no such tile,
from the deck: slots are opened to everybody until one has the colour, and the others go to the
pool, as if somebody rummaged openly in the bag. To be quick between peers the search opens 1, 2, 4, 8, ...
slots at once. That some tiles of the bag are public never changes what may be drawn later, because a draw
is a joint number over all of them.
"""

from __future__ import annotations

from rules.errors import NotLegal
from rules.reef.pieces.facts import COLOUR_NAMES, NONE
from rules.reef.pieces.position import Position, ReefPhase


def check_front(position: Position, colour: int) -> None:
    """Raise `NotLegal` unless the mover has a consumed tile of that colour to pay with."""
    if not position.mover.front[colour]:
        text = f"You have no consumed {COLOUR_NAMES[colour]} tile in front of your screen."
        raise NotLegal("no-consumed", rule="reef 4.6", text=text)


def check_buy_cube(position: Position, colour: int) -> None:
    """Raise `NotLegal` unless the mover may pay a consumed tile for a cube of its colour (action 6)."""
    check_front(position, colour)
    if not position.supply.cubes[colour]:
        text = f"No {COLOUR_NAMES[colour]} cube is left in the supply."
        raise NotLegal("no-cube-left", rule="reef 4.6.6", text=text)


def check_buy_tile(position: Position, colour: int) -> None:
    """Raise `NotLegal` unless the mover may pay a cube for a tile of its colour (action 8)."""
    check_cube(position, colour)
    if not position.supply.has_tile(colour):
        text = f"There is no {COLOUR_NAMES[colour]} tile in the bag or the reserve."
        raise NotLegal("no-tile-left", rule="reef 4.6.8", text=text)


def check_cube(position: Position, colour: int) -> None:
    """Raise `NotLegal` unless the mover holds a cube of that colour."""
    if not position.mover.cubes[colour]:
        raise NotLegal("no-cube", rule="reef 4.3", text=f"You hold no {COLOUR_NAMES[colour]} cube.")


def spend_cube(position: Position, colour: int) -> None:
    """Return the mover's cube to the supply."""
    position.mover.cubes[colour] -= 1
    position.supply.cubes[colour] += 1


def buy_tile(position: Position, colour: int) -> None:
    """Make action 8, checked before: cube to the supply, tile behind the screen."""
    spend_cube(position, colour)
    position.supply.take_named(colour)
    position.mover.hand[colour] += 1
    replenish(position, colour)


def replenish(position: Position, colour: int) -> None:
    """Refill the reserve with that colour, or start the search of the deck for it."""
    supply = position.supply
    if supply.tipped or supply.reserve[colour]:
        return
    if supply.pool[colour]:
        supply.pool[colour] -= 1
        supply.reserve[colour] = 1
    elif supply.deck < supply.deck_end:
        position.phase, position.course.fetch, position.course.step = ReefPhase.FETCH, colour, 0


def fetch_slots(position: Position) -> range:
    """The deck slots to open next in a search."""
    supply = position.supply
    return range(supply.deck, min(supply.deck + (1 << position.course.step), supply.deck_end))


def fetched(position: Position, faces: tuple[int, ...]) -> None:
    """Take in the opened slots: end the search or go on."""
    supply, course = position.supply, position.course
    for face in faces:
        supply.pool[face] += 1
    supply.deck += len(faces)
    course.step += 1
    colour = course.fetch
    if supply.pool[colour] or supply.deck == supply.deck_end:
        position.phase, course.fetch, course.step = ReefPhase.TURN, NONE, 0
        if supply.pool[colour]:
            supply.pool[colour] -= 1
            supply.reserve[colour] = 1
