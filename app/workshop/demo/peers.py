"""The processes of a demo: each a peer with a home of its own, heard line by line."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from app.table.children import GOODBYE, LINGER, child_command, child_environment

END_S = 30
Line = dict[str, object]


class Child(Struct):
    """A peer's process, or several in turn with one home. `report` is the line about its end, or {}."""

    name: str
    home: Path
    record: Path
    process: subprocess.Popen[str]
    is_player: bool = True
    seat: int | None = None
    """The peer's seat, from 0; None before the game begins, and for a spectator."""
    table: str = ""
    report: Line = field(default_factory=dict)
    back_at: float | None = None
    """Time of the next start; None while the process runs, and if no start will follow."""


class Children:
    """Starts peers, reads their lines in threads, and ends all peers."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._said: queue.Queue[tuple[Child, subprocess.Popen[str], Line]] = queue.Queue()
        self.all: list[Child] = []

    def start(self, *words: str, name: str, record: Path | None = None, is_player: bool = True) -> Child:
        """Start a process; by default it saves its record beside its home."""
        number = len(self.all)
        home = self._home / str(number)
        record = record or self._home / f"{number}.shoal"
        child = Child(name, home, record, self._run(home, record, name, words), is_player=is_player)
        self.all.append(child)
        self._listen(child)
        return child

    def start_again(self, child: Child, *words: str) -> None:
        """Start a killed process again, with the same home."""
        child.back_at = None
        child.process = self._run(child.home, child.record, child.name, words)
        self._listen(child)

    def kill(self, child: Child) -> None:
        """Kill a process as if its computer had lost power."""
        child.process.kill()
        child.process.wait()

    def dismiss(self, child: Child) -> None:
        """Make a peer give up its seat, with a goodbye."""
        self._tell(child, GOODBYE)

    def hold_up(self, child: Child) -> None:
        """Keep a peer from making its next move."""
        self._tell(child, LINGER)

    def hear(self, timeout_s: float) -> tuple[Child, Line] | None:
        """Return a peer's next line (event "late" if an earlier process wrote it); None after the timeout."""
        try:
            child, process, said = self._said.get(timeout=timeout_s)
        except queue.Empty:
            return None
        return (child, said) if child.process is process else (child, {"event": "late"})

    def drop(self, child: Child) -> None:
        """Drop a peer's leash (standard input): the peer closes its table, which can be continued."""
        if child.process.stdin is not None:
            with suppress(OSError):
                child.process.stdin.close()

    def end(self) -> None:
        """Drop all leashes, terminate each process that has not reported its end, and wait for all."""
        for child in self.all:
            self.drop(child)
            if child.process.poll() is None and not child.report:
                child.process.terminate()
            child.process.wait(timeout=END_S)

    def _tell(self, child: Child, word: str) -> None:
        if child.process.stdin is not None:
            with suppress(OSError):  # it may just have ended by itself
                child.process.stdin.write(word + "\n")
                child.process.stdin.flush()

    def _run(self, home: Path, record: Path, name: str, words: tuple[str, ...]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            child_command(
                *words, "--json", "--name", name, "--address", "127.0.0.1", "--record", str(record)
            ),
            env=child_environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def _listen(self, child: Child) -> None:
        threading.Thread(target=self._read, args=(child, child.process), daemon=True).start()

    def _read(self, child: Child, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            said: Line = json.loads(line)
            self._said.put((child, process, said))
        text = f"{child.name}'s process ended with {process.wait()}"
        self._said.put((child, process, {"event": "gone", "text": text}))
