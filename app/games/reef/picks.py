"""How a player of Reef Encounter chooses: from one thing on the table to the next.

Every action is reached by *routes*: the things that are pressed one after another, such as
action 7, a consumed tile, a cylinder, a coral tile. What was pressed so far is the *hold*. What
is lit are the things that go on from there; what the last one completes is the action. Nothing
here knows a rule: the routes are made from the actions that the rules list, and why something is
not on any route is what the rules say to the action that was meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from app.games.reef.words import reef_state
from rules.api import Action, View
from rules.reef import actions as a
from rules.reef.pieces.facts import COLOUR_NAMES, NONE


class Aim(StrEnum):
    """The kinds of things that can be pressed."""

    ACTION = "action"
    UNDO = "undo"
    SPACE = "space"
    TILE = "tile"
    CUBE = "cube"
    FRONT = "front"
    HOME = "home"
    SUPPLY = "supply"
    SEA = "sea"
    ALGA = "alga"
    ALGA_SPACE = "alga_space"
    CORAL_TILE = "coral_tile"
    PLAYER = "player"


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """One thing on the table: a space by its number, an action 1-10, a coral tile 1-10, own tiles,
    own cubes, consumed tiles, supply and sea by colour, a cylinder of the supply by its alga."""

    kind: Aim
    index: int = 0


Route: TypeAlias = tuple[Target, ...]
UNDO: Final = Target(Aim.UNDO)
HOME: Final = Target(Aim.HOME)
ALGA_SPACE: Final = Target(Aim.ALGA_SPACE)
_AT_ONCE: Final = (Aim.UNDO, Aim.ACTION)
"""What may complete an action although something else is held."""
_KEPT: Final = (Aim.TILE, Aim.FRONT)
"""What stays held after a tile was laid."""


@dataclass(frozen=True, slots=True)
class Choices:
    """All routes of a position: which action a whole route is, and what may follow a part of one.

    `means` has the things that stand for another now: whoever takes a cube of the supply may press
    the large cube of its colour in the sea.
    """

    whole: Mapping[Route, Action] = field(default_factory=dict)
    after: Mapping[Route, tuple[Target, ...]] = field(default_factory=dict)
    means: Mapping[Target, Target] = field(default_factory=dict)

    def meant(self, target: Target) -> Target:
        """What a thing stands for: itself, or another."""
        return self.means.get(target, target)

    def lit(self, hold: Route) -> frozenset[Target]:
        """What may be pressed next."""
        lit = frozenset(self.after.get(hold, ()))
        return lit | {target for target, meant in self.means.items() if meant in lit}


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a press came to: the new hold and the action, if one is complete; `fits` is false for a
    press that leads nowhere, which changes nothing."""

    hold: Route
    action: Action | None = None
    fits: bool = True


def act(number: int) -> Target:
    """The button of an action 1-10."""
    return Target(Aim.ACTION, number)


def choices_of(view: View) -> Choices:
    """The routes to everything that the viewer may do now."""
    whole: dict[Route, Action] = {}
    after: dict[Route, dict[Target, None]] = {}
    for action in view.actions():
        for route in _routes(view, action):
            if route in whole:
                continue  # of equal start tiles and equal sources the first is meant
            whole[route] = action
            for length in range(len(route)):
                after.setdefault(route[:length], {})[route[length]] = None
    takes_cubes = any(isinstance(action, a.TakeCubes) for action in whole.values())
    means = {Target(Aim.SEA, c): Target(Aim.SUPPLY, c) for c in range(len(COLOUR_NAMES))}
    return Choices(
        whole, {route: tuple(targets) for route, targets in after.items()}, means if takes_cubes else {}
    )


def kept(choices: Choices, hold: Route) -> Route:
    """What of a hold is still good in a new position."""
    return hold if hold in choices.after else ()


def press(choices: Choices, hold: Route, target: Target) -> Pressed:
    """Press one thing while others are held. Pressing what was held last lets it go."""
    target = choices.meant(target)
    for length in range(len(hold), -1, -1):
        route = (*hold[:length], target)
        action = choices.whole.get(route)
        if action is not None and (length == len(hold) or target.kind in _AT_ONCE):
            stays = target.kind is Aim.SPACE and all(each.kind in _KEPT for each in hold)
            return Pressed(hold if stays else (), action)
        if route in choices.after:
            if hold[: length + 1] == route:
                return Pressed(hold[:length])
            return Pressed(_go_on(choices, route))
    return Pressed(hold, fits=False)


def drag(choices: Choices, source: Target, to: Target) -> Pressed:
    """Drop one thing on another: as pressing both, but only what goes on from the first one fits."""
    first = press(choices, (), source)
    route = (*first.hold, choices.meant(to))
    if first.action is None and first.hold and (route in choices.whole or route in choices.after):
        return press(choices, first.hold, to)
    return Pressed((), fits=False)


def step_back(choices: Choices, hold: Route) -> Route:
    """Let go of what was held last, and of what was taken up by itself before it."""
    while hold:
        hold = hold[:-1]
        if len(choices.after.get(hold, ())) > 1:
            break
    return hold


def meant_by(choices: Choices, hold: Route, target: Target) -> Action | None:
    """The action that pressing `target` would make, for a preview."""
    return press(choices, hold, target).action


def _go_on(choices: Choices, route: Route) -> Route:
    """Take up by itself what alone can follow, but never the last step of an action."""
    while len(choices.after[route]) == 1 and (longer := (*route, choices.after[route][0])) in choices.after:
        route = longer
    return route


# -- routes ----------------------------------------------------------------------------------


def _routes(view: View, action: Action) -> tuple[Route, ...]:
    if isinstance(action, a.Lay):
        source = Aim.FRONT if action.source is a.Source.FRONT else Aim.TILE
        here = Target(Aim.SPACE, action.space)
        return (Target(source, action.colour), here), (here,)
    if isinstance(action, a.Move):
        start = Target(Aim.SPACE, action.source)
        to = HOME if action.to == NONE else Target(Aim.SPACE, action.to)
        return (act(5), start, to), (start, to)
    if isinstance(action, a.PlayAlga):
        pay, alga = Target(Aim.FRONT, action.pay), Target(Aim.ALGA, action.alga)
        to = Target(Aim.CORAL_TILE, action.target) if action.target else ALGA_SPACE
        return (act(7), pay, alga, to), (pay, alga, to)
    if isinstance(action, a.Eat | a.Introduce):
        here = Target(Aim.SPACE, action.space)
        return ((act(1), here),) if isinstance(action, a.Eat) else ((act(4), here), (HOME, here))
    return _small_routes(view, action)


def _small_routes(view: View, action: Action) -> tuple[Route, ...]:
    position = reef_state(view).position
    if isinstance(action, a.PlayCube):
        cube = Target(Aim.CUBE, action.colour)
        return (act(3 if position.course.laid_cubes else 2), cube), (cube,)
    if isinstance(action, a.BuyCube):
        paid, got = Target(Aim.FRONT, action.colour), Target(Aim.SUPPLY, action.colour)
        return (act(6), paid), (paid, got)
    if isinstance(action, a.BuyTile):
        return ((act(8), Target(Aim.CUBE, action.colour)),)
    if isinstance(action, a.Collect):
        sea = Target(Aim.SEA, action.space)
        nothing = () if position.course.acted or position.course.ate else ((act(9), sea),)
        return (act(10), sea), (sea, sea), *nothing
    return _other_routes(view, action)


def _other_routes(view: View, action: Action) -> tuple[Route, ...]:
    """Set-up, undo, and passing in the final round."""
    if isinstance(action, a.FeedStart):
        face = view.known.get(action.slot)
        return () if face is None else ((Target(Aim.TILE, face),),)
    if isinstance(action, a.TakeCubes):
        one, other = Target(Aim.SUPPLY, action.first), Target(Aim.SUPPLY, action.second)
        return (one, other), (other, one)
    return ((UNDO,),) if isinstance(action, a.Undo) else ((act(9),),)
