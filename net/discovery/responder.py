"""The answers of a player who may be found: who is here, the state of the table, and a call back.

It reads what arrives at the lobby's socket before the host does (`net/lobby/host.py`); without a table it is
the only reader. No message to it changes anything at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from msgspec import Struct

from net.discovery import words
from net.discovery.datagram import Presence
from net.discovery.notice import Access, Notice
from net.errors import PeerError
from net.link.address import make_address
from net.lobby.invitation import BadInvitation, Invitation, parse_invitation
from net.lobby.messages import Info
from net.lobby.phases import CallOnce, HangUp, Me, Tell
from net.lobby.signing import with_seen

DIAL_S: Final = 3.0
"""Time limit of a call back."""
DIAL_AGAIN_S: Final = 5.0
"""Shortest time between two calls back to one computer."""
_DIALLED_MAX: Final = 64
People: TypeAlias = Iterable[tuple[bytes, str]]
"""Players, each an Ed25519 key and a name."""


class AtTable(Struct, frozen=True):
    """State of a table of ours."""

    info: Info
    access: Access
    spectators: int = 0


class PlayerInvites(Struct, frozen=True):
    """A player, whose key is proven, invites us to their own table."""

    ed: bytes
    nick: str
    invitation: str


class AskedToHost(Struct, frozen=True):
    """A player, whose key is proven, asks us to host a table for it and for the `other`."""

    ed: bytes
    nick: str
    other: bytes


ResponderOut: TypeAlias = Tell | CallOnce | HangUp | PlayerInvites | AskedToHost


class _Calling(Struct):
    key: bytes
    port: int
    until: float


class Responder:
    """Answers the questions of others. Not thread-safe; `now` is in seconds. `table` returns the table that
    can be found now, `reachable` the players whom this computer reaches."""

    def __init__(
        self, me: Me, table: Callable[[], AtTable | None], *, reachable: Callable[[], People] = tuple
    ) -> None:
        self._me = me
        self._reachable = reachable
        self._table = table
        self._calling: _Calling | None = None
        self._called: dict[str, float] = {}
        """Time of the last call back to a computer, by its host."""

    def notice(self, port: int) -> Notice:
        return words.notice_of(self._here(), key=self._me.identity.curve_public, port=port)

    def presence(self, port: int, line: str) -> Presence:
        """Return the answer to a question sent by broadcast; `line` is the player's line in the lobby."""
        who = self._me.identity
        return Presence(who.public, who.certificate, self._me.nick, line, self.notice(port), self._me.animal)

    def received(self, key: bytes, frame: bytes, *, address: str, now: float) -> tuple[ResponderOut, ...]:
        """Take in a frame that begins with a word for us (`words.is_question`), of a proven key."""
        try:
            said = words.parse_word(frame)
            if isinstance(said, words.AskTable):
                return (Tell(key, words.write_word(self._here())),)
            if isinstance(said, words.Dial):
                return self._call_back(key, said.port, address, now)
            if isinstance(said, words.AskSight):
                people = tuple(self._reachable())[: words.SIGHT_MAX]
                return (Tell(key, words.write_word(words.Sight(people))),)
            if isinstance(said, words.Please):
                words.check_caller(said.ed, said.cert, said.nick, key=key)
                asked = AskedToHost(said.ed, said.nick, said.other)
                return Tell(key, words.write_word(words.Called())), asked
            return self._invited(key, said, address) if isinstance(said, words.Call) else ()
        except (PeerError, BadInvitation):
            return ()  # a malformed word is not answered

    def connected(self, key: bytes) -> tuple[ResponderOut, ...]:
        """Note that one of our calls got through."""
        if self._calling is None or self._calling.key != key:
            return ()
        return self._called_back(is_reached=True)

    def tick(self, now: float) -> tuple[ResponderOut, ...]:
        if self._calling is None or now < self._calling.until:
            return ()
        return self._called_back(is_reached=False)

    def _here(self) -> words.Here:
        table, me, who = self._table(), self._me, self._me.identity
        access, spectators, info = Access.NONE, 0, None
        if table is not None:
            access, spectators, info = table.access, table.spectators, table.info
        of_player = (who.public, who.certificate, me.nick, me.app_version)
        return words.Here(*of_player, access, spectators, info, me.animal)

    def _call_back(self, key: bytes, port: int, host: str, now: float) -> tuple[ResponderOut, ...]:
        """Call back only the computer that the question came from, one call at a time, and each computer
        rarely: nobody can make this program call somebody else."""
        if self._calling is not None or now - self._called.get(host, -DIAL_AGAIN_S) < DIAL_AGAIN_S:
            return ()
        try:
            address = make_address(host, port)
        except ValueError:
            return ()
        self._called.pop(host, None)
        self._called[host] = now
        if len(self._called) > _DIALLED_MAX:
            del self._called[next(iter(self._called))]
        self._calling = _Calling(key, port, now + DIAL_S)
        return (CallOnce(key, address),)

    def _called_back(self, *, is_reached: bool) -> tuple[ResponderOut, ...]:
        calling, self._calling = self._calling, None
        if calling is None:
            return ()
        answer = Tell(calling.key, words.write_word(words.Dialled(calling.port, is_reached=is_reached)))
        return answer, HangUp(calling.key)

    def _invited(self, key: bytes, call: words.Call, host: str) -> tuple[ResponderOut, ...]:
        """Take an invitation to the sender's own table, and add the address it came from."""
        words.check_caller(call.ed, call.cert, call.nick, key=key)
        invitation = parse_invitation(call.invitation)
        if invitation.host_key != key:
            return ()  # nobody invites to another player's table
        text = str(Invitation(with_seen(invitation.addresses, host), key))
        return Tell(key, words.write_word(words.Called())), PlayerInvites(call.ed, call.nick, text)
