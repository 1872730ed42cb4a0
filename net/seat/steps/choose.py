"""Several seats choose at once: each commits to its choice, then all open theirs (net 5.12).

Otherwise the last seat to send could answer the choices of the others. A commitment is a hash over the
choice and a random blind, bound to the place in the log and to the seat: it shows nothing, cannot be
opened as anything else, and is useless to a copier. When all commitments are final each seat's program
opens its own, without the player.

The commitments stay through changes of view: a seat that may have seen another's choice does not choose
again. For a seat that is not there to open its choice, or that was away when the others committed, the public
rule chooses, from the position before any choice was opened, so the opened choices do not influence it. A
seat that is left out meanwhile chooses nothing, and leaves as soon as the others' choices are open
(`Position.leaving`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from net.errors import IllegalMove
from net.machine import Place
from net.seat.payload import Payload
from net.seat.position import Choices, Position, number_bytes
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from net.seat.steps.move import Move
from net.wire.hashes import HASH_BYTES, choice_hash
from rules.api import Action, Seat

BLIND_BYTES: Final = 32


class Conceal(Struct, frozen=True):
    """Each present seat of `seats` commits to its choice."""

    here: Position
    seats: tuple[Seat, ...]
    kind: ClassVar = StepKind.CHOOSE

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat in self.here.seats)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        if len(payload.data) != HASH_BYTES:
            raise IllegalMove("no-choice", "sent no commitment to a choice", seat=seat)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        made = {seat: payload.data for seat, payload in payloads.items()}
        return replace(self.here, choices=Choices(place, made))

    def answer(self, place: Place, seat: Seat, action: Action, blind: bytes) -> Payload:
        return Payload(self.kind, commitment(place, seat, str(action), blind))

    def proofs(self, seat: int, payload: Payload) -> int:
        return 0


class Reveal(Struct, frozen=True):
    """Each of `seats` that has committed to its choice opens it, with its shares of the slots it opens."""

    here: Position
    seats: tuple[Seat, ...]
    choices: Choices
    kind: ClassVar = StepKind.REVEAL

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat in self.choices.made and seat in self.here.seats)

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        blind, text = payload.more, payload.text
        is_blind = len(blind) == BLIND_BYTES
        if not is_blind or commitment(self.choices.at, seat, text, blind) != self.choices.made[seat]:
            raise IllegalMove("other-choice", "opened a choice that it had not committed to", seat=seat)
        self._move(seat).check(place, seat, payload)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        asked = self.here
        actions = {seat: self._move(seat).action(payload.text) for seat, payload in payloads.items()}
        for seat in self.seats:
            if seat not in actions:
                actions[seat] = asked.game.stand_in(asked.state, asked.public, seat)
        late = tuple(seat for seat in self.seats if seat in self.choices.made and seat not in payloads)
        here = replace(asked, choices=None, leaving=(), sat_out=late)
        for seat in self.seats:
            here = here.play(seat, actions[seat])
        for left in asked.leaving:
            here = here.after_event(left) if here.state.needs else here
        return here

    def answer(self, place: Place, prover: Prover, action: Action, blind: bytes) -> Payload:
        made = self._move(prover.seat).answer(place, prover, action)
        return replace(made, kind=self.kind, more=blind)

    def proofs(self, seat: int, payload: Payload) -> int:
        return self._move(seat).proofs(seat, payload)

    def _move(self, seat: int) -> Move:
        return Move(self.here, Seat(seat))


def commitment(place: Place, seat: int, text: str, blind: bytes) -> bytes:
    """Return the 32 bytes that bind a seat to a choice."""
    at = (place.game, number_bytes(place.k), place.prev, number_bytes(seat))
    return choice_hash(*at, text.encode(), blind)
