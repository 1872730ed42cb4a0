"""A seat leaves at every kind of moment of every game: the rest play on to the end, ahead of the leaver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from app.workshop.check.journey import Case, World, cases
from rules.api import Event, Game, Left, Moved, Need, Outcome, Seat, State, Turn
from rules.cahoots.course import CahootsPhase
from rules.cahoots.state import CahootsState
from rules.kings.course import KingsPhase
from rules.kings.state import KingsState
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.state import MatriculationState
from rules.plump.state import PlumpState
from rules.reef.pieces.position import ReefPhase
from rules.reef.state import ReefState
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only

PHASES = {
    "plump": {"roll", "shuffle", "deal", "bid", "play", "reveal"},
    "kings": set(KingsPhase) - {KingsPhase.OVER},
    "cahoots": set(CahootsPhase) - {CahootsPhase.OVER},
    "matriculation": set(MatriculationPhase) - {MatriculationPhase.OVER},
    # with four seats no boards are drawn
    "reef": set(ReefPhase) - {ReefPhase.OVER, ReefPhase.BOARDS},
}
SEATS = {"cahoots": 8}
"""Numbers of seats for games in which four are too few: with eight the stock is soon used up."""
LONGEST = 20_000


@dataclass(frozen=True)
class Moment:
    """A position, the truth there, and the place among its needs of the one that is answered next."""

    state: State
    world: World
    place: int


def phase(state: State) -> object:
    """The kind of event that a position waits for, as its game calls it."""
    if isinstance(state, ReefState):
        return state.position.phase
    if isinstance(state, CahootsState | KingsState | MatriculationState):
        return state.phase
    assert isinstance(state, PlumpState)
    if state.part is None:
        return "roll"
    if not state.part.is_shuffled:
        return "shuffle"
    if state.part.shown < len(state.part.order):
        return "deal"
    return "bid" if state.part.is_bidding else "play" if state.part.cards > 1 else "reveal"


def moments(game: Game, case: Case, *, seed: int) -> Iterator[Moment]:
    """Every moment of a game in which stand-ins play, and now and then chance."""
    rng, world, state = Random(seed), World(case.seats), case.start()
    while needs := state.needs:
        for place, need in enumerate(needs):
            yield Moment(state, world.copy(), place)
            event = answer(game, state, need, world, rng)
            state = state.after(event)
            world.take_in(event)


def answer(game: Game, state: State, need: Need, world: World, rng: Random) -> Event:
    if not isinstance(need, Turn):
        return world.answer(need, rng)
    known = world.known[need.seat]
    if rng.randrange(5):
        return Moved(need.seat, game.stand_in(state, known, need.seat))
    return Moved(need.seat, rng.choice(state.actions(need.seat, known)))


def played_on(game: Game, state: State, world: World, gone: Seat) -> Outcome:
    """The outcome of a game that goes on after somebody has left it."""
    rng = Random(1)
    for _ in range(LONGEST):
        needs = state.needs
        for need in needs:
            assert need != Turn(gone)
            event = answer(game, state, need, world, rng)
            state = state.after(event)
            world.take_in(event)
        if not needs:
            break
    outcome = state.outcome()
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("key", quick_only(GAMES, "plump", "cahoots", "kings", "matriculation"))
def test_a_player_who_leaves_at_any_moment_is_last_and_the_others_play_on(key: str) -> None:
    """Of each kind of moment one is tried, from the middle of the game."""
    game, seats = GAMES[key], SEATS.get(key, 4)
    kinds: dict[object, list[tuple[Moment, Seat]]] = {}
    for case in [case for case in cases(game) if case.seats == seats][:2]:
        for moment in moments(game, case, seed=1):
            state, need = moment.state, moment.state.needs[0]
            for gone in map(Seat, range(seats)):
                mine = isinstance(need, Turn) and need.seat == gone
                kind = (phase(state), mine, moment.place, len(state.needs))
                kinds.setdefault(kind, []).append((moment, gone))
    for found in kinds.values():
        moment, gone = found[len(found) // 2]
        after = moment.state.after(Left(gone, "gone"))
        assert game.parse_state(after.text()) == after
        assert after.hand(gone) == ()
        ranks = played_on(game, after, moment.world.copy(), gone).ranks
        has_finished = isinstance(moment.state, CahootsState) and gone in moment.state.finished

        assert (ranks[gone] < seats) if has_finished else (ranks[gone] == seats), moment.state.text()

    assert {phase(found[0][0].state) for found in kinds.values()} == PHASES[key]
