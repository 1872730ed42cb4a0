"""The chances of cards in Plump, from what one seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Seat
from rules.cards import RANK, SUIT
from rules.plump.round import Round

WILLING: Final = 0.9
"""How often an opponent that still wants ticks beats a card if it can."""
UNWILLING: Final = 0.35
"""How often one that wants none must, for want of a lower card."""
GUARD: Final = 0.35
"""How much of a higher card's threat each lower card of the suit takes away, played under it."""
CHANCE_TO_LEAD: Final = 0.75
"""How often a card that would win in its suit gets to be played when that suit is led."""


def exactly(chances: Sequence[float]) -> list[float]:
    """The chance of each number of heads 0..n of independent coins."""
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[heads] * (1 - chance) if heads < len(spread) else 0.0)
            + (spread[heads - 1] * chance if heads else 0.0)
            for heads in range(len(spread) + 1)
        ]
    return spread


class Odds:
    """What one seat can say of the cards that it does not see, at one moment of a round."""

    def __init__(self, part: Round, seat: Seat, hand: Sequence[Face]) -> None:
        self._part = part
        self._seat = seat
        gone = part.seen
        for face in hand:
            gone |= 1 << face
        self._unseen = ~gone & (1 << 52) - 1
        self._others = [other for other in part.order if other != seat]
        self._wants = {other: part.ticks[other] < (part.bid_of(other) or 0) if part.bid_of(other) is not None
                       else None for other in self._others}

    @property
    def others_want_all(self) -> bool:
        """Whether the others together still want all ticks that are left, or more."""
        part = self._part
        wanted = sum(max(0, (part.bid_of(other) or 0) - part.ticks[other]) for other in self._others)
        return wanted >= part.cards - part.tick + 1

    def this_tick(self, face: Face) -> float:
        """The chance that a card played now takes the tick."""
        part = self._part
        best = part.winner
        if best is not None and (SUIT[face] != part.suit_led or face < best.face):
            return 0.0
        place = part.order.index(self._seat) + 1
        following = (*part.order[place:], *part.order[:place])[:len(part.order) - 1 - len(part.table)]
        return self._unbeaten(face, following, self._higher(face))

    def some_day(self, face: Face, hand: Sequence[Face]) -> float:
        """The chance that a card of a hand takes a tick later on."""
        guards = sum(SUIT[other] == SUIT[face] and other < face for other in hand)
        higher = max(0.0, self._higher(face) - GUARD * guards)
        return CHANCE_TO_LEAD * self._unbeaten(face, self._others, higher)

    def _higher(self, face: Face) -> int:
        """How many unseen cards of the suit are higher."""
        return (self._unseen >> face + 1 & (1 << 12 - RANK[face]) - 1).bit_count()

    def _unbeaten(self, face: Face, seats: Sequence[Seat], higher: float) -> float:
        """The chance that none of some seats beats a card of which so many higher ones are unseen."""
        unseen = self._unseen.bit_count()
        chance = 1.0
        for other in seats:
            held = len(self._part.hands[other])
            if not held or self._part.void_since[other][SUIT[face]]:
                continue
            can = 1 - (1 - held / unseen) ** higher
            wants = self._wants[other]
            will = (WILLING + UNWILLING) / 2 if wants is None else WILLING if wants else UNWILLING
            chance *= 1 - can * will
        return chance
