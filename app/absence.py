"""Messages about missing players and about the clock: news and orders of `app.messages`.

A question is sent whole (`Asked`) at every change, but at most once a second if only the seconds of an
absence change; after `Decided` it is closed. The table writes its sentences, with the players' names.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class AbsentChoice(StrEnum):
    """A way to continue without the missing players."""

    WAIT = "wait"
    """Nothing is decided. Needs nobody's agreement."""
    STAND_IN = "stand-in"
    """The stand-in plays the seat until its owner is back."""
    LEAVE_OUT = "leave-out"
    ADJOURN = "adjourn"
    """The table closes for everybody and can be opened again from the lobby. One player is enough."""
    END = "end"
    """The game ends here and is scored as it stands; between two players it has no result."""


class AbsentWhy(StrEnum):
    """Reason why a seat is missing, the gravest last."""

    GONE = "gone"
    """Nothing was heard from the seat for a while."""
    SLOW = "slow"
    """The seat is here, but its time for a move is over."""
    LEFT = "left"
    """The seat has said goodbye."""
    VOTELESS = "voteless"
    """The seat is here, but for a long time has not voted as most others have."""
    FICKLE = "fickle"
    """The seat votes and takes the vote back, again and again."""
    SILENT = "silent"
    """The seat is here, but does not send a message that everybody waits for, or signs an unexplained one."""
    PROVEN = "proven"
    """The seat has signed a proven lie."""


class Missing(Struct, frozen=True):
    """A missing seat: why, for how many seconds, and how many `times` it has taken a vote back."""

    seat: int
    why: AbsentWhy
    seconds: int
    times: int = 0


class Offered(Struct, frozen=True):
    """A choice: `means` explains it, `hindrance` says why it is not available ("" if it is). `is_later`: it
    will be available later."""

    choice: AbsentChoice
    means: str
    hindrance: str = ""
    is_later: bool = False


class Ballot(Struct, frozen=True):
    """Another seat's vote. A seat that wants to wait does not vote."""

    seat: int
    choice: AbsentChoice


class Asked(Struct, frozen=True):
    """The question how to continue.

    `own` is this seat's choice, None before it has one. `preselected` was agreed before the game; this seat
    votes for it automatically in `in_s` seconds (None: never), unless the player chooses otherwise or
    objects with `Decide(AbsentChoice.WAIT)`.
    """

    missing: tuple[Missing, ...]
    offered: tuple[Offered, ...]
    ballots: tuple[Ballot, ...] = ()
    own: AbsentChoice | None = None
    preselected: AbsentChoice | None = None
    in_s: int | None = None
    is_half: bool = False
    """True if exactly half of the table is here, and may end the game as its terms say."""
    are_enough: bool = True
    """True if more than half of the table is here: only then can it decide."""


class Decided(Struct, frozen=True):
    """The question is closed: `choice` holds for `seats`, or (None) they are back or have moved."""

    seats: tuple[int, ...]
    choice: AbsentChoice | None
    text: str


class Adjourned(Struct, frozen=True):
    """The table closes now and can be opened again from the lobby; `text` says who closed it."""

    text: str


class Paused(Struct, frozen=True):
    """Seats that ask for a pause; with `is_paused` no clock runs, and they ask for its end."""

    by: tuple[int, ...]
    is_paused: bool


class TurnClock(Struct, frozen=True):
    """The time that `seat` has left for its move, at a table with a limit. Sent once a second."""

    seat: int
    seconds_left: int
    is_over: bool


class Decide(Struct, frozen=True):
    """This seat's answer to `Asked`; it can be changed until the question is closed."""

    choice: AbsentChoice


class GiveUpSeat(Struct, frozen=True):
    """Give up the seat: say a signed goodbye, with the shares that the others need to continue. Takes less
    than a second, or up to 4 while cards are dealt to us. After `Quit` the game can be continued."""


class WantPause(Struct, frozen=True):
    """Ask for a pause or agree to one; `wanted` False ends it."""

    wanted: bool
