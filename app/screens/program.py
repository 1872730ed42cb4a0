"""Requests of the window to the program around it, as values and a seam; no Qt, no network.

`app.program` is the real one; tests hand in their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.animals import Animal
from app.keep.settings import Settings
from app.messages import Guest, Listener, News, Order
from app.nearby.around import AroundListener, Beyond
from app.records.recording import Progress, Recording
from app.table.start import Start, Unfinished

if TYPE_CHECKING:  # told long after the window has opened
    from app.records.evening import Evening
    from app.records.statistics.sums import Statistics


@dataclass(frozen=True, slots=True)
class Watching:
    """A record in a file, to be looked at."""

    path: Path


@dataclass(frozen=True, slots=True)
class Linked:
    """An invitation out of a link, or what a link says that is none: to be shown, the player decides."""

    invitation: str


@dataclass(frozen=True, slots=True)
class OnTheWall:
    """The page of the whole hall, over the lobby."""


@dataclass(frozen=True, slots=True)
class Looking:
    """A game of this profile, to be looked at: its id in hex."""

    table: str


@dataclass(frozen=True, slots=True)
class Learning:
    """A lesson of a game, by its key; number 0 is the introduction."""

    game: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of this profile that is over, for the list of recent games. `outcome` is in words."""

    table: str
    game: str
    names: tuple[str, ...]
    created: int
    outcome: str
    is_away: bool = False
    """True if the player has put it away."""
    guests: tuple[Guest, ...] = ()
    """The people who sat there, by seat, with animals."""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Before:
    """The games of this profile, the latest first; `problem` says why they cannot be listed now, ""
    if they can."""

    unfinished: tuple[Unfinished, ...] = ()
    past: tuple[PastGame, ...] = ()
    problem: str = ""


class Running(Protocol):
    """A table that runs in its own network thread."""

    def put(self, order: Order) -> None:
        """Hand in an order."""

    def stop(self) -> None:
        """Quit, and wait until everything is let go of (at most a few seconds)."""


class SearchThread(Protocol):
    """A thread that looks round on this network, or checks the games of the evening."""

    def stop(self, *, whole: bool = True) -> None:
        """End, and wait until what others want is free (the own door, say); with `whole` until everything
        has ended (at most a few seconds)."""


class NetworkSearch(SearchThread, Protocol):
    """A thread that looks round on this network."""

    def point_at(self, keys: Collection[bytes]) -> None:
        """Ask these tables for their details, and no others any more."""

    def say(self, line: str) -> None:
        """Say a line to everybody in the lobby, where the player may be found; "" takes it back."""

    def ask_to_host(self, beyond: Beyond) -> None:
        """Ask whoever reaches that player to host a table for both of us."""


class Program(Protocol):
    """The program around the window. Every method is quick but those that say otherwise."""

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""

    @property
    def is_new(self) -> bool:
        """True if the player has not chosen a name yet."""

    @property
    def given_nick(self) -> str:
        """The name that was chosen, or given to this start; "" for none yet."""

    def save_settings(self, settings: Settings) -> str:
        """Use and keep these settings; "" or, in words, why they could not be kept."""

    def start(self, start: Start, listener: Listener) -> Running:
        """Host, join or resume a table. `listener` is called in the network thread; a table that
        does not come about tells a `Trouble` and then `Closed`."""

    def note(self, news: News) -> None:
        """Remember what the table told, for the report of a crash; may be called in any thread."""

    def look_round(self, told: AroundListener, *, may_be_found: bool = True) -> NetworkSearch:
        """Look for tables and people on this network, under the own name if the settings say that it may be
        found and `may_be_found`; `told` is called in the thread that looks."""

    def score(self, told: Callable[[tuple[Evening, ...]], None]) -> SearchThread:
        """Check the games of people that `before` has just found, and tell the score of the evening once, in
        the thread that checks."""

    def statistics(
        self, told: Callable[[Statistics, int, int], None], failed: Callable[[str], None]
    ) -> SearchThread:
        """Add up the own games: tells the sums so far, how many new games have been
        checked and of how many, or why they cannot be read; in the thread that checks."""

    @property
    def key(self) -> bytes:
        """The key by which invitations to a table of ours name us."""

    @property
    def usual_animal(self) -> Animal:
        """The animal by which tables show this player as long as none is chosen."""

    def export_identity(self, path: Path, passphrase: str) -> str:
        """Save who the player is to others as a file that the passphrase opens; "" or, in words, why not."""

    def import_identity(self, path: Path, passphrase: str) -> str:
        """Be from now on who that file says, on a computer where no game would lose its player; "" or, in
        words, why not."""

    def before(self) -> Before:
        """The games of this profile."""

    def put_away(self, table: str, *, is_away: bool) -> str:
        """Take a game out of the list, or put it back; "" or, in words, why not."""

    def delete_game(self, table: str) -> str:
        """Remove a game of this profile for good, unless a table has it; "" or, in words, why not."""

    def read_record(self, path: Path, progress: Progress) -> Recording:
        """Check a record in a file. Takes seconds: call it in a thread of its own."""

    def read_game(self, table: str, progress: Progress) -> Recording:
        """The same for a game of this profile."""

    def save_record(self, table: str, path: Path) -> str:
        """Save the record of a game of this profile; "" or, in words, why not."""

    def save_report(self, report: str, path: Path) -> str:
        """Save the report of a fault; "" or, in words, why not."""

    def layout_file(self) -> Path:
        """Return the file in which the window keeps its size and its docks."""

    def watch(self, told: Callable[[str], None]) -> str:
        """From now on tell a report of every fault of the program, in whatever thread; gives the
        report that a crash of the last run left behind, or ""."""

    def close(self) -> None:
        """The window is gone: end the watch and the log."""
