"""Why not: what the rules of Reef Encounter say to something that leads nowhere.

The action that was meant is made up from what is held and what was pressed, and the rules are
asked about it; only where no action can be made up at all does a sentence of our own stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from app.games.reason import held_reason
from app.games.reef.choice import HOME, Aim, Choices, Route, Target, drag, press
from app.games.reef.words import by_colour, own_tiles, reef_state
from rules.api import Action, Moved, Seat, View, refusal
from rules.reef import actions as a
from rules.reef.pieces.facts import NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import secret_by_colour


@dataclass(frozen=True, slots=True)
class Why:
    """A reason in words and the paragraph of the rules that it stands in, "" for none."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


WATCHING: Final = Why("Only those who sit at the table play.")
OVER: Final = Why("The game is over.", "reef 5")
WAIT: Final = Why("It is not your turn.", "reef 4.1")
CHOOSE: Final = Why("That does not go with what you hold: press something that is lit, or Esc.")
FIRST: Final = Why("Choose an action or play a cube first.", "reef 4.1")
_NOTHING: Final = {
    1: Why("None of your shrimps stands on a coral.", "reef 4.2"),
    2: Why("You hold no larva cube.", "reef 4.3"),
    3: Why("You hold no larva cube.", "reef 4.3"),
    4: Why("There is no coral without a shrimp.", "reef 4.4"),
    5: Why("None of your shrimps is on a reef.", "reef 4.5"),
    6: Why("You have no consumed tile in front of your screen.", "reef 4.6"),
    7: Why("You have no consumed tile in front of your screen.", "reef 4.6"),
    8: Why("You hold no larva cube.", "reef 4.6.8"),
}


def why_not(view: View, choices: Choices, hold: Route, target: Target) -> Why | None:
    """Why pressing `target` leads nowhere; None if it leads somewhere."""
    if press(choices, hold, target).fits:
        return None
    position = reef_state(view).position
    if view.seat is None or not choices.whole:
        if position.phase == ReefPhase.OVER:
            return OVER
        held = held_reason(view)
        return WATCHING if view.seat is None else WAIT if held is None else Why(held.text)
    if position.phase != ReefPhase.TURN:
        return _elsewhere(view, view.seat, position, target)
    if target.kind is Aim.ACTION:
        return _why_action(view, view.seat, position, target.index)
    meant = _meant(view, view.seat, position, hold, target)
    return _first_refusal(view, view.seat, meant) or _unmeant(hold, target)


def why_not_drag(view: View, choices: Choices, source: Target, to: Target) -> Why | None:
    """Why dropping one thing on another leads nowhere; None if it leads somewhere."""
    if drag(choices, source, to).fits:
        return None
    return why_not(view, choices, (), source) or why_not(view, choices, (source,), to) or CHOOSE


def _elsewhere(view: View, seat: Seat, position: Position, target: Target) -> Why:
    """In the steps of set-up and final round."""
    if position.phase == ReefPhase.FINAL and target.kind is Aim.SPACE:
        return _first_refusal(view, seat, (a.Eat(target.index),)) or CHOOSE
    if position.phase == ReefPhase.CUBES and target.kind in (Aim.SUPPLY, Aim.SEA):
        return _first_refusal(view, seat, (a.TakeCubes(target.index, target.index),)) or CHOOSE
    return _first_refusal(view, seat, (a.Collect(0),)) or CHOOSE


def _first_refusal(view: View, seat: Seat, actions: Iterable[Action]) -> Why | None:
    for action in actions:
        why = refusal(view.state, Moved(seat, action), view.known)
        if why is not None:
            return Why(why.text, why.rule)
    return None


# -- the ten actions --------------------------------------------------------------------------


def _why_action(view: View, seat: Seat, position: Position, number: int) -> Why:
    if number == 2 and position.course.laid_cubes == 1:
        return Why("The first cube of the turn was played: action 3 plays the second.", "reef 4.1b")
    if number == 3 and not position.course.laid_cubes:
        return Why("Action 3 is a second cube: action 2 comes first.", "reef 4.1b")
    if number == 9 and (position.course.acted or position.course.ate):
        return Why("You have done something in this turn: action 10 ends it.", "reef 4.1a")
    return _first_refusal(view, seat, _all_of(position, seat, number)) or _NOTHING.get(number, CHOOSE)


def _all_of(position: Position, seat: int, number: int) -> tuple[Action, ...]:
    """Some actions of that number that the seat has the pieces for."""
    cubes = [c for c, count in enumerate(by_colour(position.players[seat].cubes)) if count]
    paid = [c for c, count in enumerate(by_colour(position.players[seat].front)) if count]
    makers: dict[int, Callable[[], list[Action]]] = {
        1: lambda: [a.Eat(at) for at in position.players[seat].posted],
        2: lambda: [a.PlayCube(c) for c in cubes],
        3: lambda: [a.PlayCube(c) for c in cubes],
        4: lambda: [a.Introduce(at) for at in position.ground.rock if position.rocks.tile[at] >= 0],
        6: lambda: [a.BuyCube(c) for c in paid],
        7: lambda: [a.PlayAlga(alga, 0, c) for c in paid for alga in range(4)],
        8: lambda: [a.BuyTile(c) for c in cubes],
        9: lambda: [a.Collect(c) for c in range(5)],
        10: lambda: [a.Collect(c) for c in range(5)],
    }
    return tuple(makers[number]()) if number in makers else ()


# -- other things -----------------------------------------------------------------------------


def _meant(view: View, seat: Seat, position: Position, hold: Route, target: Target) -> tuple[Action, ...]:
    """The actions that may have been meant."""
    selling = Target(Aim.ACTION, 8) in hold
    makers: dict[Aim, Callable[[], tuple[Action, ...]]] = {
        Aim.UNDO: lambda: (a.Undo(),),
        Aim.SPACE: lambda: _meant_space(view, seat, position, hold, target.index),
        Aim.HOME: lambda: tuple(
            a.Introduce(at) for at in position.ground.rock if position.rocks.tile[at] >= 0
        ),
        Aim.ALGA: lambda: _meant_alga(hold, target),
        Aim.ALGA_SPACE: lambda: _meant_alga(hold, target),
        Aim.CORAL_TILE: lambda: _meant_alga(hold, target),
        Aim.SEA: lambda: (a.Collect(target.index),),
        Aim.CUBE: lambda: (a.BuyTile(target.index) if selling else a.PlayCube(target.index),),
        Aim.FRONT: lambda: (a.BuyCube(target.index),),
        Aim.TILE: lambda: (_lay(view, seat, colour=target.index, space=position.ground.rock[0]),),
    }
    return makers[target.kind]() if target.kind in makers else ()


def _meant_space(view: View, seat: Seat, position: Position, hold: Route, space: int) -> tuple[Action, ...]:
    held = hold[0] if hold else None
    if held == Target(Aim.ACTION, 1):
        return (a.Eat(space),)
    if held in (Target(Aim.ACTION, 4), HOME):
        return (a.Introduce(space),)
    posts = [each.index for each in hold if each.kind is Aim.SPACE]
    if posts or held == Target(Aim.ACTION, 5):
        return (a.Move(posts[0] if posts else space, space),)
    if held is None:
        meant = position.course.laying
        return () if meant == NONE else (_lay(view, seat, colour=meant, space=space),)
    if held.kind in (Aim.TILE, Aim.FRONT):
        return (_lay(view, seat, colour=held.index, space=space, front=held.kind is Aim.FRONT),)
    return ()


def _lay(view: View, seat: Seat, *, colour: int, space: int, front: bool = False) -> a.Lay:
    """The tile that would be laid: a consumed one, one that all know of, or a start tile."""
    position = reef_state(view).position
    player = position.players[seat]
    public = player.hand[colour]
    if front or (not own_tiles(view)[colour] and player.front[colour]):
        return a.Lay(colour, space, a.Source.FRONT)
    slot = None if public else secret_by_colour(position, view.known).get(colour)
    return a.Lay(colour, space, a.Source.SCREEN, slot)


def _meant_alga(hold: Route, target: Target) -> tuple[Action, ...]:
    paid = [each.index for each in hold if each.kind is Aim.FRONT]
    algae = [each.index for each in hold if each.kind is Aim.ALGA]
    if not paid:
        return ()
    if target.kind is Aim.ALGA:
        return (a.PlayAlga(target.index, 0, paid[0]),)
    if not algae:
        return ()
    return (a.PlayAlga(algae[0], target.index if target.kind is Aim.CORAL_TILE else 0, paid[0]),)


def _unmeant(hold: Route, target: Target) -> Why:
    """For what no action can be made up from."""
    if target.kind in (Aim.ALGA, Aim.ALGA_SPACE, Aim.CORAL_TILE):
        return Why("A cylinder is paid with a consumed tile and chosen first: action 7.", "reef 4.6.7")
    if target.kind is Aim.SUPPLY:
        return Why("A cube of the supply costs a consumed tile of its colour: action 6.", "reef 4.6.6")
    return FIRST if not hold else CHOOSE
