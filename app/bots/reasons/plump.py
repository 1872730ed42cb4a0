"""Reasons in Plump: made bids."""

from __future__ import annotations

from app.bots.search import Candidate
from rules.plump.actions import Bid


def explain_bid(best: Candidate, rival: Candidate) -> str:
    """Return a sentence on the chance to make the bid, with the best choice and with the next best."""
    deals = f"{len(best.gains)} deals that fit what you know"
    if not best.paying and not rival.paying:
        return f"You make your bid in none of {deals}; this hurts the others most."
    if isinstance(best.scored.action, Bid) and isinstance(rival.scored.action, Bid):
        return (
            f"You make a bid of {best.scored.action.ticks} in {best.paying}% of {deals}, "
            f"a bid of {rival.scored.action.ticks} in {rival.paying}%."
        )
    return f"You make your bid in {best.paying}% of {deals}; with the next best card in {rival.paying}%."
