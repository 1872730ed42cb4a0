"""Messages about missing players and about time: news and orders of `app.messages`, in a file of their own.

A question is told whole (`Asked`) whenever anything of it changes, at most once a second; after
`Decided` there is nothing to ask any more. The sentences in it are made by the table, with the names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AbsentChoice(StrEnum):
    """A way to go on without those who are missing."""

    WAIT = "wait"
    """Nothing is decided. It needs nobody's agreement."""
    STAND_IN = "stand-in"
    """A public rule plays the seat until its owner is back."""
    LEAVE_OUT = "leave-out"
    ADJOURN = "adjourn"
    """One is enough: the table closes for everybody and can be taken up again from the lobby."""
    END = "end"
    """The game is over here: scored as it stands, between two without a result."""


class AbsentWhy(StrEnum):
    """Reason for which a seat is missing, the gravest last."""

    GONE = "gone"
    """Nothing has been heard of it for a while."""
    SLOW = "slow"
    """It is there, but its time for a move is over."""
    LEFT = "left"
    """It has said that it goes."""
    VOTELESS = "voteless"
    """It is there, and has long not voted for what most of the others have voted for."""
    FICKLE = "fickle"
    """It votes and takes it back, again and again."""
    SILENT = "silent"
    """It is there, but leaves out what everybody waits for, or signs what nobody can account for."""
    PROVEN = "proven"
    """It has signed something that is proven to be false."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A seat that is missing, why, and for how many seconds by now; how many `times` it took a vote back."""

    seat: int
    why: AbsentWhy
    seconds: int
    times: int = 0


@dataclass(frozen=True, slots=True)
class Offered:
    """One of the choices: `means` says what it does, `hindrance` why it cannot be had here, "" if it can;
    `is_later`: it can be had later."""

    choice: AbsentChoice
    means: str
    hindrance: str = ""
    is_later: bool = False


@dataclass(frozen=True, slots=True)
class Ballot:
    """The vote of another seat. Whoever wants to wait says so by not voting."""

    seat: int
    choice: AbsentChoice


@dataclass(frozen=True, slots=True)
class Asked:
    """The question how to go on. `own` is what this seat has decided, None if nothing yet.

    `preselected` is what was agreed on beforehand; it is voted for by itself in `in_s` seconds (None: not
    by itself) unless the player decides otherwise or objects with `Decide(AbsentChoice.WAIT)`.
    """

    missing: tuple[Missing, ...]
    offered: tuple[Offered, ...]
    ballots: tuple[Ballot, ...] = ()
    own: AbsentChoice | None = None
    preselected: AbsentChoice | None = None
    in_s: int | None = None
    is_half: bool = False
    """True if those who are here are exactly half of the table, and may end it as the table has agreed."""
    are_enough: bool = True
    """True if those who are here are more than half of the table: only they can go on."""


@dataclass(frozen=True, slots=True)
class Decided:
    """There is nothing to ask any more: `choice` holds for `seats`, or (None) they are back."""

    seats: tuple[int, ...]
    choice: AbsentChoice | None
    text: str


@dataclass(frozen=True, slots=True)
class Adjourned:
    """The table closes now and can be taken up again from the lobby; `text` says by whom."""

    text: str


@dataclass(frozen=True, slots=True)
class Paused:
    """Seats that ask for a pause, or that have asked for it where `is_paused`: then no clock runs."""

    by: tuple[int, ...]
    is_paused: bool


@dataclass(frozen=True, slots=True)
class TurnClock:
    """With a limit for a move: how long `seat` has by now. Told once a second while it is due."""

    seat: int
    seconds_left: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Decide:
    """This seat's answer to `Asked`; it can be changed as long as it is asked."""

    choice: AbsentChoice


@dataclass(frozen=True, slots=True)
class LeaveForGood:
    """Leave the game for good and in order: said and signed, with the shares that the others need to go
    on; within a second. `Quit` instead leaves a game that can be gone on with."""


@dataclass(frozen=True, slots=True)
class WantPause:
    """Ask for a pause or agree to one; `wanted` False: go on."""

    wanted: bool
