"""Ranks in a game of Cahoots (paragraph 7)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Outcome, Seat
from rules.seats import ranks_by


def standing(*, finished: Sequence[Seat], cards: Sequence[int], left: Sequence[bool]) -> Outcome:
    """Rank the seats: the finished in their order, then fewer cards before more, leavers last.

    Ties share a rank. A player's score is the number of players ranked behind.
    """

    def merit(seat: Seat) -> tuple[int, int]:
        if seat in finished:
            return (2, -finished.index(seat))
        return (0, 0) if left[seat] else (1, -cards[seat])

    ranks = ranks_by([merit(Seat(seat)) for seat in range(len(cards))])
    return Outcome(tuple(sum(other > own for other in ranks) for own in ranks), ranks)
