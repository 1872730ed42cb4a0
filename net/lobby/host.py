"""The host of a table: keeps the seats, asks for the signatures, starts (net 5.4).

The host sits in seat 0, the others in the order in which they were let in. When the last seat is
taken the genesis is made and offered; when somebody leaves before all have signed, the offer is
withdrawn and the seat is free again. Bots are guests like others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from net.errors import BadSignature, LocalError, PeerError
from net.link.address import Address, make_address
from net.link.contract import TokenBucket
from net.lobby.identity import check_certificate, verify
from net.lobby.messages import (
    ADDRESSES_MAX,
    Addr,
    Bye,
    Hello,
    Info,
    Join,
    LobbyErr,
    Message,
    Role,
    Sign,
    Stage,
    StartMessage,
    TableOffer,
    Welcome,
    check_addr,
    expect,
    parse,
    plain,
    write,
)
from net.lobby.phases import (
    AGAIN_S,
    ASKING_MAX,
    GUESTS_MAX,
    HOST_TABLE,
    IGNORE,
    PROTOCOL,
    SILENT_S,
    Admission,
    Asked,
    Begin,
    Code,
    Declined,
    Gathered,
    GuestPhase,
    LobbyOut,
    Me,
    OpenTable,
    ProvenGuest,
    Refusal,
    Tell,
    Terms,
)
from net.wire.genesis import Genesis, Player, sign_genesis
from net.wire.names import seen_name
from net.wire.signing import GENESIS_TAG

_ERRORS_PER_S = 5
_LOST, _SILENT, _AGAIN, _LEFT = "the connection is lost", "no answer", "started again", "left"
_DULL = (_LOST, _SILENT, _AGAIN, _LEFT)
"""Why a visitor went, where nobody need be told: it never had a seat, and its reason says nothing."""


@dataclass(slots=True)
class _Visitor:
    """What the host remembers of one key."""

    key: bytes
    heard_at: float
    told_at: float
    errors: TokenBucket
    guest: ProvenGuest | None = None
    phase: GuestPhase = GuestPhase.UNKNOWN
    host: str = ""
    """The computer that its frames come from, which others are told as one of its addresses."""
    addresses: tuple[Address, ...] = ()
    addr_n: int = -1
    sig: bytes | None = None


@dataclass(slots=True)
class _Signing:
    """The genesis that is being signed or was."""

    genesis: Genesis
    body: bytes
    own_sig: bytes | None = None
    addresses: tuple[Address, ...] = ()
    start: StartMessage | None = None
    keys: tuple[bytes, ...] = field(default=())


class Host:
    """One table of ours from the open door to the start. Not thread-safe; `now` is in seconds.

    Every method gives what is to be done, in order. `accept` says what becomes of a guest who wants
    to sit down; `bots` are the public keys of the bots that the host runs.
    """

    def __init__(
        self,
        me: Me,
        terms: Terms,
        *,
        accept: Callable[[ProvenGuest], Admission],
        bots: frozenset[bytes] = frozenset(),
    ) -> None:
        self._me = me
        self._bots = bots
        self._terms = terms
        self._accept = accept
        self._visitors: dict[bytes, _Visitor] = {}
        self._seated: list[bytes] = []
        self._signing: _Signing | None = None
        self._closed = False
        self._parted: set[bytes] = set()

    # -- inputs -----------------------------------------------------------------------------

    def received(self, key: bytes, frame: bytes, *, address: str, now: float) -> tuple[LobbyOut, ...]:
        """A frame of the lobby from a key that the link has proven, coming from host `address`."""
        visitor = self._visitor(key, now)
        visitor.heard_at, visitor.host = now, address
        try:
            if self._closed:
                raise Refusal(Code.CLOSING, "this table is closed")
            message = parse(frame)
            deed = HOST_TABLE[visitor.phase].get(message.word, Code.MALFORMED)
            if isinstance(deed, Code):
                raise Refusal(deed, f"{message.word} has no place here now")
            return () if deed == IGNORE else tuple(self._do(deed, visitor, message, now))
        except PeerError as why:
            if not visitor.errors.take(1, now):
                return ()
            return (Tell(key, write(LobbyErr(why.code, plain(why.text)))),)

    def decide(self, ed: bytes, *, admit: bool, now: float) -> tuple[LobbyOut, ...]:
        """The person who hosts has decided on a guest that was `Asked` about."""
        for visitor in self._visitors.values():
            if visitor.phase is GuestPhase.ASKING and visitor.guest and visitor.guest.player.ed == ed:
                return tuple(self._admit(visitor, now) if admit else self._turn_away(visitor))
        return ()

    def opened(self, addresses: Iterable[Address], *, now: float) -> tuple[LobbyOut, ...]:
        """The table's door is open at these addresses: now the host signs, too."""
        signing = self._signing
        if signing is None or signing.own_sig is not None:
            raise LocalError("there is no table to open")
        signing.addresses = tuple(addresses)[:ADDRESSES_MAX]
        signing.own_sig = sign_genesis(signing.body, self._me.identity)
        return tuple(self._start_if_complete(now))

    def gone(self, key: bytes, *, now: float) -> tuple[LobbyOut, ...]:
        """The link says that the key is gone."""
        visitor = self._visitors.get(key)
        return () if visitor is None else tuple(self._leave(visitor, _LOST, now))

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        """Time has passed: drop the silent, say again what was not answered. Call once a second."""
        out: list[LobbyOut] = []
        for visitor in tuple(self._visitors.values()):
            if now - visitor.heard_at >= SILENT_S and visitor.phase is not GuestPhase.PLAYING:
                out += self._leave(visitor, _SILENT, now)
            elif visitor.phase is GuestPhase.OFFERED and now - visitor.told_at >= AGAIN_S:
                out += self._offer(visitor, None, now)
        return tuple(out)

    def close(self, text: str) -> tuple[LobbyOut, ...]:
        """Close the table before it has started (or the lobby after it)."""
        self._closed = True
        playing = (GuestPhase.UNKNOWN, GuestPhase.PLAYING)
        return tuple(
            Tell(visitor.key, write(Bye(plain(text))))
            for visitor in self._visitors.values()
            if visitor.phase not in playing
        )

    @property
    def gathered(self) -> Gathered:
        """Who sits at the table now."""
        host = ProvenGuest(self._me.player, self._me.boot)
        return Gathered(self._terms.seats, (host, *(self._guest(key) for key in self._seated)))

    @property
    def stage(self) -> Stage:
        """How far the table is."""
        if self._signing is None:
            return Stage.GATHERING
        return Stage.SIGNING if self._signing.start is None else Stage.PLAYING

    # -- deeds of the table -----------------------------------------------------------------

    def _do(self, deed: str, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        deeds: dict[str, Callable[[_Visitor, Message, float], Iterable[LobbyOut]]] = {
            "greet": self._greet,
            "inform": self._inform,
            "seat": self._seat,
            "part": self._part,
            "offer": self._offer,
            "addressed": self._addressed,
            "signed": self._signed,
            "decline": self._decline,
            "start": self._start,
        }
        return deeds[deed](visitor, message, now)

    def _greet(self, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        hello = expect(message, Hello)
        if not hello.proto_min <= PROTOCOL <= hello.proto_max:
            older = "your program" if hello.proto_max < PROTOCOL else "the host's program"
            raise Refusal(Code.PROTOCOL, f"no common protocol version: {older} is old")
        if check_certificate(hello.cert, hello.ed) != visitor.key:
            raise Refusal(Code.CERTIFICATE, "the certificate is for another key than this connection's")
        run_by = 1 if hello.ed in self._bots else 0  # the host sits in seat 0
        guest = ProvenGuest(Player(hello.ed, visitor.key, hello.cert, hello.nick, run_by), hello.boot)
        self._refuse_doubles(visitor, guest)
        out: list[LobbyOut] = []
        if visitor.guest is not None and visitor.guest.boot < guest.boot:
            # It has forgotten what it said before, but at a table that plays: that it resumes.
            out += self._leave(visitor, _AGAIN, now)
            visitor = self._visitor(visitor.key, now)
        if visitor.phase is GuestPhase.UNKNOWN:
            visitor.guest, visitor.phase = guest, GuestPhase.GREETED
        host = self._me.player
        welcome = Welcome(PROTOCOL, host.ed, host.cert, host.nick, self._me.boot)
        return [*out, self._tell(visitor, welcome, now), *self._inform(visitor, None, now)]

    def _refuse_doubles(self, visitor: _Visitor, guest: ProvenGuest) -> None:
        if guest.player.ed == self._me.player.ed:
            raise Refusal(Code.CERTIFICATE, "you have the same identity as the host")
        if visitor.guest is not None and guest.boot < visitor.guest.boot:
            raise Refusal(Code.SUPERSEDED, "a later start of your program is here already")
        for other in self._visitors.values():
            if other is not visitor and other.guest is not None and other.guest.player.ed == guest.player.ed:
                raise Refusal(Code.SUPERSEDED, "your identity is here already with another key")

    def _refuse_same_name(self, guest: ProvenGuest) -> None:
        seen = seen_name(guest.nick)
        if not seen:
            raise Refusal(Code.NOT_ALLOWED, "your name cannot be seen: choose another")
        if any(seen_name(other.nick) == seen for other in self.gathered.guests):
            raise Refusal(Code.NOT_ALLOWED, "somebody at this table has a name that looks like yours")

    def _inform(self, visitor: _Visitor, _: Message | None, now: float) -> Iterable[LobbyOut]:
        return [self._tell(visitor, self._info(), now)]

    def _seat(self, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        join, guest = expect(message, Join), self._guest(visitor.key)
        if join.table != self._terms.table:
            raise Refusal(Code.UNKNOWN_TABLE, "there is another table here now")
        if join.role is not Role.PLAYER:
            raise Refusal(Code.NOT_ALLOWED, "this table cannot be watched")
        if self._signing is not None or len(self._seated) + 1 >= self._terms.seats:
            raise Refusal(Code.FULL, "all seats are taken")
        self._refuse_same_name(guest)
        verdict = self._accept(guest)
        if verdict is Admission.ADMIT:
            return self._admit(visitor, now)
        if verdict is Admission.REFUSE:
            return self._turn_away(visitor)
        if sum(other.phase is GuestPhase.ASKING for other in self._visitors.values()) >= ASKING_MAX:
            raise Refusal(Code.FULL, "too many are waiting to be let in")
        visitor.phase = GuestPhase.ASKING
        return [Asked(guest)]

    def _part(self, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        return self._leave(visitor, expect(message, Bye).text or _LEFT, now)

    def _decline(self, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        return self._leave(visitor, expect(message, LobbyErr).text or "did not sign", now)

    def _offer(self, visitor: _Visitor, _: Message | None, now: float) -> Iterable[LobbyOut]:
        return [self._tell(visitor, TableOffer(self._signed_now().body), now)]

    # An address or a signature that does not fit is most likely of an offer that was withdrawn when
    # somebody else left, perhaps under another seat. So whoever sends it is offered the table again.

    def _addressed(self, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        addr, signing = expect(message, Addr), self._signed_now()
        if addr.seat != signing.keys.index(visitor.key):
            return self._offer(visitor, None, now)
        if addr.n <= visitor.addr_n:
            return ()
        try:
            check_addr(addr, game=signing.genesis.id, key=self._guest(visitor.key).player.ed)
        except BadSignature:
            return self._offer(visitor, None, now)
        visitor.addr_n, visitor.addresses = addr.n, _with_seen(addr.addresses, visitor.host)
        return self._start_if_complete(now)

    def _signed(self, visitor: _Visitor, message: Message, now: float) -> Iterable[LobbyOut]:
        sign, signing = expect(message, Sign), self._signed_now()
        if sign.seat != signing.keys.index(visitor.key):
            return self._offer(visitor, None, now)
        try:
            verify(self._guest(visitor.key).player.ed, GENESIS_TAG + signing.body, sign.sig)
        except BadSignature:
            return self._offer(visitor, None, now)
        visitor.sig, visitor.phase = sign.sig, GuestPhase.SIGNED
        return self._start_if_complete(now)

    def _start(self, visitor: _Visitor, _: Message | None, now: float) -> Iterable[LobbyOut]:
        start = self._signed_now().start
        if start is None:
            raise LocalError("a guest plays at a table that has not started")
        return [self._tell(visitor, start, now)]

    # -- seats and signatures ---------------------------------------------------------------

    def _admit(self, visitor: _Visitor, now: float) -> Iterable[LobbyOut]:
        try:
            if self._signing is not None or len(self._seated) + 1 >= self._terms.seats:
                raise Refusal(Code.FULL, "all seats are taken")
            # Of two who wait under one name the first who is let in has it.
            self._refuse_same_name(self._guest(visitor.key))
        except Refusal as why:
            visitor.phase = GuestPhase.GREETED
            return [self._tell(visitor, LobbyErr(why.code, why.text), now)]
        visitor.phase = GuestPhase.SEATED
        self._seated.append(visitor.key)
        out: list[LobbyOut] = [self.gathered, *self._tell_all(now)]
        if len(self._seated) + 1 == self._terms.seats:
            out += self._offer_all(now)
        return out

    def _turn_away(self, visitor: _Visitor) -> Iterable[LobbyOut]:
        visitor.phase = GuestPhase.GREETED
        return [Tell(visitor.key, write(LobbyErr(Code.NOT_ALLOWED, "the host has not let you in")))]

    def _leave(self, visitor: _Visitor, text: str, now: float) -> Iterable[LobbyOut]:
        """Forget a visitor; its seat is free, and an offer that it should have signed is void."""
        if visitor.phase is GuestPhase.PLAYING:
            return ()
        del self._visitors[visitor.key]
        if visitor.key not in self._seated:
            return self._part_unseated(visitor, text)
        self._seated.remove(visitor.key)
        self._signing = None
        for key in self._seated:
            other = self._visitors[key]
            other.phase, other.sig, other.addresses, other.addr_n = GuestPhase.SEATED, None, (), -1
        gone = () if visitor.guest is None else (Declined(visitor.guest, text),)
        return [*gone, self.gathered, *self._tell_all(now)]

    def _part_unseated(self, visitor: _Visitor, text: str) -> Iterable[LobbyOut]:
        """A guest of another version says so and goes: tell it, once a key, for it will try again."""
        if visitor.guest is None or visitor.phase is not GuestPhase.GREETED or visitor.key in self._parted:
            return ()
        if text in _DULL or len(self._parted) >= GUESTS_MAX:
            return ()
        self._parted.add(visitor.key)
        return (Declined(visitor.guest, text),)

    def _offer_all(self, now: float) -> Iterable[LobbyOut]:
        terms, guests = self._terms, self.gathered.guests
        genesis = Genesis(
            game=terms.game,
            rules=terms.rules,
            engine=terms.engine,
            options=terms.options,
            table=terms.table,
            players=tuple(guest.player for guest in guests),
            policy=terms.policy,
        )
        keys = tuple(guest.player.curve for guest in guests)
        self._signing = _Signing(genesis, genesis.encode(), keys=keys)
        out: list[LobbyOut] = [OpenTable(genesis, 0)]
        for key in self._seated:
            self._visitors[key].phase = GuestPhase.OFFERED
            out += self._offer(self._visitors[key], None, now)
        return out

    def _start_if_complete(self, now: float) -> Iterable[LobbyOut]:
        signing = self._signed_now()
        others = [self._visitors[key] for key in self._seated]
        own, sigs = signing.own_sig, [other.sig for other in others if other.sig is not None]
        is_complete = own is not None and len(sigs) == len(others) and all(v.addr_n >= 0 for v in others)
        if own is None or not is_complete or signing.start is not None:
            return ()
        ends = ((0, signing.addresses), *((n, other.addresses) for n, other in enumerate(others, 1)))
        signing.start = StartMessage((own, *sigs), ends)
        out: list[LobbyOut] = [Begin(signing.genesis, signing.body, signing.start.sigs, 0, ends[1:])]
        for other in others:
            other.phase = GuestPhase.PLAYING
            out += self._start(other, None, now)
        return out

    # -- small parts ------------------------------------------------------------------------

    def _visitor(self, key: bytes, now: float) -> _Visitor:
        visitor = self._visitors.get(key)
        if visitor is None:
            if len(self._visitors) >= GUESTS_MAX:
                self._make_room()
            errors = TokenBucket(_ERRORS_PER_S, _ERRORS_PER_S, now)
            visitor = self._visitors[key] = _Visitor(key, now, now, errors)
        return visitor

    def _make_room(self) -> None:
        """Forget whoever has come least far and was heard longest ago, of those without a seat.

        Seats and places in the queue are far fewer than guests, so a crowd pushes out but itself.
        """
        standing = [visitor for visitor in self._visitors.values() if visitor.key not in self._seated]
        del self._visitors[min(standing, key=lambda visitor: (visitor.phase.value, visitor.heard_at)).key]

    def _guest(self, key: bytes) -> ProvenGuest:
        guest = self._visitors[key].guest
        if guest is None:
            raise LocalError("a visitor has a seat and no name")
        return guest

    def _signed_now(self) -> _Signing:
        if self._signing is None:
            raise LocalError("no genesis is offered")
        return self._signing

    def _info(self) -> Info:
        terms = self._terms
        players = (guest.player for guest in self.gathered.guests)
        taken = tuple((player.ed, player.nick, player.run_by) for player in players)
        return Info(
            table=terms.table,
            game=terms.game,
            rules=terms.rules,
            engine=terms.engine,
            options=terms.options,
            seats=terms.seats,
            taken=taken,
            stage=self.stage,
            policy=terms.policy,
        )

    def _tell(self, visitor: _Visitor, message: Message, now: float) -> Tell:
        visitor.told_at = now
        return Tell(visitor.key, write(message))

    def _tell_all(self, now: float) -> Sequence[LobbyOut]:
        """The news of the table, to everybody who has said HELLO."""
        known = [visitor for visitor in self._visitors.values() if visitor.phase is not GuestPhase.UNKNOWN]
        return [self._tell(visitor, self._info(), now) for visitor in known]


def _with_seen(addresses: tuple[Address, ...], host: str) -> tuple[Address, ...]:
    """The addresses that a guest names, and the one that its frames come from with its port.

    A guest may not know under which address others see it; the port it knows.
    """
    if not addresses:
        return ()
    try:
        seen = make_address(host, addresses[0].port)
    except ValueError:
        return addresses
    return addresses if seen in addresses else (seen, *addresses)[:ADDRESSES_MAX]
