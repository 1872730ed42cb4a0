"""Time until a hint, at a table with all its seats, by the clock of the thread that thinks.

python3 packaging/dev.py bench tests/bench/test_bench_hints.py
"""

from __future__ import annotations

import time
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from app.games.catalogue import catalogue
from app.games.hint import hint_of
from app.games.policies import policy_of
from rules.api import View
from rules.driver import LocalTable
from tests.support.catalogue import GAMES

HINTS, TURNS_BETWEEN = 6, 8


def turns_begun(key: str) -> list[View]:
    """The seats' views at the beginning of some of their turns, in a game of normal players."""
    entry = catalogue().named(key)
    seats = entry.rules.seats[-1]
    table = LocalTable(entry.rules.start(seats, entry.rules.checked_options(seats, {})), seats, Random(3))
    policy, rng, turns, last = policy_of(entry, "normal"), Random(4), 0, None
    found: list[View] = []
    while (seat := table.turn) is not None and len(found) < HINTS:
        view = table.view(seat)
        if seat != last and len(view.actions()) > 1:
            turns += 1
            if turns % TURNS_BETWEEN == 0:
                found.append(view)
        last = seat
        table.play(policy.choose(view, rng))
    return found


@pytest.mark.benchmark(group="hints")
@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_time_of_a_hint_at_a_full_table(benchmark: BenchmarkFixture, key: str) -> None:
    entry, views = catalogue().named(key), turns_begun(key)
    took: list[float] = []

    def ask() -> None:
        for view in views:
            began = time.thread_time()
            hint = hint_of(entry, view, [f"P{seat}" for seat in range(entry.rules.seats[-1])], Random(1))
            took.append(1000 * (time.thread_time() - began))
            assert hint.text

    benchmark.pedantic(ask, rounds=1)
    benchmark.extra_info["longest_ms"] = round(max(took), 1)

    assert len(took) == HINTS
