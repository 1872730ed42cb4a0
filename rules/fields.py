"""Words `name=value` in a fixed order, of which the canonical text of a position consists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.api import Seat
from rules.errors import BadText, quoted
from rules.text import parse_number, parse_numbers

T = TypeVar("T")


def parse_fields(text: str, *, head: str, names: Sequence[str]) -> tuple[str, ...]:
    """The values of the words `name=value` that follow `head`, in the order of `names`.

    Raises `BadText` for a word that is missing, unknown, out of order or one too many.
    """
    words = text.split(" ")
    if len(words) != len(names) + 1 or words[0] != head:
        raise BadText(f"expected {head!r} and {len(names)} words, not {quoted(text)}")
    values = []
    for name, word in zip(names, words[1:], strict=True):
        key, equals, value = word.partition("=")
        if key != name or not equals:
            raise BadText(f"expected {name}=..., not {quoted(word)}")
        values.append(value)
    return tuple(values)


def parse_choice(text: str, choices: Sequence[T]) -> T:
    """Return the one of `choices` whose `str()` is `text`; raises `BadText` with a list of them."""
    for choice in choices:
        if str(choice) == text:
            return choice
    raise BadText(f"expected one of {', '.join(map(str, choices))}, not {quoted(text)}")


def parse_below(text: str, limit: int) -> int:
    """A number 0..limit-1; raises `BadText`."""
    if (number := parse_number(text)) >= limit:
        raise BadText(f"{number} is not below {limit}")
    return number


def parse_seats(text: str, *, seats: int) -> tuple[Seat, ...]:
    """Different seats of a table in any order; raises `BadText`."""
    found = parse_numbers(text)
    if len(set(found)) != len(found) or any(seat >= seats for seat in found):
        raise BadText(f"{quoted(text)} are not different seats out of {seats}")
    return tuple(Seat(seat) for seat in found)
