"""Course of a game of Cahoots: its phases, when it ends, and the numbers of its rules."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

SEATS: Final = range(2, 9)
HAND: Final = 7
"""Cards dealt to each player."""
PILE: Final = "deck"
FREEZE_LAPS: Final = 2
"""Number of rounds without a placement that freeze swapping (paragraph 6)."""


class CahootsPhase(StrEnum):
    """Phase of a position: the thing that it waits for."""

    ROLL = "roll"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    TURN = "turn"
    COMBO = "combo"
    """The player to move has placed a card and may extend it or stop."""
    RECYCLE = "recycle"
    """A card is to be drawn, but the stock must be made first."""
    DRAW = "draw"
    OVER = "over"


# Names of a module are found at once; looking up a member of an enum takes as long as playing a card.
ROLL, SHUFFLE, DEAL, TURN, COMBO, RECYCLE, DRAWING, OVER = CahootsPhase


class Ends(StrEnum):
    """End of the game (an option)."""

    ALL = "all"
    FIRST = "first"
