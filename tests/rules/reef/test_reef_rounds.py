"""Rounds of chance that a game asks of the table, each of which costs peers about 15 ms (section 8)."""

from __future__ import annotations

import random

import pytest

from rules.api import Moved, Show
from rules.driver import LocalTable
from rules.reef.actions import Collect
from rules.reef.game import ReefGame
from rules.reef.pieces.position import ReefPhase
from tests.support.reef import lively

GAME = ReefGame()
REFILL_MOST = 3
"""Rounds of one refill at most: a coin for four tiles, one for the fifth, one show of all slots taken."""
SEARCH_MOST = 8
"""Rounds of one search at most: 1 + 2 + 4 + ... + 128 slots are more than the deck has."""


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 1), (4, 1)])
def test_a_refill_takes_three_rounds_at_most_and_two_as_a_rule(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.start(seats, {})
    table = LocalTable(state, seats, rng)
    while table.turn is not None:
        table.play(lively(table.view(table.turn), rng))
    refills: list[int] = []
    searches: list[int] = []
    for event in table.events:
        if isinstance(event, Moved):
            counted = refills if isinstance(event.action, Collect) else searches
            counted.append(0)
        elif state.position.phase in (ReefPhase.FETCH, ReefPhase.DRAW, ReefPhase.OPEN):
            counted[-1] += 1
        state = state.after(event)

    assert len(refills) > 10
    assert max(refills) <= REFILL_MOST
    assert sum(refills) / len(refills) <= 2.05
    assert max(searches) <= SEARCH_MOST


def test_the_deal_is_one_round() -> None:
    state = GAME.start(4, {})
    table = LocalTable(state, 4, random.Random(1))
    for event in table.events:
        if isinstance(state.needs[0], Show):
            break
        state = state.after(event)

    assert len(state.needs) == 5
