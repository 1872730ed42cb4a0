"""A zone of the plain table: where its pieces stand, and how much of each the next one leaves free."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.games.scene import Kind, Piece, Zone
from ui.tables.plain.layout import Laid, room_for

ROW = ((10, 50), (40, 50), (70, 50), (100, 50))
ROWS = ((10, 50), (40, 50), (10, 90))


def laid(*spots: tuple[float, float], is_by_seat: bool = False) -> Laid:
    places = tuple(QPointF(*each) for each in spots)
    return Laid(QRectF(), QRectF(), places, QSizeF(40, 56), is_by_seat)


@pytest.mark.parametrize(
    ("spots", "many", "places"),
    [
        (ROW, 4, ROW),
        (ROW, 2, ROW[1:3]),
        (ROW, 1, ((55, 50),)),
        (ROW, 6, (*ROW, ROW[3], ROW[3])),
        (ROWS, 2, ROWS[:2]),
        (ROW[:1], 1, ROW[:1]),
        (ROW[:2], 1, ((25, 50),)),
    ],
    ids=["full", "two of four", "one of four", "too many", "two rows", "one place", "one of two"],
)
def test_fewer_pieces_than_a_row_has_room_for_stand_in_its_middle(
    spots: tuple[tuple[float, float], ...], many: int, places: tuple[tuple[float, float], ...]
) -> None:
    zone = laid(*spots)

    assert [zone.spot(place, many).toTuple() for place in range(many)] == [*places]


@pytest.mark.parametrize(
    ("spots", "many", "shares"),
    [
        (ROW, 4, [0.75, 0.75, 0.75, 1.0]),
        (ROW, 2, [0.75, 1.0]),
        (ROW[:2], 3, [0.75, 1.0, 1.0]),
        (((10, 50), (10, 50)), 2, [0.0, 1.0]),
        (((10, 50), (60, 50)), 2, [1.0, 1.0]),
        (((60, 50), (10, 90)), 2, [0.0, 1.0]),
    ],
    ids=["a row", "fewer", "more", "a pile", "apart", "the end of a row"],
)
def test_the_next_piece_leaves_a_share_of_the_width_free(
    spots: tuple[tuple[float, float], ...], many: int, shares: list[float]
) -> None:
    assert [laid(*spots).seen(place, many) for place in range(many)] == shares
    by_seat = laid(*spots, is_by_seat=True)
    assert {by_seat.seen(place, many) for place in range(many)} == {1.0}


@pytest.mark.parametrize(
    ("kind", "shown", "below", "before", "room"),
    [
        (Kind.ROW, 0, 0, 0, 0),
        (Kind.ROW, 2, 0, 5, 5),
        (Kind.ROW, 3, 0, 2, 3),
        (Kind.PILE, 0, 0, 0, 1),
        (Kind.TRICK, 0, 0, 0, 1),
        (Kind.PILE, 0, 2, 0, 2),
        (Kind.PILE, 1, 2, 0, 1),
    ],
)
def test_a_zone_keeps_room_for_the_most_that_it_had_and_a_pile_for_one(
    kind: Kind, shown: int, below: int, before: int, room: int
) -> None:
    pieces = tuple(Piece(f"card {at}", "a card") for at in range(3))

    assert room_for(Zone("z", "Zone", kind, pieces[:shown], below=pieces[:below]), before) == room
