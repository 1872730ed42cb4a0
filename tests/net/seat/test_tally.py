"""The cost of a game for one seat."""

from __future__ import annotations

from net.seat.deal import Deal
from net.seat.position import Position
from net.seat.step_kind import StepKind
from net.seat.steps.due import Over
from net.seat.steps.move import Move
from net.seat.tally import CARRYING, WAITING, WAITING_CARRYING, Tally
from rules.api import Seat
from tests.support.catalogue import GAMES
from tests.support.values import replace

HERE = Position(GAMES["plump"], (0, 1), GAMES["plump"].start(2, {}))
BETWEEN = Over(HERE)


def turn(deal: int) -> Move:
    """A turn with the cards of a deal."""
    return Move(replace(HERE, deal=Deal(deal)), Seat(0))


def test_proofs_rounds_and_seconds_are_summed_by_kind() -> None:
    tally = Tally()
    tally.started(1.0)
    for proofs, now in ((2, 1.5), (3, 1.75)):
        tally.checked({StepKind.MOVE: proofs})
        tally.advanced(BETWEEN, BETWEEN, now, has_carried=False)

    assert tally.proofs == {StepKind.MOVE: 5}
    assert tally.rounds == {StepKind.OVER: 2} and tally.seconds == {StepKind.OVER: 0.75}


def test_waiting_for_a_move_ends_with_its_entry_and_the_move_lasts_until_it_is_final() -> None:
    """Moves that carry something are counted apart, and all seconds are told.

    An entry that is final as it comes, in records of another seat, was waited for all the time.
    """
    tally = Tally()
    tally.started(1.0)
    for entered, final, has_carried in ((1.25, 2.0, False), (4.0, 4.5, True), (None, 5.0, True)):
        if entered is not None:
            tally.entered(entered, is_own=False)
        tally.advanced(turn(0), turn(0), final, has_carried=has_carried)

    assert tally.rounds == {StepKind.MOVE: 1, CARRYING: 2}
    assert tally.seconds == {WAITING: 0.25, StepKind.MOVE: 0.75, WAITING_CARRYING: 2.5, CARRYING: 0.5}
    assert tally.moves == {False: [], True: []}


def test_our_own_move_lasts_until_it_is_final() -> None:
    tally = Tally()
    for entered, is_own, has_carried in ((1.0, True, True), (2.0, False, True), (3.0, True, False)):
        tally.entered(entered, is_own=is_own)
        tally.advanced(turn(0), turn(0), entered + 0.5, has_carried=has_carried)

    assert tally.moves == {True: [0.5], False: [0.5]} and not tally.deals


def test_a_deal_lasts_from_the_last_turn_before_it_to_the_first_after_it() -> None:
    tally = Tally()
    tally.advanced(BETWEEN, turn(0), 1.0, has_carried=False)  # the first deal: nobody had played
    tally.advanced(turn(0), BETWEEN, 2.0, has_carried=False)
    tally.advanced(BETWEEN, turn(1), 5.0, has_carried=False)

    assert tally.deals == [3.0]
