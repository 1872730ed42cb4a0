"""Laying polyp tiles, attacks and extra growth (reef 4.3).

`check_spot` says in words why a colour may not be laid on a space; `spots` lists where it may be laid.
Both are the same rule written twice, once to explain and once to be fast; a test compares them on every
space of random positions.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import NotLegal
from rules.reef.pieces.boards import space_name
from rules.reef.pieces.facts import BARE, COLOUR_NAMES, NOBODY, NONE, SAND
from rules.reef.pieces.position import Position
from rules.reef.steps.exchanges import replenish


def check_spot(position: Position, space: int, colour: int) -> None:
    """Raise `NotLegal` unless a tile of `colour` may be laid on `space` (reef 4.3.1-4.3.5)."""
    here, name = space_name(space), COLOUR_NAMES[colour]
    if space >= position.ground.size or position.rocks.tile[space] == SAND:
        raise NotLegal("no-rock", rule="reef 4.3.1", text=f"{here} is not a rock space in play.")
    if position.rocks.guarded_beside(space, colour) > 1:
        text = f"No {name} tile may go on {here}: it would join two corals with shrimps."
        raise NotLegal("join", rule="reef 4.3.2", text=text)
    target = position.rocks.tile[space]
    if target == BARE:
        if position.rocks.shrimp[space] != NOBODY:
            raise NotLegal("shrimp-there", rule="reef 4.3.3", text=f"A shrimp stands on {here}.")
        return
    if target == colour:
        raise NotLegal("same-colour", rule="reef 4.3.4", text=f"The tile on {here} is {name} already.")
    _check_attack(position, space, colour)


def spots(position: Position, colour: int) -> list[int]:
    """The spaces where a tile of `colour` may be laid, rising."""
    tile, shrimp = position.rocks.tile, position.rocks.shrimp
    _, targets, joining = reach(position, colour)
    bare = [space for space in position.ground.rock if tile[space] == BARE and shrimp[space] < 0]
    return sorted(targets.union(bare).difference(joining))


def reach(position: Position, colour: int) -> tuple[list[int], set[int], set[int]]:
    """The spaces of that colour; the spaces that its corals may attack, before the join rule; and the spaces
    that the join rule forbids."""
    rocks = position.rocks
    tile, coral, guard, near = rocks.tile, rocks.coral, rocks.guard, rocks.ground.near
    own = [space for space in rocks.ground.rock if tile[space] == colour]
    beside: dict[int, int] = {}
    joining: set[int] = set()
    for space in own:
        name = coral[space]
        if guard[name] >= 0:
            joining.update([at for at in near[space] if beside.setdefault(at, name) != name])
    return own, _targets(position, own, colour), joining


class Effect(NamedTuple):
    """The part of laying a tile that a forecast depends on; `NONE` is no shrimp."""

    taken: int
    """The colour of the tile that is taken, or `BARE`."""
    is_bag_used: bool = False
    """True if an extra tile comes from the bag, because the reserve has none of that colour."""
    post: int = NONE
    """The space of the shrimp whose coral grows to `size` tiles; it newly protects `protected` of them."""
    size: int = 0
    protected: int = 0
    attacked: int = NONE
    """The space of the shrimp whose coral loses a tile. It keeps `left` tiles: others may be cut off."""
    left: int = 0


def effect(position: Position, space: int) -> Effect:
    """The effect of laying a tile of the colour being laid on `space`, if that is legal; changes nothing."""
    rocks, colour = position.rocks, position.course.laying
    tile, coral, guard, near = rocks.tile, rocks.coral, rocks.guard, rocks.ground.near
    taken, growth, laid, is_bag_used = tile[space], rocks.ground.growth[space], [space], False
    joined = {coral[at] for at in near[space] if tile[at] == colour}
    if growth >= 0 and _has_growth(position, growth, colour):
        wider = joined.union([coral[at] for at in near[growth] if tile[at] == colour])
        if sum([guard[name] >= 0 for name in wider]) < 2:
            joined, laid, is_bag_used = wider, [space, growth], not position.supply.reserve[colour]
    found, attacked = Effect(taken, is_bag_used), guard[coral[space]] if taken >= 0 else NONE
    for name in joined:
        if (post := guard[name]) >= 0:
            size = len(laid) + sum([rocks.size[each] for each in joined])
            found = Effect(taken, is_bag_used, post, size, sum([at in near[post] for at in laid]))
    if attacked < 0:
        return found
    left = [attacked]
    for at in left:
        left += [to for to in near[at] if tile[to] == taken and to != space and to not in left]
    return found._replace(attacked=attacked, left=len(left))


def lay(position: Position, space: int, colour: int) -> None:
    """Lay a tile, checked before: consume the tile that was there, then grow (reef 4.3.5, 4.3.6)."""
    rocks = position.rocks
    if (target := rocks.tile[space]) >= 0:
        position.mover.front[target] += 1  # the active player's choice, even if the coral is another's
    rocks.put_tile(space, colour)
    growth = rocks.ground.growth[space]
    if growth >= 0 and _has_growth(position, growth, colour):
        _grow(position, growth, colour)


def is_closed(position: Position) -> bool:
    """True if no tile of any colour can be laid anywhere (reef 5.1, trigger 3; R28).

    Any empty rock space counts as open: at most two of the five colours can be shut out of it, and a
    shrimp on bare rock must leave before the end of the turn.
    """
    if BARE in position.rocks.tile:
        return False
    return not any(spots(position, colour) for colour in range(5))


def _targets(position: Position, own: list[int], colour: int) -> set[int]:
    """The spaces that the corals of the spaces `own`, all of `colour`, may attack, before the join rule."""
    rocks, beats, by_size = position.rocks, position.sea.beats, position.rules.by_size
    near_by, tile, coral, size, guard = rocks.ground.near, rocks.tile, rocks.coral, rocks.size, rocks.guard
    targets: set[int] = set()
    base = colour * 5
    for space in own:
        strength = size[coral[space]]
        if strength < 2:
            continue
        for near in near_by[space]:
            other = tile[near]
            if other < 0 or other == colour or near in targets:
                continue
            if beats[base + other] or (by_size and strength > size[coral[near]]):
                post = guard[coral[near]]
                if post < 0 or (post != near and post not in near_by[near]):
                    targets.add(near)
    return targets


def _check_attack(position: Position, space: int, colour: int) -> None:
    rocks = position.rocks
    here, name, loser = space_name(space), COLOUR_NAMES[colour], COLOUR_NAMES[rocks.tile[space]]
    sizes = [rocks.size[rocks.coral[at]] for at in rocks.ground.near[space] if rocks.tile[at] == colour]
    largest = max(sizes, default=0)
    if largest < 2:
        text = f"An attack on {here} needs a coral of at least two {name} tiles beside it."
        raise NotLegal("no-attacker", rule="reef 4.3.5a", text=text)
    wins = position.sea.beats[colour * 5 + rocks.tile[space]]
    if not wins and not position.rules.by_size:
        text = f"The coral tiles do not let {name} take {loser}."
        raise NotLegal("too-weak", rule="reef 4.3.5b", text=text)
    if not wins and largest <= rocks.size[rocks.coral[space]]:
        text = f"The coral tiles do not let {name} take {loser}, and no {name} coral beside {here} is larger."
        raise NotLegal("too-weak", rule="reef 4.3.5b", text=text)
    if rocks.is_protected(space):
        raise NotLegal("protected", rule="reef 4.7", text=f"A shrimp protects the tile on {here}.")


def _has_growth(position: Position, space: int, colour: int) -> bool:
    """True if an extra tile grows on that growth space, unless it would join corals with shrimps."""
    rocks = position.rocks
    is_free = rocks.tile[space] == BARE and rocks.shrimp[space] == NOBODY
    return is_free and position.rules.growth and position.supply.has_tile(colour)


def _grow(position: Position, space: int, colour: int) -> None:
    """Grow the extra tile beside one just laid, if possible (reef 4.3.6, R7-R12)."""
    if position.rocks.guarded_beside(space, colour) > 1:
        return
    position.supply.take_named(colour)
    position.rocks.put_tile(space, colour)
    replenish(position, colour)
