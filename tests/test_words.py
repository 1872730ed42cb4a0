"""One word for one thing (`.github/ARCHITECTURE.md`): the words that were given up do not come back."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GIVEN_UP = {
    "spectator": r"watchers?|onlookers?|look(?:s|ing)? on(?= at\b|[.,;:!?\"]|$)",
    "inbound, source (of a game), late joiner": r"doors?[a-z]*|porch",
    "lower_thread_priority": r"be_gentle",
    "record": r"protocol file|game log",
    "introduction": r"tutorial",
    "replay": r"playback",
    "ZAP handler": r"porters?",
    "joint number": r"joint coins?",
    "continue": r"be gone on with|shoal resume",
    "hidden (a game)": r"what was put away",
    "step, action, move, offence": r"deeds?(?!\")",
    "again, new": r"anew",
    "pool (of processes)": r"crews?",
    "Preferences (of a table)": r"set_manner|manners?",
    "TableSetup": r"(?:first|show)_wish|wish_(?:for|again)",
    "OutOfReach": r"hearsay",
    "scoreboard": r"halls?",
    "environment (of a peer)": r"desks?|lookouts?|look_out",
    "renderer, drawing budget": r"easels?",
    "turning point": r"turnings",
    "address book": r"whereabouts",
    "search (for a player)": r"reunions?",
    "CarelessPolicy, PartlyRandomPolicy": r"easygoing|slipping",
    "best_action": r"heaviest",
    "rounds (of a search)": r"heats?",
    "JudgedChoice": r"appraised",
}
"""Words in use, each with a pattern of those that it has replaced, in small letters."""
WHERE = ("app", "net", "rules", "ui", "README.md", "CHANGELOG.md", ".github")
ROOMS = ("app", "net", "packaging", "rules", "tests", "ui")


@pytest.mark.parametrize("word", GIVEN_UP)
def test_a_word_that_was_given_up_does_not_come_back(word: str) -> None:
    given_up = re.compile(rf"(?<![a-z])(?:{GIVEN_UP[word]})(?![a-z])", re.IGNORECASE | re.MULTILINE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for top in WHERE
        for path in sorted([ROOT / top] if (ROOT / top).is_file() else (ROOT / top).rglob("*"))
        if path.suffix in (".py", ".md")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if given_up.search(line)
    ]

    assert not found, f"say {word} instead:\n" + "\n".join(found)


FIRST = (
    "What|Whether|Whose|Who|Whom|Whoever|By|With which|For whom|Whatever|How|Where|When|Which|Why|So many|As"
)
LATER = r"[.]\s+(What|Whatever|Who|Whoever|Whose)\b"
RELATIVE = re.compile(rf"\A({FIRST})\b|{LATER}")
"""Beginnings of a docstring, and of a sentence in it."""
SUSPECT = re.compile(rf"[\"']({FIRST})\b|{LATER}")
"""The same anywhere in a source: other modules need no parsing, which takes seconds for a room."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, also those below a constant or a field: line and text."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
                yield each.lineno, str(each.value.value)


@pytest.mark.parametrize("room", ROOMS)
def test_a_docstring_begins_with_a_noun_or_an_imperative_and_so_do_its_sentences(room: str) -> None:
    """A relative clause names nothing: "What there is" can be anything."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.split(chr(10))[0]}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if SUSPECT.search(path.read_text(encoding="utf-8"))
        for line, text in docstrings(path)
        if RELATIVE.search(text)
    ]

    assert not found, "\n".join(found)


NAMELESS = re.compile(
    r"\b(whoever|whomever|such as are|so many|hangs? on|thereby|what is so|passed over|comes? of it)\b",
    re.IGNORECASE,
)
"""Words that stand where a name can: who, how many, which message, and then?"""


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """The comments of a module: line and text."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


OLD = re.compile(r"\b(anew|the own|another \w+ than)\b|, too(?=[.:;]|$)", re.IGNORECASE | re.MULTILINE)
"""Words of an English that nobody speaks: say again, the player's, different from, and also."""


def texts_with(pattern: re.Pattern[str], room: str) -> list[str]:
    """The docstrings and comments of a room in which a pattern is found, a line each."""
    texts = (
        (path, line, " ".join(text.split()))
        for path in sorted((ROOT / room).rglob("*.py"))
        if pattern.search(source := path.read_text(encoding="utf-8"))
        or pattern.search(" ".join(source.split()))
        for line, text in (*docstrings(path), *comments(path))
    )
    return [
        f"{path.relative_to(ROOT)}:{line}: {found[0]}: {text[:80]}"
        for path, line, text in texts
        if (found := pattern.search(text))
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_a_text_for_readers_of_the_code_names_what_it_is_about(room: str) -> None:
    found = texts_with(NAMELESS, room)

    assert not found, "\n".join(found)


@pytest.mark.parametrize("room", ["packaging", "tests", "ui"])
def test_a_text_for_readers_of_the_code_is_in_spoken_english(room: str) -> None:
    found = texts_with(OLD, room)

    assert not found, "\n".join(found)
