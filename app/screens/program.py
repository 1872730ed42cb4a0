"""The window's interface to the program around it: values and a protocol, without Qt or network.

`app.program` implements it; tests have their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from app.animals import Animal
from app.keep.settings import Settings
from app.messages import Guest, Listener, News, Order
from app.nearby.around import AroundListener, UnreachablePerson
from app.records.recording import Progress, Recording
from app.table.start import Start, Unfinished

if TYPE_CHECKING:  # needed long after the window has opened: not imported at the start
    from app.records.evening import Evening
    from app.records.statistics.sums import Statistics


class ReplayingFile(Struct, frozen=True):
    """Open a record in a file."""

    path: Path


class OpenLink(Struct, frozen=True):
    """Show an invitation from a link, or the error of the link; the player decides."""

    invitation: str


class OpenScoreboard(Struct, frozen=True):
    """Show the scoreboard of this network, over the lobby."""


class Replaying(Struct, frozen=True):
    """Open a game of this profile: its id in hex, and the event before which it is shown first."""

    table: str
    at: int = 0


class Learning(Struct, frozen=True):
    """Open a lesson of a game, by the game's key; number 0 is the introduction."""

    game: str
    number: int = 0


class PastGame(Struct, frozen=True):
    """A finished or stopped game of this profile, for the list of recent games; `outcome`: "Lisa has won"."""

    table: str
    game: str
    names: tuple[str, ...]
    created: int
    outcome: str
    is_hidden: bool = False
    """True if the player has hidden it."""
    guests: tuple[Guest, ...] = ()
    """The players by seat, with animals."""
    seat: int = -1


class KeptGames(Struct, frozen=True):
    """The games of this profile, the latest first; `problem`: why they cannot be listed, "" if they can."""

    unfinished: tuple[Unfinished, ...] = ()
    past: tuple[PastGame, ...] = ()
    problem: str = ""


class Running(Protocol):
    """A table that runs in its own network thread."""

    def put(self, order: Order) -> None:
        """Give the table an order."""

    def stop(self) -> None:
        """Quit, and wait until everything is closed (a few seconds at most)."""


class SearchThread(Protocol):
    """A thread that looks around on this network, or checks the games of the evening."""

    def stop(self, *, whole: bool = True) -> None:
        """End, and wait until shared things (our own port, say) are free. With `whole` wait until everything
        has ended, a few seconds at most."""


class NetworkSearch(SearchThread, Protocol):
    """A thread that looks around on this network."""

    def point_at(self, keys: Collection[bytes]) -> None:
        """Ask these tables for details, and no others."""

    def say(self, line: str) -> None:
        """Say a line to everybody in the lobby, if the player may be found; "" withdraws it."""

    def ask_to_host(self, beyond: UnreachablePerson) -> None:
        """Ask a person who reaches that player to host a table for both of us."""


class Program(Protocol):
    """The program around the window. Every method is quick unless it says otherwise."""

    @property
    def settings(self) -> Settings:
        """The settings now."""

    @property
    def is_new(self) -> bool:
        """True if no settings were saved yet: the program starts for the first time."""

    @property
    def given_nick(self) -> str:
        """The name that was chosen, or given to this start; "" for none yet."""

    def save_settings(self, settings: Settings) -> str:
        """Use and keep these settings; return "", or why they could not be kept."""

    def start(self, start: Start, listener: Listener) -> Running:
        """Host, join, resume or watch a table. `listener` is called in the network thread. A table that
        cannot begin sends `Trouble`, then `Closed`."""

    def note(self, news: News) -> None:
        """Remember a table's news for a crash report; may be called from any thread."""

    def look_round(self, listener: AroundListener, *, may_be_found: bool = True) -> NetworkSearch:
        """Look for tables and people on this network; `listener` is called in the thread that looks. The
        player appears under their name if the settings allow it and `may_be_found`."""

    def score(self, report: Callable[[tuple[Evening, ...]], None]) -> SearchThread:
        """Check the games with people that `games` found, and report the evening's score once, in the
        returned thread."""

    def statistics(
        self, report: Callable[[Statistics, int, int], None], failed: Callable[[str], None]
    ) -> SearchThread:
        """Add up this player's games in a thread of its own. That thread reports the sums so far with the
        numbers of new games checked and of all new games, or why the games cannot be read."""

    @property
    def key(self) -> bytes:
        """The key in invitations to tables of ours."""

    @property
    def usual_animal(self) -> Animal:
        """The animal that tables show for this player as long as none is chosen."""

    def export_identity(self, path: Path, passphrase: str) -> str:
        """Save the identity to a file that the passphrase opens; return "", or why not."""

    def import_identity(self, path: Path, passphrase: str) -> str:
        """Use the identity in a file from now on, if no game would lose its player; return "", or why not."""

    def games(self) -> KeptGames:
        """Return the games of this profile."""

    def hide_game(self, table: str, *, is_hidden: bool) -> str:
        """Hide a game from the list, or show it again; return "", or why not."""

    def delete_game(self, table: str) -> str:
        """Delete a game of this profile, unless a table has it open; return "", or why not."""

    def players_in(self, path: Path) -> tuple[Guest, ...]:
        """Return the players that a record file names, by seat, unchecked; () if it names none."""

    def read_record(self, path: Path, progress: Progress) -> Recording:
        """Check the record in a file. Takes seconds: call it in a thread of its own."""

    def read_game(self, table: str, progress: Progress) -> Recording:
        """Check the record of a game of this profile, likewise."""

    def save_record(self, table: str, path: Path) -> str:
        """Save the record of a game of this profile; return "", or why not."""

    def save_report(self, report: str, path: Path) -> str:
        """Save a crash report; return "", or why not."""

    def layout_file(self) -> Path:
        """Return the file in which the window keeps its size and its docks."""

    def watch(self, report: Callable[[str], None]) -> str:
        """Send a report of every fault of the program, in any thread, to `report` from now on. Returns the
        report that a crash of the last run left behind, or ""."""

    def close(self) -> None:
        """End the watch and the log: the window has closed."""
