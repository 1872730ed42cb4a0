"""The hard player of Reef Encounter: whole turns, tried out in sampled worlds.

A forecast of the position at the end of a turn does not see how the others answer it. So the turns that
look best by it, and the normal player's turn, are played in full positions that fit what the seat knows,
with the same random numbers for all. Then everybody plays as the normal player until the seat ends its next
turn. The worse half of the normal turn's rivals is dropped, the rest are tried in further worlds, and so on.

A turn is searched once, before its first step, and then carried out: a new search in the middle would leave
undone what the turn was begun for. Once a tile was opened, the beginning of the turn cannot be
told from the position, so from there on the turn is both played and tried out step by step. The random
numbers follow from the position, so that asking in the middle of a turn gives the same answer as before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from random import Random
from typing import Final

from msgspec import Struct, field

from app.bots.api import ENDLESS, Budget
from app.bots.reef_steps import KnownEffects, StepSearch, own_position
from app.bots.reef_turns import TurnBeam
from app.bots.reef_worth import worth
from app.bots.search import mean_of
from rules.api import Face, Seat, Slot, View
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.scratch import ReefScratch
from rules.reef.state import ReefState
from rules.reef.steps import turn
from rules.reef.steps.refill import may_collect

WIDTH: Final = 3
"""Width of the beam: it only has to find turns worth a try."""
TURNS: Final = 4
"""Turns tried beside the normal player's, each with its best collections (`COLLECTS`)."""
ALIKE: Final = 2
"""Maximum number of turns with the same tiles and cubes left: they would differ in a space or two."""
COLLECTS: Final = {2: 2, 3: 2, 4: 1}
"""Collections tried at the end of a turn, by number of seats."""
WORLDS: Final = {2: 2, 3: 1, 4: 2}
"""Worlds of each round by number of seats.

The more seats, the longer a playout takes until the seat is on turn again. With four seats the others do so
much by then that one world says too little (25 % of 24 games won; with two worlds 50 % of 16).
"""
LAST: Final = 2
"""Number of rivals of the normal player's turn at which the search ends."""
DECIDED: Final = 75.0
"""Points taken off the bonus for winning or losing in a playout: the true game may end otherwise."""
STEPS_MOST: Final = 300
"""Steps of playouts after which no further world is begun: about a quarter of a second."""
KEPT: Final = 16
"""Size of the cache of turns: one for each bot of the process, and some more."""

_Codes = tuple[int, ...]


class TurnBegun(Struct, frozen=True):
    """The beginning of a turn as a seat sees it; `known` is by slot."""

    state: ReefState
    seat: Seat
    known: tuple[tuple[Slot, Face], ...]


class _Candidate(Struct, frozen=True):
    """A whole turn and its results, world by world."""

    codes: _Codes
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return mean_of(self.results)


def next_step(view: View, state: ReefState, budget: Budget = ENDLESS) -> int:
    """Return the code of the next step of the best turn. Own start tiles count as tiles of the hand."""
    if codes := steps_left(view, state, budget):
        return codes[0]
    return StepSearch(own_position(view, state.position)).step()


def steps_left(view: View, state: ReefState, budget: Budget = ENDLESS) -> _Codes:
    """Return the rest of the best turn as far as it was planned; () if the turn is chosen step by step."""
    start, done = state.base or state, tuple(step.code for step in state.steps)
    if start.position.course.acted or start.position.course.ate:
        return ()
    known = tuple(sorted(view.known.items()))
    codes = whole_turn(TurnBegun(start, Seat(state.position.seat), known), budget)
    return codes[len(done) :] if done == codes[: len(done)] else ()


@lru_cache(maxsize=KEPT)
def whole_turn(moment: TurnBegun, budget: Budget = ENDLESS) -> _Codes:
    """Return the best turn as far as it can be planned within the budget. Without time for one world it is
    the normal player's turn."""
    position = moment.state.position
    view = View(moment.state, moment.seat, dict(moment.known))
    own = own_position(view, position)
    rng = Random(position.packed() + bytes(own.mover.hand))
    normal, *rivals = [_Candidate(codes) for codes in _candidate_turns(own, position.mover.hand)]
    worlds, steps, known = ReefGame().worlds(view), 0, KnownEffects()
    while rivals and not budget.is_spent() and steps < STEPS_MOST:
        for _ in range(WORLDS[position.rules.seats]):
            if steps >= STEPS_MOST:
                break
            state, faces = worlds(rng)
            if not isinstance(state, ReefState):
                raise ValueError("this is no world of Reef Encounter")
            world, seed = _opened(state.position, faces), rng.randrange(1 << 48)
            for each in (normal, *rivals):
                if normal.results and budget.is_spent():
                    break
                result, taken = _played_out(world, faces, each.codes, Random(seed), known)
                each.results.append(result)
                steps += taken
        rivals = _comparable(normal, rivals)
        rivals.sort(key=lambda each: each.mean, reverse=True)
        if len(rivals) <= LAST:
            break
        rivals = rivals[: (len(rivals) + 1) // 2]
    if not normal.results:
        return normal.codes
    return max((normal, *rivals[:1]), key=lambda each: each.mean).codes


def _comparable(normal: _Candidate, rivals: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the rivals that were tried, with results only of worlds in which all of them were."""
    tried = [each for each in rivals if each.results]
    worlds = min(len(each.results) for each in (normal, *tried))
    for each in (normal, *tried):
        del each.results[worlds:]
    return tried


# -- which turns are tried ------------------------------------------------------------------------


def _candidate_turns(own: Position, public: Sequence[int]) -> list[_Codes]:
    """Return the normal player's turn, then those that look best, each once. `public` are the tiles that
    everybody knows to be in the hand."""
    found = [_normal_turn(own)]
    search = StepSearch(own)
    looked_at: list[tuple[Position, _Codes]] = [(search.now, ())] if may_collect(search.now) else []
    looked_at += _different(search)
    for position, codes in looked_at[:TURNS]:
        found += [(*codes, *way) for way in _ways_to_end(position, own.seat)]
    return [*dict.fromkeys(_planned(codes, public) for codes in found)]


def _planned(codes: _Codes, public: Sequence[int]) -> _Codes:
    """Return a turn up to and with the first step that opens a start tile or may open tiles of the bag."""
    left, colour = [*public], NONE
    for done, code in enumerate(codes, 1):
        if a.CUBE <= code < a.BUY_CUBE:
            colour = code - a.CUBE
        elif a.BUY_TILE <= code < a.PAIR:
            return codes[:done]
        elif code // a.BLOCK == a.LAY_SCREEN // a.BLOCK:
            if not left[colour]:
                return codes[:done]
            left[colour] -= 1
    return codes


def _normal_turn(own: Position) -> _Codes:
    codes: list[int] = []
    now = StepSearch(own).now
    while now.phase == ReefPhase.TURN and (not codes or codes[-1] >= a.CUBE):
        codes.append(StepSearch(now).step())
        if codes[-1] >= a.CUBE:
            turn.play(now, codes[-1])
    return tuple(codes)


def _different(search: StepSearch) -> list[tuple[Position, _Codes]]:
    """Return the turns of the beam, the most promising first, few of a kind."""
    kinds: dict[object, int] = {}
    found: list[tuple[Position, _Codes]] = []
    for end in sorted(TurnBeam(search, WIDTH).ends(), key=lambda end: end.value, reverse=True):
        me = end.position.players[search.seat]
        kind = (*me.hand, *me.cubes, *me.fish, *end.position.sea.side)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= ALIKE:
            found.append((end.position, end.codes))
        if len(found) == TURNS:
            break
    return found


def _ways_to_end(position: Position, seat: int) -> list[_Codes]:
    """Return the best collections to end the turn with; [()] if the turn is over already."""
    if position.phase != ReefPhase.TURN or position.seat != seat:
        return [()]
    ways = [a.COLLECT + space for space in range(5) if position.sea.cubes[space]]
    ways.sort(key=StepSearch(position).ended, reverse=True)
    return [(way,) for way in ways[: COLLECTS[position.rules.seats]]]


# -- playing a turn out ---------------------------------------------------------------------------


def _opened(position: Position, faces: Mapping[Slot, Face]) -> Position:
    """Copy a full position and open all start tiles in it; a seat's search looks only at its own."""
    world = position.clone()
    for player in world.players:
        for slot in player.secret:
            player.hand[faces[Slot(slot)]] += 1
        player.secret = ()
        if player.start != NONE:
            player.fish[faces[Slot(player.start)]] += 1
            player.start = NONE
    return world


def _played_out(
    world: Position, faces: dict[Slot, Face], codes: _Codes, rng: Random, known: KnownEffects
) -> tuple[float, int]:
    """Return the mover's worth at the end of its next turn or of the game, and the steps after `codes`."""
    scratch = ReefScratch(world.clone(), faces=faces, rng=rng, base=None, steps=[])
    is_next = a.COLLECT <= codes[-1] < a.CUBE
    for code in codes:
        if code not in scratch.actions():  # the space is taken: the bag held more than planned
            is_next = False
            break
        scratch.play(code)
    for steps in count():
        if scratch.over:
            break
        search = StepSearch(scratch.position, known)
        step = search.step()
        if search.seat == world.seat and a.COLLECT <= step < a.CUBE:
            if is_next:
                return search.ended(step), steps
            is_next = True
        scratch.play(step)
    won = worth(scratch.position, world.seat)
    return won - DECIDED if won > 0 else won + DECIDED, steps
