"""Tables and people on this network, as values for the lobby and the command line."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import TypeAlias

from msgspec import Struct

from app.animals import Animal
from net.discovery.notice import Access


class FoundTable(Struct, frozen=True):
    """A table that has answered: its proven host, its game, and the players ("" for an unknown name).

    A name is unknown before the table's own lobby was asked. `key` is the lobby's CURVE key. `hindrance` says
    why this program cannot sit down at the table, "" if it can; `about` and `warning` are facts that this
    computer knows about the host's key (see `app.messages.Guest`).
    """

    host: str
    words: str
    invitation: str
    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    taken: tuple[str, ...]
    bots: int
    access: Access
    spectators: int
    version: str
    about: str = ""
    warning: str = ""
    hindrance: str = ""
    can_watch: bool = False
    is_open_to_watch: bool = False
    """True if spectators are let in without asking anybody."""
    people: tuple[str, ...] = ()
    """Names of the people at the table, without bots."""
    key: bytes = b""
    package: str = ""
    """The package of its game, with the first letters of its content; "" for a game of Shoal."""
    animals: tuple[Animal | None, ...] = ()
    """Animals, in the order of `taken`; None for an unknown player."""
    table: str = ""
    """The table's name in hex; "" before its lobby was asked."""

    @property
    def free(self) -> int:
        """Number of free seats."""
        return 0 if self.access is Access.CLOSED else self.seats - len(self.taken)


class FoundPerson(Struct, frozen=True):
    """A person who is here without a table, with the addresses for an invitation."""

    nick: str
    words: str
    key: bytes
    addresses: tuple[str, ...]
    about: str = ""
    warning: str = ""
    version: str = ""
    line: str = ""
    """The person's line to everybody in the lobby."""
    animal: Animal | None = None


class KnownPerson(Struct, frozen=True):
    """A person met before. `last_s` is the Unix time of the last meeting, 0 if not noted. `table` is the
    table that the person hosts now; `here` is set if the person is here without a table. None for both: the
    person cannot be found."""

    nick: str
    words: str
    about: str
    last_s: int = 0
    animal: Animal | None = None
    here: FoundPerson | None = None
    table: FoundTable | None = None


class Invited(Struct, frozen=True):
    """An invitation from a person: name, key, invitation, and facts that this computer knows about the
    key."""

    nick: str
    words: str
    invitation: str
    about: str
    warning: str = ""


class UnreachablePerson(Struct, frozen=True):
    """A person whom this computer does not reach, but the program of the person `via` does, as it says."""

    nick: str
    words: str
    ed: bytes
    via: FoundPerson


class HostRequest(Struct, frozen=True):
    """A request to host a table: `asks`, a person here, cannot reach the person `other`."""

    asks: FoundPerson
    other: FoundPerson


class NetworkFacts(Struct, frozen=True):
    """Facts about this network, for `app.nearby.diagnosis`.

    `hosts` are our own addresses, in the `subnets`; `tunnels` are interfaces that look like a VPN.
    `silent_here` and `silent_elsewhere` are announced addresses that do not answer, inside and outside our
    subnets. `answering` counts the programs on other computers that answer, and `only_broadcast` the programs
    among these that were not heard by multicast. `unplugged` are our addresses without cable or Wi-Fi.
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
        """Our addresses on a network: not loopback, and none that is unplugged."""
        far = (host for host in self.hosts if not ip_address(host).is_loopback)
        return tuple(host for host in far if host not in self.unplugged)

    @property
    def made_up(self) -> tuple[str, ...]:
        """Our addresses, if all are made up because the network gives none."""
        far = self.far_hosts
        return far if all(ip_address(host).is_link_local for host in far) else ()

    @property
    def silent(self) -> tuple[str, ...]:
        """Announced addresses that do not answer."""
        return (*self.silent_here, *self.silent_elsewhere)


class Around(Struct, frozen=True):
    """Everything found at one moment."""

    tables: tuple[FoundTable, ...] = ()
    people: tuple[FoundPerson, ...] = ()
    """People without a table who let others find them."""
    invited: tuple[Invited, ...] = ()
    facts: NetworkFacts = NetworkFacts()
    met: tuple[KnownPerson, ...] = ()
    """People met before; those found now come first, then the latest."""
    beyond: tuple[UnreachablePerson, ...] = ()
    wanted: tuple[HostRequest, ...] = ()


AroundListener: TypeAlias = Callable[[Around], None]
"""Called in the thread that looks; must only pass the value on."""
