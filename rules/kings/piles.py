"""Cards that a pile accepts, and its strength (paragraph 4).

A house pile is a tuple of faces: its Jack, Queen or Ace first, then the number cards in the order in which
they came; an empty tuple is an empty house slot. A king pile is a tuple of number cards: the king below
them is no card of the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

from rules.api import Face, Seat
from rules.errors import NotLegal
from rules.kings.cards import (
    ACE,
    BIT,
    BLANK,
    IS_NUMBER,
    JACK,
    NAMES,
    NUMBERS,
    NUMBERS_OF,
    OF_RANK,
    QUEEN,
    RANK,
    SPECIALS,
    SUIT,
    SUIT_WORDS,
    cards_text,
)

HOUSES: Final = 3
"""The house slots of a seat, numbered 1 (nearest the king pile) to 3."""
Pile: TypeAlias = tuple[Face, ...]

_SWAPPED: Final = {1 + 2: itemgetter(1, 0, 2), 1 + 3: itemgetter(2, 1, 0), 2 + 3: itemgetter(0, 2, 1)}
"""Getters of all three houses with two of them swapped, by the sum of the two."""
_RANK_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RUN_ENDS: Final = {
    (low, high): (OF_RANK[low - 1] if low > 0 else 0) | (OF_RANK[high + 1] if high < JACK - 1 else 0)
    for low in range(JACK) for high in range(low, JACK)
}  # fmt: skip


@lru_cache(maxsize=4096)
def score(pile: Pile) -> int:
    """Return the strength of a house pile in a battle; -1 for an empty slot, which cannot fight."""
    if not pile:
        return -1
    kind, numbers = RANK[pile[0]], len(pile) - 1
    if kind == QUEEN:
        return 2 * numbers
    if kind == ACE:
        return numbers + any(RANK[face] == 0 for face in pile)
    return numbers


@lru_cache(maxsize=4096)
def accepts(pile: Pile) -> int:
    """The faces that may be put on a house pile or into an empty house slot, as bits."""
    if not pile:
        return SPECIALS
    kind = RANK[pile[0]]
    if kind == JACK:
        return NUMBERS_OF[SUIT[pile[0]]]
    if len(pile) == 1:
        return NUMBERS
    if kind == QUEEN:
        return NUMBERS if (rank := lone_rank(pile)) is None else OF_RANK[rank]
    ranks = [RANK[face] for face in pile[1:]]
    return _RUN_ENDS[min(ranks), max(ranks)]


def king_accepts(seat: Seat) -> int:
    """The faces that may be put on a seat's king pile, as bits: the number cards of its suit.

    There is one of each, so none can be put there twice.
    """
    return NUMBERS_OF[seat]


def lone_rank(pile: Pile) -> int | None:
    """The rank that a Queen pile holds once and waits for (ruling 10); None if there is none.

    There is never a second: while one waits, nothing else goes onto the pile.
    """
    ranks = [RANK[face] for face in pile[1:]]
    lone = [rank for rank in ranks if ranks.count(rank) == 1]
    return lone[0] if len(lone) == 1 else None


def is_house_pile(pile: Pile) -> bool:
    """True if a house pile can be built by the rules, card by card."""
    return all(accepts(pile[:size]) & BIT[face] for size, face in enumerate(pile))


def is_king_pile(seat: Seat, pile: Pile) -> bool:
    """True if a king pile can be built by the rules."""
    return len(set(pile)) == len(pile) and all(king_accepts(seat) & BIT[face] for face in pile)


# -- refusals -------------------------------------------------------------------------------


def house_refusal(pile: Pile, face: Face) -> NotLegal | None:
    """Return the reason why a card may not go on a house pile or into an empty slot; None if it may."""
    if accepts(pile) & BIT[face]:
        return None
    if not pile:
        text = f"An empty house slot takes a Jack, a Queen or an Ace, not {_the(face)}."
        return NotLegal("empty-house", rule="kings 3.3", text=text)
    if not IS_NUMBER[face]:
        text = "A Jack, a Queen or an Ace starts a pile of its own in an empty house slot."
        return NotLegal("house-taken", rule="kings R3", text=text)
    return _number_refusal(pile)


def _number_refusal(pile: Pile) -> NotLegal:
    kind = RANK[pile[0]]
    if kind == JACK:
        suit = SUIT_WORDS[SUIT[pile[0]]]
        text = f"This Jack takes number cards of its own suit only: {suit}."
        return NotLegal("jack-suit", rule="kings 4.2", text=text)
    if kind == QUEEN:
        rank = _RANK_WORDS[lone_rank(pile) or 0]
        text = f"This Queen has a lone {rank} and takes nothing but another {rank} now."
        return NotLegal("queen-lone", rule="kings R10", text=text)
    text = "An Ace's cards form one run without gaps or repeats: it grows at either end."
    return NotLegal("ace-run", rule="kings 4.4", text=text)


def king_refusal(seat: Seat, face: Face) -> NotLegal | None:
    """Return the reason why a card may not be put on a seat's king pile; None if it may."""
    if king_accepts(seat) & BIT[face]:
        return None
    text = f"Your king takes nothing but the number cards of {SUIT_WORDS[seat]}."
    return NotLegal("king-suit", rule="kings 4.1", text=text)


# -- a seat's cards -------------------------------------------------------------------------


@dataclass(slots=True)
class Side:
    """Open cards before one seat; a value, although it is not frozen: freezing would make it slower.

    `spoils` are cards in hand that everybody knows, by face: cards that were won, and dealt cards that
    were laid out and taken back (R25). A seat that has `left` has no cards.
    """

    king: Pile = ()
    houses: tuple[Pile, ...] = ((),) * HOUSES
    spoils: tuple[Face, ...] = ()
    left: bool = False
    taken: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Cards that each house accepts, once computed."""
    told: str = field(default="", init=False, compare=False, repr=False)
    """The text, once computed. It is kept, because most events change the cards of one seat only."""

    def __str__(self) -> str:
        return self.told or self.tell()

    def tell(self) -> str:
        """Write the seat's part of the text, and cache it."""
        self.told = "/".join([cards_text(pile) for pile in (self.king, *self.houses, self.spoils)])
        return self.told

    @property
    def accept(self) -> tuple[int, ...]:
        """Faces that may be put on each house, as bits."""
        if not self.taken:
            self.taken = tuple(map(accepts, self.houses))
        return self.taken

    @property
    def front(self) -> int | None:
        """The house that an attack on this seat meets: the lowest with a pile; None if there is none."""
        for house, pile in enumerate(self.houses, start=1):
            if pile:
                return house
        return None

    def house(self, house: int) -> Pile:
        """The pile in house slot 1..3."""
        return self.houses[house - 1]

    def cards(self) -> tuple[Face, ...]:
        """All cards of this seat that everybody sees: king pile, houses, spoils."""
        first, second, third = self.houses
        return (*self.king, *first, *second, *third, *self.spoils)

    def with_house(self, house: int, pile: Pile) -> Side:
        houses, taken = [*self.houses], [*(self.taken or self.accept)]
        houses[house - 1], taken[house - 1] = pile, accepts(pile)
        return Side(self.king, tuple(houses), self.spoils, self.left, tuple(taken))

    def with_king(self, face: Face) -> Side:
        return Side((*self.king, face), self.houses, self.spoils, self.left, self.taken)

    def with_spoils(self, faces: Sequence[Face]) -> Side:
        spoils = tuple(sorted((*self.spoils, *faces)))
        return Side(self.king, self.houses, spoils, self.left, self.taken)

    def without_spoil(self, face: Face) -> Side:
        at = self.spoils.index(face)
        spoils = self.spoils[:at] + self.spoils[at + 1 :]
        return Side(self.king, self.houses, spoils, self.left, self.taken)

    def without_spoils(self) -> Side:
        return Side(self.king, self.houses, (), self.left, self.taken) if self.spoils else self

    def swapped(self, house: int, other: int) -> Side:
        """The same side with the piles of two houses swapped."""
        order = _SWAPPED[house + other]
        return Side(self.king, order(self.houses), self.spoils, self.left, order(self.taken or self.accept))


@dataclass(frozen=True, slots=True)
class Battle:
    """Result of an attack (paragraph 3.2): who wins, and which cards go where.

    The attacking pile is gone in either case (ruling 4); the target's is if the attacker `wins`.
    `spoils` go to the winner's hand, `spent` to the discard, in this order.
    """

    house: int
    target_house: int
    attack: int
    defence: int
    spoils: tuple[Face, ...]
    spent: tuple[Face, ...]

    @property
    def wins(self) -> bool:
        """True if the attacker wins; ties are the defender's."""
        return self.attack > self.defence


def battle(attacker: Side, house: int, defender: Side) -> Battle | None:
    """Return the result of an attack with the pile in `house`; None if one of the two has no pile."""
    own, front = attacker.house(house), defender.front
    if not own or front is None:
        return None
    target = defender.house(front)
    attack, defence = score(own), score(target)
    if attack > defence:
        spoils, spent = target[1:], (target[0], *own)
    else:
        spoils, spent = own[1:], own[:1]
    return Battle(house=house, target_house=front, attack=attack, defence=defence, spoils=spoils, spent=spent)


def _the(face: Face) -> str:
    """A number card in a sentence: "the 7 of hearts", "a blank 7"."""
    rank = NAMES[face][:-1]
    return f"a blank {rank}" if SUIT[face] == BLANK else f"the {rank} of {SUIT_WORDS[SUIT[face]]}"
