"""Reasons in Plump: made bids."""

from __future__ import annotations

from app.bots.reasons.played import EVEN
from app.bots.search import Tried, ahead
from rules.plump.actions import Bid


def told_bid(best: Tried, rival: Tried) -> str:
    """Tell the chance to make the bid, with the choice and with the next best."""
    deals = f"{len(best.gains)} deals that fit what you know"
    if not best.paying and not rival.paying:
        return f"You make your bid in none of {deals}; this hurts the others most."
    all_the_same = _though_less_often(best, rival) if best.paying <= rival.paying else ""
    if isinstance(best.weighed.action, Bid) and isinstance(rival.weighed.action, Bid):
        return (
            f"You make a bid of {best.weighed.action.ticks} in {best.paying} % of {deals}, "
            f"a bid of {rival.weighed.action.ticks} in {rival.paying} %{all_the_same}."
        )
    return (
        f"You make your bid in {best.paying} % of {deals}; "
        f"with the next best card in {rival.paying} %{all_the_same}."
    )


def _though_less_often(best: Tried, rival: Tried) -> str:
    """Tell why a choice is better though it makes the bid less often: it scores more, or the others less."""
    counts, other = max(best.gains), max(rival.gains)
    if counts > other > 0:
        return f", but that counts {other} points and not {counts}"
    pairs = min(len(best.gains), len(rival.gains))
    gained = (sum(best.gains[:pairs]) - sum(rival.gains[:pairs])) / pairs
    return ", but that leaves the others more" if ahead(best, rival)[0] - gained > EVEN else ""
