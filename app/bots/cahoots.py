"""A player of Coffeehouse Cahoots: first the longest combo, then a good swap, then a draw.

Only the number of cards in the hand counts, so it places as many as it can at once. Among combos of one
length it gives away the cards that match the rest of its hand least. If it can place nothing it swaps,
because a swap costs no card, but only for a hand that could be played on enough top cards: the new
veto often bars the card that was taken, and swaps for their own sake never end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import Easygoing, Weighed, heaviest
from app.bots.reasons.cahoots import reason, told_places
from app.bots.search import Plan, Searcher, best_of
from rules.api import Action, Face, Rng, View
from rules.cahoots.actions import DRAW, CahootsPlay, Verb
from rules.cahoots.cards import DECK, value
from rules.cahoots.game import CahootsGame
from rules.cahoots.match import MATCHING, VETOED, Relation, next_value, relation
from rules.cahoots.state import CahootsState

PLACING: Final = 100.0
"""Penalty of an action that places no card: any placement is better."""
PLACED: Final = 10.0
"""Worth of having one card fewer, in matches among the cards that stay."""
SWAP_AT: Final = 0.3
"""Share of the other cards on which the hand must be playable after a swap; below it, draw."""


class CahootsPolicy(Struct, frozen=True):
    """The heuristic player. It knows nothing but its view."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the best action of the seat on turn; ties are broken at random."""
        return heaviest(self.weigh(view), rng)

    def weigh(self, view: View) -> list[Weighed]:
        """Rate placements above swaps, good swaps above a draw, a draw above poor swaps."""
        state = view.state
        if not isinstance(state, CahootsState) or view.seat is None or state.veto is None:
            raise ValueError("this is not a position of Coffeehouse Cahoots seen from a seat")
        hand = [card.face for card in state.seen_hand(view.seat, view.known)]
        offered, veto = view.actions(), state.veto.face
        return [Weighed(action, _worth(state, action, hand, veto)) for action in offered]

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for the choice."""
        return reason(view, action)


def _worth(state: CahootsState, action: Action, hand: Sequence[Face], veto: Face) -> float:
    if not isinstance(action, CahootsPlay):
        return SWAP_AT - PLACING if action == DRAW else -2 * PLACING
    if action.verb is Verb.SWAP:
        return _reach([*_without(hand, action.face), veto], veto=action.face) - PLACING
    return _placement(state, action, hand=hand)


def _placement(state: CahootsState, play: CahootsPlay, *, hand: Sequence[Face]) -> float:
    """Return the worth of placing a card, continuing as long as possible, and keeping the rest."""
    kind = state.combo if play.verb is Verb.ADD else relation(play.face, state.main[-1])
    return _going_on(kind, top=play.face, rest=_without(hand, play.face))


def _going_on(kind: Relation, *, top: Face, rest: list[Face]) -> float:
    placed = 0
    while (wanted := next_value(kind, top)) is not None:
        followers = [card for card in rest if value(card) == wanted]
        if not followers:
            break
        # One way, not all: with many cards there are millions of ways.
        cards = rest
        top = min(followers, key=lambda card: _matches(card, cards))
        rest = _without(rest, top)
        placed += 1
    return PLACED * placed + sum(_matches(card, rest) for card in rest) / (len(rest) or 1)


def _matches(card: Face, cards: Sequence[Face]) -> int:
    """Count the cards that match a card of the hand."""
    return sum(MATCHING[card] >> other & 1 for other in cards)


def _reach(hand: Sequence[Face], *, veto: Face) -> float:
    """Return the share of the other cards on which the hand can be played under that veto."""
    tops = 0
    for card in hand:
        if not VETOED[veto] >> card & 1:
            tops |= MATCHING[card]
    for card in hand:
        tops &= ~(1 << card)
    return tops.bit_count() / (len(DECK) - len(hand))


def _without(cards: Sequence[Face], card: Face) -> list[Face]:
    return [other for other in cards if other != card]


EASY: Final = Easygoing(CahootsPolicy(), near=PLACED)
HARD: Final = Searcher(
    CahootsGame(),
    CahootsPolicy(),
    Plan(rivals=best_of(8), worlds=15, heats=4, certainty=1.7, told=told_places, unit="place"),
)
