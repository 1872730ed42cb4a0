"""Speed of the rules: moves a second on both paths, and the cost of a clone.

    python3 packaging/dev.py bench tests/bench/test_bench_rules.py

The goals (moves a second in one process): 100,000 on the fast path (Kings and Reef 50,000), 50,000 checked
with a digest after every event (Reef 30,000); a clone in 5 microseconds. `--benchmark-json` has the moves a
second (mean moves of a game by its median time) in `extra_info`.
"""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from app.workshop.check.journey import Case, journey, turns
from rules.api import NOTHING_KNOWN, State
from tests.support.catalogue import GAMES
from tests.support.games import ONE_EACH


def by_game(key: str) -> Case:
    return next(case for case in ONE_EACH if case.key == key)


each_game = pytest.mark.parametrize("key", sorted(GAMES))


@each_game
@pytest.mark.benchmark(group="fast path: a random game")
def test_the_time_of_a_random_playout(benchmark: BenchmarkFixture, key: str) -> None:
    game, start, seed = GAMES[key], by_game(key).start(), iter(range(10**9))
    lengths: list[int] = []

    def play() -> int:
        rng = Random(next(seed))
        pick, scratch, played = rng.random, game.scratch(start, {}, rng=rng), 0
        while not scratch.over:
            offered = scratch.actions()
            scratch.play(offered[int(pick() * len(offered))])
            played += 1
        lengths.append(played)
        return played

    assert benchmark(play)
    benchmark.extra_info["moves per second"] = round(fmean(lengths) / benchmark.stats.stats.median)


@each_game
@pytest.mark.benchmark(group="checked path: check, after, digest of a whole game")
def test_the_time_to_check_make_and_hash_moves(benchmark: BenchmarkFixture, key: str) -> None:
    case = by_game(key)
    steps = [
        (step.event, NOTHING_KNOWN if step.turn is None else step.known[step.turn]) for step in journey(case)
    ]

    def play() -> State:
        state = case.start()
        for event, known in steps:
            state.check(event, known)
            state = state.after(event)
            state.digest()
        return state

    assert not benchmark(play).needs
    moves = sum(step.turn is not None for step in journey(case))
    # every round is the same game: other programs can only slow one down
    benchmark.extra_info["moves per second"] = round(moves / benchmark.stats.stats.min)
    benchmark.extra_info["events per second"] = round(len(steps) / benchmark.stats.stats.min)


@each_game
@pytest.mark.benchmark(group="clone of a fast position")
def test_the_time_to_clone_a_scratch(benchmark: BenchmarkFixture, key: str) -> None:
    step = turns(journey(by_game(key)), 3)[1]

    assert benchmark(GAMES[key].scratch(step.state, step.faces, rng=Random(1)).clone).turn == step.turn


@each_game
@pytest.mark.benchmark(group="canonical text of a position")
def test_the_time_to_write_the_text_of_a_position(benchmark: BenchmarkFixture, key: str) -> None:
    step = turns(journey(by_game(key)), 3)[1]

    assert benchmark(step.state.text)
