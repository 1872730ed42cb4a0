"""Speed of Matriculation and Cahoots: moves a second on both paths, and a clone.

    python3 packaging/dev.py bench tests/bench/test_bench_matriculation_cahoots.py

The goals: 100,000 moves a second in playouts, 5 us for a clone, 50,000 moves a second on the checked path
with a digest of every position. A round is one whole random game; its number of moves is in `extra_info`,
and the moves a second of the quickest round.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rules.api import Event, Moved
from rules.driver import LocalTable
from tests.support.catalogue import GAMES

TABLES = [("matriculation", 2), ("matriculation", 4), ("cahoots", 2), ("cahoots", 4), ("cahoots", 8)]
SEED = 7
every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def playout(key: str, seats: int) -> int:
    """Play a random game on the fast path; return the number of moves."""
    rng = Random(SEED)
    scratch = GAMES[key].scratch(GAMES[key].start(seats, {}), {}, rng=rng)
    moves, draw = 0, rng.random
    while not scratch.over:
        actions = scratch.actions()
        scratch.play(actions[int(draw() * len(actions))])
        moves += 1
    return moves


@cache
def events(key: str, seats: int) -> tuple[Event, ...]:
    """The events of a random game."""
    rng = Random(SEED)
    table = LocalTable(GAMES[key].start(seats, {}), seats, rng)
    while table.turn is not None:
        table.play(rng.choice(table.actions()))
    return tuple(table.events)


def checked(key: str, seats: int) -> int:
    """Take the events of a random game one by one, with the digest of every position; return the number of
    moves."""
    state = GAMES[key].start(seats, {})
    for event in events(key, seats):
        state = state.after(event)
        state.digest()
    return sum(isinstance(event, Moved) for event in events(key, seats))


def note(benchmark: BenchmarkFixture, moves: int) -> None:
    benchmark.extra_info["moves"] = moves
    benchmark.extra_info["moves a second"] = round(moves / benchmark.stats.stats.min)


@pytest.mark.benchmark(group="playout of a whole game")
@every_table
def test_the_time_of_a_playout(benchmark: BenchmarkFixture, key: str, seats: int) -> None:
    moves = benchmark(playout, key, seats)

    assert moves > 20
    note(benchmark, moves)


@pytest.mark.benchmark(group="checked game with digests")
@every_table
def test_the_time_of_a_checked_game_with_digests(benchmark: BenchmarkFixture, key: str, seats: int) -> None:
    moves = benchmark(checked, key, seats)

    assert moves > 20
    note(benchmark, moves)


@pytest.mark.benchmark(group="clone")
@every_table
def test_the_time_to_clone_a_scratch(benchmark: BenchmarkFixture, key: str, seats: int) -> None:
    scratch = GAMES[key].scratch(GAMES[key].start(seats, {}), {}, rng=Random(SEED))
    for _ in range(12):
        scratch.play(scratch.actions()[0])

    twin = benchmark(scratch.clone)

    assert twin.state() == scratch.state()
