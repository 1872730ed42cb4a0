"""The 102 cards of Matriculation (paragraph 1): 21 different faces."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

from rules.api import Face
from rules.errors import BadText, quoted


class Setback(IntEnum):
    """A setback that may lie on a player; each has its own fix and its own exception."""

    CHEATING = 0
    CAR = 1
    ALARM = 2
    PROBATION = 3
    OGRE = 4


class Kind(IntEnum):
    """The four families of cards."""

    TERM = 0
    SETBACK = 1
    FIX = 2
    EXCEPTION = 3


TERM, SETBACK, FIX, EXCEPTION = Kind
CONTROL: Final = (Setback.CHEATING, Setback.CAR, Setback.ALARM)
"""The setbacks of the control pile: only one of them lies there at a time."""

_TERM_HOURS: Final = (6, 9, 12, 15, 18, 21)
_TERMS: Final = len(_TERM_HOURS)
FACES: Final = _TERMS + 3 * len(Setback)

NAMES: Final = (
    "6h", "9h", "12h", "15h", "18h", "21h",
    "cheating", "car", "alarm", "probation", "ogre",
    "reinstated", "car-fixed", "new-alarm", "gpa-ok", "fiona",
    "sainthood", "golden-car", "bulletproof", "straight-as", "teachers-pet",
)  # fmt: skip
"""The short canonical names, by face."""

TITLES: Final = (
    "6 Hour Term", "9 Hour Term", "12 Hour Term", "15 Hour Term", "18 Hour Term", "21 Hour Term",
    "Caught Cheating", "Car Not Working", "Alarm Clock Broken", "Probation", "Ogre Prof",
    "Reinstated", "Car Fixed", "New Alarm Clock", "GPA OK", "Princess Fiona",
    "Sainthood", "Golden Car", "Bulletproof Alarm Clock", "Straight A's", "Teacher's Pet",
)  # fmt: skip
"""The print on the cards, by face."""

COUNTS: Final = (10, 10, 8, 15, 5, 3, 3, 3, 3, 4, 3, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1)
"""Number of copies of each face in the deck."""

DECK: Final = tuple(Face(face) for face, count in enumerate(COUNTS) for _ in range(count))
"""All cards, by face."""

HOURS: Final = _TERM_HOURS + (0,) * (FACES - _TERMS)
"""The credit hours printed on a face; 0 if it is not a term."""


_TROUBLES: Final = 3 * tuple(Setback)
_KINDS: Final = (TERM,) * _TERMS + tuple(family for family in (SETBACK, FIX, EXCEPTION) for _ in Setback)


def kind(face: Face) -> Kind:
    """The family of a face."""
    return _KINDS[face]


def trouble(face: Face) -> Setback:
    """The setback that a setback, a fix or an exception is about."""
    if face < _TERMS:
        raise ValueError(f"{NAMES[face]} is a term")
    return _TROUBLES[face - _TERMS]


def setback_face(setback: Setback) -> Face:
    """The card that sets `setback`."""
    return Face(_TERMS + setback)


def fix_face(setback: Setback) -> Face:
    """The card that repairs `setback`."""
    return Face(_TERMS + len(Setback) + setback)


def exception_face(setback: Setback) -> Face:
    """The card that protects from `setback`."""
    return Face(_TERMS + 2 * len(Setback) + setback)


def parse_face(text: str) -> Face:
    """The face with that short name; raises `BadText`."""
    if text not in NAMES:
        raise BadText(f"{quoted(text)} is not a card of Matriculation")
    return Face(NAMES.index(text))


@lru_cache(maxsize=64)
def names_text(faces: tuple[Face, ...]) -> str:
    """Faces in their order, `6h,car`; `-` for none."""
    return ",".join([NAMES[face] for face in faces]) or "-"


def parse_names(text: str) -> tuple[Face, ...]:
    """Read `names_text` back; raises `BadText`."""
    return () if text == "-" else tuple(map(parse_face, text.split(",")))
