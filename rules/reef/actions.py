"""The small actions that make up a turn, with their texts and numbers (FORMAT.md has a table).

Every action is a frozen value with one canonical text and one small number, its `code`, which
playouts use in its place. Codes are grouped in blocks of 256, so that one division tells the kind of action.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.api import Face, Slot
from rules.reef.pieces.boards import space_text
from rules.reef.pieces.facts import ALGAE, COLOURS, NONE

UNDO: Final = 0
PASS: Final = 1
COLLECT: Final = 8
CUBE: Final = 16
BUY_CUBE: Final = 24
BUY_TILE: Final = 32
PAIR: Final = 40
"""The first two cubes: `PAIR` + first colour * 5 + second colour, 40-64."""
BLOCK: Final = 256
ALGA: Final = 1 * BLOCK
"""`ALGA` + (paid colour * 4 + alga) * 11 + target; the sum after `ALGA` is below 220."""
EAT: Final = 3 * BLOCK
LAY_SCREEN: Final = 4 * BLOCK
LAY_FRONT: Final = 5 * BLOCK
LAY_START: Final = 6 * BLOCK
INTRODUCE: Final = 7 * BLOCK
FISH: Final = 8 * BLOCK
MOVE: Final = 16 * BLOCK
"""`MOVE` + from * 256 + to."""
HOME: Final = 255
"""The `to` of a move behind the screen."""


@dataclass(frozen=True, slots=True)
class ReefAction:
    """Base of all actions; most open no slot."""

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The start tile that the action makes public, if it does."""
        return ()

    @property
    def code(self) -> int:
        """The number that stands for the action in playouts."""
        raise NotImplementedError


class Source(Enum):
    """Place that a laid tile comes from."""

    SCREEN = "screen"
    FRONT = "front"


@dataclass(frozen=True, slots=True)
class Undo(ReefAction):
    """Take back the last small action of this turn."""

    @property
    def code(self) -> int:
        return UNDO

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Pass(ReefAction):
    """Eat nothing in the final round."""

    @property
    def code(self) -> int:
        return PASS

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class FeedStart(ReefAction):
    """Set-up: put one of the start tiles into the parrotfish, unseen."""

    slot: Slot

    @property
    def code(self) -> int:
        return FISH + self.slot

    def __str__(self) -> str:
        return f"fish {self.slot}"


@dataclass(frozen=True, slots=True)
class TakeCubes(ReefAction):
    """Set-up: take two cubes, the lower colour first."""

    first: int
    second: int

    @property
    def code(self) -> int:
        return PAIR + self.first * 5 + self.second

    def __str__(self) -> str:
        return f"cubes {COLOURS[self.first]}{COLOURS[self.second]}"


@dataclass(frozen=True, slots=True)
class Eat(ReefAction):
    """Action 1: eat the coral on which the mover's shrimp stands at `space`."""

    space: int

    @property
    def code(self) -> int:
        return EAT + self.space

    def __str__(self) -> str:
        return f"eat {space_text(self.space)}"


@dataclass(frozen=True, slots=True)
class PlayCube(ReefAction):
    """Actions 2 and 3: play a larva cube; `Lay`s of its colour may follow."""

    colour: int

    @property
    def code(self) -> int:
        return CUBE + self.colour

    def __str__(self) -> str:
        return f"cube {COLOURS[self.colour]}"


@dataclass(frozen=True, slots=True)
class Lay(ReefAction):
    """Lay a tile. `slot` is the start tile that it opens; None for a public one."""

    colour: int
    space: int
    source: Source
    slot: Slot | None = None

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return () if self.slot is None else ((self.slot, Face(self.colour)),)

    @property
    def code(self) -> int:
        if self.slot is not None:
            return LAY_START + self.space
        return (LAY_FRONT if self.source is Source.FRONT else LAY_SCREEN) + self.space

    def __str__(self) -> str:
        opened = "" if self.slot is None else f" {self.slot}={COLOURS[self.colour]}"
        return f"lay {COLOURS[self.colour]} {space_text(self.space)} from {self.source.value}{opened}"


@dataclass(frozen=True, slots=True)
class Introduce(ReefAction):
    """Action 4: put a shrimp from behind the screen onto a coral."""

    space: int

    @property
    def code(self) -> int:
        return INTRODUCE + self.space

    def __str__(self) -> str:
        return f"introduce {space_text(self.space)}"


@dataclass(frozen=True, slots=True)
class Move(ReefAction):
    """Action 5: move a shrimp to another space, or home (`NONE`)."""

    source: int
    to: int

    @property
    def code(self) -> int:
        return MOVE + self.source * BLOCK + (HOME if self.to == NONE else self.to)

    def __str__(self) -> str:
        return f"move {space_text(self.source)} {'home' if self.to == NONE else space_text(self.to)}"


@dataclass(frozen=True, slots=True)
class BuyCube(ReefAction):
    """Action 6: pay a consumed tile for a cube of its colour."""

    colour: int

    @property
    def code(self) -> int:
        return BUY_CUBE + self.colour

    def __str__(self) -> str:
        return f"trade tile {COLOURS[self.colour]}"


@dataclass(frozen=True, slots=True)
class PlayAlga(ReefAction):
    """Action 7: pay a consumed tile and play a cylinder: on the alga space (0) or on coral tile 1-10."""

    alga: int
    target: int
    pay: int

    @property
    def code(self) -> int:
        return ALGA + (self.pay * 4 + self.alga) * 11 + self.target

    def __str__(self) -> str:
        where = f"tile {self.target}" if self.target else "space"
        return f"alga {ALGAE[self.alga]} {where} pay {COLOURS[self.pay]}"


@dataclass(frozen=True, slots=True)
class BuyTile(ReefAction):
    """Action 8: pay a cube for a tile of its colour from the reserve or the bag."""

    colour: int

    @property
    def code(self) -> int:
        return BUY_TILE + self.colour

    def __str__(self) -> str:
        return f"trade cube {COLOURS[self.colour]}"


@dataclass(frozen=True, slots=True)
class Collect(ReefAction):
    """Action 10: take a large space's cube and tiles, and end the turn."""

    space: int

    @property
    def code(self) -> int:
        return COLLECT + self.space

    def __str__(self) -> str:
        return f"collect {COLOURS[self.space]}"
