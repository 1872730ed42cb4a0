"""The next deal is made while the cards of this one are played, so that nobody waits for it (deck 6.14).

Moves and shares carry its steps: each entry carries at most one step of its author, which was due at the
height before. They take no height of their own, and a seat may leave them out: when the rules ask for the new
deck, the steps still missing get rounds of their own.

Only moves carry a shuffle: a round in which everybody carried one would be too large, and only one can come
next. When the keys of the next deal are there, those of the one after it are made as well, so that there is
time for a shuffle in a round of one card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from net.errors import IllegalMove, PeerError
from net.machine import Place
from net.seat.deal import Deal
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.step_kind import StepKind
from net.seat.steps.due import DeckStep, Step, key_step
from net.seat.steps.escrow import Vouch
from net.seat.steps.mix import Mix
from net.seat.steps.move import Move
from net.seat.steps.shares import Shares
from rules.api import Shuffle, Slot


def step_ahead(step: Step, seat: int) -> DeckStep | None:
    """Return the step for a later deal that an entry of `seat` may carry in the round that is due; None if
    there is none. In that step `here` is the later deal."""
    return next((ahead for ahead in _steps(step) if seat in ahead.actors), None)


def check_ahead(step: Step, place: Place, seat: int, payload: Payload | None) -> None:
    """Raise `PeerError`, naming `seat`, unless its entry may carry this (or nothing) for a later deal."""
    if payload is None:
        return
    ahead = step_ahead(step, seat)
    if ahead is None or payload.kind is not ahead.kind:
        due = "nothing" if ahead is None else ahead.kind
        raise IllegalMove("wrong-step", f"carried {payload.kind} ahead where {due} is due", seat=seat)
    ahead.check(place, seat, payload)


def charge_ahead(step: Step, place: Place, seat: int, payload: Payload | None) -> PeerError | None:
    """Return the error against another seat that the carried part of an entry proves; None for none."""
    ahead = None if payload is None else step_ahead(step, seat)
    return ahead.charge(place, seat, payload) if payload is not None and isinstance(ahead, Vouch) else None


def after_ahead(step: Step, place: Place, payloads: Mapping[int, Payload], here: Position) -> Position:
    """The position `here` after a round, with the later deals as far as they are made, including what the
    round's checked entries carried."""
    coming, twins = [*_coming(step.here)], here.twins
    carried = {seat: payload.ahead for seat, payload in payloads.items() if payload.ahead is not None}
    for ahead in _steps(step) if carried else ():
        parts = {seat: carried.pop(seat) for seat in ahead.actors if seat in carried}
        if parts:
            made, number = ahead.after(place, parts), ahead.here.deal.number
            coming = [made.deal if deal.number == number else deal for deal in coming]
            twins = made.twins
    begun = tuple(deal for deal in coming if deal.commitments)  # not a deal that equal keys have made void
    unused = max(here.unused, *(deal.number + 1 for deal in begun)) if begun else here.unused
    return replace(here, ahead=begun, unused=unused, twins=twins)


def proofs_ahead(step: Step, seat: int, payload: Payload | None) -> Mapping[StepKind, int]:
    """Return the number of proofs that a checked entry carries for a later deal, by kind of step."""
    ahead = None if payload is None else step_ahead(step, seat)
    return {} if payload is None or ahead is None else {ahead.kind: ahead.proofs(seat, payload)}


def numbers_ahead(here: Position) -> tuple[int, ...]:
    """The numbers of the deals that may be made ahead."""
    return tuple(deal.number for deal in _coming(here))


def _coming(here: Position) -> tuple[Deal, Deal]:
    """Return the next two deals; a deal that nobody has begun yet is an empty `Deal` with its number."""
    first = here.ahead[0] if here.ahead else Deal(here.unused)
    return first, here.ahead[1] if len(here.ahead) > 1 else Deal(max(here.unused, first.number + 1))


def _steps(step: Step) -> Iterator[DeckStep]:
    """The steps of later deals that are due, the more urgent first."""
    here, faces = step.here, step.here.state.next_deck()
    if not isinstance(step, Move | Shares) or not here.deal.dealt or not faces:
        return
    next_deal, last_deal = _coming(here)
    first = replace(here, deal=next_deal, ahead=())
    if (keys := key_step(first)) is not None:
        yield keys
        return
    if isinstance(step, Move) and (not first.deal.mixed_by or first.deal.faces == faces):
        yield Mix(first, Shuffle("", faces, (), tuple(map(Slot, range(len(faces))))), is_ahead=True)
    if (keys := key_step(replace(here, deal=last_deal, ahead=()))) is not None:
        yield keys
