"""News and orders about spectators, in addition to `app.messages`."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Face


@dataclass(frozen=True, slots=True)
class Spectators:
    """Spectators of a table: their names, and the number of `more`. Sent to players and spectators.

    `closed_by` are the seats that let nobody watch, () if none; `may_chat`: spectators may write to each
    other.
    """

    names: tuple[str, ...] = ()
    more: int = 0
    closed_by: tuple[int, ...] = ()
    may_chat: bool = False
    keys: tuple[bytes, ...] = ()
    """Keys of the named spectators; only players get them."""


@dataclass(frozen=True, slots=True)
class SendOff:
    """Send a spectator away from this table, from every player's program."""

    key: bytes


@dataclass(frozen=True, slots=True)
class SpectatorLine:
    """A line of the spectators' chat."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SpectatorKnock:
    """Somebody wants to watch; the answer is `AdmitSpectator` with the same `key`. `words` are the letters of
    the key."""

    name: str
    words: str
    key: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """A spectator's program has checked the game up to height `k` of the `of` heights received."""

    k: int
    of: int


@dataclass(frozen=True, slots=True)
class FollowedBy:
    """Name of the player or spectator whose program sends us the game. "" if none does yet, if all have as
    many spectators as they can take (`is_full`), or if nobody sends any more (`is_over`)."""

    name: str
    is_over: bool = False
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class HandHeld:
    """The game is over, and we hold cards that nobody else has seen; `OpenHand` opens them."""

    cards: int


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A player has opened its hand after the game: these cards, checked."""

    seat: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """Open our hand for everybody after the game. That cannot be undone."""


@dataclass(frozen=True, slots=True)
class AllowSpectators:
    """Let spectators in, or let nobody watch; one player is enough to close the table."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class AdmitSpectator:
    """Let somebody watch, or not."""

    key: bytes
    admit: bool
