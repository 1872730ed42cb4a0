"""Peers in processes of their own: how this program starts itself again, and the bots it keeps."""

from __future__ import annotations

import json
import logging
import os
import queue
import site
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.games.narrator import listed
from app.keep.files import write_whole
from app.keep.home import Home
from app.keep.launch import child_start, installed_in
from app.keep.profile import Randomness, own_public, start_profile
from net.lobby.identity import Identity
from net.lobby.voucher import Voucher, make_voucher
from net.wire.genesis import NICK_MAX

if TYPE_CHECKING:  # imported by whoever starts one: the bots themselves have none
    import subprocess

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal", "Ida", "Jon")
STOP_S = 5.0
GOODBYE = "leave"
"""Word on a bot's leash: leave for good; that the leash is dropped says no such thing."""
LINGER = "linger"
"""The same, not to make its next move: whoever looks at a demo sees what the others do then."""
PAUSES_S = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Waits before a bot that died is started again: the first time, the second time …"""
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
    """Return the folder with the homes of all bots, below the home of their runner: one folder for each
    table."""
    return home.folder / "bots"


def bots_folder(home: Home, table: bytes) -> Path:
    """Return the folder with the homes of the bots at a table."""
    return all_bots_folder(home) / table.hex()


def bot_name(index: int) -> str:
    """Return the name of the bot with that number."""
    return "Bot " + BOT_NAMES[index % len(BOT_NAMES)]


def bot_homes(folder: Path) -> tuple[Home, ...]:
    """The homes of the bots of one table, each named by its number."""
    numbers = sorted(int(each.name) for each in folder.glob("[0-9]*")) if folder.is_dir() else ()
    return tuple(Home(folder / str(number)) for number in numbers)


def voucher_in(home: Home) -> Voucher | None:
    """Return a bot's voucher of its runner; None in a home that is nobody's bot's."""
    file = home.voucher_file
    return Voucher.from_bytes(file.read_bytes()) if file.is_file() else None


@dataclass(frozen=True, slots=True)
class _Bot:
    """A bot that is to play: its key, its name and its level."""

    key: bytes
    name: str
    level: str


class Bots:
    """The bots of this computer at one table: one process, in which each is a peer with a home of its own
    below `folder`.

    Its standard input is a leash, along which each bot is sent to the table and called back; when this
    program ends in whatever way, the bots end too; their journals stay, so that the table can be gone on
    with. If the process dies meanwhile it is started again with the same bots, which find their seats and all
    that they have signed. A single bot that fails is brought back there (`app.commands.bots`), which says so.

    `runner` runs them, and vouches for them to the table; `of` is added to their names, where others at the
    table may have bots, too.
    """

    def __init__(
        self,
        folder: Path,
        *,
        address: str | None,
        randomness: Randomness,
        runner: Identity,
        of: str = "",
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
        """Time of its next start; None while it runs, or never will."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of the bots that are to play."""
        return tuple(bot.key for bot in self._bots.values())

    def join(self, invitation: str) -> None:
        """Let the bots sit down by this invitation, as each is `put`."""
        self._words = ("bot", invitation)

    def put(self, level: str) -> None:
        """Make a player for a bot, with our word for it, and send it to the table."""
        number = len(bot_homes(self._folder))
        home = Home(self._folder / str(number)).make()
        own = start_profile(home, randomness=self._randomness, nick=self._free_name())
        key = own.identity.public
        write_whole(home.voucher_file, bytes(make_voucher(key, self._runner)))
        self._send(number, _Bot(key, own.nick, level))

    def resume(self, table: str, *, level: str, names: Mapping[bytes, str]) -> None:
        """Start the bots that sat at a table before, whose players have these names by their keys."""
        self._words = ("resume", table)
        for home in bot_homes(self._folder):
            if (key := own_public(home)) is not None and key in names:
                self._send(int(home.folder.name), _Bot(key, names[key], level))

    def drop(self, key: bytes) -> None:
        """Call the bot with that key back, if there is one; the process ends with the last."""
        for number, bot in tuple(self._bots.items()):
            if bot.key == key:
                del self._bots[number]
                self._pull(f"- {number}")
        self._let_go()

    def tend(self, now: float) -> tuple[str, ...]:
        """Start the bots again when they have died; gives what is to be said. Call it every second or so.

        `now` is in seconds. If all have gone home in order (exit status 0) they stay there, and when they
        have died once more than there are `PAUSES_S` they are given up.
        """
        said = []
        while not self._said.empty():
            line = json.loads(self._said.get())
            if (bot := self._bots.get(line["bot"])) is None:
                continue  # called back meanwhile
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
        """Let the bots leave the table in order, for good; `stop` waits for them."""
        self._pull(GOODBYE)

    def stop(self) -> None:
        """Drop the leash and wait until the bots are gone."""
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
        """A name that no bot here has, from the end of the list, unlike the peers of a demo."""
        taken = {bot.name for bot in self._bots.values()}
        names = (bot_name(-1 - index) for index in range(len(BOT_NAMES)))
        whose = (f"{name} of {self._of}"[:NICK_MAX].rstrip() if self._of else name for name in names)
        return next(name for name in whose if name not in taken)

    def _send(self, number: int, bot: _Bot) -> None:
        """Send a bot to the table, in a process that runs, or in a new one."""
        self._bots[number] = bot
        if self._again_at is not None:
            return  # with all of them, then
        if self._process is None or self._process.stdin is None or self._process.stdin.closed:
            self.stop()
            self._run()
        else:
            self._pull(f"+ {number} {bot.level}")

    def _let_go(self) -> None:
        """Let the process end that has no bots any more."""
        if not self._bots:
            self._drop_leash()

    def _pull(self, word: str) -> None:
        """Say a word along the leash."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, ValueError):  # the process has just ended by itself; the leash is dropped
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
    """Tell the fate of bots that have failed."""
    have, are = ("has", "is") if len(names) == 1 else ("have", "are")
    if is_back:
        return f"{listed(names)} {have} stopped unexpectedly and {are} started again."
    return f"{listed(names)} {have} stopped again and again and {are} given up."
