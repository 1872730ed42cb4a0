"""Bytes that a table sends for each byte of its log (net 5.5, R9, R10), on fast lines and slow ones.

The log itself has to go to everybody once: the part of a ratio above 1 is heads and messages sent twice.
"""

from __future__ import annotations

from collections import Counter

import pytest

from net.seat.session import Session, Work
from net.wire.frame import Kind
from tests.support.catalogue import GAMES
from tests.support.simulated_table import Seated, SimulatedTable
from tests.support.traffic import Counted

BUDGET = 1.5
MIX = 9_000
"""About the bytes of a shuffle of 52 cards with its proof."""
SLOW = 10_000.0
BUSY = [(0.0, 0.01), (0.1, 0.6), (0.5, 2.0)]


@pytest.mark.parametrize(
    "busy_s",
    [BUSY[0], *(pytest.param(each, marks=pytest.mark.slow) for each in BUSY[1:])],
    ids=["quick", "slow", "slower"],
)
@pytest.mark.parametrize("pay", [100, MIX])
def test_eight_seats_keep_to_their_budget(pay: int, busy_s: tuple[float, float]) -> None:
    """Players and programs that take up to two seconds for an entry of one of two sizes.

    Without numbers in the heads the ratio was up to 2.8 between processes that shared two processors.
    """
    run = Counted(1, 8, heights=16, pay=pay, busy_s=busy_s).run()
    idle = sum(busy_s) > 2.0 and pay < MIX  # two thirds of this table's time nobody has anything to say

    assert run.ratio < (2.0 if idle else BUDGET)
    assert run.again == 0


def test_bytes_of_a_height_grow_with_the_square_of_the_seats() -> None:
    """From four seats to eight every ack goes to twice as many, and there are twice as many of them."""
    four, eight = (Counted(1, seats, heights=16, busy_s=(0.1, 0.6)).run() for seats in (4, 8))

    assert sum(eight.sent.values()) < 2**2.3 * sum(four.sent.values())


@pytest.mark.parametrize("pay", [100, MIX, 33_000])
def test_a_link_of_10_kilobytes_a_second_keeps_up(pay: int) -> None:
    """A height takes the time of one entry to each peer, and 0.3 s more; nothing goes twice.

    If peers also ask for messages that are under way, a height of 9 kB takes 57 s instead of 1, and 686
    frames instead of 15.
    """
    run = Counted(1, 3, heights=12, pay=pay, rate=SLOW, delay_s=(0.01, 0.01)).run(limit_s=600.0)

    assert run.now < run.heights * (pay / SLOW + 0.3)
    assert run.again == 0 and run.ratio < 1.1


def test_a_cut_link_costs_one_extra_copy() -> None:
    """Of eight seats two cannot reach each other: one of the others passes on, not all six."""
    whole = Counted(1, 8, heights=40, busy_s=(0.02, 0.1)).run()
    cut = Counted(1, 8, heights=40, busy_s=(0.02, 0.1), cut=frozenset({frozenset({0, 1})})).run()

    extra = sum(cut.sent.values()) - sum(whole.sent.values())
    copy = sum(whole.sent.values()) / (8 * 7)
    assert extra < 8 * copy, "two lines are passed on, and four seconds pass until that is known"


class Loaded(SimulatedTable):
    """A table on a busy computer: making or judging anything takes a third of a second."""

    def __init__(self, seats: int) -> None:
        self.sent: Counter[Kind] = Counter()
        super().__init__(GAMES["plump"], seats, {"length": "short"})

    def send(self, sender: int, to: int, frame: bytes) -> None:
        self.sent[Kind(frame[1])] += len(frame)
        super().send(sender, to, frame)

    def _work(self, seated: Seated, session: Session, work: Work) -> None:
        self.after(self.rng.uniform(0.1, 0.6), lambda: super(Loaded, self)._work(seated, session, work))


@pytest.mark.slow
def test_a_real_table_of_eight_keeps_to_its_budget() -> None:
    """Plump with real keys, shuffles and shares: a whole deal and the first moves."""
    table = Loaded(8)
    assert table.run(lambda: all(each.running.table.log.k >= 24 for each in table.seated))
    records = table.seated[0].running.table.log.records

    assert sum(table.sent.values()) < BUDGET * sum(map(len, records)) * 7
