"""The course of the game: what a position waits for, whose turn follows, when it has to end."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from rules.api import Seat
from rules.kings.cards import SEATS

DEALT: Final = 5
"""The cards of a turn (paragraph 3.1)."""
QUIET_ROUNDS: Final = 30
"""Full rounds without a card for any king pile that end the game (paragraph 5)."""
ROUNDS: Final = 100
"""Rounds that end the game in any case (paragraph 5)."""


class KingsPhase(StrEnum):
    """What a position waits for."""

    ROLL = "roll"
    SHUFFLE = "shuffle"
    """Everything hidden is shuffled under new keys: at the start, and after a seat has left."""
    DEAL = "deal"
    REFILL = "refill"
    """The stock has run out while dealing: the discard becomes the new one."""
    PLAY = "play"
    OVER = "over"


def stalled(round_: int, gained: int) -> bool:
    """Whether a game ends with the end of this round (paragraph 5)."""
    return round_ >= ROUNDS or round_ - gained >= QUIET_ROUNDS


def turn_after(turn: Seat, *, first: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, bool]:
    """The next of `seats` clockwise, and whether the round ends before its turn."""
    following = min(seats, key=lambda seat: (seat - turn - 1) % SEATS)
    return following, (following - first) % SEATS <= (turn - first) % SEATS
