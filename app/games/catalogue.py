"""The games that this program plays: our own, and those of other installed packages.

A package offers a game by an entry point of the group `shoal.games`, named like the game's key. Its value
is a `GameEntry`, or a `rules.api.Game` if there are only rules. A game that cannot be used is left out; the
log and the lists of games give the reason.
"""

from __future__ import annotations

import dataclasses
import logging
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, cast

from msgspec import Struct
from msgspec.structs import replace

from app.games.content import Unreadable, content_of
from app.games.covers import COVERS, Cover
from app.games.entry import GameEntry, Package
from rules.api import Game, Option
from rules.errors import BadOptions

if TYPE_CHECKING:  # importlib.metadata imports the e-mail library, which a start seldom needs: see `offered`
    from importlib.metadata import EntryPoint

GROUP = "shoal.games"
OWN: Mapping[str, GameEntry | str] = {
    "plump": "app.games.plump.entry:PLUMP",
    "matriculation": "app.games.matriculation.entry:MATRICULATION",
    "cahoots": "app.games.cahoots.entry:CAHOOTS",
    "kings": "app.games.kings.entry:KINGS",
    "reef": "app.games.reef.entry:REEF",
}
"""Our own games in their order, by reference: a bot imports one game, and the others would cost it 2 MB."""
KEY = re.compile(r"[a-z][a-z0-9-]{0,23}")
_WORD = re.compile(r"[!-<>-~]{1,64}")
"""Pattern of an option's key and values, which are written as lines `key=value`."""
SEATS_MAX = 10
"""Maximum number of seats at any table (`net.wire.envelope`)."""
VERSION_MAX = 32

log = logging.getLogger(__name__)


class Unusable(Exception):
    """A game of another package cannot be played here; the text says why."""


class LeftOut(Struct, frozen=True):
    """A game of another package that cannot be used, with the reason."""

    name: str
    package: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} ({self.package}): {self.why}"


class Games(Mapping[str, GameEntry]):
    """Games by key, in the order of the lists; our own games are imported on first use."""

    def __init__(self, found: Mapping[str, GameEntry | str]) -> None:
        self._found = dict(found)

    def __getitem__(self, key: str) -> GameEntry:
        entry = self._found[key]
        if isinstance(entry, str):
            entry = self._found[key] = cast("GameEntry", resolve_name(entry))
        return entry

    def cover(self, key: str) -> Cover:
        """Return the lobby's picture and words for a game, without importing the game."""
        entry = self._found[key]
        return COVERS[key] if isinstance(entry, str) else entry.cover

    def of_packages(self) -> Iterator[GameEntry]:
        """Yield the games of other packages, without importing ours."""
        return (
            each for each in self._found.values() if not isinstance(each, str) and each.package is not None
        )

    def __contains__(self, key: object) -> bool:
        return key in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def own_games() -> tuple[GameEntry, ...]:
    """Return our own games, in their order."""
    return tuple(Games(OWN).values())


class Catalogue(Struct, frozen=True):
    """The games, and those that were left out."""

    games: Games
    left_out: tuple[LeftOut, ...] = ()

    def named(self, key: str) -> GameEntry:
        """Return the game with that key; raises `BadOptions` that lists all games."""
        if key in self.games:
            return self.games[key]
        there = ", ".join(sorted(self.games))
        missing = "".join(f"; this game was left out: {each}" for each in self.left_out if each.name == key)
        raise BadOptions(f"there is no game {key!r}; the games are: {there}{missing}")


@cache
def catalogue() -> Catalogue:
    """Return the catalogue of this installation, read once."""
    return read_catalogue(OWN, offered(sys.path))


def game_title(key: str) -> str:
    """Return a game's name, or its key if this version does not know the game."""
    entry = catalogue().games.get(key)
    return key if entry is None else entry.rules.title


def offered(path: Iterable[str]) -> Iterable[EntryPoint]:
    """Return the entry points of installed packages. Their metadata files are searched for the name of our
    group first: importing the library that reads them takes a tenth of the program's start."""
    folders = (Path(each or ".") for each in path)
    said = (file for folder in folders for file in folder.glob("*.*-info/entry_points.txt"))
    if not any(_may_offer(file) for file in said):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415  (see above)

    return entry_points(group=GROUP)


def _may_offer(file: Path) -> bool:
    try:
        return f"[{GROUP}]" in file.read_text(encoding="utf-8", errors="replace")
    except OSError:  # unreadable, or just removed: leave it to the library
        return True


def read_catalogue(own: Mapping[str, GameEntry | str], offered: Iterable[EntryPoint]) -> Catalogue:
    """Return our games in their order, then the usable games offered, by name and package."""
    games: dict[str, GameEntry | str] = dict(own)
    left_out: list[LeftOut] = []
    for point in sorted(offered, key=lambda each: (each.name, _package(each).name, each.value)):
        package = _package(point)
        try:
            entry = _checked(point, package)
            if point.name in games:
                holder = games[point.name]
                package_of = None if isinstance(holder, str) else holder.package
                raise Unusable(f"the key is taken by {package_of or 'a game of Shoal'}")
        except Unusable as why:
            left_out.append(LeftOut(point.name, str(package), str(why)))
            log.warning("a game is left out: %s", left_out[-1])
        else:
            games[point.name] = entry
    return Catalogue(Games(games), tuple(left_out))


def _package(point: EntryPoint) -> Package:
    """Return the package of an entry point; tests offer entry points without a package."""
    if point.dist is None:
        return Package("unknown package", "0")
    return Package(point.dist.name, point.dist.version)


def _checked(point: EntryPoint, package: Package) -> GameEntry:
    """Check the entry of another package before anything of ours depends on it."""
    try:
        found: object = point.load()
    # Other people's code runs here: no exception of it may stop the other games.
    except Exception as why:
        raise Unusable(f"{point.value} cannot be loaded: {type(why).__name__}: {why}") from why
    entry = GameEntry(found) if isinstance(found, Game) else found
    if not isinstance(entry, GameEntry):
        raise Unusable(f"{point.value} is neither a GameEntry nor a Game")
    try:
        fault = _fault(point.name, entry.rules)
    except (AttributeError, TypeError) as why:
        raise Unusable(f"its rules cannot be used: {why}") from why
    if fault:
        raise Unusable(fault)
    if point.dist is not None:
        try:
            package = replace(package, content=content_of(point.dist, point.module))
        except Unreadable as why:
            raise Unusable(str(why)) from why
    return dataclasses.replace(entry, package=package)


def _fault(name: str, game: Game) -> str:
    """Return the fault in a game's description of itself; "" if there is none."""
    options: tuple[Option, ...] = game.options
    keys = [option.key for option in options]
    wrong = (
        (KEY.fullmatch(name) is None, "its key is not a letter a-z, then up to 23 of a-z, 0-9 and hyphens"),
        (game.key != name, f"its key is {game.key!r} and the entry point is named {name!r}"),
        (not game.title or not game.title.isprintable(), "it has no title"),
        (not 1 <= len(game.version) <= VERSION_MAX or not game.version.isprintable(), "it has no version"),
        (
            not len(game.seats) or game.seats.step != 1 or game.seats[0] < 2 or game.seats[-1] > SEATS_MAX,
            f"its numbers of players are not a range within 2 to {SEATS_MAX}",
        ),
        (len(set(keys)) != len(keys), "two of its options have the same key"),
        (
            not all(_WORD.fullmatch(word) for option in options for word in (option.key, *option.choices)),
            "an option's key or choice is not one word",
        ),
        (not all(option.choices for option in options), "an option has no choices"),
        (
            any(option.titles and len(option.titles) != len(option.choices) for option in options),
            "an option does not have one title for each choice",
        ),
    )
    return next((text for is_wrong, text in wrong if is_wrong), "")
