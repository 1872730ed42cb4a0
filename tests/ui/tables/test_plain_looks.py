"""Cards of other people's games by their names."""

from __future__ import annotations

import pytest

from ui.art.cards.playing_cards import PlayingCard, Rank, Suit
from ui.tables.plain.looks import as_playing_card


@pytest.mark.parametrize(
    ("short", "name", "card"),
    [
        ("Qh", "queen of hearts", PlayingCard(Rank.QUEEN, Suit.HEARTS)),
        ("Qh", "Qh", PlayingCard(Rank.QUEEN, Suit.HEARTS)),
        ("Kn", "knight of hearts", None),
        ("Qh", "a lady", None),
    ],
)
def test_a_playing_card_is_known_by_its_name(short: str, name: str, card: PlayingCard | None) -> None:
    assert as_playing_card(short, name) == card
