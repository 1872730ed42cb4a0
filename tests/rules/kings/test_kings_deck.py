"""Kings over the deck: a whole game of bots with every shuffle and every face proven."""

from __future__ import annotations

import pytest

from app.bots.kings import KingsPolicy
from rules.api import Event, Shown, Shuffled
from rules.kings.state import KingsState
from rules.replay import replay
from tests.rules.kings.positions import GAME
from tests.support.parlour import Parlour

pytestmark = pytest.mark.usefixtures("open_group")


def test_four_bots_play_a_game_over_the_proven_deck() -> None:
    """The stock is refilled in the middle of a deal, so cards just dealt stay live through a shuffle."""
    parlour = Parlour(GAME, 4, {"first": "random"}, choose=KingsPolicy().choose)
    events: list[Event] = []
    while parlour.replica.step.kind != "over":
        parlour.step()
        events.extend(parlour.replica.happened)
    state = parlour.replica.state

    assert isinstance(state, KingsState) and state.outcome() is not None
    assert replay(GAME, 4, {"first": "random"}, events) == state
    refills = [at for at, event in enumerate(events) if isinstance(event, Shuffled)][1:]
    assert refills and any(
        isinstance(events[at - 1], Shown) and isinstance(events[at + 1], Shown) for at in refills
    )
