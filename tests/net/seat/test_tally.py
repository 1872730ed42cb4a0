"""What a game has cost one seat."""

from __future__ import annotations

from dataclasses import replace

from net.seat.deal import Deal
from net.seat.position import Position
from net.seat.step_kind import StepKind
from net.seat.steps.due import Over
from net.seat.steps.move import Move
from net.seat.tally import Tally
from rules.api import Seat
from tests.support.catalogue import GAMES

HERE = Position(GAMES["plump"], (0, 1), GAMES["plump"].start(2, {}))
BETWEEN = Over(HERE)


def turn(deal: int) -> Move:
    """A turn with the cards of a deal."""
    return Move(replace(HERE, deal=Deal(deal)), Seat(0))


def test_proofs_rounds_and_seconds_add_up_by_kind() -> None:
    tally = Tally()
    for proofs, seconds in ((2, 0.5), (3, 0.25)):
        tally.checked({StepKind.OPEN: proofs})
        tally.final(StepKind.OPEN, seconds)

    assert tally.proofs == {StepKind.OPEN: 5}
    assert tally.rounds == {StepKind.OPEN: 2} and tally.seconds == {StepKind.OPEN: 0.75}


def test_a_move_takes_until_the_next_height_by_whether_it_carried_something() -> None:
    tally = Tally()
    tally.moved(1.0, has_carried=True)
    tally.advanced(turn(0), turn(0), 1.5)
    tally.advanced(turn(0), turn(0), 2.0)
    tally.moved(3.0, has_carried=False)
    tally.advanced(turn(0), turn(0), 3.25)

    assert tally.moves == {True: [0.5], False: [0.25]} and not tally.deals


def test_a_deal_takes_from_the_last_turn_before_it_to_the_first_after_it() -> None:
    tally = Tally()
    tally.advanced(BETWEEN, turn(0), 1.0)  # the first deal: nobody had played
    tally.advanced(turn(0), BETWEEN, 2.0)
    tally.advanced(BETWEEN, turn(1), 5.0)

    assert tally.deals == [3.0]
