"""What a player of Reef Encounter thinks about one decision: steps tried on a copy, and what they lead to.

Every step is tried on a copy of the public position with the own tiles in it. A cube is judged by the best
way to lay its tiles that a greedy search finds, with a shrimp put on the coral at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def own_position(view: View, position: Position) -> Position:
    """A copy of the position with the start tiles of the seat on turn openly in its hand."""
    own = position.clone()
    me = own.mover
    for slot in me.secret:
        me.hand[view.known[Slot(slot)]] += 1
    me.secret = ()
    if me.start != NONE:
        me.fish[view.known[Slot(me.start)]] += 1
    return own


class ReefThought:
    """One decision of the seat on turn, whose own tiles are all in its hand."""

    def __init__(self, own: Position) -> None:
        self.seat = own.seat
        self.now = own.clone()
        self.now.supply.tipped = True  # no search of the bag while thinking: the reserve stays as it is

    def worth(self, position: Position) -> float:
        """What a position that this thought has reached is worth to the seat."""
        return worth(position, self.seat)

    def step(self) -> int:
        """The best step; ending the turn unless something is worth more. No tile laid is a start tile."""
        offered = turn.codes(self.now, {})
        if self.now.phase in (ReefPhase.CUBES, ReefPhase.FINAL):
            return max(offered, key=lambda code: self.worth(self._after(code)))
        best, most = NONE, float("-inf")
        if ends := [code for code in offered if code < a.CUBE]:
            best, most = self.ending(ends), self.worth(self.now) + GAIN
        for code in offered:
            if code < a.CUBE or a.LAY_SCREEN <= code < a.INTRODUCE:
                continue
            if code >= a.INTRODUCE and not self._is_of_use(code):
                continue
            value = self._value(code)
            if value > most:
                best, most = code, value
        if self.now.course.laying != NONE:
            value, code = self._plan(self.now)
            if value > most:
                best = code
        return offered[0] if best == NONE else best

    def ending(self, ends: Sequence[int]) -> int:
        """The best of the ways to end the turn now."""
        return max(ends, key=self.ended)

    # -- judging one step ---------------------------------------------------------------------

    def _after(self, code: int) -> Position:
        position = self.now.clone()
        turn.play(position, code)
        return position

    def ended(self, code: int) -> float:
        """How good it is to end like that: what is collected, by what it is worth in the hand."""
        position = self.now.clone()
        take_space(position, code - a.COLLECT)
        return self.worth(position)

    def _value(self, code: int) -> float:
        """What is reached by a step, with the tiles laid that it lets the seat lay."""
        position = self._after(code)
        if a.BUY_CUBE <= code < a.BUY_TILE and position.course.laid_cubes < turn.CUBES_MOST:
            colour = code - a.BUY_CUBE
            if not position.players[self.seat].hand[colour]:
                return self.worth(position)
            turn.play(position, a.CUBE + colour)
        if position.course.laying != NONE and code < a.MOVE:
            return self._plan(position)[0]
        return self.worth(position)

    def _is_of_use(self, code: int) -> bool:
        """Whether a shrimp goes to a coral worth guarding, or off bare rock."""
        rocks, to = self.now.rocks, code % a.BLOCK
        if code >= a.MOVE and to == a.HOME:
            return rocks.tile[(code - a.MOVE) // a.BLOCK] == BARE
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
        post = self.post(position, space)
        if post == NONE:
            return float("-inf")
        after = position.clone()
        after.players[self.seat].home -= 1
        stand(after, self.seat, post)
        return self.worth(after)

    def post(self, position: Position, space: int) -> int:
        """Where on the coral at `space` a shrimp protects most, if one may be put there now, else NONE."""
        is_turn, rocks = position.phase == ReefPhase.TURN, position.rocks
        if not is_turn or position.course.introduced or not position.players[self.seat].home:
            return NONE
        name = rocks.coral[space]
        spots = [at for at in introduce_spots(position) if rocks.coral[at] == name]
        tile, near = rocks.tile, rocks.ground.near
        return max(spots, key=lambda at: sum(tile[to] == tile[at] for to in near[at]), default=NONE)


def _first(tried: tuple[float, int, Position]) -> float:
    return tried[0]


def offered_step(offered: Sequence[Action], code: int) -> Action:
    """The action offered that is that step; a start tile that a lay opens makes no difference."""
    return next(action for action in offered if isinstance(action, a.ReefAction) and _is_step(action, code))


def _is_step(action: a.ReefAction, code: int) -> bool:
    if isinstance(action, a.Lay) and a.LAY_SCREEN <= code < a.INTRODUCE:
        is_front = code // a.BLOCK == a.LAY_FRONT // a.BLOCK
        return action.space == code % a.BLOCK and (action.source is a.Source.FRONT) == is_front
    return action.code == code
