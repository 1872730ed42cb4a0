"""Longest stops of the window at a table, in CPU time of its thread (`tests.bench.stops`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from app.games.catalogue import catalogue

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.benchmark(group="stops")
@pytest.mark.parametrize("game", sorted(catalogue().games))
def test_the_longest_stop_of_the_window(benchmark: BenchmarkFixture, game: str) -> None:
    def measured() -> dict[str, float]:
        command = [sys.executable, "-m", "tests.bench.stops", game]
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        found: dict[str, float] = json.loads(done.stdout)
        return found

    benchmark.extra_info |= benchmark.pedantic(measured, rounds=1)
