"""The looks of Reef Encounter's pieces: what their painters have to know. Colours, algae and seats are the
numbers of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.scene import OwnLook


@dataclass(frozen=True, slots=True)
class Space(OwnLook):
    """A space of a board that is not sand: the sign that is printed on it, a tile's colour, a shrimp's seat,
    the coral that it is a part of."""

    sign: str
    tile: int | None = None
    shrimp: int | None = None
    is_protected: bool = False
    coral: int | None = None


@dataclass(frozen=True, slots=True)
class LargeSpace(OwnLook):
    """A large space of the open sea: what a tile of its colour is worth, its cube and its tiles."""

    colour: int
    value: int
    has_cube: bool
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Supply(OwnLook):
    """The cubes of a colour that are left, and the tiles of the bonus reserve."""

    colour: int
    cubes: int
    reserve: int


@dataclass(frozen=True, slots=True)
class CoralTile(OwnLook):
    """A coral tile as it lies; `large`, `small` and `lock` are algae, `starfish` marks its second side."""

    strong: int
    weak: int
    large: int
    small: int
    lock: int | None = None
    starfish: bool = False


@dataclass(frozen=True, slots=True)
class AlgaSpace(OwnLook):
    """The alga space and the cylinder on it."""

    alga: int | None = None


@dataclass(frozen=True, slots=True)
class Stack(OwnLook):
    """Equal pieces: "tile", "cube", "alga" or "shrimp", their colour, alga or seat, and how many."""

    kind: str
    index: int
    count: int


@dataclass(frozen=True, slots=True)
class Home(OwnLook):
    """A screen and the shrimps behind it."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Fish(OwnLook):
    """The own parrotfish: its tiles by colour, the start tile that only its owner knows, its worth now."""

    seat: int
    tiles: tuple[int, ...]
    start: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Button(OwnLook):
    """One of the ten actions, or undo (0); `is_enabled`: it leads somewhere."""

    number: int
    label: str
    is_enabled: bool = True

    @property
    def key(self) -> str:
        """Sign on the button, which is its key: 0 collects, as on a keyboard it stands after 9."""
        return str(self.number % 10) if self.number else ""


@dataclass(frozen=True, slots=True)
class Player(OwnLook):
    """A player as all see it. Counts are None where the options of the table hide them."""

    eaten: int
    home: int
    front: tuple[int, ...]
    tiles: int | None
    cubes: tuple[int, ...] | None
    fish: int | None
