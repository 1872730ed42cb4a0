"""What stands in the lobby about the tables and people on this network, in words."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.board import counted
from app.nearby.around import FoundPerson, FoundTable
from app.screens.lobby import game_title, options_text
from net.discovery.notice import Door
from net.wire.names import seen_name

_DOORS = {Door.OPEN: "open to everybody", Door.ASKED: "the host is asked", Door.CLOSED: "closed"}


def table_line(table: FoundTable) -> str:
    """A table as a line: "Plump with Lisa · 1 of 4 seats free · the host is asked"."""
    parts = [
        f"{game_title(table.game)} with {table.host}",
        f"{table.free} of {counted(table.seats, 'seat')} free" if table.free else "no seat free",
    ]
    if table.free:
        parts.append(_DOORS[table.door])
    if table.watchers:
        parts.append(counted(table.watchers, "watcher"))
    return " · ".join(parts)


def table_about(table: FoundTable) -> str:
    """What stands below it: the host's letters, what is known of the key, who else sits there, options."""
    others = [name for name in table.taken[1:] if name]
    parts = [f"{table.host}'s key: {table.words}", table.about]
    parts.append(f"{_and(others)} {'sit' if len(others) > 1 else 'sits'} there already" if others else "")
    parts += options_text(table.game, table.options)
    return " · ".join(part for part in parts if part)


def person_line(person: FoundPerson) -> str:
    """Somebody who is here without a table."""
    return f"{person.nick} is here, without a table"


def find_table(name: str, tables: Sequence[FoundTable]) -> tuple[FoundTable, ...]:
    """The tables that somebody means by a word: the host's name, the letters of its key, or the game."""
    wanted = seen_name(name)
    for meant in (
        [each for each in tables if seen_name(each.host) == wanted],
        [each for each in tables if each.words.lower().startswith(wanted) and len(wanted) >= 4],
        [each for each in tables if wanted in (each.game.lower(), game_title(each.game).lower())],
    ):
        if meant:
            return tuple(meant)
    return ()


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
