"""The cards of Hearts: their points, the action of playing one, and the best of a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.api import Face, Seat, Slot
from rules.cards import RANK, SUIT, card, card_text

QUEEN = card("Qs")
ALL_POINTS = 26
"""The points of a deal. A player who takes all of them has shot the moon: everybody else gets them."""


def points_of(face: Face) -> int:
    """The points of a card for the seat that takes it."""
    return 13 if face == QUEEN else int(SUIT[face] == 0)


@dataclass(frozen=True, slots=True)
class Play:
    """A card goes out of the hand onto the table."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The card that was played."""
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"play {self.slot}={card_text(self.face)}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table."""

    seat: Seat
    slot: Slot
    face: Face


def best_of(trick: tuple[Laid, ...]) -> Laid:
    """The card that takes a trick: the highest of the suit led."""
    return max(
        (laid for laid in trick if SUIT[laid.face] == SUIT[trick[0].face]), key=lambda laid: RANK[laid.face]
    )


def dealt(lacks: Mapping[Slot, Sequence[int]], faces: Sequence[Face]) -> dict[Slot, Face]:
    """Deal a face to each slot, if possible none of a suit that the slot lacks.

    A slot left without a face takes another slot's, which then looks for a new one (augmenting paths).
    """
    slots: dict[Face, Slot] = {}

    def place(slot: Slot, tried: set[Face]) -> bool:
        for face in faces:
            if face not in tried and SUIT[face] not in lacks[slot]:
                tried.add(face)
                if face not in slots or place(slots[face], tried):
                    slots[face] = slot
                    return True
        return False

    left = [slot for slot in lacks if not place(slot, set())]
    rest = [face for face in faces if face not in slots]
    return {**{slot: face for face, slot in slots.items()}, **dict(zip(left, rest, strict=True))}
