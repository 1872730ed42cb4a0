"""The order of seats round a table."""

from __future__ import annotations

import pytest

from rules.api import Seat
from rules.seats import clockwise_after, clockwise_from


@pytest.mark.parametrize(
    ("seat", "since", "after"),
    [
        (0, (0, 2, 3), (2, 3, 0)),
        (1, (2, 3, 0), (2, 3, 0)),
        (2, (2, 3, 0), (3, 0, 2)),
        (3, (3, 0, 2), (0, 2, 3)),
    ],
)
def test_clockwise(seat: int, since: tuple[int, ...], after: tuple[int, ...]) -> None:
    seats = tuple(map(Seat, (0, 2, 3)))

    assert clockwise_from(seat, seats) == since
    assert clockwise_after(seat, seats) == after
