"""A machine for tests of agreement: it keeps every payload, and has seats write in turn."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from net.errors import IllegalMove, NoView, PeerError
from net.machine import Choice, Place, TableView
from tests.support.values import replace


@dataclass(frozen=True, slots=True)
class Toy:
    """A game whose seats take turns; every fourth height all of them write at once. Over after `end` heights.

    A payload that begins with b"illegal" is refused; two that begin with b"clash" may each stand,
    but not together; b"charge" and a seat's number prove the lie of that seat. `skew` makes the digest
    another one from height 2 on: a different version of the program.
    """

    seats: int
    end: int = 1_000_000
    height: int = 0
    state: bytes = bytes(32)
    skew: bytes = b""
    act: tuple[int, ...] = ()
    """Seats that play on after a change of view; () for all."""

    @property
    def actors(self) -> tuple[int, ...]:
        if self.height >= self.end:
            return ()
        playing = self.act or tuple(range(self.seats))
        if self.height % 4 == 3:
            return playing
        return (playing[self.height % len(playing)],)

    def digest(self) -> bytes:
        skew = self.skew if self.height >= 2 else b""
        return hashlib.blake2b(self.state + skew, digest_size=32).digest()

    def check(self, place: Place, seat: int, pay: bytes) -> None:
        if place.k != self.height + 1:
            raise AssertionError(f"asked to judge height {place.k} at {self.height}")
        if pay.startswith(b"illegal"):
            raise IllegalMove("toy", "a toy refuses this", seat=seat)

    def charge(self, place: Place, seat: int, pay: bytes) -> PeerError | None:
        if not pay.startswith(b"charge"):
            return None
        return IllegalMove("toy-charge", "a toy has been lied to", seat=pay[6])

    def after(self, place: Place, entries: tuple[tuple[int, bytes], ...]) -> Toy:
        if tuple(seat for seat, _ in entries) != self.actors:
            raise AssertionError(f"entries of {entries} where {self.actors} act")
        if sum(pay.startswith(b"clash") for _, pay in entries) > 1:
            raise IllegalMove("toy-clash", "these cannot stand together", seat=entries[0][0])
        mixed = b"".join(seat.to_bytes(1, "big") + len(pay).to_bytes(4, "big") + pay for seat, pay in entries)
        state = hashlib.blake2b(self.state + place.prev + mixed, digest_size=32).digest()
        return replace(self, height=self.height + 1, state=state)

    def on_view(self, place: Place, view: TableView) -> Toy:
        """Count a change of view as a height, like a round. Nobody can vote to end a toy's game."""
        if self.height >= self.end:
            return self
        if view.is_half:
            raise NoView("majority", "half of a toy's table is not enough")
        if view.choice is Choice.END:
            raise NoView("toy-end", "a toy goes on to its end")
        state = hashlib.blake2b(self.state + place.prev + repr(view).encode(), digest_size=32).digest()
        return replace(self, height=self.height + 1, state=state, act=view.act)
