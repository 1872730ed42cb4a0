"""Peers as processes of their own, for tests that kill them."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.table.children import bot_name, child_command, child_environment

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Process:
    """A peer with a home that outlives it, and the lines that it has told in all its lives."""

    home: Path
    name: str
    said: list[dict[str, object]] = field(default_factory=list)
    running: subprocess.Popen[str] | None = None
    address: str = "127.0.0.1"
    before: tuple[str, ...] = ()
    """Words before the command line, which run it elsewhere."""
    errors: Path | None = None
    """The file of its standard error, over all its lives."""
    program: tuple[str, ...] = ()
    """The program that runs in place of `shoal`, with the same arguments."""

    def start(self, *words: str) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        self.errors = self.home.with_name(self.home.name + ".errors")
        given = (*words, "--json", "--name", self.name, "--address", self.address)
        command = [*self.program, *given] if self.program else child_command(*given)
        with self.errors.open("a") as errors:
            process = subprocess.Popen(
                [*self.before, *command],
                cwd=ROOT,
                env=child_environment(self.home),
                stderr=errors,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        self.running = process
        self._listener = threading.Thread(target=self._listen, args=(process,), daemon=True)
        self._listener.start()

    def kill(self) -> None:
        """End the process by `kill -9`."""
        process, self.running = self.running, None
        if process is not None:
            process.kill()
            process.wait()
            self._listener.join()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):  # it died before it read its last line
                        pipe.close()

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        if self.running is not None:
            self.running.send_signal(number)

    @property
    def height(self) -> int:
        """The last height of the log that the process has told; 0 before the first."""
        return int(str((self.last("height") or {"k": 0})["k"]))

    @property
    def complaints(self) -> str:
        """The text on its standard error."""
        return "" if self.errors is None else self.errors.read_text()

    def last(self, event: str) -> dict[str, object] | None:
        """The last line about an event of that kind; None if there is none."""
        return next((line for line in reversed(self.said) if line["event"] == event), None)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            self.said.append({**json.loads(line), "at": time.monotonic()})


def wait_for(what: object, condition, *, seconds: float = 120.0, peers: Sequence[Process] = ()):
    """Poll until a condition gives something true, which is returned.

    With `peers`, `seconds` is the time in which all of them say nothing new: a table that makes progress is
    waited for as long as it takes, even on a busy machine.
    """
    end, said = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
        if (now := sum(len(peer.said) for peer in peers)) != said:
            end, said = time.monotonic() + seconds, now
    last = "\n".join(
        f"{peer.name}: {[line for line in peer.said if line['event'] != 'height'][-3:]} {peer.last('height')}"
        for peer in peers
    )
    raise AssertionError(f"waited in vain for {what}: nothing new in {seconds} s\n{last}")


def start_table(folder: Path, game: str, peers: int, *words: str) -> list[Process]:
    """Start a host and, once it tells its invitation, its guests, all played by bots."""
    processes = [Process(folder / str(index), bot_name(index)) for index in range(peers)]
    processes[0].start(
        "host",
        game,
        "--no-window",
        "--seats",
        str(peers),
        "--play",
        "normal",
        "--record",
        str(folder / "game.shoal"),
        *words,
    )
    invitation = wait_for("the invitation", lambda: processes[0].last("invitation"))
    for process in processes[1:]:
        process.start("bot", str(invitation["text"]))
    return processes
