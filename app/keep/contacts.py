"""People whom this computer knows by key; `acquaintance` reads them beside a running program, unlocked."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from app.keep.home import Home
from app.keep.profile import own_public
from app.messages import Guest
from net.errors import DiskFull, LinkError
from net.lobby.identity import Identity
from net.wire.genesis import Genesis
from net.wire.names import alike_name, seen_name

if TYPE_CHECKING:  # the lobby needs only `day_text`, and starts faster without SQLite
    from app.keep.journal import JournalFile


class Met(Struct, frozen=True):
    """A player met before. `nick` is the name used last; `since_s` and `last_s` are the first and last
    meeting in Unix time (0: not known), `games` the number of games together."""

    nick: str
    since_s: int = 0
    games: int = 0
    last_s: int = 0


class Acquaintance(Struct, frozen=True):
    """This player's own key (None before there is one), and everybody met before, by key."""

    own: bytes | None = None
    met: Mapping[bytes, Met] = field(default_factory=dict)

    def about(self, ed: bytes, nick: str) -> str:
        """Return the known facts about a player: "you", "met before, 4 games since 3 May 2026", or ""."""
        if ed == self.own:
            return "you"
        if (met := self.met.get(ed)) is None:
            return ""
        known = "met before" if met.nick == nick else f"met before as {met.nick}"
        if met.games:
            known += f", {met.games} game{'' if met.games == 1 else 's'}"
        first = " since " if met.games else ", first on "
        return known + (first + day_text(met.since_s) if met.since_s else "")

    def warning(self, ed: bytes, nick: str) -> str:
        """Return a warning if a new key comes with a known name, or one that looks like it; otherwise ""."""
        if ed == self.own or ed in self.met:
            return ""
        known = [met.nick for met in self.met.values() if alike_name(met.nick) == alike_name(nick)]
        if not known:
            return ""
        if any(seen_name(each) == seen_name(nick) for each in known):
            return (
                f"Careful: you have met somebody called {nick} before, with a different key. This may "
                "be someone else: compare the letters of the key."
            )
        return (
            f"Careful: this name only looks like {known[0]}, whom you have met. Its letters and its key "
            "are different."
        )


def day_text(seconds: int) -> str:
    """Return the UTC day of a Unix time: "3 May 2026"."""
    day = datetime.fromtimestamp(seconds, UTC)
    return f"{day.day} {day:%B %Y}"


def acquaintance(home: Home) -> Acquaintance:
    """Return everybody met before; nobody if the journal is missing or cannot be read now."""
    try:
        own = own_public(home)
    except LinkError:
        own = None
    try:
        with closing(sqlite3.connect(f"{home.journal_file.as_uri()}?mode=ro", uri=True, timeout=1.0)) as base:
            rows = base.execute("SELECT ed, nick, first_s, games, last_s FROM contact").fetchall()
    except sqlite3.Error:
        rows = []
    met = {
        bytes(ed): Met(str(nick), int(since), int(games), int(last)) for ed, nick, since, games, last in rows
    }
    return Acquaintance(own, met)


def known_to(journal: JournalFile, own: Identity) -> Acquaintance:
    """Return everybody met before, from an open journal."""
    met = {each.ed: Met(each.nick, each.first_s, each.games, each.last_s) for each in journal.contacts()}
    return Acquaintance(own.public, met)


def introduced(guests: Sequence[Guest], genesis: Genesis, known: Acquaintance) -> tuple[Guest, ...]:
    """Add to each player of a table the known facts about its key; bots get none."""
    return tuple(
        guest
        if guest.bot
        else replace(
            guest, about=known.about(player.ed, player.nick), warning=known.warning(player.ed, player.nick)
        )
        for guest, player in zip(guests, genesis.players, strict=True)
    )


def meet(
    journal: JournalFile, own: Identity, genesis: Genesis, *, now_s: int, is_new: bool
) -> tuple[str, ...]:
    """Remember the people at a table by key. Returns a warning for each known name that comes with another
    key."""
    from app.keep.journal import Contact  # noqa: PLC0415  (see above)

    known = known_to(journal, own)
    people = [player for player in genesis.players if not player.run_by and player.ed != known.own]
    warnings = [known.warning(player.ed, player.nick) for player in people]
    for player in people:
        before = journal.contact(player.ed) or Contact(player.ed, player.nick, player.cert)
        now = replace(
            before,
            nick=player.nick,
            cert=player.cert,
            first_s=before.first_s or now_s,
            games=before.games + is_new,
            last_s=now_s,
        )
        with suppress(DiskFull):  # the game is worth more than the address book
            journal.keep_contact(now)
    return tuple(filter(None, warnings))
