"""Reef positions made by hand, a seat that takes written actions in them, and a player for whole games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest

from rules.api import Action, Event, Face, Moved, Rolled, Seat, Show, Shown, Slot, View
from rules.errors import NotLegal
from rules.reef.game import ReefGame
from rules.reef.notation import parse_action
from rules.reef.pieces.boards import ground_of, parse_space, space_text
from rules.reef.pieces.facts import COLOURS
from rules.reef.pieces.position import Position, ReefPhase, Rules
from rules.reef.pieces.rocks import Rocks
from rules.reef.state import ReefState

GAME = ReefGame()
FRESH = "G: D2; Y: C3; W: F4; O: C5; P: E5"


class Play:
    """A position with written actions: `do` takes one, `no` demands its refusal by a rule."""

    def __init__(self, position: Position) -> None:
        self.state = ReefState(position)

    @property
    def p(self) -> Position:
        return self.state.position

    def do(self, *texts: str) -> Play:
        """Take the actions in their order; each must be legal and listed."""
        for text in texts:
            seat = Seat(self.p.seat)
            known = dict(parse_action(text).opens)
            assert text in map(str, self.state.actions(seat, known)), f"{text} is not listed"
            self.state = self.state.after(Moved(seat, parse_action(text)))
        return self

    def no(self, text: str, rule: str) -> Play:
        """Check that the action is refused by that rule and not listed."""
        seat = Seat(self.p.seat)
        with pytest.raises(NotLegal) as refused:
            self.state.after(Moved(seat, parse_action(text)))
        assert refused.value.rule == rule
        assert refused.value.text.endswith(".")
        assert not re.search(r"\d:[A-G]\d", refused.value.text), "players count boards from 1"
        assert text not in map(str, self.state.actions(seat, {}))
        return self

    def happen(self, event: Event) -> Play:
        self.state = self.state.after(event)
        return self

    def roll(self, value: int) -> Play:
        return self.happen(Rolled(value))

    def show(self, faces: str) -> Play:
        """Answer the next show to everybody with these colours."""
        need = self.state.needs[0]
        assert isinstance(need, Show)
        return self.happen(Shown(need.slots, need.to, tuple(Face(COLOURS.index(face)) for face in faces)))

    def tile(self, space: str) -> str:
        """The colour on a space, `.` if bare."""
        tile = self.p.rocks.tile[at(space)]
        return "." if tile < 0 else COLOURS[tile]

    def coral(self, space: str) -> set[str]:
        """The coral of the tile on a space, as space names of its rock."""
        return {space_text(cell)[2:] for cell in self.p.rocks.coral_at(at(space))}

    def tiles(self) -> str:
        """The tiles of rock 0: `O: C5 D5; P: E5`."""
        groups: dict[str, list[str]] = {}
        for cell in range(42):
            if self.p.rocks.tile[cell] >= 0:
                groups.setdefault(COLOURS[self.p.rocks.tile[cell]], []).append(space_text(cell)[2:])
        return "; ".join(f"{c}: {' '.join(sorted(groups[c]))}" for c in COLOURS if c in groups)

    def starts(self, *slots: int) -> Play:
        """Lay these slots as start tiles into the parrotfish, by seat."""
        for player, slot in zip(self.p.players, slots, strict=True):
            player.start = slot
        return self

    def front(self, seat: int = 0) -> str:
        return letters(self.p.players[seat].front)

    def hand(self, seat: int = 0) -> str:
        return letters(self.p.players[seat].hand)

    def cubes(self, seat: int = 0) -> str:
        return letters(self.p.players[seat].cubes)

    def fish(self, seat: int = 0) -> str:
        return letters(self.p.players[seat].fish)

    def sea(self) -> str:
        """The tiles on each large space: `W3 Y1 ...`."""
        return " ".join(f"{COLOURS[space]}{self.p.sea.count(space)}" for space in range(5))

    def top(self, tile: int) -> str:
        """The two colours of a coral tile as it lies now, the stronger first: `W>Y`."""
        pairs = [f"{a}>{b}" for i, a in enumerate(COLOURS) for j, b in enumerate(COLOURS)
                 if self.p.sea.beats[i * 5 + j] and {a, b} == PAIRS[tile - 1]]  # fmt: skip
        return pairs[0]


PAIRS = [set(pair) for pair in ("WY", "WO", "YO", "YP", "OP", "OG", "PW", "PG", "GW", "GY")]


def make(
    tiles: str = FRESH,
    *,
    seats: int = 2,
    attack: str = "strength",
    growth: bool = True,
    side: int = 0,
    hand: Mapping[int, str] | None = None,
    cubes: Mapping[int, str] | None = None,
    front: Mapping[int, str] | None = None,
    fish: Mapping[int, str] | None = None,
    secret: Mapping[int, tuple[int, ...]] | None = None,
    boards: tuple[str, ...] = ("P1", "P0", "P2", "P3"),
    pool: str = "WWWWYYYYOOOOPPPPGGGG",
    reserve: str = "WYOPG",
    deck: tuple[int, int] = (0, 0),
) -> Play:
    """A turn of seat 0 with these tiles (`O: C5!0 D5 1:C6` — seat 0's shrimp on C5, rock 1's C6).

    Cubes of the seats are taken out of the supply, shrimps from behind the screens.
    """
    p = Position(Rules(seats=seats, by_size=attack == "strength-or-size", growth=growth))
    p.rocks = Rocks(ground_of(boards[:seats]))
    put(p, tiles)
    p.sea.side = [side] * 10
    p.sea.rank_beats()
    p.phase = ReefPhase.TURN
    p.supply.reserve = count(reserve)
    p.supply.pool = count(pool)
    p.sea.cubes = [1] * 5
    p.supply.cubes = [9] * 5
    p.supply.deck, p.supply.deck_end = deck
    for name, given in (("hand", hand), ("cubes", cubes), ("front", front), ("fish", fish)):
        for seat, held in (given or {}).items():
            setattr(p.players[seat], name, [*count(held), 0])
    for seat, slots in (secret or {}).items():
        p.players[seat].secret = slots
    for held in (cubes or {}).values():
        p.supply.cubes = [left - used for left, used in zip(p.supply.cubes, count(held), strict=True)]
    return Play(p)


def put(p: Position, tiles: str) -> None:
    """Add tiles and shrimps to a position; `#: D4!0` is a shrimp on bare rock."""
    for group in tiles.split("; ") if tiles else []:
        colour, _, names = group.partition(": ")
        for name in names.split(" "):
            space, _, owner = name.partition("!")
            cell = at(space)
            if colour != "#":
                p.rocks.tile[cell] = COLOURS.index(colour)
            if owner:
                p.rocks.shrimp[cell] = int(owner)
                p.players[int(owner)].home -= 1
    p.set_rocks(p.rocks)


def at(name: str) -> int:
    """The space of `D5` (rock 0) or `1:D5`."""
    return parse_space(name if ":" in name else f"0:{name}")


def count(held: str) -> list[int]:
    return [held.count(colour) for colour in COLOURS]


def letters(counts: list[int]) -> str:
    return "".join(colour * many for colour, many in zip(COLOURS, counts, strict=False))


def slot_faces(text: str) -> dict[Slot, Face]:
    """Faces by slot, from a text such as `12=W,13=Y`."""
    pairs = (pair.split("=") for pair in text.split(","))
    return {Slot(int(slot)): Face(COLOURS.index(face)) for slot, face in pairs}


def lively(view: View, rng: Random) -> Action:
    """The choice of a stand-in, and one time in five a random kind of action: a stand-in never buys a tile or
    an alga or takes a step back, and moves a shrimp only home."""
    if rng.randrange(5):
        return GAME.stand_in(view.state, view.known, view.seat)
    actions = view.actions()
    kind = rng.choice(list(dict.fromkeys(map(type, actions))))
    return rng.choice([action for action in actions if type(action) is kind])
