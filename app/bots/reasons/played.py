"""Reasons common to all games: the results of the searcher's playouts."""

from __future__ import annotations

from collections.abc import Callable

from app.bots.search import Tried, ahead, is_close

EVEN = 0.05
"""Difference in score below which two choices are equally good."""


def many(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def told_lead(unit: str, until: str) -> Callable[[Tried, Tried], str]:
    """Return a function that tells the lead of a choice over the next best, in units of score.

    `until`: how far the playouts go.
    """

    def told(best: Tried, rival: Tried) -> str:
        pairs = min(len(best.results), len(rival.results))
        lead, _ = ahead(best, rival)
        played = f"Played on {until} in {pairs} deals that fit what you know"
        if lead < EVEN or is_close(best, rival):
            return f"{played}, another choice came out about as well."
        return (
            f"{played}, it came out {lead:.1f} {unit}s better against the others than the next best choice."
        )

    return told
