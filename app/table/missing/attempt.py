"""Something that this seat tries, and that may be impossible just now."""

from __future__ import annotations

from collections.abc import Callable

from net.errors import LocalError, NoView


def attempt(vote: Callable[[], None]) -> None:
    """Vote, or ask for a pause, where that can be."""
    try:
        vote()
    except (NoView, LocalError):
        return  # the others see it alike, or the next tick does
