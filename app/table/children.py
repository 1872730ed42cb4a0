"""Peers in processes of their own: how this program starts itself again, and the bots it keeps."""

from __future__ import annotations

import os
import site
import subprocess
import sys
from pathlib import Path

import app
from app.keep.home import Home
from app.keep.profile import Randomness, start_profile

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal", "Ida", "Jon")
STOP_S = 5.0
PROGRAM = Path(app.__file__).resolve().parents[1]
"""The folder that this program was imported from."""


def child_command(*words: str) -> list[str]:
    """The command line that runs `shoal` with these words, installed or frozen.

    With -P the folder that somebody happens to be in is not searched for modules: a stranger's
    `app.py` there would otherwise run in our name. Where the program is, `child_environment` says.
    """
    start = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "app"]
    return [*start, *words]


def child_environment(home: Path) -> dict[str, str]:
    """The environment of a child with a home (identity, journal) of its own.

    It finds the very program that runs here, and of the parent's own search path what is absolute.
    """
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    found = [each for each in given if Path(each).is_absolute()]
    if str(PROGRAM) not in site.getsitepackages():  # there it is found anyhow, behind the standard library
        found.insert(0, str(PROGRAM))
    path = os.pathsep.join(dict.fromkeys(found))
    return {**os.environ, "SHOAL_HOME": str(home), "PYTHONUNBUFFERED": "1", "PYTHONPATH": path}


def bot_name(index: int) -> str:
    """What the bot with that number is called."""
    return "Bot " + BOT_NAMES[index % len(BOT_NAMES)]


class Bots:
    """The bots of this computer at one table, each with a home of its own under `folder`.

    Their standard input is a leash: when this program ends in whatever way, they end too; their
    journals stay, so that the table can be gone on with.
    """

    def __init__(self, folder: Path, *, address: str | None, randomness: Randomness) -> None:
        self._folder = folder
        self._randomness = randomness
        self._address = () if address is None else ("--address", address)
        self._running: list[subprocess.Popen[bytes]] = []

    def make(self, count: int) -> frozenset[bytes]:
        """Make so many players for bots; gives their public keys, by which a host knows its own."""
        # Named from the end of the list, unlike the peers of a demo.
        return frozenset(
            start_profile(
                Home(self._home(index)).make(), randomness=self._randomness, nick=bot_name(-1 - index)
            ).identity.public
            for index in range(count)
        )

    def join(self, invitation: str, *, count: int, level: str) -> None:
        """Start so many of the bots that were made; they sit down by an invitation."""
        for index in range(count):
            self._start(index, "bot", invitation, "--level", level)

    def resume(self, table: str, *, level: str) -> None:
        """Start the bots that sat at a table before."""
        for index in range(len(BOT_NAMES)):
            if self._home(index).is_dir():
                self._start(index, "resume", table, "--play", level)

    def stop(self) -> None:
        """Drop the leashes and wait until the bots are gone."""
        for process in self._running:
            if process.stdin is not None:
                process.stdin.close()
        for process in self._running:
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._running.clear()

    def _start(self, index: int, *words: str) -> None:
        self._running.append(
            subprocess.Popen(
                child_command(*words, "--leash", "--json", *self._address),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                env=child_environment(self._home(index)),
            )
        )

    def _home(self, index: int) -> Path:
        return self._folder / str(index)
