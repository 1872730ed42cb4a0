"""Why a bot does what it does, in sentences that a player can learn from: for hints and the look back.

They say what a choice does by the rules and what can be counted on the open table; what comes of it in
the long run is said by the searcher, which has played it out. "" where nothing would be learned.
"""

from __future__ import annotations

from collections.abc import Callable

from app.bots.search import Tried
from rules.api import Action, Face, Seat, View
from rules.cahoots.actions import DRAW, CahootsPlay, Verb
from rules.kings.actions import Attack, Bank, Put, Swap
from rules.kings.cards import ACE, JACK, QUEEN, RANK, SUIT
from rules.kings.state import KingsState
from rules.matriculation.actions import Discard, MatriculationPlay
from rules.matriculation.cards import Kind, kind, trouble
from rules.matriculation.player import DEGREE, term_worth
from rules.matriculation.state import MatriculationState
from rules.plump.actions import Bid
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE
from rules.reef.pieces.position import Position
from rules.reef.state import ReefState
from rules.reef.steps.eating import smallest

EVEN = 0.05
"""A difference in score below which two choices are as good as each other."""


def many(number: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


# -- what was played out ------------------------------------------------------------------------


def told_bid(best: Tried, rival: Tried) -> str:
    """Plump: how often the bid is made, with the choice and with the next best."""
    deals = f"{len(best.gains)} deals that fit what you know"
    if not best.paying and not rival.paying:
        return f"Your bid was made in none of {deals}; this spoils most for the others."
    if isinstance(best.weighed.action, Bid) and isinstance(rival.weighed.action, Bid):
        return (
            f"You make a bid of {best.weighed.action.ticks} in {best.paying} % of {deals}, "
            f"a bid of {rival.weighed.action.ticks} in {rival.paying} %."
        )
    return f"You make your bid in {best.paying} % of {deals}; with the next best card in {rival.paying} %."


def told_lead(unit: str, until: str) -> Callable[[Tried, Tried], str]:
    """Words for what the choice has brought over the next best, played on `until` then, in units of score."""

    def told(best: Tried, rival: Tried) -> str:
        pairs = min(len(best.results), len(rival.results))
        ahead = (sum(best.results[:pairs]) - sum(rival.results[:pairs])) / pairs
        played = f"Played on {until} in {pairs} deals that fit what you know"
        if ahead <= -EVEN:
            lead = f"{-ahead:.1f} {unit}s"
            return f"{played}, another choice came out {lead} better against the others, which may be chance."
        if ahead < EVEN:
            return f"{played}, the next best choice came out just as well."
        return (
            f"{played}, it came out {ahead:.1f} {unit}s better against the others than the next best choice."
        )

    return told


# -- what a choice does -------------------------------------------------------------------------


def matriculation(view: View, action: Action) -> str:
    """Hours, setbacks, and what a card is good for."""
    state, seat = view.state, view.seat
    if not isinstance(state, MatriculationState) or seat is None:
        return ""
    if isinstance(action, Discard):
        return "Of your cards it is the one that you will miss least."
    if not isinstance(action, MatriculationPlay):
        return ""
    return _hit(state, seat, action.target) if action.target is not None else _own(state, seat, action.face)


def _hit(state: MatriculationState, seat: Seat, target: Seat) -> str:
    most = max(state.hours(other) for other in state.seats_in if other != seat)
    is_first = len(state.seats_in) > 2 and state.hours(target) == most
    return f"It holds up {'whoever is nearest to the degree' if is_first else 'an opponent'}."


def _own(state: MatriculationState, seat: Seat, face: Face) -> str:
    player = state.players[seat]
    if kind(face) is not Kind.TERM:
        if trouble(face) in player.setbacks:
            return "It takes a setback of yours away."
        return "What it protects from cannot come any more, and it counts at the end."
    hours, worth = state.hours(seat), term_worth(player, face, state.ogre)
    if hours + worth >= DEGREE:
        return f"It makes {hours + worth} hours: a degree."
    return f"It brings {worth} hours now, of the {DEGREE - hours} that you lack."


def cahoots(view: View, action: Action) -> str:
    """What a card placed, a swap or a draw is good for."""
    if not isinstance(action, CahootsPlay):
        fits = any(isinstance(each, CahootsPlay) and each.verb is not Verb.SWAP for each in view.actions())
        return "Nothing that you hold fits." if action == DRAW and not fits else ""
    if action.verb is Verb.SWAP:
        return "A swap costs no card, and gives you another one."
    return "Every card placed is one less in your hand."


def kings(view: View, action: Action) -> str:
    """What an attack wins and costs; where a card goes and why."""
    state = view.state
    if not isinstance(state, KingsState):
        return ""
    text = "Whatever else you could still do seems to be worth less."
    match action:
        case Attack():
            text = _attack_reason(state, action)
        case Bank():
            text = "A card on your king pile is safe, and the first to have nine of them wins."
        case Put():
            text = _pile_reason(state, action)
        case Swap():
            text = "It goes towards having your weakest pile nearest to the king, to be attacked first."
    return text


def _attack_reason(state: KingsState, attack: Attack) -> str:
    fight = state.battle(attack.house, attack.target)
    if fight is None or not fight.wins:
        return ""
    own = sum(SUIT[face] == state.turn for face in fight.spoils)
    won = f"It wins {many(len(fight.spoils), 'card')}, {own or 'none'} of your suit"
    return f"{won}, and spends a pile of score {fight.attack}."


def _pile_reason(state: KingsState, put: Put) -> str:
    pile = state.sides[state.turn].house(put.house)
    if not pile:
        starts = {JACK: "of its suit", QUEEN: "of any suit, in pairs", ACE: "of any suit, in a run"}
        return f"It begins a pile that takes number cards {starts[RANK[put.face]]}."
    score = 2 if RANK[pile[0]] == QUEEN else 1
    return f"A card that is not laid out is thrown away; here it adds at least {score} to the pile's score."


def reef(view: View, action: Action) -> str:
    """Tiles eaten, grown, guarded, collected."""
    state = view.state
    if not isinstance(state, ReefState):
        return ""
    text = ""
    match action:
        case a.Eat():
            text = _meal(state.position, action.space)
        case a.Lay():
            text = _lay(state.position, action)
        case a.Introduce():
            size = state.position.rocks.size[state.position.rocks.coral[action.space]]
            text = f"It guards a coral of {many(size, 'tile')}."
        case a.PlayCube():
            text = "Tiles of its colour can be laid then."
        case a.Collect():
            tiles = state.position.sea.count(action.space)
            text = f"It brings a cube and {many(tiles, 'tile')}, and ends your turn."
    return text


def _meal(position: Position, space: int) -> str:
    colour, size = position.rocks.tile[space], position.rocks.size[position.rocks.coral[space]]
    kept, value = size - smallest(position) + 1, position.sea.values()[colour]
    return f"Of its {many(size, 'tile')} your parrotfish keeps {kept}, as things are worth {value} each."


def _lay(position: Position, lay: a.Lay) -> str:
    rocks = position.rocks
    if rocks.tile[lay.space] != BARE:
        return "It takes the place of another coral's tile, which you consume."
    beside = any(rocks.tile[near] == lay.colour for near in rocks.ground.near[lay.space])
    return "It makes a coral larger." if beside else "It begins a coral."
