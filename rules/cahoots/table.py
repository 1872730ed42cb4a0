"""The parts of a position of Cahoots, and how a finished game is ranked (paragraph 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.api import Outcome, Seat, Slot
from rules.cahoots.cards import Card, parse_card
from rules.fields import parse_choice, parse_fields
from rules.text import parse_slots, slots_text

HAND: Final = 7
"""Cards dealt to each player."""
PILE: Final = "deck"
FREEZE_LAPS: Final = 2
"""So many rounds without a placement freeze swapping (paragraph 6)."""


class CahootsPhase(StrEnum):
    """What a position waits for."""

    ROLL = "roll"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    TURN = "turn"
    COMBO = "combo"
    """The player to move has placed a card and may extend it or stop."""
    RECYCLE = "recycle"
    """A card is to be drawn, but the stock must be made first."""
    DRAW = "draw"
    OVER = "over"


class Ends(StrEnum):
    """When the game ends (an option)."""

    ALL = "all"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class CahootsPlayer:
    """One player's cards: slots rising, and which of them everybody knows (old vetoes), rising.

    Whoever has `left` keeps the slots that are buried with him.
    """

    hand: tuple[Slot, ...] = ()
    known: tuple[Card, ...] = ()
    left: bool = False

    def __str__(self) -> str:
        known = ",".join(map(str, self.known)) or "-"
        return f"{'left' if self.left else 'in'} hand={slots_text(self.hand)} known={known}"

    def card(self, slot: Slot) -> Card | None:
        """The card in `slot`, if everybody knows it."""
        for card in self.known:
            if card.slot == slot:
                return card
        return None

    def without(self, slot: Slot) -> CahootsPlayer:
        """This player after laying a card down."""
        return replace(
            self,
            hand=tuple([other for other in self.hand if other != slot]),
            known=tuple([card for card in self.known if card.slot != slot]),
        )

    def with_known(self, card: Card) -> CahootsPlayer:
        """This player after taking an open card."""
        return replace(
            self,
            hand=tuple(sorted((*self.hand, card.slot))),
            known=tuple(sorted((*self.known, card), key=lambda known: known.slot)),
        )


def parse_player(text: str) -> CahootsPlayer:
    """The player with that text; raises `BadText`."""
    state, _, rest = text.partition(" ")
    hand, known = parse_fields(
        f"{state} {rest}", head=parse_choice(state, ("in", "left")), names=("hand", "known")
    )
    return CahootsPlayer(
        hand=parse_slots(hand),
        known=() if known == "-" else tuple(map(parse_card, known.split(","))),
        left=state == "left",
    )


def standing(*, finished: Sequence[Seat], cards: Sequence[int], left: Sequence[bool]) -> Outcome:
    """Who is where: the finished in their order, then fewer cards before more, leavers last.

    Ties share a rank. A player's score is the number of players behind him.
    """
    playing = [cards[seat] for seat in range(len(cards)) if seat not in finished and not left[seat]]

    def rank(seat: Seat) -> int:
        if seat in finished:
            return 1 + finished.index(seat)
        behind = len(playing) if left[seat] else sum(other < cards[seat] for other in playing)
        return 1 + len(finished) + behind

    ranks = tuple(rank(Seat(seat)) for seat in range(len(cards)))
    return Outcome(tuple(sum(other > own for other in ranks) for own in ranks), ranks)
