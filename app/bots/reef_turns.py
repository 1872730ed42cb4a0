"""Whole turns of Reef Encounter, searched before the first step.

A beam search: of all positions after a number of steps the best few are kept. They are judged by the
forecast for single steps (`reef_worth`), with the tiles that the cube just played may still lay. The turn may
also end in each of them: then the pieces collected at the end count as well. Nothing is random: the tiles
that the bag brings stay unknown.

By itself, the beam plays worse than choosing one step at a time: it picks the positions that the forecast
overrates. Its turns are candidates for the hard player (`reef_search`), and alternatives for looking back at
a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from app.bots.api import JudgedChoice, Rival
from app.bots.reef_new_corals import new_corals
from app.bots.reef_steps import GAIN, WORTH_GUARDING, StepSearch, after_step, offered_step, own_position
from app.bots.reef_worth import CUBE, PLAYABLE, SPARE, haul_worth
from rules.api import Action, View
from rules.reef import actions as a
from rules.reef.pieces.facts import BARE, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps import coral_tiles, eating, shrimps
from rules.reef.steps import turn as turn_steps
from rules.reef.steps.refill import may_collect

WIDTH: Final = 8
"""Positions kept after each step."""
DEPTH: Final = 18
"""Maximum number of steps in a turn; a new coral counts as one."""
LAYS: Final = 8
"""Maximum number of spaces tried for one tile."""
ALGAE: Final = 4
"""Maximum number of cylinders tried in one position."""
RIVALS: Final = 4
"""Steps besides the best that are played on to the end of the turn, to find the second best."""


class End(Struct, frozen=True):
    """A possible end of a turn: the steps to it, and its worth with what is then collected."""

    position: Position
    codes: tuple[int, ...]
    value: float


class _Node(Struct, frozen=True):
    """A position within the turn: the steps to it, and the value by which the beam keeps it."""

    position: Position
    codes: tuple[int, ...]
    promise: float


class TurnBeam:
    """The beam search of one turn."""

    def __init__(self, search: StepSearch, width: int) -> None:
        self._search = search
        self._seat = search.seat
        self._width = width

    def best(self) -> tuple[int | None, float]:
        """Return the first step of the best turn (None: end now), and the worth of that turn."""
        now, best = self._search.now, None
        most = self._value(now, self._search.worth(now))
        threshold = most + GAIN
        for end in self.ends():
            if end.value > threshold:
                best, most, threshold = end.codes[0], end.value, end.value
        return best, most

    def ends(self) -> Iterator[End]:
        """Yield the turns found that may end by the rules, except the empty one."""
        now = self._search.now
        nodes, seen = [_Node(now, (), 0.0)], {now.packed()}
        for _ in range(DEPTH):
            grown: list[_Node] = []
            for node in nodes:
                for after, codes in self._steps(node):
                    if (key := after.packed()) in seen:
                        continue
                    seen.add(key)
                    worth = self._search.worth(after)
                    if (value := self._value(after, worth)) > float("-inf"):
                        yield End(after, codes, value)
                    if after.phase == ReefPhase.TURN:
                        grown.append(_Node(after, codes, worth + self._hope(after)))
            grown.sort(key=lambda node: node.promise, reverse=True)
            if not (nodes := grown[: self._width]):
                break

    def _steps(self, node: _Node) -> Iterator[tuple[Position, tuple[int, ...]]]:
        """Yield the next positions to try: single steps, and before the first action new corals."""
        position = node.position
        for code in self._codes(position):
            yield after_step(position, code), (*node.codes, code)
        if position.phase == ReefPhase.TURN and not position.course.acted:
            for after, codes in new_corals(self._search, position):
                yield after, (*node.codes, *codes)

    def _value(self, position: Position, worth: float) -> float:
        """Return the worth of ending the turn there, with the best collection; -inf if it may not end."""
        if position.phase != ReefPhase.TURN:
            return worth
        return worth + haul_worth(position, self._seat) if may_collect(position) else float("-inf")

    def _hope(self, position: Position) -> float:
        """Return the worth of tiles that the cube just played may still lay, as if that cube were held."""
        colour = position.course.laying
        if colour == NONE:
            return 0.0
        me = position.players[self._seat]
        behind = min(me.hand[colour], turn_steps.BEHIND_MOST - position.course.behind)
        return (PLAYABLE - SPARE) * behind + (PLAYABLE * me.front[colour] + CUBE) * bool(behind)

    # -- steps to try ------------------------------------------------------------------------------

    def _codes(self, position: Position) -> Iterator[int]:
        """Yield steps that may pay: no cube without a tile, no shrimp where nothing needs guarding."""
        course, me, supply = position.course, position.players[self._seat], position.supply
        if not course.ate and not course.acted:
            yield from (a.EAT + at for at in eating.eatable(position, self._seat))
        if course.laying != NONE and (source := self._search.source(position)) != NONE:
            yield from (source + space for space in self._search.spaces(position)[:LAYS])
        if course.laid_cubes < turn_steps.CUBES_MOST:
            tiles = [each + front for each, front in zip(me.hand, me.front, strict=True)]
            yield from (a.CUBE + colour for colour in range(5) if me.cubes[colour] and tiles[colour])
        yield from (a.INTRODUCE + at for at in self._posts(position, shrimps.introduce_spots(position)))
        yield from self._moves(position)
        paid = [colour for colour in range(5) if me.front[colour]]
        if paid:
            yield from (a.BUY_CUBE + colour for colour in paid if supply.cubes[colour] and me.hand[colour])
            yield from self._algae(position, paid)
        for colour in range(5):
            if me.cubes[colour] and supply.has_tile(colour) and not position.course.laid_cubes:
                yield a.BUY_TILE + colour

    def _posts(self, position: Position, spots: list[int]) -> list[int]:
        """Return for each coral worth guarding the space that protects most of it."""
        rocks, best = position.rocks, dict[int, tuple[int, int]]()
        for at in spots:
            if rocks.tile[at] < 0 or rocks.size[rocks.coral[at]] < WORTH_GUARDING:
                continue
            beside = sum(rocks.tile[to] == rocks.tile[at] for to in rocks.ground.near[at])
            name = rocks.coral[at]
            if name not in best or beside > best[name][0]:
                best[name] = beside, at
        return [at for _, at in best.values()]

    def _moves(self, position: Position) -> Iterator[int]:
        for source, spots in shrimps.move_spots(position):
            start = a.MOVE + source * a.BLOCK
            yield from (start + to for to in self._posts(position, spots))
            if position.rocks.tile[source] == BARE:
                yield start + a.HOME

    def _algae(self, position: Position, paid: list[int]) -> list[int]:
        """Return the codes of the best cylinders, paid with the tile that is missed least."""
        me = position.players[self._seat]
        pay = min(paid, key=lambda colour: (bool(me.cubes[colour]), -me.front[colour]))
        ranked = []
        for alga, target in coral_tiles.targets(position):
            code = a.ALGA + (pay * 4 + alga) * 11 + target
            ranked.append((-self._search.worth(after_step(position, code)), code))
        return [code for _, code in sorted(ranked)[:ALGAE]]


def next_best(search: StepSearch, first: int, offered: Sequence[Action], width: int = 3) -> Rival | None:
    """Return the second best of the steps `offered`: the one, besides `first`, whose turn ends best. None if
    there is no other, or if only the order of the steps would differ."""
    ways: dict[int, End] = {}
    for end in sorted(_ends(search, width), key=_value_of):
        ways[end.codes[0]] = end
    best = _played_on(search, first, width)
    others = [code for code in ways if code != first and code not in best.codes]
    others.sort(key=lambda code: ways[code].value)
    came_to = _outcome(best.position, search.seat)
    rivals = [_played_on(search, code, width) for code in others[-RIVALS:]]
    rivals = [end for end in rivals if len(end.codes) == 1 or _outcome(end.position, search.seat) != came_to]
    if not rivals:
        return None
    # The best step need not be the forecast's: prefer a rival that the forecast does not rate above it.
    rival = max(rivals, key=lambda end: (end.value <= best.value, -abs(end.value - best.value)))
    is_close = rival.value >= best.value
    step, unit = offered_step(offered, rival.codes[0]), "points by the bot's forecast"
    return Rival(step, rival.value, best.value, unit, is_close)


def _played_on(search: StepSearch, code: int, width: int) -> End:
    """Return the best end of a turn that continues with that step."""
    after = search.now.clone()
    if after.phase == ReefPhase.TURN and code < a.CUBE:
        return End(after, (code,), search.ended(code))
    turn_steps.play(after, code)
    if search.now.phase != ReefPhase.TURN or after.phase != ReefPhase.TURN:
        return End(after, (code,), search.worth(after))
    end = max(_ends(StepSearch(after), width), key=_value_of)
    return End(end.position, (code, *end.codes), end.value)


def _ends(search: StepSearch, width: int) -> Iterator[End]:
    """Yield the ends of a turn that a beam finds or that are possible now; outside of a turn, each step."""
    now, is_turn = search.now, search.now.phase == ReefPhase.TURN
    if is_turn:
        yield from TurnBeam(search, width).ends()
    yield from (
        _played_on(search, code, width) for code in turn_steps.codes(now, {}) if code < a.CUBE or not is_turn
    )


def _value_of(end: End) -> float:
    return end.value


def _outcome(position: Position, seat: int) -> object:
    """Return the parts of a position that differ if two turns have different results."""
    me, rocks, sea = position.players[seat], position.rocks, position.sea
    return rocks.tile, rocks.shrimp, me.hand, me.cubes, me.front, me.fish, sea.side, sea.lock


def judged_turn(turn: Sequence[tuple[View, Action]], width: int = WIDTH) -> list[tuple[int, JudgedChoice]]:
    """Compare a whole turn with the best one found, by the forecast; the result belongs to its first step.
    Returns [] for the set-up, a final round or an unfinished turn."""
    (first, _), (last, ending) = turn[0], turn[-1]
    if not isinstance(first.state, ReefState) or not isinstance(last.state, ReefState):
        raise ValueError("this is not a turn of Reef Encounter")
    if first.state.position.phase != ReefPhase.TURN or not isinstance(ending, a.Collect):
        return []
    search = StepSearch(own_position(first, first.state.position))
    code, most = TurnBeam(search, width).best()
    reached = StepSearch(own_position(last, last.state.position)).ended(ending.code)
    offered = first.actions()
    if code is None:
        code = search.ending([action.code for action in offered if isinstance(action, a.Collect)])
    return [(0, JudgedChoice(offered_step(offered, code), most - reached))]
