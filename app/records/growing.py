"""A record that is still being written: each time it has grown, what is new of it is checked.

A file of a record is replaced whole whenever somebody saves it again. As long as it begins with what was
checked already, the check goes on from there; anything else is a new record, checked from its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.keep.record_file import RecordFile, read_record_file
from app.records.verify import Verdict, verify_record
from app.table.agreed import machine_of
from net.agreement.walk import NOTHING, Walk
from net.errors import PeerError
from net.lobby.identity import verify
from net.seat.replica import Replica
from net.wire.genesis import check_genesis

NO_RECORD: Final = RecordFile(b"", (), ())


@dataclass(frozen=True, slots=True)
class Grown:
    """Result of a look at the file: so many heights hold, `new` of them since the last look. `verdict` is
    there when the file is at its end: the game is over or was stopped, or something does not hold."""

    heights: int
    new: int
    verdict: Verdict | None = None


class Growing:
    """Looks at one file again and again. Never raises for anything that a file can hold."""

    def __init__(self) -> None:
        self._seen = b""
        self._record = NO_RECORD
        self._walk: Walk | None = None

    def look(self, data: bytes) -> Grown | None:
        """Return the growth since the last look; None for nothing."""
        if data == self._seen:
            return None
        self._seen = data
        try:
            before, new = self._take(data)
        except PeerError:  # judged, and said, by a check of all of it
            return Grown(0, 0, verify_record(data))
        machine = self._machine()
        is_at_its_end = not machine.actors or bool(self._record.evidence)
        verdict = verify_record(data, share=NOTHING) if is_at_its_end else None
        if verdict is not None and (verdict.problem or not verdict.is_judged):
            verdict = verify_record(data)
        return Grown(before + new, new, verdict)

    def _take(self, data: bytes) -> tuple[int, int]:
        """Check what is new; how many heights held before, and how many do now."""
        record = read_record_file(data)
        known = len(self._record.records)
        is_longer = (record.genesis, record.sigs) == (self._record.genesis, self._record.sigs)
        if self._walk is None or not is_longer or record.records[:known] != self._record.records:
            genesis = check_genesis(record.genesis, record.sigs, verify)
            machine = machine_of(genesis)
            self._walk, known = Walk(record.genesis, record.sigs, machine=machine, verify=verify), 0
        self._record = NO_RECORD  # should anything not hold, the next look begins anew
        for raw in record.records[known:]:
            self._walk.take(raw)
        self._walk.check_end()
        self._record = record
        return known, len(record.records) - known

    def _machine(self) -> Replica:
        if self._walk is None or not isinstance(self._walk.machine, Replica):
            raise AssertionError("a game's log gives a replica")
        return self._walk.machine
