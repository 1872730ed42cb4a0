"""Colours where the terminal has them, and none where they are not wanted."""

from __future__ import annotations

import io
import re

import pytest

from app.games.catalogue import catalogue
from app.games.scene import Tint
from app.terminal.colours import has_colours, tinter
from tests.support.catalogue import GAMES
from tests.support.values import replace

CODE = re.compile("\x1b\\[\\d+m")


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"TERM": "xterm"}, "linux", True),
        ({}, "linux", True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "linux", False),
        ({"TERM": "xterm", "NO_COLOR": ""}, "linux", True),
        ({"TERM": "dumb"}, "linux", False),
        ({}, "win32", False),
        ({"WT_SESSION": "a"}, "win32", True),
    ],
)
def test_colours_are_used_only_in_a_terminal_that_allows_them(
    environ: dict[str, str], platform: str, expected: bool
) -> None:
    assert has_colours(Screen(), environ, platform) is expected
    assert not has_colours(io.StringIO(), environ, platform)


@pytest.mark.parametrize(
    ("game", "line", "painted"),
    [
        ("plump", "hand: 7h  Kd  2s", ["7h", "Kd"]),
        ("kings", "1:Qb9h=2   wants 5 8", ["9h"]),
        ("reef", "  A B C D E F G     A B C D E F G", []),
        ("kings", "put: 10d king   Jb 1", ["10d"]),
        ("cahoots", "main 6D   veto 10J", ["6D", "10J"]),
        ("reef", "sea: W3[Y2O1]  P4[-]", ["W", "Y", "O", "P"]),
        ("matriculation", "hand: 15h  21h", []),
        ("plump", "Your turn: follow clubs.", ["Your turn: follow clubs."]),
        ("plump", "You cannot do that: it is not your turn.", ["You cannot do that:"]),
    ],
)
def test_lines_with_a_colour_are_painted(game: str, line: str, painted: list[str]) -> None:
    tinted = tinter(catalogue().named(game).description)(line)

    assert re.findall("\x1b\\[\\d+m(.*?)\x1b\\[0m", tinted) == painted
    assert CODE.sub("", tinted) == line


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_sentence_has_no_colour(game: str) -> None:
    line = "Ada leads the 3 of clubs, Ahd, and you have 12 cards on board 1 of 2."

    assert tinter(catalogue().named(game).description)(line) == line


def test_pieces_side_by_side_have_their_own_colours_and_the_first_rule_wins_where_two_fit() -> None:
    table = replace(
        catalogue().named("plump").description, tints=((r"ab|b", Tint.RED), (r"bc|c|d", Tint.BLUE))
    )
    tinted = tinter(table)

    assert tinted("cab") == "\x1b[34mc\x1b[0m\x1b[31mab\x1b[0m"
    assert tinted("abc") == "\x1b[31mab\x1b[0mc", "`bc` overlaps"
    assert tinted("abd") == "\x1b[31mab\x1b[0m\x1b[34md\x1b[0m"
