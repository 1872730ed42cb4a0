"""What a round of the log can be for."""

from __future__ import annotations

from enum import StrEnum


class StepKind(StrEnum):
    """The kind of a step (`net.seat.steps`), also as players and programs are told of it."""

    COMMIT = "commit"
    OPEN = "open"
    SPLIT = "split"
    VOUCH = "vouch"
    PART = "part"
    MIX = "mix"
    SHARES = "shares"
    COIN = "coin"
    MOVE = "move"
    OVER = "over"
