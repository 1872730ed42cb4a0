"""A player of Kings: it attacks at a good price, banks, builds, and sets a bait.

Thousands of games between such players shaped it. Hoarding and waiting wins a little more often, but four
such players never end a game. So this one attacks for nearly every card of its own suit and holds back the
cards that others want. The longer nobody has won a card, the less it cares for its piles, unless it is in the
lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import CarelessPolicy, ScoredAction, best_action
from app.bots.reasons.kings import reason
from app.bots.search import Plan, Searcher, best_of
from rules.api import Action, Face, Rng, Seat, View
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import ACE, BLANK, JACK, QUEEN, RANK, SUIT
from rules.kings.game import KingsGame
from rules.kings.legal import SWAPS
from rules.kings.piles import HOUSES, Pile, Side, score
from rules.kings.state import KingsState

OWN_CARD: Final = 10.0
"""Worth of a conquered card for the king pile; the other worths are chosen to fit it."""
ANY_CARD: Final = 0.25
"""Worth of any conquered card."""
BEATEN: Final = 0.3
"""Worth of a point of the beaten pile, which leaves the table."""
SPENT: Final = 0.5
"""Cost of a point of the attacking pile, which is spent."""
CHEAPEST: Final = 0.02
"""Cost of such a point after `PATIENCE`: of two piles that win the same, the smaller is spent."""
PATIENCE: Final = 4
"""Quiet rounds after which a player who is not in the lead counts its own piles for almost nothing."""
REACHED: Final = 0.9
"""Share of `OWN_CARD` for a card of the mover's suit behind the beaten pile that another pile can win now."""
BURIED: Final = 0.1
"""Share of `OWN_CARD` for such a card that no pile can win now."""
LOST: Final = -1000.0
"""Worth of an attack that would fail."""
TAKEN_BACK: Final = -2000.0
"""Worth of taking a step back: the step was considered before."""
STARTS: Final = {QUEEN: 3.0, ACE: 2.5}
"""Worth of beginning a pile; the Jacks' follow."""
BLANK_JACK: Final = 4.0
SUITED_JACK: Final = 1.0
IDLE_JACK: Final = 0.2
"""Worth of another suit's Jack without a card for it in the hand."""
PLACES_TRIED: Final = 3
"""Places for cards that are tried out."""


class KingsPolicy(Struct, frozen=True):
    """The heuristic player. It knows nothing but its view."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the next action of the seat on turn; ties are broken at random."""
        return best_action(self.score_actions(view), rng)

    def score_actions(self, view: View) -> list[ScoredAction]:
        """Rate attacks that pay highest, then cards for the king, places for cards, the bait or the end."""
        state = view.state
        if not isinstance(state, KingsState) or view.seat is None:
            raise ValueError("this is not a position of Kings seen from a seat")
        hand = [view.known[slot] for slot in state.hidden] + [*state.sides[view.seat].spoils]
        baiting = bait(state.sides[view.seat]) if _is_unsorted(state) else None
        return [ScoredAction(action, _worth(state, action, hand, baiting)) for action in view.actions()]

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for the choice."""
        return reason(view, action)


def worth_a_search(view: View, scored: Sequence[ScoredAction]) -> list[ScoredAction]:
    """Return the actions to try out: winning attacks, and the best other action.

    Without such an attack: the best places for cards, and the end of the turn, because others may win a
    card on a pile but not a card in the hand. Returns [] if no attack wins and the best action is not a
    place for a card: a card for the king is banked at once.
    """
    wins = [one for one in scored if isinstance(one.action, Attack) and one.worth > LOST]
    rest = [one for one in scored if not isinstance(one.action, Attack)]
    best = max(rest, key=lambda one: one.worth)
    if wins:
        return [*wins, best]
    if not isinstance(best.action, Put):
        return []
    puts = [one for one in rest if isinstance(one.action, Put)]
    ends = [one for one in rest if isinstance(one.action, KingsEnd)]
    return [*best_of(PLACES_TRIED)(view, puts), *ends]


def sensible(view: View, scored: Sequence[ScoredAction]) -> list[ScoredAction]:
    """Return the best actions, to advise a person; none that loses an attack or takes a step back."""
    return [one for one in best_of(PLACES_TRIED)(view, scored) if one.worth > LOST]


def _worth(state: KingsState, action: Action, hand: Sequence[Face], baiting: Swap | None) -> float:
    """Return the worth of an action; its kind counts most. Below 0, the end or the bait is better."""
    if isinstance(action, Attack):
        worth = attack_worth(state, action)
        return 1000.0 + worth if worth > 0 else worth if worth == LOST else worth - 100
    if isinstance(action, Bank):
        return 500.0 - hand.index(action.face) / 100
    if isinstance(action, Put):
        return put_worth(state, action, hand)
    if isinstance(action, Swap):
        return 0.0 if action == baiting else -50.0
    if isinstance(action, KingsUndo):
        return TAKEN_BACK
    return 0.0 if baiting is None else -10.0


# -- attacks ------------------------------------------------------------------------------------


def attack_worth(state: KingsState, attack: Attack) -> float:
    """Return the worth of an attack for the mover; at or below 0 it does not pay."""
    fight = state.battle(attack.house, attack.target)
    if fight is None or not fight.wins:
        return LOST
    me, own = state.turn, state.sides[state.turn]
    behind = state.sides[attack.target].houses[fight.target_house :]
    others = [score(pile) for house, pile in enumerate(own.houses, start=1) if house != attack.house]
    return (
        OWN_CARD * (_of_suit(fight.spoils, me) + _reach(behind, max(others), me))
        + ANY_CARD * len(fight.spoils)
        + BEATEN * (fight.defence + 1)
        - max(pile_price(state), CHEAPEST) * fight.attack
    )


def pile_price(state: KingsState) -> float:
    """Return the price of a point of the mover's piles; in quiet times it falls unless the mover leads."""
    best_rival = max(len(side.king) for seat, side in enumerate(state.sides) if seat != state.turn)
    if len(state.sides[state.turn].king) > best_rival:
        return SPENT
    return SPENT * max(0, PATIENCE - state.quiet) / PATIENCE


def _reach(behind: Sequence[Pile], strongest: int, seat: Seat) -> float:
    """Return the number of cards of the seat's suit in the piles `behind` a beaten one, each weighted by
    `REACHED` or `BURIED`; `strongest` is the score of the seat's strongest other pile."""
    piles = [pile for pile in behind if pile]
    return sum(
        _of_suit(pile, seat) * (REACHED if not place and strongest > score(pile) else BURIED)
        for place, pile in enumerate(piles)
    )


def _of_suit(faces: Sequence[Face], seat: Seat) -> int:
    return sum(SUIT[face] == seat and RANK[face] < JACK for face in faces)


# -- building -----------------------------------------------------------------------------------


def put_worth(state: KingsState, put: Put, hand: Sequence[Face]) -> float:
    """Return the worth of a place for a card. A card that is not placed is lost, so nearly every place is
    worth something."""
    pile, rank = state.sides[state.turn].house(put.house), RANK[put.face]
    if not pile:
        return _start_worth(put.face, state.turn, hand)
    kind, there = RANK[pile[0]], [RANK[face] for face in pile[1:]]
    if kind == JACK:
        return 15.0
    if kind == ACE:
        return 21.0 if rank == 0 else 20.0
    if there.count(rank) == 1:
        return 30.0
    if rank in there:
        return 25.0
    return 15.0 if sum(RANK[face] == rank for face in hand) > 1 else 10.0


def _start_worth(face: Face, me: Seat, hand: Sequence[Face]) -> float:
    if RANK[face] != JACK:
        return STARTS[RANK[face]]
    if SUIT[face] == BLANK:
        return BLANK_JACK
    if SUIT[face] == me:
        return -1.0  # its cards belong on the king pile
    fitting = sum(SUIT[card] == SUIT[face] and RANK[card] < JACK for card in hand)
    return SUITED_JACK + fitting if fitting else IDLE_JACK


# -- the front ----------------------------------------------------------------------------------


def bait(side: Side) -> Swap:
    """Return the next swap towards weak piles in front and empty houses at the back; there must be one. An
    attacker spends its whole pile on the first pile it meets: the weaker that is, the better."""
    wanted = _sorted_piles(side)
    house = next(house for house in range(HOUSES) if side.houses[house] != wanted[house])
    other = next(other for other in range(house + 1, HOUSES) if side.houses[other] == wanted[house])
    return Swap(house + 1, other + 1)


def _is_unsorted(state: KingsState) -> bool:
    side = state.sides[state.turn]
    return state.swaps < SWAPS and _sorted_piles(side) != side.houses


def _sorted_piles(side: Side) -> tuple[Pile, ...]:
    return tuple(sorted(side.houses, key=lambda pile: (not pile, score(pile))))


EASY: Final = CarelessPolicy(KingsPolicy(), near=20.0)
HARD: Final = Searcher(
    KingsGame(),
    KingsPolicy(),
    Plan(
        rivals=worth_a_search,
        advised=sensible,
        worlds_for_advice=12,
        stages=16,
        certainty=1.5,
        unit="king card",
        until="for sixteen turns",
    ),
)
