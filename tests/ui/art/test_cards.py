"""The playing cards: different from each other, the same both ways up, readable when small."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QTransform

from tests.support.values import replace
from tests.ui.art.drawing import DARK, HIGH, LIGHT, difference, digest, draw, edge_difference, edges
from tests.ui.art.pieces import paint_suit
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.matriculation import cards
from ui.art.matriculation.cards import Group, Study, paint_study
from ui.art.pieces.backs import paint_back
from ui.art.theme import Back, Theme

pytestmark = pytest.mark.usefixtures("qapp")
DECK = [PlayingCard(rank, suit) for suit in Suit for rank in Rank]


@pytest.mark.parametrize("size", [(100, 140), (34, 48)], ids=str)
def test_no_two_faces_look_the_same(size: tuple[int, int]) -> None:
    pictures = {digest(draw(paint_card, card, size=size)) for card in DECK}

    assert len(pictures) == 65


@pytest.mark.parametrize("rank", [Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE, Rank.TEN])
def test_a_card_looks_the_same_upside_down(rank: Rank) -> None:
    """Corners and courts are the same after half a turn; the shade of the paper is not."""
    suit = Suit.DIAMONDS
    card = draw(paint_card, PlayingCard(rank, suit), theme=HIGH, size=(200, 280))
    turned = card.transformed(QTransform().rotate(180))

    assert difference(card, turned) < 1.5


@pytest.mark.parametrize("back", Back)
@pytest.mark.parametrize("size", [(200, 280), (40, 56)], ids=str)
def test_a_back_looks_the_same_upside_down(back: Back, size: tuple[int, int]) -> None:
    card = draw(paint_back, back, theme=HIGH, size=size)
    turned = card.transformed(QTransform().rotate(180))

    assert difference(card, turned) < 1.0


def test_backs_differ() -> None:
    for one, other in combinations(Back, 2):
        assert difference(draw(paint_back, one), draw(paint_back, other)) > 8


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH], ids=lambda t: t.name.value)
@pytest.mark.parametrize(("one", "other"), list(combinations(Suit, 2)))
def test_suits_can_be_distinguished_without_colour(one: Suit, other: Suit, theme: Theme) -> None:
    """Greyscale edges differ, so nobody needs to see colour."""
    first, second = (
        draw(paint_suit, suit, size=(40, 40), theme=theme, ground=theme.paper) for suit in (one, other)
    )

    assert edge_difference(edges(first), edges(second)) > 0.12


@pytest.mark.parametrize("width", [20, 34, 49, 50, 76, 100, 240])
@pytest.mark.parametrize("rank", [Rank.TEN, Rank.QUEEN, Rank.ACE])
def test_nothing_is_drawn_beyond_the_card(width: int, rank: Rank) -> None:
    """Round corners stay empty, and the painter is handed back without a clip or a turn."""
    card = draw(paint_card, PlayingCard(rank, Suit.SPADES), size=(width, width * 7 // 5))

    assert all(
        QColor(card.pixelColor(x, y)).alpha() < 140 for x in (0, width - 1) for y in (0, width * 7 // 5 - 1)
    )
    assert card.pixelColor(width // 2, 3).alpha() == 255


@pytest.mark.parametrize("rank", Rank)
def test_the_corner_of_a_card_is_large(rank: Rank) -> None:
    """A metre away one sees the rank: its ink is at least a ninth of the card high."""
    card = draw(paint_card, PlayingCard(rank, Suit.SPADES), size=(200, 280), theme=HIGH)
    dark = [y for y in range(4, 60) if any(card.pixelColor(x, y).lightness() < 90 for x in range(8, 42))]

    assert max(dark) - min(dark) >= 280 / 9


def test_with_twice_the_pixels_the_picture_is_the_same() -> None:
    card = PlayingCard(Rank.KING, Suit.HEARTS)
    once = draw(paint_card, card, size=(200, 280))
    twice = draw(paint_card, card, size=(100, 140), dpr=2.0)

    assert difference(once, twice.copy()) < 1.0


def test_the_text_of_a_blank_card_is_its_rank_and_a_b() -> None:
    assert [str(PlayingCard(rank, Suit.BLANK)) for rank in (Rank.TWO, Rank.TEN, Rank.ACE)] == [
        "2B",
        "10B",
        "AB",
    ]


@pytest.mark.parametrize("size", [(82, 115), (108, 151), (160, 224)])
@pytest.mark.parametrize("study", [each for each in Study if each.group is not Group.TERM])
def test_a_small_card_has_a_simplified_face(
    study: Study, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    named = digest(draw(paint_study, study, size=size))
    monkeypatch.setitem(cards._KINDS, study, replace(cards._KINDS[study], title=""))

    assert digest(draw(paint_study, study, size=size)) != named
