"""Speed of the rules of Kings, and strength of its bot.

    python3 packaging/dev.py bench tests/bench/test_bench_kings.py

The goals: 50,000 moves a second and 5 us a clone for playouts, 50,000 checked and hashed moves a second.
"""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from app.bots.api import AnyMove
from app.bots.kings import KingsPolicy
from app.workshop.measure.simulate import Entrant, simulate
from rules.driver import LocalTable
from rules.kings.game import KingsGame
from rules.replay import replay

GAME = KingsGame()
MOVES = 2000


@pytest.mark.benchmark(group="kings: 2000 moves")
def test_the_time_of_moves_in_playouts(benchmark: BenchmarkFixture) -> None:
    def play() -> int:
        rng, done = Random(1), 0
        while done < MOVES:
            scratch = GAME.scratch(GAME.start(4, {}), {}, rng=rng)
            while not scratch.over and done < MOVES:
                moves = scratch.actions()
                scratch.play(moves[int(rng.random() * len(moves))])
                done += 1
        return done

    assert benchmark(play) == MOVES


@pytest.mark.benchmark(group="kings: 2000 moves")
@pytest.mark.parametrize("hashed", [False, True], ids=["plain", "hashed"])
def test_the_time_to_list_check_and_make_moves(benchmark: BenchmarkFixture, hashed: bool) -> None:
    """Listing the actions, checking one twice (for the mover and for all), and going on."""

    def play() -> int:
        rng, done = Random(1), 0
        while done < MOVES:
            table = LocalTable(GAME.start(4, {}), 4, rng)
            while table.turn is not None and done < MOVES:
                actions = table.actions()
                table.play(actions[int(rng.random() * len(actions))])
                if hashed:
                    table.state.digest()
                done += 1
        return done

    assert benchmark(play) == MOVES


@pytest.mark.benchmark(group="kings: one game of random players")
def test_the_time_to_replay_a_game(benchmark: BenchmarkFixture) -> None:
    table, rng = LocalTable(GAME.start(4, {}), 4, Random(1)), Random(1)
    while table.turn is not None:
        actions = table.actions()
        table.play(actions[int(rng.random() * len(actions))])
    benchmark.extra_info["events"] = len(table.events)

    assert benchmark(replay, GAME, 4, {}, table.events) == table.state


@pytest.mark.benchmark(group="kings: small things")
def test_the_time_to_clone_a_scratch(benchmark: BenchmarkFixture) -> None:
    scratch, rng = GAME.scratch(GAME.start(4, {}), {}, rng=Random(1)), Random(1)
    for _ in range(300):
        scratch.play(rng.choice(scratch.actions()))

    assert benchmark(scratch.clone).state() == scratch.state()


@pytest.mark.benchmark(group="kings: strength")
def test_the_bot_beats_random_players_in_400_games(benchmark: BenchmarkFixture) -> None:
    """One bot against three that do anything, in every seat of the same deals."""
    entrants = [Entrant("normal", KingsPolicy()), *(Entrant("random", AnyMove()) for _ in range(3))]
    report = benchmark.pedantic(
        simulate,
        args=(GAME, entrants),
        rounds=1,
        kwargs={"seats": 4, "games": 400, "options": {}, "seed": 1, "clock": perf_counter},
    )
    print(f"\n{report.text()}")

    assert report.lines[0].low > 0.9
