"""How seats play in playouts: attack what pays, bank, build, and lay the weakest pile in front.

The house's own policy in whole numbers (a twentieth of a point of a pile is 1), over piles as
`rules.kings.scratch` keeps them: four places a seat, the king pile first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.kings.cards import ACE, BLANK, JACK, QUEEN, RANK, SUIT
from rules.kings.piles import HOUSES, Pile, score

PLACES: Final = 1 + HOUSES
OWN_CARD: Final = 200
"""What a conquered card for the king pile is worth; everything else is measured against it."""
REACHED: Final = 180
"""What one is worth right behind the beaten pile, when another pile can win it now."""
BURIED: Final = 20
"""What one is worth there when none can."""
ANY_CARD: Final = 5
BEATEN: Final = 6
"""A point of the pile that is gone from the table."""
SPENT: Final = 10
"""A point of the attacking pile, which is spent."""
PATIENCE: Final = 4
"""Quiet rounds after which who is behind counts its own piles for nothing."""


class PlayoutFight(NamedTuple):
    """An attack with the mover's `house` on the seat `target`, and what it is worth."""

    worth: int
    house: int
    target: int


def likely_attack(piles: Sequence[Pile], turn: int, *, quiet: int) -> PlayoutFight | None:
    """The attack that pays most, if any does."""
    kings = [len(king) for king in piles[::PLACES]]
    is_first = all(kings[turn] > count for seat, count in enumerate(kings) if seat != turn)
    price = SPENT if is_first else SPENT * max(0, PATIENCE - quiet) // PATIENCE
    own = [score(piles[PLACES * turn + house]) for house in range(1, PLACES)]
    best, found = 0, None
    for target in range(len(kings)):
        if target == turn:
            continue
        first = PLACES * target
        house = next((house for house in range(1, PLACES) if piles[first + house]), None)
        if house is None:
            continue
        spoils, defence = piles[first + house][1:], score(piles[first + house])
        gain = OWN_CARD * _own(spoils, turn) + ANY_CARD * len(spoils) + BEATEN * (defence + 1)
        behind = [pile for pile in piles[first + house + 1 : first + PLACES] if pile]
        nearer = [_own(pile[1:], turn) for pile in behind]
        for number, attack in enumerate(own, start=1):
            if attack <= defence:
                continue
            worth = gain - price * attack + BURIED * sum(nearer)
            if behind and nearer[0] and max(own[: number - 1] + own[number:]) > score(behind[0]):
                worth += (REACHED - BURIED) * nearer[0]
            if worth > best:
                best, found = worth, PlayoutFight(worth, number, target)
    return found


def likely_place(hand: Sequence[int], accept: Sequence[int], piles: Sequence[Pile], turn: int) -> int | None:
    """PLACES * the index of a card in the hand + its place: the king pile if it can, or the best house.

    `accept` and `piles` are those of the mover's places.
    """
    best, found = 0, None
    for index, face in enumerate(hand):
        bit = 1 << face
        if accept[0] & bit:
            return PLACES * index
        for place in range(1, PLACES):
            if accept[place] & bit:
                worth = put_worth(face, piles[place], hand, turn)
                if worth > best:
                    best, found = worth, PLACES * index + place
    return found


def likely_swap(houses: Sequence[Pile]) -> tuple[int, int] | None:
    """The next swap on the way to the weakest pile in front and the empty slots at the back."""
    ranks = [score(pile) if pile else 99 for pile in houses]
    wanted = sorted(ranks)
    for house in range(HOUSES):
        if ranks[house] != wanted[house]:
            return house + 1, ranks.index(wanted[house], house + 1) + 1
    return None


def put_worth(face: int, pile: Pile, hand: Sequence[int], turn: int) -> int:
    """What a card brings on a house pile or in an empty house slot that takes it."""
    rank = RANK[face]
    if not pile:
        return _start_worth(face, hand, turn)
    kind = RANK[pile[0]]
    if kind == JACK:
        return 150
    if kind == ACE:
        return 210 if rank == 0 else 200
    there = [RANK[card] for card in pile[1:]].count(rank)
    if there:
        return 300 if there == 1 else 250
    return 150 if sum([RANK[card] == rank for card in hand]) > 1 else 100


def _start_worth(face: int, hand: Sequence[int], turn: int) -> int:
    if RANK[face] != JACK:
        return 30 if RANK[face] == QUEEN else 25
    if SUIT[face] == BLANK:
        return 40
    if SUIT[face] == turn:
        return 0  # what it takes belongs on the king pile
    fitting = sum([SUIT[card] == SUIT[face] and RANK[card] < JACK for card in hand])
    return 10 + 10 * fitting if fitting else 2


def _own(faces: Sequence[int], turn: int) -> int:
    return sum([SUIT[face] == turn and RANK[face] < JACK for face in faces])
