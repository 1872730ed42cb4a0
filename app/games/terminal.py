"""A game at a terminal: its table as a picture of characters, its choices as one types them.

Every game has its own in `app/games/<game>/terminal.py`; a game that has none is shown by its board in
words, and its choices are numbered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final, TypeAlias

from rules.api import Action, View
from rules.errors import BadText

WIDE: Final = 80
"""Columns that a picture may take."""
HIGH: Final = 19
"""Lines that it may take: with a story, the choices and the prompt they fill 24."""

Picture: TypeAlias = Callable[[View, Sequence[str]], tuple[str, ...]]
"""`picture(view, names)`: the table, at most HIGH lines of at most WIDE columns."""
Word: TypeAlias = Callable[[View, Action], str]
"""`word(view, action)`: what one types for a choice. Choices that come to the same share a word."""
Menu: TypeAlias = Callable[[View], tuple[str, ...]]
"""`menu(view)`: the choices in a few lines of at most WIDE columns."""
Attempts: TypeAlias = Callable[[View], Iterable[Action]]
"""`attempts(view)`: what else could be meant, though the rules forbid it now: they then say why."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """How one game is played at a terminal."""

    picture: Picture
    word: Word
    menu: Menu
    attempts: Attempts = lambda view: ()
    legend: tuple[str, ...] = ()
    """What the signs of the picture mean and what choices look like, in lines of at most WIDE columns."""

    def meant(self, view: View, text: str) -> Action:
        """The action that somebody means who types `text`; raises `BadText` in words.

        Words may be left out as long as one choice is left: "lay W D5" for "lay W 1:D5 from screen".
        A forbidden action is given, too: the rules have the better words for why not.
        """
        typed = _words(text)
        if not typed:
            raise BadText("nothing was typed; ? shows what can be done")
        for candidates in (view.actions(), self.attempts(view)):
            by_word = {self.word(view, action): action for action in reversed(tuple(candidates))}
            exact = [word for word in by_word if _words(word) == typed]
            fitting = exact or [word for word in by_word if _fits(typed, _words(word))]
            if len(fitting) == 1:
                return by_word[fitting[0]]
            if fitting:
                some = ", ".join(sorted(fitting)[:6])
                more = f" and {len(fitting) - 6} more" if len(fitting) > 6 else ""
                raise BadText(f"that could be {len(fitting)} things: {some}{more}")
        raise BadText(f"{text[:60]!r} is nothing that can be done now; ? shows what can")


def joined(head: str, words: Iterable[str], *, gap: str = "  ") -> tuple[str, ...]:
    """Words in a row after a head that ends with a space, wrapped at WIDE columns, later lines set in."""
    lines, line = [], head
    for word in words:
        if len(line) + len(gap) + len(word) > WIDE and line.strip():
            lines.append(line)
            line = " " * min(len(head), 12)
        line = f"{line}{'' if line.endswith(' ') or not line else gap}{word}"
    return (*lines, line)


def short_names(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Names cut to a width, still different from each other."""
    found: list[str] = []
    for name in names:
        plain = "".join(letter for letter in name if letter.isprintable()) or "?"
        short, number = plain[:width].strip(), 2
        while short in found:
            tail = str(number)
            short, number = plain[: width - len(tail)].strip() + tail, number + 1
        found.append(short)
    return tuple(found)


def column_width(seats: int) -> int:
    """How wide a name may be over a column for each seat, beside a head, and with a mark or two."""
    return min(12, (WIDE - 10) // seats - 2)


def columns(rows: Sequence[Sequence[str]], *, gap: int = 2) -> tuple[str, ...]:
    """Cells in columns, each as wide as its widest, the first to the left and the others to the right."""
    wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return tuple(
        (" " * gap)
        .join(cell.rjust(wide[place]) if place else cell.ljust(wide[0]) for place, cell in enumerate(row))
        .rstrip()
        for row in rows
    )


def plain_word(view: View, action: Action) -> str:
    """The word for a choice of a game that has none of its own: its number."""
    return str(view.actions().index(action) + 1)


def plain_menu(view: View) -> tuple[str, ...]:
    """The numbered choices by their canonical texts, without the numbers of slots."""
    choices = (
        f"[{number}] {re.sub(r'[0-9]+=', '', str(action))}" for number, action in enumerate(view.actions(), 1)
    )
    return joined("", choices)


def _words(text: str) -> list[str]:
    return text.casefold().replace(",", " ").split()


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the typed words stand in a choice in their order, the first one first: a card alone never
    means to discard it. Verbs by their first letters ("d 15h"), a space without its board ("D5")."""

    def says(word: str, each: str) -> bool:
        begins = word.isalpha() and each.isalpha() and each.startswith(word)
        return begins or word in (each, each.partition(":")[2])

    rest = iter(words[1:])
    return says(typed[0], words[0]) and all(any(says(word, each) for each in rest) for word in typed[1:])


def wrapped(text: str) -> tuple[str, ...]:
    """A text in lines of at most WIDE columns; a line that fits stays as it is, with its columns."""
    lines = [[part] if len(part) <= WIDE else wrap(part, WIDE) for part in text.splitlines()]
    return tuple(line for each in lines for line in each)
