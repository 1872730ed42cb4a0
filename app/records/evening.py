"""The running score of an evening: who has won how often, per group of people and game.

Pure: from games whose records were checked from their bytes alone, and from nothing that anybody says. A
game that is unfinished, does not hold or was stopped counts for nobody. Bots are no people: a group is
known by the keys of its people, whoever plays with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

PAUSE_S = 6 * 3600
"""An evening ends when nobody has begun a game for so long."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over and whose record holds: by key its people with their names and ranks."""

    game: str
    begun_s: int
    names: tuple[tuple[str, str], ...]
    """Key in hex and name of every person, by seat."""
    winners: tuple[str, ...]
    """The keys of the people who came first; nobody where a bot did."""
    points: tuple[int, ...]
    """Score of each of `names`."""


@dataclass(frozen=True, slots=True)
class Wins:
    """One person's wins."""

    key: str
    name: str
    wins: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The score of one group at one game, the best first; people with as many wins by name."""

    game: str
    games: int
    standings: tuple[Wins, ...]
    last_s: int
    """Time at which the last of the games began."""
    points: tuple[tuple[int, ...], ...] = ()
    """Points by game, the first one first, of those in `standings`."""


def evenings(played: Iterable[Played], *, now_s: int) -> tuple[Evening, ...]:
    """The scores of the evening that goes on, the latest first; of groups of two people and more.

    An evening goes on if a game was begun less than `PAUSE_S` before now, and reaches back as far as no
    pause was longer; it is one for everything that is played on this computer.
    """
    of_now = _of_now(sorted(played, key=lambda each: each.begun_s), now_s)
    groups: dict[tuple[str, frozenset[str]], list[Played]] = {}
    for each in of_now:
        people = frozenset(key for key, _ in each.names)
        if len(people) > 1:
            groups.setdefault((each.game, people), []).append(each)
    found = [_evening(game, games) for (game, _), games in groups.items()]
    return tuple(sorted(found, key=lambda each: (-each.last_s, each.game)))


def _of_now(played: list[Played], now_s: int) -> list[Played]:
    found: list[Played] = []
    later = now_s
    for each in reversed(played):
        if later - each.begun_s > PAUSE_S:
            break
        found.append(each)
        later = each.begun_s
    return found[::-1]


def _evening(game: str, games: list[Played]) -> Evening:
    names: Mapping[str, str] = {key: name for each in games for key, name in each.names}  # the latest name
    wins = {key: sum(key in each.winners for each in games) for key in names}
    standings = (Wins(key, name, wins[key]) for key, name in names.items())
    ordered = tuple(sorted(standings, key=lambda each: (-each.wins, each.name.casefold(), each.key)))
    scores = [dict(zip((key for key, _ in each.names), each.points, strict=True)) for each in games]
    points = tuple(tuple(score[each.key] for each in ordered) for score in scores)
    return Evening(game, len(games), ordered, games[-1].begun_s, points)
