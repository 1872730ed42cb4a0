"""Peers in processes of their own: the command that starts this program again, and the bots that it runs."""

from __future__ import annotations

import json
import logging
import os
import queue
import site
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from app.games.narrator import listed
from app.keep.files import write_whole
from app.keep.home import Home
from app.keep.launch import child_start, installed_in
from app.keep.profile import Randomness, own_public, start_profile
from net.lobby.identity import Identity
from net.lobby.voucher import Voucher, make_voucher
from net.wire.genesis import NICK_MAX

if TYPE_CHECKING:  # imported on use: bots themselves never start one
    import subprocess

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal", "Ida", "Jon")
STOP_S = 5.0
GOODBYE = "leave"
"""Line on the bots' leash (`Bots`): give up all seats. Without it the end of the leash only pauses the
game."""
LINGER = "linger"
"""Line on a bot's leash: do not make the next move, so that a demo shows how the others continue."""
PAUSES_S = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before a dead bot is started again: the first time, the second time ..."""
log = logging.getLogger(__name__)


def child_command(*words: str) -> list[str]:
    """Return the command line of `shoal` with these arguments: installed, frozen or from a checkout."""
    return [*child_start(), *words]


def child_environment(home: Path) -> dict[str, str]:
    """Return the environment of a child with a home of its own (identity, journal). The child imports this
    same program, and has the absolute folders of the parent's PYTHONPATH."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    found = [each for each in given if Path(each).is_absolute()]
    folder = installed_in()
    # A folder of the interpreter itself is found anyway, after the standard library.
    if folder is not None and str(folder) not in site.getsitepackages():
        found.insert(0, str(folder))
    path = os.pathsep.join(dict.fromkeys(found))
    return {**os.environ, "SHOAL_HOME": str(home), "PYTHONUNBUFFERED": "1", "PYTHONPATH": path}


def all_bots_folder(home: Home) -> Path:
    """Return the folder below the runner's home with the homes of all bots: one folder for each table."""
    return home.folder / "bots"


def bots_folder(home: Home, table: bytes) -> Path:
    """Return the folder with the homes of a table's bots."""
    return all_bots_folder(home) / table.hex()


def bot_name(index: int) -> str:
    """Return the name of the bot with that number."""
    return "Bot " + BOT_NAMES[index % len(BOT_NAMES)]


def bot_homes(folder: Path) -> tuple[Home, ...]:
    """Return the homes of one table's bots, each named by its number."""
    numbers = sorted(int(each.name) for each in folder.glob("[0-9]*")) if folder.is_dir() else ()
    return tuple(Home(folder / str(number)) for number in numbers)


def voucher_in(home: Home) -> Voucher | None:
    """Return a bot's voucher from its runner; None in a home that is no bot's."""
    file = home.voucher_file
    return Voucher.from_bytes(file.read_bytes()) if file.is_file() else None


class _Bot(Struct, frozen=True):
    """A bot that will play: its key, its name and its level."""

    key: bytes
    name: str
    level: str


class Bots:
    """This computer's bots at one table: one process, in which each bot is a peer with a home below
    `folder`.

    The process's standard input is a leash: along it each bot is sent to the table and called back. When
    this program ends, however it ends, the bots end as well; their journals stay, so that the table can be
    continued. If the process dies, it is started again with the same bots, which find their seats and
    everything that they have signed. If a single bot fails, the process starts that bot again and reports it
    (`app.commands.bots`).

    `runner` runs the bots and vouches for them; `of` is added to their names, if others at the table may
    also have bots.
    """

    def __init__(
        self, folder: Path, *, address: str | None, randomness: Randomness, runner: Identity, of: str = ""
    ) -> None:
        self._folder = folder
        self._randomness = randomness
        self._runner = runner
        self._of = of
        self._address = () if address is None else ("--address", address)
        self._words: tuple[str, ...] = ()
        self._bots: dict[int, _Bot] = {}
        self._process: subprocess.Popen[str] | None = None
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._deaths = 0
        self._again_at: float | None = None
        """Time of the next start after a death; None if none is due."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """Keys of the bots that will play."""
        return tuple(bot.key for bot in self._bots.values())

    def join(self, invitation: str) -> None:
        """Let the bots sit down by this invitation, each once it is `put`."""
        self._words = ("bot", invitation)

    def put(self, level: str) -> None:
        """Make a new bot with our voucher, and send it to the table."""
        number = len(bot_homes(self._folder))
        home = Home(self._folder / str(number)).make()
        own = start_profile(home, randomness=self._randomness, nick=self._free_name())
        key = own.identity.public
        write_whole(home.voucher_file, bytes(make_voucher(key, self._runner)))
        self._send(number, _Bot(key, own.nick, level))

    def resume(self, table: str, *, level: str, names: Mapping[bytes, str]) -> None:
        """Start the bots of an earlier table; `names` has their names by key."""
        self._words = ("continue", table)
        for home in bot_homes(self._folder):
            if (key := own_public(home)) is not None and key in names:
                self._send(int(home.folder.name), _Bot(key, names[key], level))

    def drop(self, key: bytes) -> None:
        """Call the bot with that key back, if there is one; the process ends with the last bot."""
        for number, bot in tuple(self._bots.items()):
            if bot.key == key:
                del self._bots[number]
                self._pull(f"- {number}")
        self._let_go()

    def tend(self, now: float) -> tuple[str, ...]:
        """Start dead bots again; return sentences for the player. Call it about once a second; `now` is in
        seconds.

        Bots that have all ended in order (exit status 0) are not started again. Bots that die again after the
        last of the `PAUSES_S` are given up.
        """
        said = []
        while not self._said.empty():
            line = json.loads(self._said.get())
            if (bot := self._bots.get(line["bot"])) is None:
                continue  # called back in the meantime
            is_back = line["back"]
            if not is_back:
                del self._bots[line["bot"]]
                self._let_go()
            out = f"{bot.name} has no seat at this table."
            said.append(out if is_back is None else _fate([bot.name], is_back=is_back))
        if self._again_at is not None and now >= self._again_at:
            self._again_at = None
            self._run()
        if self._process is None or self._again_at is not None or (status := self._process.poll()) is None:
            return tuple(said)
        self._drop_leash()
        self._process = None
        if status != 0 and self._bots:
            is_back = self._deaths < len(PAUSES_S)
            if is_back:
                log.warning("the bots have ended with status %d", status)
                self._again_at = now + PAUSES_S[self._deaths]
            self._deaths += 1
            said.append(_fate([bot.name for bot in self._bots.values()], is_back=is_back))
            if not is_back:
                self._bots.clear()
        return tuple(said)

    def say_goodbye(self) -> None:
        """Let the bots give up their seats; `stop` gives them `STOP_S` seconds for that."""
        self._pull(GOODBYE)

    def stop(self) -> None:
        """Drop the leash, and kill the bots if they have not ended after `STOP_S` seconds."""
        self._again_at = None
        if self._process is None:
            return
        from subprocess import TimeoutExpired  # noqa: PLC0415  (see above)

        self._drop_leash()
        try:
            self._process.wait(STOP_S)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _free_name(self) -> str:
        """Return a name that no bot here has, from the end of the list: a demo's peers use its beginning."""
        taken = {bot.name for bot in self._bots.values()}
        names = (bot_name(-1 - index) for index in range(len(BOT_NAMES)))
        whose = (f"{name} of {self._of}"[:NICK_MAX].rstrip() if self._of else name for name in names)
        return next(name for name in whose if name not in taken)

    def _send(self, number: int, bot: _Bot) -> None:
        """Send a bot to the table, in the running process or a new one."""
        self._bots[number] = bot
        if self._again_at is not None:
            return  # the restart sends all of them
        if self._process is None or self._process.stdin is None or self._process.stdin.closed:
            self.stop()
            self._run()
        else:
            self._pull(f"+ {number} {bot.level}")

    def _let_go(self) -> None:
        """End a process that has no bots left."""
        if not self._bots:
            self._drop_leash()

    def _pull(self, word: str) -> None:
        """Send a line along the leash."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, ValueError):  # the process may just have ended; the leash is dropped
                self._process.stdin.write(word + "\n")
                self._process.stdin.flush()

    def _run(self) -> None:
        from subprocess import PIPE, Popen  # noqa: PLC0415  (see above)

        process = Popen(
            child_command(*self._words, "--homes", str(self._folder), *self._address),
            stdin=PIPE,
            stdout=PIPE,
            env=child_environment(self._folder),
            text=True,
            encoding="utf-8",
        )
        threading.Thread(target=self._hear, args=(process,), daemon=True).start()
        self._process = process
        for number, bot in self._bots.items():
            self._pull(f"+ {number} {bot.level}")

    def _hear(self, process: subprocess.Popen[str]) -> None:
        if process.stdout is not None:
            with process.stdout as lines:
                for line in lines:
                    self._said.put(line)

    def _drop_leash(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()


def _fate(names: Sequence[str], *, is_back: bool) -> str:
    """Return a sentence about bots that have failed."""
    have, are = ("has", "is") if len(names) == 1 else ("have", "are")
    if is_back:
        return f"{listed(names)} {have} stopped unexpectedly and {are} being started again."
    return f"{listed(names)} {have} stopped again and again and will not be started any more."
