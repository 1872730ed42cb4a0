"""Seats: their order round a table and in a result, and tuples with one value per seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.api import Seat

T = TypeVar("T")


def clockwise_from(seat: int, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The given rising seats clockwise, beginning with `seat` or the first one after it."""
    return (*[other for other in seats if other >= seat], *[other for other in seats if other < seat])


def clockwise_after(seat: int, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The given rising seats in the order after `seat`, which comes last if it is one of them."""
    return clockwise_from(seat + 1, seats)


def next_clockwise(seat: int, seats: Sequence[Seat]) -> Seat:
    """The next of the given rising seats clockwise after `seat`; `seat` itself if it is the only one."""
    for other in seats:
        if other > seat:
            return other
    return seats[0]


def seats_around(viewer: int | None, seats: int) -> tuple[Seat, ...]:
    """All seats of a table clockwise as a viewer sees them: its own first; seat 0 for a spectator."""
    return clockwise_from(viewer or 0, [Seat(seat) for seat in range(seats)])


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """`values` with another value in place `at`."""
    return (*values[:at], value, *values[at + 1 :])


def ranks_by(merits: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The rank of each seat, 1 for the greatest merit; equal merits share a rank."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)
