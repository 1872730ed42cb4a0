"""Shrimps: introduce, move, take home (reef 4.4, 4.5; R4, R21-R23).

At every moment at most one shrimp stands on a coral and at most two of a seat on a rock.
"""

from __future__ import annotations

from itertools import compress

from rules.errors import NotLegal
from rules.reef.pieces.boards import SPACES, space_name
from rules.reef.pieces.facts import BARE, NOBODY, NONE, SAND
from rules.reef.pieces.position import Position

ON_ROCK_MOST = 2
MOVES_MOST = 16
UNDOS_MOST = 32
"""Limits of shrimp moves and undos in one turn (R36, ours). Then a shrimp may only go home, and nothing is
undone: so no seat can keep the others waiting for ever with steps that change nothing."""


def check_introduce(position: Position, space: int) -> None:
    """Raise `NotLegal` unless a shrimp may go from behind the screen onto that coral (action 4)."""
    if position.course.introduced:
        raise NotLegal("introduced", rule="reef 4.4", text="You have already introduced a shrimp this turn.")
    if not position.mover.home:
        raise NotLegal("no-shrimp", rule="reef 4.4", text="You have no shrimp behind your screen.")
    _check_in_play(position, space, "reef 4.4")
    if position.rocks.tile[space] == BARE:
        raise NotLegal("bare-rock", rule="reef 4.4", text=f"{space_name(space)} holds no polyp tile.")
    _check_free_coral(position, space, "reef 4.4")
    _check_room(position, space, NONE)


def check_move(position: Position, source: int, to: int) -> None:
    """Raise `NotLegal` unless the mover's shrimp may go to another space, or home (`NONE`) (action 5)."""
    if source >= position.ground.size or position.rocks.shrimp[source] != position.seat:
        raise NotLegal("not-yours", rule="reef 4.5", text=f"No shrimp of yours is on {space_name(source)}.")
    if to == NONE:
        return
    if position.course.moved >= MOVES_MOST:
        text = f"After {MOVES_MOST} shrimp moves in a turn a shrimp may only go behind the screen."
        raise NotLegal("moves", rule="reef R36", text=text)
    _check_in_play(position, to, "reef 4.5")
    if to == source:
        raise NotLegal("same-space", rule="reef 4.5", text="The shrimp stands there already.")
    rocks = position.rocks
    if rocks.tile[to] == BARE:
        if rocks.shrimp[to] != NOBODY:
            raise NotLegal("shrimp-there", rule="reef 4.5", text=f"A shrimp stands on {space_name(to)}.")
    elif rocks.tile[source] == BARE or rocks.coral[to] != rocks.coral[source]:
        _check_free_coral(position, to, "reef 4.5")
    _check_room(position, to, source)


def introduce_spots(position: Position) -> list[int]:
    """The spaces where the mover may introduce a shrimp, rising."""
    if position.course.introduced or not position.mover.home:
        return []
    rocks = position.rocks
    tile, coral, guard = rocks.tile, rocks.coral, rocks.guard
    full = _full_rocks(position)
    return [
        at
        for at in rocks.ground.rock
        if tile[at] >= 0 and guard[coral[at]] < 0 and (not full or at // SPACES not in full)
    ]


def move_spots(position: Position) -> list[tuple[int, list[int]]]:
    """The mover's posted shrimps, and the spaces on the rocks where each may go; home is always open."""
    spaces = range(position.ground.size)
    return [(source, [*compress(spaces, to)]) for source, to in open_to_moves(position)]


def open_to_moves(position: Position) -> list[tuple[int, bytes | bytearray]]:
    """Like `move_spots`, with a byte for each space: 1 if the shrimp may go there (for `compress`)."""
    posted, rocks = position.mover.posted, position.rocks
    if not posted or position.course.moved >= MOVES_MOST:
        return [(source, b"") for source in posted]
    tile, coral, group = rocks.tile, rocks.coral, rocks.group
    free = bytearray(rocks.ground.is_rock)
    for player in position.players:
        for space in player.posted:
            for at in group[coral[space]] if tile[space] >= 0 else (space,):
                free[at] = 0
    full = _full_rocks(position)
    found: list[tuple[int, bytes | bytearray]] = []
    for source in posted:
        to = free[:]
        for rock in full:
            if rock != source // SPACES:
                to[rock * SPACES : (rock + 1) * SPACES] = bytes(SPACES)
        if tile[source] >= 0:
            for at in group[coral[source]]:
                to[at] = at != source
        found.append((source, to))
    return found


def stand(position: Position, seat: int, space: int) -> None:
    """Put a shrimp of `seat` on a space."""
    rocks, player = position.rocks, position.players[seat]
    rocks.shrimp[space] = seat
    if rocks.tile[space] >= 0:
        rocks.guard[rocks.coral[space]] = space
    player.posted = tuple(sorted((*player.posted, space)))


def lift(position: Position, space: int) -> int:
    """Take the shrimp off a space and return its seat."""
    rocks = position.rocks
    seat = rocks.shrimp[space]
    rocks.shrimp[space] = NOBODY
    if rocks.tile[space] >= 0:
        rocks.guard[rocks.coral[space]] = NONE
    player = position.players[seat]
    player.posted = tuple(at for at in player.posted if at != space)
    return seat


def move(position: Position, source: int, to: int) -> None:
    """Move the mover's shrimp, checked before; `NONE` is home."""
    seat = lift(position, source)
    if to == NONE:
        position.players[seat].home += 1
    else:
        stand(position, seat, to)
    position.course.moved = min(position.course.moved + 1, MOVES_MOST)


def _full_rocks(position: Position) -> list[int]:
    posted = position.mover.posted
    if len(posted) < ON_ROCK_MOST:
        return []
    rocks = [at // SPACES for at in posted]
    return [rock for rock in range(len(position.ground.names)) if rocks.count(rock) >= ON_ROCK_MOST]


def _check_in_play(position: Position, space: int, rule: str) -> None:
    if space >= position.ground.size or position.rocks.tile[space] == SAND:
        raise NotLegal("no-rock", rule=rule, text=f"{space_name(space)} is not a rock space in play.")


def _check_free_coral(position: Position, space: int, rule: str) -> None:
    if position.rocks.guard[position.rocks.coral[space]] != NONE:
        text = f"The coral at {space_name(space)} carries a shrimp already."
        raise NotLegal("guarded", rule=rule, text=text)


def _check_room(position: Position, space: int, source: int) -> None:
    """Raise `NotLegal` for a third shrimp of the mover on the rock of `space`, not counting `source`."""
    rock = space // SPACES
    there = [at for at in position.mover.posted if at // SPACES == rock and at != source]
    if len(there) >= ON_ROCK_MOST:
        text = "Two shrimps of yours stand on that board already."
        raise NotLegal("rock-full", rule="reef 4.5a", text=text)
