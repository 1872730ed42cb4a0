"""Every rule and paragraph that the code cites can be looked up: the cited document has that number.

A kind of citation is a `Citing`: the texts that are searched, its spelling, and the numbers that the document
behind it has. To hold another document, add to `KINDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pytest

from app.screens.rules import NUMBER, rules_sections
from tests.support.catalogue import GAMES

ROOT = Path(__file__).parents[1]
CODE = ("rules", "net", "app", "ui", "tests")
ALL = (*CODE, "packaging", ".github", "README.md", "CHANGELOG.md", "pyproject.toml")
SECTION = r"[0-9]+(?:[.][0-9]+)*"
NET, DECK = "net/PROTOCOL.md", "net/deck/PROTOCOL.md"
OF_AGREEMENT = (
    *(f"net/{room}" for room in ("agreement", "wire", "seat", "link", "lobby", "machine.py")),
    *("tests/net/agreement", "tests/net/seat", "tests/net/wire", "tests/support", "app/keep", "app/table"),
)


@dataclass(frozen=True)
class Citing:
    """Texts under `places`, searched with `pattern`, whose group 1 holds one or more numbers.

    `before` is the text before a number in the document that a citation leaves out.
    """

    places: tuple[str, ...]
    pattern: str
    has: Callable[[], frozenset[str]]
    before: str = ""

    def cited(self) -> Iterator[tuple[str, str]]:
        """Every number that is cited, with file and line."""
        for place in self.places:
            for path, text in texts(place):
                for match in re.finditer(self.pattern, text):
                    line = text.count("\n", 0, match.start()) + 1
                    for number in re.findall(NUMBER, match[1]):
                        yield self.before + number, f"{path.relative_to(ROOT)}:{line}"


@cache
def texts(place: str) -> tuple[tuple[Path, str], ...]:
    """The files at a place that people read, with their texts. Golden files and rules pages cite nothing."""
    at = ROOT / place
    return tuple(
        (path, path.read_text(encoding="utf-8"))
        for path in (sorted(at.rglob("*")) if at.is_dir() else [at])
        if path.suffix in {".py", ".toml", ".yml"} or path.name in ("README.md", "PROTOCOL.md")
    )


def page_numbers(game: str) -> frozenset[str]:
    """The numbers of a game's rules page: its paragraphs' and its numbered headings'."""
    page = rules_sections(game)
    return frozenset(
        [each.number for section in page for each in section.paragraphs]
        + [section.number for section in page if section.number]
    )


def found(document: str, pattern: str) -> frozenset[str]:
    """Matches of a pattern's group 1 in a document, line by line."""
    return frozenset(re.findall(pattern, (ROOT / document).read_text(encoding="utf-8"), re.MULTILINE))


def headings(document: str) -> frozenset[str]:
    """The numbers of a document's headings."""
    return found(document, rf"^#+ ({SECTION})[. ]")


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


KINDS = _kinds() | {
    "net": Citing(ALL, rf"\bnet ({several(SECTION)})", partial(headings, NET)),
    # "deck 0-51" is how positions spell a pile, so a paragraph of the deck is cited with its dot.
    "deck": Citing(
        ALL,
        rf"(?:\bdeck (?=[0-9]+[.][0-9])|\bnet/deck/PROTOCOL[.]md`? )({several(SECTION)})",
        partial(headings, DECK),
    ),
    "rows of deck 4": Citing(
        ALL, rf"\bdeck\s+4,\s+rows?\s+({several('[0-9]+')})", partial(found, DECK, r"^\| ([0-9]+) \|")
    ),
    "rules of agreement": Citing(
        OF_AGREEMENT, r"(?<!reef )\bR([0-9]+)\b", partial(found, NET, r"^- \*\*(R[0-9]+) "), before="R"
    ),
}


def test_every_cited_paragraph_exists() -> None:
    """Each kind that is used is also found: a pattern that matches nothing would check nothing."""
    always = {*GAMES, "net", "deck", "rows of deck 4", "rules of agreement"}
    missing: list[str] = []
    for kind, citing in KINDS.items():
        has, cited = citing.has(), tuple(citing.cited())
        missing += [f"{where}: {number}, by {kind}" for number, where in cited if number not in has]
        if not cited and kind in always:
            missing.append(f"anything, by {kind}")

    assert missing == []


@pytest.mark.parametrize("document", [NET, DECK])
def test_no_number_of_a_protocol_means_two_paragraphs(document: str) -> None:
    numbers = re.findall(rf"^#+ ({SECTION})[. ]", (ROOT / document).read_text(encoding="utf-8"), re.MULTILINE)

    assert len(numbers) == len(set(numbers)) > 20


def test_nothing_cites_a_document_that_is_not_here() -> None:
    """The papers that the program was designed by are not part of it."""
    gone = re.compile(r"\b(?:net|deck|design|style|survive|ui)" + r"\.md\b")

    assert [path.as_posix() for place in ALL for path, text in texts(place) if gone.search(text)] == []
