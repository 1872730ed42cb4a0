"""The spectators' server at one player's table: who may come in, who is there, what is sent to them.

It runs in the network thread beside the game (`app.table.peer`) and cannot affect it: it gets everything
that is final, and returns only who watches and what spectators say to each other. Players tell each other
who watches, and whether they keep the table closed; one of them is enough to close it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from app import messages
from app.messages import Listener
from net.agreement.table import Table
from net.errors import LinkError, PeerError
from net.link.address import Address, make_address
from net.link.contract import Arrived, Channel, Clock, Link, LinkEvent, TokenBucket, Up, Way
from net.lobby.identity import Identity, fingerprint, verify
from net.lobby.messages import WatchSources, write
from net.lobby.phases import ProvenGuest, Tell
from net.watch.phases import Heard, NamedSpectators, SourceOut
from net.watch.source import Source, Watched, make_ticket
from net.watch.words import NAMED_MAX, OUT_MAX, SPECTATOR_MAX, GalleryWord, SaidLine, read_word, write_word
from net.wire.codec import first_word
from net.wire.frame import Kind, parse_frame
from net.wire.genesis import Genesis, Watch
from net.wire.record import parse_record
from net.wire.words import Code, Err

TELL_S = 2.0
REPEAT_S = 10.0
"""Seconds after which players repeat who watches, if nothing has changed."""
FORGET_S = 25.0
"""Seconds for which a player's word about spectators holds: a player who has gone keeps no table closed."""
LINGER_S = 3.0
"""Most seconds that a player without a screen stays for spectators who have not received the end."""
LINES_S, LINES_BURST = 2.0, 10.0
ASKED_MAX = 16
CLOSED = "{name} lets nobody watch now"
_AT_TABLE = ("GALLERY", "SAID")
_CTL = bytes([0x92, Kind.CTL])


class SpectatorServerConfig(Struct, frozen=True):
    """The player that serves spectators, and the players' addresses: `endpoints` has the others' by seat,
    `own` returns ours for a port."""

    genesis: Genesis
    sigs: tuple[bytes, ...]
    seat: int
    identity: Identity
    endpoints: Mapping[int, tuple[Address, ...]]
    own: Callable[[int], Sequence[Address]]
    host: str
    friends: frozenset[bytes] = frozenset()
    """Keys of people met before: they get places to watch before others."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(player.nick for player in self.genesis.players)

    @property
    def watched(self) -> Watched:
        """The game, as a source serves it."""
        genesis = self.genesis
        return Watched(
            genesis.id,
            genesis.encode(),
            self.sigs,
            tuple(player.ed for player in genesis.players),
            self.names,
            by_ticket=genesis.policy.watch is Watch.ASK,
            may_chat=genesis.policy.watch_chat,
        )


class _Told(Struct):
    """Another player's word about its spectators."""

    at: float
    word: GalleryWord


class SpectatorServer:
    """Open from the start of a game that may be watched. `evidence` returns what stopped the game, if
    anything."""

    def __init__(
        self,
        keeper: SpectatorServerConfig,
        table: Table,
        link: Link,
        *,
        clock: Clock,
        tell: Listener,
        evidence: Callable[[], Iterable[bytes]],
    ) -> None:
        self._keeper = keeper
        self._table = table
        self._link = link
        self._clock = clock
        self._tell = tell
        self._evidence = evidence
        now = clock()
        self._source = Source(
            keeper.watched,
            verify=verify,
            records=tuple(table.log.records),
            tip=table.log.prev,
            friends=keeper.friends,
            now=now,
        )
        self._told: dict[int, _Told] = {}
        self._keys = {player.curve: seat for seat, player in enumerate(keeper.genesis.players)}
        self._is_closed = False
        self._out: dict[bytes, None] = {}
        """Spectators that this player has sent away, the latest last."""
        self._is_stopped = False
        self._asked: dict[bytes, ProvenGuest] = {}
        self._let_in: dict[bytes, bool] = {}
        self._lines = TokenBucket(LINES_S, LINES_BURST)
        self._said: GalleryWord | None = None
        self._tell_at = now
        self._repeat_at = now
        self._news: messages.Spectators | None = None
        self._port = self._listen()

    # -- for Peer ---------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """Number of spectators at the whole table."""
        return 0 if self._news is None else len(self._news.names) + self._news.more

    def wait_s(self, now: float) -> float:
        """Return the seconds until the next `tick`."""
        return min(self._source.wait_s(now), max(0.0, self._tell_at - now))

    def has_shown_all(self, since: float) -> bool:
        """True if every spectator has the end that was reached at `since`, or had enough time for it."""
        return self._source.everybody_has_all or self._clock() - since >= LINGER_S

    def heard(self, event: LinkEvent) -> bool:
        """Take in an event of the link; return True if only this server needs it."""
        if isinstance(event, Arrived) and event.channel is Channel.TABLE:
            return self._heard_at_table(event)
        if isinstance(event, Up) and event.channel is Channel.TABLE:
            self._say_who((event.key,))
            return False
        if getattr(event, "channel", None) is not Channel.WATCH:
            return False
        if isinstance(event, Arrived) and event.way is Way.INBOUND:
            now = self._clock()
            self._do(self._source.received(event.key, event.frame, address=event.address, now=now))
        return True

    def tick(self, hands: Sequence[bytes]) -> None:
        """Send what has become final and the hands opened after the game, and do work that is due."""
        now, table = self._clock(), self._table
        if self._source.k < table.log.k:
            for raw in table.log.records[self._source.k :]:
                self._do(self._source.added(raw, parse_record(raw).h, now))
        if table.log.blame.stopped is not None and not self._is_stopped:
            self._is_stopped = True
            self._do(self._source.stopped(self._evidence(), now))
        if hands:
            self._do(self._source.opened(hands, now))
        self._do(self._source.tick(now))
        if now >= self._tell_at:
            self._tell_at = now + TELL_S
            self._look_around(now)

    def obey(self, order: messages.Order) -> bool:
        """Carry out an order about spectators; return True if it was one."""
        if isinstance(order, messages.AllowSpectators):
            self._is_closed = not order.is_open
            self._look_around(self._clock())
        elif isinstance(order, messages.SendOff):
            self._send_off(order.key)
            self._look_around(self._clock())
        elif isinstance(order, messages.AdmitSpectator):
            guest = self._asked.pop(order.key, None)
            self._let_in[order.key] = order.admit
            if guest is not None:
                self.show(guest)
        else:
            return False
        return True

    def show(self, guest: ProvenGuest) -> None:
        """Answer a guest of the lobby who wants to watch: where, or why not. The player may have to be
        asked."""
        key, ed = guest.player.curve, guest.player.ed
        if closed := self._closed_by():
            self._refuse(key, Code.CLOSING, CLOSED.format(name=self._keeper.names[closed[0]]))
        elif self._let_in.get(ed, self._keeper.genesis.policy.watch is Watch.OPEN):
            self._name_sources(key)
        elif ed in self._let_in:
            self._refuse(key, Code.NOT_ALLOWED, "the players have not let you in")
        elif ed not in self._asked and len(self._asked) < ASKED_MAX:
            self._asked[ed] = guest
            self._tell(messages.SpectatorKnock(guest.nick, fingerprint(ed), ed))

    def close(self) -> None:
        """Close the server, because the player leaves."""
        self._do(self._source.close("that player's program is closed"))

    # -- inside -----------------------------------------------------------------------------

    def _listen(self) -> int:
        game = self._keeper.genesis.id.hex()
        try:
            return self._link.open_watch(game, host=self._keeper.host)
        except LinkError:
            return 0  # spectators find another player's server

    def _name_sources(self, curve: bytes) -> None:
        keeper, players = self._keeper, self._keeper.genesis.players
        sources = [(players[keeper.seat].curve, tuple(keeper.own(self._port))[:4])] if self._port else []
        for seat, told in sorted(self._told.items()):
            hosts = dict.fromkeys(address.host for address in keeper.endpoints.get(seat, ()))
            where = tuple(make_address(host, told.word.port) for host in hosts) if told.word.port else ()
            if where:
                sources.append((players[seat].curve, where))
        by_ticket = keeper.genesis.policy.watch is Watch.ASK
        ticket = make_ticket(keeper.genesis.id, curve, keeper.identity) if by_ticket else b""
        if sources:
            found = WatchSources(keeper.genesis.id, keeper.seat, ticket, tuple(sources))
            self._link.send_lobby(curve, write(found))
        else:
            self._refuse(curve, Code.FULL, "no player's computer can show it")

    def _refuse(self, key: bytes, code: Code, text: str) -> None:
        self._link.send_lobby(key, write(Err(code, text)))

    def _heard_at_table(self, event: Arrived) -> bool:
        """Take in another player's word about spectators."""
        seat = self._keys.get(event.key)
        if seat is None or event.frame[:2] != _CTL or len(event.frame) > SPECTATOR_MAX:
            return False
        with suppress(PeerError):  # only about spectators: the game does not depend on it
            inside = parse_frame(event.frame).b
            if first_word(inside) not in _AT_TABLE:
                return False
            word, now = read_word(inside), self._clock()
            if isinstance(word, GalleryWord):
                self._told[seat] = _Told(now, word)
                for ed in word.out:
                    self._do(self._source.send_off(ed, now))
            elif isinstance(word, SaidLine) and self._lines.take(1.0, now):
                self._do(self._source.say(word.line, now), is_ours=False)
        return True

    def _closed_by(self) -> tuple[int, ...]:
        """Return the players who let nobody watch."""
        now = self._clock()
        seats = [
            seat for seat, told in self._told.items() if told.word.is_closed and now - told.at < FORGET_S
        ]
        return tuple(sorted([*seats, self._keeper.seat] if self._is_closed else seats))

    def _look_around(self, now: float) -> None:
        """Collect the spectators of the whole table, and report changes to everybody concerned."""
        closed = self._closed_by()
        if closed:
            self._do(self._source.close(CLOSED.format(name=self._keeper.names[closed[0]])))
        else:
            self._source.open_again()
        named, more = self._everybody(now)
        self._source.tell_who(NamedSpectators(tuple(named.items()), more))
        may_chat = self._keeper.watched.may_chat
        news = messages.Spectators(tuple(named.values()), more, closed, may_chat, keys=tuple(named))
        if news != self._news:
            self._news = news
            self._tell(news)
        own = self._source.named
        shown = own.named[:NAMED_MAX]
        more = own.more + len(own.named) - len(shown)
        word = GalleryWord(self._is_closed, self._port, shown, more, tuple(self._out))
        if word != self._said or now >= self._repeat_at:
            self._said, self._repeat_at = word, now + REPEAT_S
            self._say_who(key for key, seat in self._keys.items() if seat != self._keeper.seat)

    def _send_off(self, ed: bytes) -> None:
        """Send a spectator away from every player's server, without a right to ask again."""
        self._out[ed] = None
        if len(self._out) > OUT_MAX:
            del self._out[next(iter(self._out))]
        self._let_in[ed] = False
        self._do(self._source.send_off(ed, self._clock()))

    def _everybody(self, now: float) -> tuple[dict[bytes, str], int]:
        own = self._source.named
        named, more = dict(own.named), own.more
        for told in self._told.values():
            if now - told.at < FORGET_S:
                more += told.word.more
                for ed, nick in told.word.named:
                    named.setdefault(ed, nick)
        return named, more

    def _say_who(self, keys: Iterable[bytes]) -> None:
        if self._said is not None:
            frame = write_word(self._said)
            for key in keys:
                self._link.send(key, frame)

    def _do(self, outs: Iterable[SourceOut], *, is_ours: bool = True) -> None:
        """Send frames; chat of our own spectators also goes to the other players."""
        for out in outs:
            if isinstance(out, Tell):
                self._link.send_watch(out.key, out.frame, Way.INBOUND)
            elif isinstance(out, Heard):
                self._tell(messages.SpectatorLine(out.line.nick, out.line.text))
                if is_ours and self._lines.take(1.0, self._clock()):
                    frame = write_word(SaidLine(out.line.raw))
                    for key, seat in self._keys.items():
                        if seat != self._keeper.seat:
                            self._link.send(key, frame)
