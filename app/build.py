"""The composition root: the source of clock, randomness, files and sockets."""

from __future__ import annotations

import ipaddress
import os
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from app import VERSION
from app.animals import number_of
from app.keep.home import Home, find_home
from app.keep.journal_lock import JournalLock
from app.keep.profile import Profile, own_identity, start_profile
from net.discovery.interfaces import Net, hosts_of, networks
from net.errors import LinkError
from net.link.address import Address, make_address
from net.lobby.identity import Identity
from net.lobby.voucher import Voucher

if TYPE_CHECKING:  # imported on use, so that the window opens sooner
    from app.keep.journal import JournalFile
    from net.link.contract import Clock, Link
    from net.lobby.phases import Me

_DOWN = ("down", "lowerlayerdown")
"""Linux's states of an interface without a cable."""
ANYWHERE = "*"
# Addresses to which nothing is sent: the system's route to them tells our own address.
_FAR = ("192.0.2.1", "2001:db8::1")
_STARTING = threading.Lock()


class AnnouncedTables:
    """The tables of a player that want to be found on the network. Only the last one is announced, because
    all of them answer under the player's one key. May be used from any thread."""

    def __init__(self) -> None:
        self._tables: list[object] = []

    def add(self, table: object) -> None:
        """Announce this table instead of those before."""
        self._tables.append(table)

    def remove(self, table: object) -> None:
        """Forget this table; the latest of the others is announced."""
        with suppress(ValueError):
            self._tables.remove(table)

    def is_last(self, table: object) -> bool:
        """True if this table is the one to announce."""
        return self._tables[-1:] == [table]


def open_link(identity: Identity, clock: Clock, *, source: str = "") -> Link:
    """Open a link to other peers under the key of `identity`, over ZeroMQ; nothing else in `app` knows
    ZeroMQ. `source`: our address from which to call others."""
    from net.link.memory import ProcessMemory  # noqa: PLC0415  (see above)
    from net.link.zmq_link import ZmqLink  # noqa: PLC0415

    return ZmqLink(
        identity.curve_secret, identity.curve_public, clock=clock, memory=ProcessMemory(), source=source
    )


class Environment(Struct, frozen=True):
    """The environment of one peer: its home, its player, its address to listen on, clock, randomness, journal
    and link."""

    home: Home
    profile: Profile
    listen: str
    clock: Clock = time.monotonic
    is_bot: bool = False
    voucher: Voucher | None = None
    """A bot's voucher from the player who runs it."""
    lock: JournalLock | None = None
    """Lock shared by the journals of a program that opens several: a window has one for each table."""
    announced: AnnouncedTables = field(default_factory=AnnouncedTables)

    @property
    def me(self) -> Me:
        """This player as the lobby shows it."""
        from net.lobby.phases import Me  # noqa: PLC0415  (see above)

        own, animal = self.profile, number_of(self.profile.animal)
        return Me(
            own.identity, own.nick, own.boot, VERSION, is_bot=self.is_bot, animal=animal, voucher=self.voucher
        )

    def journal(self) -> JournalFile:
        """Open the journal. One program at a time can; with a `lock`, that program several times."""
        from app.keep.journal import JournalFile  # noqa: PLC0415  (see above)

        return JournalFile(
            self.home.journal_file,
            self.profile.identity,
            randomness=os.urandom,
            now=self.unix_time,
            lock=self.lock,
        )

    def link(self) -> Link:
        """Open the link to other peers, after a test of the deck's library, which must not fail during
        a game."""
        with _STARTING:
            _start_deck()
        return open_link(self.profile.identity, self.clock)

    def unix_time(self) -> int:
        """Return the seconds since 1970, for showing times."""
        return int(time.time())

    def random(self, size: int) -> bytes:
        """Return random bytes from the system."""
        return os.urandom(size)

    def addresses(self, port: int) -> tuple[Address, ...]:
        """Return this computer's addresses with a port, the likeliest first."""
        hosts = own_hosts() if self.listen == ANYWHERE else (self.listen,)
        return tuple(make_address(host, port) for host in hosts)

    @property
    def search_env(self) -> SearchEnvironment:
        """The environment of a search on the network."""
        return SearchEnvironment(self.home, self.profile.identity.curve_public, self.listen, self.clock)

    def nets(self) -> tuple[Net, ...]:
        """Return the networks on which this program listens."""
        return _nets(self.listen)


class SearchEnvironment(Struct, frozen=True):
    """The environment of a search on the network: the home with its known people, the player's key (b""
    before there is one), the address to search from, clock and randomness."""

    home: Home
    own: bytes
    listen: str
    clock: Clock = time.monotonic

    def random(self, size: int) -> bytes:
        """Return random bytes from the system."""
        return os.urandom(size)

    def nets(self) -> tuple[Net, ...]:
        """Return the networks to look in."""
        return _nets(self.listen)

    def unplugged(self, nets: Iterable[Net]) -> tuple[str, ...]:
        """Return those addresses whose cable is unplugged or whose Wi-Fi is off. Only Linux keeps listing
        such addresses, if somebody has set them by hand."""
        return tuple(net.host for net in nets if _is_down(net.name))


def build_environment(
    *,
    nick: str | None = None,
    address: str | None = None,
    is_bot: bool = False,
    home: Home | None = None,
    voucher: Voucher | None = None,
) -> Environment:
    """Build the environment of one start of the program; raises `net.errors.LinkError` with a reason.

    `address`: listen only on that address. `is_bot`: no person plays here. `home`: by default the one that
    `find_home` returns. `voucher`: of the player who runs the bot.
    """
    listen = _listening(address)
    home = (home or find_home()).make()
    profile = start_profile(home, randomness=os.urandom, nick=nick or "")
    lock = JournalLock(home.journal_file)
    return Environment(home, profile, listen, is_bot=is_bot, voucher=voucher, lock=lock)


def build_search_environment(*, address: str | None = None) -> SearchEnvironment:
    """Build the environment of a search on the network; makes no profile and writes nothing."""
    home = find_home()
    own = own_identity(home)
    return SearchEnvironment(home, b"" if own is None else own.curve_public, _listening(address))


def own_hosts() -> Sequence[str]:
    """Return the addresses of this computer that others may reach, the likeliest first. Loopback comes last,
    so that a table on a computer without a network can be joined from that computer."""
    routed = tuple(_routed())
    nets: tuple[Net, ...] = ()
    with suppress(OSError):  # without a list of interfaces the default route must do
        nets = networks()
    listed = {net.host for net in nets}
    nets += tuple(Net(host, 32, "") for host in routed if host not in listed)
    return tuple(dict.fromkeys((*hosts_of(nets, routed=routed)[:3], "127.0.0.1")))


def _routed() -> Iterator[str]:
    """Yield the addresses of the default routes; there are none at a party without a router."""
    for far, family in zip(_FAR, (socket.AF_INET, socket.AF_INET6), strict=True):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            yield str(probe.getsockname()[0])


@cache
def _start_deck() -> None:
    """Load and check the deck's library, once in a process."""
    from net.deck.algebra.group import start  # noqa: PLC0415  (see above)
    from net.deck.algebra.selftest import check_library  # noqa: PLC0415

    start(os.urandom)
    check_library()


def _nets(listen: str) -> tuple[Net, ...]:
    """Return the networks of the address `listen`; for `ANYWHERE` all others, or else loopback."""
    try:
        nets = networks()
    except OSError:
        return ()
    if listen != ANYWHERE:
        return tuple(net for net in nets if net.host == listen)
    return tuple(net for net in nets if not net.is_loopback) or tuple(net for net in nets if net.is_loopback)


def _is_down(interface: str) -> bool:
    try:
        return Path("/sys/class/net", interface, "operstate").read_text("ascii").strip() in _DOWN
    except (OSError, ValueError):
        return False


def _listening(address: str | None) -> str:
    if address is None:
        return ANYWHERE
    try:
        number = ipaddress.ip_address(address)
        return ANYWHERE if number.is_unspecified else make_address(address, 1).host
    except ValueError:
        raise LinkError(f"{address!r} is not an address of this computer, such as 127.0.0.1") from None
