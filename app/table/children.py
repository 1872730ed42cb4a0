"""Peers in processes of their own: how this program starts itself again, and the bots it keeps."""

from __future__ import annotations

import logging
import os
import site
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.keep.home import Home
from app.keep.launch import child_start, installed_in
from app.keep.profile import Randomness, start_profile

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal", "Ida", "Jon")
STOP_S = 5.0
GOODBYE = "leave"
"""What a bot is told by its leash, to leave for good; that the leash is dropped says no such thing."""
LINGER = "linger"
"""The same, not to make its next move: whoever looks at a demo sees what the others do then."""
PAUSES_S = (1.0, 2.0, 4.0, 8.0, 16.0)
"""How long to wait before a bot that died is started again: the first time, the second time …"""
log = logging.getLogger(__name__)


def child_command(*words: str) -> list[str]:
    """The command line that runs `shoal` with these words, installed, frozen or from a checkout."""
    return [*child_start(), *words]


def child_environment(home: Path) -> dict[str, str]:
    """The environment of a child with a home (identity, journal) of its own.

    It finds the very program that runs here, and of the parent's own search path what is absolute.
    """
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    found = [each for each in given if Path(each).is_absolute()]
    folder = installed_in()
    # In a folder of the interpreter's own it is found anyhow, behind the standard library.
    if folder is not None and str(folder) not in site.getsitepackages():
        found.insert(0, str(folder))
    path = os.pathsep.join(dict.fromkeys(found))
    return {**os.environ, "SHOAL_HOME": str(home), "PYTHONUNBUFFERED": "1", "PYTHONPATH": path}


def all_bots_folder(home: Home) -> Path:
    """Where the homes of all bots are, below the home of who runs them: one folder for each table."""
    return home.folder / "bots"


def bots_folder(home: Home, table: bytes) -> Path:
    """Where the homes of the bots at a table are."""
    return all_bots_folder(home) / table.hex()


def bot_name(index: int) -> str:
    """What the bot with that number is called."""
    return "Bot " + BOT_NAMES[index % len(BOT_NAMES)]


@dataclass(slots=True)
class _Bot:
    """One bot: how it is started, the process of now, and how often it has died."""

    words: tuple[str, ...]
    process: subprocess.Popen[bytes]
    deaths: int = 0
    again_at: float | None = None
    """When it is to be started again; None while it runs, has gone home, or is given up."""
    is_over: bool = False


class Bots:
    """The bots of this computer at one table, each with a home of its own under `folder`.

    Their standard input is a leash: when this program ends in whatever way, they end too; their
    journals stay, so that the table can be gone on with. One that dies meanwhile is started again as
    it was at first, with its home: so it finds its seat and all that it has signed.
    """

    def __init__(self, folder: Path, *, address: str | None, randomness: Randomness) -> None:
        self._folder = folder
        self._randomness = randomness
        self._address = () if address is None else ("--address", address)
        self._bots: dict[int, _Bot] = {}

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

    def tend(self, now: float) -> tuple[str, ...]:
        """Start bots again that have died; gives what is to be said of it. Call it every second or so.

        `now` is in seconds. Whoever has gone home in order (exit status 0) stays there, and one that
        has died once more than there are `PAUSES_S` is given up.
        """
        said = []
        for index, bot in self._bots.items():
            if bot.again_at is not None and now >= bot.again_at:
                bot.again_at, bot.process = None, self._run(index, bot.words)
            if bot.is_over or bot.again_at is not None or (status := bot.process.poll()) is None:
                continue
            self._let_go(bot)
            if status == 0:
                bot.is_over = True
            elif bot.deaths == len(PAUSES_S):
                bot.is_over = True
                said.append(f"{bot_name(-1 - index)} has stopped again and again and is given up.")
            else:
                pause = PAUSES_S[bot.deaths]
                bot.deaths, bot.again_at = bot.deaths + 1, now + pause
                log.warning("bot %d has ended with status %d; again in %g s", index, status, pause)
                said.append(f"{bot_name(-1 - index)} has stopped unexpectedly and is started again.")
        return tuple(said)

    def say_goodbye(self) -> None:
        """Let the bots leave the table in order, for good; `stop` waits for them."""
        for bot in self._bots.values():
            if bot.process.stdin is not None and bot.process.poll() is None:
                with suppress(OSError):  # it has just ended by itself
                    bot.process.stdin.write(GOODBYE.encode() + b"\n")
                    bot.process.stdin.flush()

    def stop(self) -> None:
        """Drop the leashes and wait until the bots are gone."""
        for bot in self._bots.values():
            self._let_go(bot)
        for bot in self._bots.values():
            try:
                bot.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                bot.process.kill()
                bot.process.wait()
        self._bots.clear()

    def _start(self, index: int, *words: str) -> None:
        self._bots[index] = _Bot(words, self._run(index, words))

    def _run(self, index: int, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            child_command(*words, "--leash", "--json", *self._address),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=child_environment(self._home(index)),
        )

    def _let_go(self, bot: _Bot) -> None:
        if bot.process.stdin is not None:
            bot.process.stdin.close()

    def _home(self, index: int) -> Path:
        return self._folder / str(index)
