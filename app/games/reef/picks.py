"""The pieces of Reef Encounter by token, and the presses of each action.

A token is a kind of piece and a number: a space by its number, an action 1-10, a coral tile 1-10; own
tiles, own cubes, consumed tiles, supply and sea by colour; a cylinder of the supply by its alga.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from app.games.reef.words import reef_state
from app.games.scene import CHOICE, Route, Token
from rules.api import Action, View
from rules.reef import actions as a
from rules.reef.pieces.facts import COLOUR_NAMES, NONE
from rules.reef.pieces.position import ReefPhase


class Aim(StrEnum):
    """The kinds of pieces: the part of a token before its number."""

    ACTION = f"{CHOICE}action"
    UNDO = f"{CHOICE}undo"
    SPACE = "space"
    TILE = "tile"
    CUBE = "cube"
    FRONT = "consumed"
    HOME = "home"
    FISH = "fish"
    SUPPLY = "supply"
    SEA = "sea"
    ALGA = "alga"
    ALGA_SPACE = "alga space"
    CORAL_TILE = "coral tile"
    PLAYER = "player"


def token(aim: Aim, index: int = 0) -> Token:
    """Return the token of the piece of that kind with that number."""
    return f"{aim}:{index}"


def aim_of(at: Token) -> Aim:
    """Return the kind of piece that a token names."""
    return Aim(at.rpartition(":")[0])


def index_of(at: Token) -> int:
    """Return the number in a token."""
    return int(at.rpartition(":")[2])


UNDO: Final = token(Aim.UNDO)
HOME: Final = token(Aim.HOME)
ALGA_SPACE: Final = token(Aim.ALGA_SPACE)


def act(number: int) -> Token:
    """Return the button of an action 1-10."""
    return token(Aim.ACTION, number)


def aliases(view: View) -> Mapping[Token, Token]:
    """Return the aliases: the large cube of a colour in the sea means the supply's cube, while start
    cubes are chosen."""
    if reef_state(view).position.phase != ReefPhase.CUBES:
        return {}
    return {token(Aim.SEA, c): token(Aim.SUPPLY, c) for c in range(len(COLOUR_NAMES))}


def keeps_hold(action: Action) -> bool:
    """True for a tile: the next one may come from the same stack."""
    return isinstance(action, a.Lay)


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """Return the presses of an action, most of them with and without its button."""
    if isinstance(action, a.Lay):
        source = Aim.FRONT if action.source is a.Source.FRONT else Aim.TILE
        here = token(Aim.SPACE, action.space)
        return (token(source, action.colour), here), (here,)
    if isinstance(action, a.Move):
        start = token(Aim.SPACE, action.source)
        to = HOME if action.to == NONE else token(Aim.SPACE, action.to)
        return (act(5), start, to), (start, to)
    if isinstance(action, a.PlayAlga):
        pay, alga = token(Aim.FRONT, action.pay), token(Aim.ALGA, action.alga)
        to = token(Aim.CORAL_TILE, action.target) if action.target else ALGA_SPACE
        return (act(7), pay, alga, to), (pay, alga, to)
    if isinstance(action, a.Eat):
        return _eaten(view, action)
    if isinstance(action, a.Introduce):
        here = token(Aim.SPACE, action.space)
        return (act(4), here), (HOME, here)
    return _exchanges(view, action)


def _eaten(view: View, eat: a.Eat) -> tuple[Route, ...]:
    """Return the presses: the button and any tile of the coral, or that tile twice. The shrimp's space is
    first."""
    group = [token(Aim.SPACE, at) for at in reef_state(view).position.rocks.coral_at(eat.space)]
    own = token(Aim.SPACE, eat.space)
    spaces = [own, *(at for at in group if at != own)]
    return (*((act(1), at) for at in spaces), *((at, at) for at in spaces))


def _exchanges(view: View, action: Action) -> tuple[Route, ...]:
    course = reef_state(view).position.course
    if isinstance(action, a.PlayCube):
        cube = token(Aim.CUBE, action.colour)
        return (act(3 if course.laid_cubes else 2), cube), (cube,)
    if isinstance(action, a.BuyCube):
        paid, got = token(Aim.FRONT, action.colour), token(Aim.SUPPLY, action.colour)
        return (act(6), paid), (paid, got)
    if isinstance(action, a.BuyTile):
        return ((act(8), token(Aim.CUBE, action.colour)),)
    if isinstance(action, a.Collect):
        sea = token(Aim.SEA, action.space)
        nothing = () if course.acted or course.ate else ((act(9), sea),)
        return (act(10), sea), (sea, sea), *nothing
    return _others(view, action)


def _others(view: View, action: Action) -> tuple[Route, ...]:
    """Return the presses of set-up, undo, and passing in the final round."""
    if isinstance(action, a.FeedStart):
        face = view.face(action.slot)
        return () if face is None else ((token(Aim.TILE, face),),)
    if isinstance(action, a.TakeCubes):
        one, other = token(Aim.SUPPLY, action.first), token(Aim.SUPPLY, action.second)
        return ((one, other), (other, one)) if one != other else ((one, one),)
    return ((UNDO,),) if isinstance(action, a.Undo) else ((act(9),),)
