"""Tables and people on this network, as they are shown: values for the lobby and the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeAlias

from app.animals import Animal
from net.discovery.notice import Door


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that has answered: who hosts it (proven), what is played, who sits there ("" for a name that is
    not known, because its door was not asked yet). `key` is the CURVE key of its door.

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
    spectators: int
    version: str
    about: str = ""
    warning: str = ""
    hindrance: str = ""
    can_watch: bool = False
    is_open_to_watch: bool = False
    """True if nobody is asked about whoever watches."""
    people: tuple[str, ...] = ()
    """Names of those at the table who are no bots."""
    key: bytes = b""
    package: str = ""
    """The package that its game came in, with the first letters of its content; "" for a game of Shoal."""
    animals: tuple[Animal | None, ...] = ()
    """By `taken`; None for somebody who is not known, because its door was not asked yet."""
    table: str = ""
    """The table's name in hex, "" before its door was asked."""

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
    version: str = ""
    line: str = ""
    """Said to everybody in the lobby."""
    animal: Animal | None = None


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody whom this computer has met at a table: when last (Unix time, 0: not noted), and where they are
    now, if they can be found: at a table of their own (`table`), or without one (`here`)."""

    nick: str
    words: str
    about: str
    last_s: int = 0
    animal: Animal | None = None
    here: FoundPerson | None = None
    table: FoundTable | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody invites us to a table: name, key, invitation, and what this computer knows of the key."""

    nick: str
    words: str
    invitation: str
    about: str
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Beyond:
    """Somebody whom this computer does not reach and that of `via` does, by the word of that program."""

    nick: str
    words: str
    ed: bytes
    via: FoundPerson


@dataclass(frozen=True, slots=True)
class Wanted:
    """Somebody who is here asks us to host a table for itself and for another one, whom it cannot reach."""

    asks: FoundPerson
    other: FoundPerson


@dataclass(frozen=True, slots=True)
class Evidence:
    """Facts known of this network, for `app.nearby.diagnosis`.

    `hosts` are our own addresses and `subnets` theirs; `tunnels` the interfaces that look like those of a
    VPN. `silent_here` and `silent_elsewhere` are where somebody is announced and does not answer, in our
    subnets and out of them; `answering` counts those on other computers, `only_broadcast` such of them as
    were not heard by multicast. `unplugged` are own addresses whose cable is out, or whose antenna is off.
    """

    hosts: tuple[str, ...] = ()
    subnets: tuple[str, ...] = ()
    tunnels: tuple[str, ...] = ()
    answering: int = 0
    only_broadcast: int = 0
    silent_here: tuple[str, ...] = ()
    silent_elsewhere: tuple[str, ...] = ()
    multicast_problem: str = ""
    broadcast_problem: str = ""
    looked_s: int = 0
    unplugged: tuple[str, ...] = ()
    dialled: bool | None = None
    """True if another computer could call us back; None if none has tried."""

    @property
    def far_hosts(self) -> tuple[str, ...]:
        """Our addresses on a network: not loopback, and none that has no cable."""
        far = (host for host in self.hosts if not ip_address(host).is_loopback)
        return tuple(host for host in far if host not in self.unplugged)

    @property
    def made_up(self) -> tuple[str, ...]:
        """Our addresses, if all of them were made up for lack of one that the network gives."""
        far = self.far_hosts
        return far if all(ip_address(host).is_link_local for host in far) else ()

    @property
    def silent(self) -> tuple[str, ...]:
        """Addresses that are announced and do not answer."""
        return (*self.silent_here, *self.silent_elsewhere)


@dataclass(frozen=True, slots=True)
class Around:
    """Everything at a moment, whole."""

    tables: tuple[FoundTable, ...] = ()
    people: tuple[FoundPerson, ...] = ()
    """Everybody who has no table and lets others find them."""
    invited: tuple[Invited, ...] = ()
    evidence: Evidence = Evidence()
    met: tuple[KnownPerson, ...] = ()
    """Everybody whom this computer has met, who can be found first, then the latest."""
    beyond: tuple[Beyond, ...] = ()
    wanted: tuple[Wanted, ...] = ()


AroundListener: TypeAlias = Callable[[Around], None]
"""Called in the thread that looks; must only pass it on."""
