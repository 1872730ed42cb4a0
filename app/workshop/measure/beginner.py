"""Players who have just read the rules, as a yardstick for bots: a dozen lines a game.

Random players are no yardstick, because nearly everything beats them. Beginners know what a card is good
for, and nothing of the other players. They are not offered as opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from app.bots.api import AnyMove
from rules.api import Action, Face, Rng, Slot, View
from rules.cahoots.actions import CahootsPlay, Verb
from rules.cards import RANK, SUIT
from rules.kings.actions import Attack, Bank, Put
from rules.kings.state import KingsState
from rules.matriculation.actions import Discard, MatriculationPlay
from rules.matriculation.cards import HOURS, Kind, kind
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.state import PlumpState
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState

HIGH: Final = 11
"""The rank of a king: a beginner bids its aces and kings."""
LARGE: Final = 6
"""Fewest tiles of a coral that a beginner eats before the final round; it guards those of half as many."""


class Beginner(Struct, frozen=True):
    """Plays by the beginner's rule of the game `key`; if there is none, any legal move."""

    key: str

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action of the highest worth; ties are broken at random."""
        rule = RULES.get(self.key)
        if rule is None:
            return AnyMove().choose(view, rng)
        offered = view.actions()
        worths = [rule(view, action) for action in offered]
        best = [action for action, worth in zip(offered, worths, strict=True) if worth == max(worths)]
        return best[rng.randrange(len(best))]


def plump(view: View, action: Action) -> int:
    """Bid the aces and kings; win with the highest card while ticks are wanted, else discard the highest."""
    state, seat = view.state, view.seat
    if not isinstance(state, PlumpState) or state.part is None or seat is None:
        raise ValueError("this is not a position of Plump seen from a seat")
    part = state.part
    if isinstance(action, Bid):
        hand = [view.known[slot] for slot in part.hands[seat] if slot in view.known]
        return -abs(action.ticks - sum(RANK[face] >= HIGH for face in hand))
    if not isinstance(action, PlumpPlay):
        raise ValueError("this is neither a bid nor a play")
    wants = (part.bid_of(seat) or 0) > part.ticks[seat]
    best, rank = part.winner, RANK[action.face]
    wins = best is None or (SUIT[action.face] == SUIT[best.face] and action.face > best.face)
    if wants:
        return 100 + rank if wins else -rank
    return -rank if wins else 100 + rank


def matriculation(view: View, action: Action) -> int:
    """Repair or protect first, then take the longest term, then hit anybody; discard the shortest term."""
    if isinstance(action, MatriculationPlay):
        if kind(action.face) is Kind.TERM:
            return 100 + HOURS[action.face]
        return 200 if action.target is None else 100
    if isinstance(action, Discard):
        return -HOURS[action.face] if kind(action.face) is Kind.TERM else -50
    return -100


def cahoots(view: View, action: Action) -> int:
    """Place what fits, as long as anything does; then draw."""
    if isinstance(action, CahootsPlay):
        return 0 if action.verb is Verb.SWAP else 2
    return 1


def kings(view: View, action: Action) -> int:
    """Win what can be won, feed one's own king, put every card where it fits, end."""
    state = view.state
    if not isinstance(state, KingsState):
        raise ValueError("this is not a position of Kings seen from a seat")
    if isinstance(action, Attack):
        fight = state.battle(action.house, action.target)
        return 3 if fight is not None and fight.wins else -2
    if isinstance(action, Bank):
        return 2
    return 1 if isinstance(action, Put) else 0 if str(action).startswith("end") else -1


def reef(view: View, action: Action) -> int:
    """Eat and guard large corals, lay beside one's own colour, and go where most tiles are. That is: play the
    cube with the most tiles, and collect from the space with the most."""
    state, seat = view.state, view.seat
    if not isinstance(state, ReefState) or seat is None:
        raise ValueError("this is not a position of Reef Encounter seen from a seat")
    position, me = state.position, state.position.players[seat]
    start = [view.known.get(Slot(slot)) for slot in me.secret]
    behind = [me.hand[colour] + start.count(Face(colour)) for colour in range(len(me.hand))]
    worth = -2
    match action:
        case a.TakeCubes(first, second):
            worth = behind[first] + behind[second] - 5 * (first == second)
        case a.PlayCube(colour):
            tiles = behind[colour] + me.front[colour]
            worth = 600 + tiles if tiles else -1
        case a.Collect(space):
            worth = 100 + position.sea.count(space)
        case a.FeedStart() | a.Pass():
            worth = 0
        case _:
            worth = _on_the_rocks(position, action)
    return worth


def _on_the_rocks(position: Position, action: Action) -> int:
    rocks, worth = position.rocks, -2
    match action:
        case a.Eat(space):
            size = rocks.size[rocks.coral[space]]
            worth = 900 + size if size >= LARGE or position.phase == ReefPhase.FINAL else -1
        case a.Lay(colour, space):
            beside = sum(rocks.tile[near] == colour for near in rocks.ground.near[space])
            worth = 800 + beside if beside and rocks.tile[space] == BARE else -1
        case a.Introduce(space):
            size = rocks.size[rocks.coral[space]]
            worth = 700 + size if size >= LARGE // 2 else -1
        case a.Move(source, to):
            worth = 650 if to == NONE and rocks.tile[source] == BARE else -2
    return worth


RULES: Final[Mapping[str, Callable[[View, Action], int]]] = {
    "plump": plump,
    "matriculation": matriculation,
    "cahoots": cahoots,
    "kings": kings,
    "reef": reef,
}
