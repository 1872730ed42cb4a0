"""Choices in playouts: the card that most cards can follow, a swap for a hand that fits, or a draw."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cahoots.match import MATCHING, OF_VALUE, VETOED, next_value, relation


def likely_first(cards: Sequence[int], hand: int, *, top: int) -> int:
    """Choose a first card to place on `top`: its index in `cards`. `hand` is the whole hand, a bit per
    card."""
    best, found = -1, 0
    for place, card in enumerate(cards):
        wanted = next_value(relation(card, top), card)  # type: ignore[arg-type]
        rest = hand & ~(1 << card)
        follow = (OF_VALUE[wanted] & rest).bit_count() if wanted else 0
        worth = 64 * follow - (MATCHING[card] & rest).bit_count()
        if worth > best or not place:
            best, found = worth, place
    return found


def likely_swap(cards: Sequence[int], hand: int, *, veto: int) -> tuple[int, int]:
    """Choose one of some cards to swap for the veto: its index in `cards`, and the number of cards on
    which the player could then begin."""
    best, found = -1, 0
    for place, card in enumerate(cards):
        after = (hand & ~(1 << card)) | 1 << veto
        tops, left = 0, after & ~VETOED[card]
        while left:
            low = left & -left
            tops |= MATCHING[low.bit_length() - 1]
            left ^= low
        reach = (tops & ~after).bit_count()
        if reach > best:
            best, found = reach, place
    return found, best
