"""Way from an invitation to the sources of a game (net 5.4, 5.10): a finder calls the table's lobby and asks
to watch. Before the game has begun it learns how the table fills, and asks again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from net.errors import PeerError
from net.lobby.identity import check_certificate
from net.lobby.messages import Info, Join, Message, Role, WatchSources, Welcome, parse, write
from net.lobby.phases import AGAIN_S, PROTOCOL, Me, TableSeen, Tell
from net.lobby.timeouts import HOST_TIMEOUT_S
from net.wire.words import IGNORE, Bye, Code, Err, err_for, expect, handler_of, phase_table


class FinderPhase(Enum):
    """Phase of a finder on its way to the sources."""

    CALLING = auto()
    """It has said HELLO, and no WELCOME has come yet."""
    ASKING = auto()
    """It knows the host, and asks to watch once it has seen the table."""
    ENDED = auto()


_FINAL: Final = frozenset({Code.PROTOCOL, Code.NOT_ALLOWED, Code.UNKNOWN_TABLE, Code.CERTIFICATE,
                           Code.SUPERSEDED, Code.CLOSING})  # fmt: skip
_Handler: TypeAlias = "Callable[[SourceFinder, Message, float], None]"


class SourcesFound(Struct, frozen=True):
    """These players send the game."""

    sources: WatchSources


class NotFound(Struct, frozen=True):
    """The table cannot be watched, and the reason."""

    code: int
    text: str


FinderOut: TypeAlias = Tell | TableSeen | SourcesFound | NotFound


class SourceFinder:
    """A request to watch, sent to the host with that CURVE key. Not thread-safe; `now` is in seconds."""

    def __init__(self, me: Me, host_key: bytes) -> None:
        self.phase = FinderPhase.CALLING
        self._me = me
        self._host_key = host_key
        self._info: Info | None = None
        self._heard_at = self._told_at = 0.0
        self._out: list[FinderOut] = []

    def start(self, now: float) -> tuple[FinderOut, ...]:
        self._heard_at = now
        self._repeat(now)
        return self._take()

    def connected(self, now: float) -> tuple[FinderOut, ...]:
        """Note that the link to the host is up (again)."""
        if self.phase is not FinderPhase.ENDED:
            self._repeat(now)
        return self._take()

    def received(self, frame: bytes, now: float) -> tuple[FinderOut, ...]:
        """Take in a frame of the lobby from the host, whose key the link has proven."""
        self._heard_at = now
        try:
            message = parse(frame)
            handler = handler_of(self.TABLE[self.phase], message.word)
            if handler is not None:
                handler(self, message, now)
        except PeerError as why:
            self._tell(err_for(why))
        return self._take()

    def tick(self, now: float) -> tuple[FinderOut, ...]:
        """Do what is due by now; call once a second."""
        if self.phase is FinderPhase.ENDED:
            return ()
        if now - self._heard_at >= HOST_TIMEOUT_S:
            self._end(0, "nobody answers this invitation")
        elif now - self._told_at >= AGAIN_S:
            self._repeat(now)
        return self._take()

    def leave(self) -> tuple[FinderOut, ...]:
        """Stop, and tell the host that the spectator goes."""
        self.phase = FinderPhase.ENDED
        self._tell(Bye("the spectator has gone away"))
        return self._take()

    def _welcomed(self, message: Message, now: float) -> None:
        welcome = expect(message, Welcome)
        if welcome.proto != PROTOCOL:
            text = f"the host's Shoal speaks another version ({welcome.proto}): one of you must update"
            self._end(Code.PROTOCOL, text)
        elif check_certificate(welcome.cert, welcome.ed) != self._host_key:
            self._end(Code.CERTIFICATE, "the host's certificate is for another key")
        else:
            self.phase = FinderPhase.ASKING
            self._repeat(now)

    def _informed(self, message: Message, now: float) -> None:
        info = expect(message, Info)
        is_first = self._info is None
        if info != self._info:
            self._info = info
            self._out.append(TableSeen(info))
        if is_first:
            self._repeat(now)

    def _found(self, message: Message, now: float) -> None:
        self.phase = FinderPhase.ENDED
        self._out.append(SourcesFound(expect(message, WatchSources)))

    def _sent_off(self, message: Message, now: float) -> None:
        self._end(Code.CLOSING, expect(message, Bye).text)

    def _refused(self, message: Message, now: float) -> None:
        err = expect(message, Err)
        if err.code in _FINAL:
            self._end(err.code, err.text)

    def _repeat(self, now: float) -> None:
        """Send HELLO again, as the host may have forgotten us, and our request if the table was seen."""
        self._told_at = now
        self._tell(self._me.hello)
        if self._info is not None:
            self._tell(Join(self._info.table, Role.SPECTATOR))

    def _end(self, code: int, text: str) -> None:
        self.phase = FinderPhase.ENDED
        self._out.append(NotFound(code, text or "the host has closed the table"))

    def _tell(self, message: Message) -> None:
        self._out.append(Tell(self._host_key, write(message)))

    def _take(self) -> tuple[FinderOut, ...]:
        out, self._out = tuple(self._out), []
        return out

    # Columns: CALLING, ASKING, ENDED.
    TABLE: ClassVar[dict[FinderPhase, dict[str, _Handler | Code | None]]] = phase_table(
        FinderPhase,
        {
            "WELCOME": (_welcomed, IGNORE, IGNORE),
            "INFO": (IGNORE, _informed, IGNORE),
            "WATCH": (Code.MALFORMED, _found, IGNORE),
            "OFFER": (Code.MALFORMED, Code.MALFORMED, IGNORE),
            "START": (Code.MALFORMED, Code.MALFORMED, IGNORE),
            "BYE": (_sent_off, _sent_off, IGNORE),
            "ERR": (_refused, _refused, IGNORE),
            "CHAT": (IGNORE, IGNORE, IGNORE),
        },
    )
    """Words of joiners are `MALFORMED` in every phase."""
