"""The lobby's machines as a link sees them: one shape for the host's and the guest's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from app import messages
from net.link.address import Address
from net.link.contract import Arrived, Down, LinkEvent, Up
from net.lobby.host import Host
from net.lobby.joiner import Joiner
from net.lobby.phases import CLOSED_TEXT, JoinerPhase, LobbyOut

UNANSWERED_S = 4.0
"""An invitation that is not answered for so long is spoken of; it is tried on for `PATIENCE_S`."""


class Lobby(Protocol):
    """One of the lobby's machines, as the link sees it."""

    def heard(self, event: LinkEvent, now: float) -> tuple[LobbyOut, ...]:
        """Something happened on the lobby's channel."""

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        """The table's door is open."""

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        """A second has passed."""

    def leave(self) -> tuple[LobbyOut, ...]:
        """We do not want the table any more."""

    def decide(self, order: messages.Admit, now: float) -> tuple[LobbyOut, ...]:
        """The person who hosts has decided about a guest."""

    def remove(self, ed: bytes, now: float) -> tuple[LobbyOut, ...]:
        """The person who hosts takes the seat of a guest away."""

    def say(self, text: str, now: float) -> tuple[LobbyOut, ...]:
        """We write a line; raises `LocalError` for one that cannot be sent."""


class HostLobby:
    """A table of ours that fills."""

    def __init__(self, host: Host, *, bots: int = 0) -> None:
        self.host = host
        self.bots = bots
        """Number of seats for bots of ours."""

    def heard(self, event: LinkEvent, now: float) -> tuple[LobbyOut, ...]:
        if isinstance(event, Arrived):
            return self.host.received(event.key, event.frame, address=event.address, now=now)
        if isinstance(event, Down):
            return self.host.gone(event.key, now=now)
        return ()

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        return self.host.opened(addresses, now=now)

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        return self.host.tick(now)

    def leave(self) -> tuple[LobbyOut, ...]:
        return self.host.close(CLOSED_TEXT)

    def decide(self, order: messages.Admit, now: float) -> tuple[LobbyOut, ...]:
        return self.host.decide(order.key, admit=order.admit, for_good=order.for_good, now=now)

    def remove(self, ed: bytes, now: float) -> tuple[LobbyOut, ...]:
        return self.host.remove(ed, now=now)

    def say(self, text: str, now: float) -> tuple[LobbyOut, ...]:
        return self.host.say(text, now=now)


class JoinerLobby:
    """A table that we were invited to, at these addresses; sits down as soon as it sees it, and `bots` come
    along then."""

    def __init__(self, joiner: Joiner, addresses: Sequence[Address], now: float, *, bots: int = 0) -> None:
        self.joiner = joiner
        self.bots = bots
        self.first = joiner.start(now)
        self.where = " or ".join(map(str, addresses))
        """The addresses of the invitation, for people."""
        self._speaks_at: float | None = now + UNANSWERED_S

    def unanswered(self, now: float) -> str:
        """Tell a likely fault of an invitation that nobody has answered yet; said once, otherwise ""."""
        if self._speaks_at is None or now < self._speaks_at or self.joiner.phase is not JoinerPhase.CALLING:
            return ""
        self._speaks_at = None
        return (
            f"Nobody has answered yet at {self.where}. The table may be closed, that computer asleep or in "
            "another network, or a firewall in between (also on the host's own computer). Still trying."
        )

    def heard(self, event: LinkEvent, now: float) -> tuple[LobbyOut, ...]:
        if isinstance(event, Arrived):
            return self.joiner.received(event.frame, now)
        return self.joiner.connected(now) if isinstance(event, Up) else ()

    def opened(self, addresses: Iterable[Address], now: float) -> tuple[LobbyOut, ...]:
        return self.joiner.opened(addresses, now)

    def tick(self, now: float) -> tuple[LobbyOut, ...]:
        return self.joiner.tick(now)

    def leave(self) -> tuple[LobbyOut, ...]:
        return self.joiner.leave("the player has gone away")

    def decide(self, order: messages.Admit, now: float) -> tuple[LobbyOut, ...]:
        return ()

    def remove(self, ed: bytes, now: float) -> tuple[LobbyOut, ...]:
        return ()

    def say(self, text: str, now: float) -> tuple[LobbyOut, ...]:
        return self.joiner.say(text, now)
