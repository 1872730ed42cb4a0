"""Cost of a picture: pieces are drawn once per size, so a deck may take a quarter of a second.

    python3 packaging/dev.py bench tests/bench/test_bench_art.py

A prototype needed 4.2 ms for K♠ and 1.8 ms for 9♠ at 300 x 420, and 2.3 ms for a polyp at 140 x 140.
"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.ui.art.drawing import LIGHT, draw
from tests.ui.art.pieces import CARD, FAMILIES, REEF, Family
from ui.art.cache import PixelSize, PixmapCache
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.reef.board import paint_reef

pytestmark = pytest.mark.usefixtures("qapp")
DECK = [PlayingCard(rank, suit) for suit in list(Suit)[:4] for rank in Rank]


@pytest.mark.benchmark(group="one piece at twice its size in the table of pieces")
@pytest.mark.parametrize("family", FAMILIES, ids=str)
def test_the_time_to_draw_a_piece(benchmark: BenchmarkFixture, family: Family) -> None:
    width, height = family.size

    picture = benchmark(draw, family.paint, family.kinds[-1], size=(2 * width, 2 * height))

    assert picture.width() == 2 * width


@pytest.mark.benchmark(group="cards at 300 x 420")
@pytest.mark.parametrize("card", [DECK[-1], DECK[11], DECK[7]], ids=str)
def test_the_time_to_draw_a_card(benchmark: BenchmarkFixture, card: PlayingCard) -> None:
    assert benchmark(draw, paint_card, card, size=(300, 420)).height() == 420


@pytest.mark.benchmark(group="whole things")
def test_the_time_to_draw_a_deck_into_a_cache(benchmark: BenchmarkFixture) -> None:
    def fill() -> PixmapCache:
        cache = PixmapCache()
        for card in DECK:
            cache.pixmap(paint_card, card, LIGHT, size=PixelSize(*CARD, 2.0))
        return cache

    assert len(benchmark(fill)) == 52


@pytest.mark.benchmark(group="whole things")
def test_the_time_to_draw_a_reef(benchmark: BenchmarkFixture) -> None:
    assert benchmark(draw, paint_reef, REEF, size=(780, 480)).width() == 780


@pytest.mark.benchmark(group="whole things")
def test_the_time_to_find_a_card_in_the_cache(benchmark: BenchmarkFixture) -> None:
    cache, size = PixmapCache(), PixelSize(*CARD, 2.0)
    for card in DECK:
        cache.pixmap(paint_card, card, LIGHT, size=size)

    assert benchmark(cache.pixmap, paint_card, DECK[0], LIGHT, size=size).width() == 200
