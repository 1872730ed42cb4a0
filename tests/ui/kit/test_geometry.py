"""Places on a card table: nothing overlaps, nothing leaves the table, at any size and scale."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from ui.kit import geometry
from ui.kit.geometry import HELD, PLATE, TAG, CardTableLayout, card_table, fan_places
from ui.tables.kings.layout import kings_places
from ui.tables.matriculation.layout import matriculation_places

SIZES = (
    (1024, 640),
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
    (1000, 900),
    (900, 1500),
    (1080, 1840),
    (2560, 980),
)
SEATS = (2, 3, 4, 5, 6, 7, 8, 9, 10)


def overlaps(rects: list[QRectF]) -> list[tuple[QRectF, QRectF]]:
    return [
        (one, other)
        for one, other in itertools.combinations(rects, 2)
        if not one.adjusted(0.5, 0.5, -0.5, -0.5).intersected(other).isEmpty()
    ]


def blocks_of(places: CardTableLayout) -> list[QRectF]:
    seats = [rect for place in places.seats for rect in (place.plate, place.held)]
    return [rect for rect in (*seats, places.hand, places.words, places.buttons) if not rect.isEmpty()]


def laid(places: CardTableLayout) -> list[QRectF]:
    half = QPointF(places.laid.width() / 2, places.laid.height() / 2)
    return [QRectF(place.laid - half, places.laid) for place in places.seats]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [80, 100, 200])
@pytest.mark.parametrize("has_hand", [True, False])
def test_nothing_overlaps_and_all_is_on_the_table(size: tuple[int, int], scale: int, has_hand: bool) -> None:
    table = QRectF(0, 0, *size)
    for seats in SEATS:
        places = card_table(table.size(), seats, scale=scale, has_hand=has_hand)
        blocks = blocks_of(places)

        assert overlaps(blocks) == []
        assert overlaps(laid(places)) == []
        assert [rect for rect in blocks if not table.contains(rect)] == []
        assert [rect for rect in laid(places) if not table.contains(rect)] == []
        assert [
            rect for rect in laid(places) if overlaps([rect, *(seat.plate for seat in places.seats)])
        ] == []


@pytest.mark.parametrize("seats", SEATS)
def test_tags_above_plates_are_on_the_table(seats: int) -> None:
    for size in SIZES:
        places = card_table(QSizeF(*size), seats)

        assert min(place.plate.top() - TAG * places.unit for place in places.seats) >= 0


def test_a_larger_scale_makes_larger_plates_as_far_as_there_is_room() -> None:
    small, usual, large = (card_table(QSizeF(1100, 700), 4, scale=scale) for scale in (80, 100, 200))

    assert usual.unit == 1.0 and usual.seats[1].plate.size() == PLATE
    assert usual.seats[1].held.height() == HELD
    assert small.unit == pytest.approx(0.8)
    assert 1.0 < large.unit <= 2.0


def test_plates_grow_with_the_table() -> None:
    assert card_table(QSizeF(2200, 1400), 4).unit == pytest.approx(2.0)


def test_seats_stand_clockwise_from_the_bottom() -> None:
    places = card_table(QSizeF(1280, 800), 10).seats
    centre = QPointF(640, 400)
    sides = [
        "right" if at.x() > centre.x() + 380 else "left" if at.x() < centre.x() - 380 else "middle"
        for at in (place.plate.center() for place in places)
    ]

    assert sides[1:3] == ["left", "left"] and places[1].plate.top() > places[2].plate.top()
    assert [place.plate.left() for place in places[3:8]] == sorted(
        place.plate.left() for place in places[3:8]
    )
    assert sides[8:] == ["right", "right"] and places[8].plate.top() < places[9].plate.top()


@pytest.mark.parametrize(
    ("seats", "sides"),
    [
        (1, (0, 0, 0)),
        (2, (0, 1, 0)),
        (3, (0, 2, 0)),
        (4, (1, 1, 1)),
        (5, (1, 2, 1)),
        (6, (1, 3, 1)),
        (7, (1, 4, 1)),
        (8, (2, 3, 2)),
        (9, (2, 4, 2)),
        (10, (2, 5, 2)),
    ],
)
def test_the_other_players_sit_at_the_left_the_top_and_the_right(
    seats: int, sides: tuple[int, int, int]
) -> None:
    table = card_table(QSizeF(1920, 1080), seats)
    margin, wide = 8 * table.unit, table.seats[0].plate.width()
    xs = [place.plate.left() for place in table.seats[1:]]
    left, right = (sum(x == pytest.approx(at) for x in xs) for at in (margin, 1920 - margin - wide))

    assert (left, len(xs) - left - right, right) == sides
    columns = {round(place.laid.x()) for place in table.seats}
    assert len(columns) == geometry.laid_columns(seats) or sides[1] % 2 == 0


@pytest.mark.parametrize(
    ("cards", "places"),
    [
        (1, [(500, 0)]),
        (2, [(464, -1.1), (536, 1.1)]),
        (3, [(428, -2.2), (500, 0), (572, 2.2)]),
        (20, [(65 + 870 / 19 * at, None) for at in range(20)]),
    ],
    ids=str,
)
def test_cards_of_a_fan_overlap_by_a_quarter_or_by_as_much_as_they_must(
    cards: int, places: list[tuple[float, float | None]]
) -> None:
    found = fan_places(QRectF(0, 100, 1000, 300), cards, QSizeF(100, 140))

    assert [at.x() for at, _ in found] == pytest.approx([x for x, _ in places])
    assert all(
        turn is None or each == pytest.approx(turn)
        for (_, each), (_, turn) in zip(found, places, strict=True)
    )
    assert min(at.y() for at, _ in found) == pytest.approx(100 + 70 + 8, abs=2)
    assert [at.y() for at, _ in found] == pytest.approx([at.y() for at, _ in reversed(found)])
    assert found[0][0].y() >= found[len(found) // 2][0].y(), "the ends hang lower"


def test_a_single_player_also_has_a_table() -> None:
    assert len(card_table(QSizeF(1280, 800), 1).seats) == 1


@pytest.mark.parametrize("cards", [0, 1, 2, 5, 10, 26])
def test_a_fan_keeps_to_its_strip(cards: int) -> None:
    strip, card = QRectF(220, 580, 840, 216), QSizeF(132, 184)
    places = fan_places(strip, cards, card)

    assert len(places) == cards
    assert [at.x() for at, _ in places] == sorted(at.x() for at, _ in places)
    for at, turn in places:
        reach = card.width() / 2 * 1.15
        assert strip.left() - 1 <= at.x() - reach and at.x() + reach <= strip.right() + 1
        assert at.y() + card.height() / 2 <= strip.bottom()
        assert abs(turn) < 15


def test_a_fan_of_cards_is_symmetric() -> None:
    places = fan_places(QRectF(0, 0, 800, 216), 7, QSizeF(132, 184))
    turns = [turn for _, turn in places]

    assert turns == [-turn for turn in reversed(turns)]
    assert turns[3] == 0


@pytest.mark.parametrize("size", [(800, 560), (1280, 740), (2560, 1380), (3840, 2100)])
@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_no_card_is_smaller_at_a_larger_scale(size: tuple[int, int], seats: int) -> None:
    """Plates and letters grow with the scale into what the cards leave, not into the cards."""
    tables = [card_table(QSizeF(*size), seats, scale=scale) for scale in (80, 100, 125, 150, 200)]
    laid, own = [each.laid.height() for each in tables], [each.own.height() for each in tables]

    assert laid == sorted(laid)
    assert own == sorted(own)


@pytest.mark.parametrize("size", [(800, 560), (1280, 740), (2560, 1380)])
def test_tables_with_many_piles_keep_almost_their_card_size(size: tuple[int, int]) -> None:
    """Kings and Matriculation have plates beside the cards: at most a twentieth goes to the letters."""
    kings = [kings_places(QSizeF(*size), scale=scale).own_card.height() for scale in (100, 200)]
    study = [matriculation_places(QSizeF(*size), 3, scale=scale).table.laid.height() for scale in (100, 200)]

    assert kings[1] >= kings[0] * 0.95
    assert study[1] >= study[0] * 0.95


@pytest.mark.parametrize("size", [*SIZES, (1600, 500), (1280, 420)])
@pytest.mark.parametrize("has_hand", [True, False])
def test_the_cards_in_the_middle_keep_their_share_of_the_height(
    size: tuple[int, int], has_hand: bool
) -> None:
    """A larger size of words makes plates and strip higher only as far as this allows."""
    table = QSizeF(*size)
    for seats, scale in itertools.product(SEATS, (100, 200, 300)):
        unit = geometry._unit(table, seats, scale=scale, has_hand=has_hand)
        middle = geometry._middle(table, seats, unit, has_hand=has_hand)

        assert middle.height() >= 0.4 * table.height() or unit == geometry._SMALLEST
