"""Reasons in Plump: made bids."""

from __future__ import annotations

from app.bots.search import Tried
from rules.plump.actions import Bid


def told_bid(best: Tried, rival: Tried) -> str:
    """Tell the chance to make the bid, with the choice and with the next best."""
    deals = f"{len(best.gains)} deals that fit what you know"
    if not best.paying and not rival.paying:
        return f"You make your bid in none of {deals}; this hurts the others most."
    if isinstance(best.weighed.action, Bid) and isinstance(rival.weighed.action, Bid):
        return (
            f"You make a bid of {best.weighed.action.ticks} in {best.paying}% of {deals}, "
            f"a bid of {rival.weighed.action.ticks} in {rival.paying}%."
        )
    return f"You make your bid in {best.paying}% of {deals}; with the next best card in {rival.paying}%."
