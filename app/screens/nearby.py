"""The lobby's sentences about tables and people on this network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from app import VERSION
from app.animals import Animal
from app.games.catalogue import game_title
from app.games.narrator import counted, listed
from app.keep.contacts import day_text
from app.nearby.around import Around, FoundPerson, FoundTable, KnownPerson, UnreachablePerson
from app.screens.lobby import TableSetup, options_text
from app.table.start import Callee, Hosting, Unfinished
from net.discovery.datagram import LINE_MAX, fit_line
from net.discovery.notice import Access
from net.wire.names import seen_name

_ACCESS = {Access.OPEN: "open to everybody", Access.ASKED: "the host decides", Access.CLOSED: "closed"}
_VERSION = re.compile(r"[0-9]{1,4}([.][0-9]{1,4}){1,3}")
UNSEEN = "{0} does not know you yet. Let others see you here, or {0} cannot see your invitation."
SIT, RETURN = "Sit down", "Return"
NICK_SHORT = 12
"""Letters of a name that fit on a button."""
SAY_MAX = LINE_MAX
"""Maximum number of letters of a line for the lobby."""
ROWS_MAX = 12
"""Maximum number of rows that the lobby shows."""
NOTHING = "No table can be found on this network now. A host can make a table visible."


def table_line(table: FoundTable) -> str:
    """Return a table as a line: "Lisa and Toby wait at Plump: 1 seat free"; "Ed and 3 more play Kings"."""
    names = [name for name in table.taken if name]
    more = len(table.taken) - len(names)
    who = listed([*names, f"{more} more"]) if more else listed(names)
    is_one, game = len(table.taken) == 1, game_title(table.game)
    if table.free:
        return f"{who} {'waits' if is_one else 'wait'} at {game}: {counted(table.free, 'seat')} free"
    return f"{who} {'plays' if is_one else 'play'} {game}"


def table_about(table: FoundTable) -> str:
    """Return the line below `table_line`: admission if a seat is free, facts about the host, spectators,
    options, the package."""
    parts = [_ACCESS[table.access] if table.free else "", table.about]
    parts.append(counted(table.spectators, "spectator") if table.spectators else "")
    parts += options_text(table.game, table.options)
    parts.append(f"from the package {table.package}" if table.package else "")
    return " · ".join(part for part in parts if part)


def key_line(nick: str, words: str) -> str:
    """Return the letters by which two people check each other's key."""
    return f"{nick}'s key: {words}"


class NearbyRow(Struct, frozen=True):
    """A row of the lobby's list of this network, and its one verb ("" for none).

    The verb follows the invitation `join`, or invites the person `invite` (`plays`: at once to a table for
    two, without a form), or asks somebody to host for us and the player `asks`, whom we cannot reach, or
    opens a table for the players `hosts_for`, who asked us, or leads back to our own game `resumes`.
    `hindrance` says why the verb is disabled, "" if it is not; `watch` is the invitation to watch, "" if
    we cannot. While the pointer is on the row, the table with this `key` is asked for details. `faces` and
    `free` seats are the picture, `letters` the line of the key. Rows with the same `name` are the same row,
    updated.
    """

    name: str
    text: str
    about: str
    warning: str = ""
    verb: str = SIT
    join: str = ""
    invite: FoundPerson | None = None
    hindrance: str = ""
    watch: str = ""
    plays: bool = False
    asks: UnreachablePerson | None = None
    hosts_for: tuple[FoundPerson, ...] = ()
    key: bytes = b""
    resumes: str = ""
    faces: tuple[Animal | None, ...] = ()
    free: int = 0
    letters: str = ""


def rows(around: Around, *, is_seen: bool = True, own: Sequence[Unfinished] = ()) -> tuple[NearbyRow, ...]:
    """Return the rows of the lobby: requests to host, invitations, tables, people, and those out of reach.

    Of tables and people, our own game and people met before come first. `is_seen`: others also see this
    player; otherwise strangers get no invitation of ours. `own` are our unfinished games.
    """
    animals = {table.words: table.animals[0] for table in around.tables if table.animals}
    animals |= {person.words: person.animal for person in around.people}
    hosting = {table.words: table for table in around.tables}
    invited = tuple(
        NearbyRow(
            f"invited {each.words}",
            f"{each.nick} is waiting for you at a table",
            each.about,
            each.warning,
            join=each.invitation,
            faces=(animals.get(each.words),),
            letters=key_line(each.nick, each.words),
        )
        for each in around.invited
        if each.words not in hosting or hosting[each.words].free
    )
    tables = tuple(
        _table_row(each, own_game(each, own))
        for each in sorted(
            around.tables, key=lambda each: (own_game(each, own) is None, not each.about, not each.free)
        )
    )
    people = tuple(
        NearbyRow(
            f"person {each.words}",
            f"{each.nick} says: “{each.line}”" if each.line else f"{each.nick} is here, without a table",
            each.about or "not met before",
            each.warning,
            faces=(each.animal,),
            letters=key_line(each.nick, each.words),
            verb=f"Play with {each.nick}" if len(each.nick) <= NICK_SHORT else "Play together",
            invite=each,
            hindrance="" if is_seen or each.about else UNSEEN.format(each.nick),
            plays=True,
        )
        for each in sorted(around.people, key=lambda each: not each.about)
    )
    wanted = tuple(
        NearbyRow(
            f"wanted {each.asks.words} {each.other.words}",
            f"{each.asks.nick} asks you to host a table",
            f"{each.asks.nick} and {each.other.nick} cannot reach each other. Your computer reaches both, "
            "and passes everything on while you play.",
            each.asks.warning or each.other.warning,
            faces=(each.asks.animal, each.other.animal),
            verb="Host for both",
            hosts_for=(each.asks, each.other),
        )
        for each in around.wanted
    )
    beyond = tuple(
        NearbyRow(
            f"beyond {each.words}",
            f"{each.nick} is here, through {each.via.nick}'s computer",
            f"{each.via.nick}'s computer can reach {each.nick}'s, but yours cannot. If "
            f"{each.via.nick} hosts, you can play together.",
            verb="Ask to host",
            asks=each,
            faces=(None,),
            letters=key_line(each.nick, each.words),
        )
        for each in around.beyond
    )
    return (*wanted, *invited, *tables, *people, *beyond)


def own_game(table: FoundTable, own: Sequence[Unfinished]) -> Unfinished | None:
    """Return our own game that is played at a table, by the table's identity. None if it is somebody else's,
    or the table was not asked yet."""
    return next((game for game in own if table.table and game.room == table.table), None)


def may_be_own(table: FoundTable, own: Sequence[Unfinished]) -> bool:
    """True if a table must be asked whether it is a game of ours: its host plays such a game with us."""
    return not table.table and any(
        game.game == table.game and table.words in [guest.words for guest in game.guests] for game in own
    )


def _table_row(table: FoundTable, own: Unfinished | None) -> NearbyRow:
    text = table_line(table) if own is None else f"Your game is still on: {table_line(table)}"
    return NearbyRow(
        f"table {table.words}",
        text,
        table_about(table),
        table.warning,
        verb=RETURN if own is not None else SIT if table.free else "",
        join=table.invitation if table.free else "",
        hindrance=table.hindrance if own is None else "",
        watch=table.invitation if table.can_watch and own is None else "",
        key=table.key,
        resumes="" if own is None else own.table,
        faces=(*table.animals, *[None] * (len(table.taken) - len(table.animals))),
        free=table.free,
        letters=key_line(table.host, table.words),
    )


def found(rows: Sequence[NearbyRow], text: str) -> tuple[NearbyRow, ...]:
    """Return the rows that contain all words of a text, in any case; at most `ROWS_MAX`."""
    words = text.casefold().split()
    fitting = [
        row
        for row in rows
        if all(word in f"{row.text} {row.about} {row.letters}".casefold() for word in words)
    ]
    return tuple(fitting[:ROWS_MAX])


def lobby_line(text: str) -> str:
    """Return a text in the form that the lobby allows."""
    return fit_line(text)


def spoken_text(line: str) -> str:
    """Return our own line, as shown to us; "" without one."""
    return f"Everybody here can read: “{line}”. Send an empty line to take it back." if line else ""


def more_text(count: int, shown: int) -> str:
    """Return the number of rows that are not shown, in a sentence; "" if all are."""
    more = f"{count - shown} more are here. Type a name, a game, or letters of a key."
    return more if count > shown else ""


def met_rows(around: Around, own: Sequence[Unfinished] = ()) -> tuple[NearbyRow, ...]:
    """Return a row for everybody met before: the day of the last game, and the way to play together now."""
    return tuple(_met_row(each, own) for each in around.met)


def _met_row(each: KnownPerson, own: Sequence[Unfinished]) -> NearbyRow:
    last = f"last played with you on {day_text(each.last_s)}" if each.last_s else ""
    about = " · ".join(part for part in (each.about, last) if part)
    name, letters = f"met {each.words}", key_line(each.nick, each.words)
    if (table := each.table) is not None:
        row = _table_row(table, own_game(table, own))
        return replace(row, name=name, about=about, watch="", key=b"", letters=letters)
    here, faces = each.here, (each.animal if each.here is None else each.here.animal,)
    text = f"{each.nick} is here, without a table" if here else f"{each.nick} is not here now"
    verb = "Invite…" if here else ""
    return NearbyRow(name, text, about, verb=verb, invite=here, faces=faces, letters=letters)


def nothing_text(around: Around | None) -> str:
    """Return the text that is shown while there are no rows."""
    if around is None or around.facts.looked_s < 1:
        return "Looking for tables on this network…"
    return "" if rows(around) else NOTHING


class NewerVersion(Struct, frozen=True):
    """A newer version that somebody here claims to have, and the sentence about it."""

    version: str
    text: str


def newer_version(around: Around, *, passed_over: str = "", own: str = VERSION) -> NewerVersion | None:
    """Return the newer version that most neighbours claim to have, in a tie the older one; None without one.

    Nothing else announces new versions: no program of ours asks anybody outside of this network. Two
    neighbours with another new version outvote one liar. `passed_over` is a version that the player wants
    to hear no more about.
    """
    said = {each.words: (each.version, each.host) for each in around.tables}
    said |= {each.words: (each.version, each.nick) for each in around.people}
    counts = Counter(
        version
        for version, _ in said.values()
        if version != passed_over and _numbers(version) > _numbers(own)
    )
    if not counts:
        return None
    version = min(counts, key=lambda each: (-counts[each], _numbers(each)))
    nick = next(nick for each, nick in said.values() if each == version)
    return NewerVersion(
        version,
        f"{nick} says they have Shoal {version}; yours is {own}. Get it where you got yours, or from "
        f"{nick}, who will find “Give Shoal to people here…” in the settings. Before you install it, "
        "compare its SHA-256 with a second neighbour's.",
    )


def _numbers(version: str) -> tuple[int, ...]:
    """Return numbers for comparing; a text that is no version sorts first."""
    return tuple(map(int, version.split("."))) if _VERSION.fullmatch(version) else ()


def setup_for_people(setup: TableSetup, people: int) -> TableSetup:
    """Return the form's table for us and that many others, at least for the fewest players allowed. Bots take
    seats that are left; if there are too many people, as many as fit."""
    seats = min(max(1 + people, setup.seats_range[0]), setup.seats_range[-1])
    return setup.with_bots(0).with_seats(seats).with_bots(max(0, seats - 1 - people))


def calling(hosting: Hosting, person: FoundPerson) -> Hosting:
    """Return the same table with a person who will be told as soon as it is open."""
    if hosting.bots >= hosting.seats - 1:
        return hosting  # no free seat
    return replace(
        hosting,
        calls=(*hosting.calls, Callee(person.nick, person.key, person.addresses)),
        welcome=(*hosting.welcome, person.words),
    )


def find_table(name: str, tables: Sequence[FoundTable]) -> tuple[FoundTable, ...]:
    """Return the tables that a word means: a host's name, the letters of its key, or a game."""
    wanted = seen_name(name)
    for meant in (
        [each for each in tables if seen_name(each.host) == wanted],
        [each for each in tables if each.words.lower().startswith(wanted) and len(wanted) >= 4],
        [each for each in tables if wanted in (each.game.lower(), game_title(each.game).lower())],
    ):
        if meant:
            return tuple(meant)
    return ()
