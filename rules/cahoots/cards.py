"""The 60 cards of Coffeehouse Cahoots (paragraph 1): six suits of ten traits, one of each."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.api import Face, Slot
from rules.errors import BadText, quoted
from rules.text import parse_number, row_writer

SUITS: Final = ("Chai Guy", "Decaf Deceptor", "Java Joe", "Latte Loafer", "Tea Toter", "Rocco Cocoa")
SUIT_LETTERS: Final = "CDJLTR"
TRAITS: Final = ("WWE Fanatic", "Musician", "Gamer", "Film Nut", "Writer", "Politically Active", "Cyclist",
                 "Reader", "Programmer", "Philosophy Major")  # fmt: skip
VALUES: Final = len(TRAITS)

DECK: Final = tuple(Face(face) for face in range(len(SUITS) * VALUES))
"""All cards, by face: by suit, then by value."""
NAMES: Final = tuple(f"{face % VALUES + 1}{SUIT_LETTERS[face // VALUES]}" for face in DECK)
"""The short canonical names, by face: value and suit, "10T"."""


class Card(NamedTuple):
    """A slot and the card in it, for those who know its face."""

    slot: Slot
    face: Face

    def __str__(self) -> str:
        return f"{self.slot}={NAMES[self.face]}"


def suit(face: Face) -> int:
    """The suit of a card, an index of `SUITS`."""
    return face // VALUES


def value(face: Face) -> int:
    """The value of a card, 1..10."""
    return face % VALUES + 1


def title(face: Face) -> str:
    """Return the print of a card: "Tea Toter, Programmer"."""
    return f"{SUITS[suit(face)]}, {TRAITS[value(face) - 1]}"


def parse_face(text: str) -> Face:
    """The face with that short name; raises `BadText`."""
    if text not in NAMES:
        raise BadText(f"{quoted(text)} is not a card of Coffeehouse Cahoots")
    return Face(NAMES.index(text))


def parse_card(text: str) -> Card:
    """Read `str(card)` back; raises `BadText`."""
    slot, _, face = text.partition("=")
    return Card(Slot(parse_number(slot)), parse_face(face))


pile_text: Final = row_writer(NAMES.__getitem__)
"""Write the faces of the main pile in their order, `5C,10T`; `-` for none."""


def parse_names(text: str) -> tuple[Face, ...]:
    """Read `pile_text` back; raises `BadText`."""
    return () if text == "-" else tuple(map(parse_face, text.split(",")))
