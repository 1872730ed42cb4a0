"""What is on this network, as it is shown: values for the lobby and the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from net.discovery.notice import Door


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that has answered: who hosts it (proven), what is played, who sits there.

    `hindrance` says why this program cannot sit down there, "" if it can; `about` and `warning` are what
    this computer knows of the host's key (see `app.messages.Guest`).
    """

    host: str
    words: str
    invitation: str
    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    taken: tuple[str, ...]
    bots: int
    door: Door
    watchers: int
    version: str
    about: str = ""
    warning: str = ""
    hindrance: str = ""

    @property
    def free(self) -> int:
        """Seats that nobody has."""
        return 0 if self.door is Door.CLOSED else self.seats - len(self.taken)


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """Somebody who is here without a table, with how to bring an invitation there."""

    nick: str
    words: str
    key: bytes
    addresses: tuple[str, ...]
    about: str = ""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of this network, for `app.nearby.diagnosis`.

    `by_multicast` and `by_broadcast` count who was announced in that way; `silent` are the addresses where
    somebody is announced and does not answer; `problems` are what the system said.
    """

    hosts: tuple[str, ...] = ()
    tunnels: tuple[str, ...] = ()
    by_multicast: int = 0
    by_broadcast: int = 0
    answering: int = 0
    silent: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    looked_s: float = 0.0
    dialled: bool | None = None
    """Whether another computer could call us back; None if none has tried."""


@dataclass(frozen=True, slots=True)
class Around:
    """Everything at a moment, whole."""

    tables: tuple[FoundTable, ...] = ()
    people: tuple[FoundPerson, ...] = ()
    evidence: Evidence = Evidence()


AroundListener: TypeAlias = Callable[[Around], None]
"""Called in the thread that looks; must only pass it on."""
