"""Play of seats in playouts: each card by what it brings at once, in tenths of a credit hour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.matriculation.cards import COUNTS, EXCEPTION, FIX, HOURS, TERM, kind, trouble
from rules.matriculation.player import DEGREE

TENTHS: Final = 10
GRADUATED: Final = 10_000
HIT: Final = (190, 190, 190, 120, 70)
"""Worth of a setback on an opponent."""
FREED: Final = (220, 220, 220, 110, 60)
"""Worth of being rid of one."""
IMMUNE: Final = 130
"""An exception's points, and that its setback cannot come."""
NEARER: Final = 12
"""Number of the target's hours that make a setback worth one more."""
_KINDS: Final = tuple(kind(face) for face in range(len(COUNTS)))  # type: ignore[arg-type]
_TROUBLE: Final = tuple(
    len(HIT) if family is TERM else trouble(face)  # type: ignore[arg-type]
    for face, family in enumerate(_KINDS)
)
"""By face; that of a term is none of `HIT`."""


def term_worth(face: int, *, hours: int, docked: int) -> int:
    """A term of one's own."""
    worth = HOURS[face] - docked
    return GRADUATED if hours + worth >= DEGREE else TENTHS * worth


def hit_worth(face: int, *, hours: int, others: int) -> int:
    """A setback for somebody who has so many hours, one of so many others: it is gained on that one alone."""
    return (HIT[_TROUBLE[face]] + TENTHS * hours // NEARER) // others


def repair_worth(face: int, setbacks: int) -> int:
    """A fix or an exception before oneself; `setbacks` are one's own as bits."""
    worth = FREED[_TROUBLE[face]] if setbacks >> _TROUBLE[face] & 1 else 0
    return worth + IMMUNE if _KINDS[face] is EXCEPTION else worth


def discard_worth(face: int, faces: Sequence[int]) -> int:
    """To throw a card away, out of a hand of `faces`: less than nothing."""
    family = _KINDS[face]
    if family is TERM:
        return -TENTHS - 9 * HOURS[face]
    if family is EXCEPTION:
        return -GRADUATED
    if family is FIX:
        return -TENTHS - FREED[_TROUBLE[face]] * (90 if faces.count(face) == 1 else 30) // 220
    return -TENTHS - HIT[_TROUBLE[face]] * 7 // 10
