"""Reading a record's bytes into the replay of the window."""

from __future__ import annotations

from pathlib import Path

from app.keep.record_file import read_whole
from app.records.recording import Progress, Recording
from app.records.verify import verify_record
from app.table.agreed import info_of


def recording_of(data: bytes, progress: Progress = lambda done, of: None) -> Recording:
    """Check a record and return its content. Takes seconds for a long game."""
    verdict = verify_record(data, progress)
    if verdict.genesis is None:
        return Recording(None, problem=verdict.problem)
    names = [player.nick for player in verdict.genesis.players]
    return Recording(
        info=info_of(verdict.genesis, 0),
        events=verdict.events,
        proofs=verdict.proofs,
        problem=verdict.problem,
        blamed="" if verdict.blamed is None else names[verdict.blamed],
        proven=verdict.findings(names),
        hands=verdict.hands,
    )


def read_recording(path: Path, progress: Progress = lambda done, of: None) -> Recording:
    """Check the record in a file; an unreadable file becomes a `problem`."""
    try:
        data = read_whole(path)
    except OSError as why:
        return Recording(None, problem=f"cannot read {path}: {why.strerror}")
    return recording_of(data, progress)
