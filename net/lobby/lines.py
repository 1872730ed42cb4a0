"""Lines of chat while a table fills: as the host keeps them, and as a guest has heard them.

The host numbers the lines and sends each to everybody once. A guest repeats the number up to which it has
heard all lines, so that lost lines come again, and a guest who sits down later also hears the last ones. A
guest's own line is on its way until the host sends it back.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from net.errors import LocalError
from net.link.contract import TokenBucket
from net.lobby.phases import Me
from net.lobby.talk import LobbyChat, check_chat, make_chat
from net.lobby.visitors import Visitor
from net.wire.words import Code, Refusal

KEPT: Final = 10
"""Number of last lines that can be asked for."""
ALL_RATE: Final = 2.0
ALL_BURST: Final = 10
"""Lines that the host passes on, a second and in a burst: a guest takes five frames a second of all kinds.
`visitors` limits the lines of one guest. The author repeats a line above the limit."""
ON_THE_WAY: Final = 5
"""Limit of our own lines that wait for the host."""
TOO_FAST: Final = "you write faster than the others can read"


class HostLines:
    """The lines of a table that fills, numbered. `now` is in seconds."""

    def __init__(self, table: bytes) -> None:
        self._table = table
        self._kept: list[LobbyChat] = []
        self._last = 0
        self._own = 0
        self._pace = TokenBucket(ALL_RATE, ALL_BURST)

    def say(self, text: str, me: Me, now: float) -> LobbyChat:
        """Make a line of the host's own; raises `LocalError` for one that cannot be sent."""
        player = me.player
        n, ed = self._own + 1, player.ed
        line = make_chat(text, nick=me.nick, n=n, table=self._table, ed=ed, signer=me.identity)
        if not self._pace.take(1, now):
            raise LocalError(TOO_FAST)
        self._own = n
        return self._add(line)

    def hear(self, line: LobbyChat, visitor: Visitor, now: float) -> LobbyChat | None:
        """Return a guest's new line with its place; None for an old one, or above the limit: the guest
        repeats it. Raises `Refusal` and `BadSignature` for a line that the guest has not written."""
        player = visitor.known.player
        if (line.ed, line.nick) != (player.ed, player.nick):
            raise Refusal(Code.MALFORMED, "a line in another player's name")
        if line.n <= visitor.said_n or not (visitor.lines.take(1, now) and self._pace.take(1, now)):
            return None
        check_chat(line, table=self._table)
        visitor.said_n = line.n
        return self._add(line)

    def find(self, ed: bytes, n: int) -> LobbyChat | None:
        """The line with this number of a player, if it is still kept."""
        return next((chat for chat in self._kept if (chat.ed, chat.n) == (ed, n)), None)

    def since(self, heard: int) -> tuple[LobbyChat, ...]:
        """Return all kept lines after a place, so that a guest sees which lines are no longer kept."""
        return tuple(chat for chat in self._kept if chat.at > heard)

    def _add(self, line: LobbyChat) -> LobbyChat:
        self._last += 1
        placed = replace(line, at=self._last)
        self._kept = [*self._kept, placed][-KEPT:]
        return placed


class GuestLines:
    """Lines that a guest has heard, and its own that are on the way."""

    def __init__(self) -> None:
        self.heard = 0
        """The place up to which the guest has heard every line that was still kept."""
        self._beyond: set[int] = set()
        self._own: list[LobbyChat] = []
        self._n = 0

    @property
    def next_n(self) -> int:
        """The number of our next line; raises `LocalError` while too many are on the way."""
        if len(self._own) >= ON_THE_WAY:
            raise LocalError(TOO_FAST)
        return self._n + 1

    @property
    def first(self) -> LobbyChat | None:
        """Our line to be sent now: one at a time, so that they keep their order."""
        return self._own[0] if self._own else None

    @property
    def unsaid(self) -> tuple[str, ...]:
        """Lines of ours that the host has not passed on."""
        return tuple(chat.text for chat in self._own)

    def put(self, chat: LobbyChat) -> None:
        """Note that a line of ours is to be sent."""
        self._n = chat.n
        self._own.append(chat)

    def take(self, chat: LobbyChat, own: bytes) -> bool:
        """Take in a line from the host; True if it is new."""
        if chat.at <= self.heard or chat.at in self._beyond:
            return False
        self._beyond.add(chat.at)
        # The host keeps only the last lines: older ones are not expected any more.
        self.heard = max(self.heard, chat.at - KEPT)
        while self.heard + 1 in self._beyond:
            self.heard += 1
        self._beyond = {at for at in self._beyond if at > self.heard}
        if chat.ed == own:
            self._own = [each for each in self._own if each.n != chat.n]
        return True
