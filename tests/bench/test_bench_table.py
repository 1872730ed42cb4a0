"""Cost of a table: rounds between processes, the check of a record, and delays of the network thread while
the deck works.

    python3 packaging/dev.py bench tests/bench/test_bench_table.py
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import SWITCH_S
from app.keep.record_file import RecordFile, write_record_file
from app.records.verify import verify_record
from app.table.children import child_command, child_environment
from net.deck.keys import check_key, finish_keys, key_commitment, make_key, open_key
from net.deck.pile import lay_pile
from net.deck.shuffle import check_shuffle, make_shuffle
from net.wire.genesis import sign_genesis
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour, seeded
from tests.support.processes import ROOT
from tests.support.simulated_table import SimulatedTable

Benchmark = Any


def test_the_time_of_rounds_between_four_processes(benchmark: Benchmark, tmp_path: Path) -> None:
    """A short game of Plump between bots over encrypted ZeroMQ on loopback, journals on disk."""

    def play() -> dict[str, Any]:
        done = subprocess.run(
            child_command("demo", "plump", "--peers", "4", "--option", "length=short", "--json"),
            cwd=ROOT,
            env=child_environment(tmp_path),
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    report = benchmark.pedantic(play, rounds=3, iterations=1)

    peers = report["peers"]
    moves = sorted(spent for peer in peers for spent in peer["moves_ms"])
    carrying = sorted(spent for peer in peers for spent in peer["carrying_moves_ms"])
    deals = sorted(spent for peer in peers for spent in peer["deals_ms"])
    benchmark.extra_info |= {
        "move p50": at(moves, 0.50),
        "move p99": at(moves, 0.99),
        "carrying move p50": at(carrying, 0.50),
        "deal p50": at(deals, 0.50),
        "deal p95": at(deals, 0.95),
    }


def at(rising: list[float], part: float) -> float:
    """The least of the numbers that a share `part` of them does not exceed."""
    return rising[math.ceil(part * len(rising)) - 1]


@pytest.mark.parametrize("peers", [2, 4])
def test_the_time_of_a_whole_game_in_one_process(benchmark: Benchmark, peers: int) -> None:
    """Every seat's dealer and one check of everything: the work of a table without the network."""
    benchmark.pedantic(lambda: Parlour(GAMES["plump"], peers).play(), rounds=3, iterations=1)


def test_the_time_to_verify_a_record(benchmark: Benchmark) -> None:
    """A whole game of Plump between three, from the bytes of its file."""
    table = SimulatedTable(GAMES["plump"], 3, {})
    assert table.run(lambda: table.is_over)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    data = write_record_file(RecordFile(body, sigs, table.seated[0].running.table.log.records))

    verdict = benchmark.pedantic(verify_record, args=(data,), rounds=3, iterations=1)

    assert verdict.problem == ""
    benchmark.extra_info |= {"heights": verdict.heights, "proofs": verdict.proofs, "bytes": len(data)}


def test_gaps_of_a_thread_while_a_shuffle_of_200_is_checked(benchmark: Benchmark) -> None:
    """A thread that wakes every millisecond, as the network thread does for an acknowledgement,
    while a worker checks a proof of 200 cards: the longest gap is what a peer would wait."""
    randomness = seeded("bench")
    secret = make_key(randomness)
    table = bytes(32)
    commitments = {0: key_commitment(table, 0, secret)}
    opening = open_key(table, commitments, 0, secret, randomness)
    keys = finish_keys(table, commitments, [check_key(table, commitments, 0, opening)])
    pile = lay_pile(keys, range(200))
    message = make_shuffle(b"bench", keys, pile, randomness)
    gaps: list[float] = []
    sys.setswitchinterval(SWITCH_S)  # as the program does

    def check_while_waking() -> None:
        stop = threading.Event()

        def work() -> None:
            check_shuffle(b"bench", keys, 0, pile, message)
            stop.set()

        with ThreadPoolExecutor(1) as worker:
            worker.submit(work)
            last = time.perf_counter()
            while not stop.is_set():
                time.sleep(0.001)
                now = time.perf_counter()
                gaps.append(now - last)
                last = now

    benchmark.pedantic(check_while_waking, rounds=5, iterations=1)

    gaps.sort()
    benchmark.extra_info |= {
        "median_gap_ms": 1000 * gaps[len(gaps) // 2],
        "p99_gap_ms": 1000 * gaps[int(0.99 * (len(gaps) - 1))],
        "longest_gap_ms": 1000 * gaps[-1],
    }
