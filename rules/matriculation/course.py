"""Course of a hand of Matriculation: its phases and the slots of its deck."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from rules.api import Slot
from rules.matriculation.cards import DECK
from rules.slots import slot_run

SEATS: Final = range(2, 5)
HANDS: Final = ("1", "2", "3", "4", "6")
"""Possible numbers of hands in a match (an option)."""
HAND: Final = 7
"""Cards dealt to each player."""
PILE: Final = "deck"


class MatriculationPhase(StrEnum):
    """Phase of a position: the thing that it waits for."""

    ROLL = "roll"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    DRAW = "draw"
    PLAY = "play"
    """The turn began with a draw: play or discard."""
    DRY = "dry"
    """The turn began with an empty deck: play or pass."""
    OVER = "over"


# Names of a module are found at once; looking up a member of an enum takes as long as playing a card.
ROLL, SHUFFLE, DEAL, DRAW, PLAY, DRY, OVER = MatriculationPhase


def deck_slots(hand_number: int) -> tuple[Slot, ...]:
    """The slots of the whole deck of a match's hand, top first; `hand_number` counts from 0."""
    first = hand_number * len(DECK)
    return slot_run(first, first + len(DECK))


def dealt_slots(hand_number: int, *, place: int, players: int) -> tuple[Slot, ...]:
    """The slots of the first cards of a player: `place` in the order of the deal, from 0."""
    return deck_slots(hand_number)[place : HAND * players : players]
