"""Number of cards and dealer of each round (plump 1.2, 1.3, 2.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.api import Seat
from rules.cards import PACK
from rules.seats import clockwise_after, clockwise_from

SEATS: Final = range(2, 11)
SHORT: Final = 5
"""The cards of the first round of a short game."""


def most_cards(seats: int, *, short: bool = False) -> int:
    """The cards per seat in the first round: 10 (short: 5), or fewer if the pack has not enough."""
    return min(SHORT if short else 10, len(PACK) // seats)


def schedule(seats: int, *, short: bool = False) -> tuple[int, ...]:
    """The cards per seat of every round: down to 2, one round of 1 per seat, and up again."""
    most = most_cards(seats, short=short)
    return (*range(most, 1, -1), *(1,) * seats, *range(2, most + 1))


@lru_cache(maxsize=256)
def bidding_order(
    seats: int, *, first_dealer: Seat, round_index: int, gone: tuple[Seat, ...] = ()
) -> tuple[Seat, ...]:
    """Return the order of the bids in a round: the seat left of the dealer first, the dealer last.

    The deal moves on by one seat a round; if the dealer has left, the next seat deals, so that the rest of
    the schedule stays as it was (ruling 14).
    """
    playing = [Seat(seat) for seat in range(seats) if seat not in gone]
    dealer = clockwise_from((first_dealer + round_index) % seats, playing)[0]
    return clockwise_after(dealer, playing)
