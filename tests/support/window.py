"""A program that does nothing by itself, for tests of the window and for its gallery."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from app.animals import ANIMALS, Animal
from app.games.catalogue import catalogue
from app.keep.settings import Settings
from app.messages import Advanced, Closed, GiveUpSeat, Guest, Listener, News, Order, Quit, Started, TableInfo
from app.nearby.around import Around, UnreachablePerson
from app.records.evening import Evening
from app.records.recording import Progress, Recording
from app.records.statistics.sums import Statistics
from app.screens.program import KeptGames
from app.screens.sound import Cue
from app.table.start import Start
from rules.api import Moved, Seat
from rules.driver import LocalTable
from tests.support.values import replace
from ui.kit.surface import Surface
from ui.window import Window

TURNS = 10
"""Turns of the event loop until a table that was told of is made, laid out and told its news."""
NICKS = (
    *("Lisa", "Bot Ada", "Stephen", "Bot Bo"),
    *("Ingeborg", "Mateusz", "Ayşe", "Kwame", "Noor", "Bartholomew"),
)
STILL = Settings(
    nick="Lisa",
    animal="whale",
    theme="light",
    animation="off",
    sound=True,
    chat_sound=False,
    asked_visible=True,
    tips=False,
    taught=" ".join(catalogue().games),
)


@dataclass
class FakeRunning:
    """A table that notes its orders; `Quit` and `GiveUpSeat` close it at once."""

    start: Start
    listener: Listener
    orders: list[Order] = field(default_factory=list)
    stopped: bool = False

    def put(self, order: Order) -> None:
        self.orders.append(order)
        if isinstance(order, Quit | GiveUpSeat):
            self.listener(Closed())

    def stop(self) -> None:
        self.stopped = True


@dataclass
class FakeSearch:
    """A search of the network that finds what a test gives it."""

    told: Callable[[Around], None]
    is_found: bool = False
    stopped: bool = False
    is_waited_for: bool = False
    pointed: frozenset[bytes] = frozenset()
    line: str = ""
    asked: list[UnreachablePerson] = field(default_factory=list)

    def ask_to_host(self, beyond: UnreachablePerson) -> None:
        self.asked.append(beyond)

    def point_at(self, keys: Collection[bytes]) -> None:
        self.pointed = frozenset(keys)

    def say(self, line: str) -> None:
        self.line = line

    def stop(self, *, whole: bool = True) -> None:
        self.stopped, self.is_waited_for = True, whole


@dataclass
class FakeProgram:
    """`app.screens.program.Program` without a network, a journal or a key."""

    folder: Path
    settings: Settings = STILL
    is_new: bool = False
    given_nick: str = ""
    kept: KeptGames = field(default_factory=KeptGames)
    key: bytes = bytes(32)
    usual_animal: Animal = Animal.WHALE
    recording: Recording = field(default_factory=lambda: Recording(None, problem="no such record"))
    complaint: str = ""
    left: str = ""
    tables: list[FakeRunning] = field(default_factory=list)
    evenings: tuple[Evening, ...] = ()
    sums: Statistics = field(default_factory=Statistics)
    counting: FakeSearch | None = None
    searches: list[FakeSearch] = field(default_factory=list)
    saved: list[tuple[str, Path]] = field(default_factory=list)
    read: list[object] = field(default_factory=list)
    noted: list[News] = field(default_factory=list)
    told: Callable[[str], None] | None = None
    closed: bool = False

    def save_settings(self, settings: Settings) -> str:
        self.settings = settings.checked()
        return self.complaint

    def start(self, start: Start, listener: Listener) -> FakeRunning:
        self.tables.append(FakeRunning(start, listener))
        return self.tables[-1]

    def note(self, news: News) -> None:
        self.noted.append(news)

    def look_round(self, told: Callable[[Around], None], *, may_be_found: bool = True) -> FakeSearch:
        self.searches.append(FakeSearch(told, may_be_found))
        return self.searches[-1]

    def score(self, told: Callable[[tuple[Evening, ...]], None]) -> FakeSearch:
        if self.evenings:
            told(self.evenings)
        return FakeSearch(lambda _: None)

    def statistics(
        self, told: Callable[[Statistics, int, int], None], failed: Callable[[str], None]
    ) -> FakeSearch:
        self.counting = FakeSearch(lambda _: None)
        if self.complaint:
            failed(self.complaint)
        else:
            told(self.sums, 0, 0)
        return self.counting

    def export_identity(self, path: Path, passphrase: str) -> str:
        self.saved.append((passphrase, path))
        return self.complaint

    def import_identity(self, path: Path, passphrase: str) -> str:
        self.read.append((path, passphrase))
        return self.complaint

    def games(self) -> KeptGames:
        return self.kept

    def hide_game(self, table: str, *, is_hidden: bool) -> str:
        if not self.complaint:
            unfinished, past = (
                tuple(replace(each, is_hidden=is_hidden) if each.table == table else each for each in games)
                for games in (self.kept.unfinished, self.kept.past)
            )
            self.kept = replace(self.kept, unfinished=unfinished, past=past)
        return self.complaint

    def delete_game(self, table: str) -> str:
        if not self.complaint:
            left = tuple(each for each in self.kept.unfinished if each.table != table)
            self.kept = replace(self.kept, unfinished=left)
        return self.complaint

    def players_in(self, path: Path) -> tuple[Guest, ...]:
        return () if self.recording.info is None else self.recording.info.guests

    def read_record(self, path: Path, progress: Progress) -> Recording:
        self.read.append(path)
        progress(1, 2)
        return self.recording

    def read_game(self, table: str, progress: Progress) -> Recording:
        self.read.append(table)
        return self.recording

    def save_record(self, table: str, path: Path) -> str:
        self.saved.append((table, path))
        return self.complaint

    def save_report(self, report: str, path: Path) -> str:
        self.saved.append((report, path))
        return self.complaint

    def layout_file(self) -> Path:
        return self.folder / "window.ini"

    def watch(self, told: Callable[[str], None]) -> str:
        self.told = told
        return self.left

    def close(self) -> None:
        self.closed = True

    def tell(self, *news: News) -> None:
        """Tell news to the table that was started last."""
        for each in news:
            self.tables[-1].listener(each)


def settled() -> None:
    """Let the event loop turn until a table that begins is there, and every picture on it."""
    for _ in range(TURNS):
        QApplication.processEvents()
    while any(each.renderer.budget.is_behind for each in surfaces()):
        QApplication.processEvents()


def unasked(window: QWidget) -> None:
    """Let a window be closed without the question whether to leave its game."""
    if isinstance(window, Window):
        window._closes = True


def surfaces() -> list[Surface]:
    """The surfaces of all tables that exist."""
    return [each for top in QApplication.topLevelWidgets() for each in top.findChildren(Surface)]


@dataclass
class Ear:
    """A sound port that notes every sound."""

    heard: list[Cue] = field(default_factory=list)
    volume: int = 0
    closed: bool = False

    def play(self, cue: Cue, *, volume: int = 100) -> None:
        self.volume = volume
        self.heard.append(cue)

    def close(self) -> None:
        self.closed = True


def info_of(
    game: str = "plump", seats: int = 4, seat: int = 0, chosen: dict[str, str] | None = None
) -> TableInfo:
    """A table of `seats` people, of whom the second and the fourth are bots of the first."""
    options = tuple(catalogue().named(game).rules.checked_options(seats, chosen or {}).items())
    guests = tuple(
        Guest(nick, "C54M-GELQ-YX4V", bot=is_bot, runner=NICKS[0] if is_bot else "", animal=ANIMALS[4 - at])
        for at, nick in enumerate(NICKS[:seats])
        for is_bot in [nick.startswith("Bot ")]
    )
    return TableInfo("ab" * 16, game, options, guests, seat)


class Story:
    """A game that is played by random moves in one process and told as news to one seat."""

    def __init__(
        self,
        game: str = "plump",
        seats: int = 4,
        *,
        seed: int = 4,
        seat: int = 0,
        options: dict[str, str] | None = None,
    ) -> None:
        self.rng = random.Random(seed)
        self.local = LocalTable(catalogue().named(game).rules.start(seats, options or {}), seats, self.rng)
        self.info = info_of(game, seats, seat, options)
        self.k = 0
        self._told = 0

    @property
    def started(self) -> Started:
        return Started(self.info, resumed=False)

    def news(self) -> Advanced:
        """The news since the last call."""
        events = tuple(self.local.events[self._told :])
        self._told = len(self.local.events)
        self.k += 1
        return Advanced(self.k, self.local.view(Seat(self.info.seat)), events)

    def step(self) -> None:
        """Play a random move of the seat on turn."""
        if self.local.turn is not None:
            self.local.play(self.rng.choice(self.local.actions()))

    def to_own_turn(self) -> None:
        """Play until it is the viewer's turn, or the end, and tell nothing yet."""
        while self.local.turn is not None and self.local.turn != self.info.seat:
            self.step()

    def until_own_turn(self) -> Advanced:
        """Play until it is the viewer's turn, or the end, and return the news."""
        self.to_own_turn()
        return self.news()

    def to_the_end(self) -> Advanced:
        while self.local.turn is not None:
            self.step()
        return self.news()

    def recording(self) -> Recording:
        """The game so far, as a record would give it."""
        moves, events = 0, []
        for event in self.local.events:
            moves += isinstance(event, Moved)
            events.append((moves + 1, event))
        return Recording(self.info, tuple(events), proofs=31)
