"""Speed of Reef Encounter: playouts, listing a turn's actions, refills, and its heuristic player.

    python3 packaging/dev.py bench tests/bench/test_bench_reef.py

The goals: 50,000 small actions a second in random playouts of two, and a list of the actions of a
crowded position in less than a tenth of a millisecond. The rounds of a refill are counted by
tests/rules/reef/test_reef_rounds.py.
"""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from app.bots.reef import ReefPolicy
from rules.api import Face, Seat, View
from rules.driver import LocalTable
from rules.reef.game import ReefGame
from rules.reef.scratch import ReefScratch
from rules.reef.state import ReefState
from rules.reef.steps import laying

GAME = ReefGame()
ACTIONS = 2000


def playout(rng: Random, most: int) -> ReefScratch:
    """Play random games of two, one after another, for `most` small actions."""
    done = 0
    scratch = GAME.scratch(GAME.start(2, {}), {}, rng=rng)
    while done < most:
        if scratch.over:
            scratch = GAME.scratch(GAME.start(2, {}), {}, rng=rng)
        moves = scratch.actions()
        scratch.play(moves[int(rng.random() * len(moves))])
        done += 1
    return scratch


def crowded(seats: int) -> ReefState:
    """A position in the middle of a game between heuristic players, a cube just played."""
    rng = Random(seats)
    table = LocalTable(GAME.start(seats, {}), seats, rng)
    for step in range(1000):
        assert table.turn is not None
        action = ReefPolicy().choose(table.view(table.turn), rng)
        table.play(action)
        if step > 60 and str(action).startswith("cube"):
            break
    assert isinstance(table.state, ReefState)
    return table.state


@pytest.mark.benchmark(group="reef: 2000 small actions of random games")
def test_the_time_of_actions_in_playouts(benchmark: BenchmarkFixture) -> None:
    rng = Random(1)

    assert isinstance(benchmark(playout, rng, ACTIONS), ReefScratch)
    if benchmark.stats is not None:
        benchmark.extra_info["actions per second"] = round(ACTIONS / benchmark.stats.stats.median)


@pytest.mark.benchmark(group="reef: the actions of a position after a cube")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_time_to_list_actions_as_numbers(benchmark: BenchmarkFixture, seats: int) -> None:
    """Actions are listed as numbers for playouts; `actions` of a state makes values of them."""
    state = crowded(seats)
    hidden = [slot for seat in range(seats) for slot in state.hand(Seat(seat))]
    scratch = GAME.scratch(state, dict.fromkeys(hidden, Face(0)), rng=Random(1))

    def fresh() -> int:
        scratch._moves = None
        return len(scratch.actions())

    assert benchmark(fresh) > 50


@pytest.mark.benchmark(group="reef: the actions of a position after a cube, as values")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_time_to_list_actions_as_values(benchmark: BenchmarkFixture, seats: int) -> None:
    state = crowded(seats)

    assert len(benchmark(state.actions, Seat(state.position.seat), {})) > 50


@pytest.mark.benchmark(group="reef: where one colour can be laid")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_time_to_find_the_spaces_for_one_colour(benchmark: BenchmarkFixture, seats: int) -> None:
    position = crowded(seats).position

    assert benchmark(laying.spots, position, position.course.laying)


@pytest.mark.benchmark(group="reef: text and digest")
@pytest.mark.parametrize("what", ["text", "digest"])
def test_the_time_to_write_a_text_or_a_digest(benchmark: BenchmarkFixture, what: str) -> None:
    state = crowded(2)

    assert benchmark(state.text if what == "text" else state.digest)


@pytest.mark.benchmark(group="reef: one decision of the heuristic player")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_time_of_a_decision_of_the_normal_bot(benchmark: BenchmarkFixture, seats: int) -> None:
    state = crowded(seats)
    seat = Seat(state.position.seat)
    known = dict.fromkeys(state.hand(seat), Face(0))

    assert str(benchmark(ReefPolicy().choose, View(state, seat, known), Random(1)))
