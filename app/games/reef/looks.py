"""The looks of Reef Encounter's pieces, for their painters.

Colours, algae and seats are numbered as in the rules.
"""

from __future__ import annotations

from app.games.scene import OwnLook


class Space(OwnLook, frozen=True):
    """A space of a board that is not sand: its printed sign, a tile's colour, a shrimp's seat, its coral."""

    sign: str
    tile: int | None = None
    shrimp: int | None = None
    is_protected: bool = False
    coral: int | None = None


class LargeSpace(OwnLook, frozen=True):
    """A large space of the open sea: the value of its colour's tiles, its cube and its tiles."""

    colour: int
    value: int
    has_cube: bool
    tiles: tuple[int, ...]


class Supply(OwnLook, frozen=True):
    """The remaining cubes of a colour, and the tiles of the bonus reserve."""

    colour: int
    cubes: int
    reserve: int


class CoralTile(OwnLook, frozen=True):
    """A coral tile: `large`, `small` and `lock` are algae, `starfish` marks side A."""

    strong: int
    weak: int
    large: int
    small: int
    lock: int | None = None
    starfish: bool = False


class AlgaSpace(OwnLook, frozen=True):
    """The alga space and the cylinder on it."""

    alga: int | None = None


class Stack(OwnLook, frozen=True):
    """Equal pieces: "tile", "cube", "alga" or "shrimp"; their colour, alga or seat; their number."""

    kind: str
    index: int
    count: int


class Home(OwnLook, frozen=True):
    """A screen and the shrimps behind it."""

    seat: int
    count: int


class Fish(OwnLook, frozen=True):
    """The player's parrotfish: its tiles by colour, the start tile that only its owner knows, its worth
    now."""

    seat: int
    tiles: tuple[int, ...]
    start: int | None
    points: int


class Button(OwnLook, frozen=True):
    """One of the ten actions, or undo (0); `is_enabled`: it leads somewhere."""

    number: int
    label: str
    is_enabled: bool = True

    @property
    def key(self) -> str:
        """Sign on the button, which is its key: 0 collects, because it stands after 9 on a keyboard."""
        return str(self.number % 10) if self.number else ""


class Player(OwnLook, frozen=True):
    """A player as all see it. Counts are None if the table's options hide them."""

    eaten: int
    home: int
    front: tuple[int, ...]
    tiles: int | None
    cubes: tuple[int, ...] | None
    fish: int | None
