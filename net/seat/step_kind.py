"""Kinds of rounds of the log."""

from __future__ import annotations

from enum import StrEnum


class StepKind(StrEnum):
    """The kind of a step (`net.seat.steps`), by the name that players and programs see."""

    COMMIT = "commit"
    OPEN = "open"
    SPLIT = "split"
    VOUCH = "vouch"
    PART = "part"
    MIX = "mix"
    SHARES = "shares"
    COIN = "coin"
    MOVE = "move"
    CHOOSE = "choose"
    REVEAL = "reveal"
    ARRANGE = "arrange"
    OVER = "over"

    @property
    def is_for_people(self) -> bool:
        """True if the round waits for a player to choose; the programs answer all others."""
        return self in (StepKind.MOVE, StepKind.CHOOSE, StepKind.ARRANGE)
