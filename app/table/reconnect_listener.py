"""The ways back to a table that has begun: our own lobby, and the current address of every seat.

Every player but a bot listens for the table's own players, who come back by this player's invitation. Every
player tells the others when its own address changes. Lives in the network thread beside `app.table.peer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct, field

from app import messages
from app.build import Environment
from app.keep.game_journal import GameJournal
from app.messages import Listener
from app.table.calling import Calls
from app.table.player_search import PlayerSearch
from app.table.visible import Visible, own_port
from net.discovery.notice import Access
from net.discovery.responder import AtTable
from net.errors import LinkError
from net.link.address import Address, make_address, parse_address
from net.link.contract import Arrived, Channel, Clock, Link, LinkEvent, Up
from net.lobby.address_book import AddressBook, AddressOut, NewAddresses, SendAddresses
from net.lobby.invitation import Invitation
from net.lobby.late_joiners import LateJoiners
from net.lobby.messages import ADDRESSES_MAX
from net.lobby.phases import Begin, Tell
from net.lobby.signing import with_seen

if TYPE_CHECKING:  # imported on use: most tables cannot be watched
    from app.table.spectator_server import SpectatorServer

HOST = 0
"""The seat of the player who opened the table."""
LOOK_S = 3.0
"""Seconds between two looks for a new address of this computer."""


class ReconnectListener(Struct):
    """Answers calls to the lobby and follows the seats. `heard` and `tick` are called as before the game.

    `own_addresses` returns this computer's addresses with a port; `keep` gets the addresses of all seats on
    every change, for a resume.
    """

    link: Link
    keeper: LateJoiners
    address_book: AddressBook
    keys: tuple[bytes, ...]
    """CURVE keys by seat."""
    seat: int
    ends: dict[int, tuple[Address, ...]]
    """Current addresses by seat."""
    lobby_port: int | None
    table_port: int
    clock: Clock
    unix_time: Callable[[], int]
    own_addresses: Callable[[int], tuple[Address, ...]]
    keep: Callable[[Mapping[int, tuple[Address, ...]]], None]
    listener: Listener
    beside: tuple[Visible | Calls, ...] = ()
    """Other parts that answer the lobby's calls; asked first."""
    watched: SpectatorServer | None = None
    """The server for spectators, if the table may be watched."""
    search: PlayerSearch | None = None
    """The search for missing players on this network, if this player may be found there."""
    own_visible: Visible | None = None
    """Our announcement to the others; one of `beside`, which we must close."""
    _looked_at: float = field(default=float("-inf"))
    _inviting: messages.Inviting | None = None

    def heard(self, event: LinkEvent) -> bool:
        """Take in an event of the link; return True if no other part needs it."""
        now = self.clock()
        if self.search is not None:
            self.search.heard(event)
        if self._heard_in_the_lobby(event):
            return True
        seat = self._seat_of(event)
        if seat is None:
            return False
        if isinstance(event, Up):
            self._carry_out(self.address_book.met(seat))
        elif isinstance(event, Arrived):
            outs = self.address_book.received(seat, event.frame, now)
            if outs is not None:
                self._carry_out(outs, seat, event.address)
                return True
        return False

    def _heard_in_the_lobby(self, event: LinkEvent) -> bool:
        """Take in an event of our lobby, or of the lobby of a player whom we have found."""
        if any(each.heard(event) for each in self.beside) or self._met_in_the_lobby(event):
            return True
        if not isinstance(event, Arrived) or event.channel is not Channel.LOBBY:
            return False
        for out in self.keeper.received(event.key, event.frame, now=self.clock()):
            if isinstance(out, Tell):
                self.link.send_lobby(out.key, out.frame)
            elif self.watched is not None:
                self.watched.show(out.guest)
        return True

    def _met_in_the_lobby(self, event: LinkEvent) -> bool:
        """Exchange the players' addresses with a player whose lobby we have reached. Returns True if no other
        part needs the event."""
        if not isinstance(event, Arrived | Up) or event.channel is not Channel.LOBBY:
            return False
        if event.key not in self.keys:
            return False
        seat = self.keys.index(event.key)
        if isinstance(event, Up):
            if self.search is not None and self.search.is_called(event.key):
                self._say_in_the_lobby(seat)
            return False
        outs = self.address_book.received(seat, event.frame, self.clock())
        if outs is None:
            return False
        self._carry_out(outs, seat, event.address)
        if any(isinstance(out, NewAddresses) and out.seat == seat for out in outs):
            self._say_in_the_lobby(seat)
        return True

    def _say_in_the_lobby(self, seat: int) -> None:
        for out in self.address_book.met(seat):
            if isinstance(out, SendAddresses):
                self.link.send_lobby(self.keys[seat], out.frame)

    def close(self) -> None:
        """Stop the search for missing players, and withdraw our announcement."""
        if self.search is not None:
            self.search.close()
        if self.own_visible is not None:
            self.own_visible.close()

    def tick(self) -> None:
        """Do what is due in the other parts, and report a new address of this computer."""
        for each in self.beside:
            if isinstance(each, Visible) and self.watched is not None:
                each.spectators = self.watched.count
            each.tick()
        if self.search is not None:
            self.search.tick()
        if self.clock() - self._looked_at < LOOK_S:
            return
        self._looked_at = self.clock()
        own = self.own_addresses(self.table_port)
        self._carry_out(self.address_book.moved(own, unix_s=self.unix_time()))
        if self.ends.get(self.seat) != own:
            self._note(self.seat, own)
        if self.lobby_port is not None:
            shown = str(Invitation(self.own_addresses(self.lobby_port)[:ADDRESSES_MAX], self.keeper.key))
            inviting = messages.Inviting(shown, self._next_table())
            if inviting != self._inviting:
                self._inviting = inviting
                self.listener(inviting)

    def _next_table(self) -> str:
        """Return the invitation to the host's next table, which opens at the host's own port."""
        hosts = dict.fromkeys(address.host for address in self.ends.get(HOST, ()))
        if self.seat == HOST or not hosts:
            return ""
        key = self.keys[HOST]
        at = tuple(make_address(host, own_port(key)) for host in hosts)
        return str(Invitation(at[:ADDRESSES_MAX], key))

    def _carry_out(self, outs: Iterable[AddressOut], sender: int | None = None, host: str = "") -> None:
        """Carry out effects. `host` is the address from which the news of `sender` came, which the other
        players may not know."""
        for out in outs:
            match out:
                case SendAddresses(seat, frame):
                    self.link.send(self.keys[seat], frame)
                case NewAddresses(seat, addresses):
                    self._note(seat, with_seen(addresses, host) if seat == sender else addresses)
                    self.link.connect(self.keys[seat], self.ends[seat])

    def _note(self, seat: int, addresses: tuple[Address, ...]) -> None:
        self.ends[seat] = addresses
        self.keep(self.ends)

    def _seat_of(self, event: LinkEvent) -> int | None:
        if not isinstance(event, Arrived | Up) or event.channel is not Channel.TABLE:
            return None
        return self.keys.index(event.key) if event.key in self.keys else None


def open_reconnect_listener(
    begin: Begin,
    game: GameJournal,
    *,
    env: Environment,
    link: Link,
    listener: Listener,
    table_port: int,
    visible: bool,
    lobby_port: int | None = None,
    beside: tuple[Visible | Calls, ...] = (),
) -> ReconnectListener:
    """Return the listener of a table that has begun, and open its lobby unless it is open. A bot opens no
    lobby: its runner has one. `visible`: players of this table may find each other on this network."""
    if lobby_port is None and not env.is_bot:
        with suppress(LinkError):  # without our lobby the others' remain
            lobby_port = open_lobby(link, env, 0)
    ends = {seat: tuple(map(parse_address, texts)) for seat, texts in game.addresses().items()}
    keeper = LateJoiners(env.me, begin, lambda: tuple(sorted(ends.items())))
    own_visible = search = None
    if visible and lobby_port is not None:
        if not any(isinstance(each, Visible) for each in beside):
            own_visible = _visible(env, link, keeper, begin.seat, lobby_port)
        search = PlayerSearch(
            link,
            [
                player.curve
                for seat, player in enumerate(begin.genesis.players)
                if seat != begin.seat and not player.run_by
            ],
            clock=env.clock,
            nets=env.nets,
            random=env.random,
        )
    return ReconnectListener(
        link,
        keeper,
        AddressBook(begin.genesis, begin.seat, env.profile.identity),
        keys=tuple(player.curve for player in begin.genesis.players),
        seat=begin.seat,
        ends=ends,
        lobby_port=lobby_port,
        table_port=table_port,
        clock=env.clock,
        unix_time=env.unix_time,
        own_addresses=lambda port: env.addresses(port)[:ADDRESSES_MAX],
        keep=lambda found: game.keep_addresses(
            {seat: tuple(map(str, addresses)) for seat, addresses in found.items()}
        ),
        listener=listener,
        beside=beside if own_visible is None else (*beside, own_visible),
        search=search,
        own_visible=own_visible,
    )


def _visible(env: Environment, link: Link, keeper: LateJoiners, seat: int, port: int) -> Visible:
    """Return our announcement to the others. Only the table's first seat may show the table to strangers (net
    5.9); all others appear as people without a table."""

    def table() -> AtTable | None:
        return AtTable(keeper.info, Access.CLOSED) if seat == HOST else None

    return Visible(
        env.me, link, port=port, nets=env.nets(), clock=env.clock, table=table, announced=env.announced
    )


def open_lobby(link: Link, env: Environment, port: int) -> int:
    """Listen for guests, by default on this player's own port, so that old invitations lead to a rematch."""
    try:
        return link.open_lobby(host=env.listen, port=port or own_port(env.profile.identity.curve_public))
    except LinkError:
        if port:
            raise
        return link.open_lobby(host=env.listen)


def open_table_again(link: Link, env: Environment, table: str, roster: list[bytes], port: int) -> int:
    """Listen at the port where the others look for us, or at any if it is taken: we call the others, too."""
    try:
        return link.open_table(table, roster, host=env.listen, port=port)
    except LinkError:
        return link.open_table(table, roster, host=env.listen)
