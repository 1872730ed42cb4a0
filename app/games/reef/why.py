"""Reasons against presses of Reef Encounter that lead nowhere.

The intended action is guessed from the hold and the pressed piece, and the rules say why it is refused. If
no action can be guessed, the reason is a sentence of this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from app.games.picks import Routes, drag, press
from app.games.reason import WATCHING, Reason, held_reason, reason_of
from app.games.reef.picks import HOME, Aim, act, aim_of, index_of
from app.games.reef.words import by_colour, own_tiles, reef_state
from app.games.scene import Route, Token
from rules.api import Action, Moved, Seat, View, refusal
from rules.reef import actions as a
from rules.reef.pieces.facts import NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import secret_by_colour

OVER: Final = Reason("The game is over.", "reef 5")
WAIT: Final = Reason("It is not your turn.", "reef 4.1")
CHOOSE: Final = Reason("That does not go with the piece you hold: press something lit, or Esc.")
FIRST: Final = Reason("Choose an action or play a cube first.", "reef 4.1")
_NOTHING: Final = {
    1: Reason("None of your shrimps stands on a coral.", "reef 4.2"),
    2: Reason("You hold no larva cube.", "reef 4.3"),
    3: Reason("You hold no larva cube.", "reef 4.3"),
    4: Reason("There is no coral without a shrimp.", "reef 4.4"),
    5: Reason("None of your shrimps is on a reef.", "reef 4.5"),
    6: Reason("You have no consumed tile in front of your screen.", "reef 4.6"),
    7: Reason("You have no consumed tile in front of your screen.", "reef 4.6"),
    8: Reason("You hold no larva cube.", "reef 4.6.8"),
}


def why_not(view: View, routes: Routes, hold: Route, target: Token) -> Reason | None:
    """Return why pressing `target` leads nowhere; None if it leads somewhere."""
    return None if press(routes, hold, target).fits else reason(view, hold, target, is_on=bool(routes.whole))


def reason(view: View, hold: Route, target: Token, *, is_on: bool) -> Reason:
    """Return why `target` cannot follow `hold`; `is_on`: the viewer has a legal action."""
    position = reef_state(view).position
    if view.seat is None or not is_on:
        if position.phase == ReefPhase.OVER:
            return OVER
        return WATCHING if view.seat is None else held_reason(view) or WAIT
    if position.phase != ReefPhase.TURN:
        return _elsewhere(view, view.seat, position, target)
    if aim_of(target) is Aim.ACTION:
        return _why_action(view, view.seat, position, index_of(target))
    meant = _meant(view, view.seat, position, hold, target)
    return _first_refusal(view, view.seat, meant) or _unmeant(hold, target)


def why_not_drag(view: View, routes: Routes, source: Token, to: Token) -> Reason | None:
    """Return why dropping one piece on another leads nowhere; None if it leads somewhere."""
    if drag(routes, source, to).fits:
        return None
    return why_not(view, routes, (), source) or why_not(view, routes, (source,), to) or CHOOSE


def _elsewhere(view: View, seat: Seat, position: Position, target: Token) -> Reason:
    """Return the reason in the set-up or the final round."""
    if position.phase == ReefPhase.FINAL and aim_of(target) is Aim.SPACE:
        return _first_refusal(view, seat, (a.Eat(index_of(target)),)) or CHOOSE
    if position.phase == ReefPhase.CUBES and aim_of(target) in (Aim.SUPPLY, Aim.SEA):
        return _first_refusal(view, seat, (a.TakeCubes(index_of(target), index_of(target)),)) or CHOOSE
    return _first_refusal(view, seat, (a.Collect(0),)) or CHOOSE


def _first_refusal(view: View, seat: Seat, actions: Iterable[Action]) -> Reason | None:
    refused = (reason_of(refusal(view.state, Moved(seat, action), view.known)) for action in actions)
    return next(filter(None, refused), None)


# -- the ten actions --------------------------------------------------------------------------


def _why_action(view: View, seat: Seat, position: Position, number: int) -> Reason:
    if number == 2 and position.course.laid_cubes == 1:
        return Reason("The first cube of the turn was played: choose Second cube (3).", "reef 4.1b")
    if number == 3 and not position.course.laid_cubes:
        return Reason("Choose Play a cube (2) before a second cube.", "reef 4.1b")
    if number == 9 and (position.course.acted or position.course.ate):
        return Reason("You have done something in this turn: Collect (0) ends it.", "reef 4.1a")
    return _first_refusal(view, seat, _all_of(position, seat, number)) or _NOTHING.get(number, CHOOSE)


def _all_of(position: Position, seat: int, number: int) -> tuple[Action, ...]:
    """Return some actions of that number for which the seat has the pieces."""
    cubes = [c for c, count in enumerate(by_colour(position.players[seat].cubes)) if count]
    paid = [c for c, count in enumerate(by_colour(position.players[seat].front)) if count]
    makers: dict[int, Callable[[], list[Action]]] = {
        1: lambda: [a.Eat(at) for at in position.players[seat].posted],
        2: lambda: [a.PlayCube(c) for c in cubes],
        3: lambda: [a.PlayCube(c) for c in cubes],
        4: lambda: _introductions(position),
        6: lambda: [a.BuyCube(c) for c in paid],
        7: lambda: [a.PlayAlga(alga, 0, c) for c in paid for alga in range(4)],
        8: lambda: [a.BuyTile(c) for c in cubes],
        9: lambda: [a.Collect(c) for c in range(5)],
        10: lambda: [a.Collect(c) for c in range(5)],
    }
    return tuple(makers[number]()) if number in makers else ()


def _introductions(position: Position) -> list[Action]:
    """Return the introductions of a shrimp on every coral, first on corals without one: the refusal for a
    coral that has a shrimp explains nothing about the others."""
    rocks = position.rocks
    corals = [at for at in position.ground.rock if rocks.tile[at] >= 0]
    return [a.Introduce(at) for at in sorted(corals, key=lambda at: rocks.guard[rocks.coral[at]] != NONE)]


# -- other things -----------------------------------------------------------------------------


def _meant(view: View, seat: Seat, position: Position, hold: Route, target: Token) -> tuple[Action, ...]:
    """Return the actions that may have been intended."""
    selling = act(8) in hold
    makers: dict[Aim, Callable[[], tuple[Action, ...]]] = {
        Aim.UNDO: lambda: (a.Undo(),),
        Aim.SPACE: lambda: _meant_space(view, seat, position, hold, index_of(target)),
        Aim.HOME: lambda: tuple(_introductions(position)),
        Aim.ALGA: lambda: _meant_alga(hold, target),
        Aim.ALGA_SPACE: lambda: _meant_alga(hold, target),
        Aim.CORAL_TILE: lambda: _meant_alga(hold, target),
        Aim.SEA: lambda: (a.Collect(index_of(target)),),
        Aim.CUBE: lambda: (a.BuyTile(index_of(target)) if selling else a.PlayCube(index_of(target)),),
        Aim.FRONT: lambda: (a.BuyCube(index_of(target)),),
        Aim.TILE: lambda: (_lay(view, seat, colour=index_of(target), space=position.ground.rock[0]),),
    }
    return makers[aim_of(target)]() if aim_of(target) in makers else ()


def _meant_space(view: View, seat: Seat, position: Position, hold: Route, space: int) -> tuple[Action, ...]:
    held = hold[0] if hold else None
    if held == act(1):
        return (a.Eat(space),)
    if held in (act(4), HOME):
        return (a.Introduce(space),)
    posts = [index_of(each) for each in hold if aim_of(each) is Aim.SPACE]
    if posts or held == act(5):
        return (a.Move(posts[0] if posts else space, space),)
    if held is None:
        meant = position.course.laying
        return () if meant == NONE else (_lay(view, seat, colour=meant, space=space),)
    if aim_of(held) in (Aim.TILE, Aim.FRONT):
        return (_lay(view, seat, colour=index_of(held), space=space, front=aim_of(held) is Aim.FRONT),)
    return ()


def _lay(view: View, seat: Seat, *, colour: int, space: int, front: bool = False) -> a.Lay:
    """Return the action that lays a tile: a consumed one, a publicly known one, or a start tile."""
    position = reef_state(view).position
    player = position.players[seat]
    public = player.hand[colour]
    if front or (not own_tiles(view)[colour] and player.front[colour]):
        return a.Lay(colour, space, a.Source.FRONT)
    slot = None if public else secret_by_colour(position, view.known).get(colour)
    return a.Lay(colour, space, a.Source.SCREEN, slot)


def _meant_alga(hold: Route, target: Token) -> tuple[Action, ...]:
    paid = [index_of(each) for each in hold if aim_of(each) is Aim.FRONT]
    algae = [index_of(each) for each in hold if aim_of(each) is Aim.ALGA]
    if not paid:
        return ()
    if aim_of(target) is Aim.ALGA:
        return (a.PlayAlga(index_of(target), 0, paid[0]),)
    if not algae:
        return ()
    return (a.PlayAlga(algae[0], index_of(target) if aim_of(target) is Aim.CORAL_TILE else 0, paid[0]),)


def _unmeant(hold: Route, target: Token) -> Reason:
    """Return the reason if no action can be guessed."""
    if aim_of(target) in (Aim.ALGA, Aim.ALGA_SPACE, Aim.CORAL_TILE):
        return Reason("Choose Tile to alga (7) first: a cylinder costs a consumed tile.", "reef 4.6.7")
    if aim_of(target) is Aim.SUPPLY:
        return Reason(
            "Choose Tile to cube (6) first: a cube of the supply costs a consumed tile of its colour.",
            "reef 4.6.6",
        )
    return FIRST if not hold else CHOOSE
