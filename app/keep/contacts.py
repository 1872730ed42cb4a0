"""Whom this computer knows by key: read beside a running program, without its lock and without writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field

from app.keep.home import Home
from app.keep.profile import own_public
from net.errors import LinkError
from net.wire.genesis import Player
from net.wire.names import seen_name


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """The own key (None: there is none yet), and by key the names of the players met before."""

    own: bytes | None = None
    met: Mapping[bytes, str] = field(default_factory=dict)

    def about(self, player: Player) -> str:
        """What is known of a player: "you", "known to this computer as NAME", or ""."""
        if player.ed == self.own:
            return "you"
        name = self.met.get(player.ed)
        if name is None:
            return ""
        return "known to this computer" if name == player.nick else f"known to this computer as {name}"

    def warning(self, player: Player) -> str:
        """That a name is known by another key and this key is not; "" where nothing is odd."""
        if player.ed == self.own or player.ed in self.met:
            return ""
        seen = seen_name(player.nick)
        if not any(seen_name(name) == seen for name in self.met.values()):
            return ""
        return (
            f"Careful: you have met a {player.nick} before, and this is another key. It may be somebody "
            "else with that name; compare the letters of the key."
        )


def acquaintance(home: Home) -> Acquaintance:
    """What is known in a home; nothing where there is none, or where it cannot be read now."""
    try:
        own = own_public(home)
    except LinkError:
        own = None
    try:
        with closing(sqlite3.connect(f"{home.journal_file.as_uri()}?mode=ro", uri=True, timeout=1.0)) as base:
            rows = base.execute("SELECT ed, nick FROM contact").fetchall()
    except sqlite3.Error:
        rows = []
    return Acquaintance(own, {bytes(ed): str(nick) for ed, nick in rows if isinstance(ed, bytes)})
