"""The bots of one table in one process.

Each bot is a peer like any other, in a thread with a home, a key, a link and a journal of its own. The bots
share one interpreter, because a separate interpreter would take most of a bot's memory.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from app import messages
from app.build import Environment, build_environment
from app.commands.seat import TerminalSeat, leave_on_signals, sit_down
from app.keep.home import Home, find_home
from app.table.children import GOODBYE, PAUSES_S, voucher_in
from app.table.orders import Orders
from app.table.start import Seating
from net.errors import NetError
from rules.errors import BadOptions


def play_bots(start: Seating, homes: Path, *, address: str | None) -> int:
    """Play a table with bots whose homes are in a folder, until all have left.

    Standard input is their leash: "+ NUMBER LEVEL" sends a bot to the table, "- NUMBER" calls it back,
    GOODBYE makes all of them give up their seats, and the end of the input makes them stop.
    """
    find_home().make()  # their log is written there
    told: queue.SimpleQueue[str | messages.Order | _Bot] = queue.SimpleQueue()
    leave_on_signals(told.put)
    threading.Thread(target=_hold, args=(sys.stdin, told.put), daemon=True).start()
    playing: dict[str, _Bot] = {}
    is_closed = False  # True: no more bots may come
    while playing or not is_closed:
        match told.get():
            case _Bot() as bot:
                del playing[bot.home.folder.name]
                is_closed = is_closed or bot.has_played
            case str() as line:
                sign, number, *level = line.strip().split(maxsplit=2)
                if sign == "+":
                    bot = _Bot(start, Home(homes / number), level="".join(level), address=address)
                    playing[number] = bot
                    threading.Thread(target=bot.live, args=(told.put,), name=f"bot {number}").start()
                elif number in playing:
                    playing[number].leave(messages.Quit())
            case order:
                is_closed = True
                for bot in playing.values():
                    bot.leave(order)
    return 0


class _Bot:
    """One bot, through all its attempts."""

    def __init__(self, start: Seating, home: Home, *, level: str, address: str | None) -> None:
        self.home = home
        self.has_played = False
        """True after a good end: the table is over, or the bot was told to leave."""
        self._start = start
        self._level = level
        self._address = address
        self._orders = Orders()
        self._leaves = threading.Event()

    def leave(self, order: messages.Order) -> None:
        """Make the bot leave and start no more. From any thread."""
        self._leaves.set()
        self._orders.put(order)

    def live(self, ended: Callable[[_Bot], object]) -> None:
        """Play until the game ends in order; after a failure start the whole bot again, a few times."""
        try:
            self._live()
        finally:
            ended(self)

    def _live(self) -> None:
        for pause_s in PAUSES_S:
            if self._has_played():
                return
            _tell(self.home, is_back=True)
            if self._leaves.wait(pause_s):
                return
            self._orders = Orders()  # before the check: a later `leave` finds them
            if self._leaves.is_set():
                return
        if not self._has_played():
            _tell(self.home, is_back=False)

    def _has_played(self) -> bool:
        seat = TerminalSeat(self._orders, None, level=self._level)
        try:
            self.has_played = sit_down(self._start, seat, self._env) == 0
            if seat.is_sent_away and not self._leaves.is_set():  # another attempt would not help
                _tell(self.home, is_back=None)
            return seat.is_sent_away or self.has_played or self._leaves.is_set()
        except (NetError, BadOptions) as why:
            print(f"shoal: {why}", file=sys.stderr)
            return False

    def _env(self) -> Environment:
        voucher = voucher_in(self.home)
        return build_environment(home=self.home, address=self._address, is_bot=True, voucher=voucher)


def _tell(home: Home, *, is_back: bool | None) -> None:
    """Tell the program that runs us that a bot has failed. `is_back`: True if it tries again, False if it
    gives up, None if it got no seat."""
    with suppress(OSError):  # the other end may be closed
        print(json.dumps({"bot": int(home.folder.name), "back": is_back}), flush=True)


def _hold(leash: TextIO, put: Callable[[str | messages.Order], None]) -> None:
    for line in leash:
        if line.strip() == GOODBYE:
            put(messages.GiveUpSeat())
            return
        put(line)
    put(messages.Quit())
