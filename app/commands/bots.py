"""The bots of one table in one process.

Each bot is a peer like any other, in a thread with a home, a key, a link and a journal of its own. They
share one interpreter, because it would be most of a bot's memory.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from app import messages
from app.build import Desk, build_desk
from app.commands.seat import TerminalSeat, leave_on_signals, sit_down
from app.keep.home import Home, find_home
from app.table.children import GOODBYE, PAUSES_S, bot_homes, voucher_in
from app.table.orders import Orders
from app.table.start import Seating
from net.errors import NetError
from rules.errors import BadOptions


def play_bots(start: Seating, homes: Path, *, level: str, address: str | None) -> int:
    """Play a table with all bots whose homes are in a folder, until all have left.

    Standard input is their leash: GOODBYE makes all of them leave for good, its end makes them stop.
    """
    find_home().make()  # their log lies there
    bots = [_Bot(start, home, level=level, address=address) for home in bot_homes(homes)]

    def order(what: messages.Order) -> None:
        for bot in bots:
            bot.leave(what)

    leave_on_signals(order)
    threads = [threading.Thread(target=bot.live, name=f"bot {bot.home.folder.name}") for bot in bots]
    for thread in threads:
        thread.start()
    threading.Thread(target=_hold, args=(sys.stdin, order), daemon=True).start()
    for thread in threads:
        thread.join()
    return 0


class _Bot:
    """One bot, through all its attempts."""

    def __init__(self, start: Seating, home: Home, *, level: str, address: str | None) -> None:
        self.home = home
        self._start = start
        self._level = level
        self._address = address
        self._orders = Orders()
        self._leaves = threading.Event()

    def leave(self, order: messages.Order) -> None:
        """Make the bot leave, and try no more. From any thread."""
        self._leaves.set()
        self._orders.put(order)

    def live(self) -> None:
        """Play to a good end. After any other end start anew, a few times, with the first seating."""
        for pause_s in PAUSES_S:
            if self._has_played():
                return
            _tell(self.home, is_back=True)
            if self._leaves.wait(pause_s):
                return
            self._orders = Orders()  # first this, then `_leaves`: so `leave` reaches either of them
            if self._leaves.is_set():
                return
        if not self._has_played():
            _tell(self.home, is_back=False)

    def _has_played(self) -> bool:
        seat = TerminalSeat(self._orders, None, level=self._level)
        try:
            has_failed = sit_down(self._start, seat, self._desk)
            if seat.is_sent_away:  # another attempt would not help
                _tell(self.home, is_back=None)
            return seat.is_sent_away or not has_failed
        except (NetError, BadOptions) as why:
            print(f"shoal: {why}", file=sys.stderr)
            return False

    def _desk(self) -> Desk:
        return build_desk(home=self.home, address=self._address, is_bot=True, voucher=voucher_in(self.home))


def _tell(home: Home, *, is_back: bool | None) -> None:
    """Tell the program that runs us that a bot has failed.

    `is_back`: True if it tries again, False if it gives up, None if it got no seat.
    """
    with suppress(OSError):  # the other end may be closed
        print(json.dumps({"bot": int(home.folder.name), "back": is_back}), flush=True)


def _hold(leash: TextIO, order: Callable[[messages.Order], None]) -> None:
    for line in leash:
        if line.strip() == GOODBYE:
            order(messages.LeaveForGood())
            return
    order(messages.Quit())
