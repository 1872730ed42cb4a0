"""Test if others can call this computer: found peers are asked, one after another, to call it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.discovery.words import Dial, Dialled, parse_word, write_word
from net.errors import PeerError
from net.lobby.phases import Tell

WAIT_S: Final = 6.0
"""Time limit for an answer; longer than `responder.DIAL_S`."""
REFUSALS: Final = 2
"""Number of reports of failed calls after which no further peer is asked."""


class Dialler:
    """The request for a call to us at `port`. Not thread-safe; `now` is in seconds."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._asked: dict[bytes, float] = {}
        self._said: dict[bytes, bool] = {}

    def due(self, found: Sequence[bytes], now: float) -> tuple[Tell, ...]:
        """Return the question to the next of the found peers, if it is time."""
        if any(self._said.values()) or len(self._said) >= REFUSALS:
            return ()
        open_asked = [at for key, at in self._asked.items() if key not in self._said]
        if any(now - at < WAIT_S for at in open_asked):
            return ()
        for key in found:
            if key not in self._asked:
                self._asked[key] = now
                return (Tell(key, write_word(Dial(self._port))),)
        return ()

    def received(self, key: bytes, frame: bytes) -> None:
        """Take in the answer of a peer that we have asked; everything else is ignored."""
        try:
            said = parse_word(frame)
        except PeerError:
            return
        if isinstance(said, Dialled) and said.port == self._port and key in self._asked:
            self._said.setdefault(key, said.is_reached)

    def has_heard(self, key: bytes) -> bool:
        """True if this peer has reported whether its call got through."""
        return key in self._said

    @property
    def is_reached(self) -> bool | None:
        """True if the call of any peer got through; None if no peer has answered."""
        return any(self._said.values()) if self._said else None
