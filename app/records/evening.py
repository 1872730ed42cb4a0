"""The running score of an evening: wins per group of people and game.

Only finished games count, and only if their records were checked: an unfinished, invalid or stopped game
counts for nobody. A group is the set of its people's keys; bots do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

PAUSE_S = 6 * 3600
"""Seconds without a new game after which an evening is over."""


class Played(Struct, frozen=True):
    """A finished game with a valid record."""

    game: str
    begun_s: int
    names: tuple[tuple[str, str], ...]
    """Key in hex and name of every person."""
    winners: tuple[str, ...]
    """Keys of the people who came first; empty if only bots did."""
    points: tuple[int, ...]
    """Score of each person, in the order of `names`."""


class Wins(Struct, frozen=True):
    """One person's number of wins."""

    key: str
    name: str
    wins: int


class Evening(Struct, frozen=True):
    """The score of one group at one game, the most wins first; equals by name."""

    game: str
    games: int
    standings: tuple[Wins, ...]
    last_s: int
    """Unix time at which the last game began."""
    points: tuple[tuple[int, ...], ...] = ()
    """Points of each game, the first game first, in the order of `standings`."""


def evenings(played: Iterable[Played], *, now_s: int) -> tuple[Evening, ...]:
    """Return the scores of the current evening, the latest first, for groups of two people and more.

    The evening is current if a game began at most `PAUSE_S` before now; it reaches back to the last
    longer pause. All games on this computer belong to one evening.
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
