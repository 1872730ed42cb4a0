"""Helper processes of a spectator: each checks every n-th height of a long log.

A spectator that comes late has seconds of arithmetic to do, and players may sit at the same computer. So
helpers run at low priority: every other program comes first. They only report how far they are; the
spectator's own process finds out what does not hold, and who signed it.
"""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, Final, TextIO

from app.table.agreed import machine_of
from app.table.children import child_command
from app.thread_priority import NICE_STEPS
from net.agreement.walk import Stride, Walk
from net.lobby.identity import verify
from net.wire.genesis import check_genesis
from net.wire.signing import SIGNATURE_BYTES

PROCESSES_MAX: Final = 8
_LENGTH_BYTES: Final = 4

Reached = Callable[[int | None], None]
"""Called in a thread with the height up to which all helpers have checked their parts; None if one fails."""


def helpers_worth() -> int:
    """Return the number of helpers that this computer has room for."""
    return min(PROCESSES_MAX, os.cpu_count() or 1) - 1


class Pool:
    """Several helpers that begin at height `first`; the spectator's own process checks part 0."""

    def __init__(
        self, genesis: bytes, sigs: Sequence[bytes], *, helpers: int, first: int, tell: Reached
    ) -> None:
        self.parts = helpers + 1
        self._tell = tell
        self._lock = threading.Lock()
        self._reached = [0] * helpers
        self._is_closed = False
        self._helpers: list[_Helper] = []
        try:
            for index in range(helpers):
                stride = Stride(index + 1, self.parts, first)
                self._helpers.append(_Helper(stride, lambda k, index=index: self._note(index, k)))  # type: ignore[misc]
        except OSError:
            self._note(0, None)
        self.give((genesis, b"".join(sigs)))

    def give(self, parts: Sequence[bytes]) -> None:
        """Send the next records, from height 1 on; returns at once."""
        for helper in self._helpers:
            helper.give(parts)

    def close(self) -> None:
        """End the helpers."""
        with self._lock:
            self._is_closed = True
        for helper in self._helpers:
            helper.close()

    def _note(self, index: int, k: int | None) -> None:
        with self._lock:
            if self._is_closed:
                return
            if k is None:
                self._tell(None)
                return
            before = min(self._reached)
            self._reached[index] = k
            if min(self._reached) > before:
                self._tell(min(self._reached))


class _Helper:
    """One process, with a thread that writes to it and one that reads. Both are needed: the pipe may be full
    before the process begins to read."""

    def __init__(self, stride: Stride, tell: Reached) -> None:
        words = ("verify", "-", "--stride", f"{stride.part}/{stride.parts}/{stride.first}")
        self._process = subprocess.Popen(
            child_command(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )
        self._tell = tell
        self._given: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._feed, self._listen)]
        for thread in self._threads:
            thread.start()

    def give(self, parts: Sequence[bytes]) -> None:
        for part in parts:
            self._given.put(len(part).to_bytes(_LENGTH_BYTES, "big") + part)

    def close(self) -> None:
        self._given.put(None)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unsent records are not needed any more
                    pipe.close()

    def _feed(self) -> None:
        pipe = self._process.stdin
        with suppress(OSError, ValueError):  # the process has ended; `_listen` reports it
            while pipe is not None and (part := self._given.get()) is not None:
                pipe.write(part)
                if self._given.empty():
                    pipe.flush()

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            if not line.strip().isdigit():
                break
            self._tell(int(line))
        self._tell(None)


def help_check(source: BinaryIO, answers: TextIO, stride: Stride) -> None:
    """Run as a helper: check a part of the log from `source`, and print each height that is done.

    Ends with the input. Anything that does not hold ends it as well, by any exception: the spectator then
    looks for the fault itself.
    """
    if hasattr(os, "nice"):
        os.nice(NICE_STEPS)
    coming: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(source, coming), daemon=True).start()
    genesis, joined = coming.get() or b"", coming.get() or b""
    sigs = [joined[at : at + SIGNATURE_BYTES] for at in range(0, len(joined), SIGNATURE_BYTES)]
    machine = machine_of(check_genesis(genesis, sigs, verify))
    walk = Walk.whole(genesis, sigs, machine=machine, verify=verify, checked=stride)
    while (raw := coming.get()) is not None:
        walk.take(raw)
        print(walk.k, file=answers, flush=True)


def _read(source: BinaryIO, coming: queue.SimpleQueue[bytes | None]) -> None:
    """Read everything as it comes, so that the sender never waits; None marks the end."""
    while len(length := source.read(_LENGTH_BYTES)) == _LENGTH_BYTES:
        size = int.from_bytes(length, "big")
        if len(part := source.read(size)) < size:
            break
        coming.put(part)
    coming.put(None)
