"""A bot for Plump: it estimates the ticks of its cards and aims at exactly its bid.

Every card of the hand is a coin with its own chance to take a tick: that no opponent holds a higher card
of the suit and wants to play it. The number of ticks is the sum of independent coins, and its distribution
a short convolution. A bid is worth its points times the chance of exactly that number; a card is worth the
chance to reach the bid, with the tick taken and without. In rounds of one tick only the mover's card is
unknown: it can be any card that is not in sight, each with the same chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import CarelessPolicy, ScoredAction, best_action
from app.bots.plump_odds import Odds, exactly
from app.bots.reasons.plump import explain_bid
from app.bots.search import Plan, Searcher, best_of
from rules.api import Action, Face, Known, Rng, Seat, View
from rules.cards import PACK, SUIT
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame
from rules.plump.past import Setting
from rules.plump.round import Round
from rules.plump.state import PlumpState


class PlumpPolicy(Struct, frozen=True):
    """The heuristic player. It knows nothing but its view."""

    def choose(self, view: View, rng: Rng) -> Action:
        actions = view.actions()
        return actions[0] if len(actions) == 1 else best_action(self.score_actions(view), rng)

    def score_actions(self, view: View) -> list[ScoredAction]:
        state = view.state
        if not isinstance(state, PlumpState) or state.part is None or view.seat is None:
            raise ValueError("this is not a position of Plump seen from a seat")
        estimates = Estimates(state.part, state.past.setting, view.seat, view.known)
        return [ScoredAction(action, estimates.worth(action)) for action in view.actions()]


BONUS: Final = 10
"""Points for a made bid besides the bid itself; divided by it, bids are rated like cards, by chances."""


class Estimates:
    """A seat's estimates at one moment of a round."""

    def __init__(self, part: Round, setting: Setting, seat: Seat, known: Known) -> None:
        self._part, self._setting, self._seat, self._known = part, setting, seat, known
        self._hand = [known[slot] for slot in part.hands[seat] if slot in known]
        self._odds = Odds(part, seat, self._hand)

    def worth(self, action: Action) -> float:
        """Return the worth of an action; only actions of one moment can be compared."""
        if isinstance(action, PlumpPlay):
            return self._worth_of_card(action.face)
        if not isinstance(action, Bid):
            raise ValueError("in Plump a player bids or plays")
        return self._setting.score(action.ticks, action.ticks) / BONUS * self._chance_of(action.ticks)

    def _chance_of(self, bid: int) -> float:
        """Return the chance to take exactly that number of ticks in the round."""
        if self._part.cards > 1:
            return self._spread(self._hand, leading=self._likely_leader(bid) == self._seat)[bid]
        in_sight = {
            other: self._known[self._part.hands[other][0]]
            for other in self._part.order
            if other != self._seat
            and self._part.hands[other][0] in self._known  # it is not if a stand-in played for us then
        }
        unseen = [face for face in PACK if face not in in_sight.values()]
        leader = self._likely_leader(bid)
        taking = sum(_takes(face, in_sight, in_sight.get(leader, face)) for face in unseen) / len(unseen)
        return taking if bid else 1 - taking

    def _likely_leader(self, bid: int) -> Seat:
        """Return the likely leader if this is the next bid and the seats after it bid nothing."""
        if self._setting.lead == "left":
            return self._part.order[0]
        bids = (*self._part.bids, bid)
        return self._part.order[bids.index(max(bids))]

    def _worth_of_card(self, face: Face) -> float:
        """Return the chance to end with exactly the bid after playing a card. If the bid is out of reach: the
        chance to take a tick that the others need, or to leave them one that they do not want."""
        rest = [other for other in self._hand if other != face]
        wanted = (self._part.bid_of(self._seat) or 0) - self._part.ticks[self._seat]
        now = self._odds.this_tick(face)
        if not 0 <= wanted <= len(self._hand):
            return now if self._odds.others_want_all else 1 - now
        worth = 0.0
        if wanted and now:
            worth += now * self._spread(rest, leading=True)[wanted - 1]
        if wanted <= len(rest) and now < 1:
            worth += (1 - now) * self._spread(rest, leading=False)[wanted]
        return worth

    def _spread(self, hand: Sequence[Face], *, leading: bool) -> list[float]:
        """Return the chance of each number of ticks with a hand; `leading`: it leads the next one."""
        return exactly([self._odds.takes_later(face, hand, leading=leading) for face in hand])


def _takes(own: Face, in_sight: Mapping[Seat, Face], led: Face) -> bool:
    """True if our card takes the only tick of a round."""
    return SUIT[own] == SUIT[led] and all(own > face for face in in_sight.values() if SUIT[face] == SUIT[led])


ALL: Final = 11
"""The maximum number of actions: the bids 0 to 10 in a round of ten ticks."""
# In 80 positions of two players, compared with a long search without trees, 120 worlds lost 0.15 points with
# the five likeliest actions as candidates and 0.06 with all; 30 worlds lost 0.26 and 0.13.

EASY: Final = CarelessPolicy(PlumpPolicy(), near=0.08, near_of_two=0.2)
HARD: Final = Searcher(
    PlumpGame(),
    PlumpPolicy(),
    Plan(
        rivals=best_of(ALL),
        worlds=80,
        worlds_for_advice=45,
        rounds_least=4,
        with_trees=True,
        certainty=0.5,
        explain=explain_bid,
        until="to the end of the round",
    ),
)
