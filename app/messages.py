"""What passes between a peer's network thread and whoever shows or plays the table.

`News` values come out of `app.table.peer`, whole and frozen, to be shown as they are; `Order` values
go in. The window, the text client and the bots all live on these and on nothing else of the
network: they never see a socket, a journal or a key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.api import Action, Event, Outcome, View


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who sits or will sit at a table: name as chosen, six words to know the key by."""

    nick: str
    words: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What was agreed before the first move. `table` is the table's id in hex."""

    table: str
    game: str
    options: tuple[tuple[str, str], ...]
    guests: tuple[Guest, ...]
    seat: int


# -- news -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gathering:
    """A table is filling. `invitation` is empty for those who were invited."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    guests: tuple[Guest, ...]
    invitation: str


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody wants to sit down at our table; answered with `Admit` and the same `key`."""

    guest: Guest
    key: bytes


@dataclass(frozen=True, slots=True)
class Started:
    """All signed; the game begins, or goes on after a restart."""

    info: TableInfo
    resumed: bool


@dataclass(frozen=True, slots=True)
class Advanced:
    """The game went on: the whole view of this seat, and what happened since the last news.

    `k` is the height of the log; `events` are final: all peers have confirmed them.
    """

    k: int
    view: View
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Working:
    """What is under way between two heights.

    `step` is one of move, commit, open, mix, shares, coin, over (`net.seat.payload`); `missing` are
    the seats whose entry is awaited, `unconfirmed` those whose acknowledgement is, `checked` of
    `entries` proofs of this height are judged; `proofs` counts all proofs checked so far.
    """

    step: str
    missing: tuple[int, ...]
    unconfirmed: tuple[int, ...]
    checked: int
    entries: int
    proofs: int


@dataclass(frozen=True, slots=True)
class Presence:
    """How the link to a seat is: "here", "lost" (for `seconds`) or "back"."""

    seat: int
    state: str
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat of one seat."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The own choice was not taken: `reason`, `rule` and `text` of `rules.errors.NotLegal`."""

    reason: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is wrong, in words. `ends` says whether the table is over because of it.

    `kind`: "cheat" (seat and what was proven), "fork", "divergence", "disk-full", "disk-ok", "version",
    "refused" (a peer's bytes, the game unharmed), "lobby", "link", "bug".
    """

    kind: str
    text: str
    seat: int | None = None
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over and everybody has confirmed the end."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Closed:
    """The peer has left the table and let go of everything."""


News: TypeAlias = (
    Gathering
    | Knock
    | Started
    | Advanced
    | Working
    | Presence
    | ChatLine
    | Refused
    | Trouble
    | Finished
    | Closed
)
Listener: TypeAlias = Callable[[News], None]
"""Called in the network thread; must only pass the news on."""


# -- orders ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    """Take the turn. `k` is the height of the view that it was chosen from."""

    k: int
    action: Action


@dataclass(frozen=True, slots=True)
class Say:
    """Send a line of chat (at most 500 characters)."""

    text: str


@dataclass(frozen=True, slots=True)
class Admit:
    """Let somebody who knocked sit down, or not."""

    key: bytes
    admit: bool


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program's table in order; an unfinished game can be gone on with."""


Order: TypeAlias = Choose | Say | Admit | Quit
