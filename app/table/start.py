"""The ways in which a table begins on this computer, as values."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from app.messages import Guest
from net.lobby.timeouts import HOST_TIMEOUT_S
from net.wire.genesis import USUAL, Policy


class Callee(Struct, frozen=True):
    """A person here without a table who will get our invitation: name, CURVE key, addresses."""

    nick: str
    key: bytes
    addresses: tuple[str, ...]


class Hosting(Struct, frozen=True):
    """A table of ours.

    `bots` of its seats go to bots of this computer; `asks`: the player decides about guests; `port` is
    the lobby's, 0 for our own or, if taken, any; `visible`: programs on this network may find the table. The
    date in `policy` is filled in when the table opens.
    """

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
    """Players who get a seat without a question, from our last table: the letters of their keys."""


class Joining(Struct, frozen=True):
    """A table to which we were invited; its host is called for `timeout_s`. When we have a seat, `bots` bots
    of ours also ask for seats."""

    invitation: str
    timeout_s: float = HOST_TIMEOUT_S
    bots: int = 0
    level: str = ""
    visible: bool = False
    """True if the other players may find us on this network when our connections are lost."""

    @property
    def waits(self) -> bool:
        """True if we wait for a host's next table, or for that of an heir, which may not be open yet."""
        return self.timeout_s > HOST_TIMEOUT_S


class Resuming(Struct, frozen=True):
    """An unfinished game of this profile: its id in hex, or the first letters."""

    table: str
    level: str = "normal"
    visible: bool = False
    """True if the players of the table may find each other on this network."""


class Spectating(Struct, frozen=True):
    """A table to which we were invited and that we want to watch."""

    invitation: str


Seating: TypeAlias = Hosting | Joining | Resuming
"""A way to a seat."""
Start: TypeAlias = Seating | Spectating


class Unfinished(Struct, frozen=True):
    """An unfinished game, for a list. `created` is Unix time."""

    table: str
    game: str
    names: tuple[str, ...]
    heights: int
    created: int
    is_hidden: bool = False
    """True if the player has hidden the game from the list."""
    is_adjourned: bool = False
    """True if the players have adjourned the game: then all come back to it together."""
    is_open: bool = False
    """True if a table of this program has the game open."""
    guests: tuple[Guest, ...] = ()
    """The players by seat, with animals and the letters of their keys."""
    seat: int = -1
    """Our seat."""
    room: str = ""
    """The table's name in hex, as its lobby gives it."""
