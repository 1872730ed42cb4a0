"""An action of this seat that may be impossible at the moment."""

from __future__ import annotations

from collections.abc import Callable

from net.errors import LocalError, NoView


def attempt(vote: Callable[[], None]) -> None:
    """Vote, or ask for a pause, if that is possible now."""
    try:
        vote()
    except (NoView, LocalError):
        return  # the others see the same, or the next tick tries again
