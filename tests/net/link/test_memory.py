"""The guard against messages without end, with memory that a test makes up; and the real one."""

from __future__ import annotations

import sys

import pytest

from net.link.memory import Guard, ProcessMemory

MIB = 1024 * 1024


class Made:
    """Memory whose figures the test sets."""

    def __init__(self, held: int | None) -> None:
        self.held = held
        self.trims = 0

    def resident_bytes(self) -> int | None:
        return self.held

    def trim(self) -> None:
        self.trims += 1


def test_growth_over_the_limit_is_reported_at_the_next_check() -> None:
    memory = Made(100 * MIB)
    guard = Guard(memory, 50 * MIB, now=0.0)
    assert guard.grown(0.0) is None
    memory.held = 150 * MIB
    assert guard.grown(0.1) is None
    memory.held = 151 * MIB
    assert guard.grown(0.15) is None

    assert guard.grown(0.2) == 51 * MIB


def test_after_memory_was_freed_growth_counts_from_the_memory_that_is_left() -> None:
    memory = Made(100 * MIB)
    guard = Guard(memory, 50 * MIB, now=0.0)
    guard.grown(0.0)
    memory.held = 300 * MIB
    assert guard.grown(0.1) == 200 * MIB
    reopen_at = guard.relieve(0.1)
    memory.held = 120 * MIB
    assert guard.grown(0.3) is None
    trims = memory.trims
    assert guard.grown(reopen_at) is None
    assert memory.trims == trims + 1
    memory.held = 171 * MIB

    assert guard.grown(reopen_at + 0.2) == 51 * MIB


def test_a_growing_process_is_checked_ten_times_a_second_and_any_other_twice() -> None:
    memory = Made(100 * MIB)
    guard = Guard(memory, 500 * MIB, now=0.0)
    guard.grown(0.0)
    calm = [round(guard.due_at, 3) for _ in range(4) if guard.grown(guard.due_at) is None]
    memory.held += 5 * MIB
    guard.grown(guard.due_at)
    grown_at = guard.due_at
    memory.held += 5 * MIB
    guard.grown(guard.due_at)

    assert calm == [0.6, 1.1, 1.6, 2.1]
    assert guard.due_at - grown_at == pytest.approx(0.1)


@pytest.mark.parametrize(("left", "freed"), [(120, 180), (300, 0), (310, -10)])
def test_the_memory_of_the_links_is_the_memory_that_closing_them_gives_back(left: int, freed: int) -> None:
    """Memory that stays was this program's own: a window with its pictures, a long game."""
    memory = Made(100 * MIB)
    guard = Guard(memory, 50 * MIB, now=0.0)
    guard.grown(0.0)
    memory.held = 300 * MIB
    guard.grown(0.1)
    reopen_at = guard.relieve(0.1)
    assert guard.freed is None
    memory.held = left * MIB
    guard.grown(reopen_at)

    assert guard.freed == freed * MIB


def test_where_memory_cannot_be_measured_the_guard_is_off() -> None:
    guard = Guard(Made(None), 1, now=0.0)

    assert [guard.grown(float(n)) for n in range(5)] == [None] * 5


def test_memory_that_cannot_be_measured_any_more_is_not_growth() -> None:
    memory = Made(1)
    guard = Guard(memory, 1, now=0.0)
    guard.grown(0.0)
    memory.held = None

    assert guard.grown(1.0) is None


@pytest.mark.skipif(sys.platform != "linux", reason="measured elsewhere in other ways")
def test_the_real_memory_grows_with_the_held_bytes() -> None:
    memory = ProcessMemory()
    memory.trim()
    before = memory.resident_bytes()
    ballast = b"x" * (64 * MIB)
    after = memory.resident_bytes()

    assert before is not None
    assert after is not None
    assert after - before > 48 * MIB
    assert len(ballast) == 64 * MIB
