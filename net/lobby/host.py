"""The host of a table: keeps the seats, collects the signatures, starts (net 5.4).

The host sits in seat 0, the others in the order in which they were let in. When the last seat is taken the
genesis is made and offered. When a guest leaves before all have signed, the offer is withdrawn and the
seat is free again. Bots are guests like any others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, TypeAlias

from net.errors import LocalError, PeerError
from net.link.address import Address, is_host
from net.link.contract import TokenBucket
from net.lobby import messages
from net.lobby.greeting import proven_guest, refuse_doubles, refuse_same_name, wanted_seat
from net.lobby.lines import HostLines
from net.lobby.phases import (
    AGAIN_S,
    ASKING_MAX,
    ASKING_OF_A_HOST,
    ASKING_RATE,
    GUESTS_MAX,
    PROTOCOL,
    SIGN_S,
    SILENT_S,
    Admission,
    Begin,
    Declined,
    Gathered,
    GuestAsks,
    GuestPhase,
    LobbyOut,
    Me,
    OpenTable,
    ProvenGuest,
    Talked,
    Tell,
    Terms,
    WantsToWatch,
    Withdrawn,
)
from net.lobby.signing import Signing, make_genesis, make_info, make_signing
from net.lobby.talk import ChatQuery, LobbyChat
from net.lobby.visitors import Visitor, Visitors
from net.wire.genesis import Watch
from net.wire.words import IGNORE, Bye, Code, Err, Refusal, err_for, expect, handler_of, phase_table, plain

_LOST, _SILENT, _AGAIN, _LEFT = "connection lost", "no answer", "program restarted", "guest left"
_DULL = (_LOST, _SILENT, _AGAIN, _LEFT)
"""Reasons that are not reported when a visitor without a seat goes: they are no news."""
_UNSIGNED, _REFUSED = "no signature in time", "no signature"
_OURS = (*_DULL, _UNSIGNED, _REFUSED)
"""Reasons in this program's words; all others are the guest's words."""
_Handler: TypeAlias = "Callable[[Host, Visitor, messages.Message, float], Iterable[LobbyOut]]"


class Host:
    """One table of ours from the opening of its lobby to the start. Not thread-safe; `now` is in seconds.

    Every method returns the effects to carry out, in order. `accept` decides about a guest who wants a
    seat.
    """

    def __init__(self, me: Me, terms: Terms, *, accept: Callable[[ProvenGuest], Admission]) -> None:
        self._me = me
        self.terms = terms
        """The terms as they are now: for reading only."""
        self._accept = accept
        self._visitors = Visitors()
        self._signing: Signing | None = None
        self._lines = HostLines(terms.table)
        self._questions = TokenBucket(ASKING_RATE, ASKING_MAX)
        self._closed = False
        self._parted: set[bytes] = set()

    # -- inputs -----------------------------------------------------------------------------

    def received(self, key: bytes, frame: bytes, *, address: str, now: float) -> tuple[LobbyOut, ...]:
        """Take in a frame of the lobby from a key that the link has proven, sent by host `address`."""
        visitor = self._visitors.at(key, now)
        visitor.heard_at, visitor.host = now, address
        try:
            if self._closed:
                raise Refusal(Code.CLOSING, "this table is closed")
            message = messages.parse(frame)
            handler = handler_of(self.TABLE[visitor.phase], message.word)
            return () if handler is None else tuple(handler(self, visitor, message, now))
        except PeerError as why:
            if not visitor.errors.take(1, now):
                return ()
            return (Tell(key, messages.write(err_for(why))),)

    def decide(self, ed: bytes, *, admit: bool, for_good: bool = False, now: float) -> tuple[LobbyOut, ...]:
        """Take in the host's decision on a guest that `GuestAsks` named. A refused guest may ask once more
        (a click can go wrong), but not if refused `for_good`."""
        visitor = self._visitors.named(ed)
        if visitor is None or visitor.phase is not GuestPhase.ASKING:
            return ()
        if admit:
            return tuple(self._admit(visitor, now))
        self._visitors.strike(visitor.key, for_good=for_good)
        return tuple(self._turn_away(visitor))

    def refuse_all(self) -> tuple[LobbyOut, ...]:
        """Refuse everybody who waits for an answer; they cannot ask again."""
        out: list[LobbyOut] = []
        for visitor in self._visitors.asking():
            self._visitors.strike(visitor.key, for_good=True)
            out += self._turn_away(visitor)
        return tuple(out)

    def remove(self, ed: bytes, *, now: float) -> tuple[LobbyOut, ...]:
        """Take the seat of a guest away.

        The guest may come back once (a click can go wrong). Once the table has begun nothing happens.
        """
        visitor = self._visitors.named(ed)
        if visitor not in self._visitors.sitting() or visitor.phase is GuestPhase.PLAYING:
            return ()
        self._visitors.strike(visitor.key)
        bye = self._tell(visitor, Bye("the host has taken your seat away"))
        return (bye, *self._leave(visitor, _LEFT, now)[1:])

    def resize(self, seats: int, *, now: float) -> tuple[LobbyOut, ...]:
        """Change the number of seats; an offer that was made is void.

        Raises `LocalError` for a number that players or terms do not allow, or once the table has begun.
        """
        if self.stage is messages.Stage.PLAYING:
            raise LocalError("the table has begun")
        if seats < len(self.gathered.guests) or not self.terms.can_have(seats):
            raise LocalError(f"this table cannot have {seats} seats")
        self.terms = self.terms.at(seats)
        return tuple(self._gather(now))

    def say(self, text: str, *, now: float) -> tuple[LobbyOut, ...]:
        """Write a line to everybody who has a seat; raises `LocalError` for a line that cannot be sent."""
        if self.stage is messages.Stage.PLAYING:
            raise LocalError("the game has begun: write at the table")
        return tuple(self._pass_on(self._lines.say(text, self._me, now), now))

    def opened(self, addresses: Iterable[Address], *, now: float) -> tuple[LobbyOut, ...]:
        """Note that we listen for the table at these addresses; now the host signs as well."""
        signing = self._signing
        if signing is None or signing.own_sig is not None:
            raise LocalError("there is no table to open")
        signing.open(addresses, self._me.identity)
        return tuple(self._start_if_complete(now))

    def gone(self, key: bytes, *, now: float) -> tuple[LobbyOut, ...]:
        """Note that the link to the key is gone."""
        visitor = self._visitors.find(key)
        return () if visitor is None else tuple(self._leave(visitor, _LOST, now))

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        """Once a second: drop guests that are silent or do not sign, and repeat unanswered offers."""
        out: list[LobbyOut] = [*self._drop_unsigned(now)]
        for visitor in self._visitors:
            if now - visitor.heard_at >= SILENT_S and visitor.phase is not GuestPhase.PLAYING:
                out += self._leave(visitor, _SILENT, now)
            elif visitor.phase is GuestPhase.OFFERED and now - visitor.offered_at >= AGAIN_S:
                out += self._offer(visitor, None, now)
        return tuple(out)

    def close(self, text: str) -> tuple[LobbyOut, ...]:
        """Close the table before it has started (or the lobby after it)."""
        self._closed = True
        here = [each for each in self._visitors if each.phase is not GuestPhase.UNKNOWN]
        bye = messages.write(Bye(plain(text)))
        return tuple(Tell(each.key, bye) for each in here if each.phase is not GuestPhase.PLAYING)

    @property
    def gathered(self) -> Gathered:
        """The players who sit at the table now."""
        host = ProvenGuest(self._me.player, self._me.boot, self._me.is_bot)
        return Gathered(self.terms.seats, (host, *(each.known for each in self._visitors.sitting())))

    @property
    def stage(self) -> messages.Stage:
        if self._signing is None:
            return messages.Stage.GATHERING
        return messages.Stage.SIGNING if self._signing.start is None else messages.Stage.PLAYING

    # -- handlers of `TABLE` -------------------------------------------------------------------

    def _greet(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        guest = proven_guest(expect(message, messages.Hello), visitor.key)
        refuse_doubles(guest, visitor, self._me, self._visitors)
        out: list[LobbyOut] = []
        if visitor.guest is not None and visitor.guest.boot < guest.boot:
            # The guest has forgotten its seat; if the game has begun, it resumes the game.
            out += self._leave(visitor, _AGAIN, now)
            visitor = self._visitors.at(visitor.key, now)
        if visitor.phase is GuestPhase.UNKNOWN:
            visitor.guest, visitor.phase = guest, GuestPhase.GREETED
        host = self._me.player
        welcome = messages.Welcome(PROTOCOL, host.ed, host.cert, host.nick, self._me.boot)
        return [*out, self._tell(visitor, welcome), *self._inform(visitor, None, now)]

    def _inform(self, visitor: Visitor, _: messages.Message | None, now: float) -> Iterable[LobbyOut]:
        heirs = [self._tell(visitor, self.heirs)] if visitor in self._visitors.sitting() else []
        return [self._tell(visitor, self.info), *heirs]

    def _seat(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        join, guest = expect(message, messages.Join), visitor.known
        if join.table != self.terms.table:
            raise Refusal(Code.UNKNOWN_TABLE, "there is another table here now")
        if join.role is messages.Role.SPECTATOR:
            return self._name_sources(visitor, now)
        visitor.guest = guest = wanted_seat(guest, join)
        if len(self.gathered.guests) >= self.terms.seats:
            raise Refusal(Code.FULL, "all seats are taken")
        refuse_same_name(guest, self.gathered.guests)
        if self._visitors.is_out(visitor.key):
            return self._turn_away(visitor)
        verdict = self._accept(guest)
        if verdict is Admission.ADMIT:
            return self._admit(visitor, now)
        if verdict is Admission.REFUSE:
            return self._turn_away(visitor)
        if not self._may_ask(visitor, now):
            return self._inform(visitor, None, now)  # the guest will send JOIN again
        visitor.phase = GuestPhase.ASKING
        return [GuestAsks(guest)]

    def _name_sources(self, visitor: Visitor, now: float) -> Iterable[LobbyOut]:
        """Show the table to a guest who wants to watch: before the game the guest sees how the seats fill."""
        if self.terms.policy.watch is Watch.CLOSED:
            raise Refusal(Code.NOT_ALLOWED, "spectators are not allowed")
        if self._visitors.is_out(visitor.key):
            return self._turn_away(visitor)
        if self.stage is not messages.Stage.PLAYING:
            return self._inform(visitor, None, now)
        return [WantsToWatch(visitor.known)]

    def _may_ask(self, visitor: Visitor, now: float) -> bool:
        """True if the host may be asked about this guest now."""
        asking = self._visitors.asking()
        of_host = sum(each.host == visitor.host for each in asking)
        if len(asking) >= ASKING_MAX or of_host >= ASKING_OF_A_HOST:
            return False
        return self._questions.take(1, now)

    def _part(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        return self._leave(visitor, expect(message, Bye).text or _LEFT, now)

    def _decline(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        return self._leave(visitor, expect(message, Err).text or _REFUSED, now)

    def _offer(self, visitor: Visitor, _: messages.Message | None, now: float) -> Iterable[LobbyOut]:
        visitor.offered_at = now
        return [self._tell(visitor, messages.TableOffer(self._signed_now().body))]

    def _addressed(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        if not self._signed_now().take_address(visitor, expect(message, messages.Addr)):
            return self._offer(visitor, None, now)
        return self._start_if_complete(now)

    def _signed(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        if not self._signed_now().take_signature(visitor, expect(message, messages.Sign)):
            return self._offer(visitor, None, now)
        return self._start_if_complete(now)

    def _start(self, visitor: Visitor, _: messages.Message | None, now: float) -> Iterable[LobbyOut]:
        start = self._signed_now().start
        if start is None:
            raise LocalError("a guest plays at a table that has not started")
        return [self._tell(visitor, start)]

    # -- seats and signatures ---------------------------------------------------------------

    def _admit(self, visitor: Visitor, now: float) -> Iterable[LobbyOut]:
        try:
            if len(self.gathered.guests) >= self.terms.seats:
                raise Refusal(Code.FULL, "all seats are taken")
            # Of two waiting guests with the same name, the first who is let in keeps the name.
            refuse_same_name(visitor.known, self.gathered.guests)
        except Refusal as why:
            visitor.phase = GuestPhase.GREETED
            return [self._tell(visitor, Err(why.code, why.text))]
        self._visitors.seat(visitor)
        return self._gather(now)

    def _gather(self, now: float) -> Sequence[LobbyOut]:
        """Tell all guests the table as it is now: an earlier offer is void, and a full table is offered."""
        self._signing = None
        for visitor in self._visitors.sitting():
            visitor.sit()
        out: list[LobbyOut] = [self.gathered, *self._tell_all()]
        if len(self.gathered.guests) == self.terms.seats:
            out += self._offer_all(now)
        return out

    def _turn_away(self, visitor: Visitor) -> Iterable[LobbyOut]:
        visitor.phase = GuestPhase.GREETED
        return [Tell(visitor.key, messages.write(Err(Code.NOT_ALLOWED, "the host has not let you in")))]

    def _leave(self, visitor: Visitor, text: str, now: float) -> Sequence[LobbyOut]:
        """Forget a visitor; its seat is free, and an offer that it should have signed is void."""
        if visitor.phase is GuestPhase.PLAYING:
            return ()
        if not self._visitors.forget(visitor):
            asked = visitor.phase is GuestPhase.ASKING
            return [Withdrawn(visitor.known)] if asked else self._part_unseated(visitor, text)
        return [Declined(visitor.known, text, text not in _OURS), *self._gather(now)]

    def _drop_unsigned(self, now: float) -> Iterable[LobbyOut]:
        """Free the seat of a guest who keeps the others waiting for its signature or address."""
        signing = self._signing
        if signing is None or signing.start is not None or now - signing.offered_at < SIGN_S:
            return
        for visitor in [each for each in self._visitors.sitting() if not each.has_signed]:
            self._visitors.strike(visitor.key)
            yield from self._leave(visitor, _UNSIGNED, now)

    def _part_unseated(self, visitor: Visitor, text: str) -> Sequence[LobbyOut]:
        """Report a guest without a seat that goes and says why: once per key, because it tries again."""
        if visitor.guest is None or visitor.phase is not GuestPhase.GREETED or visitor.key in self._parted:
            return ()
        if text in _DULL or len(self._parted) >= GUESTS_MAX:
            return ()
        self._parted.add(visitor.key)
        return (Declined(visitor.guest, text, is_theirs=True),)

    def _offer_all(self, now: float) -> Iterable[LobbyOut]:
        self._signing = signing = make_signing(make_genesis(self.terms, self.gathered.guests), now)
        out: list[LobbyOut] = [OpenTable(signing.genesis, 0)]
        for visitor in self._visitors.sitting():
            visitor.phase = GuestPhase.OFFERED
            out += self._offer(visitor, None, now)
        return out

    def _start_if_complete(self, now: float) -> Iterable[LobbyOut]:
        signing, others = self._signed_now(), self._visitors.sitting()
        start = signing.complete(others)
        if start is None:
            return ()
        out: list[LobbyOut] = [Begin(signing.genesis, signing.body, start.sigs, 0, start.endpoints[1:])]
        for other in others:
            other.phase = GuestPhase.PLAYING
            out += self._start(other, None, now)
        return out

    # -- lines ------------------------------------------------------------------------------

    def _chat(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        line = expect(message, LobbyChat)
        if (said := self._lines.find(line.ed, line.n)) is not None:  # the guest has not heard it back yet
            return [self._tell(visitor, said)]
        placed = self._lines.hear(line, visitor, now)
        return () if placed is None else self._pass_on(placed, now)

    def _pass_on(self, line: LobbyChat, now: float) -> Iterable[LobbyOut]:
        frames = [self._tell(each, line) for each in self._visitors.sitting()]
        return [Talked(line.ed, line.nick, line.text), *frames]

    def _repeat(self, visitor: Visitor, message: messages.Message, now: float) -> Iterable[LobbyOut]:
        """Repeat the lines of chat that a guest has not received yet."""
        missed = self._lines.since(expect(message, ChatQuery).heard)
        return [self._tell(visitor, line) for line in missed]

    # -- small parts ------------------------------------------------------------------------

    def _signed_now(self) -> Signing:
        if self._signing is None:
            raise LocalError("no genesis is offered")
        return self._signing

    @property
    def info(self) -> messages.Info:
        """The table as INFO describes it to guests."""
        return make_info(make_genesis(self.terms, self.gathered.guests), self.terms.seats, self.stage)

    @property
    def heirs(self) -> messages.Heirs:
        """Seats that may hold the table open after us; bots may not, because nobody sits at them."""
        sitting = self._visitors.sitting()
        people = [each for each in sitting if not each.known.is_bot and is_host(each.host)]
        return messages.Heirs(
            tuple(messages.Heir(each.known.player.ed, each.key, each.host) for each in people)
        )

    def _tell(self, visitor: Visitor, message: messages.Message) -> Tell:
        return Tell(visitor.key, messages.write(message))

    def _tell_all(self) -> Sequence[LobbyOut]:
        """Tell the news of the table to everybody who has said HELLO."""
        known = [visitor for visitor in self._visitors if visitor.phase is not GuestPhase.UNKNOWN]
        heirs = [self._tell(visitor, self.heirs) for visitor in self._visitors.sitting()]
        return [*(self._tell(visitor, self.info) for visitor in known), *heirs]

    # Columns: UNKNOWN, GREETED, ASKING, SEATED, OFFERED, SIGNED, PLAYING. A guest dropped for its silence
    # does not know it: its next HELLO brings it back. ADDR, SIGN and CHAT may be for a seat that was lost
    # meanwhile, by no fault of the guest. A guest that has signed repeats SIGN; one that asks or joins
    # instead has forgotten the offer.
    TABLE: ClassVar[dict[GuestPhase, dict[str, _Handler | Code | None]]] = phase_table(
        GuestPhase,
        {
            "HELLO": (_greet,) * 7,
            "INFO?": (IGNORE, _inform, _inform, _inform, _inform, _offer, _offer),
            "JOIN": (IGNORE, _seat, _inform, _inform, _offer, _offer, _offer),
            "ADDR": (IGNORE, _inform, _inform, _inform, _addressed, _addressed, _addressed),
            "SIGN": (IGNORE, _inform, _inform, _inform, _signed, _signed, _start),
            "BYE": (IGNORE, _part, _part, _part, _part, _part, IGNORE),
            "ERR": (IGNORE, IGNORE, IGNORE, IGNORE, _decline, _decline, IGNORE),
            "CHAT": (IGNORE, _inform, _inform, _chat, _chat, _chat, IGNORE),
            "CHAT?": (IGNORE, _inform, _inform, _repeat, _repeat, _repeat, IGNORE),
        },
    )
    """Words of hosts (WELCOME, INFO, OFFER, START) are `MALFORMED` in every phase."""
