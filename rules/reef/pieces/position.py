"""The position: everything public in a game, and the owners of the slots.

It is mutable so that a playout can make 40,000 small actions a second. Playouts and checked states both
copy a position and let the same functions (`rules.reef.steps`) change the copy. `state.ReefState` never
changes the position that it holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from rules.reef.pieces.boards import Ground, ground_of
from rules.reef.pieces.course import TurnCourse
from rules.reef.pieces.facts import NOBODY, SAND
from rules.reef.pieces.open_sea import OpenSea
from rules.reef.pieces.player import ReefPlayer
from rules.reef.pieces.rocks import Rocks
from rules.reef.pieces.supply import Supply


class ReefPhase(IntEnum):
    """Phase of the game: the thing that it waits for."""

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
    """A joint number decides which tiles come from the pool of returned tiles."""
    OPEN = 11
    """The deck slots that the joint number chose are opened."""
    FINAL = 12
    SCORE = 13
    OVER = 14


class End(IntEnum):
    """Reason why no further turn is played (reef 5.1)."""

    NOT = 0
    LOCKED = 1
    SHRIMPS = 2
    CLOSED = 3
    SUPPLY = 4
    ALONE = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The number of seats and the table's options, as the rules read them."""

    seats: int
    by_size: bool = True
    """True if a larger coral may also take a polyp (`attack=strength-or-size`)."""
    house: bool = False
    growth: bool = True
    counts: bool = True

    @property
    def tiles_to_bag(self) -> int:
        """Tiles of an eaten coral that go back to the bag in a turn (reef 4.2, 5.4)."""
        return 4 if self.growth else 5


class Position:
    """The rocks, the open-sea board, the players by seat, the supply, and the progress of the game.

    `first` is the start player and `first_space` the first large space of the set-up; `seat` is on turn.
    Once the turns are over `end` is the reason, `ender` the seat that ended them, and `finals` are the
    seats that still have their turn in the final round.
    """

    __slots__ = (
        "course", "end", "ender", "finals", "first", "first_space", "phase", "players", "rocks", "rules",
        "sea", "seat", "supply",
    )  # fmt: skip

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rocks = Rocks(ground_of(()))
        self.sea = OpenSea()
        self.players = [ReefPlayer() for _ in range(rules.seats)]
        self.supply = Supply()
        self.course = TurnCourse()
        self.phase = ReefPhase.BOARDS
        self.seat = 0
        self.first = 0
        self.first_space = 0
        self.ender = NOBODY
        self.end = End.NOT
        self.finals: tuple[int, ...] = ()

    def clone(self) -> Position:
        """An independent copy; parts that never change in place are shared."""
        new = object.__new__(Position)
        new.rules, new.phase, new.seat = self.rules, self.phase, self.seat
        new.first, new.first_space = self.first, self.first_space
        new.ender, new.end, new.finals = self.ender, self.end, self.finals
        new.rocks, new.sea, new.supply = self.rocks.clone(), self.sea.clone(), self.supply.clone()
        new.players = list(map(ReefPlayer.clone, self.players))
        new.course = self.course.clone()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.packed() == other.packed()

    def __hash__(self) -> int:
        return hash(self.packed())

    def packed(self) -> bytes:
        """Everything that is not derived, as bytes: equal if and only if the positions are.

        Every number fits a byte (there are 200 tiles) once `SAND` is made zero. A list is preceded by its
        length, unless the head implies the length.
        """
        rules, rocks, sea, supply, course = self.rules, self.rocks, self.sea, self.supply, self.course
        players = self.players
        head = [
            rules.seats, rules.by_size, rules.house, rules.growth, rules.counts, self.phase, self.seat,
            course.step, self.first, self.first_space, supply.deck, supply.deck_end, course.ate,
            course.acted, course.introduced, course.locked, supply.tipped, course.laid_cubes,
            course.behind, course.moved, course.undone, self.end, *[player.gone for player in players],
        ]  # fmt: skip
        signed = [
            sea.alga, course.laying, course.fetch, self.ender, *sea.lock,
            *[player.start for player in players],
        ]  # fmt: skip
        counts: list[int] = []
        for player in players:
            counts += player.hand
        for player in players:
            counts += player.cubes
        for player in players:
            counts += player.front
        for player in players:
            counts += player.fish
        counts += [player.home for player in players]
        counts += [player.eaten for player in players]
        counts += sea.tiles
        counts += sea.cubes
        counts += supply.cubes
        counts += sea.algae_left
        counts += sea.side
        counts += supply.reserve
        counts += supply.pool
        ragged: list[int] = []
        for row in (course.queue, course.opening, self.finals, *[player.secret for player in players]):
            ragged.append(len(row))
            ragged += row
        return b"".join(
            (
                bytes(head),
                ".".join(rocks.ground.names).encode(),
                b"|",
                bytes([number - SAND for number in signed]),
                rocks.packed(),
                bytes(counts),
                bytes(ragged),
            )
        )

    @property
    def ground(self) -> Ground:
        """The rocks' spaces: everything about them that never changes."""
        return self.rocks.ground

    @property
    def mover(self) -> ReefPlayer:
        """The player on turn."""
        return self.players[self.seat]

    def set_rocks(self, rocks: Rocks) -> None:
        """Put these rocks in play: find their corals, and the spaces of every player's shrimps."""
        self.rocks = rocks
        rocks.derive()
        for seat, player in enumerate(self.players):
            player.posted = tuple(at for at in rocks.ground.rock if rocks.shrimp[at] == seat)
