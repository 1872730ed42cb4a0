"""One process per journal: a lock that the system takes back when its holder dies.

Two programs with one journal would sign against each other, and everybody could prove it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from net.errors import DiskFull, LinkError


class JournalInUse(LinkError):
    """Another running Shoal holds the journal."""


class JournalLock:
    """Held from its making until `release`. Raises `JournalInUse`, or `DiskFull` if it cannot be made.

    The file stays: removing it would let two others lock two files of one name.
    """

    def __init__(self, journal: Path) -> None:
        path = journal.with_name(journal.name + ".lock")
        try:
            self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as why:
            raise DiskFull(f"cannot write beside the journal {journal}: {why.strerror}") from None
        try:
            _lock(self._handle)
        except OSError:
            self.release()
            raise JournalInUse("Shoal is running already with this identity: use that window, or set "
                               "SHOAL_HOME to another folder") from None  # fmt: skip

    def release(self) -> None:
        """Let go. Safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
