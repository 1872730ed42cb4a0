"""Peers that have answered on this network, with the facts that this computer knows about their keys."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.animals import animal_of, animal_shown, animals_of
from app.keep.contacts import Acquaintance
from app.nearby.around import FoundPerson, FoundTable, KnownPerson
from app.table.agreed import known_game, option_pairs, package_named
from net.discovery.board import Seen
from net.lobby.identity import fingerprint
from net.lobby.invitation import ADDRESSES_MAX, Invitation
from net.lobby.messages import Info
from net.wire.genesis import Watch
from net.wire.names import alike_name
from rules.errors import BadOptions

UNREACHED = "{}'s computer cannot be reached from this one: a firewall there, or the network, is in the way."


def table_of(seen: Seen, known: Acquaintance) -> FoundTable:
    """Return a table that has answered, with details if its lobby was asked."""
    said, notice = seen.said, seen.said.notice
    info = None if seen.here is None else seen.here.info
    found = FoundTable(
        host=said.nick,
        words=notice.letters,
        invitation=str(Invitation(seen.addresses[:ADDRESSES_MAX], seen.key)),
        game=notice.game,
        options=(),
        seats=notice.seats,
        taken=(said.nick, *[""] * (notice.taken - 1)),
        bots=0,
        access=notice.access,
        spectators=notice.spectators,
        version=notice.version,
        about=known.about(said.ed, said.nick),
        warning=known.warning(said.ed, said.nick),
        hindrance=UNREACHED.format(said.nick) if seen.is_mute else "",
        key=seen.key,
        animals=(animal_shown(said.ed, said.animal), *[None] * (notice.taken - 1)),
    )
    if info is None or info.game != notice.game:
        return found
    return replace(
        found,
        options=option_pairs(info.options),
        taken=tuple(nick for _, nick, *_ in info.taken),
        bots=sum(run_by > 0 for _, _, run_by, _ in info.taken),
        seats=info.seats,
        hindrance=found.hindrance or hindrance(info, found.host),
        package=package_named(info.rules, info.engine),
        can_watch=info.policy.watch is not Watch.CLOSED and not hindrance(info, found.host),
        is_open_to_watch=info.policy.watch is Watch.OPEN and not hindrance(info, found.host),
        people=tuple(nick for _, nick, run_by, _ in info.taken if not run_by),
        animals=animals_of([(ed, animal) for ed, _, _, animal in info.taken]),
        table=info.table.hex(),
    )


def marked(
    tables: Sequence[FoundTable], people: Sequence[FoundPerson] = ()
) -> tuple[tuple[FoundTable, ...], tuple[FoundPerson, ...]]:
    """Add a warning to each host and person not met before whose name is, or looks like, another's here."""
    names = [(each.host, each.words) for each in tables] + [(each.nick, each.words) for each in people]
    return (
        tuple(replace(each, warning=each.warning or _alike(each.host, each, names)) for each in tables),
        tuple(replace(each, warning=each.warning or _alike(each.nick, each, names)) for each in people),
    )


def _alike(name: str, found: FoundTable | FoundPerson, names: Sequence[tuple[str, str]]) -> str:
    alike = alike_name(name)
    if found.about or not any(words != found.words and alike_name(other) == alike for other, words in names):
        return ""
    return (
        f"Careful: somebody else here is called {name}, or almost so. Ask your friend to read out the "
        "letters of their key, and compare them."
    )


def person_of(seen: Seen, known: Acquaintance) -> FoundPerson:
    """Return a person who is here without a table."""
    said = seen.said
    return FoundPerson(
        nick=said.nick,
        words=said.notice.letters,
        key=seen.key,
        addresses=tuple(map(str, seen.addresses[:ADDRESSES_MAX])),
        about=known.about(said.ed, said.nick),
        warning=known.warning(said.ed, said.nick),
        version=said.notice.version,
        line=said.line,
        animal=animal_shown(said.ed, said.animal),
    )


def met_of(
    known: Acquaintance, people: Sequence[FoundPerson], tables: Sequence[FoundTable]
) -> tuple[KnownPerson, ...]:
    """Return everybody met before, with their table or, if they are here without one, their addresses. The
    letters of the keys tell people of one name apart."""
    here = {person.words: person for person in people}
    hosting = {table.words: table for table in tables}
    found = []
    for ed, met in known.met.items():
        words = fingerprint(ed)
        about = known.about(ed, met.nick)
        found.append(
            KnownPerson(
                met.nick,
                words,
                about,
                met.last_s,
                animal_of(ed),
                here=here.get(words),
                table=hosting.get(words),
            )
        )
    return tuple(sorted(found, key=_order))


def _order(each: KnownPerson) -> tuple[bool, int, str, str]:
    return (each.here is None and each.table is None, -each.last_s, each.nick.casefold(), each.words)


def hindrance(info: Info, host: str) -> str:
    """Return why this program cannot play at a table of `host`; "" if it can. Code never comes from a peer:
    for a game of another package the text names the package."""
    game, package = known_game(info.game), package_named(info.rules, info.engine)
    if game is None and package:
        return f"{host} plays this game with the package {package}: install that to sit down."
    if game is None:
        return "Your program does not have this game."
    if game.engine != info.engine and package:
        here = package_named(game.rules, game.engine) or "Shoal itself"
        return f"{host} has this game from {package}, you have it from {here}. You need the same."
    if game.rules != info.rules or game.engine != info.engine:
        return f"You and {host} have different versions of the rules: one of you must update."
    try:
        game.check_options(info.seats, info.options)
    except BadOptions:
        return "That table has options that your program does not know."
    return ""
