"""A player of Coffeehouse Cahoots: first the longest combo, then a good swap, then a draw.

Only the number of cards in the hand counts, so it places as many as it can at once. Among combos of one
length it gives away the cards that match the rest of its hand least. If it can place nothing it swaps,
because a swap costs no card, but only for a hand that could be played on enough top cards: the new
veto often bars the card that was taken, and swaps for their own sake never end.

The hard player refines another heuristic, which also keeps the next player from placing: it swaps, or places
fewer cards, if the next player could probably place otherwise and holds few cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import CarelessPolicy, ScoredAction, best_action
from app.bots.reasons.cahoots import explain_places, reason
from app.bots.search import Plan, Searcher, best_of
from rules.api import Action, Face, Rng, View
from rules.cahoots.actions import DRAW, CahootsPlay, Verb
from rules.cahoots.cards import DECK, value
from rules.cahoots.game import CahootsGame
from rules.cahoots.match import MATCHING, VETOED, next_value, relation
from rules.cahoots.state import CahootsState
from rules.seats import next_clockwise

PLACING: Final = 100.0
"""Penalty of an action that places no card. For `BlockingPolicy`, the worth of placing the last card."""
PLACED: Final = 10.0
"""Worth of having one card fewer, in matches among the cards that stay."""
SWAP_AT: Final = 0.3
"""Share of the other cards on which the hand must be playable after a swap; below it, draw."""
SWAPPED: Final = 0.3
"""Cost of a swap for `BlockingPolicy`, in cards; without it, swaps would answer swaps for too long."""
FEAR: Final = 1.4
"""Cost of a next player who can place, in cards, shared by all who play: all of them profit from a block."""
LAST_CARDS: Final = 6
"""Cards in the next player's hand at which that cost is twice as high."""


class CahootsPolicy(Struct, frozen=True):
    """The heuristic player. It knows nothing but its view."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the best action of the seat on turn; ties are broken at random."""
        return best_action(self.score_actions(view), rng)

    def score_actions(self, view: View) -> list[ScoredAction]:
        """Rate the actions by `worth`, in their order."""
        state = view.state
        if not isinstance(state, CahootsState) or view.seat is None or state.veto is None:
            raise ValueError("this is not a position of Coffeehouse Cahoots seen from a seat")
        hand = [card.face for card in state.seen_hand(view.seat, view.known)]
        offered, veto = view.actions(), state.veto.face
        return [ScoredAction(action, self.worth(state, action, hand, veto)) for action in offered]

    def worth(self, state: CahootsState, action: Action, hand: Sequence[Face], veto: Face) -> float:
        """Return the worth of an action: placements first, then good swaps, a draw, poor swaps, a stop."""
        return _worth(state, action, hand, veto)

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for the choice."""
        return reason(view, action)


class BlockingPolicy(CahootsPolicy, frozen=True):
    """A heuristic player that also keeps the next player from placing. Worths are in cards."""

    def worth(self, state: CahootsState, action: Action, hand: Sequence[Face], veto: Face) -> float:
        """Return the cards placed, plus the reach of the rest, less the next player's chance as a cost."""
        if action == DRAW:
            return -1.0
        gone, top, rest = 0.0, state.main[-1], hand
        if isinstance(action, CahootsPlay):
            rest = _without(hand, action.face)
            if action.verb is Verb.SWAP:
                gone, rest, veto = -SWAPPED, [*rest, veto], action.face
            else:
                top, rest = _gone_on(state, action, hand=hand)
                gone = len(hand) - len(rest)
        return gone + _reach(rest, veto=veto) - _fear(state, hand, top, veto) if rest else PLACING


def _fear(state: CahootsState, hand: Sequence[Face], top: Face, veto: Face) -> float:
    """Return the cost of the next player's chance to place on `top`; `hand` is one's own before the move."""
    begin = MATCHING[top] & ~VETOED[veto]
    following = next_clockwise(state.turn, state.playing)
    held, known = len(state.hand(following)), state.seen_hand(following, {})
    unseen = [card for card in DECK if card not in hand and card not in state.public_faces()]
    barred = 1 - sum(begin >> card & 1 for card in unseen) / (len(unseen) or 1)
    chance = 1 - barred ** (held - len(known))
    if any(begin >> card.face & 1 for card in known):
        chance = 1.0
    return FEAR * chance * (1 + LAST_CARDS / held) / len(state.playing)


def _worth(state: CahootsState, action: Action, hand: Sequence[Face], veto: Face) -> float:
    if not isinstance(action, CahootsPlay):
        return SWAP_AT - PLACING if action == DRAW else -2 * PLACING
    if action.verb is Verb.SWAP:
        return _reach([*_without(hand, action.face), veto], veto=action.face) - PLACING
    return _placement(state, action, hand=hand)


def _placement(state: CahootsState, play: CahootsPlay, *, hand: Sequence[Face]) -> float:
    """Return the worth of placing a card and all that `_gone_on` lets follow, and of keeping the rest."""
    _, rest = _gone_on(state, play, hand=hand)
    placed = len(hand) - 1 - len(rest)
    return PLACED * placed + sum(_matches(card, rest) for card in rest) / (len(rest) or 1)


def _gone_on(state: CahootsState, play: CahootsPlay, *, hand: Sequence[Face]) -> tuple[Face, list[Face]]:
    """Return the top card and the hand after placing a card and then, greedily, cards that follow it."""
    kind = state.combo if play.verb is Verb.ADD else relation(play.face, state.main[-1])
    top, rest = play.face, _without(hand, play.face)
    while (wanted := next_value(kind, top)) is not None:
        followers = [card for card in rest if value(card) == wanted]
        if not followers:
            break
        # One way, not all: with many cards there are millions of ways.
        cards = rest
        top = min(followers, key=lambda card: _matches(card, cards))
        rest = _without(rest, top)
    return top, rest


def _matches(card: Face, cards: Sequence[Face]) -> int:
    """Count those of `cards` that match `card`."""
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


EASY: Final = CarelessPolicy(CahootsPolicy(), near=PLACED)
HARD: Final = Searcher(
    CahootsGame(),
    BlockingPolicy(),
    Plan(rivals=best_of(8), worlds=15, rounds_least=4, certainty=1.7, explain=explain_places, unit="place"),
)
