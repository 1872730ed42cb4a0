"""The spelling of playing cards."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.api import Face
from rules.cards import CARD_TEXT, PACK, RANK, SUIT, card, card_text
from rules.errors import BadText


@pytest.mark.parametrize(
    ("text", "face"),
    [("2h", 0), ("7h", 5), ("10h", 8), ("Ah", 12), ("2s", 13), ("Qs", 23), ("10d", 34), ("Ac", 51)],
)
def test_the_number_of_a_card_gives_its_rank_and_suit(text: str, face: int) -> None:
    assert card(text) == face and card_text(Face(face)) == text


def test_every_card_has_its_own_text() -> None:
    assert len(set(CARD_TEXT)) == 52
    assert [card(text) for text in CARD_TEXT] == list(PACK)


def test_within_a_suit_the_greater_face_is_the_higher_card() -> None:
    for low, high in pairwise(PACK):
        if SUIT[low] == SUIT[high]:
            assert RANK[low] < RANK[high]


@pytest.mark.parametrize("text", ["", "h", "1h", "11h", "Th", "7H", "qs", "7x", " 7h", "7h ", "7hh", "𝟟h"])
def test_any_other_spelling_of_a_card_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        card(text)


@pytest.mark.parametrize("face", [-1, 52, 2**70])
def test_any_other_number_is_refused_as_a_card(face: int) -> None:
    with pytest.raises(BadText):
        card_text(Face(face))
