"""Effects that a table asks its caller to carry out, in order; and the reasons why a table stops."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from net.errors import NoView, PeerError
from net.machine import Machine, Place, TableView
from net.wire.bodies import Going, Remark


class Send(Struct, frozen=True):
    """Send a frame to a seat, or drop it when there is no link: the log heals losses."""

    to: int
    frame: bytes


class Check(Struct, frozen=True):
    """Run `machine.check(place, seat, pay)` outside of the network thread; answer with `checked`.

    A job that is never answered leaves its round incomplete.
    """

    job: int
    place: Place
    seat: int
    pay: bytes
    machine: Machine


class Locked(Struct, frozen=True):
    """Height `k` is complete and acknowledged by this seat: show it as pending, reveal nothing (R8)."""

    k: int


class FinalHeight(Struct, frozen=True):
    """Height `k` is final: every seat has signed it, or a change of view that stands on it. `record` is the
    raw record with all acks, or without any if that change has made it final."""

    k: int
    record: bytes
    entries: tuple[tuple[int, bytes], ...]
    machine: Machine


class Voted(Struct, frozen=True):
    """A seat has voted that `view` becomes view number `v`; it signs nothing more in earlier views."""

    seat: int
    v: int
    view: TableView


class NewView(Struct, frozen=True):
    """View `v` began with the height that is final now: the voted view holds."""

    v: int
    view: TableView


class ViewRefused(Struct, frozen=True):
    """All seats of `view` have voted for it as number `v`, but it is impossible: they must vote again."""

    v: int
    view: TableView
    error: NoView


class YourTurn(Struct, frozen=True):
    """This seat may now write its entry at height `k` (`Table.may_propose` became true)."""

    k: int


class FaultReason(StrEnum):
    """Reason why a table stops, or offence that evidence proves. Files and `--json` keep these words."""

    EQUIVOCATION = "equivocation"
    """Two different signed messages for one slot."""
    ILLEGAL = "illegal"
    """A signed entry that the rules, the deck or the limits refuse."""
    COMBINATION = "combination"
    """Entries that are right one by one and cannot hold together."""
    FALSE_STATE = "false-state"
    """A signed position that does not follow from the signed moves: others, or its signer, confirm ours."""
    FALSE_VOTE = "false-vote"
    """A vote that ignores what its voter has acknowledged."""
    OTHER_STATE = "other-state"
    """Like `FALSE_STATE`, but nobody confirms our position: one of two programs is wrong."""
    ALONE = "alone"
    """All others sign a position that is not ours: our program may be the wrong one."""
    LOST_JOURNAL = "lost-journal"
    """Others hold a message of ours that we do not know: a restored backup, or two programs with one key."""


class Fault(Struct, frozen=True):
    """The stop of a table: reason and author (None: nobody can be named). `evidence` are raw envelopes that
    anybody can check."""

    seat: int | None
    reason: FaultReason
    text: str
    evidence: tuple[bytes, ...]


class Stopped(Struct, frozen=True):
    """The table signs no round unless it goes on without the seat to blame; it still gives peers its log."""

    fault: Fault


class Unexplained(Struct, frozen=True):
    """For a while the `ack` (raw envelope) of `seat` has named another hash at height `k` than ours, and no
    message that explains it has come. The height stays open. Reported once per seat and height, or view."""

    k: int
    seat: int
    ack: bytes
    is_vote: bool = False
    """True if `ack` is a vote, and names a lock that nobody has shown."""


class Rejected(Struct, frozen=True):
    """A seat sent something unacceptable; the game is unharmed. Reported at most once per seat and reason.

    `is_author`: the seat has signed it; otherwise it has only delivered what anybody may have written.
    """

    seat: int
    error: PeerError
    is_author: bool


class Complaint(Struct, frozen=True):
    """A seat reports that it refused something of ours (ERR). Advisory. At most once per seat and code."""

    seat: int
    code: int
    text: str


class Said(Struct, frozen=True):
    """The `n`-th line of a seat's chat, in the order it came; those of missing numbers are lost."""

    seat: int
    n: int
    text: str
    what: Remark = Remark.LINE


class Went(Struct, frozen=True):
    """A seat has signed at height `k` that it goes, and left `shares` behind. It may still come back. With
    `is_late` the game has continued since, and only the shares count."""

    seat: int
    how: Going
    k: int = 0
    shares: bytes = b""
    is_late: bool = False


class Pausing(Struct, frozen=True):
    """The pause of the clocks (`is_paused`), and the seats that want to change it. Told when it changes."""

    by: tuple[int, ...]
    is_paused: bool


class Space(Struct, frozen=True):
    """The journal has no room (`full`), or has room again. While full, it takes no entry, ack or vote."""

    full: bool


class Awaited(Struct, frozen=True):
    """The messages that height `k` waits for. `checking`: entries that are here and not judged yet.

    `disputed`: seats whose ack names another chain hash or state than this seat's own.
    """

    k: int
    entries: tuple[int, ...]
    checking: tuple[int, ...]
    acks: tuple[int, ...]
    disputed: tuple[int, ...]


Report: TypeAlias = (
    Voted | NewView | ViewRefused | Stopped | Unexplained | Rejected | Complaint
    | Said | Went | Pausing | Space
)  # fmt: skip
"""News of the table, which the player's side of the program is shown."""
Effect: TypeAlias = Send | Check | Locked | FinalHeight | YourTurn | Report
