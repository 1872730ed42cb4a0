"""The position as flat lists of small numbers, shared by the checked path and by playouts.

Why it is mutable inside: a playout makes 20,000 small actions a second and a checked state as
many as a table can sign; both copy these lists and let the same functions (`laying`, `shrimps`,
`exchanges`, `refill`, `ending`) change the copy. `state.ReefState` never changes the position
that it holds.

Per-colour counts have six columns (`WIDTH`): the five colours, and in scripts a sixth for tiles
whose colour nobody has said yet (`UNKNOWN`). In a real game the sixth is always zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rules.reef.pieces.boards import Ground, ground_of
from rules.reef.pieces.facts import LARGE, TOP

BARE: Final = -1
"""A rock space without a tile."""
SAND: Final = -2
NOBODY: Final = -1
NONE: Final = -1
WIDTH: Final = 6
UNKNOWN: Final = 5


class ReefPhase(IntEnum):
    """What the game waits for."""

    BOARDS = 0
    SIDE = 1
    SPACE = 2
    START = 3
    SHUFFLE = 4
    DEAL = 5
    FISH = 6
    CUBES = 7
    TURN = 8
    FETCH = 9
    """Deck slots are opened until one has the colour that the bonus reserve lacks."""
    DRAW = 10
    """A joint coin says which tiles come from the pool of returned tiles."""
    OPEN = 11
    """The deck slots that the coin chose are opened."""
    FINAL = 12
    SCORE = 13
    OVER = 14


class End(IntEnum):
    """Why no further turn is played (reef 5.1)."""

    NOT = 0
    LOCKED = 1
    SHRIMPS = 2
    CLOSED = 3
    SUPPLY = 4
    ALONE = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's options as the rules read them."""

    seats: int
    by_size: bool = True
    """A larger coral may take a polyp too (`attack=strength-or-size`)."""
    house: bool = False
    growth: bool = True
    counts: bool = True

    @property
    def tiles_to_bag(self) -> int:
        """Tiles of an eaten coral that go back to the bag in a turn (reef 4.2, 5.4)."""
        return 4 if self.growth else 5


class Position:
    """Everything about a game that is public, and which slots are whose.

    Space-indexed: `tile` (colour, `BARE` or `SAND`), `shrimp` (seat or `NOBODY`) and, derived from
    them, `coral` (the lowest space of the coral that a tile belongs to), `size` and `guard` (by
    that lowest space: how many tiles, and where the shrimp stands or `NONE`), `posted` (by seat).
    By seat and colour, `seat * WIDTH + colour`: `hand` (publicly known tiles behind the screen),
    `cubes`, `front` (consumed tiles), `fish` (publicly known tiles in the parrotfish).
    """

    __slots__ = (
        "acted", "alga", "algae_left", "ate", "beats", "behind", "coral", "cubes", "cubes_left",
        "deck", "deck_end", "eaten", "end", "ender", "fetch", "finals", "first",
        "first_space", "fish", "front", "gone", "ground", "guard", "hand", "home", "introduced",
        "laid_cubes", "laying", "lock", "locked", "moved", "opening", "phase", "pool", "posted", "queue",
        "reserve", "rules", "sea", "sea_cubes", "seat", "secret", "shrimp", "side", "size",
        "start", "step", "tile", "tipped", "undone",
    )  # fmt: skip

    def __init__(self, rules: Rules) -> None:
        seats = rules.seats
        self.rules = rules
        self.ground: Ground = ground_of(())
        self.phase = ReefPhase.BOARDS
        self.seat = 0
        self.step = 0
        self.first = 0
        self.first_space = 0
        self.gone: tuple[bool, ...] = (False,) * seats

        self.tile: list[int] = []
        self.shrimp: list[int] = []
        self.coral: list[int] = []
        self.size: list[int] = []
        self.guard: list[int] = []
        self.posted: list[tuple[int, ...]] = [()] * seats

        self.hand = [0] * (seats * WIDTH)
        self.cubes = [0] * (seats * WIDTH)
        self.front = [0] * (seats * WIDTH)
        self.fish = [0] * (seats * WIDTH)
        self.secret: list[tuple[int, ...]] = [()] * seats
        self.start = [NONE] * seats
        self.home = [4] * seats
        self.eaten = [0] * seats

        self.sea = [0] * (5 * WIDTH)
        self.sea_cubes = [0] * 5
        self.cubes_left = [10] * 5
        self.algae_left = [5] * 4
        self.alga = NONE
        self.side = [0] * 10
        self.lock = [NONE] * 10
        self.beats: list[bool] = [False] * 25
        self.reserve = [0] * 5
        self.tipped = False
        self.pool = [0] * 5
        self.deck = 0
        self.deck_end = 0

        self.ate = self.acted = self.introduced = self.locked = False
        self.laid_cubes = 0
        self.laying = NONE
        self.behind = 0
        self.moved = 0
        self.undone = 0
        self.fetch = NONE
        self.queue: tuple[int, ...] = ()
        self.opening: tuple[int, ...] = ()
        self.ender = NOBODY
        self.end = End.NOT
        self.finals: tuple[int, ...] = ()

    def clone(self) -> Position:
        """An independent copy; what never changes in place is shared."""
        new = object.__new__(Position)
        new.rules, new.ground, new.phase, new.seat = self.rules, self.ground, self.phase, self.seat
        new.step, new.first, new.first_space, new.gone = self.step, self.first, self.first_space, self.gone
        new.tile, new.shrimp, new.coral = self.tile[:], self.shrimp[:], self.coral[:]
        new.size, new.guard, new.posted = self.size[:], self.guard[:], self.posted[:]
        new.hand, new.cubes, new.front, new.fish = self.hand[:], self.cubes[:], self.front[:], self.fish[:]
        new.secret, new.start, new.home, new.eaten = (
            self.secret[:], self.start[:], self.home[:], self.eaten[:],
        )  # fmt: skip
        new.sea, new.sea_cubes, new.cubes_left = self.sea[:], self.sea_cubes[:], self.cubes_left[:]
        new.algae_left, new.alga = self.algae_left[:], self.alga
        new.side, new.lock, new.beats = self.side[:], self.lock[:], self.beats[:]
        new.reserve, new.tipped, new.pool = self.reserve[:], self.tipped, self.pool[:]
        new.deck, new.deck_end, new.ate, new.acted = self.deck, self.deck_end, self.ate, self.acted
        new.laid_cubes, new.introduced, new.locked = self.laid_cubes, self.introduced, self.locked
        new.laying, new.behind, new.fetch = self.laying, self.behind, self.fetch
        new.moved, new.undone = self.moved, self.undone
        new.queue, new.opening, new.ender, new.end = self.queue, self.opening, self.ender, self.end
        new.finals = self.finals
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        compared = (name for name in self.__slots__ if name not in _DERIVED)
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    def __hash__(self) -> int:
        return hash((self.phase, self.seat, self.deck, *self.tile, *self.shrimp, *self.hand))

    def packed(self) -> bytes:
        """Everything that is not derived, as bytes: equal if and only if the positions are.

        Every number fits a byte (there are 200 tiles) once `SAND` is made zero; lists of the
        length that the head implies follow one another, the others behind their length.
        """
        rules = self.rules
        head = (
            rules.seats, rules.by_size, rules.house, rules.growth, rules.counts, self.phase, self.seat,
            self.step, self.first, self.first_space, self.deck, self.deck_end, self.ate, self.acted,
            self.introduced, self.locked, self.tipped, self.laid_cubes, self.behind, self.moved,
            self.undone, self.end, *self.gone,
        )  # fmt: skip
        signed = (
            self.alga, self.laying, self.fetch, self.ender, *self.lock, *self.start,
            *self.tile, *self.shrimp,
        )  # fmt: skip
        counts = (
            self.hand, self.cubes, self.front, self.fish, self.home, self.eaten, self.sea, self.sea_cubes,
            self.cubes_left, self.algae_left, self.side, self.reserve, self.pool,
        )  # fmt: skip
        ragged = (self.queue, self.opening, self.finals, *self.secret)
        return b"".join(
            (
                bytes(head),
                ".".join(self.ground.names).encode() + b"|",
                bytes([number - SAND for number in signed]),
                *map(bytes, counts),
                *(bytes((len(row), *row)) for row in ragged),
            )
        )

    # -- reading ------------------------------------------------------------------------------

    def in_hand(self, seat: int) -> int:
        """Tiles behind a screen, public and secret."""
        return sum(self.hand[seat * WIDTH : seat * WIDTH + WIDTH]) + len(self.secret[seat])

    def in_fish(self, seat: int) -> int:
        """Tiles in a parrotfish, the start tile included."""
        return sum(self.fish[seat * WIDTH : seat * WIDTH + WIDTH]) + (self.start[seat] != NONE)

    def in_bag(self) -> int:
        """Tiles in the bag: the deck's unopened slots and the pool of returned tiles."""
        return self.deck_end - self.deck + sum(self.pool)

    def on_sea(self, space: int) -> int:
        """Tiles on a large space."""
        return sum(self.sea[space * WIDTH : space * WIDTH + WIDTH])

    def values(self) -> list[int]:
        """What a tile of each colour is worth (reef 5.2)."""
        values = [1] * 5
        for k, side in enumerate(self.side):
            values[TOP[side][k]] += 1
        return values

    def large(self, k: int) -> int:
        """The large alga that coral tile k (0-9) shows."""
        return LARGE[self.side[k]][k]

    def is_available(self, colour: int) -> bool:
        """Whether a tile of that colour can be had by name from the reserve or the bag (R12).

        The reserve lacks a colour only when the whole deck was opened in search of it or when it
        was tipped into the empty bag: either way every tile of the bag is in the public pool.
        """
        return self.reserve[colour] > 0 or self.pool[colour] > 0

    def rank_beats(self) -> None:
        """Derive `beats` from the sides of the coral tiles: `beats[strong * 5 + weak]`."""
        beats = [False] * 25
        for k, side in enumerate(self.side):
            beats[TOP[side][k] * 5 + TOP[1 - side][k]] = True
        self.beats = beats


_DERIVED: Final = frozenset({"coral", "size", "guard", "posted", "beats"})
