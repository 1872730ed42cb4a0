"""New corals beside tiles that they can take, each searched as one step of a turn of Reef Encounter.

The first tile away from its own colour gains nothing, and neither does the second: they are laid for the
third, which takes something, and for the shrimp that guards them all. A player that judges tile by tile
never gets there, and collects instead. So such corals are laid completely before they are judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.bots.reef_steps import TILES_AHEAD, StepSearch, after_step
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps import laying

TILES_LEAST: Final = 3
"""Fewest tiles behind the screen to begin a coral with: two cannot take anything."""
PLACES: Final = 3
"""Maximum number of places for the first tile, for each colour."""
LAYS: Final = 8
"""Maximum number of spaces tried for each tile after the first."""


def new_corals(search: StepSearch, now: Position) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Yield a position with a new coral for each good place in `now`, and the codes of the steps to it."""
    me = now.players[search.seat]
    for colour in range(5):
        if me.cubes[colour] and me.hand[colour] >= TILES_LEAST:
            played = after_step(now, a.CUBE + colour)
            for space in _places(played, colour):
                yield _laid_out(search, played, (a.CUBE + colour, a.LAY_SCREEN + space))


def _places(position: Position, colour: int) -> list[int]:
    """Return bare spaces beside tiles that the colour takes, and beside none of its own; the best first."""
    rocks, beats, base = position.rocks, position.sea.beats, 5 * colour
    near, tile = rocks.ground.near, rocks.tile
    ranked: list[tuple[int, int, int]] = []
    for space in laying.spots(position, colour):
        beside = [at for at in near[space] if tile[at] >= 0]
        if tile[space] != BARE or any(tile[at] == colour for at in beside):
            continue
        prey = sum(bool(beats[base + tile[at]]) and not rocks.is_protected(at) for at in beside)
        room = sum(tile[at] == BARE for at in near[space])
        if prey and room:
            ranked.append((-prey, -room, space))
    ranked.sort()
    return [space for *_, space in ranked[:PLACES]]


def _laid_out(
    search: StepSearch, played: Position, begin: tuple[int, ...]
) -> tuple[Position, tuple[int, ...]]:
    """Lay each tile where it does most good; return position and steps at the best moment to stop."""
    position, codes, code = played, begin[:-1], begin[-1]
    found: list[tuple[float, Position, tuple[int, ...]]] = []
    for _ in range(TILES_AHEAD):
        position = after_step(position, code)
        codes = (*codes, code)
        found.append((search.worth(position), position, codes))
        if position.phase != ReefPhase.TURN:
            break
        if (post := search.post(position, begin[-1] % a.BLOCK)) != NONE:
            guarded = after_step(position, a.INTRODUCE + post)
            found.append((search.worth(guarded), guarded, (*codes, a.INTRODUCE + post)))
        source = search.source(position)
        spaces = search.spaces(position)[:LAYS] if source != NONE else []
        if not spaces:
            break
        code = max(
            (source + space for space in spaces), key=lambda lay: search.worth(after_step(position, lay))
        )
    _, position, codes = max(found, key=lambda each: each[0])
    return position, codes
