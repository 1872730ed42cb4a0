"""What stands in the lobby about the tables and people on this network, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app import VERSION
from app.games.board import counted
from app.keep.contacts import day_text
from app.nearby.around import Around, FoundPerson, FoundTable, KnownPerson
from app.screens.lobby import game_title, options_text
from app.table.start import Callee, Hosting
from net.discovery.notice import Door
from net.wire.names import seen_name

_DOORS = {Door.OPEN: "open to everybody", Door.ASKED: "the host is asked", Door.CLOSED: "closed"}
_VERSION = re.compile(r"[0-9]{1,4}([.][0-9]{1,4}){1,3}")
NOTHING = "No table can be found on this network now. Whoever hosts one can make it visible."


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
    parts.append(f"from the package {table.package}" if table.package else "")
    return " · ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class NearbyRow:
    """A line of the lobby's list of this network, and its one verb ("": there is none now).

    `join` is the invitation that the verb follows, `invite` the person whom it invites; `hindrance` says why
    it cannot be pressed, "" if it can; `watch` is the invitation to look on, "" where nobody may. Rows of
    the same `name` are the same row as it goes on.
    """

    name: str
    text: str
    about: str
    warning: str = ""
    verb: str = "Join"
    join: str = ""
    invite: FoundPerson | None = None
    hindrance: str = ""
    watch: str = ""


def rows(around: Around) -> tuple[NearbyRow, ...]:
    """What the lobby lists: who invites us, the tables, and people whom we know."""
    hosting = {table.words: table for table in around.tables}
    invited = tuple(
        NearbyRow(
            f"invited {each.words}",
            f"{each.nick} invites you to a table",
            f"{each.nick}'s key: {each.words} · {each.about}",
            join=each.invitation,
        )
        for each in around.invited
        if each.words not in hosting or hosting[each.words].free
    )
    tables = tuple(
        NearbyRow(
            f"table {each.words}",
            table_line(each),
            table_about(each),
            each.warning,
            join=each.invitation,
            hindrance=each.hindrance or ("" if each.free else "There is no free seat at that table."),
            watch=each.invitation if each.can_watch else "",
        )
        for each in around.tables
    )
    people = tuple(
        NearbyRow(
            f"person {each.words}",
            f"{each.nick} is here, without a table",
            f"{each.nick}'s key: {each.words} · {each.about}",
            verb="Invite…",
            invite=each,
        )
        for each in around.people
    )
    return (*invited, *tables, *people)


def met_rows(around: Around) -> tuple[NearbyRow, ...]:
    """Everybody met before: when last seen at a table, and how to sit down together now."""
    return tuple(_met_row(each) for each in around.met)


def _met_row(each: KnownPerson) -> NearbyRow:
    last = f"last at a table with you on {day_text(each.last_s)}" if each.last_s else ""
    about = " · ".join(part for part in (f"{each.nick}'s key: {each.words}", each.about, last) if part)
    name = f"met {each.words}"
    if (table := each.table) is not None:
        hindered = table.hindrance or ("" if table.free else "There is no free seat at that table.")
        text = f"{each.nick} hosts {game_title(table.game)} now"
        return NearbyRow(name, text, about, join=table.invitation, hindrance=hindered)
    if each.here is not None:
        return NearbyRow(
            name, f"{each.nick} is here, without a table", about, verb="Invite…", invite=each.here
        )
    return NearbyRow(name, f"{each.nick} is not to be found on this network now", about, verb="")


def nothing_text(around: Around | None) -> str:
    """What stands there instead of rows."""
    if around is None or around.evidence.looked_s < 1:
        return "Looking for tables on this network…"
    return (
        ""
        if rows(around)
        else "No table can be found on this network now. Whoever hosts one can make it visible."
    )


def later_text(around: Around, own: str = VERSION) -> str:
    """That somebody here says to have a later program than `own`, the latest of all; "" if nobody does.

    Nothing else tells of new versions: no program of ours asks anybody outside of this network.
    """
    found = [(each.version, each.host) for each in around.tables]
    found += [(each.version, each.nick) for each in around.people]
    version, nick = max(found, key=lambda each: _numbers(each[0]), default=("", ""))
    if _numbers(version) <= _numbers(own):
        return ""
    return f"{nick} says to play with Shoal {version}. This is Shoal {own}."


def _numbers(version: str) -> tuple[int, ...]:
    """For comparing; what is no version is before all that are."""
    return tuple(map(int, version.split("."))) if _VERSION.fullmatch(version) else ()


def calling(hosting: Hosting, person: FoundPerson) -> Hosting:
    """The same table, of which somebody who is here is told as soon as it is open."""
    if hosting.bots >= hosting.seats - 1:
        return hosting  # nobody else can sit down
    return replace(hosting, calls=(*hosting.calls, Callee(person.nick, person.key, person.addresses)))


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
