"""Choosing by presses: from one piece on the table to the next.

Every action is reached by *routes* (`Picks`): the pieces to press one after another, such as a consumed
tile, a cylinder, a coral tile. The pieces pressed so far are the *hold*. Pieces that can follow are lit;
the last one completes the action. Nothing here knows a rule: the routes are made from the actions that the
rules list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from app.games.reason import Reason, why_not
from app.games.scene import CHOICE, SEAT, Description, Kind, Piece, Route, Scene, Token, choice_at, seat_at
from rules.api import Action, View


class Routes(Struct, frozen=True):
    """All routes of a position: the action of each whole route, and the tokens that may follow the beginning
    of a route. `means` maps aliases to the tokens that they stand for; `keeps_hold` is the description's."""

    whole: Mapping[Route, Action] = field(default_factory=dict)
    after: Mapping[Route, tuple[Token, ...]] = field(default_factory=dict)
    means: Mapping[Token, Token] = field(default_factory=dict)
    keeps_hold: Callable[[Action], bool] = lambda action: False

    def meant(self, at: Token) -> Token:
        """Resolve an alias; any other token is returned as it is."""
        return self.means.get(at, at)

    def lit(self, hold: Route = ()) -> frozenset[Token]:
        """Return the tokens that may be pressed next."""
        lit = frozenset(self.after.get(hold, ()))
        return lit | {alias for alias, at in self.means.items() if at in lit}


class Pressed(Struct, frozen=True):
    """The result of a press: the new hold, and the action if one is complete. `fits` is False for a press
    that leads nowhere and changes nothing."""

    hold: Route
    action: Action | None = None
    fits: bool = True


class Seen(Struct, frozen=True):
    """A table for a window: the scene, and the routes of all legal actions."""

    told: Description
    view: View
    names: Sequence[str]
    scene: Scene
    routes: Routes

    @property
    def hand(self) -> tuple[Piece, ...]:
        """The viewer's own cards, in the order of the scene."""
        own = (zone for zone in self.scene.zones if zone.kind is Kind.HAND and zone.seat == self.view.seat)
        return tuple(piece for zone in own for piece in zone.pieces)

    def piece(self, at: Token) -> Piece | None:
        """Return a card of the player's hand."""
        return next((piece for piece in self.hand if piece.at == at), None)

    def ends(self, at: Token) -> tuple[Token, ...]:
        """Return the tokens that may be pressed when only this one is held."""
        return self.routes.after.get((at,), ())

    def action(self, route: Route) -> Action | None:
        """Return the action of a whole route, even if the rules forbid it now; None if there is none."""
        if (action := self.routes.whole.get(route)) is not None:
            return action
        tried = self.told.attempts(self.view)
        return next((action for action in tried if route in self.told.picks(self.view, action)), None)

    def words(self, route: Route) -> str:
        """Return the verb of a whole route, without the name of its first piece: "play on Ada"."""
        piece, action = self.piece(route[0]), self.action(route)
        if action is None:
            return ""
        said = self.told.say(self.view, action, self.names)
        return said.verb if piece is None else said.without(piece.name)

    def next_press(self, piece: Piece) -> str:
        """Return the ways to continue from a picked card of the hand; "" if there is none."""
        ways = [self.words((piece.at, to)) for to in self.ends(piece.at)]
        if len(ways) < 2:
            return f"Press it again to {ways[0]}." if ways else ""
        return f"Choose: {', '.join(ways[:-1])} or {ways[-1]}."

    def spoken(self, piece: Piece) -> str:
        """Return a card of the hand for a screen reader: its name, its tag, and its uses."""
        uses = " or ".join(self.words((piece.at, to)) for to in self.ends(piece.at))
        return ", ".join(filter(None, (piece.name, piece.tag, *piece.signs, uses and f"can be used: {uses}")))

    def why_not(self, route: Route) -> Reason | None:
        """Return the rules' reason against a route's action; None if it is legal, or if there is none."""
        action = self.action(route)
        return None if action is None else why_not(self.view, action)


def seen(told: Description, view: View, names: Sequence[str]) -> Seen:
    """Return a position for a window."""
    return Seen(told, view, names, told.scene(view, names), routes_of(told, view))


def routes_of(table: Description, view: View) -> Routes:
    """Return the routes to everything that the viewer may do now. If actions share a route the first one
    counts; an action without a piece is a choice of its own."""
    whole: dict[Route, Action] = {}
    after: dict[Route, dict[Token, None]] = {}
    for action in view.actions():
        for route in table.picks(view, action) or ((choice_at(action),),):
            if route in whole:
                continue
            whole[route] = action
            for length in range(len(route)):
                after.setdefault(route[:length], {})[route[length]] = None
    return Routes(
        whole,
        {route: tuple(tokens) for route, tokens in after.items()},
        table.aliases(view) if whole else {},
        table.keeps_hold,
    )


def kept(routes: Routes, hold: Route) -> Route:
    """Return the hold in a new position: itself, or nothing if it leads nowhere any more."""
    return hold if hold in routes.after or hold in routes.whole else ()


def press(routes: Routes, hold: Route, at: Token, *, lifts: bool = False, is_kept: bool = False) -> Pressed:
    """Press one piece while others are held. Pressing the piece held last drops it.

    With `lifts`, the press that completes an action only holds its last piece: pressing that piece again
    sends the action, and another piece may still replace it. Pieces that were picked up automatically stay
    held. With `is_kept` the whole hold stays: its pieces were pressed for the last action.
    """
    at = routes.meant(at)
    if is_kept and at in hold and (*hold, at) not in routes.whole:
        return Pressed(hold)
    if hold in routes.whole and at == hold[-1]:
        return Pressed((), routes.whole[hold])
    for length in range(len(hold), -1, -1):
        route = (*hold[:length], at)
        action = routes.whole.get(route)
        is_next = length == len(hold) or (hold in routes.whole and length == len(hold) - 1)
        # Only a button may act while something else is held: a piece could be meant for the hold.
        if action is not None and (is_next or at.startswith(CHOICE)):
            return Pressed(route) if lifts else Pressed(hold if routes.keeps_hold(action) else (), action)
        if route in routes.after:
            if hold[: length + 1] == route:
                return Pressed(_without(routes, hold, length))
            return Pressed(_go_on(routes, route))
    return Pressed(hold, fits=False)


def _without(routes: Routes, hold: Route, place: int) -> Route:
    """Return the hold after one of its pieces was pressed again.

    If the order of the pieces does not matter, only this piece is dropped, otherwise this piece and all later
    ones. The hold stays the same if no other piece was possible in its place.
    """
    if place and len(routes.after[hold[:place]]) == 1:
        return hold
    others = (*hold[:place], *hold[place + 1 :])
    again = (*others, hold[place])
    is_any_order = others in routes.after and (again in routes.after or again in routes.whole)
    return others if is_any_order else hold[:place]


def drag(routes: Routes, source: Token, to: Token) -> Pressed:
    """Drop one piece on another: like pressing both, but the second must be able to follow the first."""
    first = press(routes, (), source)
    route = (*first.hold, routes.meant(to))
    if first.action is None and first.hold and (route in routes.whole or route in routes.after):
        return press(routes, first.hold, to)
    return Pressed((), fits=False)


def step_back(routes: Routes, hold: Route) -> Route:
    """Drop the piece held last, and those before it that were picked up automatically."""
    while hold:
        hold = hold[:-1]
        if len(routes.after.get(hold, ())) > 1:
            break
    return hold


def offered(scene: Scene, routes: Routes, hold: Route, words: Callable[[Action], str]) -> tuple[Piece, ...]:
    """Return buttons for choices that lie nowhere on the table, with the `words` of their actions."""
    shown = {piece.at for zone in scene.zones for piece in zone.pieces}
    shown |= {seat_at(plate.seat) for plate in scene.plates}
    wanted = [(*hold, at) for at in routes.after.get(hold, ()) if at not in shown]
    first: dict[Route, Action] = {}
    for route, action in routes.whole.items():
        first.setdefault(route[: len(hold) + 1], action)
    return tuple(Piece(route[-1], words(first[route])) for route in wanted)


def next_words(scene: Scene, routes: Routes, hold: Route) -> str:
    """Return the next press, for a line of words; "" while nothing is held."""
    if not hold:
        return ""
    if hold in routes.whole:
        return "Press it again to confirm"
    kinds = {piece.at: zone.kind for zone in scene.zones for piece in zone.pieces}
    lit = routes.lit(hold)
    if all(at.startswith(SEAT) for at in lit):
        return "Choose a player"
    if all(at.startswith(CHOICE) for at in lit):
        return "Choose how"
    if all(kinds.get(at) is Kind.HAND for at in lit):
        return "Choose another card" if kinds.get(hold[-1]) is Kind.HAND else "Choose a card"
    return "Choose where it goes" if any(at in kinds for at in lit) else "Choose what to do with it"


def _go_on(routes: Routes, route: Route) -> Route:
    """Pick up the only piece that can follow, but never the last one of an action."""
    while len(routes.after[route]) == 1 and (longer := (*route, routes.after[route][0])) in routes.after:
        route = longer
    return route
