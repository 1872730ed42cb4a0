"""Standing of a game that is ended before its end: scores and ranks."""

from __future__ import annotations

import random

import pytest

from rules.api import Outcome
from rules.driver import LocalTable
from rules.plump.past import Past
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_the_final_standing_is_the_outcome_and_needs_no_hidden_card(key: str) -> None:
    game, rng = GAMES[key], random.Random(2)
    seats = rng.choice(list(game.seats))
    table = LocalTable(game.start(seats, game.checked_options(seats, {})), seats, rng)
    while table.turn is not None:
        standing = table.state.standing()
        assert len(standing.scores) == len(standing.ranks) == seats and min(standing.ranks) == 1
        if rng.random() < 0.1:
            assert game.parse_state(table.state.text()).standing() == standing, "from nothing but the text"
        table.play(rng.choice(table.actions()))

    assert table.state.standing() == table.outcome


def test_a_plump_round_in_progress_does_not_count_in_the_standing() -> None:
    game, rng = GAMES["plump"], random.Random(1)
    table = LocalTable(game.start(3, game.checked_options(3, {})), 3, rng)
    sums: tuple[int, ...] = (0, 0, 0)
    while table.turn is not None:
        state = table.state
        assert isinstance(state, PlumpState) and isinstance(state.past, Past)
        assert state.standing().scores == state.past.sums
        sums = state.past.sums
        table.play(rng.choice(table.actions()))

    assert any(sums)


def test_a_matriculation_hand_in_progress_counts_as_it_lies() -> None:
    game, rng = GAMES["matriculation"], random.Random(3)
    table = LocalTable(game.start(2, game.checked_options(2, {})), 2, rng)
    seen: set[Outcome] = set()
    while table.turn is not None:
        seen.add(table.state.standing())
        table.play(rng.choice(table.actions()))

    assert len(seen) > 3, "it moves while the hand is played"
