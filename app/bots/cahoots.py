"""A player of Coffeehouse Cahoots: the longest combo first, then a swap, then a draw.

Only the number of cards in the hand counts, so it places as many as it can at once, and among
combos of one length it gives away the cards that match least of what stays. When nothing can be
placed it swaps if that keeps the hand useful, for a swap costs no card and a draw does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.api import Action, Face, Rng, View
from rules.cahoots.actions import Play, Verb
from rules.cahoots.cards import value
from rules.cahoots.match import MATCHING, VETOED, Relation, next_value, relation
from rules.cahoots.state import Cahoots

PLACED: Final = 10.0
"""What one card less in the hand is worth, in matches between the cards that stay."""


@dataclass(frozen=True, slots=True)
class CahootsPolicy:
    """The heuristic player. It knows nothing but the view that it is given."""

    def choose(self, view: View, rng: Rng) -> Action:
        """The best action of the seat of `view`, which must be on turn; ties by lot."""
        state = view.state
        if not isinstance(state, Cahoots) or view.seat is None or state.veto is None:
            raise ValueError("this player sits at no table of Coffeehouse Cahoots")
        hand = [view.known[slot] for slot in state.hand(view.seat)]
        offered = view.actions()
        for verb in (Verb.ADD, Verb.PLACE, Verb.SWAP):
            plays = [action for action in offered if isinstance(action, Play) and action.verb is verb]
            if plays:
                worths = [_worth(state, play=play, hand=hand) for play in plays]
                best = [play for play, worth in zip(plays, worths, strict=True) if worth == max(worths)]
                return best[rng.randrange(len(best))]
        return offered[-1]


def _worth(state: Cahoots, *, play: Play, hand: Sequence[Face]) -> float:
    rest = [card for card in hand if card != play.face]
    top = state.main[-1]
    if play.verb is Verb.SWAP and state.veto is not None:
        return _openings([*rest, state.veto.face], main=top, veto=play.face)
    kind = state.combo if play.verb is Verb.ADD else relation(play.face, top)
    return _combo(kind, top=play.face, rest=rest)


def _combo(kind: Relation, *, top: Face, rest: Sequence[Face]) -> float:
    """The worth of going on as long as possible from `top`, and of what then stays."""
    cards, placed = list(rest), 0
    while (wanted := next_value(kind, top)) is not None:
        followers = [card for card in cards if value(card) == wanted]
        if not followers:
            break
        # Not every way is tried: with many cards there are millions.
        top = min(followers, key=lambda card: _matches(card, cards))
        cards.remove(top)
        placed += 1
    return PLACED * placed + _harmony(cards)


def _matches(card: Face, cards: Sequence[Face]) -> int:
    """How many of the cards match one of them."""
    return sum(MATCHING[card] >> other & 1 for other in cards)


def _harmony(cards: Sequence[Face]) -> float:
    """How well the cards that stay go together: matches per card, less the cards."""
    return sum(_matches(card, cards) for card in cards) / (len(cards) or 1)


def _openings(cards: Sequence[Face], *, main: Face, veto: Face) -> float:
    """How many of the cards could be placed if the main pile stayed as it is."""
    legal = MATCHING[main] & ~VETOED[veto]
    return sum(legal >> card & 1 for card in cards) + _harmony(cards) / PLACED
