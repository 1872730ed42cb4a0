"""Play of seats in playouts: each card by its immediate worth, in tenths of a credit hour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.matriculation.cards import COUNTS, EXCEPTION, FIX, HOURS, TERM, kind, trouble
from rules.matriculation.player import DEGREE

TENTHS: Final = 10
GRADUATED: Final = 10_000
HIT: Final = (190, 190, 190, 120, 70)
"""Worth of each setback on an opponent."""
FREED: Final = (220, 220, 220, 110, 60)
"""Worth of removing each setback."""
IMMUNE: Final = 130
"""Worth of an exception: its points, and its protection."""
NEARER: Final = 12
"""A setback is worth one hour more per this number of hours that the target has."""
_KINDS: Final = tuple(kind(face) for face in range(len(COUNTS)))  # type: ignore[arg-type]
_TROUBLE: Final = tuple(
    len(HIT) if family is TERM else trouble(face)  # type: ignore[arg-type]
    for face, family in enumerate(_KINDS)
)
"""Setback by face; a term has a number that is no index of `HIT`."""


def term_worth(face: int, *, hours: int, docked: int) -> int:
    """The worth of a term before the player itself."""
    worth = HOURS[face] - docked
    return GRADUATED if hours + worth >= DEGREE else TENTHS * worth


def hit_worth(face: int, *, hours: int, others: int) -> int:
    """The worth of a setback on a player with `hours`, divided by `others`: only one opponent is hit."""
    return (HIT[_TROUBLE[face]] + TENTHS * hours // NEARER) // others


def repair_worth(face: int, setbacks: int) -> int:
    """The worth of a fix or an exception before the player itself; `setbacks` are the player's, as bits."""
    worth = FREED[_TROUBLE[face]] if setbacks >> _TROUBLE[face] & 1 else 0
    return worth + IMMUNE if _KINDS[face] is EXCEPTION else worth


def discard_worth(face: int, faces: Sequence[int]) -> int:
    """The worth, below zero, of discarding a card from a hand of `faces`."""
    family = _KINDS[face]
    if family is TERM:
        return -TENTHS - 9 * HOURS[face]
    if family is EXCEPTION:
        return -GRADUATED
    if family is FIX:
        return -TENTHS - FREED[_TROUBLE[face]] * (90 if faces.count(face) == 1 else 30) // 220
    return -TENTHS - HIT[_TROUBLE[face]] * 7 // 10
