"""The 52 playing cards, shared by the games that are played with them.

A card's face is `13 * suit + rank`: suits in the order of `SUITS`, ranks from the two (0) to the
ace (12). Its text is rank and suit: `7h`, `10d`, `Qs`, `Ac`.
"""

from __future__ import annotations

from typing import Final

from rules.api import Face
from rules.errors import BadText

SUITS: Final = "hsdc"
"""Hearts, spades, diamonds, clubs."""
SUIT_NAMES: Final = ("hearts", "spades", "diamonds", "clubs")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = tuple(Face(face) for face in range(52))
"""Every card once."""
SUIT: Final = tuple(face // 13 for face in PACK)
"""The suit of each face, 0..3."""
RANK: Final = tuple(face % 13 for face in PACK)
"""The rank of each face, 0 (two) .. 12 (ace)."""
CARD_TEXT: Final = tuple(f"{RANKS[face % 13]}{SUITS[face // 13]}" for face in PACK)
"""The text of each face."""

_FACES: Final = {text: face for face, text in zip(PACK, CARD_TEXT, strict=True)}


def card(text: str) -> Face:
    """The face with that text; raises `BadText`."""
    if text not in _FACES:
        raise BadText(f"{text!r} is not a playing card")
    return _FACES[text]


def card_text(face: Face) -> str:
    """The text of a face 0..51; raises `BadText` for any other number."""
    if not 0 <= face < 52:
        raise BadText(f"{face} is not the face of a playing card")
    return CARD_TEXT[face]
