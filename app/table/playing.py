"""A table that is played: the parts of its network thread, and its end on this computer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from app import messages
from app.build import Environment
from app.keep.contacts import introduced, known_to, meet
from app.keep.game_journal import GameJournal
from app.keep.journal import GameStatus, JournalFile
from app.keep.record_file import save_record_file
from app.messages import Listener
from app.table.agreed import info_of, machine_of
from app.table.children import Bots
from app.table.kept import status_text
from app.table.missing.company import Company
from app.table.opened_hands import HandKeeper
from app.table.orders import Orders
from app.table.past import GamePast
from app.table.peer import Peer, Roster
from app.table.reconnect_listener import ReconnectListener
from app.table.troubles import fault_trouble
from net.agreement.journal import Stored
from net.agreement.table import Table
from net.errors import DiskFull
from net.link.address import Address, parse_address
from net.link.contract import Link
from net.lobby.identity import verify
from net.lobby.messages import ADDRESSES_MAX, StartMessage, write
from net.lobby.phases import Begin
from net.seat.dealer import Dealer
from net.seat.session import Session
from net.seat.tally import Tally
from net.wire.genesis import Genesis, Watch

if TYPE_CHECKING:  # imported on use: most tables cannot be watched
    from app.table.spectator_server import SpectatorServer


class Ending(Struct, frozen=True):
    """The end of a table on this computer. `fault` says why the game stopped, "" if it did not."""

    table: str
    heights: int
    is_over: bool
    fault: str
    players: tuple[str, ...]
    state: str
    tally: Tally
    has_left: bool = False
    """True if we gave up the seat, with a goodbye."""
    is_ended: bool = False
    """True if the players present ended the game early."""
    can_resume: bool = False
    """True if the game can be continued: it is not over, and we have not given up our seat."""

    def values(self) -> dict[str, object]:
        """Return the values for JSON."""
        return {
            "table": self.table,
            "heights": self.heights,
            "over": self.is_over,
            "ended": self.is_ended,
            "state": self.state,
            "players": list(self.players),
            "proofs": sum(self.tally.proofs.values()),
            "rounds": self.tally.rounds,
            "seconds": {step: round(spent, 3) for step, spent in self.tally.seconds.items()},
            "moves_ms": [round(1000 * spent, 2) for spent in self.tally.moves[False]],
            "carrying_moves_ms": [round(1000 * spent, 2) for spent in self.tally.moves[True]],
            "deals_ms": [round(1000 * spent, 1) for spent in self.tally.deals],
        }


class TableContext(Struct, frozen=True):
    """Everything that a table needs to run: this program's environment, the open journal and link, the queue
    of orders, and the listener. `leaves_at_the_end`: no screen shows the result."""

    env: Environment
    journal: JournalFile
    link: Link
    orders: Orders
    listener: Listener
    leaves_at_the_end: bool

    def tender(self, bots: Bots | None) -> Callable[[float], None]:
        """Return the function that sweeps the journal when frames are out, and restarts bots that died."""

        def tend(now: float) -> None:
            self.journal.sweep()
            for text in () if bots is None else bots.tend(now):
                self.listener(messages.Trouble(messages.TroubleKind.BOT, text))

        return tend


def play(
    context: TableContext,
    begin: Begin,
    game: GameJournal,
    *,
    stored: Stored | None,
    reconnect_listener: ReconnectListener,
    record: Path | None,
    bots: Bots | None,
    said: tuple[messages.ChatLine, ...] = (),
) -> Ending:
    """Play a game that has begun until this program leaves it."""
    genesis, seat = begin.genesis, begin.seat
    machine, past = machine_of(genesis), GamePast(seat)
    table = Table(
        genesis,
        seat,
        signer=context.env.profile.identity,
        verify=verify,
        machine=machine,
        journal=game,
        stored=stored,
        past=past.take,
    )
    dealer = Dealer(seat, context.env.random, game.secrets())
    session = Session(table, dealer, game.keep_secrets, proofs_before=past.proofs)
    names = tuple(player.nick for player in genesis.players)
    info = info_of(genesis, seat)
    identity = context.env.profile.identity
    known = known_to(context.journal, identity)
    info = replace(info, guests=introduced(info.guests, genesis, known))
    started = messages.Started(info, resumed=stored is not None, past=tuple(past.events), said=said)
    context.listener(started)
    now_s = context.env.unix_time()
    for warning in meet(context.journal, identity, genesis, now_s=now_s, is_new=stored is None):
        context.listener(messages.Trouble(messages.TroubleKind.LOBBY, warning))
    reconnect_listener.watched = watched = _spectator_server(
        context, genesis, seat, game, table=table, ends=reconnect_listener.ends
    )

    def finished(status: GameStatus) -> None:
        if status is not GameStatus.PLAYING:
            with suppress(DiskFull):  # the game is over anyway
                game.keep_own_hand({int(slot): int(face) for slot, face in session.dealer.known.items()})
        text = status_text(status, session.replica.outcome, table.log.blame.stopped, names)
        context.journal.finish(genesis.id, status, text)

    player = Peer(
        session,
        context.link,
        Roster(tuple(each.curve for each in genesis.players), names),
        context.orders,
        clock=context.env.clock,
        listener=context.listener,
        reconnect_listener=reconnect_listener,
        leaves_at_the_end=context.leaves_at_the_end,
        news_of_start=_start_frame(game),
        finished=finished,
        save=lambda path: save_record_file(path, game.export()),
        tend=context.tender(bots),
        company=Company(
            names,
            genesis.runners,
            genesis.policy,
            is_bot=context.env.is_bot,
            bots=frozenset(seat for seat, each in enumerate(genesis.players) if each.run_by),
        ),
        keeper=HandKeeper(genesis, context.env.profile.identity, game.keep_hand, game.hands()),
        watched=watched,
    )
    player.run()
    if player.has_left and bots is not None:
        bots.say_goodbye()  # our bots give up their seats with us
    if watched is not None:
        watched.close()
    with suppress(DiskFull):  # the others also have these records
        context.journal.flush()
    if record is not None:
        save_record_file(record, game.export())
    fault = table.log.blame.stopped
    return Ending(
        table=genesis.id.hex(),
        heights=table.log.k,
        is_over=not session.replica.actors,
        is_ended=session.replica.is_ended,
        fault=fault_trouble(fault, names).text if fault else "",
        players=names,
        state=session.replica.state.text(),
        tally=session.tally,
        has_left=player.has_left,
        can_resume=any(
            each.g == genesis.id and each.status is GameStatus.PLAYING for each in context.journal.games()
        ),
    )


def _spectator_server(
    context: TableContext,
    genesis: Genesis,
    seat: int,
    game: GameJournal,
    *,
    table: Table,
    ends: Mapping[int, tuple[Address, ...]],
) -> SpectatorServer | None:
    """Open the table for spectators, if it may be watched."""
    if genesis.policy.watch is Watch.CLOSED:
        return None
    from app.table.spectator_server import SpectatorServer, SpectatorServerConfig  # noqa: PLC0415  (see above)

    _, sigs = game.genesis()
    keeper = SpectatorServerConfig(
        genesis,
        sigs,
        seat,
        identity=context.env.profile.identity,
        endpoints=ends,
        own=context.env.addresses,
        host=context.env.listen,
        friends=frozenset(known_to(context.journal, context.env.profile.identity).met),
    )
    return SpectatorServer(
        keeper,
        table,
        context.link,
        clock=context.env.clock,
        tell=context.listener,
        evidence=lambda: game.export().evidence,
    )


def _start_frame(game: GameJournal) -> bytes:
    """Return a start frame with the addresses kept here, for players whom the host did not reach."""
    _, sigs = game.genesis()
    ends = tuple(
        (seat, tuple(map(parse_address, texts))[:ADDRESSES_MAX])
        for seat, texts in sorted(game.addresses().items())
    )
    return write(StartMessage(sigs, ends))
