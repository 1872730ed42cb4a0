"""Action 1: feeding a coral to the mover's parrotfish, in a turn and in the final round (reef 4.2, 5.1)."""

from __future__ import annotations

from rules.errors import NotLegal
from rules.reef.pieces.boards import space_name
from rules.reef.pieces.facts import BARE, SAND
from rules.reef.pieces.position import End, Position, ReefPhase, Rules
from rules.reef.steps.shrimps import lift

SMALLEST = 5


def check_eat(position: Position, space: int) -> None:
    """Raise `NotLegal` unless the coral under the mover's shrimp on `space` may be eaten now."""
    final = position.phase == ReefPhase.FINAL
    if not final and position.course.ate:
        raise NotLegal("one-coral", rule="reef 4.2", text="Only one coral may be eaten in a turn.")
    if not final and position.course.acted:
        text = "A coral may be eaten only as the very first action of a turn."
        raise NotLegal("eat-first", rule="reef R21", text=text)
    here = space_name(space)
    if space >= position.ground.size or position.rocks.tile[space] in (BARE, SAND):
        raise NotLegal("no-coral", rule="reef 4.2", text=f"There is no coral on {here}.")
    if position.rocks.shrimp[space] != position.seat:
        raise NotLegal("not-yours", rule="reef 4.2", text=f"No shrimp of yours stands on {here}.")
    size, least = position.rocks.size[position.rocks.coral[space]], smallest(position)
    if size < least:
        text = f"A coral must have at least {least} tiles to be eaten; this one has {size}."
        raise NotLegal("too-small", rule="reef R26" if final else "reef 4.2", text=text)


def smallest(position: Position) -> int:
    """The least size of a coral that may be eaten now; one more tile goes to the bag in the final round."""
    return smallest_last(position.rules) if position.phase == ReefPhase.FINAL else SMALLEST


def smallest_last(rules: Rules) -> int:
    """The least size of a coral in the final round: 6, or 7 without extra growth: one is for the fish."""
    return rules.tiles_to_bag + 2


def eatable(position: Position, seat: int) -> list[int]:
    """The spaces of the shrimps of `seat` whose corals are large enough, rising."""
    least, rocks, posted = smallest(position), position.rocks, position.players[seat].posted
    return [at for at in posted if rocks.tile[at] >= 0 and rocks.size[rocks.coral[at]] >= least]


def eat(position: Position, space: int) -> None:
    """Eat the coral, checked before: tiles to bag and fish, the shrimp out of play; may set `end`."""
    player, colour = position.mover, position.rocks.tile[space]
    to_bag = position.rules.tiles_to_bag + (position.phase == ReefPhase.FINAL)
    lift(position, space)
    size = position.rocks.remove_coral(space)
    position.supply.pool[colour] += to_bag
    player.fish[colour] += size - to_bag
    player.eaten += 1
    position.course.ate = True
    if player.eaten == 4 and position.phase == ReefPhase.TURN:
        position.end = End.SHRIMPS
