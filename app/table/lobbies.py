"""The lobby's state machines behind one interface, for the host and for a guest.

A method takes an event of the link or an order of the player, and returns the effects to carry out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from app import messages
from app.table.children import Bots
from net.link.address import Address
from net.link.contract import Arrived, Down, LinkEvent, Up
from net.lobby.host import Host
from net.lobby.joiner import Joiner
from net.lobby.phases import CLOSED_TEXT, JoinerPhase, LobbyOut

UNANSWERED_S = 4.0
"""Seconds without an answer after which the player is told; calls go on until the joiner's timeout."""


class HostLobby:
    """A table of ours before the game. `say` raises `LocalError` for a line that cannot be sent."""

    def __init__(self, host: Host, bots: Bots) -> None:
        self.host = host
        self.bots: Bots | None = bots

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
    """A table to which we are invited, at these addresses: we ask for a seat as soon as its host answers."""

    def __init__(self, joiner: Joiner, addresses: Sequence[Address], now: float) -> None:
        self.joiner = joiner
        self.bots: Bots | None = None
        """Our bots at this table; None as long as we have no seat."""
        self.first = joiner.start(now)
        self.where = " or ".join(map(str, addresses))
        """The addresses of the invitation, as text."""
        self._speaks_at: float | None = now + UNANSWERED_S

    def unanswered(self, now: float) -> str:
        """Return the likely reasons why an invitation got no answer, once; otherwise ""."""
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


Lobby: TypeAlias = HostLobby | JoinerLobby
