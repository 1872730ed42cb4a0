"""From an open lobby to a signed table: carries out the effects of the lobby's machines over a link.

Runs in the network thread before `app.table.peer` plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from app import messages
from app.animals import animals_of
from app.keep.contacts import Acquaintance
from app.messages import Listener
from app.table.agreed import guest_of, known_game, option_pairs, sizes_of
from app.table.calling import Calls
from app.table.lobbies import HostLobby, JoinerLobby, Lobby
from app.table.orders import Orders
from app.table.troubles import link_trouble, quoted
from app.table.visible import Visible
from net.errors import LocalError
from net.link.address import Address
from net.link.contract import Arrived, Channel, Clock, Link, LinkEvent, LinkRefused
from net.lobby import phases
from net.lobby.host import Host
from net.lobby.identity import fingerprint
from net.lobby.joiner import Joiner
from net.lobby.messages import Heir, Info
from net.lobby.signing import with_seen
from net.lobby.timeouts import HOST_TIMEOUT_S
from net.wire.genesis import Genesis

NOBODY = Acquaintance()
TICK_S = 1.0
SAID_MAX = 200
"""Maximum number of chat lines kept for the beginning of the game."""


class Orphans(Struct, frozen=True):
    """A table whose host is gone, as last seen. `heirs` are the people who may keep it open, in order."""

    table: Info
    heirs: tuple[Heir, ...]

    @property
    def without_first(self) -> Orphans:
        """The same table without the first heir, who did not keep it open either."""
        return Orphans(self.table, self.heirs[1:])

    def nick(self, heir: Heir) -> str:
        """Return the name of an heir."""
        return next((nick for ed, nick, *_ in self.table.taken if ed == heir.ed), "")


class Cancelled(Exception):
    """The table did not begin; the text says why, "" if we left. `is_theirs`: the text is from the host's
    program. `orphans`: the table and its people, if only the host is gone."""

    def __init__(self, text: str, *, is_theirs: bool = False, orphans: Orphans | None = None) -> None:
        super().__init__(text)
        self.is_theirs = is_theirs
        self.orphans = orphans


class FillingTable:
    """Runs a lobby over a link until the table begins. `tend` is called now and then with the time, so that
    the bots are looked after during the wait."""

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
        calls: Calls | None = None,
    ) -> None:
        self._lobby = lobby
        self.visible = visible
        self.calls = calls
        self._link = link
        self._clock = clock
        self._tell = listener
        self._addresses = addresses
        self._table_host = table_host
        self._invitation = invitation
        self._known = known
        self._own = fingerprint(known.own) if known.own else ""
        self._tend = tend
        self._table: messages.Gathering | None = None
        """The table as it was last sent to the player."""
        self._names: dict[bytes, str] = {}
        """Names of the guests at a table of ours, by key."""
        self._ticked = clock()
        self._said: list[tuple[bytes, str]] = []
        self.begun: phases.Begin | None = None
        self.port = 0
        self._seen_at: dict[bytes, str] = {}
        """Host addresses from which lobbies have answered, by key."""

    def run(self, orders: Orders) -> phases.Begin:
        """Run until all have signed; raises `Cancelled`."""
        if isinstance(self._lobby, JoinerLobby):
            self._carry_out(self._lobby.first)
        elif isinstance(self._lobby, HostLobby):
            self._show(self._lobby.host)
        while self.begun is None:
            for event in self._link.poll(TICK_S / 4):
                self.heard(event)
            while self.begun is None and (order := orders.take()) is not None:
                self._obey(order)
            self.tick()
            self._tend(self._clock())
            if self._table is not None:  # a bot may have been added or removed
                self._tell_table(self._table)
        return self.begun

    @property
    def beside(self) -> tuple[Visible | Calls, ...]:
        """Other parts that answer the lobby's calls."""
        return tuple(each for each in (self.visible, self.calls) if each is not None)

    def said(self, genesis: Genesis) -> tuple[messages.ChatLine, ...]:
        """Return the chat from before the game, by the players who are now at the table."""
        seats = {player.ed: seat for seat, player in enumerate(genesis.players)}
        return tuple(messages.ChatLine(seats[ed], text) for ed, text in self._said if ed in seats)

    def heard(self, event: LinkEvent) -> None:
        """Take in an event of the link; on the table's channel only the start frame counts."""
        if getattr(event, "channel", None) is not Channel.LOBBY:
            if isinstance(event, Arrived) and isinstance(self._lobby, JoinerLobby):
                self._carry_out(self._lobby.joiner.passed_on(event.frame, self._clock()))
            return
        if self.visible is not None and self.visible.heard(event):
            return
        if self.calls is not None and self.calls.heard(event):
            return
        if isinstance(event, LinkRefused) and isinstance(self._lobby, JoinerLobby):
            self._tell(link_trouble(f"The host at {self._lobby.where}", event.why))
        if isinstance(event, Arrived) and isinstance(self._lobby, JoinerLobby):
            self._seen_at[event.key] = event.address
        self._carry_out(self._lobby.heard(event, self._clock()))

    def tick(self) -> None:
        """Do the lobby's work that is due now."""
        if self._clock() - self._ticked >= TICK_S:
            self._ticked = self._clock()
            if isinstance(self._lobby, JoinerLobby) and (text := self._lobby.unanswered(self._ticked)):
                self._tell(messages.Trouble(messages.TroubleKind.LOBBY, text))
            self._carry_out(self._lobby.tick(self._ticked))
            if self.visible is not None:
                self.visible.tick()
            if self.calls is not None:
                self.calls.tick()

    def _obey(self, order: messages.Order) -> None:
        if isinstance(order, messages.Quit | messages.GiveUpSeat):
            self._carry_out(self._lobby.leave())
            self._link.poll(0.0)
            raise Cancelled("")
        if isinstance(order, messages.Admit):
            self._carry_out(self._lobby.decide(order, self._clock()))
        elif isinstance(order, messages.RefuseAll) and isinstance(self._lobby, HostLobby):
            self._carry_out(self._lobby.host.refuse_all())
        elif isinstance(order, messages.Unseat | messages.PutBot | messages.Resize):
            self._change_chairs(order)
        elif isinstance(order, messages.Say):
            try:
                self._carry_out(self._lobby.say(order.text, self._clock()))
            except LocalError as why:
                self._tell(messages.Refused("not-now", "", f"That was not sent: {why}."))

    def _change_chairs(self, order: messages.Unseat | messages.PutBot | messages.Resize) -> None:
        """Carry out an order about a chair; an order that has become impossible is ignored."""
        lobby, table, now = self._lobby, self._table, self._clock()
        if isinstance(order, messages.Unseat):
            self._carry_out(lobby.remove(order.key, now))
            if lobby.bots is not None:
                lobby.bots.drop(order.key)
        elif isinstance(order, messages.Resize):
            if isinstance(lobby, HostLobby) and table is not None and order.seats in table.sizes:
                self._carry_out(lobby.host.resize(order.seats, now=now))
        elif lobby.bots is not None and table is not None and len(table.guests) + table.bots < table.seats:
            lobby.bots.put(order.level)
            self._tell_table(table)

    def _carry_out(self, outs: Iterable[phases.LobbyOut]) -> None:
        for out in outs:
            self._do(out)

    def _do(self, out: phases.LobbyOut) -> None:
        match out:
            case phases.Tell(key, frame):
                self._link.send_lobby(key, frame)
            case phases.Begin():
                self.begun = replace(out, endpoints=self._endpoints(out))
            case phases.OpenTable():
                self._open_table(out)
            case phases.Ended(text=text):
                words = f"The host's program says: {quoted(text)}." if out.is_theirs else text
                raise Cancelled(words, is_theirs=out.is_theirs, orphans=self._orphans(out))
            case phases.TableSeen():
                self._seen(out)
            case phases.Gathered():
                if isinstance(self._lobby, HostLobby):
                    self._show(self._lobby.host)
            case _:
                self._pass_on(out)

    def _endpoints(self, begin: phases.Begin) -> tuple[tuple[int, tuple[Address, ...]], ...]:
        """Return the others' addresses; for the host also the address that answered us, which the host itself
        may not know."""
        keys = [player.curve for player in begin.genesis.players]
        return tuple(
            (seat, with_seen(addresses, self._seen_at.get(keys[seat], "")))
            for seat, addresses in begin.endpoints
        )

    def _orphans(self, ended: phases.Ended) -> Orphans | None:
        """Return the players left without a host, if only the host is gone."""
        if not ended.is_orphan or not isinstance(self._lobby, JoinerLobby):
            return None
        joiner = self._lobby.joiner
        return None if joiner.seen is None else Orphans(joiner.seen, joiner.heirs)

    def _pass_on(self, out: phases.LobbyOut) -> None:
        """Pass news on to the player at once."""
        match out:
            case phases.GuestAsks(guest):
                self._tell(messages.Knock(self._guest(guest), guest.player.ed, self._own))
            case phases.Withdrawn(guest):
                self._tell(messages.KnockGone(guest.player.ed))
            case phases.Talked(ed, nick, text):
                self._said = [*self._said, (ed, text)][-SAID_MAX:]
                self._tell(messages.LobbyLine(nick, text))
            case phases.Declined(guest, text):
                told = f"{guest.nick} is not at your table: {quoted(text) if out.is_theirs else text}."
                self._tell(messages.Trouble(messages.TroubleKind.LOBBY, told))

    def _show(self, host: Host) -> None:
        """Send the player a table of ours."""
        gathered, terms = host.gathered, host.terms
        self._names = {guest.player.ed: guest.nick for guest in gathered.guests}
        animals = animals_of([(guest.player.ed, guest.player.animal) for guest in gathered.guests])
        guests = tuple(
            replace(self._guest(guest), animal=animal)
            for guest, animal in zip(gathered.guests, animals, strict=True)
        )
        self._tell_table(
            messages.Gathering(
                game=terms.game,
                options=option_pairs(terms.options),
                seats=terms.seats,
                guests=guests,
                invitation=self._invitation,
                own=self._own,
                policy=terms.policy,
            )
        )

    def _tell_table(self, table: messages.Gathering) -> None:
        """Send the player the table with our bots and our possible orders, if anything changed."""
        bots = () if self._lobby.bots is None else self._lobby.bots.keys
        coming = tuple(key for key in bots if all(guest.key != key for guest in table.guests))
        least = len(table.guests) + len(coming)
        sizes = sizes_of(self._lobby.host.terms) if isinstance(self._lobby, HostLobby) else ()
        table = replace(table, coming=coming, sizes=tuple(size for size in sizes if size >= least))
        if table != self._table:
            self._table = table
            self._tell(table)

    def _guest(self, guest: phases.ProvenGuest) -> messages.Guest:
        player = guest.player
        shown = replace(guest_of(player), key=player.ed)
        runner = self._names.get(guest.runner, "")
        return self._with_known_facts(replace(shown, bot=guest.is_bot, runner=runner), player.ed)

    def _with_known_facts(self, guest: messages.Guest, ed: bytes) -> messages.Guest:
        """Return a guest together with the facts that this computer knows about the key; none for a bot."""
        if guest.bot:
            return guest
        about, warning = self._known.about(ed, guest.nick), self._known.warning(ed, guest.nick)
        return replace(guest, about=about, warning=warning)

    def _open_table(self, wanted: phases.OpenTable) -> None:
        self._link.shut(Channel.TABLE)
        roster = [player.curve for seat, player in enumerate(wanted.genesis.players) if seat != wanted.seat]
        self.port = self._link.open_table(wanted.genesis.id.hex(), roster, host=self._table_host)
        self._carry_out(self._lobby.opened(self._addresses(self.port), self._clock()))

    def _seen(self, seen: phases.TableSeen) -> None:
        if not isinstance(self._lobby, JoinerLobby):
            return
        if self._lobby.joiner.phase is phases.JoinerPhase.GREETED:
            # Before the table is shown: `join` refuses a table whose game this program does not know.
            self._carry_out(self._lobby.joiner.join(self._clock()))
        self._show_theirs(seen)

    def _show_theirs(self, seen: phases.TableSeen) -> None:
        """Send the player somebody else's table."""
        info = seen.info
        names = [nick for _, nick, *_ in info.taken]
        animals = animals_of([(ed, animal) for ed, _, _, animal in info.taken])
        guests = tuple(
            self._with_known_facts(
                messages.Guest(
                    nick,
                    fingerprint(ed),
                    bot=run_by > 0,
                    runner=names[run_by - 1] if 0 < run_by <= len(names) and run_by - 1 != seat else "",
                    key=ed,
                    animal=animals[seat],
                ),
                ed,
            )
            for seat, (ed, nick, run_by, _) in enumerate(info.taken)
        )
        self._tell_table(
            messages.Gathering(
                game=info.game,
                options=option_pairs(info.options),
                seats=info.seats,
                guests=guests,
                invitation="",
                own=self._own,
                policy=info.policy,
            )
        )


def make_joiner(me: phases.Me, host_key: bytes, *, timeout_s: float = HOST_TIMEOUT_S) -> Joiner:
    """Return a joiner that knows the games of the catalogue."""
    return Joiner(me, host_key, games=known_game, timeout_s=timeout_s)
