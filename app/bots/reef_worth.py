"""The worth of a position of Reef Encounter for a seat, in points at the end of the game.

A rough forecast, cheap enough for some ten thousand positions a second. A tile in the fish counts as much as
its colour now, drawn towards the average while coral tiles may still flip. A guarded coral counts as a part
of what eating it would give, less where rivals can bite. Tiles behind the screen count as far as a cube can
bring them onto the rocks. A rival's gain is a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.reef.pieces.facts import BARE, NONE, TILES_OF_A_COLOUR, TOP
from rules.reef.pieces.position import End, Position, ReefPhase
from rules.reef.steps.eating import smallest
from rules.reef.steps.laying import Effect

HELD = (0.0, 0.2, 0.5, 0.9, 1.3, 1.8, 2.4, 3.0, 3.6, 4.2)
"""Worth of a guarded coral by its number of tiles, in tiles of its colour; 0.3 for each further tile."""
BEYOND = 0.3
OPEN_TILE = 0.6
"""Worth of an unprotected tile of a guarded coral, as a share of a protected tile's."""
SHRIMP = 1.2
"""Worth of a shrimp in play, on the rocks or behind the screen."""
PLAYABLE, SPARE, CUBE = 0.9, 0.25, 0.5
"""Worth of a tile that a held cube can lay, of a tile that waits for a cube, of a cube."""
CONSUMED, CONSUMED_MANY = 0.6, 6
"""Worth of each of the first consumed tiles without a cube, and their number; further ones: a sixth."""
RIVAL = 0.8
"""Cost of a point of the rivals, on average."""
LATE_EATEN = (0.0, 0.1, 0.35, 0.8, 1.0)
"""Nearness of the end, by the number of shrimps with which one player has eaten."""
LATE_LOCKED = (0.0,) * 6 + (0.2, 0.4, 0.7, 0.9, 1.0)
"""Nearness of the end, by the number of locked coral tiles."""
SAFE_MOST = 5
"""Maximum number of tiles that one shrimp protects: its own and four beside it."""
SURE = 0.35
"""Added to 0.5 near the end: the chance that an unlocked coral tile stays; 0.5 would make it certain."""

NO_EFFECT = Effect(BARE)


class Outlook(NamedTuple):
    """The part of a forecast that most steps of the seat leave as it is. `values` are the colours', `late` is
    the nearness of the end, `rivals` the deduction for the others."""

    values: tuple[float, ...]
    late: float
    rivals: float


def worth(position: Position, me: int) -> float:
    """Return the forecast for seat `me`, whose start tiles are open in its hand and fish."""
    if position.end != End.NOT and position.phase > ReefPhase.TURN:
        return _final(position, me)
    return own_worth(position, me, outlook(position, me))


def outlook(position: Position, me: int, effect: Effect = NO_EFFECT) -> Outlook:
    """Return the outlook of seat `me` in a position before the game's end, after an effect on the corals."""
    late = lateness(position)
    values = expected_values(position, late)
    seats = range(position.rules.seats)
    rivals = [_seat_worth(position, seat, values, late, effect) for seat in seats if seat != me]
    return Outlook(values, late, RIVAL * sum(rivals) / len(rivals))


def own_worth(position: Position, me: int, seen: Outlook, effect: Effect = NO_EFFECT) -> float:
    """Return the forecast for seat `me` with an outlook that still holds, after an effect on the corals."""
    return _seat_worth(position, me, seen.values, seen.late, effect) + stock_worth(position, me) - seen.rivals


def expected_values(position: Position, late: float) -> tuple[float, ...]:
    """Return the value of a tile of each colour expected at the end; `late` is the nearness of the end
    (`lateness`)."""
    sea = position.sea
    return _expected(tuple(sea.side), tuple(sea.lock), 0.5 + SURE * (0.4 + 0.6 * late))


@lru_cache(maxsize=1024)
def _expected(sides: tuple[int, ...], locks: tuple[int, ...], unsure: float) -> tuple[float, ...]:
    values = [1.0] * 5
    for k, side in enumerate(sides):
        top, bottom = TOP[side][k], TOP[1 - side][k]
        sure = 1.0 if locks[k] != NONE else unsure
        values[top] += sure
        values[bottom] += 1.0 - sure
    return tuple(values)


def lateness(position: Position) -> float:
    """Return the nearness of the end: 0 far away, 1 at hand."""
    late = max(
        LATE_EATEN[max([player.eaten for player in position.players])],
        LATE_LOCKED[10 - position.sea.lock.count(NONE)],
    )
    bag = position.supply.in_bag()
    if bag < 40:
        late = max(late, 1.0 - bag / 40)
    if not min(position.supply.cubes):
        late = max(late, 0.6)
    return late


def _seat_worth(
    position: Position, seat: int, values: Sequence[float], late: float, effect: Effect = NO_EFFECT
) -> float:
    """Return the worth of a seat's fish, guarded corals and shrimps."""
    player, rocks = position.players[seat], position.rocks
    fish = player.fish
    total = values[0] * fish[0] + values[1] * fish[1] + values[2] * fish[2]  # written out: a third faster
    total += values[3] * fish[3]
    total += values[4] * fish[4]
    tile, size, coral, near = rocks.tile, rocks.size, rocks.coral, rocks.ground.near
    worths = _guarded_worths(late, position.rules.tiles_to_bag)
    _, _, grown, grown_size, protected, attacked, left = effect
    for at in player.posted:
        colour = tile[at]
        if colour < 0:
            continue
        safe = 1
        for to in near[at]:
            if tile[to] == colour:
                safe += 1
        tiles = size[coral[at]]
        if at == grown:
            safe += protected
            tiles = grown_size
        elif at == attacked:
            tiles = left
        total += values[colour] * worths[safe][tiles]
    return total + SHRIMP * (1.0 - late) * (4 - player.eaten)


@lru_cache(maxsize=256)
def _guarded_worths(late: float, to_bag: int) -> tuple[tuple[float, ...], ...]:
    """Return the worth of guarded corals, in tiles of their colour, by protected tiles and by tiles."""
    return tuple(
        tuple(
            _held(safe + OPEN_TILE * (tiles - safe)) * (1.0 - late) + 0.85 * max(0, tiles - to_bag) * late
            for tiles in range(TILES_OF_A_COLOUR + 1)
        )
        for safe in range(SAFE_MOST + 1)
    )


def _held(tiles: float) -> float:
    whole = int(tiles)
    if whole >= len(HELD) - 1:
        return HELD[-1] + BEYOND * (tiles - len(HELD) + 1)
    return HELD[whole] + (HELD[whole + 1] - HELD[whole]) * (tiles - whole)


def stock_worth(position: Position, me: int) -> float:
    """Return the worth of a seat's tiles, cubes and consumed tiles."""
    player = position.players[me]
    return _stock_worth(tuple(player.hand), tuple(player.front), tuple(player.cubes))


@lru_cache(maxsize=4096)
def _stock_worth(hand: tuple[int, ...], consumed_tiles: tuple[int, ...], held: tuple[int, ...]) -> float:
    total, consumed = 0.0, 0
    for behind, front, cubes in zip(hand, consumed_tiles, held, strict=True):
        if cubes:  # `tiles_worth`, written out for speed
            playable = 4 * cubes if behind > 4 * cubes else behind
            total += PLAYABLE * (playable + front) + SPARE * (behind - playable) + CUBE * cubes
        else:
            total += SPARE * behind
            consumed += front
    if consumed > CONSUMED_MANY:
        total += CONSUMED / 6 * (consumed - CONSUMED_MANY)
        consumed = CONSUMED_MANY
    return total + CONSUMED * consumed


def tiles_worth(behind: int, front: int, cubes: int) -> float:
    """Return the worth of one colour's tiles and cubes; consumed tiles count if a cube can lay them."""
    playable = min(4 * cubes, behind)
    return PLAYABLE * (playable + (front if cubes else 0)) + SPARE * (behind - playable) + CUBE * cubes


def haul_worth(position: Position, me: int) -> float:
    """Return an estimate of the worth that collecting the best large space adds."""
    player, sea, best = position.players[me], position.sea, 0.0
    for space in range(5):
        if not sea.cubes[space]:
            continue
        gain = 0.0
        for colour, tiles in enumerate(sea.row(space)):
            more = colour == space
            if tiles or more:
                behind, front, cubes = player.hand[colour], player.front[colour], player.cubes[colour]
                gain += tiles_worth(behind + tiles, front, cubes + more) - tiles_worth(behind, front, cubes)
                if more and not cubes:
                    gain -= CONSUMED * min(front, CONSUMED_MANY)
        best = max(best, gain)
    return best


def _final(position: Position, me: int) -> float:
    """Return the worth in or after the last round: the lead in points, and +100 if ahead, otherwise -100."""
    values, rocks = position.sea.values(), position.rocks
    points = []
    for seat, player in enumerate(position.players):
        total = float(sum(values[colour] * player.fish[colour] for colour in range(5)))
        if position.phase == ReefPhase.FINAL and seat in position.finals:
            total += max(
                values[rocks.tile[at]] * (rocks.size[rocks.coral[at]] - smallest(position) + 1)
                for at in player.posted
            )
        points.append(total)
    lead = points[me] - max(points[seat] for seat in range(len(points)) if seat != me)
    return lead + (100.0 if lead > 0 else -100.0)
