"""The machine that the agreed log drives: the seam between agreement (net 4, 5) and the game with its deck.

Agreement knows a game only as a `Machine`. It never looks into a payload: it asks which seats must write an
entry next, has the others' entries checked, and asks for the next machine when all are there.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

from msgspec import Struct

from net.errors import PeerError


class Place(Struct, frozen=True):
    """Place of an entry in the log: game id (32 bytes), height from 1, chain hash before it."""

    game: bytes
    k: int
    prev: bytes


class Choice(IntEnum):
    """Choice of how a table goes on in a new view (net 5.6)."""

    GO_ON = 0
    """With everybody who was there, and perhaps with seats that come back."""
    STAND_IN = 1
    """A public rule plays the seats that are missing, until they are back."""
    LEAVE_OUT = 2
    """The seats that are missing are out of the game."""
    END = 3
    """The game is over here, and scored as it stands."""


class Why(IntEnum):
    """Reason why seats are missing in a new view."""

    GONE = 0
    """Nothing is heard of them."""
    LEFT = 1
    """They have said that they go."""
    PROVEN = 2
    """They have signed something that is proven false."""
    SILENT = 3
    """They are there, and withhold the message that everybody waits for."""
    SLOW = 4
    """Their time for a move is over."""


class TableView(Struct, frozen=True):
    """The view that all of `act` vote for: these seats, and no others, sit at the table from here on."""

    act: tuple[int, ...]
    choice: Choice
    why: Why = Why.GONE
    is_half: bool = False
    """True if `act` is exactly half of the seats before; never part of a vote, because it follows from the
    votes (`net.wire.record.agreed_view`). Two halves can each vote so without hearing the other, so a
    machine accepts it only for an end that the table has agreed on."""


class Draft(Struct, frozen=True):
    """A seat's draft for the next height: a payload that it knows to be right.

    `secrets` (name, bytes) are those that the payload depends on; they are on the disk before it is sent.
    """

    pay: bytes
    secrets: tuple[tuple[str, bytes], ...] = ()


class Machine(Protocol):
    """The replicated public state. A value: `after` gives a new one and leaves this one as it is."""

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must each write one entry at the next height, rising; () when over."""

    def digest(self) -> bytes:
        """32 bytes that are equal on every peer with the same log."""

    def check(self, place: Place, seat: int, pay: bytes) -> None:
        """Raise `PeerError`, naming `seat`, unless `pay` is right for `seat` at `place`.

        Depends on nothing but its arguments and this value, may take a second (proofs), and may run in any
        thread.
        """

    def charge(self, place: Place, seat: int, pay: bytes) -> PeerError | None:
        """Return the error against another seat that a checked entry of `seat` proves; it names that seat.
        None for no charge.

        Quick, and asked of each entry by itself: the guilty seat need not have written in this round.
        """

    def after(self, place: Place, entries: tuple[tuple[int, bytes], ...]) -> Machine:
        """The machine after a round whose entries (one per actor, by seat) are all right for `check`.

        Quick. A combination of checked entries that cannot hold together raises `PeerError`.
        """

    def on_view(self, place: Place, view: TableView) -> Machine:
        """The machine after the change of view that stands at `place`; raises `NoView` if the change
        is impossible.

        Depends on nothing but its arguments and this value. An unfinished round is void: its seats write
        again. A machine that is over stays as it is, and refuses only a view of half of the table.
        """
