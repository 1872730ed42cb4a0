"""Words common to the reasons of all games."""

from __future__ import annotations


def many(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
