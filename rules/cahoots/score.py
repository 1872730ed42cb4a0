"""How a game of Cahoots is ranked (paragraph 7)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Outcome, Seat


def standing(*, finished: Sequence[Seat], cards: Sequence[int], left: Sequence[bool]) -> Outcome:
    """Who is where: the finished in their order, then fewer cards before more, leavers last.

    Ties share a rank. A player's score is the number of players behind him.
    """
    playing = [cards[seat] for seat in range(len(cards)) if seat not in finished and not left[seat]]

    def rank(seat: Seat) -> int:
        if seat in finished:
            return 1 + finished.index(seat)
        behind = len(playing) if left[seat] else sum(other < cards[seat] for other in playing)
        return 1 + len(finished) + behind

    ranks = tuple(rank(Seat(seat)) for seat in range(len(cards)))
    return Outcome(tuple(sum(other > own for other in ranks) for own in ranks), ranks)
