"""Coffeehouse Cahoots: the cards one gets rid of."""

from __future__ import annotations

from rules.api import Action, View
from rules.cahoots.actions import DRAW, CahootsPlay, Verb


def reason(view: View, action: Action) -> str:
    """What a card placed, a swap or a draw is good for."""
    if not isinstance(action, CahootsPlay):
        fits = any(isinstance(each, CahootsPlay) and each.verb is not Verb.SWAP for each in view.actions())
        return "Nothing that you hold fits." if action == DRAW and not fits else ""
    if action.verb is Verb.SWAP:
        return "A swap costs no card, and gives you another one."
    return "Every card placed is one less in your hand."
