"""`shoal watch INVITATION|NAME`: watch a table in the terminal; every step is checked."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from app import messages
from app.build import build_environment
from app.commands.arguments import WHICH, add_leash, add_player, check_all_tables, check_record
from app.commands.join import invitation_of
from app.commands.seat import leave_on_signals
from app.games.catalogue import catalogue
from app.table.orders import Orders
from app.table.start import Spectating
from app.terminal.client import TextClient
from app.terminal.colours import has_colours, tinter
from app.watching.search import WatchFailed
from app.watching.spectator import run_watch
from rules.errors import BadOptions

SayLine = Callable[[str, dict[str, object]], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("invitation", metavar="INVITATION|NAME", nargs="?", default="", help=WHICH)
    parser.add_argument(
        "--all", action="store_true", help="show all tables of this network on one page, for a projector"
    )
    parser.add_argument("--record", type=Path, help="save the checked record here")
    add_leash(parser)
    add_player(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch until the game is over and fully checked; return 1 if a check or the connection fails."""
    if check_all_tables(args):
        raise BadOptions("--all needs a window: leave --no-window out")
    check_record(args.record)
    orders = Orders()
    say = _say_json if args.json else _say_text
    spectator = TerminalSpectator(orders, say)
    leave_on_signals(orders.put)
    if args.leash or (not args.json and sys.stdin.isatty()):
        threading.Thread(target=spectator.read, args=(sys.stdin,), daemon=True).start()
    try:
        env = build_environment(nick=args.name, address=args.address)
        ending = run_watch(
            Spectating(invitation_of(args)),
            env,
            orders=orders,
            listener=spectator.show,
            record=args.record,
            leaves_at_the_end=True,
        )
    except WatchFailed as why:
        if str(why):
            say(str(why), {"event": "trouble"})
        return 1 if str(why) else 0
    said = ending.fault
    if args.record is not None and ending.checked:
        said += f"\nThe record is in {args.record}. To check it: shoal verify {args.record}"
    say(said.strip(), {"event": "trouble" if ending.fault else "end", **ending.values()})
    return 1 if ending.fault else 0


class TerminalSpectator:
    """A spectator in a terminal: prints news through `say` and reads lines as orders."""

    def __init__(self, orders: Orders, say: SayLine) -> None:
        self._orders = orders
        self._say = say
        self._client: TextClient | None = None

    def show(self, news: messages.News) -> None:
        """Take in news from the network thread."""
        if isinstance(news, messages.Gathering):
            self._client = self._client or self._text(news.game)
        elif isinstance(news, messages.Started):
            self._say("", {"event": "started", "table": news.info.table})
            self._client = self._client or self._text(news.info.game)
        elif isinstance(news, messages.Advanced):
            self._say("", {"event": "height", "k": news.k})
        elif isinstance(news, messages.Checked):
            self._say("", {"event": "checked", "k": news.k, "of": news.of})
        elif isinstance(news, messages.FollowedBy):
            self._say("", {"event": "source", "name": news.name})
        if self._client is not None:
            self._client.show(news)
        elif isinstance(news, messages.Trouble):
            self._say(news.text, {"event": "warning", "kind": news.kind})

    def read(self, lines: TextIO) -> None:
        """Read orders until the end of the input, which means to leave."""
        for line in lines:
            order = None if self._client is None else self._client.order(line)
            if order is not None:
                self._orders.put(order)
        self._orders.put(messages.Quit())

    def _text(self, game: str) -> TextClient:
        entry = catalogue().named(game)
        has = self._say is _say_text and has_colours(sys.stdout, os.environ)
        tinted = tinter(entry.description) if has else str
        return TextClient(entry, lambda text: self._say(tinted(text), {"event": "line"}))


def _say_text(text: str, more: dict[str, object]) -> None:
    if text:
        del more
        print(text, flush=True)


def _say_json(text: str, more: dict[str, object]) -> None:
    print(json.dumps({"text": text, **more}), flush=True)
