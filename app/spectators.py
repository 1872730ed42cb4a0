"""News and orders about spectators, in addition to `app.messages`."""

from __future__ import annotations

from msgspec import Struct

from rules.api import Face


class Spectators(Struct, frozen=True):
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


class SendOff(Struct, frozen=True):
    """Send a spectator away from this table, from every player's program."""

    key: bytes


class SpectatorLine(Struct, frozen=True):
    """A line of the spectators' chat."""

    name: str
    text: str


class SpectatorKnock(Struct, frozen=True):
    """Somebody wants to watch; the answer is `AdmitSpectator` with the same `key`. `words` are the letters of
    the key."""

    name: str
    words: str
    key: bytes


class Checked(Struct, frozen=True):
    """A spectator's program has checked the game up to height `k` of the `of` heights known to it."""

    k: int
    of: int


class FollowedBy(Struct, frozen=True):
    """Name of the player or spectator whose program sends us the game. "" if none does yet, if all have as
    many spectators as they can take (`is_full`), or if nobody sends any more (`is_over`)."""

    name: str
    is_over: bool = False
    is_full: bool = False


class HandHeld(Struct, frozen=True):
    """The game is over, and we hold cards that nobody else has seen; `OpenHand` opens them."""

    cards: int


class HandOpened(Struct, frozen=True):
    """A player has opened its hand after the game: these cards, checked."""

    seat: int
    faces: tuple[Face, ...]


class OpenHand(Struct, frozen=True):
    """Open our hand for everybody after the game. That cannot be undone."""


class AllowSpectators(Struct, frozen=True):
    """Let spectators in, or let nobody watch; one player is enough to close the table."""

    is_open: bool


class AdmitSpectator(Struct, frozen=True):
    """Let somebody watch, or not."""

    key: bytes
    admit: bool
