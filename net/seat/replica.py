"""The replicated game: the rules and the deck, which the log drives together.

A `Replica` is the `Machine` that agreement drives. Its rounds are the steps of `net.seat.steps` (deck
6.0). Only the final state decides which step is due, so nobody can be asked for a share that the rules do
not call for at this height.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from net.errors import IllegalMove, NoView, PeerError
from net.machine import Place, TableView
from net.seat.absence import changed_seats
from net.seat.ahead import after_ahead, charge_ahead, check_ahead, proofs_ahead
from net.seat.deal import Deal
from net.seat.payload import read_payload
from net.seat.position import Position
from net.seat.step_kind import StepKind
from net.seat.steps.coin import Coin
from net.seat.steps.due import Over, Step, step_due
from net.seat.steps.escrow import Vouch
from net.wire.genesis import Half
from rules.api import Event, Game, Known, Options, Outcome, State


class Replica(Struct, frozen=True):
    """Rules and deck at one height; equal on every peer. `step` is the round that is due, with the position;
    `happened` are the events of the last round."""

    step: Step
    happened: tuple[Event, ...] = ()

    @property
    def here(self) -> Position:
        """The position that all seats share."""
        return self.step.here

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play: all of the table except those that are left out or have a stand-in."""
        return self.here.seats

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats that have committed to a choice and are not there to open it."""
        choices = self.here.choices
        return () if choices is None else tuple(seat for seat in choices.made if seat not in self.seats)

    @property
    def is_ended(self) -> bool:
        """True if the players present ended the game early."""
        return self.here.is_ended

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game; after an early end, how it stood. None while it goes on."""
        if not self.is_ended:
            return self.state.outcome()
        return self.state.standing().behind(self.here.forfeits)

    @property
    def state(self) -> State:
        return self.here.state

    @property
    def deal(self) -> Deal:
        return self.here.deal

    @property
    def public(self) -> Known:
        """The faces that lie open to everybody."""
        return self.here.public

    @property
    def actors(self) -> tuple[int, ...]:
        return self.step.actors

    def digest(self) -> bytes:
        return self.state.digest()

    def check(self, place: Place, seat: int, pay: bytes) -> None:
        """Raise `PeerError`, naming `seat`, unless `pay` is right for the step that is due at `place`."""
        payload = read_payload(seat, pay)
        if payload.kind is not self.step.kind:
            raise IllegalMove("wrong-step", f"gave {payload.kind} where {self.step.kind} is due", seat=seat)
        self.step.check(place, seat, payload)
        check_ahead(self.step, place, seat, payload.ahead)

    def charge(self, place: Place, seat: int, pay: bytes) -> PeerError | None:
        payload = read_payload(seat, pay)
        if isinstance(self.step, Vouch):
            return self.step.charge(place, seat, payload)
        return charge_ahead(self.step, place, seat, payload.ahead)

    def after(self, place: Place, entries: tuple[tuple[int, bytes], ...]) -> Replica:
        """The replica after a round of checked entries, and after the steps that then need no entry: turns of
        stand-ins, shuffles of one card, shows of cards shown already."""
        payloads = {seat: read_payload(seat, pay) for seat, pay in entries}
        here = self.step.after(place, payloads)
        return _settled(after_ahead(self.step, place, payloads, here), place)

    def on_view(self, place: Place, view: TableView) -> Replica:
        """The replica with the seats of a view. Steps that the missing seats left unfinished begin again."""
        if isinstance(self.step, Over):
            if view.is_half:  # the two halves would add different things to one record
                raise NoView("over", "the game is over")
            return replace(self, happened=())
        here = self.here
        if isinstance(self.step, Coin):  # somebody may have seen the number
            here = replace(here, drawn_at=here.drawn_at or place)
        return _settled(changed_seats(here, view), place)

    def proofs(self, seat: int, pay: bytes) -> Counter[StepKind]:
        """Return the number of proofs in a checked entry, by kind of step, for the count that is shown."""
        payload = read_payload(seat, pay)
        found = Counter(proofs_ahead(self.step, seat, payload.ahead))
        found[self.step.kind] += self.step.proofs(seat, payload)
        return found


def _settled(here: Position, place: Place) -> Replica:
    """The replica at a position, after the steps there that need no entry."""
    while not (step := step_due(here)).actors and not isinstance(step, Over):
        here = step.after(place, {})
    return Replica(step_due(replace(here, events=())), here.events)


def start_replica(
    game: Game, seats: int, options: Options, *, escrow_t: int, half: Half = Half.WAIT
) -> Replica:
    """The machine at height 0; `escrow_t` and `half` are the table's policy (net 5.3)."""
    start = game.start(seats, options)
    return Replica(step_due(Position(game, tuple(range(seats)), start, escrow_t=escrow_t, half=half)))
