"""From an open lobby to a signed table, over a link: the lobby's machines carried out.

Runs in the network thread before `app.table.peer` plays, and beside it: a host answers its guests until
each of them has the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from app import messages
from app.keep.contacts import Acquaintance
from app.messages import Listener
from app.table.agreed import guest_of, known_game, option_pairs
from app.table.orders import Orders
from app.table.visible import Visible
from net.link.address import Address
from net.link.contract import Arrived, Channel, Clock, Down, LinkEvent, LinkRefused, Up
from net.link.zmq_link import Link
from net.lobby.host import Host
from net.lobby.identity import fingerprint
from net.lobby.joiner import Joiner
from net.lobby.phases import (
    Asked,
    Begin,
    Declined,
    Ended,
    Gathered,
    JoinerPhase,
    LobbyOut,
    Me,
    OpenTable,
    TableSeen,
    Tell,
    Terms,
)
from net.wire.genesis import Player

NOBODY = Acquaintance()
TICK_S = 1.0
UNANSWERED_S = 4.0
"""An invitation that is not answered for so long is spoken of; it is tried on for `phases.PATIENCE_S`."""


class Cancelled(Exception):
    """The table did not come about; the text says why, "" when we wanted it so."""


class Lobby(Protocol):
    """One of the lobby's machines, as the link sees it."""

    def heard(self, event: LinkEvent, now: float) -> tuple[LobbyOut, ...]:
        """Something happened on the lobby's channel."""

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        """The table's door is open."""

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        """A second has passed."""

    def leave(self) -> tuple[LobbyOut, ...]:
        """We do not want the table any more."""

    def decide(self, order: messages.Admit, now: float) -> tuple[LobbyOut, ...]:
        """The person who hosts has decided about a guest."""


class HostLobby:
    """A table of ours that fills."""

    def __init__(self, host: Host, *, bots: int = 0) -> None:
        self.host = host
        self.bots = bots
        """How many of the seats go to bots of ours."""

    def heard(self, event: LinkEvent, now: float) -> tuple[LobbyOut, ...]:
        if isinstance(event, Arrived):
            return self.host.received(event.key, event.frame, address=event.address, now=now)
        if isinstance(event, Down):
            return self.host.gone(event.key, now=now)
        return ()

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        return self.host.opened(addresses, now=now)

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        return self.host.tick(now)

    def leave(self) -> tuple[LobbyOut, ...]:
        return self.host.close("the host has closed the table")

    def decide(self, order: messages.Admit, now: float) -> tuple[LobbyOut, ...]:
        return self.host.decide(order.key, admit=order.admit, now=now)


class JoinerLobby:
    """A table that we were invited to, at these addresses; sits down as soon as it sees it."""

    def __init__(self, joiner: Joiner, addresses: Sequence[Address], now: float) -> None:
        self.joiner = joiner
        self.first = joiner.start(now)
        self._addresses = addresses
        self._speaks_at: float | None = now + UNANSWERED_S

    def unanswered(self, now: float) -> str:
        """What may be wrong with an invitation that nobody has answered yet; said once, otherwise ""."""
        if self._speaks_at is None or now < self._speaks_at or self.joiner.phase is not JoinerPhase.CALLING:
            return ""
        self._speaks_at = None
        where = " or ".join(map(str, self._addresses))
        return (
            f"Nobody has answered yet at {where}. The table may be closed, that computer asleep or in "
            "another network, or a firewall in between (also on the host's own computer). Still trying."
        )

    def heard(self, event: LinkEvent, now: float) -> tuple[LobbyOut, ...]:
        if isinstance(event, Arrived):
            return self.joiner.received(event.frame, now)
        return self.joiner.connected(now) if isinstance(event, Up) else ()

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        return self.joiner.opened(addresses, now)

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        return self.joiner.tick(now)

    def leave(self) -> tuple[LobbyOut, ...]:
        return self.joiner.leave("the player has gone away")

    def decide(self, order: messages.Admit, now: float) -> tuple[LobbyOut, ...]:
        return ()


class FillingTable:
    """Carries a lobby out over a link until the table begins.

    `tend` is called every now and then with the time until then: who waits looks after its bots.
    """

    def __init__(
        self,
        lobby: Lobby,
        link: Link,
        *,
        clock: Clock,
        listener: Listener,
        addresses: Callable[[int], Sequence[Address]],
        table_host: str,
        invitation: str,
        known: Acquaintance = NOBODY,
        tend: Callable[[float], None],
        visible: Visible | None = None,
    ) -> None:
        self._lobby = lobby
        self._visible = visible
        self._link = link
        self._clock = clock
        self._tell = listener
        self._addresses = addresses
        self._table_host = table_host
        self._invitation = invitation
        self._known = known
        self._own = fingerprint(known.own) if known.own else ""
        self._tend = tend
        self._terms: Terms | None = None
        self._ticked = clock()
        self.begun: Begin | None = None
        self.port = 0

    def host(self, terms: Terms, gathered: Gathered) -> None:
        """Show the table that we host, before anybody has come."""
        self._terms = terms
        self._do(gathered)

    def run(self, orders: Orders) -> Begin:
        """Until all have signed; raises `Cancelled`."""
        if isinstance(self._lobby, JoinerLobby):
            self._carry_out(self._lobby.first)
        while self.begun is None:
            for event in self._link.poll(TICK_S / 4):
                self.heard(event)
            while self.begun is None and (order := orders.take()) is not None:
                self._obey(order)
            self.tick()
            self._tend(self._clock())
        return self.begun

    def heard(self, event: LinkEvent) -> None:
        """Something happened on the link; of the table's only a start counts."""
        if getattr(event, "channel", None) is not Channel.LOBBY:
            if isinstance(event, Arrived) and isinstance(self._lobby, JoinerLobby):
                self._carry_out(self._lobby.joiner.passed_on(event.frame, self._clock()))
            return
        if self._visible is not None and self._visible.heard(event):
            return
        if isinstance(event, LinkRefused) and isinstance(self._lobby, JoinerLobby):
            self._tell(messages.Trouble(messages.TroubleKind.LINK, event.why.value))
        self._carry_out(self._lobby.heard(event, self._clock()))

    def tick(self) -> None:
        """Let time pass for the lobby."""
        if self._clock() - self._ticked >= TICK_S:
            self._ticked = self._clock()
            if isinstance(self._lobby, JoinerLobby) and (text := self._lobby.unanswered(self._ticked)):
                self._tell(messages.Trouble(messages.TroubleKind.LOBBY, text))
            self._carry_out(self._lobby.tick(self._ticked))
            if self._visible is not None:
                self._visible.tick()

    def _obey(self, order: messages.Order) -> None:
        if isinstance(order, messages.Quit):
            self._carry_out(self._lobby.leave())
            self._link.poll(0.0)
            raise Cancelled("")
        if isinstance(order, messages.Admit):
            self._carry_out(self._lobby.decide(order, self._clock()))

    def _carry_out(self, outs: Iterable[LobbyOut]) -> None:
        for out in outs:
            self._do(out)

    def _do(self, out: LobbyOut) -> None:
        match out:
            case Tell(key, frame):
                self._link.send_lobby(key, frame)
            case Begin():
                self.begun = out
            case OpenTable():
                self._open_table(out)
            case Ended(text=text):
                raise Cancelled(text)
            case TableSeen():
                self._seen(out)
            case Gathered():
                self._show(out)
            case Asked(guest):
                self._tell(messages.Knock(self._guest(guest.player), guest.player.ed, self._own))
            case Declined(guest, text):
                told = f"{guest.nick} does not play: {text}"
                self._tell(messages.Trouble(messages.TroubleKind.LOBBY, told))

    def _show(self, gathered: Gathered) -> None:
        """Tell who is here, at a table of ours."""
        if self._terms is None:
            return
        host = gathered.guests[0].nick
        guests = tuple(
            replace(self._guest(guest.player), runner=host if guest.player.run_by else "")
            for guest in gathered.guests
        )
        wanted = self._lobby.bots if isinstance(self._lobby, HostLobby) else 0
        self._tell(
            messages.Gathering(
                game=self._terms.game,
                options=option_pairs(self._terms.options),
                seats=gathered.seats,
                guests=guests,
                invitation=self._invitation,
                bots=max(0, wanted - sum(guest.bot for guest in guests)),
                own=self._own,
                policy=self._terms.policy,
            )
        )

    def _guest(self, player: Player) -> messages.Guest:
        return self._with_what_is_known(guest_of(player), player.ed)

    def _with_what_is_known(self, guest: messages.Guest, ed: bytes) -> messages.Guest:
        """A guest with what this computer knows of its key; of a bot of the table that says nothing."""
        if guest.bot:
            return guest
        about, warning = self._known.about(ed, guest.nick), self._known.warning(ed, guest.nick)
        return replace(guest, about=about, warning=warning)

    def _open_table(self, wanted: OpenTable) -> None:
        self._link.shut(Channel.TABLE)
        roster = [player.curve for seat, player in enumerate(wanted.genesis.players) if seat != wanted.seat]
        self.port = self._link.open_table(wanted.genesis.id.hex(), roster, host=self._table_host)
        self._carry_out(self._lobby.opened(self._addresses(self.port), self._clock()))

    def _seen(self, seen: TableSeen) -> None:
        if not isinstance(self._lobby, JoinerLobby):
            return
        if self._lobby.joiner.phase is JoinerPhase.GREETED:
            # Before it is shown: this refuses a table of a game that this program does not know.
            self._carry_out(self._lobby.joiner.join(self._clock()))
        info = seen.info
        names = [nick for _, nick, _ in info.taken]
        guests = tuple(
            self._with_what_is_known(
                messages.Guest(
                    nick,
                    fingerprint(ed),
                    bot=run_by > 0,
                    runner=names[run_by - 1] if 0 < run_by <= len(names) else "",
                ),
                ed,
            )
            for ed, nick, run_by in info.taken
        )
        options = option_pairs(info.options)
        self._tell(
            messages.Gathering(
                game=info.game,
                options=options,
                seats=info.seats,
                guests=guests,
                invitation="",
                own=self._own,
                policy=info.policy,
            )
        )


def make_joiner(me: Me, host_key: bytes) -> Joiner:
    """A joiner that knows the games of the catalogue."""
    return Joiner(me, host_key, games=known_game)
