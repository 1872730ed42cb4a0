"""One decision of a player of Reef Encounter: steps tried on a copy, and what they lead to.

Every step is tried on the public position with the own tiles in it. A cube is judged by the best way to lay
its tiles that a greedy search finds, with a shrimp put on the coral at the end. Most steps change no more
than what the seat itself has: they are tried in place, with the rest of the forecast (`Outlook`) as it was,
for a copy of everything takes several times as long. A hard bot tries some ten thousand steps a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from app.bots.reef_worth import Outlook, outlook, own_worth, worth
from rules.api import Action, Slot, View
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps import laying, turn
from rules.reef.steps.refill import take_space
from rules.reef.steps.shrimps import introduce_spots

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

    @cached_property
    def _outlook(self) -> Outlook:
        """The outlook now, in a turn."""
        return outlook(self.now, self.seat)

    def worth(self, position: Position) -> float:
        """Return the worth for the seat of a position that this thought has reached."""
        return worth(position, self.seat)

    def step(self) -> int:
        """The best step; ending the turn unless something is worth more. No tile laid is a start tile."""
        offered = turn.codes(self.now, {})
        if self.now.phase in (ReefPhase.CUBES, ReefPhase.FINAL):
            return max(offered, key=lambda code: self.worth(_after(self.now, code)))
        best, most = NONE, float("-inf")
        if ends := [code for code in offered if code < a.CUBE]:
            best, most = self.ending(ends), own_worth(self.now, self.seat, self._outlook) + GAIN
        guarding, tile = self._worth_guarding(), self.now.rocks.tile
        for code in offered:
            if code < a.CUBE or a.LAY_SCREEN <= code < a.INTRODUCE:
                continue
            if code < a.INTRODUCE:
                value = self._value(code)
            elif (to := code % a.BLOCK) in guarding or (
                to == a.HOME and tile[(code - a.MOVE) // a.BLOCK] == BARE
            ):
                value = self._standing(code)
            else:
                continue
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

    def ended(self, code: int) -> float:
        """Return the worth of ending like that: what is collected, by what it is worth in the hand."""
        me, sea = self.now.players[self.seat], self.now.sea
        hand, cubes, tiles, left = me.hand, me.cubes, sea.tiles, sea.cubes
        me.hand, me.cubes, sea.tiles, sea.cubes = hand[:], cubes[:], tiles[:], left[:]
        take_space(self.now, code - a.COLLECT)
        value = own_worth(self.now, self.seat, self._outlook)
        me.hand, me.cubes, sea.tiles, sea.cubes = hand, cubes, tiles, left
        return value

    def _value(self, code: int) -> float:
        """Return the worth of a step, with the tiles laid that it lets the seat lay."""
        position = _after(self.now, code)
        if a.BUY_CUBE <= code < a.BUY_TILE and position.course.laid_cubes < turn.CUBES_MOST:
            colour = code - a.BUY_CUBE
            if not position.players[self.seat].hand[colour]:
                return self.worth(position)
            turn.play(position, a.CUBE + colour)
        return self.worth(position) if position.course.laying == NONE else self._plan(position)[0]

    def _standing(self, code: int) -> float:
        """Return the worth of introducing or moving a shrimp: nothing else changes."""
        to, posted = code % a.BLOCK, self.now.players[self.seat].posted
        if code >= a.MOVE:
            source = (code - a.MOVE) // a.BLOCK
            posted = tuple(at for at in posted if at != source)
        return self._posted(self.now, posted if to == a.HOME else (*posted, to), self._outlook)

    def _posted(self, position: Position, posted: tuple[int, ...], seen: Outlook) -> float:
        """Return the worth of a position while the shrimps of the seat stand there."""
        me = position.players[self.seat]
        before, me.posted = me.posted, tuple(sorted(posted))
        value = own_worth(position, self.seat, seen)
        me.posted = before
        return value

    def _worth_guarding(self) -> set[int]:
        """The spaces of corals that a shrimp is sent to."""
        rocks = self.now.rocks
        tile, size, coral = rocks.tile, rocks.size, rocks.coral
        return {at for at in rocks.ground.rock if tile[at] >= 0 and size[coral[at]] >= WORTH_GUARDING}

    # -- laying -------------------------------------------------------------------------------

    def _plan(self, position: Position) -> tuple[float, int]:
        """The best that laying on leads to, and the code of the first tile; -inf if none can be laid.

        One tile after another goes where it does most good; the best moment to stop counts, with
        a shrimp put on the coral just laid if it has none.
        """
        best, first, kept = float("-inf"), NONE, NONE
        seen = outlook(position, self.seat)
        for _ in range(TILES_AHEAD):
            value, code, seen = self._best_lay(position, seen)
            if code == NONE:
                break
            position = _after(position, code)
            if first == NONE:
                first = code
            if (post := self.post(position, code % a.BLOCK)) != NONE:
                posted = (*position.players[self.seat].posted, post)
                value = max(value, self._posted(position, posted, seen))
            if value > best:
                best, kept = value, first
            if position.phase != ReefPhase.TURN:
                break
        return best, kept

    def _best_lay(self, position: Position, seen: Outlook) -> tuple[float, int, Outlook]:
        """Return the best space for the next tile: what that is worth, its code, and the outlook then; the
        code is `NONE` if none can be laid."""
        best, found, then = float("-inf"), NONE, seen
        if (block := self.source(position)) == NONE:
            return best, found, then
        for space in self.spaces(position):
            value, after = self._laid(position, block + space, seen)
            if value > best:
                best, found, then = value, block + space, after
        return best, found, then

    def _laid(self, position: Position, code: int, seen: Outlook) -> tuple[float, Outlook]:
        """Return the worth of laying a tile, and the outlook then."""
        rocks, supply, me = position.rocks, position.supply, position.players[self.seat]
        tile, coral, size, guard = rocks.tile, rocks.coral, rocks.size, rocks.guard
        group, rocks.group = rocks.group, rocks.group[:]
        hand, front, reserve, pool = me.hand, me.front, supply.reserve, supply.pool
        rocks.tile, rocks.coral, rocks.size, rocks.guard = tile[:], coral[:], size[:], guard[:]
        me.hand, me.front, supply.reserve, supply.pool = hand[:], front[:], reserve[:], pool[:]
        space, colour = code % a.BLOCK, position.course.laying
        (me.front if code >= a.LAY_FRONT else me.hand)[colour] -= 1
        laying.lay(position, space, colour)
        posts = [rocks.guard[rocks.coral[space]]]
        if tile[space] >= 0:
            posts.append(guard[coral[space]])
        if pool != supply.pool or any(post >= 0 and rocks.shrimp[post] != self.seat for post in posts):
            seen = outlook(position, self.seat)  # the bag, or the coral of a rival's shrimp is another
        value = own_worth(position, self.seat, seen)
        rocks.tile, rocks.coral, rocks.size, rocks.guard = tile, coral, size, guard
        rocks.group = group
        me.hand, me.front, supply.reserve, supply.pool = hand, front, reserve, pool
        return value, seen

    def source(self, position: Position) -> int:
        """Return the source of the next tile: from behind the screen as long as it may."""
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

    def post(self, position: Position, space: int) -> int:
        """Return the space of the coral at `space` where a shrimp protects most, if one may be put there now,
        else NONE."""
        is_turn, rocks = position.phase == ReefPhase.TURN, position.rocks
        if not is_turn or position.course.introduced or not position.players[self.seat].home:
            return NONE
        name = rocks.coral[space]
        if rocks.guard[name] >= 0:
            return NONE
        spots = [at for at in introduce_spots(position) if rocks.coral[at] == name]
        tile, near = rocks.tile, rocks.ground.near
        return max(spots, key=lambda at: sum(tile[to] == tile[at] for to in near[at]), default=NONE)


def _after(position: Position, code: int) -> Position:
    after = position.clone()
    turn.play(after, code)
    return after


def offered_step(offered: Sequence[Action], code: int) -> Action:
    """The action offered that is that step; a start tile that a lay opens makes no difference."""
    return next(action for action in offered if isinstance(action, a.ReefAction) and _is_step(action, code))


def _is_step(action: a.ReefAction, code: int) -> bool:
    if isinstance(action, a.Lay) and a.LAY_SCREEN <= code < a.INTRODUCE:
        is_front = code // a.BLOCK == a.LAY_FRONT // a.BLOCK
        return action.space == code % a.BLOCK and (action.source is a.Source.FRONT) == is_front
    return action.code == code
