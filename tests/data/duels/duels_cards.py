"""The cards of Duels, and their two actions."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Face, Seat, Slot

NAMES = ("Page", "Squire", "Knight", "Baron", "Count", "Duke", "Prince", "King")
PACK = tuple(Face(face) for face in range(4 * len(NAMES)))
"""The cards, four of each name: a face divided by four is the rank."""
DECK = tuple(Slot(slot) for slot in range(len(PACK)))
SIZE = 4
"""Number of cards in a hand."""


def card_text(face: Face) -> str:
    """The card's name, and which of its four cards it is: "King-2"."""
    return f"{NAMES[face // 4]}-{face % 4 + 1}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A card is sent against a player."""

    slot: Slot
    face: Face
    seat: Seat

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The card that was sent."""
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"challenge {self.seat} {self.slot}={card_text(self.face)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A card against the one that was sent."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The card that answers."""
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"answer {self.slot}={card_text(self.face)}"
