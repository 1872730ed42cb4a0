"""One player's cards, as everybody sees them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from rules.api import Slot
from rules.cahoots.cards import Card, parse_card
from rules.fields import parse_choice, parse_fields
from rules.text import parse_slots, slots_text


@dataclass(frozen=True, slots=True)
class CahootsPlayer:
    """One player's cards: slots rising, and which of them everybody knows (old vetoes), rising.

    Whoever has `left` keeps the slots that are buried with him.
    """

    hand: tuple[Slot, ...] = ()
    known: tuple[Card, ...] = ()
    left: bool = False

    def __str__(self) -> str:
        return _text(self)

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


@lru_cache(maxsize=64)
def _text(player: CahootsPlayer) -> str:
    """Most players of a position are those of the position before."""
    known = ",".join(map(str, player.known)) or "-"
    return f"{'left' if player.left else 'in'} hand={slots_text(player.hand)} known={known}"


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
