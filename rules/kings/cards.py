"""The 96 cards of Kings (paragraph 1): four suits and a blank one, without kings.

A face is `12 * suit + rank`: suits hearts, spades, diamonds, clubs, blank; ranks from the two (0) to the
ten (8), then Jack, Queen and Ace. There is one of every suited card and four of every blank one. Sets of
faces are bit masks of 60 bits, bit `f` for face `f`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.api import Face
from rules.cards import RANKS, SUITS
from rules.errors import BadText, quoted

SEATS: Final = 4
SUIT_WORDS: Final = ("hearts", "spades", "diamonds", "clubs", "blank")
"""Names of the suits; the first four are also the seats' (paragraph 2)."""
BLANK: Final = 4
NUMBERS_OF_A_SUIT: Final = 9
"""Two to ten: the cards of a full king pile (ruling 16)."""
JACK: Final = 9
QUEEN: Final = 10
ACE: Final = 11

_RANKS: Final = tuple(rank for rank in RANKS if rank != "K")
_OF_A_SUIT: Final = len(_RANKS)
FACES: Final = 5 * _OF_A_SUIT
NAMES: Final = tuple(f"{rank}{suit}" for suit in f"{SUITS}b" for rank in _RANKS)
"""The canonical text of each face: `7h`, `10b`, `Qs`."""
SUIT: Final = tuple(face // _OF_A_SUIT for face in range(FACES))
RANK: Final = tuple(face % _OF_A_SUIT for face in range(FACES))
"""The rank of each face, 0 (two) .. 8 (ten), then `JACK`, `QUEEN`, `ACE`."""
IS_NUMBER: Final = tuple(rank < JACK for rank in RANK)
COPIES: Final = tuple(4 if suit == BLANK else 1 for suit in SUIT)
"""Number of copies of each face in the deck."""
DECK: Final = tuple(Face(face) for face in range(FACES) for _ in range(COPIES[face]))
"""All 96 cards, by face."""


def mask(faces: Iterable[int]) -> int:
    """The set of these faces as bits."""
    return sum(1 << face for face in set(faces))


BIT: Final = tuple(1 << face for face in range(FACES))
NUMBERS: Final = mask(face for face in range(FACES) if IS_NUMBER[face])
SPECIALS: Final = mask(face for face in range(FACES) if not IS_NUMBER[face])
NUMBERS_OF: Final = tuple(NUMBERS & mask(f for f in range(FACES) if SUIT[f] == suit) for suit in range(5))
"""The number cards of each suit."""
OF_RANK: Final = tuple(mask(f for f in range(FACES) if RANK[f] == rank) for rank in range(_OF_A_SUIT))
"""The cards of each rank, blank ones included."""

_BY_NAME: Final = {name: Face(face) for face, name in enumerate(NAMES)}


def parse_face(text: str) -> Face:
    """The face with that text; raises `BadText`."""
    if text not in _BY_NAME:
        raise BadText(f"{quoted(text)} is not a card of Kings")
    return _BY_NAME[text]


def face_text(face: Face) -> str:
    """The text of a face; raises `BadText` for a number that is no face."""
    if not 0 <= face < FACES:
        raise BadText(f"{face} is not the face of a card of Kings")
    return NAMES[face]


@lru_cache(maxsize=256)
def cards_text(faces: tuple[Face, ...]) -> str:
    """Cards in their order: `7h,7h,Qb`; `-` for none."""
    return ",".join([NAMES[face] for face in faces]) or "-"


def parse_cards(text: str) -> tuple[Face, ...]:
    """Read `cards_text` back; refuses more cards than there are."""
    words = [] if text == "-" else text.split(",")
    if len(words) > len(DECK):
        raise BadText("there are more than 96 cards")
    return tuple(parse_face(word) for word in words)
