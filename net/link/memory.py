"""Memory of this process, and the guard against messages without end (net 3.5).

Neither MAXMSGSIZE nor a high-water mark of ZeroMQ bounds a message of endlessly many parts; the growth of the
process shows it. Where that cannot be measured the guard is off: there the roster is the only defence, and
only the sockets of tables have one.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final, Protocol

GROWTH_BYTES: Final = 200 * 1024 * 1024
"""Growth of the process after which all links are closed and reopened."""
_EVERY_S: Final = 0.1
_CALM_S: Final = 0.5
_CALM_BYTES: Final = 1024 * 1024
"""With less growth since the last look the next one waits longer: otherwise a table that waits for its player
is woken ten times a second for nothing."""
_SETTLE_S: Final = 0.4


class Memory(Protocol):
    """The process's memory, as the guard measures and trims it."""

    def resident_bytes(self) -> int | None:
        """Bytes of memory that the process holds, or None where that cannot be known."""

    def trim(self) -> None:
        """Give freed memory back to the system, where that is possible."""


class ProcessMemory:
    """Memory of this process: on Linux the current size, on macOS its peak (as good for growth)."""

    __slots__ = ()

    def resident_bytes(self) -> int | None:
        if sys.platform == "darwin":
            import resource  # noqa: PLC0415  # is not there on Windows

            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            with open("/proc/self/status", "rb") as status:
                return next(int(line.split()[1]) * 1024 for line in status if line.startswith(b"VmRSS:"))
        except (OSError, StopIteration):
            return None

    def trim(self) -> None:
        """Give freed memory back: only glibc keeps it, and `malloc_trim` returns it."""
        if sys.platform == "linux":
            malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
            if malloc_trim is not None:
                malloc_trim(0)


class Guard:
    """Watch over memory: tells when the process has grown too much since it was last in order.

    Honest growth (pictures, a long game) trips it too, once per `growth_bytes`: that costs one reconnect
    and nothing else. Only the bytes that closing the links gave back (`freed`) were the links': for any
    other growth nobody may be told that a peer caused it.
    """

    __slots__ = ("_base", "_growth_bytes", "_held", "_last", "_memory", "due_at", "freed")

    def __init__(self, memory: Memory, growth_bytes: int, *, now: float) -> None:
        self._memory = memory
        self._growth_bytes = growth_bytes
        self._base: int | None = None
        self._held: int | None = None
        self._last: int | None = None
        self.freed: int | None = None
        """Bytes that the last relief gave back, as soon as that is known; None before."""
        self.due_at = now
        """Time of the next look."""

    def grown(self, now: float) -> int | None:
        """The growth in bytes if it is too much, otherwise (and before it is due) None."""
        if now < self.due_at:
            return None
        held = self._memory.resident_bytes()
        is_calm = held is None or (self._last is not None and held - self._last < _CALM_BYTES)
        self.due_at = now + (_CALM_S if is_calm else _EVERY_S)
        self._last = held
        if self._base is None:
            self._memory.trim()
            self._base = held = self._memory.resident_bytes()
            if self._held is not None and held is not None:
                self.freed = self._held - held
        if held is None or self._base is None or held - self._base <= self._growth_bytes:
            return None
        self._held = held
        return held - self._base

    def relieve(self, now: float) -> float:
        """Start a new count after all links were closed, and return when to reopen them.

        libzmq's threads free a link's memory a moment later. If the links were opened at once, the memory of
        a second attack would count as that of the calm process.
        """
        self._base = self.freed = self._last = None
        self.due_at = now + _SETTLE_S
        return self.due_at
