"""One process per journal: a lock that the system takes back when its holder dies.

Two programs with one journal would sign against each other, and everybody could prove it. So would two
tables of one program with one game; therefore all journals of a program share the list of open games.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from net.errors import DiskFull, LinkError


class JournalInUse(LinkError):
    """Another running Shoal holds the journal."""


class OpenElsewhere(LinkError):
    """Another table of this program has the game."""


class JournalLock:
    """A lock shared by all journals that a program opens on one file, usable from any thread. The program
    holds it from the first `take` to the last `release`."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + ".lock")
        self._guard = threading.Lock()
        self.opening = threading.Lock()
        """Held while a journal is opened: two at once would both upgrade the database."""
        self._handle: int | None = None
        self._takers = 0
        self._claimed: set[bytes] = set()

    @property
    def claimed(self) -> frozenset[bytes]:
        """Ids of the games, and of the tables with bots, that tables of this program have claimed."""
        with self._guard:
            return frozenset(self._claimed)

    def take(self) -> None:
        """Take the lock once more. Raises `JournalInUse`, or `DiskFull` if it cannot be made."""
        with self._guard:
            if self._handle is None:
                self._handle = self._locked()
            self._takers += 1

    def release(self) -> None:
        """Undo one `take`. The lock file stays: if it were removed, two programs could lock two files of the
        same name."""
        with self._guard:
            self._takers -= 1
            if not self._takers and self._handle is not None:
                os.close(self._handle)
                self._handle = None

    def claim(self, what: bytes) -> None:
        """Reserve a game, or the bots of a table, for one table. Raises `OpenElsewhere`."""
        with self._guard:
            if what in self._claimed:
                raise OpenElsewhere("This game is open in another window.")
            self._claimed.add(what)

    def give_up(self, what: bytes) -> None:
        """End the reservation."""
        with self._guard:
            self._claimed.discard(what)

    def _locked(self) -> int:
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as why:
            raise DiskFull(f"cannot write beside the journal: {self._path}: {why.strerror}") from None
        try:
            _lock(handle)
        except OSError:
            os.close(handle)
            raise JournalInUse("Shoal is already open: use that window, or set "
                               "SHOAL_HOME to another folder") from None  # fmt: skip
        return handle


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
