"""Moving pieces on the table of Reef Encounter, and places that changed last."""

from __future__ import annotations

from msgspec import Struct

from app.games.reef.picks import HOME, Aim, picks, token
from app.games.reef.words import by_colour, reef_state
from app.games.scene import Token
from rules.api import Event, Moved, View
from rules.reef import actions as a
from rules.reef.pieces.facts import NONE


class Flight(Struct, frozen=True):
    """A moving piece. `kind` is tile, cube, shrimp or alga; `index` its colour, seat or alga."""

    kind: str
    index: int
    source: Token
    to: Token


def changed(before: View, after: View) -> frozenset[Token]:
    """Return the spaces and coral tiles that look different from before."""
    old, new = reef_state(before).position, reef_state(after).position
    if old.ground is not new.ground:
        return frozenset()
    spaces = {
        token(Aim.SPACE, at)
        for at in new.ground.rock
        if (old.rocks.tile[at], old.rocks.shrimp[at]) != (new.rocks.tile[at], new.rocks.shrimp[at])
    }
    tiles = {
        token(Aim.CORAL_TILE, k + 1)
        for k in range(10)
        if (old.sea.side[k], old.sea.lock[k]) != (new.sea.side[k], new.sea.lock[k])
    }
    return frozenset(spaces | tiles)


def marks(before: View, after: View, events: tuple[Event, ...], old: frozenset[Token]) -> frozenset[Token]:
    """Return the places that the current turn has changed so far. `old` are the places marked before
    `events`; the first step of a turn clears them."""
    movers = [event.seat for event in events if isinstance(event, Moved)]
    new = changed(before, after)
    if not movers:
        return old
    was = reef_state(before).position
    begins = not was.course.acted and not was.course.ate and not was.course.moved
    return new if begins else frozenset(old | new)


def flights(before: View, events: tuple[Event, ...]) -> tuple[Flight, ...]:
    """Return the pieces moved by the only move among some events; none if there were several moves."""
    moves = [event for event in events if isinstance(event, Moved)]
    return _flights(before, moves[0]) if len(moves) == 1 else ()


def _flights(before: View, event: Moved) -> tuple[Flight, ...]:
    position, seat = reef_state(before).position, event.seat
    plate = token(Aim.PLAYER, seat)

    def own(at: Token) -> Token:
        """Return `at` for the viewer's own move; of another player only the plate is visible."""
        return at if seat == before.seat else plate

    found: list[Flight] = []
    match event.action:
        case a.Lay(colour) as action:
            source, to = picks(before, action)[0]
            found.append(Flight("tile", colour, own(source), to))
        case a.Introduce(space):
            found.append(Flight("shrimp", seat, own(HOME), token(Aim.SPACE, space)))
        case a.Move(start, end):
            to = own(HOME) if end == NONE else token(Aim.SPACE, end)
            found.append(Flight("shrimp", seat, token(Aim.SPACE, start), to))
        case a.Eat(space):
            group = position.rocks.coral_at(space)
            found += [Flight("tile", position.rocks.tile[at], token(Aim.SPACE, at), plate) for at in group]
        case a.PlayAlga(alga) as action:
            *_, source, to = picks(before, action)[0]
            found.append(Flight("alga", alga, source, to))
        case a.Collect(space):
            sea, tiles = token(Aim.SEA, space), by_colour(position.sea.row(space))
            found.append(Flight("cube", space, sea, own(token(Aim.CUBE, space))))
            for colour, count in enumerate(tiles):
                found += [Flight("tile", colour, sea, own(token(Aim.TILE, colour)))] * count
        case a.PlayCube(colour) | a.BuyTile(colour) | a.BuyCube(colour) as action:
            ends = (own(token(Aim.CUBE, colour)), token(Aim.SUPPLY, colour))
            source, to = ends[::-1] if isinstance(action, a.BuyCube) else ends
            found.append(Flight("cube", colour, source, to))
    return tuple(found)
