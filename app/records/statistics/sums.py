"""Sums over the player's games: per game, per person, and the longest evening. Pure, from checked records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from app.records.evening import PAUSE_S
from app.records.statistics.tally import GameTally

LAST = 24
"""Number of latest games, or of latest evenings, in a plot."""
RIVALS = 6
"""Number of people in the grid, ourselves included."""
OWN = "You"
"""Our name and key in the grid: no person's key looks like this."""


class GameStatistics(Struct, frozen=True):
    """Sums of one game. `streak`: most wins in a row; `now`: those up to the last game. `last`: rank and
    number of players of the latest games, the oldest first. `feats`: as in `GameTally`, added up."""

    game: str
    played: int
    with_people: int
    won: int
    won_with_people: int
    best: int
    streak: int
    now: int
    feats: tuple[tuple[str, int, int], ...]
    last: tuple[tuple[int, int], ...]
    evenings: tuple[int, ...] = ()
    """Our average points per game, for each of the latest evenings, the oldest first."""
    bids: tuple[tuple[int, ...], ...] = ()
    """Number of rounds by our bid and the tricks we took: `bids[3][2]` times we bid three and took two.

    () for a game without bids."""


class Rivals(Struct, frozen=True):
    """Wins and losses between people: `wins[a][b]` counts the games in which `names[a]` came before
    `names[b]`."""

    names: tuple[str, ...] = ()
    wins: tuple[tuple[int, ...], ...] = ()


class PersonStatistics(Struct, frozen=True):
    """A person we played with: games together, how many we won and how many they won."""

    key: str
    name: str
    games: int
    ours: int
    theirs: int


class LongEvening(Struct, frozen=True):
    """The longest series of games with people without a long pause, from the first start to the last."""

    begun_s: int
    games: int
    lasted_s: int


class Statistics(Struct, frozen=True):
    """All statistics. `unproven` counts the games whose records failed the check; they count nowhere else."""

    games: tuple[GameStatistics, ...] = ()
    people: tuple[PersonStatistics, ...] = ()
    longest: LongEvening | None = None
    unproven: int = 0
    rivals: Rivals = Rivals()


def add_up(tallies: Iterable[GameTally]) -> Statistics:
    """Add up the tallies; games and people are sorted by number of games, most first."""
    every = sorted(tallies, key=lambda each: (each.begun_s, each.table))
    held = [each for each in every if each.holds and each.counts]
    keys = dict.fromkeys(each.game for each in held)
    games = [_game_statistics(key, [each for each in held if each.game == key]) for key in keys]
    return Statistics(
        tuple(sorted(games, key=lambda each: (-each.played, each.game))),
        _people(held),
        _longest([each for each in held if each.has_people]),
        sum(not each.holds for each in every),
        _rivals(held),
    )


def _game_statistics(key: str, played: Sequence[GameTally]) -> GameStatistics:
    runs = _runs([each.is_won for each in played])
    feats: dict[str, tuple[int, int]] = {}
    for each in played:
        for name, done, of in each.feats:
            before = feats.get(name, (0, 0))
            feats[name] = (before[0] + done, before[1] + of)
    return GameStatistics(
        key,
        played=len(played),
        with_people=sum(each.has_people for each in played),
        won=sum(each.is_won for each in played),
        won_with_people=sum(each.is_won and each.has_people for each in played),
        best=max(each.seats[each.own].score for each in played),
        streak=max(runs),
        now=runs[-1],
        feats=tuple((name, done, of) for name, (done, of) in feats.items()),
        last=tuple((each.rank, len(each.seats)) for each in played[-LAST:]),
        evenings=tuple(
            round(sum(each.seats[each.own].score for each in games) / len(games))
            for games in _evenings(played)[-LAST:]
        ),
        bids=_bids([pair for each in played for pair in each.bids or ()]),
    )


def _bids(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    times, most = Counter(pairs), max((max(pair) for pair in pairs), default=-1)
    return tuple(tuple(times[bid, taken] for taken in range(most + 1)) for bid in range(most + 1))


def _runs(wins: Sequence[bool]) -> list[int]:
    """Return for each game the number of wins in a row up to it."""
    runs, now = [], 0
    for is_won in wins:
        now = now + 1 if is_won else 0
        runs.append(now)
    return runs


def _people(held: Sequence[GameTally]) -> tuple[PersonStatistics, ...]:
    people: dict[str, PersonStatistics] = {}
    for tally in held:
        for seat, each in enumerate(tally.seats):
            if seat == tally.own or each.is_bot:
                continue
            before = people.get(each.key, PersonStatistics(each.key, each.name, 0, 0, 0))
            people[each.key] = PersonStatistics(
                each.key,
                each.name,  # the latest name
                before.games + 1,
                before.ours + tally.is_won,
                before.theirs + (each.rank == 1),
            )
    return tuple(sorted(people.values(), key=lambda each: (-each.games, each.name.casefold(), each.key)))


def _rivals(held: Sequence[GameTally]) -> Rivals:
    """Return the grid of ourselves and the people with the most games with us."""
    most = [each.key for each in _people(held)[: RIVALS - 1]]
    if not most:
        return Rivals()
    keys = [OWN, *most]
    wins, names = {key: dict.fromkeys(keys, 0) for key in keys}, {OWN: OWN}
    for tally in held:
        ranks = {OWN if seat == tally.own else each.key: each.rank for seat, each in enumerate(tally.seats)}
        names.update({each.key: each.name for each in tally.seats if each.key in most})
        for one in keys:
            for other in keys:
                wins[one][other] += one in ranks and other in ranks and ranks[one] < ranks[other]
    return Rivals(
        tuple(names[key] for key in keys), tuple(tuple(wins[one][other] for other in keys) for one in keys)
    )


def _longest(begun: Sequence[GameTally]) -> LongEvening | None:
    evenings = [[each.begun_s for each in games] for games in _evenings(begun)]
    if not evenings:
        return None
    longest = max(evenings, key=lambda each: (each[-1] - each[0], len(each)))
    return LongEvening(longest[0], len(longest), longest[-1] - longest[0])


def _evenings(played: Sequence[GameTally]) -> list[list[GameTally]]:
    """Cut games, the oldest first, at each long pause."""
    evenings: list[list[GameTally]] = []
    for each in played:
        if evenings and each.begun_s - evenings[-1][-1].begun_s <= PAUSE_S:
            evenings[-1].append(each)
        else:
            evenings.append([each])
    return evenings
