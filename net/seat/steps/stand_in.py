"""The turn of a seat whose player is away: the same public rule plays it on every peer (deck 6.9).

By then its hand lies open to everybody (`net.seat.steps.due`), so its action follows from what all can
see. It needs no entry and no proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.errors import LocalError
from net.machine import Place
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.step_kind import StepKind
from rules.api import Seat


class StandIn(Struct, frozen=True):
    """The turn of `seat`, whose player is away."""

    here: Position
    seat: Seat
    kind: ClassVar = StepKind.MOVE
    actors: ClassVar[tuple[int, ...]] = ()

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        """Raise `LocalError`: nobody writes here."""
        raise LocalError("nobody is asked what a stand-in plays")

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        here = self.here
        sat_out = tuple(seat for seat in here.sat_out if seat != self.seat)
        action = here.game.stand_in(here.state, here.public, self.seat)
        return replace(here, sat_out=sat_out).play(self.seat, action)

    def proofs(self, seat: int, payload: Payload) -> int:
        return 0
