"""The check of a spectator's log, by one process and with helpers: the same result and the same words."""

from __future__ import annotations

import io
import os
import queue
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import pytest

from app.table.agreed import machine_of
from app.table.children import child_command
from app.watching import checking, pool
from app.watching.checking import Checked, Checker, Failed, Finding, SignedGenesis, Unchecked
from net.agreement.walk import Stride
from net.errors import PeerError
from net.lobby.identity import verify
from net.watch.judge import Judge
from net.wire.genesis import check_genesis, sign_genesis
from net.wire.record import parse_record
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

HEIGHTS = 14


@lru_cache(maxsize=1)
def beginning() -> tuple[SignedGenesis, tuple[bytes, ...]]:
    """The first heights of a game: keys, shuffles, a deal."""
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.seated[0].running.table.log.k >= HEIGHTS)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return SignedGenesis(body, sigs), tuple(table.seated[0].running.table.log.records[:HEIGHTS])


def spoiled(height: int) -> tuple[bytes, ...]:
    """The records with one bit of a height's last signature turned, which the chain hash does not show."""
    raws = beginning()[1]
    raw = bytearray(raws[height - 1])
    raw[-1] ^= 1
    return (*raws[: height - 1], bytes(raw), *raws[height:])


@contextmanager
def checker(helpers: int) -> Iterator[tuple[Checker, queue.SimpleQueue[Finding]]]:
    signed, _ = beginning()
    machine = machine_of(check_genesis(signed.genesis, signed.sigs, verify))
    judge = Judge(signed.genesis, signed.sigs, machine=machine, verify=verify)
    told: queue.SimpleQueue[Finding] = queue.SimpleQueue()
    made = Checker(signed, judge, told.put, helpers=helpers)
    try:
        yield made, told
    finally:
        made.close()


def found(told: queue.SimpleQueue[Finding], held: list[bytes], *, until: int = HEIGHTS) -> Failed | None:
    """Take in findings until `until` heights hold, or one fails, which is returned."""
    while len(held) < until:
        finding = told.get(timeout=60)
        if isinstance(finding, BaseException):
            raise finding
        if isinstance(finding, Failed):
            return finding
        if isinstance(finding, Checked):
            assert len(finding.steps) == len(finding.raws)
            assert [step.place.k for step in finding.steps] == [
                len(held) + at for at in range(1, len(finding.raws) + 1)
            ]
            held += finding.raws
    return None


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Let helpers start after only a few records; return the processes that were started."""
    started: list[subprocess.Popen[bytes]] = []
    begin = subprocess.Popen

    def note(*words: object, **more: object) -> subprocess.Popen[bytes]:
        started.append(begin(*words, **more))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(checking, "LARGE", 1)
    monkeypatch.setattr(pool.subprocess, "Popen", note)
    return started


def test_heights_checked_together_with_helpers_are_valid_and_the_helpers_end(
    helped: list[subprocess.Popen[bytes]],
) -> None:
    raws = beginning()[1]
    held: list[bytes] = []
    with checker(2) as (made, told):
        made.add(1, raws[:5])
        made.add(6, raws[5:])

        assert found(told, held) is None
        assert tuple(held) == raws
    assert len(helped) >= 2 and all(each.poll() is not None for each in helped)


@pytest.mark.parametrize("height", [6, 7])
def test_an_invalid_height_is_named_the_same_with_and_without_a_helper(
    height: int, helped: list[subprocess.Popen[bytes]]
) -> None:
    """The fault is once in our own part and once in a helper's."""
    failed = []
    for helpers in (0, 1):
        held: list[bytes] = []
        with checker(helpers) as (made, told):
            made.add(1, spoiled(height))
            why = found(told, held)
            assert why is not None and tuple(held) == beginning()[1][: height - 1]
            failed.append((why.k, why.why.text, why.why.seat))
            made.add(why.k, beginning()[1][why.k - 1 :])  # somebody else gives the right records

            assert found(told, held) is None

    assert failed[0] == failed[1] and failed[0][0] == height
    assert len(helped) == 1, "helpers are asked once more though what they were given was spoiled"


def test_no_height_counts_as_checked_before_a_helper_has_checked_its_part(
    helped: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Helpers that stay silent hold everything up, and ones that die nothing."""
    waits = [sys.executable, "-c", "import sys; sys.stdin.buffer.read(1); sys.stdin.buffer.read()"]
    monkeypatch.setattr(pool, "child_command", lambda *words: waits)
    held: list[bytes] = []
    with checker(1) as (made, told):
        made.add(1, beginning()[1])
        first = told.get(timeout=60)
        assert isinstance(first, Unchecked) and first.steps[-1].place.k == HEIGHTS
        with pytest.raises(queue.Empty):
            told.get(timeout=1.0)
        helped[0].kill()

        assert found(told, held) is None


def test_a_spectator_who_stops_watching_leaves_no_helper_behind(
    helped: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = [sys.executable, "-c", "import sys; sys.stdin.buffer.read()"]
    monkeypatch.setattr(pool, "child_command", lambda *words: waits)
    with checker(1) as (made, told):
        made.add(1, beginning()[1])
        told.get(timeout=60)
        assert helped[0].poll() is None

    assert helped[0].poll() is not None


@pytest.mark.skipif(sys.platform == "win32", reason="there a helper is begun with a low priority")
def test_a_helper_runs_with_a_low_priority() -> None:
    signed, raws = beginning()
    parts = (signed.genesis, b"".join(signed.sigs), raws[0])
    with subprocess.Popen(
        child_command("verify", "-", "--stride", "1/2/1"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as helper:
        assert helper.stdin is not None and helper.stdout is not None
        helper.stdin.write(b"".join(len(part).to_bytes(4, "big") + part for part in parts))
        helper.stdin.flush()

        assert helper.stdout.readline() == b"1\n"
        assert os.getpriority(os.PRIO_PROCESS, helper.pid) >= min(19, os.nice(0) + pool.NICE_STEPS)
        helper.stdin.close()


def test_another_source_that_goes_on_differently_is_checked_again(
    helped: list[subprocess.Popen[bytes]],
) -> None:
    raws = beginning()[1]
    held: list[bytes] = []
    with checker(1) as (made, told):
        made.add(1, spoiled(12))
        made.add(10, raws[9:])
        while found(told, held) is not None:
            made.add(len(held) + 1, raws[len(held) :])

        assert tuple(held) == raws
    assert parse_record(held[-1]).k == HEIGHTS


@pytest.mark.parametrize(("heights", "kinds"), [(7, [Checked]), (8, [Unchecked, Checked])])
def test_the_latest_position_is_shown_before_its_check_if_eight_heights_have_come(
    heights: int, kinds: list[type]
) -> None:
    with checker(0) as (made, told):
        made.add(1, beginning()[1][:heights])
        found = [told.get(timeout=60) for _ in kinds]

    assert [type(each) for each in found] == kinds
    assert isinstance(found[-1], Checked)
    if isinstance(found[0], Unchecked):
        assert [step.place.k for step in found[0].steps] == [*range(1, heights + 1)]


def test_a_few_heights_after_many_checked_ones_are_not_shown_before_their_check() -> None:
    raws, held = beginning()[1], list[bytes]()
    with checker(0) as (made, told):
        made.add(1, raws[:6])
        assert found(told, held, until=6) is None
        made.add(7, raws[6:9])

        assert isinstance(told.get(timeout=60), Checked)


@pytest.mark.parametrize(("spare", "is_helped"), [(0, True), (1, False)])
def test_helpers_are_started_for_many_unchecked_bytes(
    monkeypatch: pytest.MonkeyPatch, spare: int, is_helped: bool
) -> None:
    raws, started = beginning()[1][:3], list[int]()

    class Quick:
        parts = 1

        def __init__(self, *_: object, first: int, tell: Callable[[int | None], None], **__: object) -> None:
            started.append(first)
            self.tell = tell

        def give(self, parts: Sequence[bytes]) -> None:
            self.tell(len(parts))

        def close(self) -> None:
            pass

    monkeypatch.setattr(checking, "LARGE", sum(map(len, raws)) + spare)
    monkeypatch.setattr(checking, "Pool", Quick)
    held: list[bytes] = []
    with checker(1) as (made, told):
        made.add(1, raws)
        assert found(told, held, until=3) is None

    assert started == ([1] if is_helped else [])
    assert tuple(held) == raws


def test_records_after_a_gap_are_not_taken() -> None:
    raws, held = beginning()[1], list[bytes]()
    with checker(0) as (made, told):
        made.add(2, raws[1:3])
        made.add(1, raws[:1])
        assert found(told, held, until=1) is None
        made.add(1, raws[:3])  # one height once more, and two new ones
        assert found(told, held, until=3) is None

    assert tuple(held) == raws[:3]


class Someone:
    """A helper that reports what a test says."""

    def __init__(self, stride: Stride, tell: Callable[[int | None], None]) -> None:
        self.stride, self.tell = stride, tell
        self.given: list[bytes] = []
        self.is_closed = False

    def give(self, parts: Sequence[bytes]) -> None:
        self.given += parts

    def close(self) -> None:
        self.is_closed = True


def test_helpers_divide_the_heights_and_the_slowest_tells_how_far_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, made = list[int | None](), list[Someone]()
    monkeypatch.setattr(pool, "_Helper", lambda *words: made.append(Someone(*words)) or made[-1])
    helpers = pool.Pool(b"genesis", (b"sig 1", b"sig 2"), helpers=2, first=5, tell=told.append)
    helpers.give((b"record",))
    one, two = made
    assert helpers.parts == 3
    assert (one.stride, two.stride) == (Stride(1, 3, 5), Stride(2, 3, 5))
    assert one.given == two.given == [b"genesis", b"sig 1sig 2", b"record"]

    for helper, k in ((one, 1), (two, 1), (one, 7), (two, 6), (two, 9), (one, 8), (two, 10)):
        helper.tell(k)
    assert told == [1, 6, 7, 8]
    one.tell(None)
    helpers.close()
    for k in (20, None):
        one.tell(k)
        two.tell(k)
    assert told == [1, 6, 7, 8, None] and one.is_closed and two.is_closed


def test_helpers_that_cannot_be_started_are_reported_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no more processes")

    told: list[int | None] = []
    monkeypatch.setattr(pool, "_Helper", full)
    pool.Pool(b"genesis", (), helpers=2, first=1, tell=told.append).close()

    assert told == [None]


@pytest.mark.parametrize(("processors", "helpers"), [(None, 0), (1, 0), (2, 1), (8, 7), (9, 7), (64, 7)])
def test_one_processor_is_left_to_the_spectators_own_program(
    monkeypatch: pytest.MonkeyPatch, processors: int | None, helpers: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)

    assert pool.helpers_worth() == helpers


@pytest.mark.parametrize(("cut", "heights"), [(0, [1, 2, 3]), (1, [1, 2])])
def test_a_helper_says_each_height_that_it_has_checked_and_ends_with_its_input(
    monkeypatch: pytest.MonkeyPatch, cut: int, heights: list[int]
) -> None:
    gentle: list[int] = []
    monkeypatch.setattr(os, "nice", gentle.append, raising=False)
    signed, raws = beginning()
    parts = (signed.genesis, b"".join(signed.sigs), *raws[:3])
    sent = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    answers = io.StringIO()
    pool.help_check(io.BytesIO(sent[: len(sent) - cut]), answers, Stride(1, 2, 1))

    assert answers.getvalue().split() == [str(k) for k in heights]
    assert gentle == [pool.NICE_STEPS]


def test_a_helper_of_a_game_that_nobody_signed_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0, raising=False)
    signed, answers = beginning()[0], io.StringIO()
    parts = (signed.genesis, b"".join(signed.sigs[::-1]))
    with pytest.raises(PeerError):
        pool.help_check(
            io.BytesIO(b"".join(len(part).to_bytes(4, "big") + part for part in parts)),
            answers,
            Stride(1, 2, 1),
        )

    assert answers.getvalue() == ""
