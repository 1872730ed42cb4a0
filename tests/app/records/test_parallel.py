"""Several processes check a record: together they find what one finds, and one says it."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pytest

from app.keep.record_file import RecordFile, read_record_file, write_record_file
from app.records import parallel
from app.records.parallel import Draw, DrawnBlocks, part_report, verify_together
from app.records.recording import Progress
from app.records.verify import Verdict, verify_record
from net.wire.genesis import sign_genesis
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

HEIGHTS = 14


@lru_cache(maxsize=1)
def beginning() -> bytes:
    """The first heights of a game: keys, shuffles, a deal."""
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.seated[0].running.table.log.k >= HEIGHTS)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return write_record_file(RecordFile(body, sigs, table.seated[0].running.table.log.records[:HEIGHTS]))


def with_a_bit_turned(*heights: int) -> bytes:
    """The record with a bit of the last signature of some heights turned, and its checksum computed again."""
    record = read_record_file(beginning())
    records = list(record.records)
    for height in heights:
        raw = bytearray(records[height - 1])
        raw[-1] ^= 1
        records[height - 1] = bytes(raw)
    body = write_record_file(RecordFile(record.genesis, record.sigs, tuple(records)))[:-32]
    return body + hashlib.blake2b(body, digest_size=32, person=b"shoal1-file").digest()


def quiet(done: int, of: int) -> None:
    del done, of


def drawer(blocks: Iterable[int]) -> Draw:
    """A function that draws these blocks one by one, and then none."""
    left = iter(blocks)
    return lambda: bytes([block for block in [next(left, None)] if block is not None])


@pytest.mark.parametrize("height", range(1, HEIGHTS + 1))
def test_each_height_is_checked_by_the_process_that_draws_its_block(height: int) -> None:
    size = 4
    ours, theirs = (
        json.loads(part_report(with_a_bit_turned(height), size, drawer(blocks)))
        for blocks in ([0, 3], [1, 2])
    )

    assert ours["checked"] == (None if (height - 1) // size in (0, 3) else [0, 3])
    assert theirs["checked"] == (None if (height - 1) // size in (1, 2) else [1, 2])


def test_two_processes_with_one_queue_check_every_height_once() -> None:
    """The slower process skips the blocks that the other has taken."""
    draw = drawer(range(5))
    early, late = DrawnBlocks(draw, 3), DrawnBlocks(draw, 3)
    checked: dict[int, list[DrawnBlocks]] = {k: [] for k in range(1, HEIGHTS + 1)}
    at = {id(early): 0, id(late): 0}
    for who, steps in ((early, 5), (late, 8), (early, 2), (late, HEIGHTS), (early, HEIGHTS)):
        for k in range(at[id(who)] + 1, min(at[id(who)] + steps, HEIGHTS) + 1):
            assert who.has(k) == who.has(k)  # asked again, it says the same
            checked[k] += [who] * who.has(k)
            at[id(who)] = k

    assert all(len(found) == 1 for found in checked.values())
    assert {id(who) for found in checked.values() for who in found} == {id(early), id(late)}


def test_a_valid_record_is_proven_by_all_processes_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, alone = beginning(), verify_record(beginning())
    path = tmp_path / "game.shoal"
    path.write_bytes(data)
    parts: list[DrawnBlocks] = []

    def noted(data: bytes, *given: object, checked: DrawnBlocks) -> Verdict:
        parts.append(checked)
        return verify_record(data, checked=checked)

    monkeypatch.setattr(parallel, "verify_record", noted)

    assert verify_together(path, data, quiet, processes=2) == alone
    assert len(parts) == 1, "nothing was left for a single process"


def beside_a_helper(monkeypatch: pytest.MonkeyPatch, block: int, data: bytes, checked: object) -> list[str]:
    """Let this process lose a block, as if a helper had drawn it that reports having checked these.

    Returns the names of the checks that follow here: of a part, or of the whole.
    """
    name = hashlib.blake2b(data, digest_size=32).hexdigest()
    report, checks = json.dumps({"bytes": name, "checked": checked}), list[str]()

    class Losing(DrawnBlocks):
        def __init__(self, draw: Draw, size: int) -> None:
            super().__init__(lambda: number if (number := draw()) != bytes([block]) else draw(), size)

    def noted(data: bytes, *given: Progress, **of: DrawnBlocks) -> Verdict:
        checks.append("part" if of else "whole")
        return verify_record(data, *given, **of)

    monkeypatch.setattr(parallel, "DrawnBlocks", Losing)
    monkeypatch.setattr(parallel, "verify_record", noted)
    monkeypatch.setattr(
        parallel, "child_command", lambda *words: [sys.executable, "-c", f"print({report!r})"]
    )
    return checks


LAST = HEIGHTS - 1


@pytest.mark.parametrize(
    ("is_same", "checked", "checks"),
    [
        (True, [LAST], ["part"]),
        (True, [], ["part", "whole"]),
        (True, None, ["part", "whole"]),
        (False, [LAST], ["part", "whole"]),
    ],
)
def test_the_part_of_a_helper_counts_only_if_the_helper_has_checked_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_same: bool, checked: object, checks: list[str]
) -> None:
    read = beginning() if is_same else b"other bytes"
    found = beside_a_helper(monkeypatch, LAST, read, checked)

    assert verify_together(tmp_path / "game.shoal", beginning(), quiet, processes=2).problem == ""
    assert found == checks


@pytest.mark.parametrize(
    ("heights", "lost", "reported"), [((HEIGHTS,), LAST, []), ((5, 6), 4, [*range(HEIGHTS)])]
)
def test_the_first_fault_in_the_record_is_named_although_a_helper_finds_a_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heights: tuple[int, ...], lost: int, reported: object
) -> None:
    data = with_a_bit_turned(*heights)
    beside_a_helper(monkeypatch, lost, data, reported)
    verdict = verify_together(tmp_path / "game.shoal", data, quiet, processes=2)

    assert verdict == verify_record(data)
    assert f"at step {heights[0]}: " in verdict.problem


@pytest.mark.parametrize("height", [5, 6])
def test_a_false_record_is_judged_as_by_one_process(tmp_path: Path, height: int) -> None:
    data = with_a_bit_turned(height)
    path = tmp_path / "game.shoal"
    path.write_bytes(data)

    assert verify_together(path, data, quiet, processes=2) == verify_record(data)
    assert verify_record(data).problem


def test_helpers_that_have_read_a_changed_file_prove_nothing(tmp_path: Path) -> None:
    """The file is changed between our reading and theirs; ours is false where they would look."""
    path = tmp_path / "game.shoal"
    path.write_bytes(beginning())

    assert verify_together(path, with_a_bit_turned(5), quiet, processes=2).problem


def test_a_record_is_checked_without_a_helper_that_cannot_be_started(tmp_path: Path) -> None:
    data = beginning()

    assert verify_together(tmp_path / "gone.shoal", data, quiet, processes=2) == verify_record(data)


@pytest.mark.parametrize(
    ("size", "processors", "asked"),
    [
        (256 * 1024 - 1, 4, []),
        (256 * 1024, 4, [4]),
        (256 * 1024, 2, [2]),
        (256 * 1024, 64, [8]),
        (256 * 1024, 1, []),
        (256 * 1024, None, []),
    ],
)
def test_helpers_are_started_only_for_large_records_and_several_processors(
    monkeypatch: pytest.MonkeyPatch, size: int, processors: int | None, asked: list[int]
) -> None:
    found: list[int] = []
    monkeypatch.setattr(parallel, "_shared", lambda path, data, progress, processes: found.append(processes))
    monkeypatch.setattr(parallel.os, "cpu_count", lambda: processors)
    verdict = verify_together(Path("none"), bytes(size), quiet)

    assert not verdict.is_judged and found == asked
