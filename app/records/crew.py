"""Check a long record on all processors: each of several processes checks every n-th height.

All walk the whole game by its rules, which is quick, and share what takes long, the proofs and the
signatures. That proves a record that holds. As soon as anything does not, or a helper is lost, the record
is checked by one process from its beginning, so that what is said of it never hangs on who found it.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path
from typing import Final

from app.records.recording import Progress
from app.records.verify import Verdict, verify_record
from app.table.children import child_command
from net.agreement.walk import Share

LARGE: Final = 256 * 1024
"""Bytes from which on helpers are worth their start."""
CREW_MAX: Final = 8


def verify_together(path: Path, data: bytes, progress: Progress, *, crew: int | None = None) -> Verdict:
    """As `verify_record` of `data`, which was read from `path`; on `crew` processes (None: as many as are
    worth it)."""
    if crew is None:
        crew = min(CREW_MAX, os.cpu_count() or 1) if len(data) >= LARGE else 1
    if crew > 1 and (verdict := _shared(path, data, progress, crew)) is not None:
        return verdict
    return verify_record(data, progress)


def share_report(data: bytes, share: Share) -> str:
    """What a helper prints of its share: which bytes it has checked, and whether they hold."""
    verdict = verify_record(data, share=share)
    return json.dumps({"bytes": _name(data), "holds": verdict.is_judged and not verdict.problem})


def _shared(path: Path, data: bytes, progress: Progress, crew: int) -> Verdict | None:
    """The verdict of all shares together; None unless every one of them holds."""
    helpers = []
    try:
        for part in range(1, crew):
            command = child_command("verify", str(path), "--share", f"{part}/{crew}")
            helpers.append(
                subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            )
        if (verdict := _own_share(data, progress, crew)) is None:
            return None
        reports = [helper.communicate()[0] for helper in helpers]
    except OSError:
        return None
    finally:
        for helper in helpers:
            with helper:  # which waits for it and closes its pipe
                helper.kill()
    wanted = json.dumps({"bytes": _name(data), "holds": True})
    return verdict if all(each.strip() == wanted for each in reports) else None


def _own_share(data: bytes, progress: Progress, crew: int) -> Verdict | None:
    try:
        verdict = verify_record(data, progress, share=Share(0, crew))
    except Exception:  # of bytes that nobody has checked yet: found, and named, by a check of all of them
        return None
    return verdict if verdict.is_judged and not verdict.problem else None


def _name(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=32).hexdigest()
