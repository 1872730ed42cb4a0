"""Whoever has answered on this network, with what this computer knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.keep.contacts import Acquaintance
from app.nearby.around import FoundPerson, FoundTable, KnownPerson
from app.table.agreed import known_game, option_pairs, package_named
from net.discovery.board import Seen
from net.errors import LocalError
from net.lobby.identity import fingerprint
from net.lobby.invitation import Invitation
from net.lobby.messages import Info
from net.wire.genesis import Watch
from net.wire.names import alike_name
from rules.errors import BadOptions


def table_of(seen: Seen, known: Acquaintance) -> FoundTable:
    """A table, as it has answered."""
    here, info = seen.here, seen.here.info
    if info is None:
        raise LocalError("somebody without a table")
    return FoundTable(
        host=here.nick,
        words=fingerprint(here.ed),
        invitation=str(Invitation((seen.address,), seen.key)),
        game=info.game,
        options=option_pairs(info.options),
        seats=info.seats,
        taken=tuple(nick for _, nick, *_ in info.taken),
        bots=sum(run_by > 0 for _, _, run_by, _ in info.taken),
        door=here.door,
        watchers=here.watchers,
        version=here.version,
        about=known.about(here.ed, here.nick),
        warning=known.warning(here.ed, here.nick),
        hindrance=hindrance(info, here.nick),
        package=package_named(info.rules, info.engine),
        can_watch=info.policy.watch is not Watch.CLOSED and not hindrance(info, here.nick),
    )


def marked(tables: Sequence[FoundTable]) -> tuple[FoundTable, ...]:
    """The tables with a warning at each host whom this computer has not met and whose name another one has,
    or seems to have."""
    return tuple(replace(table, warning=table.warning or _alike(table, tables)) for table in tables)


def _alike(table: FoundTable, tables: Sequence[FoundTable]) -> str:
    alike = alike_name(table.host)
    if table.about or not any(
        other.words != table.words and alike_name(other.host) == alike for other in tables
    ):
        return ""
    return (
        f"Careful: another host here is called {table.host} or looks like it. Compare the letters of the key "
        "with those that your friend reads to you."
    )


def person_of(seen: Seen, known: Acquaintance) -> FoundPerson:
    """Somebody who is here without a table."""
    here = seen.here
    return FoundPerson(
        nick=here.nick,
        words=fingerprint(here.ed),
        key=seen.key,
        addresses=(str(seen.address),),
        about=known.about(here.ed, here.nick),
        warning=known.warning(here.ed, here.nick),
        version=here.version,
    )


def met_of(
    known: Acquaintance, people: Sequence[FoundPerson], tables: Sequence[FoundTable]
) -> tuple[KnownPerson, ...]:
    """Everybody met before, with where they are now. Known by their key's letters, as they are found."""
    here = {person.words: person for person in people}
    hosting = {table.words: table for table in tables}
    found = []
    for ed, met in known.met.items():
        words = fingerprint(ed)
        about = known.about(ed, met.nick)
        found.append(
            KnownPerson(met.nick, words, about, met.last_s, here=here.get(words), table=hosting.get(words))
        )
    return tuple(sorted(found, key=_order))


def _order(each: KnownPerson) -> tuple[bool, int, str, str]:
    return (each.here is None and each.table is None, -each.last_s, each.nick.casefold(), each.words)


def hindrance(info: Info, host: str) -> str:
    """Why this program cannot play at a table of `host`, in words; "" if it can.

    Code never comes from a peer: of a game in a package it is said which, and who has it.
    """
    game, package = known_game(info.game), package_named(info.rules, info.engine)
    if game is None:
        return (
            f"{host} plays it with the package {package}: to sit down there, install it."
            if package
            else "Your program does not have this game."
        )
    if game.engine != info.engine and package:
        here = package_named(game.rules, game.engine) or "a game of Shoal"
        return f"{host} plays it with {package}; yours is {here}. You need the same."
    if game.rules != info.rules or game.engine != info.engine:
        return "That program plays by other rules than yours: one of you must update."
    try:
        game.check_options(info.seats, info.options)
    except BadOptions:
        return "That table has options that your program does not know."
    return ""
