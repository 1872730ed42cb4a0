"""Moves in playouts: attack where it pays, bank, build, and put the weakest pile in front.

Almost the policy of the bots, in whole numbers: worths are 20 times theirs for attacks, 10 times for places.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.api import Seat
from rules.kings.cards import ACE, BLANK, JACK, QUEEN, RANK, SUIT
from rules.kings.piles import HOUSES, Pile, Side, king_accepts, score

OWN_CARD: Final = 200
"""Worth of a conquered card for the king pile; everything else is measured against it."""
REACHED: Final = 180
"""Worth of a card for the king pile in the pile behind the beaten one, if another pile can win it now."""
BURIED: Final = 20
"""Worth of any other card for the king pile in the piles behind the beaten one."""
ANY_CARD: Final = 5
BEATEN: Final = 6
"""Worth of a point of the pile that leaves the table."""
SPENT: Final = 10
"""Cost of a point of the attacking pile, which is spent."""
PATIENCE: Final = 4
"""Quiet rounds after which a player who is not in the lead counts its own piles for nothing."""


class PlayoutFight(NamedTuple):
    """An attack with the mover's `house` on the seat `target`, and its worth."""

    worth: int
    house: int
    target: int


def likely_attack(sides: Sequence[Side], turn: int, *, quiet: int) -> PlayoutFight | None:
    """The attack that pays most; None if none pays."""
    own = [score(pile) for pile in sides[turn].houses]
    kings = [len(side.king) for side in sides]
    is_first = all(kings[turn] > count for seat, count in enumerate(kings) if seat != turn)
    price = SPENT if is_first else SPENT * max(0, PATIENCE - quiet) // PATIENCE
    best, found = 0, None
    for target, side in enumerate(sides):
        if target == turn or not any(side.houses):
            continue
        front, *behind = [pile for pile in side.houses if pile]
        spoils, defence = front[1:], score(front)
        if max(own) <= defence:
            continue
        gain = OWN_CARD * _own(spoils, turn) + ANY_CARD * len(spoils) + BEATEN * (defence + 1)
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


def likely_place(hand: Sequence[int], side: Side, turn: int) -> tuple[int, int] | None:
    """A card's index in the hand and its place: 0, the king pile, or house 1-3; None if no place is good."""
    king, accept = king_accepts(Seat(turn)), side.accept
    anywhere = king | accept[0] | accept[1] | accept[2]
    best, found = 0, None
    for index, face in enumerate(hand):
        bit = 1 << face
        if king & bit:
            return index, 0
        if not anywhere & bit:
            continue
        for at, pile in enumerate(side.houses):
            if accept[at] & bit:
                worth = put_worth(face, pile, hand, turn)
                if worth > best:
                    best, found = worth, (index, at + 1)
    return found


def likely_swap(houses: Sequence[Pile]) -> tuple[int, int] | None:
    """The next swap towards the order weakest pile first, empty slots last; None if they lie so."""
    ranks = [score(pile) if pile else 99 for pile in houses]
    wanted = sorted(ranks)
    for house in range(HOUSES):
        if ranks[house] != wanted[house]:
            return house + 1, ranks.index(wanted[house], house + 1) + 1
    return None


def put_worth(face: int, pile: Pile, hand: Sequence[int], turn: int) -> int:
    """Return the worth of a card on a house pile or in an empty house slot that takes it."""
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
        return 0  # a card that it accepts belongs on the king pile
    fitting = sum([SUIT[card] == SUIT[face] and RANK[card] < JACK for card in hand])
    return 10 + 10 * fitting if fitting else 2


@lru_cache(maxsize=4096)
def _own(faces: Pile, turn: int) -> int:
    return sum([SUIT[face] == turn and RANK[face] < JACK for face in faces])
