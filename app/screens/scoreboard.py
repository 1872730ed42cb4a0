"""The scoreboard of a network: all tables, scores, free players, the next round, winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from app.games.catalogue import game_title
from app.games.narrator import counted, ordinal
from app.nearby.around import Around, FoundTable
from app.screens.table import TableModel

TABLES_MAX: Final = 12
"""Tables that fit on the scoreboard."""
WATCHED_MAX: Final = 8
"""Tables watched at the same time for their scores."""


class ScoreboardSeat(Struct, frozen=True):
    """A seat of a table on the scoreboard: a name ("" for a free seat), and the player's score."""

    name: str
    score: str = ""
    is_first: bool = False


class ScoreboardTable(Struct, frozen=True):
    """A table on the scoreboard; `state` is a word or two."""

    game: str
    title: str
    state: str
    seats: tuple[ScoreboardSeat, ...]


class ScoreboardPage(Struct, frozen=True):
    """Everything on the scoreboard. `more` says how many tables do not fit."""

    head: str
    tables: tuple[ScoreboardTable, ...] = ()
    more: str = ""
    free: tuple[str, ...] = ()
    next_round: tuple[str, ...] = ()
    winners: tuple[tuple[str, int], ...] = ()
    hint: str = ""


def scoreboard_page(
    around: Around, watched: Mapping[str, TableModel], wins: Mapping[tuple[str, str], int]
) -> ScoreboardPage:
    """Return the page at this moment. `watched` are the watched tables, by the letters of their hosts; `wins`
    are the evening's wins, by a player's letters and name."""
    tables = sorted(around.tables, key=lambda table: (table.host.casefold(), table.words))
    free = [person.nick for person in around.people]
    shown = tuple(_table(each, watched.get(each.words)) for each in tables[:TABLES_MAX])
    best = sorted(wins.items(), key=lambda each: (-each[1], each[0][1].casefold()))
    rounds = next_round([each.people for each in tables], [each.seats for each in tables], free)
    return ScoreboardPage(
        f"{counted(len(tables), 'table')} · {_free_text(len(free))}",
        shown,
        f"and {counted(len(tables) - TABLES_MAX, 'more table')}" if len(tables) > TABLES_MAX else "",
        tuple(free),
        tuple(" · ".join(each) for each in rounds) if len(rounds) > 1 or free else (),
        tuple((name, count) for (_, name), count in best),
        _hint(tables, watched),
    )


def watchable(around: Around) -> tuple[FoundTable, ...]:
    """Return the tables to watch for their scores: those open to anybody, at most `WATCHED_MAX`."""
    open_to_all = [each for each in around.tables if each.is_open_to_watch]
    return tuple(sorted(open_to_all, key=lambda each: each.words)[:WATCHED_MAX])


def next_round(
    tables: Sequence[Sequence[str]], seats: Sequence[int], free: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Return seats for the next round, so that people meet others.

    The people of each table are spread over all tables, and free people play; people without a seat are free
    in the next round. Equal arguments give an equal result, on every computer.
    """
    at_tables = [(size, people) for size, people in zip(seats, tables, strict=True) if people]
    sizes = [size for size, _ in at_tables]
    if not sizes:
        return ()
    count = len(at_tables)
    queue = list(free)
    for wave in range(max(len(people) for _, people in at_tables)):
        for turn in range(count):
            people = at_tables[(turn - wave) % count][1]  # neighbours at one table go to different tables
            queue += people[wave : wave + 1]
    found: list[list[str]] = [[] for _ in sizes]
    places = [turn for wave in range(max(sizes)) for turn in range(count) if wave < sizes[turn]]
    for name, place in zip(queue, places, strict=False):
        found[place].append(name)
    return tuple(tuple(each) for each in found if len(each) > 1)


def winners_of(model: TableModel) -> tuple[tuple[str, str], ...]:
    """Return letters and names of the people who won a finished game; bots are left out."""
    if model.outcome is None:
        return ()
    ranks = model.outcome.ranks
    return tuple(
        (guest.words, guest.nick)
        for seat, guest in enumerate(model.info.guests)
        if ranks[seat] == 1 and not guest.bot
    )


def _table(found: FoundTable, model: TableModel | None) -> ScoreboardTable:
    if model is None or model.latest is None:
        names = [name or "…" for name in found.taken]
        free = [""] * max(0, found.seats - len(names))
        state = f"{counted(found.free, 'seat')} free" if found.free else "playing"
        return ScoreboardTable(
            found.game, game_title(found.game), state, tuple(ScoreboardSeat(each) for each in (*names, *free))
        )
    names = list(model.names)
    if model.outcome is not None:
        state = "over"
        ranks = model.outcome.ranks
        scores = [
            model.entry.score(score) or ordinal(rank)
            for score, rank in zip(model.outcome.scores, ranks, strict=True)
        ]
        first = [rank == 1 for rank in ranks]
    else:
        state = "playing"
        scores = list(model.entry.tally(model.latest.view)) or [""] * len(names)
        first = [False] * len(names)
    seats = tuple(ScoreboardSeat(*each) for each in zip(names, scores, first, strict=True))
    return ScoreboardTable(found.game, game_title(found.game), state, seats)


def _free_text(count: int) -> str:
    return "nobody is free" if not count else f"{counted(count, 'person')} free".replace("persons", "people")


def _hint(tables: Sequence[FoundTable], watched: Mapping[str, TableModel]) -> str:
    if not tables:
        return "Tables on this network appear here."
    if any(each.words not in watched and not each.free for each in tables):
        return "Scores are shown for tables that anybody may watch."
    return ""
