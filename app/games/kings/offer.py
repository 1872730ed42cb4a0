"""What could be done with a card or a house pile of Kings, with the reason when it cannot be done now."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.kings.story import Fight, KingsPlace
from app.games.reason import Reason
from rules.kings.actions import KingsAction


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that could be done: `why` says why not, None if it may be done now."""

    to: KingsPlace
    action: KingsAction
    words: str
    why: Reason | None
    fight: Fight | None = None
