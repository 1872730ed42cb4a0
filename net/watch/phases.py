"""Phases and effects of both sides of watching (net 5.10): the answer to a word depends only on the phase.

Each machine has a `TABLE`: every pair of a word and a phase is a cell with a method, a code of net 5.8 to
answer with, or `IGNORE`. Links lose messages, so requests are repeated, and a repetition changes nothing.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, TypeAlias

from msgspec import Struct

from net.link.address import Address
from net.lobby.phases import HangUp, Tell
from net.watch.lines import Line
from net.watch.words import Named

HEAD_S: Final = 2.0
"""Interval at which a source reports its height, so a lost last frame is noticed, and new spectators."""
CREDIT_S: Final = 1.0
CREDIT_LEAST_S: Final = 0.125
"""Interval at which a spectator confirms its records when many come; otherwise every second."""
CALL_S: Final = 3.0
"""Time after which a source that has not answered is left for another."""
SILENT_S: Final = 6.0
LOOK_S: Final = 5.0
"""Interval at which a spectator asks another source for its height, so that no source can hold it back."""
STALE_S: Final = 2.0
"""Time for which the source that is followed may be behind another, or its last records may be missing."""
GIVE_UP_S: Final = 30.0
"""Time after which a spectator that no source has served gives up."""
STALLED_S: Final = 2.0
"""Time after which a spectator that takes nothing loses its turn at catching up."""
WINDOW_BYTES: Final = 1024 * 1024
WINDOW_RECORDS: Final = 256
"""Number of unconfirmed records from which on a spectator is sent no more; none are held for it."""
CATCHING_MAX: Final = 2
CATCHING_BYTES_S: Final = 8 * 1024 * 1024
CATCHING_BURST: Final = 2 * 1024 * 1024
DIRECT: Final = 12
"""Limit of spectators at one source; above it, the source names some of them to newcomers."""
SPECTATORS_MAX: Final = 32
"""Limit of spectators in all; above `DIRECT` they are newcomers who found no place elsewhere."""
LINES_A_SPECTATOR_S: Final = 1.0
LINES_A_SPECTATOR: Final = 8.0


class SpectatorProgress(Enum):
    """Progress of a spectator, as its source sees it."""

    STRANGER = auto()
    QUEUED = auto()
    """It lacks records and waits for its turn."""
    CATCHING = auto()
    LIVE = auto()
    """It has been sent everything, and gets every new record at once."""
    STALLED = auto()
    """It has not confirmed the records that were sent."""


class SpectatorPhase(Enum):
    CALLING = auto()
    """It has asked a source, which has not answered."""
    FOLLOWING = auto()
    ENDED = auto()


# -- effects of the machines -----------------------------------------------------------------


class CallSource(Struct, frozen=True):
    """Call the source with that key at any of these addresses."""

    key: bytes
    addresses: tuple[Address, ...]


class Opened(Struct, frozen=True):
    """A source has shown the genesis of the game, signed by all."""

    genesis: bytes
    sigs: tuple[bytes, ...]


class Came(Struct, frozen=True):
    """Records from height `first` on have come; they stand on one another, and are otherwise unchecked."""

    first: int
    raws: tuple[bytes, ...]


class EvidenceShown(Struct, frozen=True):
    """A signed message about the stop of the table; unchecked."""

    raw: bytes


class Parted(Struct, frozen=True):
    """A source has shown a course other than the checked one. Each of these pairs holds two messages for
    one place; a seat that validly signed both is proven to have signed twice."""

    pairs: tuple[tuple[bytes, bytes], ...]


class HandShown(Struct, frozen=True):
    """A hand that a player has opened after the game; unchecked."""

    raw: bytes


class Heard(Struct, frozen=True):
    """A line of the spectators' chat, signed by its author."""

    line: Line


class NamedSpectators(Struct, frozen=True):
    """Spectators named by our source or by our own spectators."""

    named: tuple[Named, ...]
    more: int


class Follows(Struct, frozen=True):
    """The source that is followed now (None: none; we look for one, or wait for a place where it
    `is_full`). `k` is the height that it reports."""

    key: bytes | None
    k: int = 0
    is_full: bool = False


class NoMore(Struct, frozen=True):
    """The end: no source gives the game to this spectator, for that reason."""

    code: int
    text: str


SourceOut: TypeAlias = Tell | Heard | NamedSpectators
SpectatorOut: TypeAlias = (
    Tell | CallSource | HangUp | Opened | Came | EvidenceShown | Parted | HandShown | Heard | NamedSpectators
    | Follows | NoMore
)  # fmt: skip
