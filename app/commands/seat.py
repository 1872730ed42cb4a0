"""The common part of `host`, `join`, `bot` and `continue`: one seat at one table.

A person at a terminal or a bot plays it; the output is text or lines of JSON.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, TextIO

from app import messages
from app.build import Environment, build_environment
from app.games.catalogue import catalogue
from app.games.entry import GameEntry, checked_level
from app.games.fault import fault_text
from app.games.policies import policy_of
from app.keep.home import find_home
from app.keep.logs import close_log, open_log
from app.table.bot_player import BotPlayer
from app.table.children import GOODBYE, LINGER
from app.table.orders import Orders
from app.table.start import Seating
from app.table.tables import TableFailed, run_table
from net.errors import NetError
from rules.errors import BadOptions

if TYPE_CHECKING:  # imported only if somebody reads the output
    from app.terminal.client import TextClient

log = logging.getLogger(__name__)
SayLine = Callable[[str, dict[str, object]], None]


def play_seat(start: Seating, args: argparse.Namespace, *, level: str | None, record: Path | None) -> int:
    """Play one table to its end; return the exit status."""
    orders = Orders()
    seat = TerminalSeat(orders, _say_json if args.json else _say_text, level=level)
    leave_on_signals(orders.put)
    if level is None or getattr(args, "leash", False):
        threading.Thread(target=seat.read, args=(sys.stdin,), daemon=True).start()
    return sit_down(
        start,
        seat,
        lambda: build_environment(nick=args.name, address=args.address, is_bot=level is not None),
        record=record,
    )


def sit_down(
    start: Seating, seat: TerminalSeat, env: Callable[[], Environment], *, record: Path | None = None
) -> int:
    """Play a seat to the end of its table in this thread; return 0 if the table ended in order, otherwise 1.
    Raises errors that the command line explains: `NetError`, `BadOptions`, `BrokenPipeError`."""
    try:
        return _play(start, seat, env, record)
    except (NetError, BadOptions, BrokenPipeError):
        raise
    # Top of the network thread: anything uncaught is a bug, of ours or of a game's author.
    except Exception as why:
        _keep(why)
        lines = traceback.format_exception(why)
        seat.say(
            f"{fault_text(why)} The log has the details.", {"event": "trouble", "traceback": "".join(lines)}
        )
        return 1


def _play(start: Seating, seat: TerminalSeat, env: Callable[[], Environment], record: Path | None) -> int:
    try:
        ending = run_table(
            start, env(), orders=seat.orders, listener=seat.show, record=record, leaves_at_the_end=True
        )
    except TableFailed as why:
        seat.is_sent_away = why.is_sent_away
        seat.say(str(why), {"event": "trouble"})
        return 1
    finally:
        seat.stop()
    if ending.fault:
        seat.say(ending.fault, {"event": "trouble", **ending.values()})
        return 1
    after = f"The game is not over. To continue: shoal continue {ending.table}" if ending.can_resume else ""
    if record is not None and not seat.is_bot:
        after = f"{after}\n" if after else ""
        after += f"The record is in {record}. To check it: shoal verify {record}"
    seat.say(after, {"event": "end", **ending.values()})
    return 0


def leave_on_signals(order: Callable[[messages.Order], None]) -> None:
    """Let Ctrl-C, SIGTERM and a closed terminal close the table in order.

    The record is saved and the game can be continued: nobody can be asked whether the player gives up the
    seat. The same signal again ends the program at once.
    """

    def leave(number: int, frame: object) -> None:
        del frame
        signal.signal(number, signal.SIG_DFL)
        # In another thread: the signal may interrupt this one while it holds the lock that `order` takes.
        threading.Thread(target=order, args=(messages.Quit(),), daemon=True).start()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), leave)


class TerminalSeat:
    """One seat in a terminal: prints news through `say` and reads lines as orders. With a `level` a bot
    decides; "" is the usual level of the game. Without `say` nothing is printed."""

    def __init__(self, orders: Orders, say: SayLine | None, *, level: str | None) -> None:
        self.orders = orders
        self.say: SayLine = say or _say_nothing
        self._is_read = say is not None
        self._level = level
        self._client: TextClient | None = None
        self._bot: BotPlayer | None = None
        self._names: Sequence[str] = ()
        self._is_over = False
        self._has_ended = False
        self._has_invited = False
        self._tinted: Callable[[str], str] = str
        self.is_sent_away = False
        """True if the host's program gave us no seat, took it away or closed the table."""

    @property
    def is_bot(self) -> bool:
        """True if a bot decides at this seat."""
        return self._level is not None

    def show(self, news: messages.News) -> None:
        """Take in news from the network thread."""
        if isinstance(news, messages.Gathering):
            self._open_client(news.game)
            if news.invitation and not self._has_invited:
                self._has_invited = True
                self.say(news.invitation, {"event": "invitation"})
        elif isinstance(news, messages.Started):
            self.say("", {"event": "started", "table": news.info.table, "seat": news.info.seat})
            self._open_client(news.info.game)
            if self._level is not None:
                entry = catalogue().named(news.info.game)
                policy = policy_of(entry, self._level_at(entry, self._level))
                self._bot = BotPlayer(policy, SystemRandom(), self.orders.put)
            # Objects made at the start live on: a garbage collection over them would stop the game for 30 ms.
            gc.freeze()
        if self._bot is not None:
            self._bot.show(news)
            self._tell_height(news)
            self._tell_missing(news)
        elif self._client is not None:
            self._show(self._client, news)
        self._is_over = self._is_over or isinstance(news, messages.Finished)
        if isinstance(news, messages.Trouble) and (self._bot is not None or self._client is None):
            self.say(news.text, {"event": "warning", "kind": news.kind})
        if isinstance(news, messages.Proven) and self._bot is not None:
            self.say(news.text, {"event": "proven", "seat": news.seat, "rule": news.rule, "height": news.k})

    def _level_at(self, entry: GameEntry, level: str) -> str:
        """Return `level`, or the usual level with a warning if the game's bots lack this level: the command
        line could not check it, because the game is known only at the table."""
        try:
            return checked_level(entry, level or None)
        except BadOptions as why:
            self.say(
                f"{why}: this bot plays at its usual level, {entry.usual_level!r}.",
                {"event": "warning", "kind": "level"},
            )
            return entry.usual_level

    def _show(self, client: TextClient, news: messages.News) -> None:
        if (order := client.show(news)) is not None:
            self.orders.put(order)
        if self._has_ended:
            self._tell_the_end()

    def read(self, lines: TextIO) -> None:
        """Read orders until the end of the input, which means quit: nobody can type any more. A bot takes two
        orders on its leash (standard input): give up the seat, and do not make the next move."""
        for line in lines:
            if self._level is not None and line.strip() == GOODBYE:
                self.orders.put(messages.GiveUpSeat())
                return
            if self._bot is not None and line.strip() == LINGER:
                self._bot.linger()
            if self._client is not None and self._level is None:
                order = self._client.order(line)
                if order is not None:
                    self.orders.put(order)
        if self._level is None and not self._is_over:
            self._has_ended = True
            if self._client is not None:  # otherwise there is no table to leave yet
                self._tell_the_end()
        self.orders.put(messages.Quit())

    def _tell_the_end(self) -> None:
        self._has_ended = False
        with suppress(BrokenPipeError):
            self._line("The input has ended: leaving the table.")

    def stop(self) -> None:
        """End the bot's thread."""
        if self._bot is not None:
            self._bot.stop()

    def _open_client(self, game: str) -> None:
        if self._is_read and self._client is None:
            from app.terminal.client import TextClient  # noqa: PLC0415  (see above)
            from app.terminal.colours import has_colours, tinter  # noqa: PLC0415  (see above)

            entry = catalogue().named(game)
            if self.say is _say_text and has_colours(sys.stdout, os.environ):
                self._tinted = tinter(entry.description)
            prompt = partial(self.say, "> ", {"event": "prompt"})
            self._client = TextClient(entry, self._line, prompt)

    def _line(self, text: str) -> None:
        self.say(self._tinted(text), {"event": "line"})

    def _tell_missing(self, news: messages.News) -> None:
        if isinstance(news, messages.Started):
            self._names = [guest.nick for guest in news.info.guests]
        if (said := _missing(news, self._names)) is not None:
            self.say(*said)

    def _tell_height(self, news: messages.News) -> None:
        if isinstance(news, messages.Advanced):
            self.say(f"step {news.k}", {"event": "height", "k": news.k})


def _missing(news: messages.News, names: Sequence[str]) -> tuple[str, dict[str, object]] | None:
    """Return a sentence about missing players for a program without a screen; None for other news."""
    match news:
        case messages.Presence(seat, messages.PresenceState.LEFT):
            return f"{names[seat]} has left.", {"event": "left", "seat": seat}
        case messages.Decided(seats, choice, text) if text:
            return text, {"event": "decided", "seats": list(seats), "choice": choice}
        case messages.Adjourned(text):
            return text, {"event": "adjourned"}
        case _:
            return None


def _keep(why: Exception) -> None:
    """Write a fault of the program to its log, if the log can be written."""
    handler = open_log(find_home().logs)
    try:
        log.error("the table has failed", exc_info=why)
    finally:
        close_log(handler)


def _say_text(text: str, more: dict[str, object]) -> None:
    if more["event"] == "prompt":
        if sys.stdin.isatty():
            print(text, end="", flush=True)
    elif text and more["event"] not in ("height", "invitation"):
        begin = "\r" if sys.stdin.isatty() else ""  # overwrites an unanswered prompt
        print(f"{begin}{text}", flush=True)


def _say_nothing(text: str, more: dict[str, object]) -> None:
    del text, more


def _say_json(text: str, more: dict[str, object]) -> None:
    if more["event"] != "prompt":
        # One write for line and newline: two threads print, and `print` would write the newline apart.
        print(json.dumps({"text": text, **more}) + "\n", end="", flush=True)
