"""A seat's memory of a deal, which it does not need at the end."""

from __future__ import annotations

import pytest

from net.errors import LocalError
from net.seat.dealer import Dealer
from net.seat.steps.due import Over
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour, seeded
from tests.support.values import replace


def test_after_the_end_a_hand_stays_closed_once_its_key_is_forgotten() -> None:
    """The key of a deal is forgotten at its end; cards left in a hand stay closed from then on."""
    over = Parlour(GAMES["matriculation"], 2).play()
    held = [slot for slot, card in over.deal.cards.items() if 0 in card.viewers]
    dealer = Dealer(0, seeded(1), {})

    dealer.learn(over)

    assert held
    assert not set(held) & set(dealer.known)


def test_without_the_key_of_the_running_deal_a_seat_cannot_continue() -> None:
    parlour = Parlour(GAMES["matriculation"], 2)
    parlour.until("move")

    with pytest.raises(LocalError, match="not in the journal"):
        Dealer(0, seeded(1), {}).learn(parlour.replica)


@pytest.mark.parametrize("kind", ["move", "over"])
def test_the_dealer_has_no_answer_at_a_move_or_after_the_end(kind: str) -> None:
    parlour = Parlour(GAMES["matriculation"], 2)
    replica = (
        parlour.until("move") if kind == "move" else replace(parlour.replica, step=Over(parlour.replica.here))
    )

    with pytest.raises(LocalError, match=f"nothing to answer at step {kind}"):
        parlour.dealers[0].answer(replica, parlour.place)


def test_before_there_are_keys_nobody_can_leave_shares_behind() -> None:
    parlour = Parlour(GAMES["matriculation"], 2)
    parlour.dealers[0].keep_parting(parlour.replica, 1, b"no shares of anything")

    assert parlour.dealers[0].lacked(parlour.replica) == ()
