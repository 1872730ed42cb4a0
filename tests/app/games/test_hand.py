"""Hands sorted by suit and rank, colours by turns."""

from __future__ import annotations

import pytest

from app.games.hand import place_in_hand, suits_by_turns
from rules.cards import CARD_TEXT, card


@pytest.mark.parametrize(
    ("hand", "sorted_hand"),
    [
        ("2h 3c As Kd", "As 2h 3c Kd"),
        ("2h 3d 4h", "2h 4h 3d"),
        ("2h 3d As", "2h As 3d"),
        ("2s 3c Ah", "2s Ah 3c"),
        ("Ks 10s 2s", "2s 10s Ks"),
        ("Ac Kc", "Kc Ac"),
        ("2h 3s 4h 5d 6c 7s", "3s 7s 2h 4h 6c 5d"),
        ("", ""),
    ],
)
def test_black_and_red_suits_take_turns_in_a_hand(hand: str, sorted_hand: str) -> None:
    faces = [card(text) for text in hand.split()]
    suits = suits_by_turns(faces)
    shown = sorted(faces, key=lambda face: place_in_hand(face, suits))

    assert " ".join(CARD_TEXT[face] for face in shown) == sorted_hand
    assert sorted(suits) == [0, 1, 2, 3]
