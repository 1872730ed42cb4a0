"""Common part of `host`, `join`, `bot` and `resume`: one seat at one table, played by a person at a terminal
or by a bot, told as text or as lines of JSON."""

from __future__ import annotations

import argparse
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
from app.build import Desk, build_desk
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

if TYPE_CHECKING:  # imported where there is somebody to read it
    from app.terminal.client import TextClient

log = logging.getLogger(__name__)
SayLine = Callable[[str, dict[str, object]], None]


def play_seat(start: Seating, words: argparse.Namespace, *, level: str | None, record: Path | None) -> int:
    """Play one table to its end; the exit status."""
    orders = Orders()
    seat = TerminalSeat(orders, _say_json if words.json else _say_text, level=level)
    leave_on_signals(orders.put)
    if level is None or getattr(words, "leash", False):
        threading.Thread(target=seat.read, args=(sys.stdin,), daemon=True).start()
    return sit_down(
        start,
        seat,
        lambda: build_desk(nick=words.name, address=words.address, is_bot=level is not None),
        record=record,
    )


def sit_down(
    start: Seating, seat: TerminalSeat, desk: Callable[[], Desk], *, record: Path | None = None
) -> int:
    """Play a seat to the end of its table in this thread; 0, or 1 if it did not come to a good one.

    Raises what has its words where a command is started: `NetError`, `BadOptions`, `BrokenPipeError`.
    """
    try:
        return _play(start, seat, desk, record)
    except (NetError, BadOptions, BrokenPipeError):
        raise
    # The top of the network thread: whatever is left is a bug, of ours or of a game's author.
    except Exception as why:
        _keep(why)
        lines = traceback.format_exception(why)
        seat.say(f"{fault_text(why)} The log says where.", {"event": "trouble", "traceback": "".join(lines)})
        return 1


def _play(start: Seating, seat: TerminalSeat, desk: Callable[[], Desk], record: Path | None) -> int:
    try:
        ending = run_table(
            start, desk(), orders=seat.orders, listener=seat.show, record=record, leaves_at_the_end=True
        )
    except TableFailed as why:
        text, seat.is_sent_away = str(why), why.is_sent_away
        seat.say(f"{text[:1].upper()}{text[1:].removesuffix('.')}.", {"event": "trouble"})
        return 1
    finally:
        seat.stop()
    if ending.fault:
        seat.say(ending.fault, {"event": "trouble", **ending.values()})
        return 1
    after = f"The game is not over. Go on with: shoal resume {ending.table}" if ending.can_resume else ""
    if record is not None and not seat.is_bot:
        after = f"{after}\n" if after else ""
        after += f"The record is in {record}; check it with: shoal verify {record}"
    seat.say(after, {"event": "end", **ending.values()})
    return 0


def leave_on_signals(order: Callable[[messages.Order], None]) -> None:
    """Ctrl-C, SIGTERM and a closed terminal close the table in order, with the record and the way back.

    Nobody can be asked whether it is for good, so it is not: the game can be gone on with. Twice ends at
    once.
    """

    def leave(number: int, frame: object) -> None:
        del frame
        signal.signal(number, signal.SIG_DFL)
        # Not from here: the signal may have come while this thread holds what `order` wants.
        threading.Thread(target=order, args=(messages.Quit(),), daemon=True).start()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), leave)


class TerminalSeat:
    """One seat in a terminal: news out by `say`, lines in as orders; with a level a bot decides.

    The level "" is the usual one of the game, whichever that is. Without `say` nobody reads what it says.
    """

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
        self._tinted: Callable[[str], str] = str
        self.is_sent_away = False
        """True if the host's program gave us no seat, or took it away."""

    @property
    def is_bot(self) -> bool:
        """True if nobody chooses here but a policy."""
        return self._level is not None

    def show(self, news: messages.News) -> None:
        """Take in news of the network thread."""
        if isinstance(news, messages.Gathering):
            self._open_client(news.game)
            if news.invitation and len(news.guests) == 1:
                self.say(news.invitation, {"event": "invitation"})
        elif isinstance(news, messages.Started):
            self.say("", {"event": "started", "table": news.info.table, "seat": news.info.seat})
            self._open_client(news.info.game)
            if self._level is not None:
                entry = catalogue().named(news.info.game)
                policy = policy_of(entry, self._level_at(entry, self._level))
                self._bot = BotPlayer(policy, SystemRandom(), self.orders.put)
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
        """`level`, where bots play the game at it. Which game it is turns out at the table."""
        try:
            return checked_level(entry, level or None)
        except BadOptions as why:
            self.say(
                f"{why}: this one plays as usual, {entry.usual_level!r}.",
                {"event": "warning", "kind": "level"},
            )
            return entry.usual_level

    def _show(self, client: TextClient, news: messages.News) -> None:
        if (order := client.show(news)) is not None:
            self.orders.put(order)
        if self._has_ended:
            self._tell_the_end()

    def read(self, lines: TextIO) -> None:
        """Read orders until the end of the input, which means quit: nobody can type any more.

        A bot is told two things by its leash: to leave for good, and not to make its next move.
        """
        for line in lines:
            if self._level is not None and line.strip() == GOODBYE:
                self.orders.put(messages.LeaveForGood())
                return
            if self._bot is not None and line.strip() == LINGER:
                self._bot.linger()
            if self._client is not None and self._level is None:
                order = self._client.order(line)
                if order is not None:
                    self.orders.put(order)
        if self._level is None and not self._is_over:
            self._has_ended = True
            if self._client is not None:  # else there is no table yet to leave, and may never be one
                self._tell_the_end()
        self.orders.put(messages.Quit())

    def _tell_the_end(self) -> None:
        self._has_ended = False
        with suppress(BrokenPipeError):
            self._line("The input has ended, so nobody can type: leaving the table.")

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
            self.say(f"round {news.k} of the log", {"event": "height", "k": news.k})


def _missing(news: messages.News, names: Sequence[str]) -> tuple[str, dict[str, object]] | None:
    """Return the sentence about missing players for a program without a screen; None for nothing."""
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
    """Write a fault of the program into its log, where there is one to write."""
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
        begin = "\r" if sys.stdin.isatty() else ""  # over a prompt that nobody has answered
        print(f"{begin}{text}", flush=True)


def _say_nothing(text: str, more: dict[str, object]) -> None:
    del text, more


def _say_json(text: str, more: dict[str, object]) -> None:
    if more["event"] != "prompt":
        # In one write, for two threads say something: a line that print would end by a second one may be cut.
        print(json.dumps({"text": text, **more}) + "\n", end="", flush=True)
