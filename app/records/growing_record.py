"""A record that is still being written: each look checks only what was added.

Saving replaces the file as a whole. As long as it begins with the part that was checked already, the check
continues from there; any other content is a new record, checked from its beginning.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from app.keep.record_file import RecordFile, read_record_file
from app.records.verify import Verdict, verify_record
from app.table.agreed import machine_of
from net.agreement.walk import NOTHING, Walk
from net.errors import PeerError
from net.lobby.identity import verify
from net.seat.replica import Replica
from net.wire.genesis import check_genesis

NO_RECORD: Final = RecordFile(b"", (), ())


class RecordGrowth(Struct, frozen=True):
    """Result of a look at the file: number of valid `heights`, `new` of them since the last look. `verdict`
    is set when the game is over or was stopped, or if the check failed: then both
    numbers are 0."""

    heights: int
    new: int
    verdict: Verdict | None = None


class GrowingRecord:
    """Looks at one file again and again. Never raises, whatever the file holds."""

    def __init__(self) -> None:
        self._seen = b""
        self._record = NO_RECORD
        self._walk: Walk | None = None

    def look(self, data: bytes) -> RecordGrowth | None:
        """Return what was added since the last look; None for nothing."""
        if data == self._seen:
            return None
        self._seen = data
        try:
            before, new = self._take(data)
        except PeerError:  # a check of the whole record finds and names the fault
            return RecordGrowth(0, 0, verify_record(data))
        machine = self._machine()
        is_at_its_end = not machine.actors or bool(self._record.evidence)
        verdict = verify_record(data, checked=NOTHING) if is_at_its_end else None
        if verdict is not None and (verdict.problem or not verdict.is_judged):
            verdict = verify_record(data)
        return RecordGrowth(before + new, new, verdict)

    def _take(self, data: bytes) -> tuple[int, int]:
        """Check the heights that were added; return the number of heights before, and of those added."""
        record = read_record_file(data)
        known = len(self._record.records)
        is_longer = (record.genesis, record.sigs) == (self._record.genesis, self._record.sigs)
        if self._walk is None or not is_longer or record.records[:known] != self._record.records:
            genesis = check_genesis(record.genesis, record.sigs, verify)
            machine = machine_of(genesis)
            self._walk, known = Walk.whole(record.genesis, record.sigs, machine=machine, verify=verify), 0
        self._record = NO_RECORD  # if a check below raises, the next look starts again
        for raw in record.records[known:]:
            self._walk.take(raw)
        self._walk.check_end()
        self._record = record
        return known, len(record.records) - known

    def _machine(self) -> Replica:
        if self._walk is None or not isinstance(self._walk.machine, Replica):
            raise AssertionError("a game's log gives a replica")
        return self._walk.machine
