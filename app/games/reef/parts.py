"""The table of Reef Encounter as one value: everything that the window shows, nothing of how.

`app.games.reef.screen` makes it. Spaces, tiles and buttons are `ReefPlace`s: what may be pressed, how
it stands out, and its name for a screen reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.games.scene import Token


class Light(StrEnum):
    """How something that can be pressed stands out: not at all, as possible, as asked for, as held."""

    NONE = "none"
    OPEN = "open"
    LIT = "lit"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class ReefPlace:
    """One thing that can be pressed."""

    target: Token
    name: str
    light: Light = Light.NONE
    last: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A space of a board that is not sand. `tile` a colour, `shrimp` a seat."""

    place: ReefPlace
    tile: int | None
    shrimp: int | None
    is_protected: bool


@dataclass(frozen=True, slots=True)
class Coral:
    """A coral: its spaces as (column, row), the one that bears its size, its guard's seat if any."""

    rock: int
    colour: int
    spaces: frozenset[tuple[int, int]]
    badge: int
    seat: int | None

    @property
    def size(self) -> int:
        """How many tiles."""
        return len(self.spaces)


@dataclass(frozen=True, slots=True)
class Reef:
    """A board: its printed rows and its cells."""

    rows: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sea:
    """A colour's place in the open sea: its value now, its cube and tiles, and what is left of it."""

    place: ReefPlace
    supply: ReefPlace
    colour: int
    value: int
    has_cube: bool
    tiles: tuple[int, ...]
    cubes_left: int
    reserve: int


@dataclass(frozen=True, slots=True)
class CoralTile:
    """A coral tile as it lies; `lock` is an alga."""

    place: ReefPlace
    strong: int
    weak: int
    large: int
    small: int
    lock: int | None
    starfish: bool


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal pieces of the player's own: how many of them."""

    place: ReefPlace
    count: int


@dataclass(frozen=True, slots=True)
class Own:
    """The player's own things: by colour tiles behind the screen, cubes, consumed tiles, the fish's tiles.

    `start` is the colour of the start tile in the fish, `points` what the fish is worth now.
    """

    seat: int
    tiles: tuple[Stack, ...]
    cubes: tuple[Stack, ...]
    front: tuple[Stack, ...]
    home: Stack
    fish: tuple[int, ...]
    start: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Plate:
    """A player as all see it. Counts are None where the table's options hide them; `trouble` is what is
    wrong with the link, `keys` what the others hold of its keys; "" for nothing."""

    place: ReefPlace
    seat: int
    name: str
    is_viewer: bool
    is_turn: bool
    has_left: bool
    eaten: int
    home: int
    front: tuple[int, ...]
    tiles: int | None
    cubes: tuple[int, ...] | None
    fish: int | None
    trouble: str = ""
    keys: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """One of the ten actions, or undo: enabled, or why not."""

    place: ReefPlace
    number: int
    label: str
    why: str

    @property
    def is_enabled(self) -> bool:
        """Whether pressing it leads anywhere."""
        return not self.why


@dataclass(frozen=True, slots=True)
class Score:
    """One player's sum at the end: per colour (tiles, value), the total, the rank, what broke a tie."""

    seat: int
    name: str
    parts: tuple[tuple[int, int], ...]
    total: int
    rank: int
    ties: str


@dataclass(frozen=True, slots=True)
class ReefScreen:
    """The whole table."""

    status: str
    phase: str
    reefs: tuple[Reef, ...]
    corals: tuple[Coral, ...]
    seas: tuple[Sea, ...]
    coral_tiles: tuple[CoralTile, ...]
    algae: tuple[Stack, ...]
    alga_space: ReefPlace
    alga: int | None
    bag: int
    plates: tuple[Plate, ...]
    own: Own | None
    buttons: tuple[Button, ...]
    undo: Button
    warnings: tuple[str, ...]
    scores: tuple[Score, ...] = ()

    @property
    def places(self) -> tuple[ReefPlace, ...]:
        """Everything that can be pressed, in the order of reading."""
        own = self.own
        return (
            *(plate.place for plate in self.plates),
            *(cell.place for reef in self.reefs for cell in reef.cells),
            *(tile.place for tile in self.coral_tiles),
            *(sea.place for sea in self.seas), *(sea.supply for sea in self.seas),
            self.alga_space, *(stack.place for stack in self.algae),
            *(() if own is None else (
                stack.place for stack in (*own.tiles, *own.cubes, *own.front, own.home))),
            *(button.place for button in self.buttons), self.undo.place,
        )  # fmt: skip
