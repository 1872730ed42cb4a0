"""Play of seats in playouts, without search: by the number of ticks that their cards are likely to take.

Numbers are thousandths of a tick. The highest card of a suit takes one, each lower card a fixed part of
the next higher one's, and all cards together take all ticks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rules.cards import PACK, RANK, SUIT

RANKS: Final = 13
TICK: Final = 1000
SPARE: Final = 600
"""Surplus of expected over wanted ticks, the taking card not counted, above which a seat lets a tick go."""


_RANK: Final = RANK.__getitem__


@cache
def chances(seats: int) -> tuple[int, ...]:
    """Return each rank's chance to take a tick, the two first: a geometric row with a mean of 1 / `seats`."""
    low, high = 0, TICK
    while high - low > 1:
        part = (low + high) // 2
        low, high = (part, high) if sum(_row(part)) * seats <= RANKS * TICK else (low, part)
    return _row(low)


def _row(part: int) -> tuple[int, ...]:
    row = [TICK]
    while len(row) < RANKS:
        row.append(row[-1] * part // TICK)
    return tuple(reversed(row))


def likely_bid(hand: Sequence[int], allowed: Sequence[int], *, seats: int) -> int:
    """The allowed bid nearest to the number of ticks that the hand is likely to take."""
    row = chances(seats)
    total = sum([row[RANK[face]] for face in hand])
    return min(allowed, key=lambda bid: abs(TICK * bid - total))


def likely_only_bid(others: Sequence[int], allowed: Sequence[int]) -> int:
    """The bid for a card that only the others see: 1, if allowed, if most unseen cards would beat theirs.

    A card takes the tick if it is the highest of the suit led. This assumes that its suit is led if another
    seat shows a card of it, and otherwise not.
    """
    best = [-1] * 4
    for face in others:
        best[SUIT[face]] = max(best[SUIT[face]], face)
    taking = sum(face > best[SUIT[face]] and best[SUIT[face]] >= 0 for face in PACK)
    wanted = int(2 * taking > len(PACK) - len(others))
    return wanted if wanted in allowed else allowed[0]


def likely_lead(hand: Sequence[int], *, wanted: int) -> int:
    """The highest card of a seat that wants ticks, the lowest of one that wants none."""
    choose = max if wanted > 0 else min
    return choose(hand, key=_RANK)


def likely_card(
    moves: Sequence[int], hand: Sequence[int], *, led: int, best: int, wanted: int, is_last: bool, seats: int
) -> int:
    """A card for a tick that `best` takes so far, played to take it or to avoid it."""
    winners: Sequence[int] = ()
    losers = moves
    if SUIT[moves[0]] == led:  # then all are: a hand that can follow suit offers nothing else
        winners = [face for face in moves if face > best]
        losers = [face for face in moves if face < best]
    if wanted > 0 and winners:
        if losers:
            row = chances(seats)
            taking = max(winners)
            if sum([row[RANK[face]] for face in hand]) - row[RANK[taking]] > TICK * wanted + SPARE:
                return max(losers, key=_RANK)
        return min(winners) if is_last else max(winners)
    if wanted > 0:
        return min(losers, key=_RANK)
    if losers:
        return max(losers, key=_RANK)
    return max(winners) if is_last else min(winners)
