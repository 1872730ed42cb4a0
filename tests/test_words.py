"""One word for one thing (`.github/ARCHITECTURE.md`): the words that were given up do not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GIVEN_UP = {
    "spectator": r"watchers?|onlookers?|look(?:s|ing)? on(?= at\b|[.,;:!?\"]|$)",
    "late joiner, spectator server": r"door_?keepers?|doorways?|watch_?door(?!s)|porch",
    "lower_thread_priority": r"be_gentle",
    "record": r"protocol file|game log",
    "introduction": r"tutorial",
    "replay": r"playback",
}
"""The word in use, and those that it has replaced, in small letters."""
WHERE = ("app", "net", "rules", "ui", "README.md", "CHANGELOG.md", ".github")


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
