"""Cost of checking a saved game, beside the cost of playing it: the same game, in the same run.

    python3 packaging/dev.py bench record

No time is asserted. The memory of a long log is measured with the toy game: no game of ours has 10,000
heights.
"""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from net.agreement.walk import walk
from net.lobby.identity import Identity, verify
from tests.bench.cost import ran
from tests.support.keys import toy_genesis
from tests.support.logs import honest_log

Benchmark = Any
PEERS = 4
LONG = 10_000
PEOPLE = [Identity.from_seed(bytes([seat + 1]) * 32) for seat in range(2)]


@pytest.mark.timeout(1800)
def test_the_time_to_verify_a_record_beside_the_time_of_its_game(
    benchmark: Benchmark, tmp_path: Path
) -> None:
    """A whole game of Plump between four processes, then `shoal verify` of its record file."""
    record = tmp_path / "game.shoal"
    demo = ("demo", "plump", "--peers", str(PEERS), "--record", str(record), "--json")
    played = ran(demo, tmp_path)
    checks = [ran(("verify", str(record)), tmp_path)]

    benchmark.pedantic(lambda: checks.append(ran(("verify", str(record)), tmp_path)), rounds=3, iterations=1)

    best = min(checks, key=lambda check: check.wall_s)
    benchmark.extra_info |= {
        "ratio": played.wall_s / best.wall_s,
        "cpu ratio": played.cpu_s / min(check.cpu_s for check in checks),
        "first line ms": 1000 * min(check.first_line_s for check in checks),
        "cpu s": min(check.cpu_s for check in checks),
        "bytes": record.stat().st_size,
    }


@pytest.mark.timeout(1800)
def test_the_memory_of_a_walk_through_a_long_record(benchmark: Benchmark) -> None:
    """The memory after 10,000 heights beyond that after 100, without the bytes of the records."""
    genesis = toy_genesis(2, keys=tuple(each.public for each in PEOPLE))
    log = honest_log(2, LONG, keys=PEOPLE, genesis=genesis)
    raws = log.raws
    kept: dict[int, int] = {}

    def check() -> None:
        kept.clear()
        tracemalloc.start()
        for step in walk(genesis.encode(), log.sigs, raws, machine=log.machine, verify=verify):
            if step.place.k in (100, LONG):
                gc.collect()
                kept[step.place.k] = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()

    benchmark.pedantic(check, rounds=1, iterations=1)

    benchmark.extra_info["grown kb"] = (kept[LONG] - kept[100]) / 1024
