"""Chances that cards take ticks in Plump, by what one seat has seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rules.api import Face, Seat
from rules.cards import RANK, SUIT
from rules.plump.round import Round

WILLING: Final = 0.95
"""Chance that an opponent who still wants ticks beats a card if it can."""
UNWILLING: Final = 0.55
"""Chance that an opponent who wants no tick, and can beat a card, must do so for want of a lower one."""
UNDECIDED: Final = 1.0
"""The same chance for an opponent who has not bid yet: it will bid what it can take."""
LEAD: Final = 0.5
"""Part of a tick counted as one more chance that its suit is led, for the seat that leads next."""
DOUBT: Final = 0.9
"""Factor for a card when bidding: some good cards must be played too early or too late."""
# Chosen by duels of some hundred games between variants; the optimum is flat. `UNDECIDED` and `DOUBT`, which
# only bids use, were chosen from 360 bids and their rivals, each played out in 24 sampled worlds.


def exactly(chances: Sequence[float]) -> list[float]:
    """Return the chance of each number of heads, 0 to n, of independent coins."""
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[heads] * (1 - chance) if heads < len(spread) else 0.0)
            + (spread[heads - 1] * chance if heads else 0.0)
            for heads in range(len(spread) + 1)
        ]
    return spread


class Odds:
    """The odds of one seat on unseen cards, at one moment of a round."""

    def __init__(self, part: Round, seat: Seat, hand: Sequence[Face]) -> None:
        self._part = part
        self._seat = seat
        gone = part.seen
        for face in hand:
            gone |= 1 << face
        self._unseen = ~gone & (1 << 52) - 1
        self._doubt = DOUBT if part.bid_of(seat) is None else 1.0
        self._others = [other for other in part.order if other != seat]
        self._wants = {
            other: part.ticks[other] < (part.bid_of(other) or 0) if part.bid_of(other) is not None else None
            for other in self._others
        }

    @property
    def others_want_all(self) -> bool:
        """True if the others together still want all remaining ticks, or more."""
        part = self._part
        wanted = sum(max(0, (part.bid_of(other) or 0) - part.ticks[other]) for other in self._others)
        return wanted >= part.cards - part.tick + 1

    def this_tick(self, face: Face) -> float:
        """Return the chance that a card takes the tick if played now."""
        part = self._part
        best = part.winner
        if best is not None and (SUIT[face] != part.suit_led or face < best.face):
            return 0.0
        place = part.order.index(self._seat) + 1
        following = (*part.order[place:], *part.order[:place])[: len(part.order) - 1 - len(part.table)]
        return self._unbeaten(face, following, self._higher(face))

    def takes_later(self, face: Face, hand: Sequence[Face], *, leading: bool) -> float:
        """Return the chance that a card of a hand takes a later tick; `leading`: the hand leads the next
        one.

        It needs a lead of its own suit: a leader's last card has that for sure, any other card only if
        somebody leads that suit in one of the remaining ticks.
        """
        unbeaten = self._doubt * self._unbeaten(face, self._others, self._higher(face))
        if leading and len(hand) == 1:
            return unbeaten
        others_suits = 1 - self._share(SUIT[face])
        return unbeaten * (1 - math.pow(others_suits, len(hand) + LEAD * leading))

    def _share(self, suit: int) -> float:
        """Return the share of a suit among the unseen cards."""
        return (self._unseen >> 13 * suit & (1 << 13) - 1).bit_count() / max(1, self._unseen.bit_count())

    def _higher(self, face: Face) -> int:
        """Count the unseen higher cards of the suit."""
        return (self._unseen >> face + 1 & (1 << 12 - RANK[face]) - 1).bit_count()

    def _unbeaten(self, face: Face, seats: Sequence[Seat], higher: int) -> float:
        """Return the chance that none of these seats beats a card that `higher` unseen cards beat."""
        unseen = self._unseen.bit_count()
        chance = 1.0
        for other in seats:
            held = len(self._part.hands[other])
            if not held or self._part.void_since[other][SUIT[face]]:
                continue
            can = 1 - (1 - held / unseen) ** higher
            wants = self._wants[other]
            will = UNDECIDED if wants is None else WILLING if wants else UNWILLING
            chance *= 1 - can * will
        return chance
