"""Calls to people who are here without a table: our invitation appears in their lobbies (net 5.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from app.table.start import Callee
from net.discovery.words import Call, Called, is_answer, parse_word, write_word
from net.errors import PeerError
from net.link.address import parse_address
from net.link.contract import Arrived, Channel, Clock, Link, LinkEvent, Up
from net.lobby.phases import Me

AGAIN_S = 3.0
PATIENCE_S = 15.0


class Calls:
    """Calls each person until an answer comes, for 15 s at most; `failed` gets the name of each who did not
    answer."""

    def __init__(
        self,
        callees: Sequence[Callee],
        link: Link,
        *,
        me: Me,
        invitation: str,
        clock: Clock,
        failed: Callable[[str], None],
    ) -> None:
        self._link = link
        self._clock = clock
        self._failed = failed
        who = me.identity
        self._frame = write_word(Call(who.public, who.certificate, me.nick, invitation))
        self._open = {callee.key: callee for callee in callees}
        self._until = clock() + PATIENCE_S
        self._again_at = clock() + AGAIN_S
        for callee in callees:
            link.connect_lobby(callee.key, tuple(map(parse_address, callee.addresses)))

    def heard(self, event: LinkEvent) -> bool:
        """Take in an event of the link; return True if no other part needs it."""
        if isinstance(event, Up) and event.channel is Channel.LOBBY and event.key in self._open:
            self._link.send_lobby(event.key, self._frame)
        if not (isinstance(event, Arrived) and event.channel is Channel.LOBBY and is_answer(event.frame)):
            return False
        with suppress(PeerError):
            if isinstance(parse_word(event.frame), Called):
                self._end(event.key)
        return True

    def tick(self) -> None:
        """Call again, or give up, if it is time."""
        now = self._clock()
        if self._open and now >= self._again_at:
            self._again_at = now + AGAIN_S
            for key in self._open:
                self._link.send_lobby(key, self._frame)
        if now >= self._until:
            for key, callee in tuple(self._open.items()):
                self._end(key)
                self._failed(callee.nick)

    def _end(self, key: bytes) -> None:
        if self._open.pop(key, None) is not None:
            self._link.hang_up(key, channel=Channel.LOBBY)
