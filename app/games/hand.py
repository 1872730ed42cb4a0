"""Sorting a hand: by suit (colours alternate, ranks rise) or by rank, as the player wants it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from rules.cards import RANK, SUIT


class Sort(StrEnum):
    """Order of the cards in a hand."""

    SUIT = "suit"
    RANK = "rank"


_BLACK, _RED = (1, 3), (0, 2)
"""Spades and clubs, hearts and diamonds: numbers of `rules.cards.SUITS`."""


def suits_by_turns(faces: Iterable[int]) -> tuple[int, ...]:
    """Return the four suits in their order in a hand; those of `faces` alternate in colour. Computed once,
    when a hand is dealt: it is not sorted again when its last heart is gone."""
    present = {SUIT[face] for face in faces}
    black, red = ([suit for suit in colour if suit in present] for colour in (_BLACK, _RED))
    more, fewer = (red, black) if len(red) > len(black) else (black, red)
    shown = [
        suit for pair in zip(more, (*fewer, None, None), strict=False) for suit in pair if suit is not None
    ]
    return (*shown, *(suit for suit in (*_BLACK, *_RED) if suit not in present))


def place_in_hand(face: int, suits: tuple[int, ...]) -> tuple[int, int]:
    """Return a key for sorting faces, given the order of suits."""
    return suits.index(SUIT[face]), RANK[face]
