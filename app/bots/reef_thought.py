"""What a player of Reef Encounter thinks about one decision: steps tried on a copy, and what they lead to.

Every step is tried on a copy of the public position with the own tiles in it. A cube is judged by the best
way to lay its tiles that a greedy search finds, with a shrimp put on the coral at the end.
"""

from __future__ import annotations

from app.bots.reef_worth import worth
from rules.api import Action, Slot, View
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps import laying, turn
from rules.reef.steps.refill import take_space
from rules.reef.steps.shrimps import introduce_spots, stand

GAIN = 0.05
"""A step must be worth that much more than none: no step is taken for a rounding error."""
LOOKED_AT = 14
"""Spaces looked at for one tile, at most."""
TILES_AHEAD = 8
WORTH_GUARDING = 2
"""Tiles of a coral that a shrimp is sent to."""


class ReefThought:
    """One decision: the position with the seat's own start tiles openly in its hand."""

    def __init__(self, view: View, position: Position) -> None:
        self.seat = position.seat
        own = position.clone()
        me = own.players[self.seat]
        for slot in me.secret:
            me.hand[view.known[Slot(slot)]] += 1
        me.secret = ()
        own.supply.tipped = True  # no search of the bag while thinking: the reserve is not filled up again
        if me.start != NONE:
            me.fish[view.known[Slot(me.start)]] += 1
        self.now = own

    def worth(self, position: Position) -> float:
        """What a position that this thought has reached is worth to the seat."""
        return worth(position, self.seat)

    def cubes(self, offered: tuple[Action, ...]) -> Action:
        """The two cubes that bring most of the hand onto the rocks."""
        return max(offered, key=lambda action: self.worth(self._after(action)))

    def step(self, offered: tuple[Action, ...]) -> Action:
        """The best of the steps offered; ending the turn unless something is worth more."""
        ends = any(isinstance(action, _ENDS) for action in offered)
        best: Action | None = self.ending(offered) if ends else None
        most = float("-inf") if best is None else self.worth(self.now) + GAIN
        for action in offered:
            if isinstance(action, a.Undo | a.Lay | a.Pass | a.Collect):
                continue
            if isinstance(action, a.Move | a.Introduce) and not self._is_of_use(action):
                continue
            value = self._value(action)
            if value > most:
                best, most = action, value
        if self.now.course.laying != NONE:
            value, code = self._plan(self.now)
            lays = [action for action in offered if isinstance(action, a.Lay)]
            if value > most and lays:
                best = next(action for action in lays if same_lay(action, code))
        return offered[0] if best is None else best

    def ending(self, offered: tuple[Action, ...]) -> Action:
        """The best way to end the turn now, or where it cannot be ended the first action of all."""
        ends = [action for action in offered if isinstance(action, _ENDS)]
        return max(ends, key=self.ended, default=offered[0])

    # -- judging one step ---------------------------------------------------------------------

    def _after(self, action: Action) -> Position:
        position = self.now.clone()
        if isinstance(action, a.ReefAction):
            turn.play(position, action.code)
        return position

    def ended(self, action: Action) -> float:
        """How good it is to end with `action`: what is collected, by what it is worth in the hand."""
        if not isinstance(action, a.Collect):
            return self.worth(self.now)
        position = self.now.clone()
        take_space(position, action.space)
        return self.worth(position)

    def _value(self, action: Action) -> float:
        """What is reached by `action`, with the tiles laid that it lets the seat lay."""
        position = self._after(action)
        if isinstance(action, a.BuyCube) and position.course.laid_cubes < turn.CUBES_MOST:
            if not position.players[self.seat].hand[action.colour]:
                return self.worth(position)
            turn.play(position, a.CUBE + action.colour)
        if position.course.laying != NONE and not isinstance(action, a.Move):
            return self._plan(position)[0]
        return self.worth(position)

    def _is_of_use(self, action: a.Move | a.Introduce) -> bool:
        """Whether a shrimp goes to a coral worth guarding, or off bare rock."""
        rocks = self.now.rocks
        if isinstance(action, a.Move) and action.to == NONE:
            return rocks.tile[action.source] == BARE
        to = action.to if isinstance(action, a.Move) else action.space
        return rocks.tile[to] >= 0 and rocks.size[rocks.coral[to]] >= WORTH_GUARDING

    # -- laying -------------------------------------------------------------------------------

    def _plan(self, position: Position) -> tuple[float, int]:
        """The best that laying on leads to, and the code of the first tile; -inf if none can be laid.

        One tile after another goes where it does most good; the best moment to stop counts, with
        a shrimp put on the coral just laid if it has none.
        """
        best, first, kept = float("-inf"), NONE, NONE
        for _ in range(TILES_AHEAD):
            block = self.source(position)
            if block == NONE:
                break
            tries = [block + space for space in self.spaces(position)]
            if not tries:
                break
            value, code, position = max((self._tried(position, code) for code in tries), key=_first)
            if first == NONE:
                first = code
            value = max(value, self._guarded(position, code % a.BLOCK))
            if value > best:
                best, kept = value, first
            if position.phase != ReefPhase.TURN:
                break
        return best, kept

    def _tried(self, position: Position, code: int) -> tuple[float, int, Position]:
        after = position.clone()
        turn.play(after, code)
        return self.worth(after), code, after

    def source(self, position: Position) -> int:
        """Where the next tile comes from: from behind the screen as long as it may."""
        me, colour = position.players[self.seat], position.course.laying
        if position.course.behind < turn.BEHIND_MOST and me.hand[colour]:
            return a.LAY_SCREEN
        return a.LAY_FRONT if me.front[colour] else NONE

    def spaces(self, position: Position) -> list[int]:
        """The spaces worth a look for the next tile: attacks and those beside the own colour first."""
        colour, rocks = position.course.laying, position.rocks
        tile, coral, guard, shrimp = rocks.tile, rocks.coral, rocks.guard, rocks.shrimp
        near, growth = rocks.ground.near, rocks.ground.growth
        ranked: list[tuple[int, int]] = []
        for space in laying.spots(position, colour):
            rank = 2 if tile[space] != BARE else 0
            for at in near[space]:
                if tile[at] == colour:
                    post = guard[coral[at]]
                    rank += 1 if post < 0 else 4 if shrimp[post] == self.seat else 0
            if rank or growth[space] >= 0:
                ranked.append((-rank, space))
        ranked.sort()
        return [space for _, space in ranked[:LOOKED_AT]]

    def _guarded(self, position: Position, space: int) -> float:
        """What it is worth to put a shrimp on the coral at `space`, if that may be done now."""
        is_turn, rocks = position.phase == ReefPhase.TURN, position.rocks
        if not is_turn or position.course.introduced or not position.players[self.seat].home:
            return float("-inf")
        name = rocks.coral[space]
        spots = [at for at in introduce_spots(position) if rocks.coral[at] == name]
        if not spots:
            return float("-inf")
        tile, near = rocks.tile, rocks.ground.near
        best = max(spots, key=lambda at: sum(tile[to] == tile[at] for to in near[at]))
        after = position.clone()
        after.players[self.seat].home -= 1
        stand(after, self.seat, best)
        return self.worth(after)


_ENDS = (a.Collect, a.Pass)


def _first(tried: tuple[float, int, Position]) -> float:
    return tried[0]


def same_lay(action: a.Lay, code: int) -> bool:
    """Whether the lay offered is the one planned; a start tile that it opens makes no difference."""
    front = code // a.BLOCK == a.LAY_FRONT // a.BLOCK
    return action.space == code % a.BLOCK and (action.source is a.Source.FRONT) == front
