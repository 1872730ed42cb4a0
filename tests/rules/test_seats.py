"""Seats: their order round a table and in a result."""

from __future__ import annotations

import pytest

from rules.api import Seat
from rules.seats import clockwise_after, clockwise_from, ranks_by, replaced, seats_around


@pytest.mark.parametrize(
    ("seat", "since", "after"),
    [
        (0, (0, 2, 3), (2, 3, 0)),
        (1, (2, 3, 0), (2, 3, 0)),
        (2, (2, 3, 0), (3, 0, 2)),
        (3, (3, 0, 2), (0, 2, 3)),
    ],
)
def test_seats_are_ordered_clockwise(seat: int, since: tuple[int, ...], after: tuple[int, ...]) -> None:
    seats = tuple(map(Seat, (0, 2, 3)))

    assert clockwise_from(seat, seats) == since
    assert clockwise_after(seat, seats) == after


@pytest.mark.parametrize(
    ("viewer", "order"), [(None, (0, 1, 2)), (0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))]
)
def test_every_viewer_sees_its_own_seat_first(viewer: int | None, order: tuple[int, ...]) -> None:
    assert seats_around(viewer, 3) == order


def test_the_value_of_one_seat_is_replaced() -> None:
    assert [replaced((7, 8, 9), at, 0) for at in range(3)] == [(0, 8, 9), (7, 0, 9), (7, 8, 0)]


@pytest.mark.parametrize(
    ("merits", "ranks"),
    [
        ([(3,), (5,), (4,)], (3, 1, 2)),
        ([(5,), (5,), (4,)], (1, 1, 3)),
        ([(1, 0), (0, 9), (1, 2)], (2, 3, 1)),
        ([(2, -1), (2, 0), (0, 0), (0, 0)], (2, 1, 3, 3)),
    ],
)
def test_ranks_follow_merits_and_equal_merits_share_a_rank(
    merits: list[tuple[int, ...]], ranks: tuple[int, ...]
) -> None:
    assert ranks_by(merits) == ranks
