"""Cost of agreement for one process that does the work of all peers, with real signatures.

    python3 packaging/dev.py bench tests/bench/test_bench_agreement.py

net 3.2 measured the throw-away core with journal and CURVE: 73-141 rounds/s at four peers on two
cores, all peers' work together. There is no journal and no wire here, only the core.
"""

from __future__ import annotations

from collections import deque

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from net.agreement.effects import Check, Effect, Send, YourTurn
from net.agreement.table import Table
from net.agreement.walk import walk
from net.lobby.identity import Identity, verify
from net.machine import Draft
from net.wire.frame import Frame, Kind, parse_frame
from tests.support.keys import toy_genesis
from tests.support.logs import honest_log
from tests.support.memory_journal import MemoryJournal
from tests.support.toy import Toy
from tests.support.values import replace
from tests.support.wire import ENTRY, signed

PEOPLE = [Identity.from_seed(bytes([seat + 1]) * 32) for seat in range(6)]


class Unkept(MemoryJournal):
    """A journal that keeps nothing and costs nothing."""

    def _sync(self, name: str) -> None:
        del name


def play(seats: int, heights: int) -> tuple[int, ...]:
    """Play `heights` heights of the toy game without any delay; return the height that each seat reached."""
    genesis = toy_genesis(seats, keys=tuple(each.public for each in PEOPLE[:seats]))
    tables = [
        Table(
            genesis,
            seat,
            signer=PEOPLE[seat],
            verify=verify,
            machine=Toy(seats, end=heights),
            journal=Unkept(),
            stored=None,
        )
        for seat in range(seats)
    ]
    waiting: deque[tuple[int, int, bytes]] = deque()

    def do(seat: int, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                waiting.append((effect.to, seat, effect.frame))
            elif isinstance(effect, Check):
                effect.machine.check(effect.place, effect.seat, effect.pay)
                do(seat, tables[seat].checked(effect.job, None, 0.0))
            elif isinstance(effect, YourTurn):
                do(seat, tables[seat].propose(Draft(bytes(300)), 0.0))

    for seat in range(seats):
        do(seat, tables[seat].start(0.0))
    while waiting:
        to, sender, frame = waiting.popleft()
        do(to, tables[to].received(sender, frame, 0.0))
    return tuple(table.log.k for table in tables)


@pytest.mark.benchmark(group="100 rounds, all peers' work in one process")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_time_of_a_hundred_rounds(benchmark: BenchmarkFixture, seats: int) -> None:
    assert benchmark.pedantic(play, (seats, 100), rounds=3) == (100,) * seats


@pytest.mark.benchmark(group="walk through 500 final records of four peers")
def test_the_time_to_walk_through_500_final_records(benchmark: BenchmarkFixture) -> None:
    genesis = toy_genesis(4, keys=tuple(each.public for each in PEOPLE[:4]))
    log = honest_log(4, 500, keys=PEOPLE[:4], genesis=genesis)

    def judge() -> int:
        return len(list(walk(genesis.encode(), log.sigs, log.raws, machine=log.machine, verify=verify)))

    assert benchmark.pedantic(judge, rounds=3) == 500


@pytest.mark.benchmark(group="one frame")
@pytest.mark.parametrize("size", [300, 40_000])
def test_the_time_to_read_a_frame(benchmark: BenchmarkFixture, size: int) -> None:
    data = Frame(Kind.ENV, signed(replace(ENTRY, pay=bytes(size))).raw).encode()

    assert benchmark(parse_frame, data).encode() == data
