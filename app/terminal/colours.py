"""Colours for terminals that have them: prompts, refusals and the colours of the pieces."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import Final, TextIO

from app.games.scene import Description, Tint

_CODES: Final[Mapping[Tint, str]] = {
    Tint.BOLD: "1",
    Tint.RED: "31",
    Tint.GREEN: "32",
    Tint.YELLOW: "33",
    Tint.BLUE: "34",
    Tint.PINK: "35",
    Tint.CYAN: "36",
    Tint.ORANGE: "91",
    Tint.GREY: "90",
    Tint.WHITE: "97",
}
_EVERYWHERE: Final = (
    (r"^(?:Your (?:turn|bid)|Still your turn)\b.*", Tint.BOLD),
    (r"^You cannot do that:", Tint.RED),
    (r"^A hint:", Tint.YELLOW),
)
_ON_WINDOWS: Final = ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM")
"""Environment variables of those Windows terminals that understand colours."""


def has_colours(out: TextIO, environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """True if `out` is a terminal with colours, and the user has not forbidden them (no-color.org)."""
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb" or not out.isatty():
        return False
    return platform != "win32" or any(name in environ for name in _ON_WINDOWS)


def tinter(table: Description) -> Callable[[str], str]:
    """Return a function that colours a printed line of a game."""
    rules = [(re.compile(pattern), _CODES[tint]) for pattern, tint in (*_EVERYWHERE, *table.tints)]

    def tinted(line: str) -> str:
        parts: list[tuple[int, int, str]] = []
        for pattern, code in rules:
            for match in pattern.finditer(line):
                if all(match.end() <= begin or end <= match.start() for begin, end, _ in parts):
                    parts.append((match.start(), match.end(), code))
        for begin, end, code in sorted(parts, reverse=True):
            line = f"{line[:begin]}\x1b[{code}m{line[begin:end]}\x1b[0m{line[end:]}"
        return line

    return tinted
