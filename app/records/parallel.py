"""Check a long record in several processes at once.

Each process walks the whole game by its rules, which is quick. They divide the slow part, proofs and
signatures: each draws the next free block of heights from one pipe. A process that starts late or is slow
draws fewer blocks, so all end together.

This proves a valid record only. If anything fails, or a helper is lost, one process checks the record from
its beginning, so that the message never depends on who found the fault.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.keep.record_file import read_record_file
from app.records.recording import Progress
from app.records.verify import Verdict, verify_record
from app.table.children import child_command
from net.errors import PeerError

LARGE: Final = 256 * 1024
"""A record of this many bytes is worth the start of helpers."""
PROCESSES_MAX: Final = 8
BLOCKS_MAX: Final = 250
"""Maximum number of blocks of a record: a block's number is a byte, and all numbers fit into a pipe."""

Draw = Callable[[], bytes]
"""Takes the number of the next free block; returns b"" when all are taken."""


class DrawnBlocks:
    """The blocks of `size` heights that this process checks; it draws a new one when the last one ends.

    No block is lost: every draw gives a later block than the draw before, so no process draws a block that it
    has passed.
    """

    def __init__(self, draw: Draw, size: int) -> None:
        self._draw, self._size = draw, size
        self._at: int | None = -1
        self.checked: set[int] = set()

    def has(self, k: int, /) -> bool:
        block = (k - 1) // self._size
        if self._at is not None and self._at < block:
            number = self._draw()
            self._at = number[0] if number else None
        if self._at != block:
            return False
        self.checked.add(block)
        return True


def verify_together(path: Path, data: bytes, progress: Progress, *, processes: int | None = None) -> Verdict:
    """Do the same as `verify_record`, in several processes (None: as many as pay off). `data` was read from
    `path`."""
    if processes is None:
        processes = min(PROCESSES_MAX, os.cpu_count() or 1) if len(data) >= LARGE else 1
    if processes > 1 and (verdict := _shared(path, data, progress, processes)) is not None:
        return verdict
    return verify_record(data, progress)


def part_report(data: bytes, size: int, draw: Draw) -> str:
    """Return a helper's report as JSON: a hash of the bytes that it read, and its blocks if they hold."""
    drawn = DrawnBlocks(draw, size)
    verdict = verify_record(data, checked=drawn)
    holds = verdict.is_judged and not verdict.problem
    return json.dumps({"bytes": _name(data), "checked": sorted(drawn.checked) if holds else None})


def _shared(path: Path, data: bytes, progress: Progress, processes: int) -> Verdict | None:
    """Check all parts together; None if any part fails or is lost."""
    try:
        heights = len(read_record_file(data).records)
    except PeerError:
        return None
    size = max(1, -(-heights // BLOCKS_MAX))
    blocks = range(-(-heights // size))
    reading, writing = os.pipe()
    helpers: list[subprocess.Popen[str]] = []
    try:
        os.write(writing, bytes(blocks))
        os.close(writing)  # or a draw after the last block would wait for ever
        command = child_command("verify", str(path), "--blocks", str(size))
        for _ in range(1, processes):
            helpers.append(
                subprocess.Popen(
                    command, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
                )
            )
        drawn = DrawnBlocks(lambda: os.read(reading, 1), size)
        if (verdict := _own_part(data, progress, drawn)) is None:
            return None
        reports = [json.loads(helper.stdout.readline()) for helper in helpers if helper.stdout is not None]
    except (OSError, ValueError):
        return None
    finally:
        os.close(reading)
        for helper in helpers:
            with helper:  # waits for the helper's end and closes its pipe; the report was read
                helper.kill()
    if any(each["bytes"] != _name(data) or each["checked"] is None for each in reports):
        return None
    return verdict if drawn.checked.union(*(each["checked"] for each in reports)) == {*blocks} else None


def _own_part(data: bytes, progress: Progress, drawn: DrawnBlocks) -> Verdict | None:
    try:
        verdict = verify_record(data, progress, checked=drawn)
    except Exception:  # unchecked bytes raise anything; a check of all of them names the fault
        return None
    return verdict if verdict.is_judged and not verdict.problem else None


def _name(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=32).hexdigest()
