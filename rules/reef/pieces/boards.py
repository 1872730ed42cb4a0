"""Spaces of the boards: the spaces of the rocks in play and their neighbours (reef 2).

A space is one small number, `rock * 42 + row * 7 + column`, and is written `0:D4`: rock, column A-G, row
1-6. Adjacent spaces always share an edge on the same rock.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.errors import BadText
from rules.reef.pieces.facts import BOARDS, COLOURS

COLUMNS: Final = "ABCDEFG"
ROWS: Final = 6
SPACES: Final = len(COLUMNS) * ROWS
"""Spaces of one rock, sand included."""
_SPACE_TEXTS: Final = tuple(
    f"{rock}:{column}{row + 1}" for rock in range(4) for row in range(ROWS) for column in COLUMNS
)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The rocks of one game: everything about them that never changes. One object per choice of boards.

    `rock` lists the spaces that are not sand; `near[space]` its rock neighbours; `growth[space]` the
    extra-growth space beside it, or -1; `growths` the growth space of each rock.
    """

    names: tuple[str, ...]
    rock: tuple[int, ...]
    is_rock: bytes
    near: tuple[tuple[int, ...], ...]
    growth: tuple[int, ...]
    growths: tuple[int, ...]
    starts: tuple[tuple[int, int], ...]
    """Space and colour of every starting polyp."""

    @property
    def size(self) -> int:
        """Number of spaces, sand included."""
        return len(self.near)


@cache
def ground_of(names: tuple[str, ...]) -> Ground:
    """The rocks with these names, in this order."""
    signs = "".join("".join(BOARDS[name]) for name in names)
    rock = tuple(space for space, sign in enumerate(signs) if sign != ".")
    near = tuple(_near(signs, space) for space in range(len(signs)))
    growths = tuple(space for space in rock if signs[space] == "*")
    return Ground(
        names=names,
        rock=rock,
        is_rock=bytes(sign != "." for sign in signs),
        near=near,
        growth=tuple(next((at for at in near[space] if at in growths), -1) for space in range(len(signs))),
        growths=growths,
        starts=tuple((space, COLOURS.index(signs[space])) for space in rock if signs[space] in COLOURS),
    )


def space_text(space: int) -> str:
    """`0:D4`: the rock and the space on it."""
    return _SPACE_TEXTS[space]


def space_name(space: int) -> str:
    """`D4 on board 1`: a space as players say it; boards count from 1 for them."""
    return f"{space_text(space)[2:]} on board {space // SPACES + 1}"


def parse_space(text: str) -> int:
    """Read `space_text` back; raises `BadText`. The rules check that the rock is in play."""
    if len(text) == 4 and text[0] in "0123" and text[1] == ":" and text[2] in COLUMNS and text[3] in "123456":
        return int(text[0]) * SPACES + (int(text[3]) - 1) * len(COLUMNS) + COLUMNS.index(text[2])
    raise BadText(f"{text!r} is not a space such as 0:D4")


def _near(signs: str, space: int) -> tuple[int, ...]:
    """The rock spaces that share an edge with `space`; none for sand."""
    if signs[space] == ".":
        return ()
    row, column = divmod(space % SPACES, len(COLUMNS))
    steps = ((row > 0, -7), (column > 0, -1), (column < 6, 1), (row < ROWS - 1, 7))
    return tuple(space + step for inside, step in steps if inside and signs[space + step] != ".")
