"""A player of Matriculation: it rates every action in credit hours and takes the best.

A turn is worth about the hours of a good term. So everything is measured in hours: the hours of a term, the
gain from getting rid of a setback, the cost of a setback for its target, and the loss of a discarded card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct

from app.bots.api import CarelessPolicy, ScoredAction, best_action
from app.bots.reasons.matriculation import reason
from app.bots.search import Plan, Searcher
from rules.api import Action, Face, Rng, Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPlay
from rules.matriculation.cards import CONTROL, HOURS, Kind, Setback, kind, trouble
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import DEGREE, PROBATION_LIMIT, Student, term_worth
from rules.matriculation.score import player_score
from rules.matriculation.state import MatriculationState

WIN: Final = 1000.0
POINTS_AN_HOUR: Final = 5
FREED: Final = {
    Setback.CHEATING: 22.0,
    Setback.CAR: 22.0,
    Setback.ALARM: 22.0,
    Setback.PROBATION: 11.0,
    Setback.OGRE: 6.0,
}
"""Worth of getting rid of a setback."""
HIT: Final = {
    Setback.CHEATING: 19.0,
    Setback.CAR: 19.0,
    Setback.ALARM: 19.0,
    Setback.PROBATION: 12.0,
    Setback.OGRE: 7.0,
}
"""Worth of putting a setback on an opponent."""
AHEAD: Final = 0.01
"""Bonus for each hour of the target: enough to choose the leader, too little to prefer it to a term."""
IMMUNE: Final = (8.0, 26.0)
"""Worth of an exception and of being immune: with two players, and with more.

An exception scores as much as 20 hours, in any turn of the hand; a degree's 300 points go only to the
quickest player. With two players most hands end with a degree, so there an exception waits for a turn without
a term of 9 hours.
"""
HELD: Final = (0.7, 1.2)
"""Share of `HIT` that a setback in the hand is worth: one that leaves some terms, and one of `CONTROL`.

Against one opponent the second kind is worth more than any term: in playouts from 290 positions, discarding
such a setback cost about 25 points more than discarding a term.
"""
SPARE_FIX: Final = (9.0, 4.0, 1.0)
"""Worth of a fix in the hand by its number of copies there (1, 2, more), for a setback of `FREED` 22."""
KEPT_TERM: Final = 0.9
"""Share of its hours that a term in the hand is worth."""
PLENTY: Final = 4
"""With this many terms in the hand, some will not be played soon, at one a turn. A thrifty player then keeps
other cards rather than terms."""
SPARE_TERM: Final = 0.1
"""The same share for a thrifty player with `PLENTY` terms or more."""
CANDIDATES_MOST: Final = 6
"""Maximum number of actions that are tried out."""
NEAR: Final = 84
"""With this many hours, two long terms make a degree: then ending the hand, or delaying its end, decides."""


class MatriculationPolicy(Struct, frozen=True):
    """The heuristic player. It knows nothing but its view; `is_thrifty`: see `PLENTY`."""

    is_thrifty: bool = False

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the best action of the seat on turn; ties are broken at random."""
        return best_action(self.score_actions(view), rng)

    def score_actions(self, view: View) -> list[ScoredAction]:
        state, seat = view.state, view.seat
        if not isinstance(state, MatriculationState) or seat is None:
            raise ValueError("this is not a position of Matriculation seen from a seat")
        hand = [view.known[slot] for slot in state.hand(seat)]
        spare = self.is_thrifty and sum(HOURS[card] > 0 for card in hand) >= PLENTY
        term = SPARE_TERM if spare else KEPT_TERM
        return [
            ScoredAction(action, _worth(state, seat, action=action, hand=hand, term=term))
            for action in view.actions()
        ]

    def reason(self, view: View, action: Action) -> str:
        """Return a reason for the choice."""
        return reason(view, action)


def _worth(
    state: MatriculationState, me: Seat, *, action: Action, hand: Sequence[Face], term: float
) -> float:
    """Return the worth of an action in hours, negative for a discard; `term` is the share `KEPT_TERM`."""
    if isinstance(action, Discard):
        is_term = kind(action.face) is Kind.TERM
        kept = HOURS[action.face] * term if is_term else _keep(state, me, card=action.face, hand=hand)
        return -1.0 - kept
    if not isinstance(action, MatriculationPlay):
        return 0.0
    family = kind(action.face)
    if family is Kind.TERM:
        return _term(state, me, action.face)
    if action.target is not None:
        return _hit(state, action.target, trouble(action.face))
    return _repair(state, me, card=action.face, hand=hand)


def _term(state: MatriculationState, me: Seat, card: Face) -> float:
    player = state.players[me]
    worth = term_worth(player, card, state.ogre)
    if state.hours(me) + worth >= DEGREE:
        return _degree(state, player.with_term(card, state.ogre), me)
    return worth


def _degree(state: MatriculationState, graduate: Student, me: Seat) -> float:
    """Return the worth of ending the hand: the lead then, in hours, and `WIN` unless that loses the match."""
    mine = _total(state, me) + player_score(graduate, state.ogre).total
    others = [
        _total(state, seat) + player_score(state.players[seat], state.ogre).total
        for seat in state.seats_in
        if seat != me
    ]
    margin, is_last = mine - max(others), state.hand_number + 1 == state.hands
    return margin / POINTS_AN_HOUR + (WIN if margin >= 0 or not is_last else 0.0)


def _total(state: MatriculationState, seat: Seat) -> int:
    return sum(sheet[seat] for sheet in state.sheets)


def _hit(state: MatriculationState, target: Seat, setback: Setback) -> float:
    """Return the worth of hitting a target: more for a player near the degree."""
    return HIT[setback] / _opponents(state) + AHEAD * state.hours(target)


def _opponents(state: MatriculationState) -> int:
    """Return the number of opponents. A setback's worth is divided by it, because it harms only one."""
    return len(state.seats_in) - 1


def _repair(state: MatriculationState, me: Seat, *, card: Face, hand: Sequence[Face]) -> float:
    player, setback = state.players[me], trouble(card)
    immune = kind(card) is Kind.EXCEPTION
    after = player.with_exception(setback) if immune else player.without_setback(setback)
    if after.hours(state.ogre) >= DEGREE:
        return _degree(state, after, me)
    worth = 0.0
    if setback in player.setbacks:
        worth += FREED[setback] * (1.0 if _is_useful(setback, hand) else 0.6)
    return worth + IMMUNE[_opponents(state) > 1] if immune else worth


def _is_useful(setback: Setback, hand: Sequence[Face]) -> bool:
    """True if losing a setback helps at once: the Ogre, or one that forbids a term in the hand."""
    if setback in CONTROL:
        return any(HOURS[card] for card in hand)
    return setback is Setback.OGRE or any(HOURS[card] > PROBATION_LIMIT for card in hand)


def _keep(state: MatriculationState, me: Seat, *, card: Face, hand: Sequence[Face]) -> float:
    """Return the worth of keeping a card that is no term."""
    player, family = state.players[me], kind(card)
    if family is Kind.EXCEPTION:
        return WIN
    setback = trouble(card)
    if family is Kind.FIX:
        copies = hand.count(card)
        worth = SPARE_FIX[min(copies, len(SPARE_FIX)) - 1]
        return 0.0 if setback in player.exceptions else worth * FREED[setback] / 22
    open_to = [
        seat for seat in state.seats_in if seat != me and setback not in state.players[seat].exceptions
    ]
    return HIT[setback] * HELD[setback in CONTROL] / _opponents(state) if open_to else 0.0


def different(view: View, scored: Sequence[ScoredAction]) -> list[ScoredAction]:
    """Return the best actions, at most `CANDIDATES_MOST`; of actions that differ only in the slot, one."""
    found: dict[Action, ScoredAction] = {}
    for one in sorted(scored, key=lambda one: one.worth, reverse=True):
        action = one.action
        if isinstance(action, MatriculationPlay | Discard):
            action = replace(action, slot=Slot(0))
        found.setdefault(action, one)
    return [*found.values()][:CANDIDATES_MOST]


def is_far(view: View) -> bool:
    """True if every player has fewer than `NEAR` hours."""
    state = view.state
    if not isinstance(state, MatriculationState):
        raise ValueError("this is not a position of Matriculation seen from a seat")
    return all(state.hours(seat) < NEAR for seat in state.seats_in)


EASY: Final = CarelessPolicy(MatriculationPolicy(), near=4.0, near_of_two=15.0)
HARD: Final = Searcher(
    MatriculationGame(),
    MatriculationPolicy(is_thrifty=True),
    Plan(
        rivals=different,
        worlds=30,
        trusts=is_far,  # measurements show no gain from playouts there: they only advise
        certainty=2.0,
        until="to the end of the hand",
    ),
)
