"""A player who wants a seat at another's table: calls, looks, joins, checks the genesis, signs (net 5.4).

The joiner knows the host's CURVE key from the invitation, and the connection has proven it; the
certificate in WELCOME then says which player that is. Before it signs, it checks everything in the genesis
against its own program and against the table that its person agreed to join.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from net.errors import BadSignature, LocalError, Malformed, PeerError
from net.link.address import Address
from net.lobby import messages
from net.lobby.identity import check_certificate, verify
from net.lobby.lines import GuestLines
from net.lobby.phases import (
    AGAIN_S,
    CLOSED_TEXT,
    LOOK_S,
    PROTOCOL,
    Begin,
    Ended,
    JoinerPhase,
    KnownGame,
    LobbyOut,
    Me,
    OpenTable,
    TableSeen,
    Talked,
    Tell,
    Terms,
)
from net.lobby.talk import ChatQuery, LobbyChat, check_chat, make_chat
from net.lobby.timeouts import HOST_TIMEOUT_S
from net.wire.genesis import Genesis, Player, check_genesis, parse_genesis, sign_genesis, unvouched
from net.wire.names import seen_name
from net.wire.words import IGNORE, Bye, Code, Err, Refusal, err_for, expect, handler_of, phase_table, plain
from rules.errors import BadOptions

_FINAL = frozenset({Code.PROTOCOL, Code.NOT_ALLOWED, Code.UNKNOWN_TABLE, Code.FULL, Code.CERTIFICATE,
                    Code.SUPERSEDED, Code.CLOSING})  # fmt: skip
_SITS: Final = (JoinerPhase.SEATED, JoinerPhase.OPENING, JoinerPhase.SIGNED)
_Handler: TypeAlias = "Callable[[Joiner, messages.Message, float], Iterable[LobbyOut]]"


class Joiner:
    """One seat at another player's table, from the first call to the start. Not thread-safe.

    Every method returns the effects to carry out, in order; `now` is in seconds. `games` returns what this
    program knows of a game, or None for a game that it does not have.

    `host_key` is the host's CURVE key, which is called for `timeout_s`. The machine begins with `start`.
    """

    def __init__(
        self,
        me: Me,
        host_key: bytes,
        *,
        games: Callable[[str], KnownGame | None],
        timeout_s: float = HOST_TIMEOUT_S,
    ) -> None:
        self._me = me
        self._host_key = host_key
        self._games = games
        self._timeout_s = timeout_s
        self._host_ed = b""
        self.seen: messages.Info | None = None
        """The table as it was last seen."""
        self._body = b""
        self._genesis: Genesis | None = None
        self._seat = 0
        self._addresses: tuple[Address, ...] = ()
        self._addr_n = 0
        self._heard_at = self._told_at = 0.0
        self._signs_at = 0.0
        """Time before which this joiner does not sign: its player has just seen another number of seats."""
        self._lines = GuestLines()
        self._heirs: tuple[messages.Heir, ...] = ()
        self.phase = JoinerPhase.CALLING
        """Phase on the way to the table; read only."""

    @property
    def table(self) -> bytes | None:
        """The table at which we have a seat; None before that, and once the game has begun."""
        return self.seen.table if self.phase in _SITS and self.seen is not None else None

    @property
    def heirs(self) -> tuple[messages.Heir, ...]:
        """Players who may hold the table open when its host is gone, in order."""
        taken = () if self.seen is None else self.seen.taken[1:]
        people = {ed for ed, _, run_by, _ in taken if not run_by}
        return tuple(each for each in self._heirs if each.ed in people)

    # -- inputs -----------------------------------------------------------------------------

    def start(self, now: float) -> tuple[LobbyOut, ...]:
        self._heard_at = now
        return self._repeat(now)

    def connected(self, now: float) -> tuple[LobbyOut, ...]:
        """Note that the link to the host is up (again), and repeat open messages at once."""
        return self._repeat(now)

    def received(self, frame: bytes, now: float) -> tuple[LobbyOut, ...]:
        """Take in a frame of the lobby from the host, whose key the link has proven."""
        self._heard_at = now
        handler: _Handler | None = None
        try:
            message = messages.parse(frame)
            handler = handler_of(self.TABLE[self.phase], message.word)
            return () if handler is None else tuple(handler(self, message, now))
        except PeerError as why:
            answer = Tell(self._host_key, messages.write(err_for(why)))
            if handler in self._DECISIVE:
                return (answer, *self._end(why.code, why.text, bye=True))
            return (answer,)  # a malformed message that decides nothing

    def passed_on(self, frame: bytes, now: float) -> tuple[LobbyOut, ...]:
        """Take in a frame that another player sends on channel T: the start of the game, if the host
        is gone. The signatures in it count, no matter who sends them; every other frame is ignored."""
        if self.phase is not JoinerPhase.SIGNED:
            return ()
        try:
            message = messages.parse(frame)
            return tuple(self._started(message, now)) if isinstance(message, messages.StartMessage) else ()
        except PeerError:
            return ()

    def join(self, now: float) -> tuple[LobbyOut, ...]:
        """Join the table that was seen, as the person wants. Raises `LocalError` before one was seen."""
        if self.phase is not JoinerPhase.GREETED or self.seen is None:
            raise LocalError("there is no table to join")
        try:
            self._check_table(self.seen)
        except Refusal as why:
            return self._end(why.code, why.text, bye=True)
        self.phase = JoinerPhase.JOINING
        return self._repeat(now)

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        """Note that we listen for the table at these addresses, and sign."""
        if self.phase is not JoinerPhase.OPENING:
            return ()  # the host has withdrawn the offer meanwhile
        self._addresses = tuple(addresses)
        self._addr_n += 1
        self.phase = JoinerPhase.SIGNED
        return self._repeat(now)

    def say(self, text: str, now: float) -> tuple[LobbyOut, ...]:
        """Write a line to everybody who has a seat; raises `LocalError` for a line that cannot be sent."""
        if self.phase not in _SITS or self.seen is None:
            raise LocalError("you can write to the table when you have a seat")
        me, n = self._me, self._lines.next_n
        line = make_chat(text, nick=me.nick, n=n, table=self.seen.table, ed=me.player.ed, signer=me.identity)
        self._lines.put(line)
        return self._say_first() if self._lines.first is line else ()

    def leave(self, text: str) -> tuple[LobbyOut, ...]:
        """Give up the seat, as the person wants."""
        if self.phase in (JoinerPhase.PLAYING, JoinerPhase.ENDED):
            return ()
        self.phase = JoinerPhase.ENDED
        return (Tell(self._host_key, messages.write(Bye(plain(text)))),)

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        """Do what is due by now; call once a second."""
        if self.phase in (JoinerPhase.PLAYING, JoinerPhase.ENDED):
            return ()
        is_calling = self.phase is JoinerPhase.CALLING
        if now - self._heard_at >= (self._timeout_s if is_calling else HOST_TIMEOUT_S):
            text = "nobody answers this invitation" if is_calling else "the host does not answer any more"
            return self._end(0, text, bye=False, is_orphan=self.phase in _SITS)
        signs = self.phase is JoinerPhase.SIGNED and self._told_at < self._signs_at <= now
        return self._repeat(now) if signs or now - self._told_at >= AGAIN_S else ()

    # -- handlers of `TABLE` -------------------------------------------------------------------

    def _welcomed(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        welcome = expect(message, messages.Welcome)
        if welcome.proto != PROTOCOL:
            text = f"the host's Shoal speaks another version ({welcome.proto}): one of you must update"
            raise Refusal(Code.PROTOCOL, text)
        if check_certificate(welcome.cert, welcome.ed) != self._host_key:
            raise Refusal(Code.CERTIFICATE, "the host's certificate is for another key")
        if welcome.ed == self._me.player.ed:
            raise Refusal(Code.CERTIFICATE, "the host has the same identity as you")
        self._host_ed = welcome.ed
        self.phase = JoinerPhase.GREETED
        return self._repeat(now)

    def _informed(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        info = expect(message, messages.Info)
        # Once a game has begun, any of its players may invite to it.
        keepers = [ed for ed, *_ in info.taken[: None if info.stage is messages.Stage.PLAYING else 1]]
        if self._host_ed not in keepers:
            raise Refusal(Code.NOT_ALLOWED, "the host does not sit at its own table")
        before, self.seen = self.seen, info
        joined = None if self.phase is JoinerPhase.GREETED else before
        if joined is not None and Terms.of(info) != Terms.of(joined):
            if Terms.of(info) != Terms.of(joined).at(info.seats):
                raise Refusal(Code.NOT_ALLOWED, "the host has changed the table after you joined")
            self._check_table(info)
            self._signs_at = now if self._me.is_bot else now + LOOK_S
        is_seated = any(ed == self._me.player.ed for ed, *_ in info.taken)
        if self.phase is JoinerPhase.JOINING and is_seated:
            self.phase = JoinerPhase.SEATED
        elif self.phase in _SITS and info.stage is messages.Stage.GATHERING:
            self.phase = JoinerPhase.SEATED if is_seated else JoinerPhase.JOINING
        return () if info == before else (TableSeen(info),)

    def _offered(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        body = expect(message, messages.TableOffer).body
        if body == self._body and self.phase in (JoinerPhase.OPENING, JoinerPhase.SIGNED):
            return self._repeat(now)
        genesis, info = parse_genesis(body), self.seen
        seats = len(genesis.players)
        if info is not None and seats != info.seats and Terms.of(genesis) == Terms.of(info).at(seats):
            return ()  # we have not seen yet that their number has changed: INFO answers our next HELLO
        self._genesis = self._checked(genesis)
        self._body = body
        self._seat = next(n for n, player in enumerate(genesis.players) if player.ed == self._me.player.ed)
        self.phase = JoinerPhase.OPENING
        return (OpenTable(genesis, self._seat),)

    def _started(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        start = expect(message, messages.StartMessage)
        genesis = check_genesis(self._body, start.sigs, verify)
        if any(seat not in genesis.seats for seat, _ in start.endpoints):
            raise Malformed("seat", "addresses of a seat that nobody has")
        others = tuple((seat, addresses) for seat, addresses in start.endpoints if seat != self._seat)
        self.phase = JoinerPhase.PLAYING
        unsaid = self._lines.unsaid
        return (Begin(genesis, self._body, start.sigs, seat=self._seat, endpoints=others, unsaid=unsaid),)

    def _sent_off(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        text = expect(message, Bye).text
        theirs, is_orphan = bool(text), self.phase in _SITS and text in ("", CLOSED_TEXT)
        text = text or CLOSED_TEXT
        return self._end(Code.CLOSING, text, bye=False, is_theirs=theirs, is_orphan=is_orphan)

    def _inherit(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        self._heirs = expect(message, messages.Heirs).heirs
        return ()

    def _refused(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        err = expect(message, Err)
        return self._end(err.code, err.text, bye=False, is_theirs=True) if err.code in _FINAL else ()

    def _chat(self, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        """Take in a line that the host passes on. A line that its author has not signed, or in the name of
        another player at the table, is ignored: only the host can have sent that."""
        line, info = expect(message, LobbyChat), self.seen
        if info is None:
            raise LocalError("a seat at a table that was not seen")
        seen = seen_name(line.nick)
        if not seen or any(seen_name(nick) == seen and ed != line.ed for ed, nick, *_ in info.taken):
            return ()
        try:
            check_chat(line, table=info.table)
        except BadSignature:
            return ()
        first = self._lines.first
        if not self._lines.take(line, self._me.player.ed):
            return ()
        more = self._say_first() if self._lines.first is not first else ()
        return (Talked(line.ed, line.nick, line.text), *more)

    # -- checks -----------------------------------------------------------------------------

    def _check_table(self, info: messages.Info) -> None:
        """Raise `Refusal` unless this program can play the table's game."""
        known = self._games(info.game)
        if known is None:
            raise Refusal(Code.ENGINE, f"your Shoal does not have the game {plain(info.game)}")
        if known.rules != info.rules:
            which = f"(host {plain(info.rules)}, guest {known.rules}): one of you must update"
            raise Refusal(Code.ENGINE, f"versions of {plain(info.game)}'s rules differ {which}")
        if known.engine != info.engine:
            theirs, ours = (engine.hex()[:8] for engine in (info.engine, known.engine))
            text = f"the host's code for this game differs from yours: {theirs}, yours is {ours}"
            raise Refusal(Code.ENGINE, text)
        try:
            known.check_options(info.seats, info.options)
        except BadOptions as why:
            raise Refusal(Code.ILLEGAL, plain(f"the table's options do not exist: {why}")) from None

    def _checked(self, genesis: Genesis) -> Genesis:
        """Return the genesis, if it is of the joined table and all its players are who they claim to be."""
        info, me = self.seen, self._me.player
        if info is None:
            raise LocalError("a table was joined that was not seen")
        if Terms.of(genesis) != Terms.of(info):
            raise Refusal(Code.NOT_ALLOWED, "the host offers a table that is not the one you joined")
        self._check_table(info)
        for player in genesis.players:
            if check_certificate(player.cert, player.ed) != player.curve:
                raise Refusal(Code.CERTIFICATE, "a player's certificate is for another key")
        for bot in unvouched(genesis, verify):
            who, whose = (plain(each.nick) for each in (bot, genesis.players[bot.run_by - 1]))
            text = f"the host says that {whose} runs {who}, but {whose} has not signed that"
            raise Refusal(Code.NOT_ALLOWED, text)
        plays = info.stage is messages.Stage.PLAYING
        # in a game that runs the picture may be older than today's choice
        own = [
            player
            for player in genesis.players
            if replace(player, run_by=0, voucher=b"", animal=me.animal if plays else player.animal) == me
        ]
        if not own:
            raise Refusal(Code.NOT_ALLOWED, "the host offers a table without you")
        if own[0].run_by and not self._me.is_bot:
            raise Refusal(Code.NOT_ALLOWED, "the host lists you as a bot")
        if self._me.is_bot and not plays:
            self._check_runner(genesis, own[0])
        keepers = genesis.players[: None if plays else 1]
        if (self._host_ed, self._host_key) not in [(player.ed, player.curve) for player in keepers]:
            raise Refusal(Code.NOT_ALLOWED, "the host does not sit at its own table")
        return genesis

    def _check_runner(self, genesis: Genesis, own: Player) -> None:
        """Raise `Refusal` unless the genesis names the right runner for this bot."""
        if not own.run_by:
            raise Refusal(Code.NOT_ALLOWED, "the host lists a bot as a person")
        voucher, itself = self._me.voucher, genesis.players.index(own)
        free = {each.ed: n for n, each in enumerate(genesis.players) if each.runner in (None, n)}
        if own.runner != (itself if voucher is None else free.get(voucher.runner, itself)):
            raise Refusal(Code.NOT_ALLOWED, "the host names another player as the one who runs this bot")

    # -- words ------------------------------------------------------------------------------

    def _repeat(self, now: float) -> tuple[LobbyOut, ...]:
        """Repeat everything that is open in this phase, after a HELLO: the host may have forgotten us."""
        self._told_at = now
        me = self._me
        says: list[messages.Message] = [me.hello]
        if self.phase is JoinerPhase.JOINING and self.seen is not None:
            role = messages.Role.BOT if me.is_bot else messages.Role.PLAYER
            says.append(messages.Join(self.seen.table, role, me.animal, me.voucher))
        elif self.phase is JoinerPhase.SIGNED and self._genesis is not None:
            where = messages.make_addr(self._seat, self._addresses, n=self._addr_n, game=self._genesis.id,
                              signer=me.identity)  # fmt: skip
            says.append(where)
            if now >= self._signs_at:
                says.append(messages.Sign(self._seat, sign_genesis(self._body, me.identity)))
        elif self.phase in (JoinerPhase.SEATED, JoinerPhase.OPENING):
            says.append(messages.InfoQuery())
        if self.phase in _SITS:
            says.append(ChatQuery(self._lines.heard))
            says += [line for line in (self._lines.first,) if line is not None]
        return tuple(Tell(self._host_key, messages.write(each)) for each in says)

    def _say_first(self) -> tuple[LobbyOut, ...]:
        """The line of ours that is to be sent now, if there is one."""
        line = self._lines.first
        return () if line is None else (Tell(self._host_key, messages.write(line)),)

    def _end(
        self, code: int, text: str, *, bye: bool, is_theirs: bool = False, is_orphan: bool = False
    ) -> tuple[LobbyOut, ...]:
        self.phase = JoinerPhase.ENDED
        words = (Tell(self._host_key, messages.write(Bye(plain(text)))),) if bye else ()
        return (*words, Ended(code, text, is_theirs, is_orphan))

    _BAD = Code.MALFORMED
    # Columns: CALLING, GREETED, JOINING, SEATED, OPENING, SIGNED, PLAYING, ENDED.
    TABLE: ClassVar[dict[JoinerPhase, dict[str, _Handler | Code | None]]] = phase_table(
        JoinerPhase,
        {
            "WELCOME": (_welcomed, *(IGNORE,) * 7),
            "INFO": (_BAD, *(_informed,) * 5, IGNORE, IGNORE),
            "OFFER": (_BAD, _BAD, *(_offered,) * 4, IGNORE, IGNORE),
            "START": (*(_BAD,) * 5, _started, IGNORE, IGNORE),
            "BYE": (*(_sent_off,) * 6, IGNORE, IGNORE),
            "ERR": (*(_refused,) * 4, *(IGNORE,) * 4),
            "CHAT": (_BAD, _BAD, IGNORE, _chat, _chat, _chat, IGNORE, IGNORE),
            "NEXT": (_BAD, IGNORE, *(_inherit,) * 4, IGNORE, IGNORE),
        },
    )
    """Words of joiners (HELLO, INFO?, JOIN, ADDR, SIGN, CHAT?) are `MALFORMED` in every phase."""
    _DECISIVE: ClassVar = (_welcomed, _informed, _offered)
    """Handlers whose refusal means that we cannot sit at this table."""
