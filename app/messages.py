"""Messages between a peer's network thread and the one who shows or plays the table.

`News` values come out of `app.table.peer`, whole and frozen, to be shown as they are; `Order`
values go in. Those about the game alone are `net.seat.news`, those about missing seats and time are
`app.absence`, those about watching `app.spectators`; all are handed through as they are.
The window, the text client and the bots all live on these and on nothing else of the network:
they never see a socket, a journal or a key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

from app.absence import (
    AbsentChoice,
    AbsentWhy,
    Adjourned,
    Asked,
    Ballot,
    Decide,
    Decided,
    LeaveForGood,
    Missing,
    Offered,
    Paused,
    TurnClock,
    WantPause,
)
from app.animals import Animal
from app.spectators import (
    AdmitSpectator,
    Checked,
    FollowedBy,
    HandHeld,
    HandOpened,
    KeepDoor,
    OpenHand,
    SendOff,
    SpectatorKnock,
    SpectatorLine,
    Spectators,
)
from net.seat.news import Advanced, Choose, Working
from net.seat.step_kind import StepKind
from net.wire.genesis import USUAL, Policy
from rules.api import Event, Outcome, Seat

__all__ = [
    "SPECTATOR",
    "AbsentChoice",
    "AbsentWhy",
    "Adjourned",
    "Admit",
    "AdmitSpectator",
    "Advanced",
    "AskHint",
    "Asked",
    "Ballot",
    "ChatLine",
    "Checked",
    "Choose",
    "Closed",
    "Decide",
    "Decided",
    "Finished",
    "FollowedBy",
    "Gathering",
    "Guest",
    "HandHeld",
    "HandOpened",
    "HintAsked",
    "HostGone",
    "Inviting",
    "KeepDoor",
    "Knock",
    "KnockGone",
    "LeaveForGood",
    "Listener",
    "LobbyLine",
    "Missing",
    "News",
    "Offered",
    "OpenHand",
    "Order",
    "Paused",
    "Presence",
    "PresenceState",
    "Proven",
    "PutBot",
    "Quit",
    "React",
    "Reaction",
    "RecordSaved",
    "Refused",
    "Resize",
    "SaveRecord",
    "Say",
    "SendOff",
    "SpectatorKnock",
    "SpectatorLine",
    "Spectators",
    "Started",
    "Stay",
    "StepKind",
    "TableInfo",
    "Trouble",
    "TroubleKind",
    "TurnClock",
    "Unseat",
    "WantPause",
    "Working",
]


SPECTATOR: Final = -1
"""Instead of a seat, for somebody who only watches."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who sits or will sit at a table: name as chosen, the letters to know the key by.

    `about` is what this computer knows of the key ("" for a stranger), `warning` that the name is known
    with another key ("" where nothing is odd). `runner` is the name of who runs a bot, "" if not known.
    `key` is the player's public key while a table fills. `animal` is the picture, None where nobody knows it.
    """

    nick: str
    words: str
    bot: bool = False
    about: str = ""
    warning: str = ""
    runner: str = ""
    key: bytes = b""
    animal: Animal | None = None

    @property
    def kind(self) -> str:
        """Kind of player there: "a bot", and who runs it if that is known; "" for a person."""
        if not self.bot:
            return ""
        return f"a bot that {self.runner} runs" if self.runner else "a bot"


@dataclass(frozen=True, slots=True)
class TableInfo:
    """Agreement before the first move. `table` is the table's id in hex."""

    table: str
    game: str
    options: tuple[tuple[str, str], ...]
    guests: tuple[Guest, ...]
    seat: int
    policy: Policy = USUAL

    @property
    def viewer(self) -> Seat | None:
        """The own seat; None for somebody who only watches (`seat` is `SPECTATOR`)."""
        return None if self.seat == SPECTATOR else Seat(self.seat)


# -- news -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gathering:
    """A table is filling. `invitation` is empty for those who were invited; `own` are the letters of
    the own key.

    `coming`: keys of bots of this player that have no seat yet. `sizes`: the numbers of seats that this
    player may give the table now.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    guests: tuple[Guest, ...]
    invitation: str
    own: str = ""
    policy: Policy = USUAL
    coming: tuple[bytes, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def bots(self) -> int:
        """Number of free seats that wait for bots of this player."""
        return min(len(self.coming), self.seats - len(self.guests))


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody wants to sit down at our table; answered with `Admit` and the same `key`.

    `own` are the letters of our own key, which the guest sees.
    """

    guest: Guest
    key: bytes
    own: str = ""


@dataclass(frozen=True, slots=True)
class KnockGone:
    """Notice that a person who knocked with that key does not want to sit down any more."""

    key: bytes


@dataclass(frozen=True, slots=True)
class LobbyLine:
    """A line that somebody has written while the table fills."""

    nick: str
    text: str


@dataclass(frozen=True, slots=True)
class Started:
    """All signed; the game begins, or goes on after a restart.

    `past` are the events of before the restart, each with the height it belongs to; they lead to the
    position of the next news, which tells of none of them. `said` was written while the table filled.
    """

    info: TableInfo
    resumed: bool
    past: tuple[tuple[int, Event], ...] = ()
    said: tuple[ChatLine, ...] = ()


class PresenceState(StrEnum):
    """True if a seat is there; BACK says that it was away or had left before."""

    HERE = "here"
    AWAY = "away"
    """Nothing was heard of it for 6 seconds."""
    LEFT = "left"
    """It has said and signed that it goes."""
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Presence:
    """True if a seat is there; `seconds` is for how long it has been away by now, told each second."""

    seat: int
    state: PresenceState
    seconds: int = 0

    def __post_init__(self) -> None:
        if self.state is PresenceState.AWAY and self.seconds <= 0:
            raise ValueError("who is away has been away for some seconds: a plate counts them")


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat of one seat."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class HintAsked:
    """A seat has asked its program for a hint; told to everybody, itself too."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reaction:
    """A seat has said something with a picture: one of `net.wire.bodies.REACTIONS`."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The own choice was not taken: `reason`, `rule` and `text` of `rules.errors.NotLegal`."""

    reason: str
    rule: str
    text: str


class TroubleKind(StrEnum):
    """Kind of trouble; programs read these words (`--json`)."""

    CHEAT = "cheat"
    """`seat` broke the rules, and that is proven."""
    FORK = "fork"
    """Two different messages were signed for one moment of the game."""
    DIVERGENCE = "divergence"
    """Two programs make different positions of the same log."""
    DISK_FULL = "disk-full"
    DISK_OK = "disk-ok"
    REFUSED = "refused"
    """Bytes of `seat` were not accepted, or ours by it; the game is unharmed."""
    BOT = "bot"
    """A bot of this computer has died; it is started again, or given up."""
    LOBBY = "lobby"
    LINK = "link"
    BUG = "bug"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is wrong, in words. `ends` says whether the table is over because of it."""

    kind: TroubleKind
    text: str
    seat: int | None = None
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Proven:
    """At height `k` the record has come to prove that `seat` broke a rule, with what evidence (`text`).

    `ends`: the game is over because of it, and the seat is ranked last for it. It comes between the
    position that proves it and the result.
    """

    seat: int
    k: int
    rule: str
    text: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Inviting:
    """The invitation by which the players of this table, and nobody else, come back to it; told again when it
    changes.

    `next_table` is the invitation to the table that the host opens next, as far as this computer knows;
    "" for the host itself.
    """

    invitation: str
    next_table: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over and everybody has confirmed the end; `is_ended`: they have ended it as it stood, and
    `forfeits` come last, for they did not stay."""

    outcome: Outcome
    is_ended: bool = False
    forfeits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordSaved:
    """The answer to `SaveRecord`; `problem` says why it could not be saved, "" if it was."""

    path: Path
    problem: str = ""


@dataclass(frozen=True, slots=True)
class HostGone:
    """The host of the table that fills is gone: `holder` may hold it open with the same people, ourselves if
    `is_next`. `Stay` goes on so, `Quit` leaves."""

    host: str
    holder: str
    is_next: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The peer has left the table and let go of everything."""


News: TypeAlias = (
    Gathering
    | Knock
    | KnockGone
    | LobbyLine
    | Inviting
    | Started
    | Advanced
    | Working
    | Presence
    | ChatLine
    | HintAsked
    | Reaction
    | Refused
    | Trouble
    | Proven
    | Asked
    | Decided
    | Adjourned
    | Paused
    | TurnClock
    | Spectators
    | SpectatorLine
    | SpectatorKnock
    | Checked
    | FollowedBy
    | HandHeld
    | HandOpened
    | Finished
    | RecordSaved
    | HostGone
    | Closed
)
Listener: TypeAlias = Callable[[News], None]
"""Called in the network thread; must only pass the news on."""


# -- orders ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Say:
    """Send a line of chat (at most 500 characters), also while the table fills."""

    text: str


@dataclass(frozen=True, slots=True)
class AskHint:
    """Tell everybody that a hint is asked for; `HintAsked` of the own seat says that it may be given."""


@dataclass(frozen=True, slots=True)
class React:
    """Say something with a picture, one of `net.wire.bodies.REACTIONS`."""

    what: str


@dataclass(frozen=True, slots=True)
class Admit:
    """Let somebody who knocked sit down, or not: who is refused may ask once more, but not `for_good`."""

    key: bytes
    admit: bool
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class RefuseAll:
    """Let nobody in who waits for an answer, and never ask about them again."""


@dataclass(frozen=True, slots=True)
class Unseat:
    """Take the seat of a guest (`Guest.key`) away, while our table fills, or call a bot of ours back."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Resize:
    """Give our table so many seats, while it fills."""

    seats: int


@dataclass(frozen=True, slots=True)
class PutBot:
    """Let a bot of ours of this level sit down on a free seat; "" is the usual level. At somebody else's
    table its host decides about it."""

    level: str = ""


@dataclass(frozen=True, slots=True)
class SaveRecord:
    """Save the record of the game so far in a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program's table in order; an unfinished game can be gone on with."""


@dataclass(frozen=True, slots=True)
class Stay:
    """The answer to `HostGone`: hold the table open, or sit down again where somebody else does."""


Order: TypeAlias = (
    Choose
    | Say
    | AskHint
    | React
    | Admit
    | RefuseAll
    | Unseat
    | PutBot
    | Resize
    | SaveRecord
    | Decide
    | WantPause
    | LeaveForGood
    | KeepDoor
    | SendOff
    | AdmitSpectator
    | OpenHand
    | Stay
    | Quit
)
