"""One table from its beginning until this program leaves it: host, join or resume.

`run_table` owns the link and the journal during that time. It runs in the caller's thread, which becomes
the network thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from app import messages
from app.build import Environment
from app.games.catalogue import catalogue
from app.games.narrator import upper_first
from app.keep.contacts import known_to
from app.keep.journal import GameStatus, StoredGame
from app.messages import Listener
from app.table.agreed import engine_of, option_pairs, options_bytes, rules_of
from app.table.calling import Calls
from app.table.children import Bots, bots_folder
from app.table.gathering import Cancelled, FillingTable, Orphans, make_joiner
from app.table.kept import prune
from app.table.lobbies import HostLobby, JoinerLobby
from app.table.orders import Orders
from app.table.playing import Ending, TableContext, play
from app.table.reconnect_listener import open_lobby, open_reconnect_listener, open_table_again
from app.table.start import Callee, Hosting, Joining, Resuming, Seating
from app.table.visible import Visible, own_port
from net.agreement.journal import Stored
from net.discovery.notice import Access
from net.discovery.responder import AtTable
from net.errors import DiskFull, NetError
from net.link.address import make_address, parse_address
from net.link.contract import Channel
from net.lobby.host import Host
from net.lobby.identity import fingerprint, verify
from net.lobby.invitation import Invitation, parse_invitation
from net.lobby.messages import Stage
from net.lobby.phases import Admission, Begin, ProvenGuest, Terms
from net.wire.genesis import check_genesis

POLL_S = 0.25
HEIR_S = 120.0
"""Seconds of calls to the guest who may keep the table open: its player may be away from the computer."""


class TableFailed(Exception):
    """The table did not begin, or cannot continue; the text says why in a sentence, as the lobby and a
    terminal show it. `is_sent_away`: the host's program refused us or closed the table."""

    def __init__(self, text: str, *, is_sent_away: bool = False) -> None:
        super().__init__(f"{upper_first(text).removesuffix('.')}.")
        self.is_sent_away = is_sent_away


def run_table(
    start: Seating,
    env: Environment,
    *,
    orders: Orders,
    listener: Listener,
    record: Path | None = None,
    leaves_at_the_end: bool = False,
) -> Ending:
    """Host, join or resume a table and play until we leave; raises `TableFailed`.

    `record`: save the log there at the end. `leaves_at_the_end`, for players without a screen: leave as
    soon as everybody is at the end.
    """
    try:
        with env.journal() as journal, env.link() as link:
            orders.attach(link.wake)
            table = _Run(
                env=env,
                journal=journal,
                link=link,
                orders=orders,
                listener=listener,
                leaves_at_the_end=leaves_at_the_end,
            )
            try:
                return table.run(start, record)
            finally:
                with suppress(DiskFull):  # saved later, when the disk has room
                    prune(journal, env.home, now_s=env.unix_time())
    except Cancelled as why:
        text = str(why) or "The table was closed before the game began."
        raise TableFailed(text, is_sent_away=why.is_theirs) from why
    except NetError as why:
        raise TableFailed(str(why)) from why


class _Run(TableContext, frozen=True):
    """One table of this computer, from its beginning to its end."""

    def run(self, start: Seating, record: Path | None) -> Ending:
        """Host, join or resume."""
        if isinstance(start, Resuming):
            return self.resume(start, record)
        return self.host(start, record) if isinstance(start, Hosting) else self.join(start, record)

    def host(self, wanted: Hosting, record: Path | None) -> Ending:
        """Open the lobby, let the bots in, wait for the others, play."""
        entry = catalogue().named(wanted.game)
        terms = Terms(
            table=self.env.random(16),
            game=entry.rules.key,
            rules=rules_of(entry),
            engine=engine_of(entry),
            options=options_bytes(dict(wanted.options)),
            seats=wanted.seats,
            policy=replace(wanted.policy, created_s=self.env.unix_time()),
        )
        bots = self._bots(terms.table)
        host = Host(self.env.me, terms, accept=lambda guest: self._admission(guest, wanted, bots))
        port = open_lobby(self.link, self.env, wanted.port)
        invitation = str(Invitation(self.env.addresses(port)[:4], self.env.profile.identity.curve_public))
        visible = self._visible(host, port, asks=wanted.asks) if wanted.visible else None
        gathering = self._gathering(
            HostLobby(host, bots),
            invitation,
            self.tender(bots),
            visible,
            self._calls(wanted.calls, invitation),
        )
        try:
            bots.join(invitation)
            for _ in range(wanted.bots):
                bots.put(wanted.level)
            begin = gathering.run(self.orders)
            return self._begin(begin, gathering, record, bots=bots, lobby_port=port, visible=wanted.visible)
        finally:
            bots.stop()
            if visible is not None:
                visible.close()

    def _admission(self, guest: ProvenGuest, wanted: Hosting, bots: Bots) -> Admission:
        """Return our answer to a guest; a bot of ours that was called back is refused."""
        if guest.runner == self.env.profile.identity.public:
            return Admission.ADMIT if guest.player.ed in bots.keys else Admission.REFUSE
        return Admission.ASK if wanted.asks and guest.words not in wanted.welcome else Admission.ADMIT

    def _calls(self, callees: Sequence[Callee], invitation: str) -> Calls:
        """Return the calls that bring our invitation to people who are here."""

        def failed(nick: str) -> None:
            text = f"{nick} does not answer: send the invitation another way."
            self.listener(messages.Trouble(messages.TroubleKind.LOBBY, text))

        return Calls(
            callees, self.link, me=self.env.me, invitation=invitation, clock=self.env.clock, failed=failed
        )

    def _visible(self, host: Host, port: int, *, asks: bool) -> Visible:
        """Return the announcement of our table on this network."""

        def table() -> AtTable:
            info = host.info
            is_open = info.stage is Stage.GATHERING and len(info.taken) < info.seats
            return AtTable(info, (Access.ASKED if asks else Access.OPEN) if is_open else Access.CLOSED)

        return Visible(
            self.env.me,
            self.link,
            port=port,
            nets=self.env.nets(),
            clock=self.env.clock,
            table=table,
            announced=self.env.announced,
        )

    def join(self, wanted: Joining, record: Path | None) -> Ending:
        """Sit down at somebody's table and play. If the host goes before the start, sit down at the table of
        the next guest in order, or open one for the guests, if the player stays."""
        orphans: Orphans | None = None
        while True:
            try:
                return self._join(wanted, record)
            except Cancelled as why:
                orphans = why.orphans or (orphans.without_first if orphans is not None else None)
                if orphans is None or not orphans.heirs or not str(why) or self.env.is_bot:
                    raise
            start = self._outlive(orphans, wanted)
            if isinstance(start, Hosting):
                return self.host(start, record)
            wanted = start

    def _outlive(self, orphans: Orphans, wanted: Joining) -> Hosting | Joining:
        """Return how the player continues without the host; raises `Cancelled` if the player leaves."""
        next_one, own = orphans.heirs[0], self.env.profile.identity.public
        is_next = next_one.ed == own
        host = orphans.table.taken[0][1]
        self.listener(messages.HostGone(host, orphans.nick(next_one), is_next=is_next))
        while not isinstance(order := self.orders.take(), messages.Stay):
            if isinstance(order, messages.Quit | messages.GiveUpSeat):
                raise Cancelled("")
            self.link.poll(POLL_S)
        if not is_next:
            at = make_address(next_one.host, own_port(next_one.curve))
            invitation = str(Invitation((at,), next_one.curve))
            return replace(wanted, invitation=invitation, timeout_s=HEIR_S)
        table = orphans.table
        return Hosting(
            table.game,
            table.seats,
            option_pairs(table.options),
            bots=wanted.bots,
            level=wanted.level,
            asks=True,
            policy=table.policy,
            visible=wanted.visible,
            welcome=tuple(fingerprint(each.ed) for each in orphans.heirs),
        )

    def _join(self, wanted: Joining, record: Path | None) -> Ending:
        """Call the host, sit down, bring our bots, play."""
        invitation = parse_invitation(wanted.invitation)
        joiner = make_joiner(self.env.me, invitation.host_key, timeout_s=wanted.timeout_s)
        self.link.connect_lobby(invitation.host_key, invitation.addresses)
        lobby = JoinerLobby(joiner, invitation.addresses, self.env.clock())

        def add_bots(now: float) -> None:
            # Only after we sit down: the host checks whose bots they are.
            if lobby.bots is None and (table := joiner.table) is not None:
                lobby.bots = self._bots(table, of=self.env.profile.nick)
                lobby.bots.join(wanted.invitation)
                for _ in range(wanted.bots):
                    lobby.bots.put(wanted.level)
            self.tender(lobby.bots)(now)

        gathering = self._gathering(lobby, "", add_bots)
        try:
            begin = gathering.run(self.orders)
            self.link.hang_up(invitation.host_key, channel=Channel.LOBBY)
            return self._begin(begin, gathering, record, bots=lobby.bots, visible=wanted.visible)
        except Cancelled:
            self.link.hang_up(invitation.host_key, channel=Channel.LOBBY)
            raise
        finally:
            if lobby.bots is not None:
                lobby.bots.stop()

    def resume(self, wanted: Resuming, record: Path | None) -> Ending:
        """Continue from the journal, at the address where the others look for us."""
        found = self._find(wanted.table)
        self.journal.claim(found.g)
        self.journal.show_game(found.g)
        if found.outcome:
            self.journal.finish(found.g, GameStatus.PLAYING)  # no longer adjourned
        game = self.journal.game(found.g)
        body, sigs = game.genesis()
        genesis = check_genesis(body, sigs, verify)
        addresses = {seat: tuple(map(parse_address, texts)) for seat, texts in game.addresses().items()}
        own = addresses.get(found.seat, ())
        roster = [player.curve for seat, player in enumerate(genesis.players) if seat != found.seat]
        port = open_table_again(self.link, self.env, genesis.id.hex(), roster, own[0].port if own else 0)
        for seat, theirs in addresses.items():
            if seat != found.seat:
                self.link.connect(genesis.players[seat].curve, theirs)
        bots = self._bots(genesis.table)
        try:
            names = {player.ed: player.nick for player in genesis.players}
            bots.resume(genesis.id.hex(), level=wanted.level, names=names)
            begin = Begin(genesis, body, sigs, found.seat, tuple(addresses.items()))
            reconnect_listener = open_reconnect_listener(
                begin,
                game,
                env=self.env,
                link=self.link,
                listener=self.listener,
                table_port=port,
                visible=wanted.visible,
            )
            stored = game.stored()
            try:
                return play(
                    self,
                    begin,
                    game,
                    stored=stored,
                    reconnect_listener=reconnect_listener,
                    record=record,
                    bots=bots,
                )
            finally:
                reconnect_listener.close()
        finally:
            bots.stop()

    def _begin(
        self,
        begin: Begin,
        gathering: FillingTable,
        record: Path | None,
        *,
        bots: Bots | None = None,
        lobby_port: int | None = None,
        visible: bool,
    ) -> Ending:
        self.journal.claim(begin.genesis.id)
        game = self.journal.begin(begin.body, begin.sigs, seat=begin.seat)
        stored = game.stored()  # a player who was cut off may also come back by the invitation
        own = tuple(map(str, self.env.addresses(gathering.port)))
        theirs = {seat: tuple(map(str, addresses)) for seat, addresses in begin.endpoints}
        game.keep_addresses({**theirs, begin.seat: own})
        for text in begin.unsaid:
            self.orders.put(messages.Say(text))
        for seat, addresses in begin.endpoints:
            if seat != begin.seat:
                self.link.connect(begin.genesis.players[seat].curve, addresses)
        reconnect_listener = open_reconnect_listener(
            begin,
            game,
            env=self.env,
            link=self.link,
            listener=self.listener,
            table_port=gathering.port,
            lobby_port=lobby_port,
            beside=gathering.beside,
            visible=visible,
        )
        try:
            return play(
                self,
                begin,
                game,
                stored=None if stored == Stored() else stored,
                reconnect_listener=reconnect_listener,
                record=record,
                bots=bots,
                said=gathering.said(begin.genesis),
            )
        finally:
            reconnect_listener.close()

    def _gathering(
        self,
        lobby: HostLobby | JoinerLobby,
        invitation: str,
        tend: Callable[[float], None],
        visible: Visible | None = None,
        calls: Calls | None = None,
    ) -> FillingTable:
        return FillingTable(
            lobby,
            self.link,
            clock=self.env.clock,
            listener=self.listener,
            addresses=self.env.addresses,
            table_host=self.env.listen,
            invitation=invitation,
            known=known_to(self.journal, self.env.profile.identity),
            tend=tend,
            visible=visible,
            calls=calls,
        )

    def _bots(self, table: bytes, *, of: str = "") -> Bots:
        self.journal.claim(table)
        address = None if self.env.listen == "*" else self.env.listen
        return Bots(
            bots_folder(self.env.home, table),
            address=address,
            randomness=self.env.random,
            runner=self.env.profile.identity,
            of=of,
        )

    def _find(self, prefix: str) -> StoredGame:
        found = [
            each
            for each in self.journal.games()
            if each.status is GameStatus.PLAYING and each.g.hex().startswith(prefix.lower())
        ]
        if len(found) == 1:
            return found[0]
        many = "More than one" if found else "No"
        raise Cancelled(f"{many} unfinished game begins with these letters.")
