"""The order of seats round a table."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Seat


def clockwise_from(seat: int, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The given rising seats clockwise, beginning with `seat` or the first one behind it."""
    return (*[other for other in seats if other >= seat], *[other for other in seats if other < seat])


def clockwise_after(seat: int, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The given rising seats in the order in which they follow `seat`; itself comes last."""
    return clockwise_from(seat + 1, seats)
