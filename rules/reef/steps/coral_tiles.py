"""Alga cylinders: flipping and locking the ten coral tiles (reef 4.6, action 7; R17-R20, R24)."""

from __future__ import annotations

from rules.errors import NotLegal
from rules.reef.pieces.facts import ALGA_NAMES, CYLINDERS_OF_A_COLOUR, NONE
from rules.reef.pieces.position import End, Position

ON_SPACE = 0
"""The target of a cylinder that goes onto the alga space; 1-10 are coral tiles."""


def check_alga(position: Position, alga: int, target: int) -> None:
    """Raise `NotLegal` unless a cylinder may be taken and played there; the payment is checked elsewhere."""
    if position.sea.algae_left[alga] == 0:
        text = f"All {CYLINDERS_OF_A_COLOUR} {ALGA_NAMES[alga]} cylinders are in use."
        raise NotLegal("no-cylinder", rule="reef R18", text=text)
    if target == ON_SPACE:
        return
    k, sea = target - 1, position.sea
    if not position.mover.eaten:
        text = "You must have eaten a coral to lock a coral tile."
        raise NotLegal("nothing-eaten", rule="reef 4.6.7b", text=text)
    if position.course.locked:
        raise NotLegal("one-lock", rule="reef R19", text="Only one coral tile may be locked in a turn.")
    if sea.lock[k] != NONE:
        raise NotLegal("tile-locked", rule="reef 4.6.7b", text=f"Coral tile {target} is locked already.")
    if sea.large(k) != alga:
        text = f"The large alga of coral tile {target} is not {ALGA_NAMES[alga]}."
        raise NotLegal("wrong-alga", rule="reef 4.6.7b", text=text)
    if sea.lock.count(NONE) == 1 and position.mover.in_fish() < 2:
        text = "Locking the last coral tile needs at least two tiles in the parrotfish."
        raise NotLegal("empty-fish", rule="reef R24", text=text)


def targets(position: Position) -> list[tuple[int, int]]:
    """Every cylinder that may be played now: pairs of alga and target."""
    sea = position.sea
    free = [alga for alga in range(4) if sea.algae_left[alga]]
    found = [(alga, ON_SPACE) for alga in free]
    if position.mover.eaten and not position.course.locked:
        open_tiles = [k for k in range(10) if sea.lock[k] == NONE]
        if len(open_tiles) > 1 or position.mover.in_fish() >= 2:
            found += [(sea.large(k), k + 1) for k in open_tiles if sea.large(k) in free]
    return found


def flips(position: Position, alga: int, target: int) -> list[int]:
    """The coral tiles (0-9) that a cylinder played on `target` turns over (R20).

    The large algae are read before anything is locked or flipped, and the tile that is locked
    is not flipped by its own cylinder.
    """
    sea = position.sea
    return [k for k in range(10) if sea.lock[k] == NONE and sea.large(k) == alga and k != target - 1]


def play_alga(position: Position, alga: int, target: int) -> None:
    """Play a cylinder from the supply; locking the tenth tile sets the position's `end`."""
    sea = position.sea
    turned = flips(position, alga, target)
    sea.algae_left[alga] -= 1
    if target == ON_SPACE:
        if sea.alga != NONE:
            sea.algae_left[sea.alga] += 1
        sea.alga = alga
    else:
        sea.lock[target - 1] = alga
        position.course.locked = True
    for k in turned:
        sea.side[k] ^= 1
    sea.rank_beats()
    if NONE not in sea.lock:
        position.end = End.LOCKED


def pay_front(position: Position, colour: int) -> None:
    """Put a consumed tile from in front of the mover's screen into the bag (R14)."""
    position.mover.front[colour] -= 1
    position.supply.pool[colour] += 1
