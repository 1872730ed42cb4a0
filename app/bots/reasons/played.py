"""Common words of all games' reasons."""

from __future__ import annotations


def many(number: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
