"""Tiles by name out of bag and reserve, and actions 6 and 8 (reef 4.6, 4.3.7; R12-R16).

The bag is a pile of unopened deck slots and a public pool of returned tiles. A tile of a named
colour comes from the reserve or the pool; what the reserve lacks afterwards comes from the pool
or, if that has none either, out of the deck: slots are opened to everybody until one has the
colour, and the others go to the pool, as if somebody rummaged openly in the bag. To stay quick
between peers the search opens 1, 2, 4, 8, ... slots at once: which tiles of the bag are public
never changes what may be drawn later, for a draw is a joint coin over all of them.
"""

from __future__ import annotations

from rules.errors import NotLegal
from rules.reef.pieces.facts import COLOUR_NAMES
from rules.reef.pieces.position import NONE, WIDTH, Position, ReefPhase


def check_front(position: Position, colour: int) -> None:
    """Raise `NotLegal` unless the mover has a consumed tile of that colour to pay with."""
    if not position.front[position.seat * WIDTH + colour]:
        raise NotLegal(
            "no-consumed",
            rule="reef 4.6",
            text=f"You have no consumed {COLOUR_NAMES[colour]} tile in front of your screen.",
        )


def check_buy_cube(position: Position, colour: int) -> None:
    """Action 6: a consumed tile for a cube of its colour."""
    check_front(position, colour)
    if not position.cubes_left[colour]:
        raise NotLegal(
            "no-cube-left", rule="reef 4.6", text=f"No {COLOUR_NAMES[colour]} cube is left in the supply."
        )


def check_buy_tile(position: Position, colour: int) -> None:
    """Action 8: a cube for a tile of its colour."""
    check_cube(position, colour)
    if not position.is_available(colour):
        raise NotLegal(
            "no-tile-left",
            rule="reef 4.6",
            text=f"Neither the bag nor the reserve holds a {COLOUR_NAMES[colour]} tile.",
        )


def check_cube(position: Position, colour: int) -> None:
    """Raise `NotLegal` unless the mover holds a cube of that colour."""
    if not position.cubes[position.seat * WIDTH + colour]:
        raise NotLegal("no-cube", rule="reef 4.3", text=f"You hold no {COLOUR_NAMES[colour]} cube.")


def spend_cube(position: Position, colour: int) -> None:
    """The mover's cube returns to the supply."""
    position.cubes[position.seat * WIDTH + colour] -= 1
    position.cubes_left[colour] += 1


def buy_tile(position: Position, colour: int) -> None:
    """Action 8, checked: cube to the supply, tile behind the screen."""
    spend_cube(position, colour)
    take_named(position, colour)
    position.hand[position.seat * WIDTH + colour] += 1
    replenish(position, colour)


def take_named(position: Position, colour: int) -> None:
    """Take one available tile of a colour: the reserve's if it has one, otherwise the pool's."""
    source = position.reserve if position.reserve[colour] else position.pool
    source[colour] -= 1


def replenish(position: Position, colour: int) -> None:
    """Fill the reserve's place of that colour again, or start the search of the deck for it."""
    if position.tipped or position.reserve[colour]:
        return
    if position.pool[colour]:
        position.pool[colour] -= 1
        position.reserve[colour] = 1
    elif position.deck < position.deck_end:
        position.phase, position.fetch, position.step = ReefPhase.FETCH, colour, 0


def fetch_slots(position: Position) -> range:
    """The deck slots to open next in a search."""
    return range(position.deck, min(position.deck + (1 << position.step), position.deck_end))


def fetched(position: Position, faces: tuple[int, ...]) -> None:
    """The slots asked for are open: end the search or go on."""
    for face in faces:
        position.pool[face] += 1
    position.deck += len(faces)
    position.step += 1
    colour = position.fetch
    if position.pool[colour] or position.deck == position.deck_end:
        position.phase, position.fetch, position.step = ReefPhase.TURN, NONE, 0
        if position.pool[colour]:
            position.pool[colour] -= 1
            position.reserve[colour] = 1
