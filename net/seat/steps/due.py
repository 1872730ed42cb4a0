"""The step that a position calls for. It depends on nothing but the final state, so all peers agree on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from net.deck.pile import EMPTY_PILE
from net.errors import LocalError
from net.machine import Place
from net.seat.deal import Deal
from net.seat.payload import Payload
from net.seat.plan import plan_shows
from net.seat.position import Position
from net.seat.step_kind import StepKind
from net.seat.steps.arrange import Lay
from net.seat.steps.choose import Conceal, Reveal
from net.seat.steps.coin import Coin
from net.seat.steps.escrow import Split, Vouch
from net.seat.steps.keys import Commit, Open
from net.seat.steps.mix import Mix
from net.seat.steps.move import Move
from net.seat.steps.part import Part
from net.seat.steps.shares import Shares
from net.seat.steps.stand_in import StandIn
from rules.api import EVERYONE, Arrange, Choose, Need, Roll, Seat, Show, Shuffle, Turn, choosers


class Over(Struct, frozen=True):
    """The end of the game: nobody writes."""

    here: Position
    kind: ClassVar = StepKind.OVER
    actors: ClassVar[tuple[int, ...]] = ()

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        """Raise `LocalError`: a log without actors takes no entry."""
        raise LocalError("nothing is due after the end of the game")

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        return self.here

    def proofs(self, seat: int, payload: Payload) -> int:
        return 0


DeckStep: TypeAlias = Commit | Open | Split | Vouch | Part | Mix | Shares | Coin
Step: TypeAlias = DeckStep | Move | Conceal | Reveal | Lay | StandIn | Over


def step_due(here: Position) -> Step:
    """The next round. If it has no actors and is not `Over`, it is done at once (`Replica`)."""
    if not here.state.needs or here.is_ended:
        return Over(here)
    first = here.state.needs[0]
    # These steps come first, because the rules may need these cards next (deck 6.9).
    if here.deal.parting:
        return Part(here)
    if here.deal.remix:
        slots = here.deal.remix[0]
        again = Shuffle(here.deal.cards[slots[0]].pile, (), slots, slots)
        return Mix(here, again, is_quiet=True)
    if isinstance(first, Turn | Choose | Arrange):
        return _choice(here, first)
    if isinstance(first, Shuffle) and first.new_deck and (here.deal.dealt or _is_of_others(here)):
        here = _begun(here, first)
    return key_step(here) or _deck_step(here, first)


def _choice(here: Position, need: Turn | Choose | Arrange) -> Step:
    """The step in which seats choose. Hands of absent seats, whose stand-ins choose, are opened first."""
    leaving = {left.seat for left in here.leaving}
    seats = tuple(seat for seat in choosers(here.state) if seat not in leaving)
    if (shares := _opening(here, *(seat for seat in seats if seat not in here.seats))) is not None:
        return shares
    if isinstance(need, Arrange):
        return Lay(here, need)
    if isinstance(need, Turn):
        return Move(here, need.seat) if need.seat in here.seats else StandIn(here, need.seat)
    return Conceal(here, seats) if here.choices is None else Reveal(here, seats, here.choices)


def _opening(here: Position, *seats: Seat) -> Shares | None:
    """The step that opens the hands of absent players before a stand-in plays them; None if they are open."""
    held = sorted(slot for seat in seats for slot in here.state.hand(seat))
    closed = tuple(slot for slot in held if slot in here.deal.cards and slot not in here.public)
    if not closed:
        return None
    return Shares(here, (), plan_shows(here.deal, (Show(closed, EVERYONE),), here.seats))


def key_step(here: Position) -> DeckStep | None:
    """The next round of a key ceremony; None if the deck has its keys, and their parts are confirmed."""
    deal = here.deal
    if deal.keys is None:
        return Open(here) if {*here.seats} <= {*deal.commitments} else Commit(here)
    seats = {*deal.keys.seats}
    if here.threshold and {*deal.split} != seats:
        return Split(here, here.threshold)
    return Vouch(here) if deal.split and {*deal.vouched} != seats else None


def _is_of_others(here: Position) -> bool:
    """True if nothing is dealt yet and the keys are not those of the present players. A number was drawn with
    the old keys after a change of view (deck 6.9)."""
    return here.deal.keys is not None and {*here.deal.keys.seats} != {*here.seats}


def _begun(here: Position, need: Shuffle) -> Position:
    """The position with the next deal in the place of the last, as far as it was made ahead (deck 6.14).

    Mixes of faces other than those to be shuffled now are dropped; the keys stay.
    """
    deal, *rest = here.ahead or (Deal(here.unused),)
    if deal.faces != need.faces or need.slots:
        deal = replace(deal, mixing=EMPTY_PILE, mixed_by=(), faces=())
    # Once a deck was dealt, a seat that was kept out of a number may come back (deck 6.9).
    kept_out = () if here.deal.dealt else here.kept_out
    unused = max(here.unused, deal.number + 1)
    return replace(here, deal=deal, ahead=tuple(rest), unused=unused, kept_out=kept_out)


def _deck_step(here: Position, first: Need) -> DeckStep:
    match first:
        case Roll():
            return Coin(here, first)
        case Shuffle():
            return Mix(here, first)
    shows = tuple(need for need in here.state.needs if isinstance(need, Show))
    return Shares(here, shows, plan_shows(here.deal, shows, here.seats))
