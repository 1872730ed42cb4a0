"""One player's cards, as everybody sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.api import Slot
from rules.cahoots.cards import Card, parse_card
from rules.errors import BadText
from rules.fields import parse_choice, parse_fields
from rules.text import parse_slots, slots_text


class CahootsPlayer(NamedTuple):
    """One player's slots, and the cards that everybody knows (old vetoes), both in rising order.

    A player who has `left` keeps the buried slots.
    """

    hand: tuple[Slot, ...] = ()
    known: tuple[Card, ...] = ()
    left: bool = False

    def __str__(self) -> str:
        return player_text(self.hand, [*map(str, self.known)], self.left)


def player_text(hand: Sequence[Slot], known: Sequence[str], left: bool) -> str:
    """The text of a player; `known` are the texts of the known cards."""
    return f"{'left' if left else 'in'} hand={slots_text(hand)} known={','.join(known) or '-'}"


def parse_player(text: str) -> CahootsPlayer:
    """The player with that text; raises `BadText`."""
    state, _, rest = text.partition(" ")
    hand, known = parse_fields(
        f"{state} {rest}", head=parse_choice(state, ("in", "left")), names=("hand", "known")
    )
    slots = parse_slots(hand)
    cards = () if known == "-" else tuple(map(parse_card, known.split(",")))
    if list(cards) != sorted(cards):
        raise BadText("the known cards are not in rising order")
    if any(card.slot not in slots for card in cards):
        raise BadText("a card is known that is not in the hand")
    return CahootsPlayer(slots, cards, left=state == "left")
