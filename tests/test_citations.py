"""Every rule and paragraph that the code cites can be looked up: the cited document has that number.

A kind of citation is a `Citing`: where it is looked for, how it is written, and the numbers that the
document behind it has. To hold another document, add to `KINDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from app.screens.rules import NUMBER, rules_sections
from tests.support.catalogue import GAMES

ROOT = Path(__file__).parents[1]
CODE = ("rules", "net", "app", "ui", "tests")


@dataclass(frozen=True)
class Citing:
    """Python files of `folders` are searched with `pattern`, whose group 1 holds one or more numbers.

    `before` is what a number is written with in the document and without in the citation.
    """

    folders: tuple[str, ...]
    pattern: str
    has: Callable[[], frozenset[str]]
    before: str = ""

    def cited(self) -> Iterator[tuple[str, str]]:
        """Every number that is cited, with file and line."""
        for folder in self.folders:
            for path in sorted((ROOT / folder).rglob("*.py")):
                text = path.read_text(encoding="utf-8")
                for match in re.finditer(self.pattern, text):
                    line = text.count("\n", 0, match.start()) + 1
                    for number in re.findall(NUMBER, match[1]):
                        yield self.before + number, f"{path.relative_to(ROOT)}:{line}"


def page_numbers(game: str) -> frozenset[str]:
    """The numbers of a game's rules page: its paragraphs' and its numbered headings'."""
    page = rules_sections(game)
    return frozenset(
        [each.number for section in page for each in section.paragraphs]
        + [section.number for section in page if section.number]
    )


def several(number: str) -> str:
    """A pattern for one number or a list of them: 4, 4 and 5, 4.3.1-4.3.5."""
    return rf"{number}(?:(?:, | and |-|; ){number})*\b"


def _kinds() -> dict[str, Citing]:
    kinds: dict[str, Citing] = {}
    for game in GAMES:
        numbers = partial(page_numbers, game)
        own = (f"rules/{game}", f"app/games/{game}", f"tests/rules/{game}")
        kinds[game] = Citing(CODE, rf"\b{game} ({several(NUMBER)})", numbers)
        kinds[f"paragraphs of {game}"] = Citing(own, rf"\b[Pp]aragraphs? ({several(NUMBER)})", numbers)
        kinds[f"rulings of {game}"] = Citing(
            own, rf"\b[Rr]ulings? ({several('[0-9]+')})", numbers, before="R"
        )
        kinds[f"paragraphs of {game} in brackets"] = Citing(
            own, rf" \(({several('[0-9]+(?:[.][0-9]+)+[a-z]?')})[),]", numbers
        )
        kinds[f"rulings of {game} by sign"] = Citing(own, r"\b(R[0-9]+)\b", numbers)
    return kinds


KINDS = _kinds()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_cited_can_be_looked_up(kind: str) -> None:
    has = KINDS[kind].has()
    missing = [f"{where}: {number}" for number, where in KINDS[kind].cited() if number not in has]

    assert missing == []


def test_every_kind_of_citation_is_found_somewhere() -> None:
    """A pattern that matches nothing would hold nothing."""
    assert [game for game in GAMES if not any(True for _ in KINDS[game].cited())] == []
