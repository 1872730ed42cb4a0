"""Whole tables in threads of this process: real links on loopback, real journals, an environment per seat."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from app import messages
from app.build import Environment
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from app.keep.home import Home
from app.keep.profile import start_profile
from app.table.bot_player import BotPlayer
from app.table.orders import Orders
from app.table.playing import Ending
from app.table.start import Spectating, Start
from app.table.tables import TableFailed, run_table
from app.watching.search import WatchFailed
from app.watching.spectator import WatchEnding, run_watch
from net.deck.algebra.group import start as start_deck

T = TypeVar("T")


def env_of(folder: Path, nick: str) -> Environment:
    """An environment with a home of its own on loopback."""
    start_deck(secrets.token_bytes)
    home = Home(folder / nick).make()
    return Environment(home, start_profile(home, randomness=secrets.token_bytes, nick=nick), "127.0.0.1")


@dataclass
class Sitting:
    """A seat or a spectator at a table, in a thread: its news, and its end."""

    env: Environment
    start: Start
    bot: str = ""
    orders: Orders = field(default_factory=Orders)
    news: list[messages.News] = field(default_factory=list)
    record: Path | None = None
    stays: bool = False
    """True if it stays after the end, as a window does."""
    ending: Ending | None = None
    watched: WatchEnding | None = None
    failed: str = ""

    def __post_init__(self) -> None:
        self.player: BotPlayer | None = None
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def last(self, kind: type[T]) -> T | None:
        """The last news of that kind; None if there is none."""
        return next((news for news in reversed(self.news) if isinstance(news, kind)), None)

    def leave(self) -> None:
        """Leave the table and wait until everything is released."""
        self.orders.put(messages.Quit())
        self.thread.join(20)
        if self.player is not None:
            self.player.stop()

    def _run(self) -> None:
        try:
            if isinstance(self.start, Spectating):
                self.watched = run_watch(
                    self.start,
                    self.env,
                    orders=self.orders,
                    listener=self._hear,
                    record=self.record,
                    leaves_at_the_end=not self.stays,
                )
                return
            self.ending = run_table(
                self.start,
                self.env,
                orders=self.orders,
                listener=self._hear,
                record=self.record,
                leaves_at_the_end=bool(self.bot) and not self.stays,
            )
        except (TableFailed, WatchFailed) as why:
            self.failed = str(why) or "closed"

    def _hear(self, news: messages.News) -> None:
        self.news.append(news)
        if self.bot and isinstance(news, messages.Started):
            policy = policy_of(catalogue().named(news.info.game), self.bot)
            self.player = BotPlayer(policy, Random(1), self.orders.put)
        if self.player is not None:
            self.player.show(news)


@contextmanager
def sittings() -> Iterator[Callable[..., Sitting]]:
    """Yield a function that makes sittings; all of them leave at the end."""
    made: list[Sitting] = []

    def sit(
        env: Environment, start: Start, bot: str = "", *, record: Path | None = None, stays: bool = False
    ) -> Sitting:
        made.append(Sitting(env, start, bot, record=record, stays=stays))
        return made[-1]

    try:
        yield sit
    finally:
        for each in made:
            each.leave()


def until(
    what: str,
    condition: Callable[[], T | None],
    *,
    seconds: float = 120.0,
    moving: Callable[[], object] = lambda: None,
) -> T:
    """Poll until a condition is true; return its value. Gives up after `seconds` without a change in
    `moving`."""
    end, before = time.monotonic() + seconds, moving()
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.01)
        if (now := moving()) != before:
            end, before = time.monotonic() + seconds, now
    raise AssertionError(f"waited {seconds} s in vain for {what}")
