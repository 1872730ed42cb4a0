"""What is seen to move on the table of Reef Encounter when somebody has acted, and what has changed."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.reef.picks import ALGA_SPACE, HOME, Aim, token
from app.games.reef.words import by_colour, reef_state
from app.games.scene import Token
from rules.api import Event, Moved, View
from rules.reef import actions as a
from rules.reef.pieces.facts import NONE
from rules.reef.pieces.position import Position


@dataclass(frozen=True, slots=True)
class Flight:
    """A piece on its way. `kind` is tile, cube, shrimp or alga; `index` its colour, seat or alga."""

    kind: str
    index: int
    source: Token
    to: Token


def changed(before: View, after: View) -> frozenset[Token]:
    """The spaces and coral tiles that look otherwise than before."""
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
    """What is marked as changed last: everything of the turn under way or, when that is the first
    step of a new turn, of this step alone."""
    movers = [event.seat for event in events if isinstance(event, Moved)]
    new = changed(before, after)
    if not movers:
        return old
    was = reef_state(before).position
    begins = not was.course.acted and not was.course.ate and not was.course.moved
    return new if begins else frozenset(old | new)


def flights(before: View, events: tuple[Event, ...]) -> tuple[Flight, ...]:
    """The pieces that the one move among some events has moved; nothing flies when there were more."""
    moves = [event for event in events if isinstance(event, Moved)]
    return _flights(before, moves[0]) if len(moves) == 1 else ()


def _flights(before: View, event: Moved) -> tuple[Flight, ...]:
    position = reef_state(before).position
    action, seat = event.action, event.seat
    own = seat == before.seat
    plate = token(Aim.PLAYER, seat)
    if isinstance(action, a.Lay):
        stack = Aim.FRONT if action.source is a.Source.FRONT else Aim.TILE
        source = token(stack, action.colour) if own else plate
        return (Flight("tile", action.colour, source, token(Aim.SPACE, action.space)),)
    if isinstance(action, a.Introduce | a.Move):
        return (_shrimp(action, seat, HOME if own else plate),)
    if isinstance(action, a.Eat):
        return tuple(
            Flight("tile", position.rocks.tile[at], token(Aim.SPACE, at), plate)
            for at in position.rocks.coral_at(action.space)
        )
    if isinstance(action, a.PlayAlga):
        to = token(Aim.CORAL_TILE, action.target) if action.target else ALGA_SPACE
        return (Flight("alga", action.alga, token(Aim.ALGA, action.alga), to),)
    return _small(position, action, plate, own)


def _shrimp(action: a.Introduce | a.Move, seat: int, home: Token) -> Flight:
    if isinstance(action, a.Introduce):
        return Flight("shrimp", seat, home, token(Aim.SPACE, action.space))
    to = home if action.to == NONE else token(Aim.SPACE, action.to)
    return Flight("shrimp", seat, token(Aim.SPACE, action.source), to)


def _small(position: Position, action: object, plate: Token, own: bool) -> tuple[Flight, ...]:
    if isinstance(action, a.Collect):
        sea, colour = token(Aim.SEA, action.space), action.space
        tiles = tuple(
            Flight("tile", c, sea, token(Aim.TILE, c) if own else plate)
            for c, count in enumerate(by_colour(position.sea.row(colour)))
            for _ in range(count)
        )
        return (Flight("cube", colour, sea, token(Aim.CUBE, colour) if own else plate), *tiles)
    if isinstance(action, a.PlayCube | a.BuyTile):
        source = token(Aim.CUBE, action.colour) if own else plate
        return (Flight("cube", action.colour, source, token(Aim.SUPPLY, action.colour)),)
    if isinstance(action, a.BuyCube):
        to = token(Aim.CUBE, action.colour) if own else plate
        return (Flight("cube", action.colour, token(Aim.SUPPLY, action.colour), to),)
    return ()
