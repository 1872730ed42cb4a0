"""The lobby of a table that has begun: every player keeps one, and lets the table's own players in again (net
5.4).

A player who lost the connection, has moved, or has lost its data of the table comes back by the invitation
of any player: it is told the genesis and the start again, with the present addresses. Besides them only
spectators get in: they must first say who they are, and a limited number is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import ClassVar, Final, TypeAlias

from net.errors import PeerError
from net.link.address import Address
from net.link.contract import TokenBucket
from net.lobby import messages
from net.lobby.greeting import proven_guest
from net.lobby.phases import GUESTS_MAX, PROTOCOL, Begin, Me, ProvenGuest, Tell, WantsToWatch
from net.lobby.signing import make_info
from net.wire.genesis import Watch
from net.wire.words import IGNORE, Code, Refusal, err_for, expect, handler_of, phase_table

ERRORS_PER_S: Final = 5
Endpoints = tuple[tuple[int, tuple[Address, ...]], ...]
_Handler: TypeAlias = (
    "Callable[[LateJoiners, bytes, messages.Message], Sequence[messages.Message | WantsToWatch]]"
)


class Caller(Enum):
    """Kind of caller."""

    PLAYER = auto()
    STRANGER = auto()


class LateJoiners:
    """The lobby of one table that has begun. Not thread-safe; `now` is in seconds.

    `where` returns the present addresses of each seat; hints.
    """

    def __init__(self, me: Me, begun: Begin, where: Callable[[], Endpoints]) -> None:
        self._me = me
        self._begun = begun
        self._where = where
        self._errors = TokenBucket(ERRORS_PER_S, ERRORS_PER_S)
        self._strangers: dict[bytes, ProvenGuest] = {}
        self._players = {player.curve: player for player in begun.genesis.players}

    @property
    def key(self) -> bytes:
        """The key by which an invitation to this lobby names us."""
        return self._me.player.curve

    @property
    def info(self) -> messages.Info:
        """The table as INFO describes it to callers."""
        genesis = self._begun.genesis
        return make_info(genesis, len(genesis.players), messages.Stage.PLAYING)

    def received(self, key: bytes, frame: bytes, *, now: float) -> tuple[Tell | WantsToWatch, ...]:
        """Take in a frame of the lobby from a key that the link has proven."""
        try:
            message = messages.parse(frame)
            caller = Caller.PLAYER if key in self._players else Caller.STRANGER
            handler = handler_of(self.TABLE[caller], message.word)
            said = () if handler is None else handler(self, key, message)
            return tuple(
                each if isinstance(each, WantsToWatch) else Tell(key, messages.write(each)) for each in said
            )
        except PeerError as why:
            if not self._errors.take(1, now):
                return ()
            return (Tell(key, messages.write(err_for(why))),)

    def _greet(self, key: bytes, message: messages.Message) -> Sequence[messages.Message]:
        guest = proven_guest(expect(message, messages.Hello), key)
        if key not in self._players:
            self._strangers.pop(key, None)
            self._strangers[key] = guest
            if len(self._strangers) > GUESTS_MAX:
                del self._strangers[next(iter(self._strangers))]
        me = self._me.player
        return messages.Welcome(PROTOCOL, me.ed, me.cert, me.nick, self._me.boot), self.info

    def _inform(self, key: bytes, message: messages.Message) -> Sequence[messages.Message]:
        return (self.info,)

    def _start(self, key: bytes, message: messages.Message) -> Sequence[messages.Message]:
        return (messages.StartMessage(self._begun.sigs, self._where()),)

    def _offer(self, key: bytes, message: messages.Message) -> Sequence[messages.Message]:
        if isinstance(message, messages.Join):
            self._check_table(message)
            if message.role is messages.Role.SPECTATOR:
                raise Refusal(Code.NOT_ALLOWED, "you play at this table: come back as a player")
        return (messages.TableOffer(self._begun.body),)

    def _turn_away(self, key: bytes, message: messages.Message) -> Sequence[messages.Message | WantsToWatch]:
        join = expect(message, messages.Join)
        self._check_table(join)
        if join.role is not messages.Role.SPECTATOR:
            raise Refusal(Code.FULL, "the game has begun, and all seats are taken")
        if self._begun.genesis.policy.watch is Watch.CLOSED:
            raise Refusal(Code.NOT_ALLOWED, "spectators are not allowed")
        guest = self._strangers.get(key)  # a caller that was forgotten sends HELLO again
        return () if guest is None else (WantsToWatch(guest),)

    def _check_table(self, join: messages.Join) -> None:
        if join.table != self._begun.genesis.table:
            raise Refusal(Code.UNKNOWN_TABLE, "there is another table here now")

    # Columns: PLAYER, STRANGER. The answers are a host's to a guest that plays: one who asks or joins has
    # forgotten the offer.
    TABLE: ClassVar[dict[Caller, dict[str, _Handler | Code | None]]] = phase_table(
        Caller,
        {
            "HELLO": (_greet, _greet),
            "INFO?": (_offer, _inform),
            "JOIN": (_offer, _turn_away),
            "SIGN": (_start, IGNORE),
            **dict.fromkeys(("ADDR", "CHAT", "CHAT?", "BYE", "ERR"), (IGNORE, IGNORE)),
        },
    )
    """Words of hosts (WELCOME, INFO, OFFER, START) are `MALFORMED` from everybody."""
