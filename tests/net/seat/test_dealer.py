"""What a seat keeps for itself, and that it can go without at the end."""

from __future__ import annotations

import pytest

from net.errors import LocalError
from net.seat.dealer import Dealer
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour, seeded


def test_the_end_can_be_looked_at_after_the_key_was_forgotten() -> None:
    """The key of a deal goes at its end; cards that were left in the hand stay closed from then on."""
    over = Parlour(GAMES["matriculation"], 2).play()
    held = [slot for slot, card in over.deal.cards.items() if 0 in card.viewers]
    dealer = Dealer(0, seeded(1), {})

    dealer.learn(over)

    assert held
    assert not set(held) & set(dealer.known)


def test_without_the_key_of_a_running_deal_nobody_plays_on() -> None:
    parlour = Parlour(GAMES["matriculation"], 2)
    parlour.until("move")

    with pytest.raises(LocalError, match="not in the journal"):
        Dealer(0, seeded(1), {}).learn(parlour.replica)
