"""Messages between a peer's network thread and the part that shows or plays the table.

`app.table.peer` sends `News` values, ready to be shown, and takes `Order` values. News about the game itself
is in `net.seat.news`, about missing seats and the clock in `app.absence`, about spectators in
`app.spectators`; this module exports them as well. Window, text client and bots depend on these messages and
on nothing else of the network: they never see a socket, a journal or a secret key.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from app.absence import (
    AbsentChoice,
    AbsentWhy,
    Adjourned,
    Asked,
    Ballot,
    Decide,
    Decided,
    GiveUpSeat,
    Missing,
    Offered,
    Paused,
    TurnClock,
    WantPause,
)
from app.animals import Animal
from app.spectators import (
    AdmitSpectator,
    AllowSpectators,
    Checked,
    FollowedBy,
    HandHeld,
    HandOpened,
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
    "AbsentChoice",
    "AbsentWhy",
    "Adjourned",
    "AdmitSpectator",
    "Advanced",
    "AllowSpectators",
    "Asked",
    "Ballot",
    "Checked",
    "Choose",
    "Decide",
    "Decided",
    "FollowedBy",
    "GiveUpSeat",
    "HandHeld",
    "HandOpened",
    "Missing",
    "Offered",
    "OpenHand",
    "Paused",
    "SendOff",
    "SpectatorKnock",
    "SpectatorLine",
    "Spectators",
    "StepKind",
    "TurnClock",
    "WantPause",
    "Working",
]
"""Messages of other modules that this one exports as well; its own need no mention."""


SPECTATOR: Final = -1
"""The seat number of a spectator, who has none."""


class Guest(Struct, frozen=True):
    """A player at a table, or one who wants to sit down: name, and the letters of the key.

    `about` says what this computer knows about the key ("" for a stranger); `warning` says that the name is
    known with another key ("" if not). `runner` is the name of the player who runs a bot, "" if unknown.
    `key` is the player's public key while a table fills. `animal` is the picture, None if unknown.
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
        """Kind of player: "a bot", with its runner if known; "" for a person."""
        if not self.bot:
            return ""
        return f"a bot that {self.runner} runs" if self.runner else "a bot"


class TableInfo(Struct, frozen=True):
    """Everything agreed before the first move. `table` is the table's id in hex."""

    table: str
    game: str
    options: tuple[tuple[str, str], ...]
    guests: tuple[Guest, ...]
    seat: int
    policy: Policy = USUAL

    @property
    def viewer(self) -> Seat | None:
        """Our seat; None for a spectator (`seat` is `SPECTATOR`)."""
        return None if self.seat == SPECTATOR else Seat(self.seat)


# -- news -----------------------------------------------------------------------------------


class Gathering(Struct, frozen=True):
    """The table fills. `invitation` is "" for guests; `own` are the letters of our key. `coming`: keys of our
    bots that have no seat yet. `sizes`: numbers of seats that this player may give the table now."""

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


class Knock(Struct, frozen=True):
    """Somebody wants to sit down at our table; the answer is `Admit` with the same `key`. `own` are the
    letters of our key, which the guest sees."""

    guest: Guest
    key: bytes
    own: str = ""


class KnockGone(Struct, frozen=True):
    """A person who knocked with that key has stopped waiting."""

    key: bytes


class LobbyLine(Struct, frozen=True):
    """A line of chat from before the game."""

    nick: str
    text: str


class Started(Struct, frozen=True):
    """All have signed: the game begins, or continues after a restart.

    `past` are the events from before the restart with their heights; they lead to the position of the next
    news, which repeats none of them. `said` is the chat from before the game.
    """

    info: TableInfo
    resumed: bool
    past: tuple[tuple[int, Event], ...] = ()
    said: tuple[ChatLine, ...] = ()


class PresenceState(StrEnum):
    """State of a seat; BACK means that it was away or had left before."""

    HERE = "here"
    AWAY = "away"
    """Nothing was heard from the seat for 6 seconds."""
    LEFT = "left"
    """The seat has said a signed goodbye."""
    BACK = "back"


class Presence(Struct, frozen=True):
    """The state of a seat; `seconds` counts how long it has been away, sent each second."""

    seat: int
    state: PresenceState
    seconds: int = 0

    def __post_init__(self) -> None:
        if self.state is PresenceState.AWAY and self.seconds <= 0:
            raise ValueError("an absence lasts at least a second: a plate counts the seconds")


class ChatLine(Struct, frozen=True):
    """A line of chat from a seat."""

    seat: int
    text: str


class HintAsked(Struct, frozen=True):
    """A seat has asked its program for a hint; sent to everybody, itself included."""

    seat: int


class Reaction(Struct, frozen=True):
    """A seat reacts with a picture: one of `net.wire.bodies.REACTIONS`."""

    seat: int
    what: str


class Refused(Struct, frozen=True):
    """An order of ours was refused: `reason`, `rule` ("" if it is no rule of the game) and `text`."""

    reason: str
    rule: str
    text: str


class TroubleKind(StrEnum):
    """Kind of trouble; programs read these words (`--json`)."""

    CHEAT = "cheat"
    """`seat` has provably broken the rules."""
    FORK = "fork"
    """Messages were signed that contradict each other."""
    DIVERGENCE = "divergence"
    """Two programs compute different positions from one log."""
    DISK_FULL = "disk-full"
    DISK_OK = "disk-ok"
    REFUSED = "refused"
    """A message from `seat` was refused, or `seat` has refused one of ours; the game is unharmed."""
    BOT = "bot"
    """A bot of this computer has no seat, or has died and is started again or given up."""
    LOBBY = "lobby"
    LINK = "link"
    BUG = "bug"


class Trouble(Struct, frozen=True):
    """Something is wrong, in words. `ends`: the table is over because of it."""

    kind: TroubleKind
    text: str
    seat: int | None = None
    ends: bool = False


class Proven(Struct, frozen=True):
    """From height `k` on the record proves that `seat` broke a rule; `text` says how. `ends`: the game is
    over because of it, and the seat is ranked last. Sent after the position that proves it."""

    seat: int
    k: int
    rule: str
    text: str
    ends: bool


class Inviting(Struct, frozen=True):
    """The invitation by which this table's players, and nobody else, come back to it; sent on every change.

    `next_table` is the invitation to the table that the host opens next, as far as this computer knows; ""
    for the host itself.
    """

    invitation: str
    next_table: str = ""


class Finished(Struct, frozen=True):
    """The game is over and everybody has confirmed the end. `is_ended`: the players ended it early;
    `forfeits` left it and are ranked last."""

    outcome: Outcome
    is_ended: bool = False
    forfeits: tuple[int, ...] = ()


class RecordSaved(Struct, frozen=True):
    """The answer to `SaveRecord`; `problem` says why nothing was saved, "" on success."""

    path: Path
    problem: str = ""


class HostGone(Struct, frozen=True):
    """The host has gone before the game. `holder` may keep the table open for the same people; `is_next`:
    we are the holder. The answer `Stay` keeps our seat, `Quit` leaves."""

    host: str
    holder: str
    is_next: bool


class Closed(Struct, frozen=True):
    """The peer has left the table and closed everything."""


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


class Say(Struct, frozen=True):
    """Send a line of chat (at most 500 characters), also before the game."""

    text: str


class AskHint(Struct, frozen=True):
    """Tell everybody that we ask for a hint; `HintAsked` of our seat then allows the hint."""


class React(Struct, frozen=True):
    """React with a picture, one of `net.wire.bodies.REACTIONS`."""

    what: str


class Admit(Struct, frozen=True):
    """Let a guest who knocked sit down, or not. A refused guest may ask once more, unless it is
    `for_good`."""

    key: bytes
    admit: bool
    for_good: bool = False


class RefuseAll(Struct, frozen=True):
    """Refuse everybody who waits for an answer, and never ask about them again."""


class Unseat(Struct, frozen=True):
    """Take a guest's seat (`Guest.key`) away before the game, or call a bot of ours back."""

    key: bytes


class Resize(Struct, frozen=True):
    """Change the number of seats of our table, before the game."""

    seats: int


class PutBot(Struct, frozen=True):
    """Put a bot of ours of this level on a free seat; "" is the usual level. At another host's table the host
    decides about it."""

    level: str = ""


class SaveRecord(Struct, frozen=True):
    """Save the record of the game so far to a file."""

    path: Path


class Quit(Struct, frozen=True):
    """Leave the table in order; an unfinished game can be continued."""


class Stay(Struct, frozen=True):
    """The answer to `HostGone`: keep the table open, or sit down at the table that `holder` keeps open."""


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
    | GiveUpSeat
    | AllowSpectators
    | SendOff
    | AdmitSpectator
    | OpenHand
    | Stay
    | Quit
)
