"""Reasons in Coffeehouse Cahoots: the cards that leave the hand."""

from __future__ import annotations

from collections.abc import Sequence

from app.bots.reasons.played import many
from app.bots.search import Candidate
from rules.api import Action, Face, View
from rules.cahoots.actions import DRAW, CahootsPlay, Verb
from rules.cahoots.cards import value
from rules.cahoots.match import Relation, next_value, relation
from rules.cahoots.state import CahootsState


def explain_places(best: Candidate, rival: Candidate) -> str:
    """Return a sentence on the share of worlds in which the best choice comes first."""
    return f"You come first in {round(100 * sum(best.firsts) / len(best.firsts))}% of the deals."


def reason(view: View, action: Action) -> str:
    """Return a reason for a placement, a swap or a draw; "" for none."""
    if not isinstance(action, CahootsPlay):
        fits = any(isinstance(each, CahootsPlay) and each.verb is not Verb.SWAP for each in view.actions())
        return "You can place none of your cards." if action == DRAW and not fits else ""
    if action.verb is Verb.SWAP:
        return "A swap changes the veto, and you hold as many cards as before."
    state, seat = view.state, view.seat
    if not isinstance(state, CahootsState) or seat is None:
        return ""
    kind = state.combo if action.verb is Verb.ADD else relation(action.face, state.main[-1])
    hand = [card.face for card in state.seen_hand(seat, view.known) if card.face != action.face]
    if following := _following(kind, top=action.face, hand=hand):
        return f"{many(following, 'more card')} can follow in the same turn."
    return "It leaves you one card fewer."


def _following(kind: Relation, *, top: Face, hand: Sequence[Face]) -> int:
    """Count the cards of a hand that can follow `top` in a combo of that kind."""
    rest, following = [*hand], 0
    while fitting := [card for card in rest if value(card) == next_value(kind, top)]:
        top, following = fitting[0], following + 1
        rest.remove(top)
    return following
