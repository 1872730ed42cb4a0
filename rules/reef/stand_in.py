"""Play of an empty seat of Reef Encounter (reef R38): it eats, lays where its corals grow, guards the
most valuable one and collects what it can use. It plays no algae and moves no shrimp without need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from rules.api import Face, Known, Slot, seat_on_turn
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, NOBODY, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps import laying, turn

RIPE: Final = 8
"""A coral of this many tiles or more is eaten without waiting."""
LATE: Final = 40
"""With this many tiles in the bag, or fewer, the seat does not wait."""
WORTH_GUARDING: Final = 3
WORTH_A_CUBE: Final = 3
"""A consumed tile is traded for a cube if more tiles of its colour than this could be laid with it."""

Kind = TypeVar("Kind", bound=a.ReefAction)


def stand_in(state: ReefState, known: Known) -> a.ReefAction:
    """The next small action of the seat on turn; `known` gives the faces of its start tiles."""
    offered = state.actions(seat_on_turn(state), known)
    eye = _Eye(state.position, known)
    if state.position.phase == ReefPhase.FISH:
        starts = _of(offered, a.FeedStart)
        faces = [known.get(start.slot) for start in starts]
        return min(starts, key=lambda start: faces.count(known.get(start.slot)))
    if state.position.phase == ReefPhase.CUBES:
        return max(_of(offered, a.TakeCubes), key=eye.cubes)
    choices = (eye.meal, eye.lay, eye.guard, eye.cube, eye.trade, eye.lift, eye.collect)
    found = (choose(offered) for choose in choices)
    return next((action for action in found if action is not None), offered[0])


def _of(offered: Sequence[a.ReefAction], kind: type[Kind]) -> list[Kind]:
    return [action for action in offered if isinstance(action, kind)]


class _Eye:
    """A position as the seat on turn sees it, with its own start tiles among the tiles behind the screen."""

    def __init__(self, position: Position, known: Known) -> None:
        self._position, self._seat, self._me = position, position.seat, position.mover
        secret = [known.get(Slot(slot)) for slot in self._me.secret]
        self._behind = [self._me.hand[colour] + secret.count(Face(colour)) for colour in range(5)]
        self._values = position.sea.values()

    def cubes(self, pair: a.TakeCubes) -> int:
        """Number of tiles behind the screen that two cubes can bring onto the rocks."""
        first, second = self._behind[pair.first], self._behind[pair.second]
        if pair.first == pair.second:
            return min(first, 2 * turn.BEHIND_MOST)
        return min(first, turn.BEHIND_MOST) + min(second, turn.BEHIND_MOST)

    def meal(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """The coral that brings most points, if it is ripe or the end is near."""
        position, rocks = self._position, self._position.rocks
        final = position.phase == ReefPhase.FINAL
        late = final or position.supply.in_bag() <= LATE or any(p.eaten == 3 for p in position.players)
        ripe = [eat for eat in _of(offered, a.Eat) if late or rocks.size[rocks.coral[eat.space]] >= RIPE]
        return max(ripe, key=lambda eat: self._meal_worth(eat.space), default=None)

    def lay(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """The most useful place for a tile; None if no place is useful."""
        lays = [lay for lay in _of(offered, a.Lay) if self._good(lay.space, lay.colour) > 0]
        return max(lays, key=lambda lay: self._good(lay.space, lay.colour), default=None)

    def guard(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """A shrimp for the most valuable coral without one, where it protects most tiles."""
        rocks = self._position.rocks
        large = [
            introduce
            for introduce in _of(offered, a.Introduce)
            if rocks.size[rocks.coral[introduce.space]] >= WORTH_GUARDING
        ]
        return max(large, key=lambda introduce: self._guard_worth(introduce.space), default=None)

    def cube(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """The cube with which most tiles can be laid, if one of these is useful."""
        cubes = [cube for cube in _of(offered, a.PlayCube) if self._has_place(cube.colour)]
        return max(cubes, key=lambda cube: self._tiles(cube.colour), default=None)

    def trade(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """A cube for a consumed tile, if it can be played now and there are enough tiles for it."""
        if self._position.course.laid_cubes >= turn.CUBES_MOST:
            return None
        wanted = [
            buy
            for buy in _of(offered, a.BuyCube)
            if not self._me.cubes[buy.colour]
            and self._tiles(buy.colour) > WORTH_A_CUBE
            and self._has_place(buy.colour)
        ]
        return max(wanted, key=lambda buy: self._tiles(buy.colour), default=None)

    def lift(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """A shrimp off bare rock, where its owner may have left it in the middle of a turn."""
        tile = self._position.rocks.tile
        home = (move for move in _of(offered, a.Move) if move.to == NONE and tile[move.source] == BARE)
        return next(home, None)

    def collect(self, offered: Sequence[a.ReefAction]) -> a.ReefAction | None:
        """The large space whose tiles and cube go best with what is behind the screen; or the pass."""
        ends = [action for action in offered if isinstance(action, a.Collect | a.Pass)]
        return max(ends, key=self._collect_worth, default=None)

    # -- worths -------------------------------------------------------------------------------

    def _tiles(self, colour: int) -> int:
        """Number of tiles that one cube can bring onto the rocks."""
        return min(self._behind[colour], turn.BEHIND_MOST) + self._me.front[colour]

    def _has_place(self, colour: int) -> bool:
        return self._tiles(colour) > 0 and any(
            self._good(space, colour) > 0 for space in laying.spots(self._position, colour)
        )

    def _meal_worth(self, space: int) -> int:
        rocks = self._position.rocks
        return self._values[rocks.tile[space]] * (
            rocks.size[rocks.coral[space]] - self._position.rules.tiles_to_bag
        )

    def _guard_worth(self, space: int) -> tuple[int, int]:
        rocks = self._position.rocks
        beside = sum(rocks.tile[near] == rocks.tile[space] for near in rocks.ground.near[space])
        return rocks.size[rocks.coral[space]] * self._values[rocks.tile[space]], beside

    def _good(self, space: int, colour: int) -> int:
        """The use of a tile of a colour on a space for the seat; 0 if it helps a rival."""
        rocks = self._position.rocks
        tile, coral, guard, shrimp = rocks.tile, rocks.coral, rocks.guard, rocks.shrimp
        good = 0
        for name in sorted({coral[near] for near in rocks.ground.near[space] if tile[near] == colour}):
            owner = NOBODY if guard[name] == NONE else shrimp[guard[name]]
            if owner not in (NOBODY, self._seat):
                return 0
            good += 20 if owner == self._seat else 4 * rocks.size[name] if self._may_guard() else 1
        if tile[space] != BARE:
            post = guard[coral[space]]
            if post != NONE:
                good += -100 if shrimp[post] == self._seat else 6 * self._values[tile[space]]
            good += 5
        growth = rocks.ground.growth[space]
        if good and growth >= 0 and tile[growth] == BARE:
            good += 3
        if not good and growth >= 0 and tile[growth] == BARE and self._may_guard():
            good = 2
        return good

    def _may_guard(self) -> bool:
        return self._me.home > 0 and not self._position.course.introduced

    def _collect_worth(self, action: a.Collect | a.Pass) -> int:
        if isinstance(action, a.Pass):
            return 0
        row, own = self._position.sea.row(action.space), self._behind[action.space]
        worth = 1 + 2 * min(own + row[action.space], turn.BEHIND_MOST)
        if self._me.cubes[action.space]:
            worth = 1
        return worth + sum(
            3 if self._me.cubes[colour] else 2 for colour in range(5) for _ in range(row[colour])
        )
