"""Refusals of a card: by the other seats, and by the mover's own program before it signs."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from net.errors import IllegalMove, LocalError
from net.machine import Draft
from net.seat.news import Advanced, Choose
from net.seat.payload import Payload, write_payload
from net.seat.replica import Replica
from net.seat.session import Answered, Session
from net.seat.step_kind import StepKind
from net.seat.steps.move import Move
from rules.api import Action, Face, Seat, Slot
from rules.errors import NotLegal
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour
from tests.support.simulated_table import Seated, SimulatedTable
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")


@dataclass(frozen=True, slots=True)
class Cards:
    """An action of several cards in any order, of a game that reads more spellings than ours do."""

    opens: tuple[tuple[Slot, Face], ...]

    def __str__(self) -> str:
        return " ".join(f"{slot}={face}" for slot, face in self.opens)


class Lenient(PlumpGame):
    """A game that reads an action in any spelling, and several cards at once."""

    def parse_action(self, text: str) -> Action:  # type: ignore[override]
        if text.strip().startswith(("bid", "play")):
            return super().parse_action(text.strip())
        return Cards(tuple((Slot(int(slot)), Face(int(face))) for slot, _, face in _pairs(text)))


def _pairs(text: str) -> list[tuple[str, str, str]]:
    return [pair.partition("=") for pair in text.split(" ")]


def move_due(parlour: Parlour, *, is_bid: bool) -> Move:
    """The step at which a bid, or a card, is due."""
    while True:
        step = parlour.until("move").step
        assert isinstance(step, Move)
        state = step.here.state
        assert isinstance(state, PlumpState) and state.part is not None
        if state.part.is_bidding == is_bid:
            return step
        parlour.step()


@pytest.fixture(scope="module")
def parlour() -> Parlour:
    table = Parlour(GAMES["plump"], 2, {"length": "short"})
    move_due(table, is_bid=False)
    return table


def lenient(parlour: Parlour, text: str) -> str:
    """The refusal of this text of the mover, where the game would read anything."""
    step = parlour.replica.step
    assert isinstance(step, Move)
    replica = Replica(Move(replace(step.here, game=Lenient()), step.seat))
    with pytest.raises(IllegalMove) as refused:
        replica.check(parlour.place, step.seat, write_payload(Payload(StepKind.MOVE, text=text)))
    assert refused.value.seat == step.seat
    return f"{refused.value.reason}: {refused.value.text}"


def hand(parlour: Parlour) -> list[Slot]:
    """The slots of the mover's hand, rising."""
    state, (seat,) = parlour.replica.state, parlour.replica.actors
    assert isinstance(state, PlumpState) and state.part is not None
    return sorted(state.part.hands[seat])


def test_slots_are_opened_in_rising_order_and_once(parlour: Parlour) -> None:
    first, second = hand(parlour)[:2]
    for slots in ((second, first), (first, first)):
        text = " ".join(f"{slot}=1" for slot in slots)
        assert lenient(parlour, text) == "wrong-slots: opened slots out of order"


def test_an_action_in_another_spelling_is_refused(parlour: Parlour) -> None:
    slot = hand(parlour)[0]

    assert lenient(parlour, f" play {slot}=As") == "no-action: sent an action in another spelling"
    assert lenient(parlour, "bid 0 ") == "no-action: sent an action in another spelling"


def known(parlour: Parlour) -> dict[Slot, Face]:
    (seat,) = parlour.replica.actors
    return parlour.dealers[seat].known


def test_the_mover_signs_nothing_that_the_rules_refuse(parlour: Parlour) -> None:
    step = parlour.replica.step
    assert isinstance(step, Move)

    with pytest.raises(NotLegal):
        step.judge(Bid(0), known(parlour))
    step.judge(step.here.state.actions(step.seat, known(parlour))[0], known(parlour))


def test_the_mover_opens_no_card_whose_face_it_does_not_know(parlour: Parlour) -> None:
    """The rules let a claim about unseen faces stand; the others would find the false face."""
    step = parlour.replica.step
    assert isinstance(step, Move)
    card = step.here.state.actions(step.seat, known(parlour))[0]
    assert isinstance(card, PlumpPlay)

    step.judge(card, known(parlour))
    with pytest.raises(LocalError, match="a false face"):
        step.judge(card, {})


class Slow(SimulatedTable):
    """A table whose seat 1 takes no turn by itself."""

    def _choose(self, seated: Seated, session: Session, news: Advanced) -> None:
        if seated.seat != 1:
            super()._choose(seated, session, news)


def test_a_choice_made_on_an_outdated_view_is_dropped() -> None:
    """The screen was a moment late: its view is out of date, and nobody did anything wrong."""
    table = Slow(GAMES["plump"], 2, {"length": "short"})
    table.play_until("move", seat=1)
    table.run(lambda: False, limit_s=0.0)
    session = table.seated[1].running
    action = session.view.actions()[0]
    for k in (session.table.log.k - 1, session.table.log.k + 1):
        session.choose(Choose(k, action), table.now)

    for k in (session.table.log.k - 1, session.table.log.k + 1):
        session.done(Answered(k, Draft(b"of another height")), table.now)

    assert session.take() == () and session.table.log.open.entries == (Seat(1),)
    session.choose(Choose(session.table.log.k, action), table.now)
    assert table.run(lambda: session.table.log.open.entries == ()), (
        "its part in the next deal is made meanwhile"
    )
