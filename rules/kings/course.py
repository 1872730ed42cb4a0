"""The course of the game: what a position waits for, whose turn follows, and when the game must end."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from rules.api import Seat
from rules.kings.cards import SEATS
from rules.seats import next_clockwise

DEALT: Final = 5
"""The cards of a turn (paragraph 3.1)."""
QUIET_ROUNDS: Final = 30
"""Full rounds without a card for any king pile that end the game (paragraph 5.1)."""
ROUNDS: Final = 100
"""Rounds that end the game in any case (paragraph 5.1)."""

SWAPS: Final = 10
"""Limit of swaps in one turn (ruling 21, a stall rule): two swaps bring the houses into any order."""
SWAP_PAIRS: Final = ((1, 2), (1, 3), (2, 3))
UNDOS: Final = 16
"""Limit of steps taken back in one turn (ruling 26, a stall rule)."""


class KingsPhase(StrEnum):
    """Phase of a position: the thing that it waits for."""

    ROLL = "roll"
    SHUFFLE = "shuffle"
    """Everything hidden is shuffled under new keys: at the start, and after a seat has left."""
    DEAL = "deal"
    REFILL = "refill"
    """The stock has run out during the deal: the discard becomes the new one."""
    PLAY = "play"
    OVER = "over"


# Names of a module are found at once; looking up a member of an enum takes as long as playing a card.
ROLL, SHUFFLE, DEAL, REFILL, PLAY, OVER = KingsPhase


def stalled(round_: int, gained: int) -> bool:
    """True if the game ends with `round_`, after a last gain in round `gained` (paragraph 5.1)."""
    return round_ >= ROUNDS or round_ - gained >= QUIET_ROUNDS


def turn_after(turn: Seat, *, first: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, bool]:
    """The next of `seats` clockwise, and True if the round ends before its turn."""
    following = next_clockwise(turn, seats)
    return following, (following - first) % SEATS <= (turn - first) % SEATS
