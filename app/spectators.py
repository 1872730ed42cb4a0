"""News and orders about watching: news and orders of `app.messages`, in a file of their own."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Face


@dataclass(frozen=True, slots=True)
class Spectators:
    """Spectators of a table: names as chosen, and so many `more`. Told to players and spectators.

    `closed_by` are the seats that have closed the door, () while it is open; `may_chat`: whether spectators
    may write to each other.
    """

    names: tuple[str, ...] = ()
    more: int = 0
    closed_by: tuple[int, ...] = ()
    may_chat: bool = False
    keys: tuple[bytes, ...] = ()
    """The keys of those that are named, for a player."""


@dataclass(frozen=True, slots=True)
class SendOff:
    """This spectator may not watch this table any more, at any player's door."""

    key: bytes


@dataclass(frozen=True, slots=True)
class SpectatorLine:
    """A line of the spectators' chat."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SpectatorKnock:
    """Somebody wants to watch; answered with `AdmitSpectator` and the same `key`. `words` are the letters
    of its key."""

    name: str
    words: str
    key: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """A spectator's program has checked the game up to height `k` of `of` that it has been given."""

    k: int
    of: int


@dataclass(frozen=True, slots=True)
class FollowedBy:
    """The player whose program gives us the game now: a player's or another spectator's name; "" while one is
    sought, while all have as many spectators as they can (`is_full`), or when nobody does any more
    (`is_over`)."""

    name: str
    is_over: bool = False
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class HandHeld:
    """The game is over, and we hold so many cards that nobody else has seen: `OpenHand` opens them."""

    cards: int


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A player has opened its hand after the game, and these are its cards: it is checked."""

    seat: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """Open our own hand for everybody, now that the game is over. That cannot be taken back."""


@dataclass(frozen=True, slots=True)
class KeepDoor:
    """Let spectators in, or let nobody watch any more: one player is enough to close the door."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class AdmitSpectator:
    """Let somebody watch, or not."""

    key: bytes
    admit: bool
