"""Beginnings of a table on this computer, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.messages import Guest
from net.lobby.patience import PATIENCE_S
from net.wire.genesis import USUAL, Policy


@dataclass(frozen=True, slots=True)
class Callee:
    """Somebody who is here without a table and is to be told of ours: name, CURVE key, addresses."""

    nick: str
    key: bytes
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hosting:
    """A table of ours. So many of its seats go to `bots` of this computer; `asks` says whether a
    person decides who may sit down; `port` is the lobby's, 0 for any; `visible` whether programs on this
    network may find the table. The date of `policy` is filled in when the table opens."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    bots: int = 0
    level: str = "normal"
    port: int = 0
    asks: bool = False
    policy: Policy = USUAL
    visible: bool = False
    calls: tuple[Callee, ...] = ()
    welcome: tuple[str, ...] = ()
    """The letters of keys that nobody is asked about: with whom we have just played."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A table that we were invited to; its host is called for `patience_s`. When we have a seat, so many
    `bots` of ours ask for one, too."""

    invitation: str
    patience_s: float = PATIENCE_S
    bots: int = 0
    level: str = ""
    visible: bool = False
    """True if the other players may find us on this network when the ways between us are lost."""

    @property
    def waits(self) -> bool:
        """True if the host's next table is waited for, which may not be open yet."""
        return self.patience_s > PATIENCE_S


@dataclass(frozen=True, slots=True)
class Resuming:
    """An unfinished game of this profile: its id in hex, or the first letters of it."""

    table: str
    level: str = "normal"
    visible: bool = False
    """True if the players of the table may find each other on this network."""


@dataclass(frozen=True, slots=True)
class Spectating:
    """A table that we were invited to and want to watch."""

    invitation: str


Seating: TypeAlias = Hosting | Joining | Resuming
"""A way to a seat."""
Start: TypeAlias = Seating | Spectating


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be gone on with, for a list. `created` is Unix time."""

    table: str
    game: str
    names: tuple[str, ...]
    heights: int
    created: int
    is_away: bool = False
    """True if the player has put it away."""
    is_adjourned: bool = False
    """True if the players have adjourned it: then all are to take it up again together."""
    is_open: bool = False
    """True if a table of this program has it."""
    guests: tuple[Guest, ...] = ()
    """The players who sit there, by seat, with animals and keys."""
    seat: int = -1
    """The own one."""
    room: str = ""
    """The table's name in hex, as its lobby tells it."""
