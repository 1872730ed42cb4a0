"""The search for the best next step in Reef Encounter.

Every step is tried on the public position with the mover's tiles in it. A greedy search lays a cube's tiles
and puts a shrimp on the coral; the result is the cube's worth. Most steps change only what
the seat itself has. They are tried in place, with the rest of the forecast (`Outlook`) as it was, because a
full copy takes several times as long: a hard bot tries some ten thousand steps a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from app.bots.reef_worth import Outlook, lateness, outlook, own_worth, worth
from rules.api import Action, Slot, View
from rules.reef import actions as a
from rules.reef.pieces.boards import SPACES
from rules.reef.pieces.facts import BARE, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps import laying, turn
from rules.reef.steps.laying import Effect
from rules.reef.steps.refill import take_space
from rules.reef.steps.shrimps import ON_ROCK_MOST

GAIN = 0.05
"""Gain that a step must have over doing nothing: rounding errors are not worth a step."""
LOOKED_AT = 14
"""Maximum number of spaces tried for one tile."""
TILES_AHEAD = 8
"""Maximum number of tiles laid one after another in such a search."""
WORTH_GUARDING = 2
"""Fewest tiles of a coral that a shrimp is sent to."""

KnownEffects = dict[tuple[object, ...], list[tuple[int, Effect]]]
"""Cache of tiles' effects, by everything that they depend on: half are needed more than once."""


def own_position(view: View, position: Position) -> Position:
    """Copy the position with the start tiles of the seat on turn open in its hand and its fish."""
    own = position.clone()
    me = own.mover
    for slot in me.secret:
        me.hand[view.known[Slot(slot)]] += 1
    me.secret = ()
    if me.start != NONE:
        me.fish[view.known[Slot(me.start)]] += 1
    return own


class StepSearch:
    """The search of one decision of the seat on turn, whose tiles are all open in its hand."""

    def __init__(self, own: Position, known: KnownEffects | None = None) -> None:
        """`known` is a cache to share with other searches of the same game."""
        self.seat = own.seat
        self.now = own.clone()
        self._known: KnownEffects = {} if known is None else known
        self.now.supply.tipped = True  # then no tried purchase searches the bag for a colour

    @cached_property
    def _outlook(self) -> Outlook:
        """The outlook now, within a turn."""
        return outlook(self.now, self.seat)

    def worth(self, position: Position) -> float:
        """Return the worth of a reached position for the seat."""
        return worth(position, self.seat)

    def step(self) -> int:
        """Return the code of the best step; the end of the turn unless a step is worth more by `GAIN`. Own
        start tiles count as tiles of the hand."""
        offered = turn.codes(self.now, {})
        if self.now.phase in (ReefPhase.CUBES, ReefPhase.FINAL):
            return max(offered, key=lambda code: self.worth(after_step(self.now, code)))
        best, most = NONE, float("-inf")
        if ends := [code for code in offered if code < a.CUBE]:
            best, most = self.ending(ends), own_worth(self.now, self.seat, self._outlook) + GAIN
        rocks = self.now.rocks
        tile, size, coral = rocks.tile, rocks.size, rocks.coral
        posts = {at for at in rocks.ground.rock if tile[at] >= 0 and size[coral[at]] >= WORTH_GUARDING}
        posts.add(a.HOME)
        for code in offered:
            if not (code % a.BLOCK in posts if code >= a.INTRODUCE else a.CUBE <= code < a.LAY_SCREEN):
                continue
            if code < a.INTRODUCE:
                value = self._value(code)
            elif code % a.BLOCK != a.HOME or tile[(code - a.MOVE) // a.BLOCK] == BARE:
                value = self._standing(code)
            else:
                continue
            if value > most:
                best, most = code, value
        if self.now.course.laying != NONE:
            value, code = self._plan(self.now.clone())
            if value > most:
                best = code
        return offered[0] if best == NONE else best

    def ending(self, ends: Sequence[int]) -> int:
        """Return the best of the codes that end the turn now."""
        return max(ends, key=self.ended)

    # -- judging one step ---------------------------------------------------------------------

    def ended(self, code: int) -> float:
        """Return the worth of ending the turn with a collection, whose pieces then count in the hand."""
        me, sea = self.now.players[self.seat], self.now.sea
        hand, cubes, tiles, left = me.hand, me.cubes, sea.tiles, sea.cubes
        me.hand, me.cubes, sea.tiles, sea.cubes = hand[:], cubes[:], tiles[:], left[:]
        take_space(self.now, code - a.COLLECT)
        value = own_worth(self.now, self.seat, self._outlook)
        me.hand, me.cubes, sea.tiles, sea.cubes = hand, cubes, tiles, left
        return value

    def _value(self, code: int) -> float:
        """Return the worth of a step and of the tiles that it allows the seat to lay."""
        position = after_step(self.now, code)
        if a.BUY_CUBE <= code < a.BUY_TILE and position.course.laid_cubes < turn.CUBES_MOST:
            colour = code - a.BUY_CUBE
            if position.players[self.seat].hand[colour]:
                turn.play(position, a.CUBE + colour)
        if position.course.laying != NONE:
            return self._plan(position)[0]
        return own_worth(position, self.seat, self._seen(position)) if code < a.ALGA else self.worth(position)

    def _seen(self, position: Position) -> Outlook:
        """Return the outlook in a position that has the rocks and coral tiles of now."""
        seen = self._outlook
        return seen if lateness(position) == seen.late else outlook(position, self.seat)

    def _standing(self, code: int) -> float:
        """Return the worth of introducing or moving a shrimp; only the places of shrimps change."""
        to, posted = code % a.BLOCK, self.now.players[self.seat].posted
        if code >= a.MOVE:
            source = (code - a.MOVE) // a.BLOCK
            posted = tuple(at for at in posted if at != source)
        return self._posted(self.now, posted if to == a.HOME else (*posted, to), self._outlook)

    def _posted(self, position: Position, posted: tuple[int, ...], seen: Outlook) -> float:
        """Return the worth of a position with the seat's shrimps on these spaces."""
        me = position.players[self.seat]
        before, me.posted = me.posted, tuple(sorted(posted))
        value = own_worth(position, self.seat, seen)
        me.posted = before
        return value

    # -- laying -------------------------------------------------------------------------------

    def _plan(self, position: Position) -> tuple[float, int]:
        """Return the best worth that laying leads to, and the code of the first tile; -inf if none can be
        laid. The tiles are laid in `position`.

        Tile after tile goes where it does most good. The worth is that at the best moment to stop, with a
        shrimp on the coral just laid if it has none.
        """
        best, first, kept, seen = float("-inf"), NONE, NONE, self._seen(position)
        for _ in range(TILES_AHEAD):
            value, code, seen = self._best_lay(position, seen)
            if code == NONE:
                break
            turn.play(position, code)
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
        """Return worth, code and outlook of the best space for the next tile; the code is `NONE` if there is
        none."""
        best, found, then, block = float("-inf"), NONE, seen, self.source(position)
        for space, effect in self._effects(position) if block != NONE else ():
            value, after = self._laid(position, block, effect, seen)
            if value > best:
                best, found, then = value, block + space, after
        return best, found, then

    def _effects(self, position: Position) -> list[tuple[int, Effect]]:
        """Return the effects of the next tile, each with the first space that has it."""
        rocks, sea, supply, colour = position.rocks, position.sea, position.supply, position.course.laying
        bag = supply.reserve[colour] > 0, supply.has_tile(colour)
        key = rocks.packed(), position.seat, bytes(sea.side), colour, *bag
        if (found := self._known.get(key)) is None:
            first: dict[Effect, int] = {}
            for space in self.spaces(position):
                first.setdefault(laying.effect(position, space), space)
            found = self._known[key] = [(space, effect) for effect, space in first.items()]
        return found

    def _laid(self, position: Position, block: int, effect: Effect, seen: Outlook) -> tuple[float, Outlook]:
        """Return the worth and the outlook after laying a tile from that source with that effect."""
        me, supply, colour = position.players[self.seat], position.supply, position.course.laying
        tiles, front, pool = me.front if block == a.LAY_FRONT else me.hand, me.front, supply.pool
        tiles[colour] -= 1
        if effect.taken >= 0:
            front[effect.taken] += 1
        pool[colour] -= effect.is_bag_used
        if effect.is_bag_used or not {effect.post, effect.attacked} <= {NONE, *me.posted}:
            seen = outlook(position, self.seat, effect)  # the bag changes, or the coral of a rival's shrimp
        value = own_worth(position, self.seat, seen, effect)
        tiles[colour] += 1
        if effect.taken >= 0:
            front[effect.taken] -= 1
        pool[colour] += effect.is_bag_used
        return value, seen

    def source(self, position: Position) -> int:
        """Return the source of the next tile: the screen if allowed, else the front; `NONE`: no tile."""
        me, colour = position.players[self.seat], position.course.laying
        if position.course.behind < turn.BEHIND_MOST and me.hand[colour]:
            return a.LAY_SCREEN
        return a.LAY_FRONT if me.front[colour] else NONE

    def spaces(self, position: Position) -> list[int]:
        """Return the spaces to try for the next tile: attacks and neighbours of the tile's colour first."""
        colour, rocks = position.course.laying, position.rocks
        tile, shrimp, near = rocks.tile, rocks.shrimp, rocks.ground.near
        own, targets, joining = laying.reach(position, colour)
        ranks = {space: 0 for at in rocks.ground.growths for space in near[at]}
        for at in own:
            post = rocks.guard[rocks.coral[at]]
            if rank := 1 if post < 0 else 4 if shrimp[post] == self.seat else 0:
                for space in near[at]:
                    ranks[space] = ranks.get(space, 0) + rank
        for space in targets:
            ranks[space] = ranks.get(space, 0) + 2
        ranked = [
            (-rank, space)
            for space, rank in ranks.items()
            if space in targets or (tile[space] == BARE and shrimp[space] < 0)
            if space not in joining
        ]
        ranked.sort()
        return [space for _, space in ranked[:LOOKED_AT]]

    def post(self, position: Position, space: int) -> int:
        """Return the space where a shrimp protects most of the coral at `space`; `NONE` if that has a shrimp
        or no shrimp may be introduced."""
        rocks, me = position.rocks, position.players[self.seat]
        may_post = position.phase == ReefPhase.TURN and not position.course.introduced and me.home
        on_rock = [at // SPACES for at in me.posted].count(space // SPACES)
        if not may_post or rocks.guard[rocks.coral[space]] >= 0 or on_rock >= ON_ROCK_MOST:
            return NONE
        tile, near = rocks.tile, rocks.ground.near
        return max(rocks.coral_at(space), key=lambda at: sum(tile[to] == tile[at] for to in near[at]))


def after_step(position: Position, code: int) -> Position:
    """Return a copy of a position after a step."""
    after = position.clone()
    turn.play(after, code)
    return after


def offered_step(offered: Sequence[Action], code: int) -> Action:
    """Return the offered action with that code; which start tile a lay opens makes no difference."""
    return next(action for action in offered if isinstance(action, a.ReefAction) and _is_step(action, code))


def _is_step(action: a.ReefAction, code: int) -> bool:
    if isinstance(action, a.Lay) and a.LAY_SCREEN <= code < a.INTRODUCE:
        is_front = code // a.BLOCK == a.LAY_FRONT // a.BLOCK
        return action.space == code % a.BLOCK and (action.source is a.Source.FRONT) == is_front
    return action.code == code
