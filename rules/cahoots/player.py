"""One player's cards, as everybody sees them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Slot
from rules.cahoots.cards import Card, parse_card
from rules.fields import parse_choice, parse_fields
from rules.text import parse_slots, slots_text
from rules.values import Spelled, changed


@dataclass(frozen=True)
class CahootsPlayer(Spelled):
    """One player's cards: slots rising, and which of them everybody knows (old vetoes), rising.

    Whoever has `left` keeps the slots that are buried with him.
    """

    hand: tuple[Slot, ...] = ()
    known: tuple[Card, ...] = ()
    left: bool = False

    def spelling(self) -> str:
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
        return changed(
            self,
            hand=tuple([other for other in self.hand if other != slot]),
            known=tuple([card for card in self.known if card.slot != slot]),
        )

    def with_known(self, card: Card) -> CahootsPlayer:
        """This player after taking an open card."""
        return changed(
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
